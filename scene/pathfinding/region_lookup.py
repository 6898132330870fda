"""The lookup of regions: which one holds a place on a navmesh, and the nearest place on it to one that none holds."""

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
import shapely.ops

from scene.geometry.mesh import FloatArray, Point
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.regions import Region
from scene.pathfinding.route_search import NavPoint

OFF = 0.6
"""Inches that things may float above, or sink into, the navmesh that they are said to stand on."""
TYPED = 0.02
"""Inches: places given in decimals lie so near to the place on the navmesh that was meant."""
INSET = 0.01
"""Inches from its rim at which the navmesh is offered, so that rounding does not lead off it."""


def region_at(navmesh: NavMesh, place: Point, *, stray: float = TYPED) -> NavPoint | None:
    """The place on the navmesh at x, y, z, at about that height; None where there is none.

    Args:
        navmesh: to stand on.
        place: inches.
        stray: inches aside within which a place on the navmesh is taken, if nothing solid is between.
    """
    xy, z = np.array(place[:2]), place[2]
    far = np.abs(navmesh.heights_at(xy) - z)
    near = [(far[n], n) for n in np.argsort(far, kind="stable").tolist() if far[n] <= OFF]
    for _, number in near:
        if navmesh.regions[number].holds(xy[None])[0]:
            return NavPoint(xy, number)
    return next(_beside(navmesh, xy, [number for _, number in near], stray), None)


def _beside(navmesh: NavMesh, xy: FloatArray, near: list[int], stray: float) -> Iterator[NavPoint]:
    """The nearest places of regions that lie aside of a place (2,), from the nearest on; nothing solid is between."""
    point = shapely.Point(xy)
    for far, number in sorted((navmesh.regions[number].polygon.distance(point), number) for number in near):
        if far > stray:
            return
        beside = _nearest(navmesh.regions[number].polygon, point)
        floor = float(navmesh.regions[number].plane.at(beside))
        low, high = floor + navmesh.agent.limits.step + 0.01, floor + navmesh.agent.headroom
        heights = np.linspace(low, max(low, high - 0.01), 3)[:, None]
        start, end = (np.append(np.broadcast_to(place, (3, 2)), heights, axis=1) for place in (xy, beside))
        if far <= TYPED or not navmesh.solids.blocked(start, end).any():
            yield NavPoint(beside, number)


def nearest_on_navmesh(navmesh: NavMesh, place: Point) -> Point | None:
    """The nearest place on the navmesh to x, y, z, rounded to hundredths of an inch; None where no region is."""
    point = shapely.Point(place[:2])
    region = nearest_region(navmesh.regions, place)
    if region is None:
        return None
    inner = region.polygon.buffer(-INSET)
    x, y, z = region.point(_nearest(region.polygon if inner.is_empty else inner, point))
    return (round(x, 2), round(y, 2), round(z, 2))


def nearest_region(regions: Sequence[Region], place: Point) -> Region | None:
    """The region whose nearest place in plan is the nearest to a place; None where there are none."""
    point = shapely.Point(place[:2])
    best: tuple[float, Region | None] = (np.inf, None)
    for region in regions:
        aside = float(region.polygon.distance(point))
        if aside < best[0]:
            there = region.plane.at(_nearest(region.polygon, point))
            best = min(best, (float(np.hypot(aside, there - place[2])), region), key=lambda one: one[0])
    return best[1]


def _nearest(area: shapely.Geometry, point: shapely.Point) -> FloatArray:
    return np.array(shapely.ops.nearest_points(area, point)[0].coords[0])
