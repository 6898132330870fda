"""The ground of a battle: the navmesh of a fighter, where he can stand, and the cached paths between places.

Source: main-rulebook, Movement; Terrain types.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from rules.movement.keep_out_discs import taken
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, agent_of, find_path
from rules.skirmish.state.battle_sight import figure_of, table_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.path_legs import Path
from scene.pathfinding.region_lookup import nearest_on_navmesh, region_at
from scene.table.table import Figure, Table
from scene.table_io.table_statuses import POSTURES, Status

MOST_FLOORS = 4
"""Floors one above the other that are tried for a place of which only x and y are given, the nearest first."""

ABOVE = 0.05
"""Inches above, or below, its height at which one is on the ground."""


def movement_rules(battle: Battle) -> MovementRules:
    """How figures move in a battle."""
    return battle.setting.part(MovementRules)


def mover(battle: Battle, fighter: str) -> Figure:
    """The figure of a fighter as it moves: with the body of his card, on its feet.

    So he has one navmesh all through a battle, however he lies and whatever figure stands for him now. Where that figure is
    taller, he still goes wherever his card's goes; sight, cover and pictures are of the body that he has now, `figure_of`.
    """
    return _on_the_move(figure_of(battle, fighter, status="standing", proxy=""), battle.model(fighter).status)


@lru_cache(maxsize=4096)
def _on_the_move(upright: Figure, status: Status) -> Figure:
    return replace(upright, posture=POSTURES[status])


def navmesh_for(battle: Battle, fighter: str) -> NavMesh:
    """The navmesh that a fighter moves over."""
    return navmesh_of(terrain_of(battle), battle.setting.table.size, agent_of(mover(battle, fighter)))


def grounded(battle: Battle, fighter: str, place: Point) -> bool:
    """Whether a place is on ground for a fighter, and not above it."""
    navmesh = navmesh_for(battle, fighter)
    spot = region_at(navmesh, place)
    return spot is not None and bool(abs(navmesh.regions[spot.region].plane.at(spot.xy) - place[2]) <= ABOVE)


def free(battle: Battle, fighter: str, place: Point) -> bool:
    """Whether a fighter can stand at a place: on ground, and on nobody's base."""
    there = taken(table_of(battle), mover(battle, fighter), np.array([place]))[0]
    return grounded(battle, fighter, place) and not there


def dangerous(battle: Battle, fighter: str) -> bool:
    """Whether a fighter is in dangerous terrain. Source: main-rulebook, Dangerous terrain."""
    model = battle.model(fighter)
    if model.climb is not None or not any(piece.ground == "dangerous" for piece in terrain_of(battle).pieces):
        return False
    navmesh = navmesh_for(battle, fighter)
    spot = region_at(navmesh, model.position)
    return spot is not None and navmesh.regions[spot.region].ground == "dangerous"


def way(
    battle: Battle, fighter: str, goal: Point, *, start: Point | None = None, safe: bool = False, one_round: bool = False
) -> Path | NoPath:
    """The cheapest path of a fighter to a place; why there is none, also where he or the place is on no ground.

    Args:
        start: from where; his own place by default.
        safe: without any check.
        one_round: without any jump that ends the round.
    """
    figure = mover(battle, fighter)
    if start is not None:
        figure = figure.moved(start)
    move = profile_now(battle, fighter).movement
    return _path(table_of(battle), figure, goal, movement_rules(battle), move, safe, one_round)


def path_in_plan(
    battle: Battle, fighter: str, xy: tuple[float, float], *, start: Point | None = None, safe: bool = False
) -> Path | NoPath:
    """The same to a place of which only x and y are given: of several floors there, the one that costs least to get to."""
    here = start or battle.model(fighter).position
    navmesh = navmesh_for(battle, fighter)
    floors = {round(region.plane.height(*xy), 3) for region in navmesh.regions if region.holds(np.array([xy]))[0]}
    tried = sorted(floors, key=lambda z: abs(z - here[2]))[:MOST_FLOORS]
    found = [way(battle, fighter, (*xy, z), start=start, safe=safe) for z in tried]
    paths = [one for one in found if isinstance(one, Path)]
    if paths:
        return min(paths, key=lambda one: one.cost)
    return found[0] if found else NoPath(_no_ground(navmesh, xy))


@lru_cache(maxsize=1024)
def _path(
    table: Table,
    figure: Figure,
    goal: Point,
    rules: MovementRules,
    move: float,
    safe: bool,  # noqa: FBT001
    one_round: bool,  # noqa: FBT001
) -> Path | NoPath:
    try:
        return find_path(table, figure, goal, rules=rules, move=move, safe=safe, one_round=one_round)
    except SceneError as error:
        return NoPath(error.faults[0])


def _no_ground(navmesh: NavMesh, xy: tuple[float, float]) -> str:
    near = nearest_on_navmesh(navmesh, (*xy, 0.0))
    instead = f"; the nearest is at {' '.join(plain(value) for value in near)}" if near else ""
    return f"nobody can stand at {plain(xy[0])} {plain(xy[1])}{instead}"
