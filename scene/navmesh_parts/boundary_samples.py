"""Samples of the boundaries of regions: places along their edges from which links are tried."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.regions import Region

SPACING = 0.4
"""Inches along the edges of regions between the places where links are tried."""
SPARED = 0.35
"""Parts of the spacing by which places may lie farther apart before there is one more."""
ALIKE = 0.004
"""Inches by which the same outline may differ once it is turned: what is shorter by less is as long."""


@dataclass(frozen=True, eq=False)
class BoundarySamples:
    """n places along the edges of regions.

    Attributes:
        xy: (n, 2) where.
        out: (n, 2) unit vectors out of the region.
        region: (n,) whose edge.
        brink: (n,) whether there is no floor beyond.
    """

    xy: FloatArray
    out: FloatArray
    region: IntArray
    brink: BoolArray


def samples(regions: Sequence[Region], spacing: float = SPACING) -> BoundarySamples:
    """Places along all edges, evenly and about ``spacing`` apart."""
    found = []
    for number, region in enumerate(regions):
        for ring, brink in zip(region.rings, region.brink, strict=True):
            xy, out, side = along(ring, spacing)
            found.append((xy, out, np.full(len(xy), number, dtype=np.int64), brink[side]))
    xy, out, home, brinks = (np.concatenate(column) for column in zip(*found, strict=True))
    return BoundarySamples(xy, out, home, brinks)


def along(ring: FloatArray, spacing: float) -> tuple[FloatArray, FloatArray, IntArray]:
    """Places along a ring (k, 2), unit vectors out of it, and the side that each lies on."""
    side = np.roll(ring, -1, axis=0) - ring
    size = np.hypot(*side.T)
    long = size >= spacing - ALIKE
    begins = long | np.roll(long, 1)
    # What has no long sides is divided in four from its longest one, as most of that kind is square.
    first = int((begins if begins.any() else size >= size.max() - ALIKE).argmax())
    order = np.roll(np.arange(len(ring)), -first)
    before = np.cumsum(size[order]) - size[order]
    starts = before[begins[order]] if begins.any() else size.sum() * np.arange(4) / 4.0
    place, share = spread(size[order], starts, spacing, least=1)
    which = order[place]
    xy = ring[which] + share[:, None] * side[which]
    out = np.column_stack([side[which, 1], -side[which, 0]]) / np.maximum(size[which], 1e-12)[:, None]
    return xy, out, which


def spread(size: FloatArray, starts: FloatArray, spacing: float, *, least: int) -> tuple[IntArray, FloatArray]:
    """Places along sides that follow one another, evenly on each stretch of them.

    If stretches begin and end where long sides do, it depends on the shape alone where the places lie: not on which side comes
    first, nor on how the outline is turned.

    Args:
        size: (k,) of the sides, inches.
        starts: (l,) how far along them the stretches begin, ascending from 0.
        spacing: between places, inches.
        least: how many places there are on a stretch at least.

    Returns:
        (n,) the side of each place, and (n,) what part of the side lies before it.
    """
    ends = np.cumsum(size)
    stretch = np.diff(starts, append=ends[-1])
    count = np.ceil((stretch - ALIKE) / spacing - SPARED).astype(np.int64).clip(least)
    of = np.repeat(np.arange(len(count)), count)
    number = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    place = starts[of] + (number + 0.5) / count[of] * stretch[of]
    side = np.minimum(np.searchsorted(ends, place), len(size) - 1)
    return side, 1.0 - (ends[side] - place) / np.maximum(size[side], 1e-12)


def both(a: BoundarySamples, b: BoundarySamples) -> BoundarySamples:
    """The places of both."""
    return BoundarySamples(
        *(np.concatenate([getattr(a, field.name), getattr(b, field.name)]) for field in fields(BoundarySamples))
    )
