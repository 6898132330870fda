"""The outlines of masks as lines, and lines as dashes."""

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray

SHORTEST = 10
"""Outlines of fewer points are specks of the pixel grid and are left out."""

# Marching squares (Lorensen & Cline 1987, in the plane). A cell's corners from the top left, clockwise, are bits 1, 2, 4,
# 8; its sides are top 0, right 1, bottom 2, left 3. For each case the sides where a line enters and leaves; what is inside
# lies on its right.
_LINES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip


def outlines(mask: BoolArray, *, smooth: float = 0.9) -> list[FloatArray]:
    """The closed outlines of ``mask`` (rows, columns), each (n, 2) pixel coordinates with its first point again at its end.

    Args:
        mask: what is to be outlined.
        smooth: how many pixels the stairs of the pixel grid are rounded by.
    """
    # Imported here: nothing else that starts early needs it.
    from scipy.ndimage import gaussian_filter

    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) == 0:
        return []
    top, left, room = rows[0], columns[0], int(4 * smooth) + 2
    # The frame counts as outside, so that all lines close.
    part = np.pad(mask[top : rows[-1] + 1, left : columns[-1] + 1].astype(np.float32), room)
    starts, ends, places = _segments(gaussian_filter(part, smooth) if smooth else part)
    found = _chained(starts, ends, places)
    corner = np.array([left - room, top - room], dtype=np.float64)
    return [line + corner for line in found if len(line) >= SHORTEST]


def pieces_within(line: FloatArray, mask: BoolArray) -> list[FloatArray]:
    """The stretches of ``line`` (n, 2) whose points lie in ``mask`` (rows, columns)."""
    column = np.clip(np.rint(line[:, 0]).astype(np.int64), 0, mask.shape[1] - 1)
    row = np.clip(np.rint(line[:, 1]).astype(np.int64), 0, mask.shape[0] - 1)
    inside = mask[row, column].astype(np.int8)
    changes = np.flatnonzero(np.diff(np.concatenate([[0], inside, [0]])))
    return [line[a:b] for a, b in zip(changes[::2], changes[1::2], strict=True) if b - a > 1]


def runs(values: BoolArray) -> list[tuple[int, int]]:
    """First and last place of every stretch of equal ``values`` (n,)."""
    changes = np.flatnonzero(np.diff(values.astype(np.int8))) + 1
    starts = [0, *changes.tolist()]
    return list(zip(starts, [*(start - 1 for start in starts[1:]), len(values) - 1], strict=True))


def dashes(line: FloatArray, on: float, off: float) -> list[FloatArray]:
    """``line`` (n, 2) cut into dashes ``on`` pixels long, ``off`` pixels apart."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    whole = float(lengths[-1])
    if whole <= on:
        return [line]
    # Stretched a little, so that a closed line ends as it begins.
    period = whole / max(1, round(whole / (on + off)))
    stretch = period / (on + off)
    result = []
    for start in np.arange(0.0, whole - 1e-9, period):
        end = min(start + on * stretch, whole)
        between = lengths[(lengths > start) & (lengths < end)]
        at = np.concatenate([[start], between, [end]])
        result.append(np.stack([np.interp(at, lengths, line[:, 0]), np.interp(at, lengths, line[:, 1])], axis=1))
    return result


def _segments(field: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatArray]:
    """Where ``field`` crosses 0.5: start and end (n,) of each piece of line, as numbers of cell sides, and (2m, 2) places."""
    inside = field >= 0.5
    case = inside[:-1, :-1] + 2 * inside[:-1, 1:] + 4 * inside[1:, 1:] + 8 * inside[1:, :-1].astype(np.int64)
    columns = field.shape[1]
    half = field.size
    starts, ends = [], []
    for number, lines in _LINES.items():
        row, column = np.nonzero(case == number)
        corner = row * columns + column
        # Sides are numbered by the corner that they start from: across first, then down.
        side = (corner, half + corner + 1, corner + columns, half + corner)
        for a, b in lines:
            starts.append(side[a])
            ends.append(side[b])
    return np.concatenate(starts), np.concatenate(ends), _crossings(field)


def _crossings(field: NDArray[np.float32]) -> FloatArray:
    """(2 * field.size, 2) where the line crosses each side, across first, then down; only right where it does cross."""
    rows, columns = field.shape
    x, y = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
    level = field.astype(np.float64) - 0.5

    def part(step: FloatArray) -> FloatArray:
        slope = np.where(np.abs(step - level) < 1e-12, 1.0, level - step)
        return np.clip(level / slope, 0.0, 1.0)

    across = part(np.roll(level, -1, axis=1))
    down = part(np.roll(level, -1, axis=0))
    return np.concatenate([np.stack([x + across, y], axis=-1).reshape(-1, 2), np.stack([x, y + down], axis=-1).reshape(-1, 2)])


def _chained(starts: NDArray[np.int64], ends: NDArray[np.int64], places: FloatArray) -> list[FloatArray]:
    """The pieces of line, joined end to end into closed lines."""
    following = dict(zip(starts.tolist(), ends.tolist(), strict=True))
    lines = []
    while following:
        first, here = following.popitem()
        chain = [first]
        while here in following:
            chain.append(here)
            here = following.pop(here)
        lines.append(places[[*chain, first]])
    return lines
