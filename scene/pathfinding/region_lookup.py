"""Where on the ground things stand: the zone that holds a place, and the nearest ground to a place that none holds."""

from collections.abc import Iterator

import numpy as np
import shapely
import shapely.ops

from scene.geometry.mesh import FloatArray, Point
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.route_search import NavPoint
from scene.walkable.agent_limits import STEP

OFF = 0.6
"""Inches that things may float above, or sink into, the ground that they are said to stand on."""
TYPED = 0.02
"""Inches: places given in decimals lie so near to the ground that was meant."""
INSET = 0.01
"""Inches from its rim at which ground is offered, so that rounding does not lead off it."""


def spot_at(ground: NavMesh, place: Point, *, stray: float = TYPED) -> NavPoint | None:
    """The place of the ground at x, y, z, at about that height; None where there is none.

    Args:
        ground: to stand on.
        place: inches.
        stray: inches aside within which free ground is taken, if nothing solid is between.
    """
    xy, z = np.array(place[:2]), place[2]
    near = sorted((abs(zone.z - z), n) for n, zone in enumerate(ground.zones) if abs(zone.z - z) <= OFF)
    for _, number in near:
        if ground.zones[number].holds(xy[None])[0]:
            return NavPoint(xy, number)
    return next(_beside(ground, xy, [number for _, number in near], stray), None)


def _beside(ground: NavMesh, xy: FloatArray, near: list[int], stray: float) -> Iterator[NavPoint]:
    """The nearest places of zones that lie aside of a place (2,), from the nearest on; nothing solid is between."""
    point = shapely.Point(xy)
    for far, number in sorted((ground.zones[number].polygon.distance(point), number) for number in near):
        if far > stray:
            return
        beside = _nearest(ground.zones[number].polygon, point)
        low, high = ground.zones[number].z + STEP + 0.01, ground.zones[number].z + ground.walker.headroom
        heights = np.linspace(low, max(low, high - 0.01), 3)[:, None]
        start, end = (np.append(np.broadcast_to(place, (3, 2)), heights, axis=1) for place in (xy, beside))
        if far <= TYPED or not ground.solids.blocked(start, end).any():
            yield NavPoint(beside, number)


def nearest_ground(ground: NavMesh, place: Point) -> Point | None:
    """The nearest place of the ground to x, y, z, rounded to hundredths of an inch; None where there is no ground at all."""
    point = shapely.Point(place[:2])
    far = [float(np.hypot(zone.polygon.distance(point), zone.z - place[2])) for zone in ground.zones]
    if not far:
        return None
    zone = ground.zones[int(np.argmin(far))]
    inner = zone.polygon.buffer(-INSET)
    x, y = _nearest(zone.polygon if inner.is_empty else inner, point)
    return (round(float(x), 2), round(float(y), 2), round(zone.z, 2))


def _nearest(region: shapely.Geometry, point: shapely.Point) -> FloatArray:
    return np.array(shapely.ops.nearest_points(region, point)[0].coords[0])
