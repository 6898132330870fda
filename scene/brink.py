"""Edges of floors near a figure that it could go over: where they are, how deep it goes down there, what bounds them.

Source of the numbers: main-rulebook, Falling hazards and Stepping up.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.facets import Facets, counts, disc, facets_near, grown, solids, standable
from scene.footprint import Disc, footprint, plan_disc
from scene.mesh import BoolArray, FloatArray, IntArray, Mesh, Point
from scene.table import Figure, Table

STEP = 0.5
"""Inches that one steps up or down; what goes down by no more is no edge."""
AT_RISK = 0.5
"""Inches from an edge, measured from the base's rim, within which there is a risk of falling."""
RAIL = 0.5
"""Inches: a rail or the like that is at least so high makes a fall less likely."""
WALL = 2.0
"""Inches: over what is higher nobody falls."""
EQUAL = 0.001
"""Inches: lengths that differ by less are equal."""
LEAST_RADIUS = 0.15
"""Inches: figures with smaller bases, or none, are treated as having one of this radius."""
NEARLY = 0.12
"""Inches: a beam under a slot or a seam that lies lower than the floor by less belongs to it."""

_INWARD = np.array([0.02, 0.08, 0.15, 0.3])
_OUTWARD = np.array([0.03, 0.08, 0.15])
"""Inches from an edge at which the floors on both sides of it are looked for."""
_PIECE = 0.05
"""Inches: the sides of an outline are looked at in pieces of this length."""
_PRESSED = 0.15
"""Inches that a base may be moved away from what stands beside its way down."""
_WALL_HEIGHTS = (0.25, 0.75, 1.25, 1.9)
_RAIL_STARTS = 0.35
"""Inches before an edge, from where a rail on it is looked for."""
_BESIDE = np.linspace(-0.4, 0.4, 9)


@dataclass(frozen=True)
class Stand:
    """Somebody on a floor: the middle of the underside of the base, its radius, and the figure's height; inches."""

    place: Point
    radius: float
    height: float

    @property
    def plan(self) -> tuple[float, float]:
        """Where, seen from above."""
        return self.place[0], self.place[1]


@dataclass(frozen=True)
class Edge:
    """The nearest place of an edge.

    Attributes:
        point: where it is, at the height of the floor.
        distance: inches from the base's rim; 0 where the base reaches over it.
        drop: inches down to what lies under the middle of a base that has just gone over it.
        rail: whether something at least `RAIL` high bounds it.
        pit: whether it goes down into a pit.
        clear: the middle of a base that has just gone over it, at the height of the floor.
    """

    point: Point
    distance: float
    drop: float
    rail: bool
    pit: bool
    clear: Point


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What is around somebody at the height of his floor.

    Attributes:
        facets: all that looks up near him.
        floor: what of it is his floor or a step from it, in plan.
        solid: what stands higher than a step above his floor, up to his height, in plan.
    """

    facets: Facets
    floor: BaseGeometry
    solid: BaseGeometry


def stand_of(figure: Figure, place: Point | None = None) -> Stand:
    """A figure as somebody who could fall, where it stands or elsewhere. Without a base it takes the room of its body."""
    own: Disc = plan_disc(figure)
    top = float(figure.placed.bounds[1, 2]) if len(figure.body.counts.faces) else figure.position[2]
    return Stand(place or figure.position, max(own.radius, LEAST_RADIUS), max(top - figure.position[2], 2 * RAIL))


def at_risk(table: Table, figure: Figure, *, within: float = AT_RISK) -> Edge | None:
    """The edge that a figure is at risk of falling over where it stands; None where there is none within reach.

    Args:
        table: the table.
        figure: anybody, also one who is not on it.
        within: inches from its base's rim.
    """
    return nearest_edge(table, stand_of(figure), within=within)


def nearest_edge(table: Table, stand: Stand, *, within: float, toward: tuple[float, float] | None = None) -> Edge | None:
    """The nearest edge that somebody could go over.

    An edge is where a floor ends and goes down by more than `STEP`, or into a pit, with room for the base beside it: no gaps
    narrower than the base, no edges behind walls. At the edge of the table nobody falls.

    Args:
        table: the table.
        stand: who, where.
        within: inches from the base's rim.
        toward: in plan; then the edge that is met on the straight way there.
    """
    return next(edges_near(table, stand, within=within, toward=toward), None)


def edges_near(table: Table, stand: Stand, *, within: float, toward: tuple[float, float] | None = None) -> Iterator[Edge]:
    """The edges as `nearest_edge` knows them, a place every 0.05" along them, from the nearest on."""
    around = surroundings(table, stand, within=within)
    return itertools.takewhile(lambda edge: edge.distance <= within + EQUAL, edges_around(table, around, stand, toward=toward))


def surroundings(table: Table, stand: Stand, *, within: float) -> Surroundings:
    """What is around somebody, as far as edges within so many inches of his base need."""
    facets = facets_near(table, stand.plan, within + 3.5 * stand.radius + 0.2)
    z = stand.place[2]
    beside = facets.part(facets.holds & ~facets.pit & (facets.high >= z - STEP) & (facets.low <= z + STEP + EQUAL))
    solid = standing_things(table, stand, (z + STEP, z + max(stand.height, STEP + 0.1)), within + 3.0 * stand.radius)
    return Surroundings(facets, standable(beside, stand.radius), solid)


def standing_things(table: Table, stand: Stand, band: tuple[float, float], reach: float) -> BaseGeometry:
    """What of the terrain near somebody lies between two heights, in plan."""
    x, y = stand.plan
    low, high = np.array([x - reach, y - reach, band[0]]), np.array([x + reach, y + reach, band[1]])
    shapes = []
    for piece in table.terrain.pieces:
        ends = piece.placed.bounds
        if not counts(piece) or piece.kind in {"area", "pit"} or (ends[0] > high).any() or (ends[1] < low).any():
            continue
        triangles = piece.placed.triangles
        near = (triangles.min(axis=1) <= high).all(axis=1) & (triangles.max(axis=1) >= low).all(axis=1)
        corners = triangles[near].reshape(-1, 3)
        shapes.append(footprint(Mesh.of(corners, np.arange(len(corners))), band))
    whole = shapely.union_all(np.array(shapes, dtype=object)) if shapes else shapely.Polygon()
    shapely.prepare(whole)
    return whole


@dataclass(frozen=True, eq=False)
class _Sides:
    """Short pieces of a floor's outline, k of them: the place of each that matters, and the unit vector out over it, (k, 2)."""

    place: FloatArray
    out: FloatArray

    def part(self, which: BoolArray | IntArray) -> "_Sides":
        """Some of them."""
        return _Sides(self.place[which], self.out[which])


def edges_around(
    table: Table, around: Surroundings, stand: Stand, *, toward: tuple[float, float] | None = None
) -> Iterator[Edge]:
    """The places of edges around somebody from the nearest on; with ``toward`` those that are met on the straight way there.

    Whoever is beyond the edge already goes over the nearest in any case.
    """
    inside = bool(shapely.intersects_xy(around.floor, *stand.plan))
    sides = _sides(around.floor, stand.plan, toward if inside else None)
    order = np.argsort(np.hypot(*(sides.place - stand.plan).T), kind="stable")
    sides = sides.part(order)
    z, drop, pit = _drops(around.facets, sides, stand)
    free = ((drop > STEP + EQUAL) | pit) & _on_table(table, sides) & _room(around, sides, stand)
    free[free] = ~_walled(table, sides.part(free), z[free], stand)
    for side in np.flatnonzero(free):
        (x, y), out = sides.place[side].tolist(), sides.out[side]
        beside = (x + stand.radius * float(out[0]), y + stand.radius * float(out[1])) if inside else stand.plan
        clear = cleared(beside, shapely.union(around.floor, around.solid), stand.radius, most=stand.radius + _PRESSED) or beside
        distance = max(float(np.hypot(x - stand.plan[0], y - stand.plan[1])) - stand.radius, 0.0) if inside else 0.0
        point = (x, y, float(z[side]))
        yield Edge(point, distance, float(drop[side]), has_rail(table, point, out), bool(pit[side]), (*clear, point[2]))


def cleared(place: tuple[float, float], taken: BaseGeometry, radius: float, *, most: float) -> tuple[float, float] | None:
    """The nearest place for the middle of a disc that overlaps nothing of what is taken, in plan.

    None where there is none within ``most`` inches.
    """
    middle = shapely.Point(place)
    if shapely.is_empty(taken) or shapely.distance(taken, middle) >= radius - EQUAL / 2.0:
        return place
    border = shapely.boundary(grown(shapely.intersection(taken, disc(place, radius + most)), radius))
    x, y = shapely.get_coordinates(shapely.shortest_line(border, middle))[0].tolist()
    return (x, y) if np.hypot(x - place[0], y - place[1]) <= most else None


def _sides(floor: BaseGeometry, place: tuple[float, float], toward: tuple[float, float] | None) -> _Sides:
    """The pieces of the outline: the nearest point of each; with ``toward`` only those that the way there crosses."""
    polygons = shapely.get_parts(floor)
    polygons = polygons[shapely.get_dimensions(polygons) == 2]
    rings = shapely.get_rings(shapely.orient_polygons(shapely.segmentize(polygons, _PIECE)))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    same = ring[1:] == ring[:-1]
    start, along = points[:-1][same], np.diff(points, axis=0)[same]
    size = np.hypot(*along.T)
    start, along, size = start[size > 1e-9], along[size > 1e-9], size[size > 1e-9]
    out = np.column_stack([along[:, 1], -along[:, 0]]) / size[:, None]
    if toward is None:
        share = np.clip(((place - start) * along).sum(axis=1) / size**2, 0.0, 1.0)
        return _Sides(start + share[:, None] * along, out)
    return _crossed(start, along, out, place, toward)


def _crossed(
    start: FloatArray, along: FloatArray, out: FloatArray, place: tuple[float, float], toward: tuple[float, float]
) -> _Sides:
    way = np.subtract(toward, place)
    turn = along[:, 0] * way[1] - along[:, 1] * way[0]
    sound = np.where(np.abs(turn) > 1e-12, turn, 1.0)
    offset = place - start
    share = (offset[:, 0] * way[1] - offset[:, 1] * way[0]) / sound
    ahead = (offset[:, 0] * along[:, 1] - offset[:, 1] * along[:, 0]) / sound
    met = (np.abs(turn) > 1e-12) & (share >= 0.0) & (share <= 1.0) & (ahead >= -1e-9)
    return _Sides(start[met] + share[met, None] * along[met], out[met])


def _drops(facets: Facets, sides: _Sides, stand: Stand) -> tuple[FloatArray, FloatArray, BoolArray]:
    """For each side (k,): the height of the floor there, how deep it goes down beyond it, and whether into a pit.

    The drop is 0 where the floor goes on beyond the side.
    """
    floors, pits = facets.part(facets.holds & ~facets.pit), facets.part(facets.holds & facets.pit)
    stood = np.full(len(sides.place), stand.place[2])
    inner = _highest(floors, sides, -_INWARD, stood + STEP)
    first = np.take_along_axis(inner, np.isfinite(inner).argmax(axis=1)[:, None], axis=1)
    own = np.where(inner <= first + NEARLY, inner, -np.inf).max(axis=1, initial=-np.inf)
    # Where gaps were closed there may be no floor of his just before the side.
    # What rises at the side, such as a kerb, is not what he stands on.
    z = np.where(own >= stood - 2.0 * STEP - NEARLY, np.minimum(own, stood), stood)
    beyond = _highest(floors, sides, _OUTWARD, z + STEP).max(axis=1, initial=-np.inf)
    middle = np.array([stand.radius])
    below, bottom = _highest(floors, sides, middle, z - STEP)[:, 0], _highest(pits, sides, middle, z + STEP)[:, 0]
    ends, pit = z - beyond > STEP + EQUAL, bottom >= below
    # A pit without a bottom is as deep as anything around is low.
    under = np.where(np.isfinite(below) | np.isfinite(bottom), np.maximum(below, bottom), facets.low.min(initial=0.0))
    return z, np.where(ends, np.maximum(z - under, 0.0), 0.0), pit & ends


def _highest(facets: Facets, sides: _Sides, away: FloatArray, limit: FloatArray) -> FloatArray:
    """(k, m) the height of the highest facet not above ``limit`` (k,), so far (m,) out from each side; -inf for none."""
    points = (sides.place[:, None] + away[:, None] * sides.out[:, None]).reshape(-1, 2)
    point, _, height = facets.over(points)
    sound = height <= np.repeat(limit, len(away))[point] + EQUAL
    highest = np.full(len(points), -np.inf)
    np.maximum.at(highest, point[sound], height[sound])
    return highest.reshape(len(sides.place), len(away))


def _on_table(table: Table, sides: _Sides) -> BoolArray:
    """(k,) which sides do not lie along the edge of the table."""
    inside = (sides.place + 0.02 * sides.out > 0.0) & (sides.place + 0.02 * sides.out < np.array(table.size))
    return np.asarray(inside.all(axis=1))


def _room(around: Surroundings, sides: _Sides, stand: Stand) -> BoolArray:
    """(k,) beside which sides a base has room."""
    middles = shapely.points(sides.place + stand.radius * sides.out)
    if shapely.is_empty(around.solid):
        return np.ones(len(middles), dtype=bool)
    return np.asarray(shapely.distance(around.solid, middles) >= stand.radius - _PRESSED)


def _walled(table: Table, sides: _Sides, z: FloatArray, stand: Stand) -> BoolArray:
    """(k,) which sides are behind a wall, from the middle of the base or from just before them."""
    shut = np.ones(len(sides.place), dtype=bool)
    for height in _WALL_HEIGHTS:
        level = (z + height)[:, None]
        ends = np.hstack([sides.place + 0.02 * sides.out, level])
        before = np.hstack([sides.place - _RAIL_STARTS * sides.out, level])
        here = np.hstack([np.broadcast_to(np.array(stand.plan), sides.place.shape), level])
        scene = solids(table.terrain)
        shut &= scene.blocked(here, ends) | scene.blocked(before, ends)
    return shut


def has_rail(table: Table, point: Point, out: Sequence[float] | FloatArray) -> bool:
    """Whether something at least `RAIL` high bounds the edge at a point, close to it or beside it.

    It has to begin low: a beam overhead is none.

    Args:
        table: the table.
        point: a place of the edge, at the height of the floor.
        out: unit vector in plan out over the edge.
    """
    outward = np.array([*out, 0.0])
    aside = np.array([-outward[1], outward[0], 0.0])
    low = np.arange(0.1, RAIL, 0.04)
    high = np.concatenate([[RAIL - EQUAL], np.arange(RAIL, WALL, 0.04)])
    starts = np.asarray(point) - _RAIL_STARTS * outward + _BESIDE[:, None] * aside
    way = (_RAIL_STARTS + 0.1) * outward

    def met(heights: FloatArray) -> bool:
        from_ = (starts[:, None] + heights[:, None] * np.array([0.0, 0.0, 1.0])).reshape(-1, 3)
        return bool(solids(table.terrain).blocked(from_, from_ + way).any())

    return met(low) and met(high)


def moved_to(stand: Stand, place: Point) -> Stand:
    """The same figure elsewhere."""
    return replace(stand, place=place)
