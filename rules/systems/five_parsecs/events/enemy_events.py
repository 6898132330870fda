"""Battle events that befall the enemies: who comes, who leaves, what they are up to, how tough they are, a fumbled grenade.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from rules.engine.procedure_steps import Procedure, Say
from rules.movement.direct_move import directly
from rules.movement.path_rules import NoPath
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import figure_of, table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import main_ai, sheet, stunned
from rules.systems.five_parsecs.conditions.marks import EVENTS, STUNNED, TOUGHER
from rules.systems.five_parsecs.conditions.side_marks import CHANGED_PLANS, LOST_HEART, RENEWED
from rules.systems.five_parsecs.events.arriving import arrive_at_enemy_edge, reinforcements, waiting
from rules.systems.five_parsecs.events.random_figures import by_chance, enemies_there
from rules.systems.five_parsecs.harm.random_movement import moves_at_random
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of, enemy_force
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.measuring.distance import nearest

REINFORCED = 2
FUMBLED_RUN, BLAST, FLIGHT = 6.0, 4.0, 4.0
"""Inches that whoever fumbles runs, within which others run away, and how far."""
ROUNDING = 1e-9


def renewed_efforts(battle: Battle) -> Procedure[Battle]:
    """For the rest of the battle one enemy by chance acts again after all have."""
    battle = battle.side_marked(enemies_of(battle.setting), RENEWED)
    yield Say("from now on one enemy acts again after all have acted", EVENTS, battle)
    return battle


def enemy_reinforcements(battle: Battle) -> Procedure[Battle]:
    """Two enemies come at the centre of their edge, one of them a specialist if there is one."""
    return (yield from arrive_at_enemy_edge(battle, reinforcements(battle, REINFORCED, specialists=1), EVENTS))


def enemy_vip(battle: Battle) -> Procedure[Battle]:
    """A unique individual comes at the centre of the enemies' edge."""
    return (yield from arrive_at_enemy_edge(battle, waiting(battle, enemies_of(battle.setting), "unique")[:1], EVENTS))


def change_of_plans(battle: Battle) -> Procedure[Battle]:
    """Enemies with ranged weapons are cautious for the rest of the battle; the cautious are tactical."""
    gang = enemies_of(battle.setting)
    battle = battle.side_marked(gang, CHANGED_PLANS, battle.side(gang).has(CHANGED_PLANS) + 1)
    yield Say(f"all of {battle.called(gang)} are {main_ai(battle)} now", EVENTS, battle)
    return battle


def lost_heart(battle: Battle) -> Procedure[Battle]:
    """All enemies leave at the end of the next round."""
    gang = enemies_of(battle.setting)
    battle = battle.side_marked(gang, LOST_HEART, battle.round + 1)
    yield Say(f"all of {battle.called(gang)} leave at the end of the next round", EVENTS, battle)
    return battle


def tougher(battle: Battle) -> Procedure[Battle]:
    """An enemy by chance has one more toughness, six at most, and is stunned no more."""
    name = yield from by_chance(battle, "who is tougher", enemies_of(battle.setting), enemies_there(battle), EVENTS)
    if name:
        battle = battle.marked(name, STUNNED, 0).marked(name, TOUGHER, battle.model(name).has(TOUGHER) + 1)
        yield Say(f"{battle.called(name)} is tougher than expected", EVENTS, battle)
    return battle


def fumbled_grenade(battle: Battle) -> Procedure[Battle]:
    """An enemy by chance runs off and is stunned, and all around him run away; not one who uses no grenades."""
    name = yield from by_chance(battle, "who fumbles a grenade", enemies_of(battle.setting), enemies_there(battle), EVENTS)
    if not name:
        return battle
    if not _uses_grenades(battle, name):
        yield Say(f"{battle.called(name)} uses no grenades", EVENTS)
        return battle
    origin = battle.model(name).position
    battle = stunned((yield from moves_at_random(battle, name, FUMBLED_RUN)), name)
    yield Say(f"{battle.called(name)} is stunned", EVENTS, battle)
    # The outermost run first, so that nobody is in anybody's way.
    near = sorted((nearest(figure_of(battle, model.id), origin).distance, model.id) for model in battle.on_table())
    for other in [other for far, other in near[::-1] if far <= BLAST + ROUNDING and other != name]:
        battle = run_away(battle, other, origin)
        yield Say(f"{battle.called(other)} runs from the grenade", EVENTS, battle)
    return battle


def _uses_grenades(battle: Battle, fighter: str) -> bool:
    armed = any("grenade" in weapon.traits for weapon in sheet(battle, fighter).weapons)
    return armed or enemy_force(battle.setting).grenades


def run_away(battle: Battle, fighter: str, origin: Point, inches: float = FLIGHT) -> Battle:
    """The battle with a figure so many inches straight away from a place, or as far as it gets: nobody runs over an edge."""
    try:
        gone = directly(table_of(battle), mover(battle, fighter), origin, inches, away=True, rules=movement_rules(battle))
    except SceneError:
        return battle  # Whoever hangs on a face stays there.
    if isinstance(gone, NoPath) or gone.place is None:
        return battle
    return battle.changed(fighter, position=gone.place)
