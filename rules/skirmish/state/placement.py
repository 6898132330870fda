"""Placement of fighters on the table: which places are good, and places as people write them."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rules.engagement import ONE_INCH
from rules.engine.procedure_steps import Option
from rules.errors import RulesError
from rules.movement.path_rules import may_end
from rules.skirmish.state.battle_navmesh import movement_rules, mover, navmesh_for
from rules.skirmish.state.battle_sight import figure_of, table_of
from rules.skirmish.state.battle_state import Battle, FighterState
from scene.base.memo import memoized
from scene.base.messages import plain, shown_text
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.navmesh.navmesh import NavMesh
from scene.table.table import Figure

LATTICE = 1.0
"""Inches between the places that are suggested."""
SUGGESTED = 12
OFF_LEVEL = 0.05
"""Inches: how far a height may be off the floor that is meant."""


@dataclass(frozen=True)
class Condition:
    """What must hold of a place.

    Attributes:
        text: what is wrong where it does not.
        holds: (n,) whether it does at places (n, 3).
    """

    text: str
    holds: Callable[[FloatArray], BoolArray]


def written(place: Point) -> str:
    """A place as the key of a choice."""
    return " ".join(f"{round(number, 3) + 0.0:g}" for number in place)


def typed_point(text: str, level: float) -> Point:
    """A typed x, y and height; without the height, on a level.

    Raises:
        RulesError: if it is no place.
    """
    try:
        numbers = [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) not in {2, 3} or not all(map(math.isfinite, numbers)):
        raise RulesError(f'"{shown_text(text)}" is no place; type x y or x y z, in inches')
    x, y, z = numbers if len(numbers) == 3 else (*numbers, level)
    return x, y, z


def read_places(battle: Battle, fighter: str, text: str) -> tuple[Point, ...]:
    """The places that a typed x, y and height can mean: without the height, one on each floor there.

    Raises:
        RulesError: if it is no place, or there is nothing to stand on.
    """
    words = text.replace(",", " ").split()
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) not in {2, 3} or not all(abs(number) < 1e4 for number in numbers):
        raise RulesError(f'"{shown_text(text)}" is no place; type x y or x y z, in inches')
    x, y = numbers[:2]
    floors = floors_at(navmesh_for(battle, fighter), x, y)
    if not floors:
        raise RulesError(f"there is nothing to stand on at {' '.join(words)}")
    meant = [floor for floor in floors if len(numbers) == 2 or abs(floor - numbers[2]) <= OFF_LEVEL]
    if not meant:
        raise RulesError(f"there is no floor at height {plain(numbers[2])} there; the heights are {_listed(floors)}")
    return tuple((x, y, floor) for floor in meant)


def floors_at(navmesh: NavMesh, x: float, y: float) -> list[float]:
    """The heights at which somebody can stand at a place."""
    point = np.array([[x, y]])
    return sorted({round(region.plane.height(x, y), 4) for region in navmesh.regions if region.holds(point)[0]})


def good_places(battle: Battle, fighter: str, conditions: tuple[Condition, ...]) -> FloatArray:
    """(n, 3) the places of a lattice over the whole table, all levels, where a fighter may be placed.

    Those on dangerous ground are among them only if there are no others.
    """
    lattice = _lattice(navmesh_for(battle, fighter))
    places, dangerous = lattice[:, :3], lattice[:, 3] > 0.0
    for condition in conditions:
        use = condition.holds(places)
        places, dangerous = places[use], dangerous[use]
    if len(places) == 0:
        return places
    use = may_end(table_of(battle), mover(battle, fighter), places, movement_rules(battle))
    safe = places[use & ~dangerous]
    return safe if len(safe) else places[use]


def an_inch_away(battle: Battle, fighter: str) -> Condition:
    """Nobody is placed within an inch of an enemy. Source: main-rulebook, The 1" rule and engaging enemies."""
    own = figure_of(battle, fighter)
    foes = [figure_of(battle, foe.id) for foe in _standing_foes(battle, fighter)]
    return Condition(
        'everybody keeps 1" away from enemies', lambda places: np.asarray(apart(own, places, foes) >= ONE_INCH - 1e-9)
    )


def apart(figure: Figure, places: FloatArray, others: Sequence[Figure]) -> FloatArray:
    """(n,) inches from a figure's base at places (n, 3) to the nearest base of others; infinite if there are none."""
    return np.asarray(apart_from_each(figure, places, others).min(axis=1, initial=np.inf))


def apart_from_each(figure: Figure, places: FloatArray, others: Sequence[Figure]) -> FloatArray:
    """(n, others) inches from a figure's base at places (n, 3) to the base of each of some others."""
    x, y, foot = np.array([other.position for other in others]).reshape(-1, 3).T
    radius, height = np.array([(other.base_radius, other.base_height) for other in others]).reshape(-1, 2).T
    here = places[:, None]
    plan = np.hypot(here[..., 0] - x, here[..., 1] - y) - figure.base_radius - radius
    above = np.maximum(here[..., 2] - (foot + height), foot - (here[..., 2] + figure.base_height))
    return np.asarray(np.hypot(plan.clip(min=0.0), above.clip(min=0.0)))


def suggested(battle: Battle, fighter: str, conditions: tuple[Condition, ...], *, most: int = SUGGESTED) -> tuple[Option, ...]:
    """Some good places, spread over all of them, as options."""
    good = good_places(battle, fighter, conditions)
    rows = np.unique(np.linspace(0, len(good) - 1, most).round().astype(int)) if len(good) else np.zeros(0, dtype=int)
    return tuple(_option((float(x), float(y), float(z))) for x, y, z in good[rows])


def typed_place(battle: Battle, fighter: str, conditions: tuple[Condition, ...]) -> Callable[[str], Option]:
    """Reads a typed place; refuses it with the reasons where the fighter may not be placed there.

    Of several floors one above the other that one is meant where he may be placed.
    """

    def option(text: str) -> Option:
        reasons: dict[str, None] = {}
        good = []
        for place in read_places(battle, fighter, text):
            refused = _refused(battle, fighter, place, conditions)
            reasons |= dict.fromkeys(refused)
            if not refused:
                good.append(place)
        if not good:
            raise RulesError("; ".join(reasons))
        if len(good) > 1:
            heights = _listed([place[2] for place in good])
            raise RulesError(f"there are floors at heights {heights}: type x y z")
        return _option(good[0])

    return option


def _refused(battle: Battle, fighter: str, place: Point, conditions: tuple[Condition, ...]) -> list[str]:
    """Why a fighter may not be placed on a floor."""
    here = np.array([place])
    reasons = [condition.text for condition in conditions if not condition.holds(here)[0]]
    if not reasons and not may_end(table_of(battle), mover(battle, fighter), here, movement_rules(battle))[0]:
        reasons.append(f"{written(place)} is taken, or on an obstacle")
    return reasons


def _standing_foes(battle: Battle, fighter: str) -> Iterator[FighterState]:
    return (foe for foe in battle.foes(battle.model(fighter).gang) if foe.status != "seriously_injured")


def _listed(heights: Sequence[float]) -> str:
    return ", ".join(plain(height, 4) for height in heights)


def _option(place: Point) -> Option:
    return Option(written(place), f"at {written(place)}", place)


@memoized
def _lattice(navmesh: NavMesh) -> FloatArray:
    """(n, 4) places on all regions, by x, then y, then height, and whether the ground there is dangerous."""
    found = [np.zeros((0, 4))]
    for region in navmesh.regions:
        low, high = region.rings[0].min(axis=0), region.rings[0].max(axis=0)
        axes = [np.arange(np.ceil(a / LATTICE), b / LATTICE) * LATTICE for a, b in zip(low, high, strict=True)]
        points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)
        points = points[region.holds(points)]
        found.append(np.column_stack([region.points(points), np.full(len(points), float(region.ground == "dangerous"))]))
    places = np.concatenate(found)
    return places[np.lexsort(places.T[::-1])]
