"""Sampling a hidden share: directions are cast, divided and summed up; their deviation gives the bound of the share.

The directions are the cells of a grid, each looked into at a random place. Where neighbours disagree, cells are divided and
looked into again. The look into a cell never decides about its own cell, only about its neighbours', and a cell that is
once settled stays so. So what is settled is no biased choice, and the sum over all cells errs on no side, however fine the
structure (were cells settled because they agree with their neighbours, a fence of which 90 % hides would be found to hide
96 %).

A guide with a figure: docs/guides/hidden-share.md.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import Float32
from scene.visibility.view_casting import HIDDEN, NOBODY, NOTHING, SEEN, Blame, Caster, Labels

Scalar = TypeVar("Scalar", bound=np.generic)

PAIRS = ((NOTHING, SEEN), (NOTHING, HIDDEN), (SEEN, HIDDEN))
"""The three ways in which two labels may differ."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of q views in one round.

    Attributes:
        view: (q,) which views.
        labels, blame: (q, n, n).
        cast: (q, n, n) bool, the cells that are looked into in this round; the others were settled when they were larger.
        strays: (q, 3) float, how many cells of this size (squared) were settled though they differ from their neighbours,
            for each of `PAIRS`; they tell how much the settled ones may err.
    """

    view: NDArray[np.int64]
    labels: Labels
    blame: Blame
    cast: BoolArray
    strays: FloatArray

    @staticmethod
    def blank(views: int, cells: int) -> "Grid":
        """Nothing looked into yet, everything to be."""
        shape = (views, cells, cells)
        labels = np.full(shape, NOTHING, dtype=np.int8)
        blame = np.full(shape, NOBODY, dtype=np.int16)
        return Grid(np.arange(views), labels, blame, np.ones(shape, dtype=bool), np.zeros((views, 3)))

    def looked(self, caster: Caster) -> "Grid":
        """The grid after a look at a random place of every cell that is to be looked into."""
        labels, blame = self.labels.copy(), self.blame.copy()
        caster.look(self.view, _places(self.labels.shape[1]), self.cast, labels, blame)
        return Grid(self.view, labels, blame, self.cast, self.strays)

    def divided(self, chosen: BoolArray, again: BoolArray) -> "Grid":
        """The ``chosen`` (q,) views with cells half as large, of which those in ``again`` (q, n, n) are to be looked into."""
        labels, again = self.labels[chosen], again[chosen]
        strays = self.strays[chosen] + _strays(labels, self.cast[chosen] & ~again)
        return Grid(self.view[chosen], _finer(labels), _finer(self.blame[chosen]), _finer(again), 16.0 * strays)

    def several_blamed(self) -> BoolArray:
        """(q,) whether more than one thing hides parts of the body."""
        hidden = self.labels == HIDDEN
        least = np.where(hidden, self.blame, np.int16(2**15 - 1)).min(axis=(1, 2))
        return np.asarray((self.blame.max(axis=(1, 2)) > least) & hidden.any(axis=(1, 2)))

    def by_body(self) -> BoolArray:
        """(q, n, n) the cells with the body in a neighbouring cell."""
        return np.asarray(_neighbours(self.labels, np.maximum) != NOTHING)

    def differs(self) -> BoolArray:
        """(q, n, n) the cells that differ from the largest label of their neighbours; where these agree, from all."""
        return np.asarray(self.labels != _neighbours(self.labels, np.maximum))

    def disputed(self) -> BoolArray:
        """(q, n, n) the cells looked into just now whose neighbours disagree."""
        return np.asarray(self.cast & (_neighbours(self.labels, np.maximum) != _neighbours(self.labels, np.minimum)))


@cache
def _places(size: int) -> Float32:
    """(2, size, size) places across and up in the window, one in every cell, the same for every view and every run."""
    offset = np.random.default_rng(size).random((2, size, size))
    up, across = np.indices((size, size))
    return np.asarray((np.stack([across, up]) + offset) / size, dtype=np.float32)


def _finer(cells: NDArray[Scalar]) -> NDArray[Scalar]:
    """(q, 2n, 2n) every cell of (q, n, n) as four."""
    return cells.repeat(2, axis=1).repeat(2, axis=2)


def _neighbours(labels: Labels, pick: np.ufunc) -> Labels:
    """(q, n, n) the largest or smallest label of each cell's eight neighbours. Beyond the window there is nothing."""
    count, size = labels.shape[0], labels.shape[1] + 2
    padded = np.zeros((count, size, size), dtype=np.int8)
    padded[:, 1:-1, 1:-1] = labels
    beside = pick(padded[:, :, :-2], padded[:, :, 2:])
    across = pick(beside, padded[:, :, 1:-1])
    result: Labels = pick(pick(across[:, :-2], across[:, 2:]), beside[:, 1:-1])
    return result


def _around(cells: BoolArray) -> NDArray[np.int8]:
    """(q, n, n) how many of each cell and its eight neighbours are such."""
    count, size = cells.shape[0], cells.shape[1] + 2
    padded = np.zeros((count, size, size), dtype=np.int8)
    padded[:, 1:-1, 1:-1] = cells
    across = padded[:, :, :-2] + padded[:, :, 1:-1] + padded[:, :, 2:]
    return np.asarray(across[:, :-2] + across[:, 1:-1] + across[:, 2:])


def _strays(labels: Labels, settled: BoolArray) -> FloatArray:
    """(q, 3) how many settled cells differ from their neighbours, who agree, for each of `PAIRS`."""
    around = _neighbours(labels, np.maximum)
    view, row, column = np.nonzero(settled & (labels != around))
    one, other = labels[view, row, column], around[view, row, column]
    low, high = np.minimum(one, other), np.maximum(one, other)
    counts = [np.bincount(view[(low == a) & (high == b)], minlength=len(labels)) for a, b in PAIRS]
    return np.stack(counts, axis=1).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Sums:
    """What the cells of q views add up to; all arrays (q,), in cells.

    Attributes:
        deviation: the standard deviation of hidden - share * body.
    """

    hidden: FloatArray
    body: FloatArray
    deviation: FloatArray

    @property
    def share(self) -> FloatArray:
        """(q,) the hidden share; 0 without a body."""
        return self.hidden / np.maximum(self.body, 1.0)

    def of(self, chosen: NDArray[np.intp]) -> "Sums":
        """Some of the views."""
        return Sums(self.hidden[chosen], self.body[chosen], self.deviation[chosen])


def summed(grid: Grid) -> Sums:
    """What the cells add up to, and how far that may be off.

    The share is a ratio of two sums, so each cell errs by the spread of (hidden - share * body) around it (Cochran, Sampling
    Techniques, 6.3). For the cells looked into last that spread is taken over the cell and its neighbours, which is more than
    the cell's own. For those settled before, it shows in the strays among them.
    """
    labels, count = grid.labels, len(grid.labels)
    seen_cells, hidden_cells = labels == SEEN, labels == HIDDEN
    hidden = np.count_nonzero(hidden_cells, axis=(1, 2)).astype(np.float64)
    body = hidden + np.count_nonzero(seen_cells, axis=(1, 2))
    share = hidden / np.maximum(body, 1.0)
    seen_around, hidden_around = _around(seen_cells), _around(hidden_cells)
    alike = (seen_around == 9) | (hidden_around == 9) | (seen_around + hidden_around == 0)
    cells = np.flatnonzero(grid.cast & ~alike)
    view = cells // max(labels.shape[1] ** 2, 1)
    seen, covered = seen_around.reshape(-1)[cells] / 9.0, hidden_around.reshape(-1)[cells] / 9.0
    own = share[view]
    mean = covered - own * (covered + seen)
    variance = covered * (1.0 - own) ** 2 + seen * own**2 - mean**2
    last = np.bincount(view, weights=variance.clip(min=0.0), minlength=count)
    before = grid.strays @ np.array([0.0, 0.0, 1.0]) + grid.strays[:, 0] * share**2 + grid.strays[:, 1] * (1.0 - share) ** 2
    return Sums(hidden, body, np.sqrt(last + before))
