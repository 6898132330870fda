"""The levels of reachable ground, one above the other, so that pictures can lay each open by itself."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from scene.geometry.mesh import BoolArray, FloatArray, IntArray

Float32 = NDArray[np.float32]

SAME_FLOOR = 0.35
"""Inches that what is seen may lie above or below the underside of a base that stands there: rungs, rubble, gratings."""
ABOVE = 0.5
"""Inches: places of one cell that differ by more lie above one another; no figure fits between nearer ones."""
ROOM = 3
"""Cells of room round a level, for what lies between its outermost places and their ends."""


@dataclass(frozen=True, eq=False)
class Found:
    """What n points of the table are as ground.

    Attributes:
        cost: (n,) float32 inches; NaN off the reachable ground.
        checks: (n,) how many checks the path there takes; 0 off it.
        height: (n,) float32 inches of the floor; NaN off it.
    """

    cost: Float32
    checks: IntArray
    height: Float32

    @property
    def reached(self) -> BoolArray:
        """(n,) bool: whether the point is on reachable ground."""
        return np.isfinite(self.cost)


@dataclass(frozen=True, eq=False)
class ReachLevel:
    """Places no two of which lie above one another, on a lattice.

    Attributes:
        positions: (n, 3) inches.
        costs: (n,) inches of movement.
        checks: (n,) how many checks the path there takes.
        step: inches from place to place along x and along y.
    """

    positions: FloatArray
    costs: FloatArray
    checks: IntArray
    step: float

    @cached_property
    def _cells(self) -> IntArray:
        """(n, 2) column and row of each place."""
        return lattice(self.positions, self.step) - self._corner

    @cached_property
    def _corner(self) -> IntArray:
        """(2,) the lattice's first column and row."""
        return np.asarray(lattice(self.positions, self.step).min(axis=0) - ROOM, dtype=np.int64)

    @cached_property
    def _raster(self) -> Float32:
        """(rows, columns, 4) whether there is a place, its height, cost and checks; all 0 where there is none."""
        columns, rows = self._cells.max(axis=0) + ROOM + 1
        raster = np.zeros((rows, columns, 4), dtype=np.float32)
        values = np.column_stack([np.ones(len(self.costs)), self.positions[:, 2], self.costs, self.checks])
        raster[self._cells[:, 1], self._cells[:, 0]] = values
        return raster

    @cached_property
    def _nearest_heights(self) -> Float32:
        """(rows, columns) the floor's height at the nearest place, everywhere."""
        row, column = distance_transform_edt(self._raster[:, :, 0] == 0.0, return_distances=False, return_indices=True)
        return np.asarray(self._raster[row, column, 1])

    @cached_property
    def _offset(self) -> FloatArray:
        """(2,) x and y of the lattice's first cell."""
        return np.median(self.positions[:, :2] - self._cells * self.step, axis=0)

    def heights_near(self, points: NDArray[np.floating]) -> Float32:
        """(n,) the floor's height at the places nearest to ``points`` (n, 2) or (n, 3)."""
        cells = np.rint((points[:, :2] - self._offset) / self.step).astype(np.int64)
        rows, columns = self._nearest_heights.shape
        return np.asarray(self._nearest_heights[np.clip(cells[:, 1], 0, rows - 1), np.clip(cells[:, 0], 0, columns - 1)])

    def at(self, points: NDArray[np.floating], *, through: bool = False) -> Found:
        """What ``points`` (n, 3) are as ground of this level, between the places evenly mixed from them.

        Args:
            points: inches.
            through: points below the floor count as well where the floor is whole all round: seen through a grating.
        """
        place = ((points[:, :2] - self._offset) / self.step).astype(np.float32)
        corner = np.floor(place).astype(np.int32)
        part = place - corner
        rows, columns, _ = self._raster.shape
        total = np.zeros((len(points), 4), dtype=np.float32)
        for down in (0, 1):
            row = np.clip(corner[:, 1] + down, 0, rows - 1)
            for along in (0, 1):
                column = np.clip(corner[:, 0] + along, 0, columns - 1)
                share = np.abs(1 - along - part[:, 0]) * np.abs(1 - down - part[:, 1])
                total += share[:, None] * self._raster[row, column]
        weight = total[:, 0]
        height, cost, check = total[:, 1:].T / np.maximum(weight, np.float32(1e-9))
        below = (points[:, 2] > height - SAME_FLOOR) | ((weight > 0.999) & through)
        ground = (weight >= 0.5) & (points[:, 2] < height + SAME_FLOOR) & below
        nothing = np.float32(np.nan)
        return Found(
            np.where(ground, cost, nothing),
            np.where(ground, np.ceil(check - 0.5), 0).astype(np.int64),
            np.where(ground, height, nothing),
        )


def lattice(positions: FloatArray, step: float) -> IntArray:
    """(n, 2) column and row of each place, counted from the first."""
    return np.asarray(np.rint((positions[:, :2] - positions[0, :2]) / step), dtype=np.int64)


def levels_of(positions: FloatArray, costs: FloatArray, checks: IntArray, step: float) -> list[ReachLevel]:
    """As few levels as it takes so that no two places of one lie above one another, the lowest first."""
    if len(positions) == 0:
        return []
    number = np.searchsorted(_cuts(positions, step), positions[:, 2], side="right")
    return [
        ReachLevel(positions[number == i], costs[number == i], checks[number == i], step) for i in range(number.max() + 1)
    ]  # fmt: skip


def _cuts(positions: FloatArray, step: float) -> list[float]:
    """Heights at which a new level begins.

    Between any two places above one another there has to be one; taking the intervals by their upper ends, and cutting
    there whenever none of the cuts so far lies inside, needs the fewest (the piercing of intervals).
    """
    cells = lattice(positions, step)
    order = np.lexsort((positions[:, 2], cells[:, 0], cells[:, 1]))
    above = (cells[order][1:] == cells[order][:-1]).all(axis=1)
    heights = positions[order, 2]
    cuts: list[float] = []
    pairs = np.stack([heights[:-1][above], heights[1:][above]], axis=1)
    for low, high in pairs[np.argsort(pairs[:, 1], kind="stable")]:
        if high - low > ABOVE and not (cuts and low < cuts[-1]):
            cuts.append(float(high))
    return cuts


def one_level(levels: list[ReachLevel], points: NDArray[np.floating]) -> Found:
    """What ``points`` (n, 3) are as ground of any of ``levels``; where two would do, of the nearer floor."""
    nothing = np.full(len(points), np.nan, dtype=np.float32)
    best = Found(nothing, np.zeros(len(points), dtype=np.int64), nothing)
    off = np.full(len(points), np.inf, dtype=np.float32)
    for level in levels:
        found = level.at(points)
        away = np.where(found.reached, np.abs(found.height - points[:, 2]), np.inf)
        nearer = away < off
        off = np.where(nearer, away, off).astype(np.float32)
        best = Found(
            np.where(nearer, found.cost, best.cost),
            np.where(nearer, found.checks, best.checks),
            np.where(nearer, found.height, best.height),
        )
    return best


def level_of(levels: list[ReachLevel], height: float) -> int:
    """Which of ``levels`` something at ``height`` inches belongs to."""
    lows = [float(level.positions[:, 2].min()) - SAME_FLOOR for level in levels]
    return max(0, sum(height >= low for low in lows) - 1)
