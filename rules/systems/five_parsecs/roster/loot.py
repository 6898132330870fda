"""Loot that a battle turns up, as a table of a D100.

Source: five-parsecs, Battle events on round 2 and round 4. The text refers to a table that it does not have: the shipped one is
ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.errors import RulesError
from rules.roster.armoury import listed
from rules.roster.figure_files import NAME
from rules.roster.toml_reading import entries, nearest, parse_toml, target
from rules.skirmish.state.battle_state import Setting
from rules.systems.five_parsecs.roster.battle_weapons import parse_battle_armoury
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, crew_of, crew_sheet
from rules.systems.five_parsecs.roster.die_table import HUNDRED, DieTable, die_misfits, die_range
from scene.base.json_fields import JsonField, JsonObject, read_fields, sound_fields, text
from scene.base.messages import capped, shown_text

LOOT = {
    "range": JsonField(die_range(HUNDRED), needed=True),
    "name": NAME,
    "text": JsonField(text()),
    "weapon": JsonField(text(empty=False)),
    "save": JsonField(target(2, 6)),
}
ROWS = {"loot": JsonField(entries("loot", HUNDRED))}


@dataclass(frozen=True)
class LootItem:
    """Something found.

    Attributes:
        name: for people.
        text: what it is worth or does, in a line for people.
        weapon: what it arms whoever found it with; None for nothing.
        save: the saving throw that it gives him; 0 for none.
    """

    name: str
    text: str = ""
    weapon: BattleWeapon | None = None
    save: int = 0


def loot_item(setting: Setting, face: int) -> LootItem:
    """What a D100 finds in a battle.

    Raises:
        RulesError: the crew came from no file, which would have brought the table.
    """
    table = crew_sheet(setting).loot
    if table is None:
        raise RulesError(f"there is no loot table for {setting.names[crew_of(setting)]}")
    return table.at(face)


def loot_words(setting: Setting, face: int) -> str:
    """What a D100 finds in a battle, for people; empty where the crew came from no file."""
    if crew_sheet(setting).loot is None:
        return ""
    item = loot_item(setting, face)
    return f"{item.name}. {item.text}".removesuffix(". ")


def read_loot(value: JsonObject, weapons: Mapping[str, BattleWeapon], faults: list[str]) -> DieTable[LootItem] | None:
    """The loot table of a file; None where it has none, or one with faults, which are added.

    Args:
        value: the file.
        weapons: that loot may be, by name in small letters.
        faults: what is wrong is added to.
    """
    if "loot" not in value:
        return None
    tables = listed(value, ROWS, "loot")
    before, rows = len(faults), []
    for number, one in enumerate(tables, 1):
        found = read_fields(one, LOOT, f"loot {number}: ", faults)
        armed = sound_fields(one, LOOT).get("weapon", "") if isinstance(one, JsonObject) else ""
        weapon = weapons.get(armed.strip().casefold())
        if armed and weapon is None:
            where = f'loot "{found["name"].strip()}"' if found is not None else f"loot {number}"
            faults.append(f'{where}: there is no weapon "{shown_text(armed)}"{nearest(armed, weapons)}')
        if found is not None:
            name = found["name"].strip()
            rows.append((found["range"], LootItem(name, found.get("text", ""), weapon, found.get("save", 0))))
    if len(rows) == len(tables):
        faults += (f"loot: {fault}" for fault in die_misfits([(faces, item.name) for faces, item in rows], HUNDRED))
    return DieTable(tuple(sorted(rows, key=lambda row: row[0]))) if len(faults) == before else None


@cache
def parse_loot(data: bytes, armoury: bytes) -> DieTable[LootItem]:
    """The loot table of a shipped file, with the weapons of a shipped armoury.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    faults: list[str] = []
    value = parse_toml(data)
    read_fields(value, ROWS, "", faults)
    found = read_loot(value, parse_battle_armoury(armoury), faults)
    if faults or found is None:
        raise RulesError(capped(faults) or ['"loot" is missing'])
    return found
