"""Label layout: labels near what they name, off everything that must be seen, off one another."""

from collections.abc import Sequence

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray

CELL = 4
"""What must be avoided is looked up in blocks of so many pixels squared, and places are tried two blocks apart."""
GAP = 8
"""Pixels that labels keep from each other and from the picture's edge."""


def place_labels(
    sizes: Sequence[tuple[float, float]],
    anchors: Sequence[tuple[float, float]],
    avoid: BoolArray,
    *,
    nearest: float = 0.0,
) -> list[tuple[float, float, float, float]]:
    """Boxes (left, top, right, bottom) for labels, one after another, the first with the best choice.

    Args:
        sizes: width and height of each label in pixels.
        anchors: the pixel that each label names.
        avoid: (rows, columns) what must not be covered; covered only if there is no other room.
        nearest: how far at least a label's edge should be from its anchor.
    """
    taken = avoid[::CELL, ::CELL].astype(np.float64) * CELL**2
    boxes = []
    for (wide, high), anchor in zip(sizes, anchors, strict=True):
        left, top = _best_place(taken, wide, high, np.asarray(anchor, dtype=np.float64), nearest)
        box = (left, top, left + wide, top + high)
        # A label is worse to cover than anything else.
        taken[_within(box, taken.shape)] = 50.0 * CELL**2
        boxes.append(box)
    return boxes


def leader(box: tuple[float, float, float, float], anchor: tuple[float, float]) -> FloatArray:
    """(2, 2) the line from the edge of ``box`` to ``anchor``."""
    left, top, right, bottom = box
    start = (min(max(anchor[0], left + 10.0), right - 10.0), min(max(anchor[1], top), bottom))
    if top < anchor[1] < bottom:
        start = (left if anchor[0] < left else right, (top + bottom) / 2.0)
    return np.array([start, anchor], dtype=np.float64)


def _best_place(taken: FloatArray, wide: float, high: float, anchor: FloatArray, nearest: float) -> tuple[float, float]:
    rows, columns = taken.shape[0] * CELL, taken.shape[1] * CELL
    lefts = np.arange(GAP, max(GAP + 1, columns - wide - GAP), 2 * CELL)
    tops = np.arange(GAP, max(GAP + 1, rows - high - GAP), 2 * CELL)
    covered = _box_sums(taken, lefts, tops, wide, high)
    away_x = np.maximum(np.maximum(lefts - anchor[0], anchor[0] - (lefts + wide)), 0.0)
    away_y = np.maximum(np.maximum(tops - anchor[1], anchor[1] - (tops + high)), 0.0)
    away = np.hypot(away_x[None, :], away_y[:, None])
    # The middle of the label matters a little, so that leaders stay short and slant little.
    slant = np.abs((tops + high / 2.0)[:, None] - anchor[1]) * 0.25
    cost = covered * 4.0 + away + slant + np.where(away < nearest, 500.0 + (nearest - away) * 5.0, 0.0)
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return float(lefts[column]), float(tops[row])


def _box_sums(taken: FloatArray, lefts: FloatArray, tops: FloatArray, wide: float, high: float) -> FloatArray:
    """(tops, lefts) the sum of ``taken`` in the box at each place, by a summed-area table (Crow 1984)."""
    table = np.pad(taken.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    rows, columns = taken.shape
    x0, y0 = lefts.astype(np.int64) // CELL, tops.astype(np.int64) // CELL
    x1, y1 = np.minimum(x0 - int(-wide // CELL), columns), np.minimum(y0 - int(-high // CELL), rows)
    return np.asarray(table[np.ix_(y1, x1)] - table[np.ix_(y0, x1)] - table[np.ix_(y1, x0)] + table[np.ix_(y0, x0)])


def _within(box: tuple[float, float, float, float], shape: tuple[int, ...]) -> tuple[slice, slice]:
    left, top, right, bottom = box
    return (
        slice(max(0, int((top - GAP) / CELL)), min(shape[0], int((bottom + GAP) / CELL) + 1)),
        slice(max(0, int((left - GAP) / CELL)), min(shape[1], int((right + GAP) / CELL) + 1)),
    )
