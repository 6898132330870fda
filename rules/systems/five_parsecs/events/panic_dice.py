"""Morale of the enemies at the end of a round: a panic die for each whom they have lost, and who bails.

Sources: five-parsecs: Enemy running away, Fearless.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import bailed
from rules.systems.five_parsecs.conditions.side_marks import STEADIED
from rules.systems.five_parsecs.events.random_figures import enemies_there
from rules.systems.five_parsecs.events.table_edges import enemy_edge, from_edge
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of, enemy_force, sheet_of

MORALE = "Enemy running away"
MOST_DICE = 20
"""Nobody loses more in a round; a roll has to be of some size."""


def panic_range(battle: Battle) -> int:
    """The highest face that makes somebody bail; 0: they fight to the death."""
    side = battle.side(enemies_of(battle.setting))
    return max(enemy_force(battle.setting).panic - side.has(STEADIED), 0)


def bail_first(battle: Battle) -> tuple[str, ...]:
    """The ids of all enemies who may bail, the closest to their own edge first; those at the same distance in their order.

    Lieutenants and others without fear are passed over. Source: five-parsecs, Fearless.
    """
    edge = enemy_edge(battle)
    afraid = [name for name in enemies_there(battle) if not _fearless(battle, name)]
    return tuple(sorted(afraid, key=lambda name: round(from_edge(battle, name, edge), 6)))


def _fearless(battle: Battle, fighter: str) -> bool:
    sheet = sheet_of(battle.setting, fighter)
    return sheet.fearless or sheet.role == "lieutenant"


def morale(battle: Battle) -> Procedure[Battle]:
    """The panic dice of a round, and those who bail; from here on losses count for the next round."""
    gang = enemies_of(battle.setting)
    lost = min(battle.side(gang).lost_this_round, MOST_DICE)
    for side in battle.sides:
        battle = battle.side_changed(side.id, lost_this_round=0)
    if not lost or not enemies_there(battle):
        return battle
    worst = panic_range(battle)
    if worst <= 0:
        yield Say(f"{battle.called(gang)}: {lost} lost, and the others fight to the death", MORALE)
        return battle
    often = "1" if worst == 1 else f"1-{worst}"
    dice = "D6" if lost == 1 else f"{lost}D6"
    faces = yield Roll("panic dice", dice, gang, source=MORALE, tells=f"for each {often} one of them bails")
    leaving = bail_first(battle)[: sum(face <= worst for face in faces)]
    for name in leaving:
        battle = bailed(battle, name)
        yield Say(f"{battle.called(name)} bails", MORALE, battle)
    if not leaving:
        yield Say(f"nobody of {battle.called(gang)} bails", MORALE)
    return battle
