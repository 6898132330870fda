"""The corridor of sight between two figures: which pieces near it may matter to who sees whom."""

from collections.abc import Iterable

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Figure, Piece, Table


def between(table: Table, pairs: Iterable[tuple[Figure, Figure]], *, margins: FloatArray) -> tuple[Piece, ...]:
    """The pieces whose boxes come within their margins of the space between the figures of a pair.

    A pair's space is what the box of one figure sweeps over on its straight way to the other's.

    Args:
        table: with the pieces.
        pairs: of figures.
        margins: (p,) inches, of each piece.
    """
    boxes = table.terrain.boxes + margins[:, None, None] * np.array([-1.0, 1.0])[None, :, None]
    for i, piece in enumerate(table.terrain.pieces):
        if piece.infinite_height:
            boxes[i, 1, 2] = np.inf
    near = np.zeros(len(boxes), dtype=bool)
    for one, other in pairs:
        near |= swept(boxes, _whole_box(one), _whole_box(other))
    return tuple(table.terrain.pieces[i] for i in np.flatnonzero(near).tolist())


def _whole_box(figure: Figure) -> FloatArray:
    """(2, 3) a box around body and base."""
    base = np.array([figure.position, figure.position]) + np.array([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]]) * figure.base_radius
    return np.stack([np.minimum(figure.box[0], base[0]), np.maximum(figure.box[1], base[1])])


def swept(boxes: FloatArray, start: FloatArray, end: FloatArray) -> BoolArray:
    """(p,) whether boxes (p, 2, 3) meet a box on its straight way from one place to another, (2, 3) each."""
    first, last = np.zeros(len(boxes)), np.ones(len(boxes))
    meets = np.ones(len(boxes), dtype=bool)
    for axis in range(3):
        for side, sign in ((0, 1.0), (1, -1.0)):
            # The near side of the moving box is not beyond the far side of the piece's: a + t b <= c.
            a, b = sign * start[side, axis], sign * (end[side, axis] - start[side, axis])
            c = sign * boxes[:, 1 - side, axis]
            if b == 0.0:
                meets &= a <= c
            elif b > 0.0:
                last = np.minimum(last, (c - a) / b)
            else:
                first = np.maximum(first, (c - a) / b)
    return meets & (first <= last)
