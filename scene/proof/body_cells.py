"""Cells of a body: boxes around parts of its surface, halved again and again across whichever axis is asked for.

A cell holds the faces of its parent whose own boxes reach into its half, and is no larger than what these boxes have there.
"""

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.surface_samples import dots

FLAT = 1e-24
"""The square of twice the area of a face, square inches, up to which it is a line."""
NONE = -1
"""In place of a cell in which there is nothing of the body."""


class Cells:
    """The cells of a body where it stands; more are made when they are asked for. The first one is all of it.

    Attributes:
        box: (n, 2, 3) lowest and highest corner.
        point: (n, 3) the point of the cell's faces that is the nearest to the middle of its box; it may lie beside it.
        weight: (n,) the share of the body, of which each half of a cell has the same, or all if the other is empty.
        cut: (n,) where on the axis a cell was parted from its other half.
    """

    def __init__(self, triangles: FloatArray) -> None:
        """Of a body whose faces stand at (f, 3, 3)."""
        self._triangles = triangles
        self._low, self._high = triangles.min(axis=1), triangles.max(axis=1)
        self.box = np.stack([self._low.min(axis=0), self._high.max(axis=0)])[None]
        self._faces = [np.arange(len(triangles))]
        self.point = self._nearest(self._faces[0], np.zeros(len(triangles), dtype=np.int64), self.box)
        self.weight, self.cut = np.ones(1), np.zeros(1)
        self._halves: dict[tuple[int, int], tuple[int, int]] = {}

    def halves(self, cells: IntArray, axes: IntArray) -> IntArray:
        """(n, 2) the halves of cells (n,) across axes (n,), the lower first; `NONE` for what is empty."""
        asked = list(zip(cells.tolist(), axes.tolist(), strict=True))
        if missing := [one for one in dict.fromkeys(asked) if one not in self._halves]:
            self._divide(*np.array(missing).T)
        return np.array([self._halves[one] for one in asked]).reshape(-1, 2)

    def points_in(self, cells: IntArray, rng: np.random.Generator) -> FloatArray:
        """(n, 3) random points of the body in cells (n,), or a little beside them."""
        asked, which = np.unique(cells, return_inverse=True)
        faces = [self._faces[cell] for cell in asked.tolist()]
        counts = np.array([len(one) for one in faces])
        starts = np.cumsum(counts) - counts
        face = np.concatenate(faces)[starts[which] + rng.integers(counts[which])]
        low, high = self.box[cells, 0], self.box[cells, 1]
        return nearest_on_triangles(self._triangles[face], rng.uniform(low, high))

    def _divide(self, cells: IntArray, axes: IntArray) -> None:
        rows = np.arange(len(cells))
        cut = self.box[cells].mean(axis=1)[rows, axes]
        boxes = np.repeat(self.box[cells], 2, axis=0)
        boxes[2 * rows, 1, axes], boxes[2 * rows + 1, 0, axes] = cut, cut
        faces = [self._faces[cell] for cell in cells.tolist()]
        counts = np.array([len(one) for one in faces])
        face = np.concatenate([np.tile(one, 2) for one in faces])
        half = np.repeat(np.arange(2 * len(cells)), np.repeat(counts, 2))
        along, at = np.repeat(axes, 2)[half], np.repeat(cut, 2)[half]
        upper = half % 2 == 1
        kept = np.where(upper, self._high[face, along] >= at, self._low[face, along] <= at)
        face, half = face[kept], half[kept]
        self._add(cells, axes, np.repeat(cut, 2), boxes, face, half)

    def _add(self, cells: IntArray, axes: IntArray, cut: FloatArray, boxes: FloatArray, face: IntArray, half: IntArray) -> None:
        """Keeps the halves that are not empty, as small as their faces' boxes let them be."""
        there, first = np.unique(half, return_index=True)
        low = np.minimum.reduceat(np.maximum(self._low[face], boxes[half, 0]), first)
        high = np.maximum.reduceat(np.minimum(self._high[face], boxes[half, 1]), first)
        tight = np.stack([low, high], axis=1)
        number = np.full(len(boxes), NONE)
        number[there] = len(self._faces) + np.arange(len(there))
        place = np.searchsorted(there, half)
        self.point = np.concatenate([self.point, self._nearest(face, place, tight)])
        self.box = np.concatenate([self.box, tight])
        both = (number.reshape(-1, 2) != NONE).all(axis=1)
        self.weight = np.append(self.weight, (np.repeat(self.weight[cells] * np.where(both, 0.5, 1.0), 2))[there])
        self.cut = np.append(self.cut, cut[there])
        self._faces += np.split(face, first[1:])
        pairs = map(tuple, number.reshape(-1, 2).tolist())
        self._halves.update(zip(zip(cells.tolist(), axes.tolist(), strict=True), pairs, strict=True))

    def _nearest(self, face: IntArray, cell: IntArray, box: FloatArray) -> FloatArray:
        """(n, 3) of the faces (m,) of cells (m,), in order, the point that is the nearest to the middle of each cell's box."""
        middle = box.mean(axis=1)
        found = nearest_on_triangles(self._triangles[face], middle[cell])
        away = dots(found - middle[cell], found - middle[cell])
        order = np.lexsort((away, cell))
        first = np.flatnonzero(np.append(True, np.diff(cell[order]) != 0))
        return np.asarray(found[order[first]])


def nearest_on_triangles(triangles: FloatArray, points: FloatArray) -> FloatArray:
    """(n, 3) the point of each triangle (n, 3, 3) nearest to each point (n, 3): under it, or on the nearest of the sides."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normal = np.cross(b - a, c - a)
    size = np.maximum(dots(normal, normal), 1e-300)
    best = points - normal * (dots(points - a, normal) / size)[:, None]
    # What has no area has no inside, or any point would be taken to be on it.
    inside = dots(normal, normal) > FLAT
    nearest, away = a.copy(), np.full(len(points), np.inf)
    for start, end in ((a, b), (b, c), (c, a)):
        way = end - start
        inside &= dots(np.cross(normal, way), best - start) >= 0.0
        share = (dots(points - start, way) / np.maximum(dots(way, way), 1e-300)).clip(0.0, 1.0)
        on_side = start + share[:, None] * way
        off = dots(points - on_side, points - on_side)
        nearer = off < away
        nearest[nearer], away[nearer] = on_side[nearer], off[nearer]
    return np.where(inside[:, None], best, nearest)
