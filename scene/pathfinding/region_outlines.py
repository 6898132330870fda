"""The outlines of regions as curves by their length, on which the ends of links slide."""

from dataclasses import dataclass

import numpy as np
import shapely

from scene.base.distinct_rows import distinct_rows
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.regions import Region

ON_EDGE = 0.05
"""Inches; whatever is nearer to an outline is on it."""


@dataclass(frozen=True, eq=False)
class Outlines:
    """All outlines of a navmesh, one after the other as one long curve.

    Attributes:
        first: (o,) how far along the curve each outline begins, inches.
        size: (o,) how long each is.
        knots: (v,) how far along the curve the corners are; the first of each outline comes again at its end.
        xy: (v, 2) the corners.
        of_region: (z + 1,) the number of the first outline of each region, and in the end o.
    """

    first: FloatArray
    size: FloatArray
    knots: FloatArray
    xy: FloatArray
    of_region: IntArray

    def at(self, outline: IntArray, along: FloatArray) -> FloatArray:
        """(..., 2) the places so far along outlines (...,), round and round; inches."""
        where = self.first[outline] + np.mod(along, self.size[outline])
        corner = (np.searchsorted(self.knots, where, side="right") - 1).clip(0, len(self.knots) - 2)
        first, last = self.knots[corner], self.knots[corner + 1]
        share = np.minimum(np.maximum((where - first) / np.maximum(last - first, 1e-12), 0.0), 1.0)
        here, there = self.xy.take(corner, axis=0), self.xy.take(corner + 1, axis=0)
        return np.asarray(here + share[..., None] * (there - here))


@memoized
def outlines(navmesh: NavMesh) -> Outlines:
    """The outlines of a navmesh."""
    rings = [np.concatenate([ring, ring[:1]]) for region in navmesh.regions for ring in region.rings]
    along = [np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))]) for ring in rings]
    size = np.array([one[-1] for one in along])
    first = np.concatenate([[0.0], np.cumsum(size)])[:-1]
    knots = np.concatenate([one + start for one, start in zip(along, first, strict=True)])
    of_region = np.cumsum([0, *(len(region.rings) for region in navmesh.regions)])
    return Outlines(first, size, knots, np.concatenate(rings), of_region)


def beside(navmesh: NavMesh, region: IntArray, places: FloatArray) -> tuple[IntArray, FloatArray]:
    """(n,) the outlines of regions (n,) that places (n, 2) lie on, -1 for none; (n,) how far along them, inches."""
    asked, which = distinct_rows(np.column_stack([region, places]))
    outline, along, every = np.full(len(asked), -1), np.zeros(len(asked)), outlines(navmesh)
    for number in np.unique(region):
        rows, rings = np.flatnonzero(asked[:, 0] == number), _rings(navmesh.regions[number])
        points = shapely.points(asked[rows, 1:])
        own, ring = rings.query_nearest(points, max_distance=ON_EDGE, all_matches=False)
        outline[rows[own]] = every.of_region[number] + ring
        along[rows[own]] = shapely.line_locate_point(rings.geometries[ring], points[own])
    return outline[which], along[which]


@memoized
def _rings(region: Region) -> shapely.STRtree:
    return shapely.STRtree([shapely.LineString(np.concatenate([ring, ring[:1]])) for ring in region.rings])
