"""The last walk of a route: which places it can lead to from each node, those in the wedge behind a corner.

A taut string bends round a corner towards the outline only, so the last node of a cheapest route to a place is a corner with
the place in the wedge between where the string came from, straight on, and the side of the outline behind it; or a node that
one leaves in any direction.
"""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray

GRACE = 0.003
"""Inches by which places may lie beside a wedge."""
_LEVEL = 1e-9


@dataclass(frozen=True, eq=False)
class LastWalkWedges:
    """Where one can go from m places: as far as something is left, and within two half-planes each.

    Attributes:
        xy: (m, 2) inches.
        left: (m,) inches.
        normal: (m, 2, 2) into the half-planes; zero where there is none.
        offset: (m, 2) the least product with the normal; minus infinity where there is none.
    """

    xy: FloatArray
    left: FloatArray
    normal: FloatArray
    offset: FloatArray

    def spans(self, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(m, r) from where and to where rows at heights y (r,) lie within; from plus to minus infinity for none."""
        aside = y - self.xy[:, 1:]
        half = np.sqrt(np.maximum(self.left[:, None] ** 2 - aside**2, 0.0))
        outside = np.abs(aside) > self.left[:, None]
        low, high = self.xy[:, :1] - half, self.xy[:, :1] + half
        for k in (0, 1):
            nx, rest = self.normal[:, k, :1], self.offset[:, k, None] - self.normal[:, k, 1:] * y
            with np.errstate(divide="ignore", invalid="ignore"):
                bound = rest / nx
            low = np.where(nx > _LEVEL, np.maximum(low, bound), low)
            high = np.where(nx < -_LEVEL, np.minimum(high, bound), high)
            outside |= (np.abs(nx) <= _LEVEL) & (rest > 0.0)
        return np.where(outside, np.inf, low), np.where(outside, -np.inf, high)

    def cells(self, x: FloatArray, y: FloatArray) -> tuple[IntArray, IntArray]:
        """(k,) numbers of wedges and (k,) of the places of a lattice in them, row by row.

        Args:
            x, y: (c,) and (r,) where the columns and rows of the lattice are, evenly spaced.
        """
        if len(x) == 0 or len(y) == 0 or len(self.xy) == 0:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        low, high = self.spans(y)
        step = x[1] - x[0] if len(x) > 1 else 1.0
        first = np.ceil((low - x[0]) / step - 1e-9).clip(0, len(x)).astype(np.int64)
        last = np.floor((high - x[0]) / step + 1e-9).clip(-1, len(x) - 1).astype(np.int64)
        count = np.maximum(last - first + 1, 0).reshape(-1)
        span = np.repeat(np.arange(len(count)), count)
        along = np.arange(len(span)) - np.repeat(np.cumsum(count) - count, count)
        which, row = np.divmod(span, len(y))
        return which, row * len(x) + first.reshape(-1)[span] + along


def last_walk_wedges(xy: FloatArray, left: FloatArray, came: FloatArray, beside: FloatArray) -> LastWalkWedges:
    """The wedges behind corners.

    Args:
        xy: (m, 2) the corners.
        left: (m,) how far one can go on, inches.
        came: (m, 2) where the string comes from; NaN for nodes that one leaves in any direction.
        beside: (m, 2, 2) the corners of the outline before and after.
    """
    normal, offset = np.zeros((len(xy), 2, 2)), np.full((len(xy), 2), -np.inf)
    come = xy - came
    size = np.hypot(*come.T)
    rows = np.flatnonzero(size > _LEVEL)
    here, come = xy[rows], come[rows] / size[rows, None]
    sides = beside[rows] - here[:, None]
    sides /= np.maximum(np.hypot(sides[..., 0], sides[..., 1]), 1e-12)[..., None]
    each = np.arange(len(rows))
    turn = come[:, None, 0] * sides[..., 1] - come[:, None, 1] * sides[..., 0]
    # The outline lies where the neighbour farther from the string's line is; the string follows the one that is ahead.
    side = np.sign(turn[each, np.abs(turn).argmax(axis=1)])[:, None]
    ahead = sides[each, (sides * come[:, None]).sum(axis=2).argmax(axis=1)]
    normal[rows, 0] = side * np.column_stack([-come[:, 1], come[:, 0]])
    normal[rows, 1] = side * np.column_stack([ahead[:, 1], -ahead[:, 0]])
    offset[rows] = (normal[rows] * here[:, None]).sum(axis=2) - GRACE
    return LastWalkWedges(xy, left, normal, offset)
