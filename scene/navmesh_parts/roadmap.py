"""The roadmap of straight walks: corners of regions and ends of links, joined where one can walk straight between them.

Shortest paths in a plane with polygons in it bend at corners only (Lozano-Pérez and Wesley 1979), and only at those that stick
out into the region, and touch these like a taut string.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.region_visibility import RegionVisibility
from scene.navmesh_parts.regions import Region
from scene.walkable.floor_plane import lengths_on, planes_of

BEND = 1e-3
"""Sine of an angle: what turns by less goes straight on."""
TANGENT = 1e-4
"""Inches by which neighbours of a corner may lie on the wrong side of a string that touches it."""
PAIRS = 100_000
"""Pairs that are looked at together."""


@dataclass(frozen=True, eq=False)
class Roadmap:
    """Nodes and straight walks between them.

    Attributes:
        xy: (n, 2) inches.
        region: (n,) number of the region of each node.
        beside: (n, 2, 2) the corners of the region's outline before and after; for nodes that are no corners they themselves.
        a, b: (m,) the nodes of each walk.
        length: (m,) inches, in space.
    """

    xy: FloatArray
    region: IntArray
    beside: FloatArray
    a: IntArray
    b: IntArray
    length: FloatArray

    @property
    def bends(self) -> BoolArray:
        """(n,) whether they are corners, round which strings bend."""
        return np.asarray((self.beside[:, 0] != self.xy).any(axis=1))


def roadmap(
    regions: Sequence[Region],
    places: FloatArray,
    home: IntArray,
    visibility: RegionVisibility,
    advance: Callable[[float], None],
) -> Roadmap:
    """The roadmap of all regions.

    Args:
        regions: all of them.
        places: (p, 2) where links begin and end; they become the first nodes, in their order.
        home: (p,) their regions.
        visibility: of the regions.
        advance: is told the share of the work done, 0 to 1.
    """
    corner, beside, owner = corners(regions)
    xy, region = np.concatenate([places, corner]), np.concatenate([home, owner])
    beside = np.concatenate([np.repeat(places[:, None], 2, axis=1), beside])
    order = np.argsort(region, kind="stable")
    starts = np.searchsorted(region[order], np.arange(len(regions) + 1))
    found, done = [], 0
    for first, last in itertools.pairwise(starts):
        found.append(_walks(order[first:last], xy, region, beside, visibility))
        done += int(last - first) ** 2
        advance(min(1.0, done / max(1, int((np.diff(starts) ** 2).sum()))))
    none = [np.zeros(0, dtype=np.int64)]
    a = np.concatenate([*none, *(pair[0] for pair in found)])
    b = np.concatenate([*none, *(pair[1] for pair in found)])
    length = lengths_on(planes_of([one.plane for one in regions]), region[a], xy[a] - xy[b])
    return Roadmap(xy, region, beside, a, b, length)


def corners(regions: Sequence[Region]) -> tuple[FloatArray, FloatArray, IntArray]:
    """(n, 2) corners of regions that stick out into them, (n, 2, 2) the corners before and after, and (n,) their regions."""
    found: list[tuple[FloatArray, FloatArray, IntArray]] = []
    for number, region in enumerate(regions):
        for ring in region.rings:
            before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
            (ux, uy), (vx, vy) = (ring - before).T, (after - ring).T
            turn = (ux * vy - uy * vx) / np.maximum(np.hypot(ux, uy) * np.hypot(vx, vy), 1e-12)
            out = turn < -BEND
            found.append((ring[out], np.stack([before, after], axis=1)[out], np.full(int(out.sum()), number)))
    if not found:
        return np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0, dtype=np.int64)
    xy, beside, owner = (np.concatenate(column) for column in zip(*found, strict=True))
    return xy, beside, owner


def _walks(
    nodes: IntArray, xy: FloatArray, region: IntArray, beside: FloatArray, visibility: RegionVisibility
) -> tuple[IntArray, IntArray]:
    """The pairs of nodes of one region that are joined by straight walks."""
    rows = max(1, PAIRS // max(1, len(nodes)))
    place, around = xy[nodes], beside[nodes]
    found_a, found_b = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for first in range(0, len(nodes), rows):
        here, onward = np.s_[first : first + rows, None], np.s_[None, first:]
        use = touches(place[here], around[here], place[onward]) & touches(place[onward], around[onward], place[here])
        # Each pair once.
        i, j = np.nonzero(np.triu(use, 1))
        a, b = nodes[first + i], nodes[first + j]
        seen = visibility.sees(region[a], xy[a], xy[b])
        found_a.append(a[seen])
        found_b.append(b[seen])
    return np.concatenate(found_a), np.concatenate(found_b)


def touches(corner: FloatArray, beside: FloatArray, other: FloatArray) -> BoolArray:
    """(...) whether strings from ``corner`` to ``other``, both (..., 2), touch the outline there and could go on round it.

    Always so for nodes that are no corners, and that are given as their own neighbours.
    """
    x, y = other[..., 0] - corner[..., 0], other[..., 1] - corner[..., 1]
    size = np.maximum(np.hypot(x, y), 1e-12)
    aside = beside - corner[..., None, :]
    before, after = ((x * aside[..., k, 1] - y * aside[..., k, 0]) / size for k in (0, 1))
    crosses = ((before > TANGENT) & (after < -TANGENT)) | ((before < -TANGENT) & (after > TANGENT))
    return np.asarray(~crosses)
