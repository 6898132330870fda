"""Stair treads: the level parts of a mesh that may be some."""

from dataclasses import dataclass

import numpy as np
import shapely
from manifold3d import JoinType

from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.upward_faces import UpPatches, up_patches
from scene.table.plan_outlines import outlined

RISE = (0.08, 0.55)
"""Inches from tread to tread."""

GOING = (0.1, 1.0)
"""Inches from the front edge of a tread to that of the next."""

LEAST_WIDTH = 0.3
"""Inches."""

SLOT = 0.14
"""Inches: openings in treads up to this wide, and gaps from tread to tread, do not matter."""

LEVEL = 0.01
"""Inches: heights that differ by less are the same."""

MOST_PATCHES, MOST_TRIANGLES, MOST_PAIRS = 3000, 50_000, 20_000
"""Level parts, their triangles, and parts above one another; a mesh with more is a scan or a texture, in which nothing is
looked for, so that the search ends within a second or two."""


@dataclass(frozen=True, eq=False)
class TreadLevel:
    """A connected level part of a surface: its height, and its outline in plan without the openings in it."""

    z: float
    shape: shapely.Polygon


@dataclass(frozen=True, eq=False)
class Tread:
    """A level part of a surface that may be a tread.

    Attributes:
        z: its height.
        shape: its outline in plan, a polygon without what the next higher treads cover.
        axes: (2, 2) float, the directions of the sides of the narrowest box around it.
    """

    z: float
    shape: shapely.Polygon
    axes: FloatArray

    def span(self, direction: FloatArray) -> FloatArray:
        """(2,) from where to where it reaches along a direction in plan."""
        places = shapely.get_coordinates(self.shape) @ direction
        return np.array([places.min(), places.max()])


def levels(mesh: Mesh) -> list[TreadLevel]:
    """The level parts of a mesh that have others one rise above or below, from below; strips between slots are one."""
    patches = up_patches(mesh, least_up=0.98)
    flat = (patches.size[:, 2] <= LEVEL) & (patches.area >= 0.004) & (patches.size[:, 0] >= GOING[0])
    chosen = _with_neighbours(patches, np.flatnonzero(flat))
    picked = np.isin(patches.patch, chosen)
    if not 2 <= len(chosen) <= MOST_PATCHES or picked.sum() > MOST_TRIANGLES:
        return []
    number, triangles = patches.patch[picked], patches.triangles[picked]
    found = []
    order = chosen[np.argsort(patches.top[chosen])]
    for level in np.split(order, np.flatnonzero(np.diff(patches.top[order]) > LEVEL) + 1):
        whole = outlined(triangles[np.isin(number, level)])
        joined = whole.offset(SLOT / 2.0, JoinType.Miter, 5.0).offset(-SLOT / 2.0, JoinType.Miter, 5.0)
        top = float(patches.top[level].max())
        rings = [shapely.Polygon(ring) for ring in joined.to_polygons()]
        found += [TreadLevel(top, ring) for ring in rings if ring.exterior.is_ccw]
    return found


def _with_neighbours(patches: UpPatches, chosen: IntArray) -> IntArray:
    """Those patches that have another one a rise higher or lower."""
    tops = patches.top[chosen]
    heights = np.sort(tops)
    near = np.zeros(len(chosen), dtype=bool)
    for low, high in (RISE, (-RISE[1], -RISE[0])):
        near |= np.searchsorted(heights, tops + high + LEVEL) > np.searchsorted(heights, tops + low - LEVEL)
    return chosen[near]


def treads(parts: list[TreadLevel]) -> list[Tread]:
    """What of the level parts of a mesh may be treads, in their order."""
    return [tread for part in _uncovered(parts) if (tread := _tread(part)) is not None]


def _uncovered(parts: list[TreadLevel]) -> list[TreadLevel]:
    """The parts without what the others cover that are up to the highest rise above them; the largest piece of each.

    What is much smaller than a part, such as the foot of a post or the head of a leg, covers nothing of it.
    """
    heights, shapes = np.array([part.z for part in parts]), np.array([part.shape for part in parts])
    below, above = shapely.STRtree(shapes).query(shapes)
    rise, radius = heights[above] - heights[below], shapely.minimum_bounding_radius(shapes)
    covers = (rise > LEVEL) & (rise <= RISE[1] + LEVEL) & (radius[above] >= 0.45 * radius[below])
    if covers.sum() > MOST_PAIRS:
        return []
    below, above = below[covers], above[covers]
    free = []
    for number, part in enumerate(parts):
        covered = shapely.union_all(shapes[above[below == number]])
        # Rounded, so that no slivers remain where sides coincide.
        left = shapely.get_parts(shapely.difference(part.shape, covered, grid_size=1e-7))
        if len(left):
            free.append(TreadLevel(part.z, left[int(np.argmax(shapely.area(left)))]))
    return free


def _tread(part: TreadLevel) -> Tread | None:
    """The part as a tread; None if it is too narrow or too ragged for one."""
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(part.shape))
    if len(corners) < 5:
        return None
    sides = np.stack([corners[1] - corners[0], corners[2] - corners[1]])
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.max() < LEAST_WIDTH or lengths.min() < 0.6 * GOING[0] or part.shape.area < 0.6 * lengths.prod():
        return None
    return Tread(part.z, part.shape, sides / lengths[:, None])
