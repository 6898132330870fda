"""Figures that one must keep away from on the move: discs in some zones."""

from dataclasses import dataclass

import numpy as np

from scene.limits import EQUAL, STEP
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.ways import Ways

AROUND = 24
"""Corners of the polygon that a route takes around a disc."""
GRAZE = 1e-5
"""Inches that a route may pass nearer; it is rounding."""
NOWHERE = (np.inf, -np.inf)
"""The span of what only counts on floors."""
PAIRS = 50_000
"""Walks and discs that are compared at one time."""


@dataclass(frozen=True, eq=False)
class Crowd:
    """d discs that the middle of the base must not come into.

    Attributes:
        centre: (d, 2) inches.
        radius: (d,) inches.
        zones: (d, z) bool; in which zones.
        span: (d, 2) the heights of feet between which they also count for whoever climbs, jumps or goes over something; none
            where the first is higher.
    """

    centre: FloatArray
    radius: FloatArray
    zones: BoolArray
    span: FloatArray

    def __len__(self) -> int:
        return len(self.radius)

    def chosen(self, which: IntArray | BoolArray) -> "Crowd":
        """Some of them."""
        return Crowd(self.centre[which], self.radius[which], self.zones[which], self.span[which])

    def met(self, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n, d) which discs straight walks from ``start`` to ``end``, both (n, 2), in zones (n,) come into."""
        found = np.zeros((len(zone), len(self)), dtype=bool)
        asked = np.zeros(self.zones.shape[1], dtype=bool)
        asked[zone] = True
        some = np.flatnonzero((self.zones & asked).any(axis=1))
        rows = max(1, PAIRS // max(1, len(some)))
        for first in range(0, len(zone) if len(some) else 0, rows):
            part = slice(first, first + rows)
            row, disc = self._near(some, zone[part], start[part], end[part])
            row += first
            found[row, disc] = self._comes_into(disc, start[row], end[row])
        return found

    def bars(self, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether they come into any."""
        return np.asarray(self.met(zone, start, end).any(axis=1))

    def met_by(self, ways: Ways) -> BoolArray:
        """(n, d) which discs ways come into: in their zones, and on their way up, over and down."""
        start, end = ways.start[:, :2], ways.end[:, :2]
        found = self.met(ways.start_zone, start, end) | self.met(ways.end_zone, start, end)
        parts = (
            (start, start, ways.start[:, 2] + STEP, ways.level),
            (end, end, ways.end[:, 2] + STEP, ways.level),
            (start, end, ways.level - EQUAL, ways.level),
        )
        for here, there, low, high in parts:
            # What is no higher than a step above a floor counts in its zone.
            row, disc = np.nonzero((low[:, None] < self.span[:, 1]) & (high[:, None] > self.span[:, 0]) & (low < high)[:, None])
            met = self._comes_into(disc, here[row], there[row])
            found[row[met], disc[met]] = True
        return found

    def bars_ways(self, ways: Ways) -> BoolArray:
        """(n,) whether ways come into any."""
        return np.asarray(self.met_by(ways).any(axis=1))

    def _near(self, some: IntArray, zone: IntArray, start: FloatArray, end: FloatArray) -> tuple[IntArray, IntArray]:
        """Which walk could come into which of some discs: the line that it is on does."""
        x, y = (end - start).T
        lines = np.stack([y, -x, x * start[:, 1] - y * start[:, 0]], axis=1)
        middles = np.append(self.centre[some], np.ones((len(some), 1)), axis=1)
        near = np.abs(lines @ middles.T) <= np.hypot(x, y)[:, None] * self.radius[some] + 1e-9
        row, disc = np.nonzero(near)
        use = self.zones[some[disc], zone[row]]
        return row[use], some[disc[use]]

    def _comes_into(self, disc: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether walks from ``start`` to ``end``, both (n, 2), come into one disc each, (n,)."""
        way, to = end - start, self.centre[disc] - start
        size = np.maximum((way**2).sum(axis=1), 1e-18)
        share = ((to * way).sum(axis=1) / size).clip(0.0, 1.0)
        near = ((to - share[:, None] * way) ** 2).sum(axis=1)
        return np.asarray(near < np.maximum(self.radius[disc] - GRAZE, 0.0) ** 2)

    def rounds(self) -> tuple[FloatArray, IntArray]:
        """(k, 2) corners of polygons around the discs, and (k,) the zones that they lie in."""
        turn = 2 * np.pi * np.arange(AROUND) / AROUND
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) / np.cos(np.pi / AROUND)
        disc, zone = np.nonzero(self.zones)
        corners = self.centre[disc, None] + (self.radius[disc] + GRAZE)[:, None, None] * ring
        return corners.reshape(-1, 2), np.repeat(zone, AROUND)


def nobody(zones: int) -> Crowd:
    """A crowd of none."""
    return Crowd(np.zeros((0, 2)), np.zeros(0), np.zeros((0, zones), dtype=bool), np.zeros((0, 2)))
