"""Places along the edges of zones, from which ways are tried."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from scene.mesh import BoolArray, FloatArray, IntArray
from scene.zones import Zone

SPACING = 0.4
"""Inches along the edges of zones between the places where ways are tried."""


@dataclass(frozen=True, eq=False)
class Samples:
    """n places along the edges of zones.

    Attributes:
        xy: (n, 2) where.
        out: (n, 2) unit vectors out of the zone.
        zone: (n,) whose edge.
        brink: (n,) whether there is no floor beyond.
    """

    xy: FloatArray
    out: FloatArray
    zone: IntArray
    brink: BoolArray


def samples(zones: Sequence[Zone], spacing: float = SPACING) -> Samples:
    """Places along all edges, evenly and at most ``spacing`` apart."""
    found = []
    for number, zone in enumerate(zones):
        for ring, brink in zip(zone.rings, zone.brink, strict=True):
            xy, out, side = along(ring, spacing)
            found.append((xy, out, np.full(len(xy), number, dtype=np.int64), brink[side]))
    xy, out, home, brinks = (np.concatenate(column) for column in zip(*found, strict=True))
    return Samples(xy, out, home, brinks)


def along(ring: FloatArray, spacing: float) -> tuple[FloatArray, FloatArray, IntArray]:
    """Places along a ring (k, 2), unit vectors out of it, and the side that each lies on."""
    side = np.roll(ring, -1, axis=0) - ring
    size = np.hypot(*side.T)
    ends = np.cumsum(size)
    count = max(4, int(np.ceil(ends[-1] / spacing)))
    place = (np.arange(count) + 0.5) / count * ends[-1]
    which = np.minimum(np.searchsorted(ends, place), len(ring) - 1)
    share = (place - ends[which] + size[which]) / np.maximum(size[which], 1e-12)
    xy = ring[which] + share[:, None] * side[which]
    out = np.column_stack([side[which, 1], -side[which, 0]]) / np.maximum(size[which], 1e-12)[:, None]
    return xy, out, which


def both(a: Samples, b: Samples) -> Samples:
    """The places of both."""
    return Samples(*(np.concatenate([getattr(a, field.name), getattr(b, field.name)]) for field in fields(Samples)))
