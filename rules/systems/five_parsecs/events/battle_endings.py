"""Every way in which a battle ends, and how crew members leave it.

Sources: five-parsecs: Ending the battle, Battle events on round 2 and round 4 (lost heart, clock is running out). Which edge a
crew member may leave over, that a scenario's last round is its last, and that stand-offs end, is ours.
"""

from dataclasses import replace
from itertools import product

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import of
from rules.systems.five_parsecs.conditions.figure_now import bailed, is_crew, main_ai
from rules.systems.five_parsecs.conditions.marks import EVENTS, FIRED, SHOCKED
from rules.systems.five_parsecs.conditions.side_marks import CLOCK, ENDING, LOST_HEART, STAND_OFF, STILL, holds_since
from rules.systems.five_parsecs.events.objectives import win_condition
from rules.systems.five_parsecs.events.random_figures import crew_there, enemies_there
from rules.systems.five_parsecs.events.table_edges import EDGES, from_edge
from rules.systems.five_parsecs.harm.hits import SIDES
from rules.systems.five_parsecs.roster.combat_sheet import AiType, crew_of, enemies_of
from rules.systems.five_parsecs.roster.escalation import escalation_ai

OVER = "over"
NEVER: frozenset[AiType] = frozenset({"rampaging", "beast"})
"""Who fights until either side has left the table."""
ONE_DIE: AiType = "aggressive"
"""Who rolls one die for giving up; all others roll two. Guardians do as those whom they guard: that is ours."""
AT_EDGE = 1.0
"""Inches from a base to an edge over which a crew member may leave."""
ROUNDING = 1e-9


def emptied(battle: Battle) -> str | None:
    """Who holds the field where a side has nobody left on the table, "" for nobody; None while both have somebody.

    Nothing more happens then but the end of the battle, in whatever phase it is.
    """
    crew, enemies = bool(crew_there(battle)), bool(enemies_there(battle))
    if crew and enemies:
        return None
    return crew_of(battle.setting) if crew else enemies_of(battle.setting) if enemies else ""


def over(battle: Battle, winner: str, why: str) -> Procedure[Battle]:
    """The end of the battle.

    Args:
        battle: before it.
        winner: who holds the field; empty for nobody.
        why: it ends.
    """
    battle = replace(battle, phase=OVER, winner=winner)
    holds = f"the field is held by {battle.called(winner)}" if winner else "nobody holds the field"
    yield Say(f"the battle is over: {why}; {holds}", ENDING, battle)
    return battle


def over_if_emptied(battle: Battle) -> Procedure[Battle]:
    """The end of the battle where a side has nobody left on the table; the same battle otherwise."""
    winner = emptied(battle)
    if winner is None:
        return battle
    gone = enemies_of(battle.setting) if winner == crew_of(battle.setting) else crew_of(battle.setting)
    return (yield from over(battle, winner, f"nobody of {battle.called(gone)} is left"))


def ways_out(battle: Battle) -> Procedure[Battle]:
    """What may end a battle in which both sides are there: no heart, no time, the last round, enemies who give up."""
    gang = enemies_of(battle.setting)
    if holds_since(battle, gang, LOST_HEART):
        yield Say(f"all of {battle.called(gang)} have lost heart, and leave", EVENTS)
        return (yield from withdrawn(battle))
    if holds_since(battle, crew_of(battle.setting), CLOCK):
        roll = Roll("clock", "D6", crew_of(battle.setting), "", (), EVENTS, frozenset({SIDES}), ("time is up", "time is left"))
        if roll.succeeds((yield roll)):
            return (yield from over(battle, "", "the clock has run out, and no objective can be completed"))
    if (scenario := of(battle)) is not None and 0 < scenario.rounds <= battle.round:
        return (yield from over(battle, "", "it was the last round of the scenario"))
    if win_condition(battle) and (yield from _give_up(battle)):
        return (yield from withdrawn(battle))
    return (yield from _stand_off(battle))


def _stand_off(battle: Battle) -> Procedure[Battle]:
    """Both sides wait for each other for ever: where nobody fires or is in contact for so long, the battle ends. Ours."""
    crew, there = crew_of(battle.setting), tuple(battle.on_table())
    if any(model.has(FIRED) or is_engaged(battle, model.id) for model in there):
        return battle.side_marked(crew, STILL, 0)
    still = battle.side(crew).has(STILL) + 1
    battle = battle.side_marked(crew, STILL, still)
    if still >= STAND_OFF:
        return (yield from over(battle, "", f"nobody has fired or fought for {STAND_OFF} rounds, a stand-off"))
    if 2 * still >= STAND_OFF:
        left = STAND_OFF - still
        after = f"{left} more round{'s' * (left > 1)} like that"
        yield Say(f"nobody has fired or fought for {still} rounds; after {after} the battle is a stand-off", ENDING, battle)
    return battle


def _give_up(battle: Battle) -> Procedure[bool]:
    """Whether the enemies give up, now that the crew has what it came for: with a natural 1."""
    gang, ai = enemies_of(battle.setting), escalation_ai(battle.setting, main_ai(battle))
    if ai in NEVER:
        return False
    dice, count = ("D6", 1) if ai == ONE_DIE else ("2D6", 2)
    rolls = tuple(product(range(1, SIDES + 1), repeat=count))
    gone, stay = (tuple(faces for faces in rolls if (1 in faces) == wanted) for wanted in (True, False))
    means = (("they withdraw", gone), ("they fight on", stay))
    return 1 in (yield Roll("whether they give up", dice, gang, source=ENDING, means=means))


def withdrawn(battle: Battle) -> Procedure[Battle]:
    """All enemies leave, and the battle is over."""
    for name in enemies_there(battle):
        battle = bailed(battle, name)
    return (yield from over(battle, crew_of(battle.setting), f"all of {battle.called(enemies_of(battle.setting))} withdraw"))


def can_leave(battle: Battle, fighter: str) -> bool:
    """Whether a figure may leave the table: one of the crew, not shocked, within an inch of an edge."""
    model = battle.model(fighter)
    if not (model.on_table and is_crew(battle, fighter)) or model.has(SHOCKED):
        return False
    return any(from_edge(battle, fighter, edge) <= AT_EDGE + ROUNDING for edge in EDGES)


def leaves(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A crew member leaves the table over an edge, and the battle with it."""
    battle = bailed(battle, fighter)
    yield Say(f"{battle.called(fighter)} leaves the battlefield", ENDING, battle)
    return battle
