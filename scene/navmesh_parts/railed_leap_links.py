"""Leap links over railed edges: a rail before a gap, or behind it, is crossed and the gap is leapt, all in one line."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import ALIKE, SPACING, spread
from scene.navmesh_parts.edge_links import CLEAR, slanted
from scene.navmesh_parts.leap_links import FACING
from scene.navmesh_parts.links import Links, joined, nothing, plain
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.region_visibility import RegionVisibility
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import heights_on, planes_of
from scene.walkable.swept_clearance import crossings, leap_clear, raised


def over_rails(regions: Sequence[Region], rails: Rails, visibility: RegionVisibility, solids: RayScene, agent: Agent) -> Links:
    """Leaps straight out over edges with something before them, and aslant between where these start and end; level or down."""
    if len(rails) == 0:
        return nothing()
    straight = _possible(_straight(regions, visibility, agent), rails, solids, agent)
    # Level leaps with rails on both sides have been found from both.
    straight = straight.chosen(
        (straight.start_region <= straight.end_region) | ~straight.ledges.all(axis=1) | (straight.down > 0.0)
    )
    i, j = slanted(straight, straight.level)
    start, end = straight.chosen(i), straight.chosen(j)
    aslant = plain(start.start, end.end, start.start_region, end.end_region, start.level)
    return joined([straight, _possible(aslant, rails, solids, agent)])


def _possible(links: Links, rails: Rails, solids: RayScene, agent: Agent) -> Links:
    possible, links = looked_over(links, rails, solids, agent)
    return links.chosen(possible)


def _straight(regions: Sequence[Region], visibility: RegionVisibility, agent: Agent) -> Links:
    """Links square over edges with something before them, from the region on one side to each that begins on the other."""
    planes = planes_of([region.plane for region in regions])
    edge, out, home = _places(regions)
    back = visibility.crossed(home, edge, -(agent.limits.across + agent.radius) * out, most=1)[:, 0] * (
        agent.limits.across + agent.radius
    )
    use = np.isfinite(back)
    edge, out, home, back = edge[use], out[use], home[use], back[use]
    place, other = _ahead(edge, out, regions, agent.limits.farthest_leap)
    far = (
        agent.limits.farthest_leap
        * visibility.crossed(other, edge[place], agent.limits.farthest_leap * out[place], most=1)[:, 0]
    )
    use = np.isfinite(far)
    place, other, far = place[use], other[use], far[use]
    start = edge[place] - (back[place] + CLEAR / 2.0)[:, None] * out[place]
    end = edge[place] + (far + CLEAR / 2.0)[:, None] * out[place]
    a, b = raised(start, heights_on(planes, home[place], start)), raised(end, heights_on(planes, other, end))
    # Nobody leaps up, and level leaps lead both ways anyway.
    swap = a[:, 2] < b[:, 2]
    high, low = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
    links = plain(high, low, np.where(swap, other, home[place]), np.where(swap, home[place], other), high[:, 2].copy())
    inside = np.zeros(len(links), dtype=bool)
    for number in np.unique(other).tolist():
        rows = np.flatnonzero(other == number)
        inside[rows] = regions[number].holds(end[rows])
    return links.chosen(inside)


def _places(regions: Sequence[Region]) -> tuple[FloatArray, FloatArray, IntArray]:
    """Places along edges of floors with something before them, (n, 2), unit vectors outward, (n, 2), and their regions."""
    xy, out, home = [np.zeros((0, 2))], [np.zeros((0, 2))], [np.zeros(0, dtype=np.int64)]
    for number, region in enumerate(regions):
        start, along = region.railed[:, 0], region.railed[:, 1] - region.railed[:, 0]
        size = np.hypot(*along.T)
        if len(size) == 0:
            continue
        apart = np.abs(start[1:] - region.railed[:-1, 1]).max(axis=1) > ALIKE
        long = size >= SPACING - ALIKE
        begins = np.append(True, long[1:] | long[:-1] | apart)
        side, share = spread(size, (np.cumsum(size) - size)[begins], SPACING, least=0)
        ahead = along[side] / size[side, None]
        xy.append(start[side] + share[:, None] * along[side])
        out.append(np.column_stack([ahead[:, 1], -ahead[:, 0]]))
        home.append(np.full(len(side), number, dtype=np.int64))
    return np.concatenate(xy), np.concatenate(out), np.concatenate(home)


def _ahead(edge: FloatArray, out: FloatArray, regions: Sequence[Region], farthest: float) -> tuple[IntArray, IntArray]:
    """The pairs of places and regions that may lie ahead of them, no farther than that."""
    tips = edge + farthest * out
    low, high = np.minimum(edge, tips), np.maximum(edge, tips)
    boxes = np.array([[region.rings[0].min(axis=0), region.rings[0].max(axis=0)] for region in regions])
    near = (low[:, None] <= boxes[:, 1]).all(axis=2) & (high[:, None] >= boxes[:, 0]).all(axis=2)
    place, region = np.nonzero(near)
    return place, region


def looked_over(links: Links, rails: Rails, solids: RayScene, agent: Agent) -> tuple[BoolArray, Links]:
    """(n,) which links, level or down, are leaps with something before an edge of the gap; the links with all about that."""
    if len(links) == 0:
        return np.zeros(0, dtype=bool), links
    start, end = links.start, links.end
    ledges, square = rails.ledges(links.start_region, links.end_region, start, end)
    gap = links.run - ledges.sum(axis=1)
    possible = (ledges > 0.0).any(axis=1) & (gap > 2 * agent.radius) & (gap <= agent.limits.farthest_leap)
    possible &= (ledges * square <= agent.limits.across + agent.radius).all(axis=1) & (square > FACING).all(axis=1)
    high = np.zeros_like(ledges)
    # Over the gap the base is clear of what it crosses.
    clear = np.where(ledges > 0.0, ledges + np.minimum((agent.radius + CLEAR) / square, gap[:, None] / 2.0), 0.0)
    ahead = (end - start)[:, :2] / np.maximum(links.run, 1e-9)[:, None]
    here = np.column_stack([start[:, :2] + clear[:, :1] * ahead, start[:, 2]])
    there = np.column_stack([end[:, :2] - clear[:, 1:] * ahead, end[:, 2]])
    for side, (foot, beyond) in enumerate(((start, here), (end, there))):
        rows = np.flatnonzero(possible & (ledges[:, side] > 0.0))
        met = crossings(solids, foot[rows], beyond[rows], agent)
        possible[rows] = met.possible & ~met.narrow & (met.across <= agent.limits.across + 2 * agent.limits.step)
        high[rows, side] = np.maximum(met.level - foot[rows, 2], 0.0)
    rows = np.flatnonzero(possible)
    possible[rows] = leap_clear(solids, here[rows], there[rows], agent)
    return possible, replace(links, gap=np.where(possible, gap, links.gap), rails=high, ledges=ledges)
