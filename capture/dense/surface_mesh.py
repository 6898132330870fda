"""One coarse mesh of all that photos agree on, in their colours; where they do not agree it has holes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from capture.dense.agreed_surface import Agreed
from capture.dense.seen_through import MM
from scene.base.distinct_rows import distinct_rows
from scene.geometry.mesh import IntArray
from scene.table.seen_table import ColouredMesh

CORNER = 3.0 * MM
"""Inches of the side of the cells of space whose corners become one."""
LONGEST = 7.5 * MM
"""Inches of a triangle's longest side: what is farther apart need not hang together."""

SPECK = 60
"""Triangles of the smallest part that counts: some square centimetres."""


def coloured_mesh(surfaces: Sequence[Agreed]) -> ColouredMesh:
    """The mesh of what photos agree on, each place as that photo has it which shows most and has it at all."""
    parts, lattice = list[tuple[NDArray[np.float32], IntArray]](), _Lattice.about([one.points for one in surfaces])
    covered = np.zeros(int(np.prod(lattice.shape)), dtype=bool)
    for one in sorted(surfaces, key=lambda each: -np.count_nonzero(each.others)):
        corners = _triangles(one)
        cells = lattice.cells(corners[..., :3])
        new = ~covered[cells].all(axis=1)
        covered[cells[new]] = True
        parts.append((corners[new], cells[new]))
    corners = np.concatenate([np.zeros((0, 3, 6), np.float32), *(each for each, _ in parts)]).reshape(-1, 6)
    cells, which = np.unique(np.concatenate([np.zeros((0, 3), np.int64), *(each for _, each in parts)]), return_inverse=True)
    which, count = which.reshape(-1), max(len(cells), 1)
    sums = np.column_stack([np.bincount(which, weights=column, minlength=count) for column in corners.T])
    means = sums / np.bincount(which, minlength=count).clip(1)[:, None]
    faces = which.reshape(-1, 3)
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    _, group = distinct_rows(np.sort(faces, axis=1))
    faces = _without_specks(faces[np.unique(group, return_index=True)[1]], len(cells))
    colours = np.rint(means[:, 3:]).clip(0.0, 255.0).astype(np.uint8)
    return ColouredMesh(means[: len(cells), :3].astype(np.float32), colours[: len(cells)], faces.astype(np.int32))


def _triangles(one: Agreed) -> NDArray[np.float32]:
    """(m, 3, 6) places and colours of the corners of triangles between neighbouring pixels."""
    grid = np.concatenate([one.points, one.colours], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    found = np.concatenate([np.stack(three, axis=2).reshape(-1, 3, 6) for three in ((a, d, b), (b, d, c))])
    found = found[np.isfinite(found[..., 0]).all(axis=1)]
    sides = found[..., :3] - np.roll(found[..., :3], 1, axis=1)
    return np.asarray(found[(np.linalg.norm(sides, axis=2) <= LONGEST).all(axis=1)])


def _without_specks(faces: IntArray, count: int) -> IntArray:
    """The faces, between so many corners, that hang together with `SPECK` others: fewer may agree by chance."""
    links = coo_array((np.ones(2 * len(faces)), (faces[:, [0, 1]].T.ravel(), faces[:, [1, 2]].T.ravel())), shape=(count, count))
    part = connected_components(links, directed=False)[1][faces[:, 0]]
    return np.asarray(faces[np.bincount(part, minlength=1)[part] >= SPECK])


@dataclass(frozen=True, eq=False)
class _Lattice:
    """Cells of space, numbered."""

    low: IntArray
    shape: IntArray

    @staticmethod
    def about(places: Sequence[NDArray[np.float32]]) -> "_Lattice":
        """Cells about all that is finite among places (..., 3)."""
        ends = [(np.nanmin(each, axis=(0, 1)), np.nanmax(each, axis=(0, 1))) for each in places if np.isfinite(each).any()]
        if not ends:
            return _Lattice(np.zeros(3, np.int64), np.ones(3, np.int64))
        low = np.floor(np.min([low for low, _ in ends], axis=0) / CORNER).astype(np.int64)
        return _Lattice(low, np.floor(np.max([high for _, high in ends], axis=0) / CORNER).astype(np.int64) - low + 1)

    def cells(self, points: NDArray[np.float32]) -> IntArray:
        """(...) the numbers of the cells that points (..., 3) are in."""
        own = np.floor(points / CORNER).astype(np.int64) - self.low
        return np.asarray((own[..., 0] * self.shape[1] + own[..., 1]) * self.shape[2] + own[..., 2])
