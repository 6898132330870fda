"""Links of ascents, up ladders and stairs, and what slopes make links longer than their plan."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
import shapely.ops

from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.edge_links import AWAY, CLEAR
from scene.navmesh_parts.links import Links, nothing, plain
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import FloorPlane
from scene.walkable.ladders import Ladder
from scene.walkable.stairs import Stairs
from scene.walkable.swept_clearance import hatch_clear, slope_clear

BELOW = 0.75
"""Inches that a ladder may end above the floor below it, or below the floor that it leads to."""
ASIDE = 0.75
"""Inches that one may stand beside the foot of a ladder, where something is in the way."""
LANDING = 0.1
"""Inches that the floors at the ends of stairs may be nearer to one another than the stairs are high."""
SEAM = 0.02
"""Inches; where planes meet, the ends of links lie beside one another, and may differ in height by so much."""
BEYOND = 2.0
"""Inches from the top of a ladder to where one can stand up there, behind a rail or round a hatch."""


def up_ladder(ladder: Ladder, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Links from in front of a ladder to the floors that it leads to."""
    front = np.array(ladder.foot[:2]) + (agent.radius + CLEAR) * np.array(ladder.out)
    behind = np.array(ladder.top[:2])
    low, high = ladder.foot[2], ladder.top[2]
    feet = _stops(regions, front, ASIDE, low - BELOW, high - agent.limits.step)
    tops = _stops(regions, behind, BEYOND, low + agent.limits.step, high + BELOW)
    pairs = [(f, t) for f in feet for t in tops if t[1][2] > f[1][2] + agent.limits.step]
    if not pairs:
        return nothing()
    start, end = np.array([place for (_, place), _ in pairs]), np.array([place for _, (_, place) in pairs])
    start_region, end_region = (np.array([pair[side][0] for pair in pairs]) for side in (0, 1))
    links = replace(plain(start, end, start_region, end_region, end[:, 2].copy()), ladder=np.ones(len(pairs), dtype=bool))
    return links.chosen(hatch_clear(solids, start, end, agent))


def up_stairs(flight: Stairs, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """The link straight up a flight of stairs, for where its treads are too steep or narrow to walk them one by one."""
    foot, top = np.array(flight.foot), np.array(flight.top)
    feet = _stops(regions, foot[:2], ASIDE, foot[2] - agent.limits.step, foot[2] + LANDING)
    tops = _stops(regions, top[:2], ASIDE, top[2] - LANDING, top[2] + agent.limits.step)
    pairs = [(f, t) for f in feet for t in tops if t[1][2] > f[1][2] + agent.limits.step]
    if not pairs:
        return nothing()
    start, end = np.array([place for (_, place), _ in pairs]), np.array([place for _, (_, place) in pairs])
    start_region, end_region = (np.array([pair[side][0] for pair in pairs]) for side in (0, 1))
    links = plain(start, end, start_region, end_region, end[:, 2].copy())
    slope = np.hypot(links.run, links.up) - links.run
    links = replace(links, slope=slope, stairs=np.ones(len(pairs), dtype=bool))
    return links.chosen(slope_clear(solids, start, end, agent))


def _stops(regions: Sequence[Region], point: FloatArray, most: float, low: float, high: float) -> list[tuple[int, Point]]:
    """The regions with a place within ``most`` of a point (2,), and the nearest place (3,) of each, if between two heights."""
    spot, found = shapely.Point(point), []
    for number, region in enumerate(regions):
        if region.span[0] <= high and region.span[1] >= low and region.polygon.distance(spot) <= most:
            place = region.point(np.array(shapely.ops.nearest_points(region.polygon, spot)[0].coords[0]))
            if low <= place[2] <= high:
                found.append((number, place))
    return found


def with_slopes(links: Links, regions: Sequence[Region], flights: Sequence[Stairs], step: float) -> Links:
    """The links with what stairs and slopes make them longer than their plan.

    Where slopes meet, or one of them and something level, there is no step, but for what both may lie off their planes. From
    terrace to terrace one walks along the slope that they stand for.
    """
    rise = np.abs(links.start[:, 2] - links.end[:, 2])
    planes = [region.plane for region in regions]
    # What is crossed on the way is no slope.
    free = links.level <= np.maximum(links.start[:, 2], links.end[:, 2]) + step
    small = (rise > 1e-3) & (rise <= step + 1e-3) & (links.gap == 0.0) & free
    ends = np.stack([links.start_region, links.end_region])
    slope, off, terraced = (np.array([value(plane) for plane in planes])[ends] for value in (_slope, _off, _terraced))
    seam = rise <= np.maximum(off.sum(axis=0), SEAM)
    ratio = np.where(small, np.maximum(terraced.max(axis=0), np.where(seam, slope.max(axis=0), 0.0)), 0.0)
    on_stairs = np.zeros(len(links), dtype=bool)
    for flight in flights:
        on = small & _on(flight, links.start, step) & _on(flight, links.end, step)
        height, run = flight.top[2] - flight.foot[2], np.hypot(flight.top[0] - flight.foot[0], flight.top[1] - flight.foot[1])
        ratio, on_stairs = np.where(on, height / max(run, 1e-6), ratio), on_stairs | on
    inverse = 1.0 / np.maximum(ratio, 1e-9)
    longer = np.where(ratio > 1e-6, rise * (np.sqrt(1.0 + inverse**2) - inverse), 0.0)
    return replace(links, slope=np.where(links.slope > 0.0, links.slope, longer), stairs=links.stairs | on_stairs)


def _slope(plane: FloorPlane) -> float:
    return float(np.hypot(*plane.gradient))


def _off(plane: FloorPlane) -> float:
    return plane.off


def _terraced(plane: FloorPlane) -> float:
    return plane.terraced


def _on(flight: Stairs, points: FloatArray, step: float) -> BoolArray:
    """(n,) whether points (n, 3) are on the stairs or at one of their ends."""
    foot, top = np.array(flight.foot), np.array(flight.top)
    along = (top - foot)[:2]
    run = max(float(np.hypot(*along)), 1e-6)
    ahead = (points[:, :2] - foot[:2]) @ along / run
    aside = (points[:, :2] - foot[:2]) @ np.array([-along[1], along[0]]) / run
    above = points[:, 2] - foot[2] - (top[2] - foot[2]) * (ahead / run).clip(0.0, 1.0)
    near = (np.abs(aside) <= flight.width / 2 + CLEAR) & (ahead > -AWAY) & (ahead < run + AWAY)
    return np.asarray(near & (np.abs(above) <= step + 0.1))
