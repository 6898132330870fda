"""Openings between places that are free for a base, where it does not fit itself: gaps to squeeze through, closed doors."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from scene.geometry.mesh import FloatArray
from scene.table.plan_outlines import Outline, geometry, grown, parts, rectangle
from scene.table.table import Piece
from scene.walkable.agent import Agent
from scene.walkable.floor_levels import FloorPatch, in_the_way, meets
from scene.walkable.floor_plane import FloorPlane


@dataclass(frozen=True, eq=False)
class Opening:
    """A way through between two places of one floor that are free for the base, where the base itself does not fit.

    Attributes:
        start, end: (3,) the places, inches.
        door: whether a closed door is what is in the way; otherwise it is narrow.
    """

    start: FloatArray
    end: FloatArray
    door: bool


def narrow_openings(free: Outline, wider: Outline, gain: float, plane: FloorPlane, *, door: bool = False) -> Iterator[Opening]:
    """The parts of a wider region that join parts of the free one, and are more than a rim ``gain`` wide around it."""
    throats = wider - free.offset(gain + 0.02)
    for throat in parts(throats):
        if throat.area() < 1e-5:
            continue
        ends = [geometry(end) for end in parts(free ^ throat.offset(gain + 0.06))]
        region = geometry(throat)
        centre = shapely.centroid(region)
        middle = centre if shapely.intersects(region, centre) else shapely.point_on_surface(region)
        places = [np.append(place, plane.at(place)) for place in (_just_inside(end, middle) for end in ends)]
        for number, start in enumerate(places):
            for end in places[number + 1 :]:
                yield Opening(start, end, door)


def _just_inside(region: shapely.Geometry, other: shapely.Geometry) -> FloatArray:
    """(2,) the place of a region that is nearest to another one, but for a hair."""
    near = shapely.get_coordinates(shapely.shortest_line(region, other))[0]
    middle = shapely.get_coordinates(shapely.point_on_surface(region))[0]
    away = middle - near
    return np.asarray(near + away / max(float(np.hypot(*away)), 1e-9) * min(0.004, float(np.hypot(*away))))


def doorways(
    patch: FloorPatch, solid: list[Piece], door: Piece, room: Outline, free: Outline, agent: Agent
) -> Iterator[Opening]:
    """The way through a closed door."""
    plane, gap = patch.level.plane, 2 * agent.radius
    here = rectangle(door.placed.bounds[0, :2] - gap, door.placed.bounds[1, :2] + gap)
    others = [piece for piece in solid if piece is not door and meets(piece, here)]
    block = grown(in_the_way(others, plane.raised(agent.limits.step), plane.raised(agent.headroom), here), agent.radius)
    yield from narrow_openings(free, (room ^ here) - block, 0.0, plane, door=True)
