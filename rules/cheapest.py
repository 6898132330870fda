"""Which of many places is the cheapest to get to, straight from some node of the ground's net."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.distance import cdist

from scene.mesh import FloatArray, IntArray
from scene.routes import Search

TOGETHER = 2048
"""Straight walks that are looked at together."""
FIRST, MORE = 64, 8
"""Nodes from which all places are looked at to begin with, and how many times as many each time that none of them will do."""
ROUNDING = 1e-9
"""Inches."""


def nearest_of(
    found: Search, places: FloatArray, zones: IntArray, *, only_from: IntArray | None = None
) -> tuple[int, float] | None:
    """Which of some places is the cheapest to get to, and for how much; None where there is no way to any.

    Args:
        found: from where.
        places: (n, 2) inches.
        zones: (n,) their zones.
        only_from: (n,) the node that a place is looked at from; -1: from all of its zone, as without this.
    """
    last = np.full(len(places), -1) if only_from is None else only_from
    walks, use, most = _LastWalks(found, places, zones, last), FIRST, -np.inf
    while True:
        least, most = most, walks.bound(use)
        best = walks.cheapest(use, least, most)
        if best is not None or most == np.inf:
            return best
        use *= MORE


@dataclass(frozen=True, eq=False)
class _LastWalks:
    """The straight walks with which ways may end; the arguments are those of `nearest_of`."""

    found: Search
    places: FloatArray
    zones: IntArray
    only_from: IntArray

    @cached_property
    def xy(self) -> FloatArray:
        """(m, 2) all nodes."""
        return np.concatenate([self.found.offers.xy, self.found.place.xy[None]])

    @cached_property
    def zone(self) -> IntArray:
        """(m,) their zones."""
        return np.append(self.found.offers.zone, self.found.place.zone)

    @cached_property
    def shared(self) -> dict[int, IntArray]:
        """By zone, the places that are looked at from all of its nodes."""
        rows = np.flatnonzero(self.only_from < 0)
        return {int(zone): rows[self.zones[rows] == zone] for zone in np.unique(self.zones[rows])}

    @cached_property
    def least(self) -> FloatArray:
        """(m,) what the ways over each node to places of its zone cost at least; infinite where there are none."""
        least = np.full(len(self.xy), np.inf)
        for zone, rows in self.shared.items():
            nodes, here = np.flatnonzero(self.zone == zone), self.places[rows]
            middle = (here.min(axis=0) + here.max(axis=0)) / 2.0
            spread = np.hypot(*(here - middle).T).max()
            far = np.maximum(np.hypot(*(self.xy[nodes] - middle).T) - spread, 0.0)
            least[nodes] = self.found.cost[nodes] + far * self.found.offers.rates[zone] - ROUNDING
        return least

    @cached_property
    def order(self) -> IntArray:
        """The nodes over which there are ways, the cheapest first."""
        return np.asarray(np.argsort(self.least, kind="stable")[: int(np.isfinite(self.least).sum())])

    def bound(self, use: int) -> float:
        """What ways cost at least that do not lead over one of the first nodes in order."""
        return float(self.least[self.order[use]]) if use < len(self.order) else np.inf

    def cheapest(self, use: int, least: float, most: float) -> tuple[int, float] | None:
        """The cheapest place over one of so many nodes, and its cost: at least ``least``, and less than ``most``."""
        tail, head, total = self._priced(np.sort(self.order[:use]))
        rows = np.flatnonzero((total >= least) & (total < most))
        while len(rows):
            few = rows[np.argpartition(total[rows], TOGETHER)[:TOGETHER]] if len(rows) > TOGETHER else rows
            few = few[np.argsort(total[few], kind="stable")]
            seen = self.found.offers.sees(self.zones[head[few]], self.xy[tail[few]], self.places[head[few]])
            if seen.any():
                best = few[int(seen.argmax())]
                return int(head[best]), float(total[best])
            rows = rows[total[rows] > total[few[-1]]]
        return None

    def _priced(self, some: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Pairs of a node and a place, and what it costs to get there: of some nodes, and of those with places of their own."""
        cost, rates = self.found.cost, self.found.offers.rates
        own = np.flatnonzero(self.only_from >= 0)
        node, place = [self.only_from[own]], [own]
        far = [np.sqrt(((self.xy[node[0]] - self.places[own]) ** 2).sum(axis=1)) * rates[self.zones[own]]]
        for zone, rows in self.shared.items():
            nodes = some[self.zone[some] == zone]
            node.append(np.repeat(nodes, len(rows)))
            place.append(np.tile(rows, len(nodes)))
            far.append((cdist(self.xy[nodes], self.places[rows]) * rates[zone]).reshape(-1))
        tail, head = np.concatenate(node), np.concatenate(place)
        return tail, head, np.concatenate(far) + cost[tail]
