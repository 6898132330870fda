"""The nearest free place for somebody who has come down on others: on the same floor, by the shortest way round walls.

It needs no navmesh. Who has one is moved over it by `rules.movement.making_room`; docs/architecture.md says why there are two.
"""

from collections.abc import Sequence

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from shapely.geometry.base import BaseGeometry

from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.table.footprints import Disc
from scene.table.table import Table
from scene.walkable.floor_edges import Stand, Surroundings, surroundings
from scene.walkable.obstacles import barriers

_NEAR = (3.0, 9.0)
"""Inches around somebody in which is looked for room, one after the other: most find it nearby."""
_TOUCH = 1e-3
"""Inches: a gap as wide as a base lets it in."""
_BRUSHED = 0.9
"""Share of a base's radius that may brush past solids on the way: only its middle goes through none of them."""
_MOST_ENDS = 600
_MOST_CORNERS = 200
"""So many places that ways end at, and bend at, are looked at, the nearest ones."""
_BEND = 1e-3
"""Inches by which outlines are simplified for the corners at which ways bend."""
_ALONG = 0.05
"""Inches between places along an outline that are tried where there is something in between."""
_FINE = 256
"""Corners of a quarter of a circle."""


def nearest_room(table: Table, stand: Stand, taken: Sequence[Disc]) -> Point | None:
    """The nearest place on the same floor where a base overlaps nothing; None where there is none nearby.

    Args:
        table: the table; the whole base stays on it, and its middle on the floor.
        stand: who, and where he is now. He is moved past solids, not through them.
        taken: where the middle of his base may not be: what others take up, grown by its radius.
    """
    for within in _NEAR:
        around = surroundings(table, stand, within=within)
        reached = _reached(table, around, stand, within)
        free = shapely.difference(reached, _united(taken))
        found = _by_the_shortest_way(reached, free, stand)
        if found:
            return *found, _height(around, found, stand)
    return None


def _reached(table: Table, around: Surroundings, stand: Stand, within: float) -> BaseGeometry:
    """Where the middle of the base may be, and gets from where it is, if nobody else were there.

    Of a solid that goes right through these heights only the sides are known. They part what is in it from what is around it.
    """
    radius = stand.radius
    inner = shapely.box(radius, radius, table.size[0] - radius, table.size[1] - radius)
    # Beyond this not all walls are known.
    known = shapely.intersection(_disc(Disc(stand.plan, within + 2.0 * radius)), inner)
    walls = shapely.buffer(around.solid, radius - _TOUCH, quad_segs=_FINE)
    parts = shapely.get_parts(shapely.difference(shapely.intersection(around.floor, known), walls))
    parts = parts[shapely.area(parts) > 0.0]
    level = stand.place[2] + (stand.limits.step + max(stand.height, stand.limits.step)) / 2.0
    # Whoever is wedged in between walls gets out to the nearest side.
    for part in parts[np.argsort(shapely.distance(parts, shapely.Point(stand.plan)), kind="stable")]:
        inside = shapely.point_on_surface(part)
        if barriers(table.terrain).inside((inside.x, inside.y, level)) is None:
            return part
    return shapely.Polygon()


def _by_the_shortest_way(reached: BaseGeometry, free: BaseGeometry, stand: Stand) -> tuple[float, float] | None:
    """The place in ``free``, in plan, that is the nearest by ways that lead past solids; None where there is no way."""
    if shapely.is_empty(free):
        return None
    start, middle = np.array(stand.plan), shapely.Point(stand.plan)
    room = shapely.buffer(shapely.union(reached, shapely.shortest_line(reached, middle)), _BRUSHED * stand.radius)
    shapely.prepare(room)
    nearest = shapely.get_coordinates(shapely.shortest_line(free, middle))[:1]
    if _sees(room, start[None], nearest).all():
        return float(nearest[0, 0]), float(nearest[0, 1])
    ends = np.concatenate([nearest, shapely.get_coordinates(shapely.segmentize(shapely.boundary(free), _ALONG))])
    ends = ends[np.argsort(np.hypot(*(ends - start).T), kind="stable")]
    straight = np.flatnonzero(_sees(room, start[None], ends)[0])
    # Only what is no farther than the first of these can be nearer by a way with bends, and these only at corners as near.
    ends = ends[: straight[0] + 1 if len(straight) else _MOST_ENDS]
    most = np.hypot(*(ends[-1] - start)) if len(straight) else np.inf
    corners = shapely.get_coordinates(shapely.simplify(reached, _BEND))
    far = np.hypot(*(corners - start).T)
    corners = corners[np.argsort(far, kind="stable")[: min(int((far < most).sum()), _MOST_CORNERS)]]
    way = _lengths(room, np.concatenate([start[None], corners]), ends)
    best = ends[way.argmin()]
    return (float(best[0]), float(best[1])) if np.isfinite(way).any() else None


def _lengths(room: BaseGeometry, corners: FloatArray, ends: FloatArray) -> FloatArray:
    """(n,) the lengths of the shortest ways within ``room`` from the first of some corners, by the others, to ends (n, 2)."""
    walks = np.where(_sees(room, corners, corners), _apart(corners, corners), 0.0)
    gone = dijkstra(csr_array(walks), indices=np.array([0]))[0]
    ways = np.where(_sees(room, corners, ends), gone[:, None] + _apart(corners, ends), np.inf)
    return np.asarray(ways.min(axis=0))


def _apart(some: FloatArray, others: FloatArray) -> FloatArray:
    return np.asarray(np.hypot(*np.moveaxis(some[:, None] - others, -1, 0)))


def _sees(room: BaseGeometry, some: FloatArray, others: FloatArray) -> BoolArray:
    """(k, n) between which of places (k, 2) and (n, 2) the straight line stays in ``room``."""
    ends = np.stack(np.broadcast_arrays(some[:, None], others), axis=2)
    return np.asarray(shapely.covers(room, shapely.linestrings(ends.reshape(-1, 2, 2)))).reshape(ends.shape[:2])


def _disc(one: Disc) -> BaseGeometry:
    return shapely.buffer(shapely.Point(one.centre), one.radius, quad_segs=_FINE)


def _united(discs: Sequence[Disc]) -> BaseGeometry:
    return shapely.union_all([_disc(one) for one in discs])


def _height(around: Surroundings, place: tuple[float, float], stand: Stand) -> float:
    """The height of the floor there; his own where he stands over a slot."""
    z = stand.place[2]
    found = float(around.near.highest(np.array([place]), np.array([z + stand.limits.step]))[0])
    return found if found >= z - stand.limits.step else z
