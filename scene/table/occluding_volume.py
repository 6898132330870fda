"""Occluding volumes: upright regions, as of a wood, that lines of sight neither enter nor leave nor cross."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.geometry.mesh import BoolArray, FloatArray

TOUCHING = 1e-6
"""Inches: a line that only touches the side of a volume does not enter it."""


@dataclass(frozen=True, eq=False)
class OccludingVolume:
    """An upright region.

    Attributes:
        outline: polygons seen from above, inches.
        low, high: from which height to which.
    """

    outline: BaseGeometry
    low: float
    high: float

    def crossed(self, starts: FloatArray, ends: FloatArray) -> BoolArray:
        """(n,) which lines between starts and ends (n, 3) lead through some of it."""
        way = ends - starts
        first, last = self._level_part(starts[:, 2], way[:, 2])
        found = first < last
        some = np.flatnonzero(found)
        if len(some):
            shares = np.stack([first[some], last[some]], axis=1)
            plan = starts[some, None, :2] + shares[..., None] * way[some, None, :2]
            # GEOS knows no lines without a length, as that of whoever looks straight down.
            plan[:, 1, 0] += np.where((plan[:, 0] == plan[:, 1]).all(axis=1), TOUCHING / 10.0, 0.0)
            found[some] = shapely.intersects(self._inner, shapely.linestrings(plan))
        return found

    @cached_property
    def _inner(self) -> BaseGeometry:
        """The outline without its rim, which lines may touch."""
        inner = self.outline.buffer(-TOUCHING)
        shapely.prepare(inner)
        return inner

    def _level_part(self, z: FloatArray, rise: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(n,) and (n,) between which shares of their length lines are at its heights; the first larger where never."""
        low, high = self.low + TOUCHING, self.high - TOUCHING
        with np.errstate(divide="ignore", invalid="ignore"):
            at_low, at_high = (low - z) / rise, (high - z) / rise
        inside = (z > low) & (z < high)
        level = rise == 0.0
        first = np.where(level, np.where(inside, 0.0, 1.0), np.minimum(at_low, at_high))
        last = np.where(level, np.where(inside, 1.0, 0.0), np.maximum(at_low, at_high))
        return first.clip(0.0, 1.0), last.clip(0.0, 1.0)


def crossing(volumes: Sequence[OccludingVolume], starts: FloatArray, ends: FloatArray) -> BoolArray:
    """(n,) which lines between starts and ends (n, 3) lead through any of the volumes."""
    found = np.zeros(len(starts), dtype=bool)
    for volume in volumes:
        found |= volume.crossed(starts, ends)
    return found
