"""Leap links over gaps in any direction, from open edge to open edge: leaps, and climbs along a face beside the gap."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import BoundarySamples
from scene.navmesh_parts.links import Links, joined, nothing, plain
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.climbable_faces import face_along
from scene.walkable.floor_plane import heights_on, planes_of
from scene.walkable.swept_clearance import leap_clear

LEAPS_FROM = 12
"""Leaps that are kept from one place to one region."""
FACING = 0.42
"""Cosine of the angle at which an edge is leapt from or to at most."""


def leaps(edge: BoundarySamples, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Links over gaps from open edge to open edge: leaps, level or down, and level climbs along a face beside the gap."""
    from scipy.spatial import cKDTree

    height = heights_on(planes_of([one.plane for one in regions]), edge.region, edge.xy)
    free = np.flatnonzero(edge.brink)
    if len(free) == 0:
        return nothing()
    tree = cKDTree(edge.xy[free])
    pairs = free[tree.query_pairs(agent.limits.farthest_leap, output_type="ndarray")]
    pairs = np.concatenate([pairs, pairs[:, ::-1]])
    a, b = pairs.T
    direction = edge.xy[b] - edge.xy[a]
    size = np.hypot(*direction.T)
    fall = height[a] - height[b]
    away, back = ((direction * edge.out[at]).sum(axis=1) / np.maximum(size, 1e-9) for at in (a, b))
    facing = (away > FACING) & (back < -FACING)
    use = facing & (size > 2 * agent.radius) & (fall >= -1e-3) & ((fall > 1e-3) | (a < b))
    a, b = a[use], b[use]
    start = np.column_stack([edge.xy[a], height[a]])
    end = np.column_stack([edge.xy[b], height[b]])
    clear = leap_clear(solids, start, end, agent)
    nearest = _few(a[clear] * len(regions) + edge.region[b[clear]], size[use][clear])
    rows = np.flatnonzero(clear)[nearest]
    start, end, a, b = start[rows], end[rows], a[rows], b[rows]
    links = plain(start, end, edge.region[a], edge.region[b], np.maximum(start[:, 2], end[:, 2]))
    level = np.abs(start[:, 2] - end[:, 2]) <= agent.limits.step + 1e-3
    beside = level & face_along(solids, start, end, agent)
    return joined([replace(links, gap=links.run), replace(links, along=np.ones(len(links), dtype=bool)).chosen(beside)])


def _few(group: IntArray, size: FloatArray) -> IntArray:
    """Of each group the smallest, and others of all sizes, `LEAPS_FROM` in all."""
    order = np.lexsort((size, group))
    _, first, count = np.unique(group[order], return_index=True, return_counts=True)
    rank, many = np.arange(len(order)) - np.repeat(first, count), np.repeat(count, count)
    picked = (rank == 0) | (rank * LEAPS_FROM // many != (rank - 1) * LEAPS_FROM // many)
    return np.asarray(order[picked])
