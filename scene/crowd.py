"""Figures that one must keep away from on the move: discs in some zones."""

from dataclasses import dataclass

import numpy as np

from scene.mesh import BoolArray, FloatArray, IntArray

AROUND = 24
"""Corners of the polygon that a route takes around a disc."""
GRAZE = 1e-5
"""Inches that a route may pass nearer; it is rounding."""


@dataclass(frozen=True, eq=False)
class Crowd:
    """d discs that the middle of the base must not come into.

    Attributes:
        centre: (d, 2) inches.
        radius: (d,) inches.
        zones: (d, z) bool; in which zones.
    """

    centre: FloatArray
    radius: FloatArray
    zones: BoolArray

    def __len__(self) -> int:
        return len(self.radius)

    def chosen(self, which: IntArray | BoolArray) -> "Crowd":
        """Some of them."""
        return Crowd(self.centre[which], self.radius[which], self.zones[which])

    def met(self, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n, d) which discs straight walks from ``start`` to ``end``, both (n, 2), in zones (n,) come into."""
        columns = [self._met(number, zone, start, end) for number in range(len(self))]
        return np.asarray(np.array(columns, dtype=bool).reshape(len(self), len(zone)).T)

    def bars(self, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether they come into any."""
        barred = np.zeros(len(zone), dtype=bool)
        for number in range(len(self)):
            barred |= self._met(number, zone, start, end)
        return barred

    def _met(self, number: int, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        met: BoolArray = np.asarray(self.zones[number][zone])
        rows = np.flatnonzero(met)
        way = end[rows] - start[rows]
        to = self.centre[number] - start[rows]
        size = np.maximum((way**2).sum(axis=1), 1e-18)
        share = ((to * way).sum(axis=1) / size).clip(0.0, 1.0)
        near = ((to - share[:, None] * way) ** 2).sum(axis=1)
        met[rows] = near < (self.radius[number] - GRAZE) ** 2
        return met

    def rounds(self) -> tuple[FloatArray, IntArray]:
        """(k, 2) corners of polygons around the discs, and (k,) the zones that they lie in."""
        turn = 2 * np.pi * np.arange(AROUND) / AROUND
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) / np.cos(np.pi / AROUND)
        disc, zone = np.nonzero(self.zones)
        corners = self.centre[disc, None] + (self.radius[disc] + GRAZE)[:, None, None] * ring
        return corners.reshape(-1, 2), np.repeat(zone, AROUND)


def nobody(zones: int) -> Crowd:
    """A crowd of none."""
    return Crowd(np.zeros((0, 2)), np.zeros(0), np.zeros((0, zones), dtype=bool))
