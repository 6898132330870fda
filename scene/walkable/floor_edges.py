"""Edges of floors near somebody that he could go over: where they are, how far down it goes, and what bounds them."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.table.footprints import plan_disc
from scene.table.plan_outlines import geometry
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL, AgentLimits
from scene.walkable.local_floors import Nearby, nearby
from scene.walkable.obstacles import barriers
from scene.walkable.slope_planes import TERRACE

WALL = 2.0
"""Inches: what is higher is a wall, taller than who stands before it, and nobody goes over."""
LEAST_HEIGHT = 1.0
"""Inches: figures with lower bodies, or none, are treated as being so tall."""
LEAST_RADIUS = 0.15
"""Inches: figures with smaller bases, or none, are treated as having one of this radius."""

_INWARD = np.array([-0.02, -0.08, -0.15, -0.3])
_OUTWARD = np.array([0.03, 0.08, 0.15])
"""Inches out from an edge at which the floors on both sides of it are looked for."""
_KERB = 0.12
"""Inches that what rises at an edge may be higher than the floor and belong to it."""
_PIECE = 0.05
"""Inches: the sides of an outline are looked at in pieces of this length."""
_PRESSED = 0.15
"""Inches that a base may be moved away from what stands beside its way down."""
_WALL_HEIGHTS = (0.25, 0.75, 1.25, 1.9)
_BEFORE = 0.35
"""Inches before an edge, from where a rail on it is looked for."""
_BESIDE = np.linspace(-0.4, 0.4, 9)
_LOW = 0.5
"""Inches above an edge below which a rail begins: a beam overhead is none."""
_HEIGHTS = np.arange(0.02, WALL, 0.02) - EQUAL
"""Inches above an edge at which a rail is looked for."""
_ARC = 64
"""Corners of a quarter of a circle."""


@dataclass(frozen=True)
class Stand:
    """Somebody on a floor: the middle of the underside of the base, its radius, and the figure's height; inches.

    ``limits`` tell what is a step to him, and what bears him.
    """

    place: Point
    radius: float
    height: float
    limits: AgentLimits

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
        rail_height: inches, to 0.02, of what bounds it; 0 for nothing, or less than 0.1.
        pit: whether it goes down into a pit.
        clear: the middle of a base that has just gone over it, at the height of the floor.
    """

    point: Point
    distance: float
    drop: float
    rail_height: float
    pit: bool
    clear: Point


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What is around somebody at the height of his floor.

    Attributes:
        near: all that is near him.
        floor: what of it is his floor or a step from it, in plan.
        solid: what stands higher than a step above his floor, up to his height, in plan.
    """

    near: Nearby
    floor: shapely.Geometry
    solid: shapely.Geometry


def stand_of(figure: Figure, limits: AgentLimits, place: Point | None = None) -> Stand:
    """A figure as somebody who could fall, where it stands or elsewhere. Without a base it takes the room of its body."""
    top = float(figure.placed.bounds[1, 2]) if len(figure.body.counts.faces) else figure.position[2]
    height = max(top - figure.position[2], LEAST_HEIGHT)
    return Stand(place or figure.position, max(plan_disc(figure).radius, LEAST_RADIUS), height, limits)


def edges_near(table: Table, stand: Stand, *, within: float, toward: tuple[float, float] | None = None) -> Iterator[Edge]:
    """The edges that somebody could go over, a place every 0.05" along them: the nearest first, then the less bounded.

    An edge is where a floor ends and goes down by more than a step, or into a pit, with room for the base beside it: no gaps
    narrower than the base, no edges behind walls. At the edge of the table nobody falls.

    Args:
        table: the table.
        stand: who, where.
        within: inches from the base's rim.
        toward: in plan; then those that are met on the straight way there.
    """
    around = surroundings(table, stand, within=within)
    found = itertools.takewhile(lambda edge: edge.distance <= within + EQUAL, _edges(around, stand, toward))
    for _, equal in itertools.groupby(found, key=lambda edge: round(math.dist(edge.point[:2], stand.plan), 3)):
        yield from sorted(equal, key=lambda edge: edge.rail_height)


def surroundings(table: Table, stand: Stand, *, within: float) -> Surroundings:
    """What is around somebody, as far as edges within so many inches of his base need."""
    reach, z = within + 3.5 * stand.radius + 0.2, stand.place[2]
    near = nearby(table, stand.plan, reach)
    floor = geometry(near.underfoot(z - stand.limits.step, z + stand.limits.step, stand.radius, stand.limits.foothold))
    if not shapely.intersects_xy(floor, *stand.plan):
        # What is too narrow to stand on can be fallen from.
        middle = shapely.Point(stand.plan)
        own = [shelf.region for shelf in near.between(z - TERRACE, z + EQUAL) if shelf.region.dwithin(middle, stand.radius)]
        floor = shapely.union_all([floor, *own])
    return Surroundings(
        near, floor, near.standing(z + stand.limits.step, z + max(stand.height, stand.limits.step + 0.1), stand.plan, reach)
    )


def cleared(place: tuple[float, float], taken: shapely.Geometry, radius: float, *, most: float) -> tuple[float, float] | None:
    """The nearest place for the middle of a disc that overlaps nothing of what is taken, in plan.

    None where there is none within ``most`` inches.
    """
    middle = shapely.Point(place)
    if not shapely.dwithin(taken, middle, radius - EQUAL):
        return place
    around = shapely.buffer(middle, radius + most, quad_segs=_ARC)
    border = shapely.boundary(shapely.buffer(shapely.intersection(taken, around), radius, quad_segs=_ARC))
    x, y = shapely.get_coordinates(shapely.shortest_line(border, middle))[0].tolist()
    return (x, y) if np.hypot(x - place[0], y - place[1]) <= most else None


@dataclass(frozen=True, eq=False)
class _Sides:
    """Short pieces of a floor's outline, k of them: the place of each that matters, and the unit vector out over it, (k, 2)."""

    place: FloatArray
    out: FloatArray

    def part(self, which: BoolArray | IntArray) -> "_Sides":
        """Some of them."""
        return _Sides(self.place[which], self.out[which])

    def away(self, far: FloatArray) -> FloatArray:
        """(k, m, 2) the places so far (m,) out from each."""
        return np.asarray(self.place[:, None] + far[:, None] * self.out[:, None])


def _edges(around: Surroundings, stand: Stand, toward: tuple[float, float] | None) -> Iterator[Edge]:
    """The places of edges around somebody from the nearest on; with ``toward`` those that are met on the straight way there.

    Whoever is beyond the edge already goes over the nearest in any case.
    """
    table, here = around.near.table, np.array(stand.plan)
    inside = bool(shapely.intersects_xy(around.floor, *stand.plan))
    sides = _sides(around.floor, stand.plan, toward if inside else None)
    sides = sides.part(np.argsort(np.hypot(*(sides.place - here).T), kind="stable"))
    z, drop, pit = _drops(around.near, sides, stand)
    free = ((drop > stand.limits.step + EQUAL) | pit) & _on_table(table, sides) & _room(around, sides, stand)
    if not free.any():
        return
    free[free] = ~_walled(table, sides.part(free), z[free], stand)
    for side in np.flatnonzero(free):
        place, out = sides.place[side], sides.out[side]
        x, y = (place + stand.radius * out if inside else here).tolist()
        taken = shapely.union(around.floor, around.solid)
        clear = cleared((x, y), taken, stand.radius, most=stand.radius + _PRESSED) or (x, y)
        distance = max(float(np.hypot(*(place - here))) - stand.radius, 0.0)
        point = (float(place[0]), float(place[1]), float(z[side]))
        yield Edge(point, distance, float(drop[side]), _rail_height(table, point, out), bool(pit[side]), (*clear, point[2]))


def _sides(floor: shapely.Geometry, place: tuple[float, float], toward: tuple[float, float] | None) -> _Sides:
    """The pieces of the outline: the nearest point of each; with ``toward`` only those that the way there crosses."""
    polygons = shapely.orient_polygons(shapely.segmentize(shapely.get_parts(floor), _PIECE))
    points, ring = shapely.get_coordinates(shapely.get_rings(polygons), return_index=True)
    along, size = np.diff(points, axis=0), np.hypot(*np.diff(points, axis=0).T)
    use = (ring[1:] == ring[:-1]) & (size > 1e-9)
    start, along, size = points[:-1][use], along[use], size[use]
    out = np.column_stack([along[:, 1], -along[:, 0]]) / size[:, None]
    if toward is None:
        share = np.clip(((place - start) * along).sum(axis=1) / size**2, 0.0, 1.0)
        return _Sides(start + share[:, None] * along, out)
    return _crossed(start, along, out, place, toward)


def _crossed(
    start: FloatArray, along: FloatArray, out: FloatArray, place: tuple[float, float], toward: tuple[float, float]
) -> _Sides:
    direction = np.subtract(toward, place)
    turn = along[:, 0] * direction[1] - along[:, 1] * direction[0]
    sound = np.where(np.abs(turn) > 1e-12, turn, 1.0)
    offset = place - start
    share = (offset[:, 0] * direction[1] - offset[:, 1] * direction[0]) / sound
    ahead = (offset[:, 0] * along[:, 1] - offset[:, 1] * along[:, 0]) / sound
    met = (np.abs(turn) > 1e-12) & (share >= 0.0) & (share <= 1.0) & (ahead >= -1e-9)
    return _Sides(start[met] + share[met, None] * along[met], out[met])


def _drops(near: Nearby, sides: _Sides, stand: Stand) -> tuple[FloatArray, FloatArray, BoolArray]:
    """For each side (k,): the height of the floor there, how deep it goes down beyond it, and whether into a pit.

    The drop is 0 where the floor goes on beyond the side.
    """
    stood = np.full(len(sides.place), stand.place[2])

    def highest(far: FloatArray, limit: FloatArray, *, pits: bool = False) -> FloatArray:
        points = sides.away(far).reshape(-1, 2)
        return near.highest(points, np.repeat(limit, len(far)), pits=pits).reshape(-1, len(far))

    inner = highest(_INWARD, stood + stand.limits.step)
    first = np.take_along_axis(inner, np.isfinite(inner).argmax(axis=1)[:, None], axis=1)
    own = np.where(inner <= first + _KERB, inner, -np.inf).max(axis=1, initial=-np.inf)
    # Where gaps were closed there may be no floor of his just before the side.
    # What rises at the side, such as a kerb, is not what he stands on.
    z = np.where(own >= stood - 2.0 * stand.limits.step - _KERB, np.minimum(own, stood), stood)
    beyond = highest(_OUTWARD, z + stand.limits.step).max(axis=1, initial=-np.inf)
    middle = np.array([stand.radius])
    below, bottom = highest(middle, z - stand.limits.step)[:, 0], highest(middle, z + stand.limits.step, pits=True)[:, 0]
    ends, pit = z - beyond > stand.limits.step + EQUAL, bottom >= below
    under = np.maximum(below, bottom)
    under = np.where(np.isfinite(under), under, near.lowest)
    return z, np.where(ends, np.maximum(z - under, 0.0), 0.0), pit & ends


def _on_table(table: Table, sides: _Sides) -> BoolArray:
    """(k,) which sides do not lie along the edge of the table."""
    beyond = sides.place + 0.02 * sides.out
    return np.asarray(((beyond > 0.0) & (beyond < np.array(table.size))).all(axis=1))


def _room(around: Surroundings, sides: _Sides, stand: Stand) -> BoolArray:
    """(k,) beside which sides a base has room."""
    middles = shapely.points(sides.place + stand.radius * sides.out)
    return np.asarray(~shapely.dwithin(around.solid, middles, stand.radius - _PRESSED))


def _walled(table: Table, sides: _Sides, z: FloatArray, stand: Stand) -> BoolArray:
    """(k,) which sides are behind a wall, from the middle of the base or from just before them."""
    shut = np.ones(len(sides.place), dtype=bool)
    scene = barriers(table.terrain).rays
    for height in _WALL_HEIGHTS:
        level = (z + height)[:, None]
        ends = np.hstack([sides.place + 0.02 * sides.out, level])
        before = np.hstack([sides.place - _BEFORE * sides.out, level])
        here = np.hstack([np.broadcast_to(np.array(stand.plan), sides.place.shape), level])
        shut &= scene.blocked(here, ends) | scene.blocked(before, ends)
    return shut


def _rail_height(table: Table, point: Point, out: FloatArray) -> float:
    """How high what bounds the edge at a point is, close to it or beside it; 0 where nothing does."""
    outward, aside = np.array([*out, 0.0]), np.array([-out[1], out[0], 0.0])
    before = np.array(point) - _BEFORE * outward + _BESIDE[:, None] * aside
    starts = before + _HEIGHTS[:, None, None] * np.array([0.0, 0.0, 1.0])
    ends = starts + (_BEFORE + 0.1) * outward
    rays = barriers(table.terrain).rays.blocked(starts.reshape(-1, 3), ends.reshape(-1, 3))
    met: BoolArray = np.asarray(rays.reshape(len(_HEIGHTS), -1).any(axis=1))
    begins_low = met[(_HEIGHTS >= 0.1) & (_HEIGHTS < _LOW)].any()
    return float(_HEIGHTS[np.flatnonzero(met)[-1]]) + EQUAL if begins_low else 0.0
