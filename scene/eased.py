"""Prices at which ways cost a little less, to find routes that only turn out to be cheaper once they are pulled taut.

Before that a way leads straight across an edge, at one of a few places; slid along its edges, and slanted, it can save some
of what it is long. A route with more ways has more to gain than one with fewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import Offers, Prices, Segment, Walk
from scene.ways import Ways, joined
from scene.zones import Zone

SLANT = 0.4
"""Part of a way's length in plan that it may save."""
MOST = 0.4
"""Inches that it saves at most."""
BESIDE = 0.75
"""Inches; ways that begin nearer to one another become the same when they slide."""


@dataclass(frozen=True, eq=False)
class _Fares:
    cost: FloatArray
    checks: IntArray
    ends_round: BoolArray


@dataclass(frozen=True)
class Eased:
    """Other prices, with what ways may save taken off."""

    prices: Prices

    def rates(self, zones: Sequence[Zone]) -> FloatArray:
        """(z,) movement for an inch in each zone."""
        return self.prices.rates(zones)

    def fares(self, ways: Ways, zones: Sequence[Zone]) -> _Fares:
        """What ways may come to cost."""
        fares = self.prices.fares(ways, zones)
        return _Fares(fares.cost - np.minimum(SLANT * ways.run, MOST), fares.checks, fares.ends_round)


def same_ways(some: Sequence[Segment], others: Sequence[Segment]) -> bool:
    """Whether two routes go through the same zones in the same order, from one to the next at about the same place."""
    passed = [[segment for segment in segments if isinstance(segment, Ways)] for segments in (some, others)]
    if len(passed[0]) != len(passed[1]):
        return False
    return all(
        a.start_zone[0] == b.start_zone[0]
        and a.end_zone[0] == b.end_zone[0]
        and float(np.abs(a.start - b.start).max()) <= BESIDE
        for a, b in zip(*passed, strict=True)
    )


def spent(given: Offers, segments: Sequence[Segment]) -> tuple[float, int]:
    """What a route costs: inches, rounded so that of two that cost the same the one with fewer checks is better; checks."""
    walked = sum(float(given.rates[s.zone]) * float(np.hypot(*(s.end - s.start))) for s in segments if isinstance(s, Walk))
    ways = [segment for segment in segments if isinstance(segment, Ways)]
    if not ways:
        return round(walked, 4), 0
    fares = given.prices.fares(joined(ways), given.ground.zones)
    return round(walked + float(fares.cost.sum()), 4), int(fares.checks.sum())
