"""Railed edges: those of floors with something before them, such as rails, and where links lead over them."""

from collections.abc import Sequence

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.navmesh_parts.regions import Region


class Rails:
    """The edges of floors that bases do not come to, by region."""

    def __init__(self, regions: Sequence[Region]) -> None:
        self._sides = [region.railed for region in regions]
        self._some = np.array([len(sides) > 0 for sides in self._sides], dtype=bool)

    def __len__(self) -> int:
        return sum(len(sides) for sides in self._sides)

    def ledges(
        self, start_region: IntArray, end_region: IntArray, start: FloatArray, end: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """How far it is to the edges of both floors on links from places (n, 3) in regions (n,) to others, and back from these.

        Returns:
            (n, 2) in plan, 0 where nothing stands before that edge; and (n, 2) how far straight out over the edge one comes in
            an inch of the link.
        """
        there, back = self._ledges(start_region, start, end), self._ledges(end_region, end, start)
        return np.column_stack([there[:, 0], back[:, 0]]), np.column_stack([there[:, 1], back[:, 1]])

    def gaps(self, start_region: IntArray, end_region: IntArray, start: FloatArray, end: FloatArray) -> FloatArray:
        """(n,) how far it is from floor to floor where something stands before the edge of one; 0 where nothing does."""
        ledges, _ = self.ledges(start_region, end_region, start, end)
        return np.where(ledges.any(axis=1), np.hypot(*(end - start)[:, :2].T) - ledges.sum(axis=1), 0.0)

    def _ledges(self, region: IntArray, start: FloatArray, end: FloatArray) -> FloatArray:
        found = np.tile([0.0, 1.0], (len(region), 1))
        rows = np.flatnonzero(self._some[region]) if len(region) else np.zeros(0, dtype=np.int64)
        for number in np.unique(region[rows]).tolist():
            here = rows[region[rows] == number]
            found[here] = _left(start[here, :2], (end - start)[here, :2], self._sides[number])
        return found


def _left(start: FloatArray, direction: FloatArray, sides: FloatArray) -> FloatArray:
    """(n, 2) how far along links the first of sides (k, 2, 2) is that is crossed outward, 0 where none is; and how squarely."""
    along = sides[:, 1] - sides[:, 0]
    off = sides[None, :, 0] - start[:, None]
    turn = _cross(direction[:, None], along[None])
    safe = np.where(turn > 1e-9, turn, np.inf)
    share, place = _cross(off, along[None]) / safe, _cross(off, direction[:, None]) / safe
    met = (turn > 1e-9) & (share > 0.0) & (share < 1.0) & (place >= 0.0) & (place <= 1.0)
    share = np.where(met, share, np.inf)
    first, row = share.argmin(axis=1), np.arange(len(direction))
    run = np.hypot(*direction.T)
    square = turn[row, first] / np.maximum(run * np.hypot(*along[first].T), 1e-12)
    some = np.isfinite(share[row, first])
    return np.column_stack([np.where(some, share[row, first], 0.0) * run, np.where(some, square, 1.0)])


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
