"""The places where a figure can end a move: none that hurts to get to, and none on dangerous ground.

Sources: five-parsecs: Movement action, Jumping, Falling, Impossible or stupid actions.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, find_reach
from rules.skirmish.state.battle_navmesh import ABOVE, movement_rules, mover, navmesh_for, way
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.moving.walks import is_hard_jump, within_round
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Table

STEP = 0.5
"""Inches between the places that are looked at: near enough to find those beside a barricade."""
LOOKED_AT = 0.25
"""Inches between the places of a path at which its ground is looked at."""
ROUNDING = 0.02
"""Inches by which a path may be longer than its search has told."""


@dataclass(frozen=True, eq=False)
class ReachedPlaces:
    """n places in reach; the first is where the figure is.

    Attributes:
        positions: (n, 3) inches.
        costs: (n,) inches of movement.
        lands: (n,) whether it comes there by a jump that ends the round.
        inches: of movement that there are.
    """

    positions: FloatArray
    costs: FloatArray
    lands: BoolArray
    inches: float


def reached_places(battle: Battle, fighter: str, inches: float) -> ReachedPlaces:
    """Where a figure can end a move of so many inches without harm."""
    here = np.array([battle.model(fighter).position])
    positions, costs, lands = _reached(table_of(battle), mover(battle, fighter), round(inches, 3), movement_rules(battle))
    use = ~on_danger(navmesh_for(battle, fighter), positions)
    return ReachedPlaces(
        np.concatenate([here, positions[use]]), np.append(0.0, costs[use]), np.append(False, lands[use]), inches
    )


@lru_cache(maxsize=64)
def _reached(table: Table, figure: Figure, inches: float, rules: MovementRules) -> tuple[FloatArray, FloatArray, BoolArray]:
    try:
        found = find_reach(table, figure, inches=inches, rules=rules, safe=True, step=STEP)
    except SceneError:
        return np.zeros((0, 3)), np.zeros(0), np.zeros(0, dtype=bool)
    return found.positions, found.costs, found.ends_round


def on_danger(navmesh: NavMesh, places: FloatArray) -> BoolArray:
    """(n,) whether places (n, 3) are on dangerous ground, where nobody goes of his own will."""
    found = np.zeros(len(places), dtype=bool)
    for region in navmesh.regions:
        if region.ground == "dangerous":
            found |= region.holds(places[:, :2]) & (np.abs(places[:, 2] - region.plane.at(places)) <= ABOVE)
    return found


def harmless_path(battle: Battle, fighter: str, place: Point, inches: float) -> Path | None:
    """The cheapest path to a place, in this round, that neither hurts nor leads over dangerous ground.

    None without one of so many inches.
    """
    found = way(battle, fighter, place, safe=True)
    if isinstance(found, NoPath) or found.cost > inches + ROUNDING:
        return None
    found = within_round(battle, fighter, found, inches + ROUNDING, safe=True)
    if any(is_hard_jump(leg) for leg in found.legs[:-1]):
        return None
    return None if crosses_danger(battle, fighter, found) else found


def crosses_danger(battle: Battle, fighter: str, path: Path) -> bool:
    """Whether a path leads onto dangerous ground, on which the figure is not already."""
    navmesh = navmesh_for(battle, fighter)
    if not path.legs or all(region.ground != "dangerous" for region in navmesh.regions):
        return False
    ends = np.array([[leg.start, leg.end] for leg in path.legs])
    counts = [2 + int(leg.length / LOOKED_AT) for leg in path.legs]
    places = np.concatenate([np.linspace(start, end, count) for (start, end), count in zip(ends, counts, strict=True)])
    met = on_danger(navmesh, places)
    return bool(met.any() and not met[0])
