"""Doors, terminals and ductways in a battle: who is beside which, what works what, and doors that open and close.

Source: arbiter, Door, Operate; Door, Access Terminal; Door, Force Open; Ductway, Crawl Through; main-rulebook, Line of
sight: walls and closed doors.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from rules.body_limits import STEP
from rules.engagement import CONTACT
from rules.errors import RulesError
from rules.skirmish.state.battle_navmesh import free, navmesh_for
from rules.skirmish.state.battle_sight import figure_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import FloatArray, Point
from scene.measuring.distance import blocked_by, nearest
from scene.pathfinding.region_lookup import region_at
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Piece

ADJACENT = 1.0
"""Inches within which one is beside a door, a terminal or a mouth where a rulebook does not say."""
JAMB = 0.15
"""Inches at the ends of a leaf that are in the wall, or so near to it that nobody gets at them."""
OPENING = 0.7
"""What part of a ductway's width its mouths are."""
ASIDE = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)
"""Inches beside the axis of a ductway at which somebody may come out of it."""
ROOM = 1.0
"""Inches from its mouth at which somebody comes out of it at most, base to mouth."""


@dataclass(frozen=True)
class Ductway:
    """A ductway as somebody beside one of its mouths has it.

    Attributes:
        id: of the piece.
        near, far: the middles of the opening beside him, and of the other one.
        out: unit vector in plan, out of the far mouth.
        ground: the height that it lies at, inches.
    """

    id: str
    near: Point
    far: Point
    out: tuple[float, float]
    ground: float


@dataclass(frozen=True, eq=False)
class _Leaf:
    """A door's leaf in plan: what it takes up, places along its middle that one gets at, and half its thickness."""

    plan: shapely.Polygon
    places: FloatArray
    half: float
    low: float
    high: float


def doors(battle: Battle) -> tuple[str, ...]:
    """All doors, open or closed; not those that were blown up."""
    return tuple(piece.id for piece in terrain_of(battle).pieces if piece.kind == "door")


def is_open(battle: Battle, door: str) -> bool:
    """Whether a door is open, or gone; a `RulesError` for what is none."""
    _check_door(battle, door)
    return battle.piece_state(door) != "closed"


def doors_beside(battle: Battle, fighter: str, *, within: float = ADJACENT) -> tuple[str, ...]:
    """The doors that a fighter is beside, nearest first; of open ones the place of the leaf counts.

    Args:
        battle: how things are.
        fighter: who.
        within: inches from his base to the leaf, with no wall between; 0 is base contact.
    """
    figure = figure_of(battle, fighter)
    pieces = [piece for piece in terrain_of(battle).pieces if piece.kind == "door"]
    return _nearest_first((_to_leaf(battle, figure, piece, within), piece.id) for piece in pieces)


def terminals_beside(battle: Battle, fighter: str, *, within: float = ADJACENT) -> tuple[str, ...]:
    """The terminals that a fighter is beside, nearest first; the arguments are those of `doors_beside`."""
    figure, terrain = figure_of(battle, fighter), terrain_of(battle)
    found = []
    for piece in terrain.pieces:
        if piece.works and _box_apart(figure, piece) <= within + CONTACT:
            apart = nearest(figure, piece).distance
            use = apart <= within + CONTACT and not blocked_by(terrain, figure, piece)
            found.append((apart if use else np.inf, piece.id))
    return _nearest_first(found)


def _box_apart(figure: Figure, piece: Piece) -> float:
    """Inches in plan from a base to the box round a piece: no more than to the piece, and found without its triangles."""
    disc, (low, high) = plan_disc(figure), piece.placed.bounds[:, :2]
    return float(np.hypot(*np.maximum(0.0, np.maximum(low - disc.centre, disc.centre - high)))) - disc.radius


def door_of(battle: Battle, terminal: str) -> str:
    """The door that a terminal works; a `RulesError` for what is no terminal."""
    works = battle.setting.table.piece(terminal).works
    if not works:
        raise RulesError(f"{battle.called(terminal)} is no terminal")
    return works


def terminals_of(battle: Battle, door: str) -> tuple[str, ...]:
    """The terminals that work a door."""
    return tuple(piece.id for piece in terrain_of(battle).pieces if piece.works == door)


def ductways_beside(battle: Battle, fighter: str, *, within: float = ADJACENT) -> tuple[Ductway, ...]:
    """The ductways with a mouth beside a fighter, nearest first; the arguments are those of `doors_beside`."""
    figure = figure_of(battle, fighter)
    found: list[tuple[float, str, Ductway]] = []
    for piece in terrain_of(battle).pieces:
        if piece.openings is None:
            continue
        first, second = piece.openings
        for near, far in ((first, second), (second, first)):
            ductway = Ductway(piece.id, near, far, _outward(far, near), float(piece.placed.bounds[0, 2]))
            apart = _to_mouth(battle, figure, piece, ductway)
            if apart <= within + CONTACT:
                found.append((apart, piece.id, ductway))
    return tuple(ductway for _, _, ductway in sorted(found, key=lambda one: one[:2]))


def exits(battle: Battle, fighter: str, ductway: Ductway) -> tuple[Point, ...]:
    """Free places for a fighter to stand at before the far mouth, the nearest to it first."""
    figure, navmesh = figure_of(battle, fighter), navmesh_for(battle, fighter)
    along = np.array(ductway.out)
    aside = np.array([-along[1], along[0]])
    found: list[tuple[float, Point]] = []
    for away in np.arange(0.02, ROOM, 0.24):
        for shift in ASIDE:
            x, y = (np.array(ductway.far[:2]) + (figure.base_radius + away) * along + shift * aside).tolist()
            spot = region_at(navmesh, (x, y, ductway.ground))
            place = navmesh.regions[spot.region].point(spot.xy) if spot is not None else None
            if place is None or abs(place[2] - ductway.ground) > STEP:
                continue
            if free(battle, fighter, place):
                found.append((float(away + abs(shift)), place))
    return tuple(place for _, place in sorted(found))


def before_mouth(battle: Battle, ductway: Ductway, inches: float) -> tuple[str, ...]:
    """The fighters within so many inches of the far mouth with no wall between, nearest first."""
    terrain, mouth = terrain_of(battle), _before(ductway.far, ductway.out, ductway.far[2])
    found = []
    for model in battle.on_table():
        figure = figure_of(battle, model.id)
        apart = nearest(figure, mouth).horizontal
        level = abs(model.position[2] - ductway.ground) <= inches
        if level and apart <= inches + CONTACT and not set(blocked_by(terrain, figure, mouth)) - {ductway.id}:
            found.append((apart, model.id))
    return _nearest_first(found)


def in_doorway(battle: Battle, door: str) -> tuple[str, ...]:
    """The fighters whose bases are where a door's leaf is when it is closed."""
    leaf = _leaf(_check_door(battle, door))
    return tuple(model.id for model in battle.on_table() if _stands_in(leaf, figure_of(battle, model.id)))


def why_not_set(battle: Battle, door: str, *, open_it: bool) -> str | None:
    """Why a door cannot be opened or closed now; None if it can."""
    _check_door(battle, door)
    state = battle.piece_state(door)
    if state == "gone":
        return f"{battle.called(door)} is gone"
    if (state == "open") == open_it:
        return f"{battle.called(door)} is {state} already"
    if not open_it and (there := in_doorway(battle, door)):
        return f"{battle.all_called(there)} {'stand' if len(there) > 1 else 'stands'} in the doorway of {battle.called(door)}"
    return None


def set_door(battle: Battle, door: str, *, open_it: bool) -> Battle:
    """The battle with a door opened or closed.

    Raises:
        RulesError: for what is no door, and where `why_not_set` tells why not.
    """
    if (why := why_not_set(battle, door, open_it=open_it)) is not None:
        raise RulesError(why)
    return battle.piece_changed(door, "open" if open_it else "closed")


def _check_door(battle: Battle, door: str) -> Piece:
    piece = battle.setting.table.piece(door)
    if piece.kind != "door":
        raise RulesError(f"{battle.called(door)} is no door")
    return piece


def _nearest_first(found: Iterator[tuple[float, str]] | list[tuple[float, str]]) -> tuple[str, ...]:
    return tuple(name for apart, name in sorted(found) if np.isfinite(apart))


@lru_cache(maxsize=256)
def _leaf(piece: Piece) -> _Leaf:
    """The leaf where it is when the door is closed."""
    low, high = piece.placed.bounds[:, 2].tolist()
    plan = shapely.MultiPoint(piece.placed.vertices[:, :2]).minimum_rotated_rectangle
    ring = np.array(plan.exterior.coords)
    sides = np.hypot(*np.diff(ring, axis=0)[:2].T)
    a, b, c, d = ring[:4] if sides[0] >= sides[1] else ring[1:5]
    start, end = (a + d) / 2.0, (b + c) / 2.0
    inset = min(JAMB / max(float(sides.max()), 1e-9), 0.5)
    share = np.linspace(inset, 1.0 - inset, 9)[:, None]
    return _Leaf(plan, start + share * (end - start), float(sides.min()) / 2.0, low, high)


def _to_leaf(battle: Battle, figure: Figure, door: Piece, within: float) -> float:
    """Inches from a base to a door's leaf; infinite beyond a distance, and behind walls."""
    leaf, z = _leaf(door), figure.position[2]
    if not leaf.low - STEP <= z < leaf.high:
        return np.inf
    apart = np.hypot(*(leaf.places - figure.position[:2]).T) - figure.base_radius - leaf.half
    for number in np.argsort(apart, kind="stable").tolist():
        if apart[number] > within + CONTACT:
            break
        x, y = leaf.places[number].tolist()
        if not set(blocked_by(terrain_of(battle), figure, (x, y, z))) - {door.id}:
            return max(float(apart[number]), 0.0)
    return np.inf


def _stands_in(leaf: _Leaf, figure: Figure) -> bool:
    """Whether a figure's base is where a leaf is; one that only touches it is not."""
    tall = figure.position[2] + max(figure.base_height, STEP)
    if not (leaf.low - STEP <= figure.position[2] < leaf.high and leaf.low < tall):
        return False
    return bool(leaf.plan.distance(shapely.Point(figure.position[:2])) < figure.base_radius - CONTACT)


def _outward(mouth: Point, other: Point) -> tuple[float, float]:
    x, y = mouth[0] - other[0], mouth[1] - other[1]
    size = max(float(np.hypot(x, y)), 1e-9)
    return x / size, y / size


def _before(mouth: Point, out: tuple[float, float], z: float) -> Point:
    """A place just outside of a mouth, at a height."""
    return mouth[0] + 0.03 * out[0], mouth[1] + 0.03 * out[1], z


def _to_mouth(battle: Battle, figure: Figure, piece: Piece, ductway: Ductway) -> float:
    """Inches from a base to the near mouth of a ductway; infinite where it is not before it, or behind a wall."""
    if abs(figure.position[2] - ductway.ground) > STEP:
        return np.inf
    out = (-ductway.out[0], -ductway.out[1])
    away = np.subtract(figure.position[:2], ductway.near[:2])
    along, aside = float(away @ out), float(away @ (-out[1], out[0]))
    if along <= 0.0:
        return np.inf
    sides = (piece.placed.vertices[:, :2] - ductway.near[:2]) @ (-out[1], out[0])
    half = OPENING * float(np.abs(sides).max())
    shift = float(np.clip(aside, -half, half))
    mouth = _before(ductway.near, out, figure.position[2])
    place = (mouth[0] - shift * out[1], mouth[1] + shift * out[0], mouth[2])
    if set(blocked_by(terrain_of(battle), figure, place)) - {ductway.id}:
        return np.inf
    return max(float(np.hypot(along, aside - shift)) - figure.base_radius, 0.0)
