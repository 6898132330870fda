"""Links through openings: places in front of windows, links through narrow openings and closed doors, and down hatches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import SPACING, BoundarySamples, along, samples
from scene.navmesh_parts.edge_links import CLEAR, leading_alike
from scene.navmesh_parts.links import Links, nothing, plain
from scene.navmesh_parts.region_visibility import RegionVisibility
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import heights_on, planes_of
from scene.walkable.openings import Opening
from scene.walkable.swept_clearance import PITCH, crossings, raised

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


def before_windows(regions: Sequence[Region], solids: RayScene, agent: Agent) -> BoundarySamples:
    """Places in front of the middle of openings above the floor and of low doorways, which evenly spread places might miss."""
    edge = samples(regions, FINE)
    heights = (
        agent.limits.step
        + 0.05
        + PITCH * np.arange(int(np.ceil((HIGHEST_SILL + agent.limits.squeezed * agent.height) / PITCH)))
    )
    floor = heights_on(planes_of([region.plane for region in regions]), edge.region, edge.xy)
    start = np.repeat(np.column_stack([edge.xy, floor])[:, None], len(heights) + 1, axis=1)
    start[..., 2] += [*heights, agent.headroom]
    through = np.column_stack([edge.out, np.zeros(len(edge.xy))]) * (agent.limits.across + 2 * agent.radius)
    met: BoolArray = np.asarray(solids.blocked(start.reshape(-1, 3), (start + through[:, None]).reshape(-1, 3)))
    met, under = np.split(met.reshape(start.shape[:2]), [len(heights)], axis=1)
    tall = int(np.ceil(agent.limits.squeezed * agent.height / PITCH))
    clear = np.asarray(np.lib.stride_tricks.sliding_window_view(~met, tall, axis=1).all(axis=2))
    low = under[:, 0] & ~met[:, : max(1, int((agent.limits.squeezed * agent.height - agent.limits.step) / PITCH))].any(axis=1)
    sill = np.where(met[:, 0] & clear.any(axis=1), clear.argmax(axis=1), np.where(low, 0, -1))
    # Neighbours with the same sill are in front of one opening; its middle is in front of the middle one.
    change = np.flatnonzero((np.diff(sill) != 0) | (np.diff(edge.region) != 0)) + 1
    first, last = np.r_[0, change], np.r_[change, len(sill)] - 1
    wide = (last - first + 2) * FINE
    use = (sill[first] >= 0) & (wide >= 2 * agent.limits.squeezed * agent.radius) & (wide <= agent.limits.widest_window)
    middle = (first + last)[use] // 2
    lowest = floor[middle] + heights[sill[middle]]
    # The face of the wall is below a sill, or above a doorway.
    face = np.where(low[middle], floor[middle] + agent.headroom, lowest - PITCH)
    shift = _to_the_middle(solids, np.column_stack([edge.xy[middle], lowest]), face, edge.out[middle], agent)
    return BoundarySamples(edge.xy[middle] + shift, edge.out[middle], edge.region[middle], edge.brink[middle])


def _to_the_middle(solids: RayScene, lowest: FloatArray, face: FloatArray, out: FloatArray, agent: Agent) -> FloatArray:
    """(n, 2) how far aside the middle of an opening between upright sides is.

    Args:
        solids: what the opening is in.
        lowest: (n, 3) places in front of it, at its lower end.
        face: (n,) heights at which there is wall above or below it.
        out: (n, 2) unit vectors toward it.
        agent: who has to get through.
    """
    ahead = np.column_stack([out, np.zeros(len(out))])
    aside = np.column_stack([-out[:, 1], out[:, 0], np.zeros(len(out))])
    wall = solids.distances(np.column_stack([lowest[:, :2], face]), ahead).astype(np.float64)
    within = lowest + np.where(np.isfinite(wall), wall + INSIDE, 0.0)[:, None] * ahead
    rise = np.linspace(0.1, 0.9, 9) * agent.limits.squeezed * agent.height
    start = within[:, None] + rise[:, None] * np.array([0.0, 0.0, 1.0])
    left, right = (
        solids.distances(start.reshape(-1, 3), np.repeat(direction, len(rise), axis=0))
        .reshape(len(out), len(rise))
        .min(axis=1, initial=np.inf)
        for direction in (aside, -aside)
    )
    between = left + right <= agent.limits.widest_window
    shift = (np.where(between, left, 0.0) - np.where(between, right, 0.0)) / 2.0
    return np.asarray(shift[:, None] * aside[:, :2], dtype=np.float64)


def down_hatches(regions: Sequence[Region], visibility: RegionVisibility, solids: RayScene, agent: Agent) -> Links:
    """Links from floors down through holes that are hardly wider than a base, over which evenly spread places may miss it."""
    found = [
        (number, other, places)
        for number, region in enumerate(regions)
        for other, places in _below(number, region, regions, agent)
    ]
    if not found:
        return nothing()
    end = np.concatenate([regions[other].points(places) for _, other, places in found])
    start_region, end_region = (np.concatenate([np.full(len(row[2]), row[side]) for row in found]) for side in (0, 1))
    turn = np.radians(np.arange(8) * 45.0)
    direction = np.tile(2 * WIDEST_HATCH * np.column_stack([np.cos(turn), np.sin(turn)]), (len(end), 1))
    end, start_region, end_region = (np.repeat(column, len(turn), axis=0) for column in (end, start_region, end_region))
    share = visibility.crossed(start_region, end[:, :2], direction, most=1)[:, 0] + CLEAR / 2.0 / (2 * WIDEST_HATCH)
    use = np.isfinite(share)
    there = end[use, :2] + share[use, None] * direction[use]
    start = raised(there, heights_on(planes_of([region.plane for region in regions]), start_region[use], there))
    links = plain(start, end[use], start_region[use], end_region[use], start[:, 2].copy())
    return leading_alike(links, links.end, regions, solids, agent)


def _below(number: int, region: Region, regions: Sequence[Region], agent: Agent) -> Iterator[tuple[int, FloatArray]]:
    """For each narrow hole in a region the regions below it, and places there, (n, 2), from which the base fits through it."""
    for ring, brink in zip(region.rings[1:], region.brink[1:], strict=True):
        hole = shapely.Polygon(ring)
        room = hole.buffer(-agent.radius + LEAST_ROOM)
        if not brink.any() or room.is_empty or room.area > WIDEST_HATCH**2:
            continue
        for other, lower in enumerate(regions):
            if other != number and lower.span[0] < region.span[1] - agent.limits.step and lower.polygon.intersects(room):
                places = _places(room.intersection(lower.polygon))
                yield other, places[lower.plane.at(places) < region.plane.at(places) - agent.limits.step]


def _places(room: shapely.Geometry) -> FloatArray:
    """The middle of a region, and places spread along the outline of what is not close to it."""
    inner = room.buffer(-2 * LEAST_ROOM)
    outlines = [np.array(part.exterior.coords)[:-1] for part in shapely.get_parts(inner) if not part.is_empty]
    return np.concatenate([[room.representative_point().coords[0]], *(along(ring, SPACING)[0] for ring in outlines)])


def through(openings: Sequence[Opening], regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Links through narrow openings and closed doors."""
    found = []
    for opening in openings:
        at = [_home(regions, place) for place in (opening.start, opening.end)]
        if at[0] is not None and at[1] is not None:
            found.append((opening, at[0], at[1]))
    if not found:
        return nothing()
    start, end = (np.array([getattr(opening, side) for opening, _, _ in found]) for side in ("start", "end"))
    door = np.array([opening.door for opening, _, _ in found])
    links = plain(start, end, np.array([a for _, a, _ in found]), np.array([b for _, _, b in found]), start[:, 2].copy())
    met = crossings(solids, start, end, agent)
    fits = met.possible & (met.level <= start[:, 2] + agent.limits.step)
    return replace(links, narrow=~door, door=door).chosen(fits | door)


def _home(regions: Sequence[Region], place: FloatArray) -> int | None:
    """The region that holds a place (3,)."""
    for number, region in enumerate(regions):
        if abs(region.plane.at(place) - place[2]) < 1e-6 and region.holds(place[None])[0]:
            return number
    return None
