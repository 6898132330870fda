"""Escalating battles: when it is rolled, and which effect a roll brings by the main AI type.

Source: five-parsecs, Escalating battles; Escalation table.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.engine.dice import HUNDRED, Faces
from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import main_ai
from rules.systems.five_parsecs.conditions.side_marks import EFFECTS, ESCALATED, ESCALATION, MOST_ESCALATIONS
from rules.systems.five_parsecs.events import escalation_effects
from rules.systems.five_parsecs.events.objectives import newly_reached
from rules.systems.five_parsecs.events.random_figures import crew_there, enemies_there
from rules.systems.five_parsecs.roster.combat_sheet import AiType, enemies_of, enemy_force
from rules.systems.five_parsecs.roster.escalation import escalation_ai

OUTNUMBERED_BY = 3
"""By so many the enemies are outnumbered at the end of round 1."""


Numbers = tuple[int, int] | None
"""The least and the greatest number of a D100 that bring a row; None where no number does."""
COLUMNS: tuple[AiType, ...] = ("aggressive", "cautious", "defensive", "rampaging", "tactical", "beast")


@dataclass(frozen=True)
class EscalationRow:
    """A row of the table.

    Attributes:
        key: its name in files.
        name: for people.
        text: what it does, for people.
        does: does it.
        numbers: that bring it, by column.
    """

    key: str
    name: str
    text: str
    does: Callable[[Battle], Procedure[Battle]]
    numbers: tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]

    def faces(self, ai: AiType) -> tuple[Faces, ...]:
        """All rolls that bring it to enemies of a main AI type; of guardians, who have no column, as of the aggressive."""
        found = self.numbers[COLUMNS.index("aggressive" if ai == "guardian" else ai)]
        return () if found is None else tuple((number,) for number in range(found[0], found[1] + 1))


TABLE = (
    EscalationRow(
        "morale_increase",
        "Morale increase",
        "the panic range is one less for the rest of the battle",
        escalation_effects.morale_increase,
        ((1, 15), (1, 10), (1, 20), (1, 10), (1, 10), (1, 10)),
    ),
    EscalationRow(
        "fighting_intensifies",
        "Fighting intensifies",
        "one more combat skill in the next round",
        escalation_effects.fighting_intensifies,
        ((16, 30), (11, 15), (21, 40), (11, 20), (11, 25), (11, 15)),
    ),
    EscalationRow(
        "reinforcements",
        "Reinforcements!",
        "D3 more enemies at the centre of their edge",
        escalation_effects.more_enemies,
        ((31, 45), (16, 40), (41, 50), (21, 45), (26, 30), (16, 35)),
    ),
    EscalationRow(
        "regroup",
        "Regroup",
        "all recover from stun and shock, and fall back into cover",
        escalation_effects.regroup,
        (None, (41, 55), (51, 65), None, (31, 45), None),
    ),
    EscalationRow(
        "sniper",
        "Sniper!",
        "somebody with a gun at the highest place on the enemies' half",
        escalation_effects.sniper,
        (None, (56, 70), (66, 75), None, (46, 60), None),
    ),
    EscalationRow(
        "ambush",
        "Ambush!",
        "D3 more enemies at an edge that is nobody's",
        escalation_effects.ambush,
        ((46, 60), None, None, (46, 60), None, (36, 80)),
    ),
    EscalationRow(
        "covering_fire",
        "Covering fire",
        "all fire at once, and hit with a natural 6",
        escalation_effects.covering_fire,
        ((61, 70), (71, 80), (76, 90), None, (61, 85), None),
    ),
    EscalationRow(
        "unconventional_tactics",
        "Unconventional tactics",
        "another main AI type for the rest of the battle",
        escalation_effects.unconventional_tactics,
        ((71, 80), (81, 100), (91, 100), (61, 65), (86, 100), None),
    ),
    EscalationRow(
        "rush_attack",
        "Rush attack",
        'all rampage and move 2" farther in the next round',
        escalation_effects.rush_attack,
        ((81, 100), None, None, (66, 100), None, (81, 100)),
    ),
)


def escalation_at(ai: AiType, number: int) -> EscalationRow:
    """What a number of a D100, 1 to 100, brings to enemies of a main AI type."""
    return next(row for row in TABLE if (number,) in row.faces(ai))


def rows_for(battle: Battle, ai: AiType) -> tuple[tuple[EscalationRow, tuple[Faces, ...]], ...]:
    """The rows for enemies of a main AI type, each with the rolls that bring it.

    Names, words and ranges are those of the table that came with the enemies' file; of this module, where they came from none.
    """
    table = enemy_force(battle.setting).escalation
    if table is None:
        return tuple((row, row.faces(ai)) for row in TABLE)
    does, column = {row.key: row for row in TABLE}, escalation_ai(battle.setting, ai)
    return tuple(
        (replace(does[effect.key], name=effect.name, text=effect.text), table.faces(column, effect.key))
        for effect in table.effects
    )


def must_escalate(battle: Battle) -> bool:
    """Whether it is rolled at the end of this round: there are rolls left, and there is a reason for one.

    To be asked before the losses of the round are forgotten.
    """
    side = battle.side(enemies_of(battle.setting))
    if side.has(ESCALATED) >= MOST_ESCALATIONS:
        return False
    outnumbered = len(crew_there(battle)) - len(enemies_there(battle)) >= OUTNUMBERED_BY
    return side.lost_this_round > 0 or bool(newly_reached(battle)) or (battle.round == 1 and outnumbered)


def escalation(battle: Battle) -> Procedure[Battle]:
    """The roll on the table, and what it brings."""
    gang, ai = enemies_of(battle.setting), main_ai(battle)
    battle = battle.side_marked(gang, ESCALATED, battle.side(gang).has(ESCALATED) + 1)
    rows = rows_for(battle, ai)
    means = tuple((row.name, faces) for row, faces in rows if faces)
    (number,) = yield Roll("escalation", HUNDRED, gang, source=ESCALATION, means=means)
    row = next(row for row, faces in rows if (number,) in faces)
    yield Say(f"{row.name}: {row.text}", EFFECTS)
    return (yield from call(row.does, battle))
