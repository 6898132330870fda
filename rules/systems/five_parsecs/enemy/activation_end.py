"""The end of an enemy's activation: which way it faces, overwatch, and beasts that skulk.

Sources: five-parsecs: Arc of fire, Enemy overwatch, Enemy skulking.
"""

import math

import numpy as np
import shapely

from rules.engagement import gap_to
from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.movement.path_rules import may_end
from rules.skirmish.state.battle_navmesh import movement_rules, mover, navmesh_for
from rules.skirmish.state.battle_sight import apart, figure_of, table_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import written
from rules.systems.five_parsecs.conditions.battle_view import faced
from rules.systems.five_parsecs.conditions.figure_now import ai_of, guns_of, may_fire
from rules.systems.five_parsecs.conditions.marks import LANDED, OVERWATCH, SHOCKED
from rules.systems.five_parsecs.enemy.enemy_fire import targets_seen
from rules.systems.five_parsecs.enemy.plan_making import looking
from rules.systems.five_parsecs.enemy.prospects.outlook import opponents_of
from rules.systems.five_parsecs.enemy.prospects.reached_places import on_danger
from rules.systems.five_parsecs.harm.hits import SIDES
from rules.systems.five_parsecs.terrain_features import area_features
from scene.geometry.mesh import FloatArray, Point
from scene.measuring.distance import nearest
from scene.table.footprints import footprint
from scene.table.table import Piece

OVERWATCHES, SKULKS = "Enemy overwatch", "Enemy skulking"
ARC = "Arc of fire"
LEAST, CAREFUL_LEAST = 5, 4
"""What the die for overwatch has to show, and for the careful. Source: five-parsecs, Enemy overwatch; Enemy skulking."""
CAREFUL = frozenset({"cautious", "defensive"})
HERE = 1.0
"""Inches: a beast is at a feature that is no farther off."""
INSIDE = 0.6
"""Inches above a feature's foot at which a place is within it, and not on top of it."""
TOUCHING = 0.03
"""Inches between a feature and a base that is placed touching it."""
SAMPLED = 0.25
"""Inches between the places around a feature that are tried."""
REAR = 0.5
"""Inches: places so little less far behind a feature are behind it."""
LOW = 0.5
"""Inches: what is lower is no feature to skulk at."""
NO_FEATURES = frozenset({"ladder", "stairs", "pit"})


def ends(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An enemy that is done faces somebody or, where it sees nobody, may go on overwatch or skulk.

    Whoever has gone down, is shocked or has come down hard does neither.
    """
    model = battle.model(fighter)
    if not model.on_table:
        return battle
    watching = looking(battle, fighter)
    seen = targets_seen(watching, fighter)
    if seen:
        return _facing(battle, fighter, tuple(seen))
    if model.has(SHOCKED) or model.has(LANDED) or not opponents_of(battle, fighter):
        return battle
    if ai_of(battle, fighter) == "beast":
        battle = yield from _skulks(battle, fighter)
    if guns_of(battle, fighter) and not targets_seen(looking(battle, fighter), fighter):
        return (yield from _overwatch(battle, fighter))
    return battle


def _facing(battle: Battle, fighter: str, seen: tuple[str, ...]) -> Battle:
    """Turned to the nearest whom it can fire at, or else the nearest in sight. Source: five-parsecs, Arc of fire."""
    far = max((gun.inches for gun in guns_of(battle, fighter)), default=0.0) if may_fire(battle, fighter) else 0.0
    near = [name for name in seen if apart(battle, fighter, name) <= far]
    return faced(battle, fighter, (near or list(seen))[0])


def _overwatch(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The roll of whoever sees no target, for overwatch."""
    least = CAREFUL_LEAST if ai_of(battle, fighter) in CAREFUL else LEAST
    roll = Roll(
        "overwatch", "D6", fighter, f"{least}+", (), OVERWATCHES, frozenset(range(least, SIDES + 1)), ("on overwatch", "not")
    )
    if not roll.succeeds((yield roll)):
        return battle
    battle = battle.marked(fighter, OVERWATCH)
    yield Say(f"{battle.called(fighter)} goes on overwatch", OVERWATCHES, battle)
    return battle


def _skulks(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The roll of a beast that sees no target, and where it goes."""
    good = frozenset(range(LEAST, SIDES + 1))
    roll = Roll("skulking", "D6", fighter, f"{LEAST}+", (), SKULKS, good, ("skulks", "stays"))
    if not roll.succeeds((yield roll)):
        return battle
    found = skulking_place(battle, fighter)
    if found is None:
        yield Say(f"no terrain feature is nearer to a target than {battle.called(fighter)}", SKULKS)
        return battle
    piece, place = found
    battle = looking(battle, fighter, place)
    yield Say(f"{battle.called(fighter)} skulks to {battle.called(piece)}, at {written(place)}", SKULKS, battle)
    return battle


def skulking_place(battle: Battle, fighter: str) -> tuple[str, Point] | None:
    """The nearest terrain feature that is closer to a target than a beast is, and where in or behind it the beast goes.

    Returns:
        The id of the piece and the place, inches; None where there is no such feature with room.
    """
    own = figure_of(battle, fighter)
    targets = [figure_of(battle, name) for name in opponents_of(battle, fighter)]
    terrain = terrain_of(battle)
    pieces = [one for one in terrain.pieces if one.hides and one.kind not in NO_FEATURES and _counts(battle, one)]
    far = {one.id: gap_to(own, one) for one in pieces}
    closest = min(float(nearest(own, target).distance) for target in targets)
    for piece in sorted(pieces, key=lambda one: (far[one.id], one.id)):
        if far[piece.id] <= HERE or min(gap_to(target, piece) for target in targets) >= closest:
            continue
        target = min(targets, key=lambda one, piece=piece: gap_to(one, piece))  # type: ignore[misc]
        place = _centre(battle, fighter, piece) or _behind(battle, fighter, piece, target.position)
        if place is not None:
            return piece.id, place
    return None


def _counts(battle: Battle, piece: Piece) -> bool:
    """Whether a piece is high enough for a beast to hide at; areas always are."""
    areas = {area.id for area in area_features(terrain_of(battle))}
    return piece.id in areas or float(np.ptp(piece.placed.bounds[:, 2])) >= LOW


def _centre(battle: Battle, fighter: str, piece: Piece) -> Point | None:
    """The middle of a feature, on the ground within it; None where nobody can stand there."""
    x, y = shapely.get_coordinates(footprint(piece.placed).centroid)[0].tolist()
    found = _standable(battle, fighter, piece, np.array([[x, y]]))
    return None if not len(found) else _point(found[0])


def _behind(battle: Battle, fighter: str, piece: Piece, target: Point) -> Point | None:
    """The nearest place that touches a feature and is behind it, seen from a target; None without room."""
    rim = footprint(piece.placed).buffer(mover(battle, fighter).base_radius + TOUCHING)
    around = shapely.get_coordinates(shapely.segmentize(rim.boundary, SAMPLED))
    found = _standable(battle, fighter, piece, around)
    if not len(found):
        return None
    middle = shapely.get_coordinates(footprint(piece.placed).centroid)[0]
    away = middle - np.array(target[:2])
    behind = (found[:, :2] - middle) @ away / max(math.hypot(*away.tolist()), 1e-9)
    far = np.linalg.norm(found - np.array(battle.model(fighter).position), axis=1)
    # Long features have their rear near; of small ones all that is behind is.
    return _point(found[int(np.argmin(np.where(behind >= behind.max() - REAR, far, np.inf)))])


def _standable(battle: Battle, fighter: str, piece: Piece, places: FloatArray) -> FloatArray:
    """(k, 3) those of places (n, 2) at the foot of a piece where a figure can stand, and nobody else does."""
    navmesh, low = navmesh_for(battle, fighter), float(piece.placed.bounds[0, 2])
    found = [np.zeros((0, 3))]
    for region in navmesh.regions:
        inside = region.points(places[region.holds(places)])
        found.append(inside[np.abs(inside[:, 2] - low) <= INSIDE])
    there = np.concatenate(found)
    there = there[~on_danger(navmesh, there)]
    return there[may_end(table_of(battle), mover(battle, fighter), there, movement_rules(battle))] if len(there) else there


def _point(place: FloatArray) -> Point:
    x, y, z = place.tolist()
    return x, y, z
