"""The cheapest of many goals: which place costs least to get to, straight from some node of the roadmap."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.distance import cdist

from scene.geometry.mesh import FloatArray, IntArray
from scene.pathfinding.route_search import Search

TOGETHER = 2048
"""Straight walks that are looked at together to begin with."""
FIRST = 64
"""Nodes from which all places are looked at to begin with."""
MORE = 4
"""How many times as many there are each time that none of them will do."""
ROUNDING = 1e-9
"""Inches."""


def nearest_of(
    found: Search, places: FloatArray, regions: IntArray, *, only_from: IntArray | None = None
) -> tuple[int, float] | None:
    """Which of some places is the cheapest to get to, and for how much; None where no route leads to any.

    Args:
        found: from where.
        places: (n, 2) inches.
        regions: (n,) their regions.
        only_from: (n,) the node that a place is looked at from; -1: from all of its region, as without this.
    """
    last = np.full(len(places), -1) if only_from is None else only_from
    walks, use, most = _LastWalks(found, places, regions, last), FIRST, -np.inf
    own = walks.cheapest(*walks.to_own(), -np.inf, np.inf)
    dearest = own[1] if own else np.inf
    while most < dearest:
        least, most = most, min(walks.bound(use), dearest)
        best = walks.cheapest(*walks.from_first(use), least, most)
        if best is not None:
            return best
        use *= MORE
    return own


@dataclass(frozen=True, eq=False)
class _LastWalks:
    """The straight walks with which routes may end; the arguments are those of `nearest_of`."""

    found: Search
    places: FloatArray
    regions: IntArray
    only_from: IntArray

    @cached_property
    def xy(self) -> FloatArray:
        """(m, 2) all nodes."""
        return np.concatenate([self.found.priced.xy, self.found.place.xy[None]])

    @cached_property
    def region(self) -> IntArray:
        """(m,) their regions."""
        return np.append(self.found.priced.region, self.found.place.region)

    @cached_property
    def shared(self) -> dict[int, IntArray]:
        """By region, the places that are looked at from all of its nodes."""
        rows = np.flatnonzero(self.only_from < 0)
        return {int(region): rows[self.regions[rows] == region] for region in np.unique(self.regions[rows])}

    @cached_property
    def least(self) -> FloatArray:
        """(m,) what the routes over each node to places of its region cost at least; infinite where there are none."""
        least = np.full(len(self.xy), np.inf)
        for region, rows in self.shared.items():
            nodes, here = np.flatnonzero(self.region == region), self.places[rows]
            middle = (here.min(axis=0) + here.max(axis=0)) / 2.0
            spread = np.hypot(*(here - middle).T).max()
            # In space it is no shorter than in plan.
            far = np.maximum(np.hypot(*(self.xy[nodes] - middle).T) - spread, 0.0)
            least[nodes] = self.found.cost[nodes] + far * self.found.priced.rates[region] - ROUNDING
        return least

    @cached_property
    def order(self) -> IntArray:
        """The nodes over which there are routes, the cheapest first."""
        return np.asarray(np.argsort(self.least, kind="stable")[: int(np.isfinite(self.least).sum())])

    def bound(self, use: int) -> float:
        """What routes cost at least that do not lead over one of the first nodes in order."""
        return float(self.least[self.order[use]]) if use < len(self.order) else np.inf

    def cheapest(
        self, tail: IntArray, head: IntArray, total: FloatArray, least: float, most: float
    ) -> tuple[int, float] | None:
        """The cheapest place that is seen, and its cost.

        Args:
            tail, head: (k,) from which nodes to which places.
            total: (k,) what it costs to get there.
            least, most: of those that cost no less, and of those that cost less.
        """
        rows, together = np.flatnonzero((total >= least) & (total < most)), TOGETHER
        while len(rows):
            few = rows[np.argpartition(total[rows], together)[:together]] if len(rows) > together else rows
            few = few[np.argsort(total[few], kind="stable")]
            seen = self.found.priced.sees(self.regions[head[few]], self.xy[tail[few]], self.places[head[few]])
            if seen.any():
                best = few[int(seen.argmax())]
                return int(head[best]), float(total[best])
            rows = rows[total[rows] > total[few[-1]]]
            together *= MORE
        return None

    def to_own(self) -> tuple[IntArray, IntArray, FloatArray]:
        """Nodes, the places that are looked at from these only, and what it costs to get there."""
        head = np.flatnonzero(self.only_from >= 0)
        tail = self.only_from[head]
        far = self.found.priced.walk_costs(self.regions[head], self.xy[tail] - self.places[head])
        return tail, head, far + self.found.cost[tail]

    def from_first(self, use: int) -> tuple[IntArray, IntArray, FloatArray]:
        """The first nodes in order, all other places of their regions, and what it costs to get there."""
        some, none = np.sort(self.order[:use]), np.zeros(0, dtype=np.int64)
        parts = [(none, none, np.zeros(0))]
        for region, rows in self.shared.items():
            nodes = some[self.region[some] == region]
            # Distances in space, on the plane of the region.
            here, there = (self.found.priced.navmesh.regions[region].points(xy) for xy in (self.xy[nodes], self.places[rows]))
            far = (cdist(here, there) * self.found.priced.rates[region]).reshape(-1)
            parts.append((np.repeat(nodes, len(rows)), np.tile(rows, len(nodes)), far))
        tail, head, far = (np.concatenate(column) for column in zip(*parts, strict=True))
        return tail, head, far + self.found.cost[tail]
