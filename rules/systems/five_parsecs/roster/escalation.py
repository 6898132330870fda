"""Escalating battles: which effect a D100 brings. Source: five-parsecs, Escalating battles; Escalation table.

The text names the effects and does not say what they do; names and lines that say it are ours, and so is where guardians look.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, get_args

from rules.engine.dice import Faces
from rules.errors import RulesError
from rules.roster.armoury import listed
from rules.roster.toml_reading import entries, parse_toml
from rules.skirmish.state.battle_state import Setting
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES, AiType, CombatSheet, enemies_of, enemy_force
from rules.systems.five_parsecs.roster.die_table import HUNDRED, DieRange, DieTable, die_misfits, die_range
from scene.base.json_fields import JsonField, JsonObject, choice, read_fields, text
from scene.base.messages import capped

EscalationKey = Literal[
    "morale_increase",
    "fighting_intensifies",
    "reinforcements",
    "regroup",
    "sniper",
    "ambush",
    "covering_fire",
    "unconventional_tactics",
    "rush_attack",
]
KEYS: tuple[EscalationKey, ...] = get_args(EscalationKey)
COLUMNS: tuple[AiType, ...] = tuple(ai for ai in AI_TYPES if ai != "guardian")
"""The AI types that the table has a column for."""
WITHOUT_WARD: AiType = "aggressive"
"""The column of guardians whose ward has none either: ours."""

OWN_ROW = {
    "effect": JsonField(choice(*KEYS), needed=True),
    "range": JsonField(die_range(HUNDRED), needed=True),
}
"""A row of a force's own column."""
ROWS = {"escalation": JsonField(entries("escalation", HUNDRED))}
EFFECT: dict[str, JsonField] = {
    "key": JsonField(choice(*KEYS), needed=True),
    "name": JsonField(text(empty=False), needed=True),
    "text": JsonField(text(empty=False), needed=True),
    **{ai: JsonField(die_range(HUNDRED)) for ai in COLUMNS},
}
"""An effect of the shipped table: a range in the column of each AI type that knows it."""
EFFECTS = {"effect": JsonField(entries("effect", len(KEYS)), needed=True)}


@dataclass(frozen=True)
class EscalationEffect:
    """An effect.

    Attributes:
        key: by which procedures know it.
        name: for people.
        text: what it does, in a line for people.
    """

    key: EscalationKey
    name: str
    text: str


Column = DieTable[EscalationKey]


@dataclass(frozen=True)
class EscalationTable:
    """The table.

    Attributes:
        effects: all that there are.
        columns: of each AI type.
        own: a force's own column, which goes before them all.
    """

    effects: tuple[EscalationEffect, ...]
    columns: tuple[tuple[AiType, Column], ...]
    own: Column | None = None

    def with_own(self, own: Column | None) -> "EscalationTable":
        """The table of a force that has its own column, or none."""
        return replace(self, own=own)

    def effect(self, ai: AiType, face: int) -> EscalationEffect:
        """What a D100 brings to enemies of that AI type, which has a column."""
        key = self._column(ai).at(face)
        return next(effect for effect in self.effects if effect.key == key)

    def faces(self, ai: AiType, key: EscalationKey) -> tuple[Faces, ...]:
        """All rolls that bring an effect to enemies of that AI type, which has a column."""
        found = [faces for faces, held in self._column(ai).rows if held == key]
        return tuple((number,) for faces in found for number in range(faces.low, faces.high + 1))

    def _column(self, ai: AiType) -> Column:
        return self.own or dict(self.columns)[ai]


def escalation_effect(setting: Setting, face: int, ai: AiType | None = None) -> EscalationEffect:
    """What a D100 brings in a battle.

    Args:
        setting: of the battle.
        face: of the die.
        ai: the main AI type of the enemies now; that of their file, if left out.

    Raises:
        RulesError: the enemies came from no file, which would have brought the table.
    """
    table = enemy_force(setting).escalation
    if table is None:
        raise RulesError(f"there is no escalation table for {setting.names[enemies_of(setting)]}")
    return table.effect(escalation_ai(setting, ai), face)


def escalation_ai(setting: Setting, ai: AiType | None = None) -> AiType:
    """Whose column holds: that of the main AI type; of guardians that of the first one's ward."""
    asked = ai or enemy_force(setting).ai
    if asked != "guardian":
        return asked
    sheets = {card.id: card.sheet for gang in setting.gangs for card in gang.fighters if isinstance(card.sheet, CombatSheet)}
    wards = (sheets.get(sheet.ward) for sheet in sheets.values() if sheet.ward)
    return next((ward.ai for ward in wards if ward is not None and ward.ai in COLUMNS), WITHOUT_WARD)


def read_own_column(value: JsonObject, faults: list[str]) -> Column | None:
    """The column that a file has by itself; None where it has none, or one with faults, which are added."""
    if "escalation" not in value:
        return None
    found = [
        read_fields(one, OWN_ROW, f"escalation {n}: ", faults) for n, one in enumerate(listed(value, ROWS, "escalation"), 1)
    ]
    rows = [(one["range"], one["effect"]) for one in found if one]
    if len(rows) < len(found):
        return None
    wrong = [f"escalation: {fault}" for fault in die_misfits(rows, HUNDRED)]
    faults += wrong
    return None if wrong else DieTable(tuple(sorted(rows)))


@cache
def parse_escalation(data: bytes) -> EscalationTable:
    """The table of a shipped file: effects, and in which range of which column each stands.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    faults: list[str] = []
    read_fields(value, EFFECTS, "", faults)
    effects = listed(value, EFFECTS, "effect")
    found = [one for n, each in enumerate(effects, 1) if (one := read_fields(each, EFFECT, f"effect {n}: ", faults))]
    missing = [key for key in KEYS if [one["key"] for one in found].count(key) != 1]
    if not faults and missing:
        faults.append(f"effects must be there once each: {', '.join(missing)}")
    columns = {ai: sorted((one[ai], one["key"]) for one in found if ai in one) for ai in COLUMNS}
    if not faults:
        faults += (f"{ai}: {fault}" for ai in COLUMNS for fault in die_misfits(columns[ai], HUNDRED))
    if faults:
        raise RulesError(capped(faults))
    return EscalationTable(tuple(map(_effect, found)), tuple((ai, _column(columns[ai])) for ai in COLUMNS))


def _effect(found: dict[str, Any]) -> EscalationEffect:
    return EscalationEffect(found["key"], found["name"], found["text"])


def _column(rows: Iterable[tuple[DieRange, EscalationKey]]) -> Column:
    return DieTable(tuple(rows))
