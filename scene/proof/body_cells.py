"""Cells of a body: a binary tree of boxes around parts of its surface, down to parts of single triangles."""

from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.surface_samples import lengths

NONE_YET = -1


@dataclass(frozen=True, eq=False)
class FaceTree:
    """How the faces of a mesh are halved again and again, whatever its pose.

    Attributes:
        order: (f,) the faces; every node has some that follow one another.
        start, end: (n,) which of them a node has. The root is the first node.
        child: (n,) the first of its two children, which follow one another; `NONE_YET` for single faces.
        inner: (n,) which place in ``order`` has a face about in the middle of the node.
    """

    order: IntArray
    start: IntArray
    end: IntArray
    child: IntArray
    inner: IntArray


@memoized
def face_tree(mesh: Mesh) -> FaceTree:
    """Halved across the longest side of the box around their middles, all nodes of a level at once."""
    used = np.flatnonzero(mesh.areas > 0.0)
    middles = mesh.triangles[used].mean(axis=1)
    order = np.arange(len(used))
    starts, ends, children = [np.array([0])], [np.array([len(used)])], []
    nodes = 1
    while True:
        start, end = starts[-1], ends[-1]
        large = end - start > 1
        child = np.full(len(start), NONE_YET)
        child[large] = nodes + 2 * np.arange(int(large.sum()))
        children.append(child)
        if not large.any():
            break
        start, end = start[large], end[large]
        _sort_within(order, middles, start, end)
        half = start + (end - start) // 2
        starts.append(np.stack([start, half], axis=1).reshape(-1))
        ends.append(np.stack([half, end], axis=1).reshape(-1))
        nodes += len(starts[-1])
    start, end = np.concatenate(starts), np.concatenate(ends)
    return FaceTree(used[order], start, end, np.concatenate(children), _inner(middles[order], start, end))


def _inner(middles: FloatArray, start: IntArray, end: IntArray) -> IntArray:
    """(n,) of a few faces of every node the one whose middle is the nearest to that of the box around all of them."""
    low, high = (_ranges(function, middles, start, end) for function in (np.minimum, np.maximum))
    picks = (start[:, None] + np.array([0.5, 0.25, 0.75, 0.1, 0.9]) * (end - start)[:, None]).astype(np.int64)
    off = ((middles[picks] - (low + high)[:, None] / 2.0) ** 2).sum(axis=2)
    return np.asarray(picks[np.arange(len(picks)), off.argmin(axis=1)])


def _ranges(function: np.ufunc, values: FloatArray, start: IntArray, end: IntArray) -> FloatArray:
    """(n, 3) the function over values (f, 3), from each start to its end."""
    # A last row that counts nowhere, as no range may begin behind the last value.
    longer = np.concatenate([values, values[-1:]])
    return np.asarray(function.reduceat(longer, np.stack([start, end], axis=1).reshape(-1))[::2])


def _sort_within(order: IntArray, middles: FloatArray, start: IntArray, end: IntArray) -> None:
    """Puts the places of every node in order along the longest side of the box around their middles."""
    node = np.repeat(np.arange(len(start)), end - start)
    place = np.arange(len(node)) - np.repeat(np.cumsum(end - start) - (end - start), end - start) + start[node]
    points = middles[order[place]]
    first = np.cumsum(end - start) - (end - start)
    wide = np.maximum.reduceat(points, first) - np.minimum.reduceat(points, first)
    along = points[np.arange(len(points)), wide.argmax(axis=1)[node]]
    order[place] = order[place][np.lexsort((along, node))]


class Cells:
    """The cells of a body where it stands; those of parts of faces are made when they are asked for.

    Attributes:
        box: (n, 2, 3) lowest and highest corner.
        point: (n, 3) a point of the body's surface about in the middle of the cell.
        area: (n,) of the body's surface in it, square inches.
    """

    def __init__(self, mesh: Mesh, triangles: FloatArray) -> None:
        """Of a mesh whose triangles stand at (f, 3, 3)."""
        self.tree = tree = face_tree(mesh)
        corners = triangles[tree.order]
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        ends = [(np.minimum, np.minimum(np.minimum(a, b), c)), (np.maximum, np.maximum(np.maximum(a, b), c))]
        self.box = np.stack([_ranges(function, values, tree.start, tree.end) for function, values in ends], axis=1)
        sums = np.append(0.0, np.cumsum(mesh.areas[tree.order]))
        self.area = sums[tree.end] - sums[tree.start]
        self.point = (a[tree.inner] + b[tree.inner] + c[tree.inner]) / 3.0
        # The triangle that a cell is, where it is one.
        self.triangle = corners[tree.start]
        self._child = tree.child.copy()

    def __len__(self) -> int:
        """How many there are by now."""
        return len(self.box)

    def children(self, cells: IntArray) -> IntArray:
        """(n, 2) the halves of cells (n,)."""
        missing = np.unique(cells[self._child[cells] == NONE_YET])
        if len(missing):
            self._divide(missing)
        first = self._child[cells]
        return np.stack([first, first + 1], axis=1)

    def side(self, cell: int) -> int:
        """At which side a cell that is a triangle is cut, 0 to 2."""
        return int(_longest(self.triangle[cell][None])[0])

    def _divide(self, cells: IntArray) -> None:
        """Halves cells that are single triangles at the middle of their longest sides."""
        halves = halved(self.triangle[cells])
        self._child[cells] = len(self) + 2 * np.arange(len(cells))
        self.box = np.concatenate([self.box, np.stack([halves.min(axis=1), halves.max(axis=1)], axis=1)])
        self.point = np.concatenate([self.point, halves.mean(axis=1)])
        self.area = np.concatenate([self.area, np.repeat(self.area[cells] / 2.0, 2)])
        self.triangle = np.concatenate([self.triangle, halves])
        self._child = np.append(self._child, np.full(len(halves), NONE_YET))


def halved(triangles: FloatArray) -> FloatArray:
    """(2n, 3, 3) the halves of triangles (n, 3, 3), cut from the middle of their longest side."""
    rows, first = np.arange(len(triangles)), _longest(triangles)
    second = (first + 1) % 3
    middle = (triangles[rows, first] + triangles[rows, second]) / 2.0
    one, other = triangles.copy(), triangles.copy()
    one[rows, second], other[rows, first] = middle, middle
    return np.stack([one, other], axis=1).reshape(-1, 3, 3)


def _longest(triangles: FloatArray) -> IntArray:
    """(n,) which side of triangles (n, 3, 3) is the longest, each from a corner to the next."""
    sides = np.stack([lengths(triangles[:, (j + 1) % 3] - triangles[:, j]) for j in range(3)], axis=1)
    return np.asarray(sides.argmax(axis=1))
