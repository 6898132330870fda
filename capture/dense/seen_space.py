"""Which cells of a table's space photos see through, and in which they show a surface."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.dense.line_strips import Float32, Straight
from capture.dense.seen_through import MM
from capture.dense.whole_depths import Depths
from scene.geometry.mesh import FloatArray
from scene.table.seen_table import FREE, SOLID, UNKNOWN, ColouredMesh

CELL = 4.0 * MM
"""Inches of a cell's side."""
FREE_VOTES = 3
"""So many photos have to see through a cell's middle."""
AGAINST = 2
"""Where so many show a surface in a cell, or something else than others do behind it, it is not free on the word of others:
something may have been moved."""
WITHIN = 0.75
"""Cells by which that surface may be off its middle, along the look."""


def seen_space(
    photos: Sequence[Depths], reaches: Sequence[Float32], surface: ColouredMesh, box: FloatArray
) -> NDArray[np.uint8]:
    """(x, y, z) of each cell whether it is `FREE`, `SOLID` or `UNKNOWN`; from the lower corner of the box on.

    Args:
        photos: with their depths.
        reaches: (t, s) of each, inches up to which it contradicts what the others see (see `contradictions`).
        surface: that they agree on.
        box: (2, 3) inches.
    """
    shape = tuple(np.ceil((box[1] - box[0]) / CELL - 1e-6).astype(int).tolist())
    votes = _Votes(*(np.zeros(shape, np.uint8) for _ in range(3)))
    for photo, reach in zip(photos, reaches, strict=True):
        for layer in range(shape[2]):
            level = float(box[0, 2] + (layer + 0.5) * CELL)
            _vote(photo, reach, box[0, :2], level, votes.layer(layer))
    found = np.full(shape, UNKNOWN, np.uint8)
    points = np.concatenate([surface.vertices, surface.vertices[surface.faces].mean(axis=1)])
    cells = np.floor((points - box[0]) / CELL).astype(np.int64)
    found[tuple(cells[((cells >= 0) & (cells < shape)).all(axis=1)].T)] = SOLID
    found[(votes.through >= FREE_VOTES) & (votes.met + votes.contradicted < AGAINST)] = FREE
    return found


@dataclass(frozen=True, eq=False)
class _Votes:
    """How many photos see through cells, show a surface in them, and show something else than others behind them."""

    through: NDArray[np.uint8]
    met: NDArray[np.uint8]
    contradicted: NDArray[np.uint8]

    def layer(self, number: int) -> "_Votes":
        """Those of one layer, to be added to."""
        return _Votes(*(each[:, :, number] for each in (self.through, self.met, self.contradicted)))


def _vote(photo: Depths, reach: Float32, corner: FloatArray, level: float, votes: _Votes) -> None:
    """Adds what a photo says of the cells of one layer."""
    through, met, contradicted = votes.through, votes.met, votes.contradicted
    x, y = (first + (np.arange(count) + 0.5) * CELL for first, count in zip(corner, through.shape, strict=True))
    eye = photo.picture.photo.eye
    ways = (x - eye[0])[:, None], (y - eye[1])[None, :], level - eye[2]
    row, column, shown = pixels_of(photo.picture, ways)
    far = np.sqrt(ways[0] ** 2 + ways[1] ** 2 + ways[2] ** 2)
    clear, surface = photo.clear[row, column], photo.surface[row, column]
    through += shown & (far <= clear)
    with np.errstate(invalid="ignore"):
        met += shown & (np.abs(far - surface) <= WITHIN * CELL)
    contradicted += shown & (far < reach[row, column])


def pixels_of(
    picture: Straight, ways: tuple[FloatArray, FloatArray, FloatArray | float]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Row and column of the pixel that shows what is x, y, z away from the eye, and whether there is one."""
    turn = np.linalg.inv(picture.photo.turn @ picture.affine)
    s, t, ahead = (line[0] * ways[0] + line[1] * ways[1] + line[2] * ways[2] for line in turn)
    high, wide = picture.picture.shape
    with np.errstate(divide="ignore", invalid="ignore"):
        column, row = np.rint(s / ahead), np.rint(t / ahead)
        shown = (ahead > 0.0) & (row >= 0) & (row < high) & (column >= 0) & (column < wide)
    return np.where(shown, row, 0).astype(np.int64), np.where(shown, column, 0).astype(np.int64), np.asarray(shown)
