"""Ways through openings: places in front of windows, ways through narrow openings and closed doors, and down hatches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import SPACING, BoundarySamples, along, samples
from scene.navmesh_parts.edge_links import CLEAR, leading_alike
from scene.navmesh_parts.links import Links, nothing, plain
from scene.navmesh_parts.region_visibility import Walls
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.agent_limits import ACROSS, SQUEEZED, STEP, WIDEST_WINDOW
from scene.walkable.openings import Opening
from scene.walkable.swept_clearance import PITCH, crossings

FINE = 0.05
"""Inches between the places where openings are looked for."""
LEAST_ROOM = 0.006
"""Inches that outlines of holes may be off."""
WIDEST_HATCH = 1.2
"""Inches that the middle of a base may move in holes that are narrow."""
INSIDE = 0.02
"""Inches behind the face of a wall at which the sides of an opening in it are felt for."""
HIGHEST_SILL = 2.5
"""Inches above the floor; higher openings are found from places near them only."""


def before_windows(zones: Sequence[Region], solids: RayScene, walker: Agent) -> BoundarySamples:
    """Places in front of the middle of openings above the floor and of low doorways, which evenly spread places might miss."""
    edge = samples(zones, FINE)
    heights = STEP + 0.05 + PITCH * np.arange(int(np.ceil((HIGHEST_SILL + SQUEEZED * walker.height) / PITCH)))
    floor = np.array([zone.z for zone in zones])[edge.zone]
    start = np.repeat(np.column_stack([edge.xy, floor])[:, None], len(heights) + 1, axis=1)
    start[..., 2] += [*heights, walker.headroom]
    through = np.column_stack([edge.out, np.zeros(len(edge.xy))]) * (ACROSS + 2 * walker.radius)
    met: BoolArray = np.asarray(solids.blocked(start.reshape(-1, 3), (start + through[:, None]).reshape(-1, 3)))
    met, under = np.split(met.reshape(start.shape[:2]), [len(heights)], axis=1)
    tall = int(np.ceil(SQUEEZED * walker.height / PITCH))
    clear = np.asarray(np.lib.stride_tricks.sliding_window_view(~met, tall, axis=1).all(axis=2))
    low = under[:, 0] & ~met[:, : max(1, int((SQUEEZED * walker.height - STEP) / PITCH))].any(axis=1)
    sill = np.where(met[:, 0] & clear.any(axis=1), clear.argmax(axis=1), np.where(low, 0, -1))
    # Neighbours with the same sill are in front of one opening; its middle is in front of the middle one.
    change = np.flatnonzero((np.diff(sill) != 0) | (np.diff(edge.zone) != 0)) + 1
    first, last = np.r_[0, change], np.r_[change, len(sill)] - 1
    wide = (last - first + 2) * FINE
    use = (sill[first] >= 0) & (wide >= 2 * SQUEEZED * walker.radius) & (wide <= WIDEST_WINDOW)
    middle = (first + last)[use] // 2
    lowest = floor[middle] + heights[sill[middle]]
    # The face of the wall is below a sill, or above a doorway.
    face = np.where(low[middle], floor[middle] + walker.headroom, lowest - PITCH)
    shift = _to_the_middle(solids, np.column_stack([edge.xy[middle], lowest]), face, edge.out[middle], walker)
    return BoundarySamples(edge.xy[middle] + shift, edge.out[middle], edge.zone[middle], edge.brink[middle])


def _to_the_middle(solids: RayScene, lowest: FloatArray, face: FloatArray, out: FloatArray, walker: Agent) -> FloatArray:
    """(n, 2) how far aside the middle of an opening between upright sides is.

    Args:
        solids: what the opening is in.
        lowest: (n, 3) places in front of it, at its lower end.
        face: (n,) heights at which there is wall above or below it.
        out: (n, 2) unit vectors toward it.
        walker: who has to get through.
    """
    ahead = np.column_stack([out, np.zeros(len(out))])
    aside = np.column_stack([-out[:, 1], out[:, 0], np.zeros(len(out))])
    wall = solids.distances(np.column_stack([lowest[:, :2], face]), ahead).astype(np.float64)
    within = lowest + np.where(np.isfinite(wall), wall + INSIDE, 0.0)[:, None] * ahead
    rise = np.linspace(0.1, 0.9, 9) * SQUEEZED * walker.height
    start = within[:, None] + rise[:, None] * np.array([0.0, 0.0, 1.0])
    left, right = (
        solids.distances(start.reshape(-1, 3), np.repeat(way, len(rise), axis=0))
        .reshape(len(out), len(rise))
        .min(axis=1, initial=np.inf)
        for way in (aside, -aside)
    )
    between = left + right <= WIDEST_WINDOW
    shift = (np.where(between, left, 0.0) - np.where(between, right, 0.0)) / 2.0
    return np.asarray(shift[:, None] * aside[:, :2], dtype=np.float64)


def down_hatches(zones: Sequence[Region], walls: Walls, solids: RayScene, walker: Agent) -> Links:
    """Ways from floors down through holes that are hardly wider than a base, over which evenly spread places may miss it."""
    found = [
        (number, other, places) for number, zone in enumerate(zones) for other, places in _below(number, zone, zones, walker)
    ]
    if not found:
        return nothing()
    end = np.concatenate([np.column_stack([places, np.full(len(places), zones[other].z)]) for _, other, places in found])
    start_zone, end_zone = (np.concatenate([np.full(len(row[2]), row[side]) for row in found]) for side in (0, 1))
    turn = np.radians(np.arange(8) * 45.0)
    way = np.tile(2 * WIDEST_HATCH * np.column_stack([np.cos(turn), np.sin(turn)]), (len(end), 1))
    end, start_zone, end_zone = (np.repeat(column, len(turn), axis=0) for column in (end, start_zone, end_zone))
    share = walls.crossed(start_zone, end[:, :2], way, most=1)[:, 0] + CLEAR / 2.0 / (2 * WIDEST_HATCH)
    use = np.isfinite(share)
    height = np.array([zone.z for zone in zones])
    start = np.column_stack([end[use, :2] + share[use, None] * way[use], height[start_zone[use]]])
    ways = plain(start, end[use], start_zone[use], end_zone[use], start[:, 2].copy())
    return leading_alike(ways, ways.end, solids, walker)


def _below(number: int, zone: Region, zones: Sequence[Region], walker: Agent) -> Iterator[tuple[int, FloatArray]]:
    """For each narrow hole in a zone the zones below it, and places there, (n, 2), from which the base fits through it."""
    for ring, brink in zip(zone.rings[1:], zone.brink[1:], strict=True):
        hole = shapely.Polygon(ring)
        room = hole.buffer(-walker.radius + LEAST_ROOM)
        if not brink.any() or room.is_empty or room.area > WIDEST_HATCH**2:
            continue
        for other, lower in enumerate(zones):
            if other != number and lower.z < zone.z - STEP and lower.polygon.intersects(room):
                yield other, _places(room.intersection(lower.polygon))


def _places(room: shapely.Geometry) -> FloatArray:
    """The middle of a region, and places spread along the outline of what is not close to it."""
    inner = room.buffer(-2 * LEAST_ROOM)
    outlines = [np.array(part.exterior.coords)[:-1] for part in shapely.get_parts(inner) if not part.is_empty]
    return np.concatenate([[room.representative_point().coords[0]], *(along(ring, SPACING)[0] for ring in outlines)])


def through(openings: Sequence[Opening], zones: Sequence[Region], solids: RayScene, walker: Agent) -> Links:
    """Ways through narrow openings and closed doors."""
    found = []
    for opening in openings:
        at = [_home(zones, place, opening.z) for place in (opening.start, opening.end)]
        if at[0] is not None and at[1] is not None:
            found.append((opening, at[0], at[1]))
    if not found:
        return nothing()
    start = np.array([[*opening.start, opening.z] for opening, _, _ in found])
    end = np.array([[*opening.end, opening.z] for opening, _, _ in found])
    door = np.array([opening.door for opening, _, _ in found])
    ways = plain(start, end, np.array([a for _, a, _ in found]), np.array([b for _, _, b in found]), start[:, 2].copy())
    met = crossings(solids, start, end, walker)
    fits = met.possible & (met.level <= start[:, 2] + STEP)
    return replace(ways, narrow=~door, door=door).chosen(fits | door)


def _home(zones: Sequence[Region], place: FloatArray, z: float) -> int | None:
    """The zone at a height that holds a place (2,)."""
    for number, zone in enumerate(zones):
        if abs(zone.z - z) < 1e-6 and zone.holds(place[None])[0]:
            return number
    return None
