"""Pushes, and where whoever is pushed over an edge comes down.

Sources: five-parsecs: Rolling for damage, Falling. Nothing is said of edges: whoever is moved over one falls.
"""

from functools import lru_cache

from rules.body_limits import STEP
from rules.fall_rules import FallDamage, fall_damage, faller_of
from rules.movement.direct_move import DirectMove, directly
from rules.movement.making_room import make_room
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath
from rules.skirmish.state.battle_navmesh import grounded, movement_rules, mover, navmesh_for
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.marks import LANDED
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall, fall_down, fall_from
from scene.pathfinding.region_lookup import nearest_on_navmesh
from scene.table.table import Figure, Table

PUSH = 1.0
"""Inches. Source: five-parsecs, Rolling for damage; Random movement."""


def pushed(battle: Battle, fighter: str, origin: Point, inches: float = PUSH) -> tuple[Battle, Fall | None]:
    """The battle with a figure pushed straight away from a place, and the fall over an edge that it comes to."""
    gone = _pushed(table_of(battle), mover(battle, fighter), origin, inches, movement_rules(battle))
    if gone is None:
        return battle, None
    if gone.falls:
        return battle.changed(fighter, position=gone.reached), _fall(battle, fighter, gone.reached)
    return battle.changed(fighter, position=gone.place or battle.model(fighter).position), None


@lru_cache(maxsize=2048)
def _pushed(table: Table, figure: Figure, origin: Point, inches: float, rules: MovementRules) -> DirectMove | None:
    """The move of a figure that is pushed; None where it does not move. Odds ask for the same one again and again."""
    try:
        gone = directly(table, figure, origin, inches, away=True, rules=rules, over_edges=True)
    except SceneError:
        return None  # Whoever hangs on a face is not pushed along it.
    return None if isinstance(gone, NoPath) else gone


def _fall(battle: Battle, fighter: str, place: Point) -> Fall | None:
    faller, table = faller_of(mover(battle, fighter), movement_rules(battle).falls), table_of(battle)
    try:
        return fall_from(table, place, faller)
    except SceneError:
        return fall_down(table, place, faller)


def _ground_at(battle: Battle, fighter: str, place: Point) -> Point:
    """Where somebody stands who has come down at a place: the nearest ground where that is none, such as the top of a rail."""
    if grounded(battle, fighter, place):
        return place
    ground = nearest_on_navmesh(navmesh_for(battle, fighter), place)
    if ground is None:
        return place
    found = make_room(table_of(battle), mover(battle, fighter).moved(ground), rules=movement_rules(battle), apart=0.0)
    return place if isinstance(found, NoPath) else found


def unheld(battle: Battle, piece: str) -> tuple[str, ...]:
    """Those who stood on a piece of terrain that is gone, and whom nothing holds now."""
    (x_low, y_low, _), (x_high, y_high, top) = battle.setting.table.piece(piece).placed.bounds.tolist()
    found = []
    for model in battle.on_table():
        (x, y, z), radius = model.position, mover(battle, model.id).base_radius
        near = x_low - radius <= x <= x_high + radius and y_low - radius <= y <= y_high + radius
        if near and STEP < z <= top + STEP and not grounded(battle, model.id, model.position):
            found.append(model.id)
    return tuple(found)


def dropped(battle: Battle, fighter: str) -> Fall:
    """How somebody comes down whom nothing holds where he is."""
    return fall_down(
        table_of(battle), battle.model(fighter).position, faller_of(mover(battle, fighter), movement_rules(battle).falls)
    )


def landed(battle: Battle, fighter: str, fall: Fall) -> tuple[Battle, FallDamage]:
    """The battle with a figure where it comes down, and what that does to it."""
    damage = fall_damage(movement_rules(battle).falls, fall.distance)
    battle = battle.changed(fighter, position=_ground_at(battle, fighter, fall.lies))
    return (battle.marked(fighter, LANDED) if damage.ends_round else battle), damage
