"""The search for cheapest routes over a navmesh, at prices that somebody else sets.

Dijkstra's algorithm on the roadmap of straight walks and links, from a place or backwards to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links, joined
from scene.navmesh_parts.regions import Region
from scene.pathfinding.blocked_edges import blocked_edges
from scene.pathfinding.blocking_discs import BlockingDiscs, nobody
from scene.pathfinding.search_graph import edges, with_links

CHECK = 1e-6
"""Inches that a check counts in comparing routes: of two that cost the same the one with fewer is better."""
MOST_PRICES = 12
"""Prices that are kept for one navmesh."""
LINK = 1e-8
"""Inches that taking any link counts: a walk is better than a step that costs the same."""


class LinkPrices(Protocol):
    """What n links cost."""

    @property
    def cost(self) -> FloatArray:
        """(n,) inches of movement; infinite for links that do not exist."""

    @property
    def checks(self) -> IntArray:
        """(n,) how many checks."""

    @property
    def ends_round(self) -> BoolArray:
        """(n,) whether nothing may follow in the round."""


class Prices(Protocol):
    """What moving costs; a value that can be compared."""

    def rates(self, regions: Sequence[Region]) -> FloatArray:
        """(z,) movement for an inch in each region."""

    def link_prices(self, links: Links, regions: Sequence[Region]) -> LinkPrices:
        """What links cost."""


@dataclass(frozen=True, eq=False)
class PricedNavMesh:
    """The navmesh with prices on it, as a graph, and who is to be kept away from.

    Attributes:
        navmesh: whose.
        prices: that were set.
        rates: (z,) movement for an inch in each region.
        link_prices: of all links.
        xy, region: (n, 2) and (n,) the nodes: those of the roadmap, then those around the blocking discs.
        bends: (n,) whether strings bend round them: corners, and places around the blocking discs.
        graph: (n, n) directed; what going from node to node costs.
        slot: (e,) the place in the graph of each edge of the navmesh, -1 for those that nobody takes.
        blocking: whom to keep away from.
    """

    navmesh: NavMesh
    prices: Prices
    rates: FloatArray
    link_prices: LinkPrices
    xy: FloatArray
    region: IntArray
    bends: BoolArray
    graph: csr_array
    slot: IntArray
    blocking: BlockingDiscs

    def sees(self, region: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether one can walk straight from ``start`` to ``end``, both (n, 2), within regions (n,)."""
        free = self.navmesh.visibility.sees(region, start, end)
        if len(self.blocking):
            rows = np.flatnonzero(free)
            free[rows] = ~self.blocking.bars(region[rows], start[rows], end[rows])
        return free

    def walk_costs(self, region: IntArray, way: FloatArray) -> FloatArray:
        """(...) what straight walks (..., 2) in plan cost in regions (...), along their slopes."""
        return np.asarray(self.navmesh.lengths(region, way) * self.rates[region])

    def link_costs(self, rows: IntArray) -> FloatArray:
        """(k,) what links of the navmesh cost, with the small weights of their checks and of themselves."""
        return np.asarray(self.link_prices.cost[rows] + CHECK * self.link_prices.checks[rows] + LINK)


def priced_navmesh(navmesh: NavMesh, prices: Prices) -> PricedNavMesh:
    """Sets the prices; nobody is in the way. The same prices are set once."""
    known: dict[Prices, PricedNavMesh] = navmesh.priced
    if prices not in known:
        while len(known) >= MOST_PRICES:
            del known[next(iter(known))]
        known[prices] = _priced(navmesh, prices)
    return known[prices]


def _priced(navmesh: NavMesh, prices: Prices) -> PricedNavMesh:
    roadmap, links = navmesh.roadmap, navmesh.links
    rates, link_prices = prices.rates(navmesh.regions), prices.link_prices(links, navmesh.regions)
    walk, possible = roadmap.length * rates[roadmap.region[roadmap.a]], np.isfinite(link_prices.cost)
    # Taut strings come only from where they bend or a link ends, and go only to where they bend or a link starts.
    source, target = roadmap.bends.copy(), roadmap.bends.copy()
    source[navmesh.link_end[possible]], target[navmesh.link_start[possible]] = True, True
    there = np.where(source[roadmap.a] & target[roadmap.b], walk, np.inf)
    back = np.where(source[roadmap.b] & target[roadmap.a], walk, np.inf)
    graph, slot = edges(navmesh).graph(np.concatenate([there, back, link_prices.cost + CHECK * link_prices.checks + LINK]))
    return PricedNavMesh(
        navmesh,
        prices,
        rates,
        link_prices,
        roadmap.xy,
        roadmap.region,
        roadmap.bends,
        graph,
        slot,
        nobody(len(navmesh.regions), step=navmesh.agent.limits.step),
    )


def among(free: PricedNavMesh, blocking: BlockingDiscs, *, within: tuple[FloatArray, float] | None = None) -> PricedNavMesh:
    """The same priced navmesh, with nobody in the way so far, with blocking discs to keep away from.

    Args:
        within: a place (2,) and inches around it that no search leaves; walks farther off may stay as they are.
    """
    if len(blocking) == 0:
        return free
    roadmap, found = free.navmesh.roadmap, blocked_edges(free.navmesh, blocking, within=within)
    graph = free.graph.copy()
    walks = len(roadmap.a)
    barred = free.slot[np.concatenate([found.walks, found.walks + walks, found.links + 2 * walks])]
    graph.data[barred[barred >= 0]] = np.inf
    cost = free.walk_costs(found.region[found.here], found.xy[found.here] - found.xy[found.there]) + 1e-12
    graph = with_links(graph, found.here, found.there, cost, len(found.xy))
    bends = np.append(free.bends, np.ones(len(found.xy) - len(roadmap.xy), dtype=bool))
    return replace(free, xy=found.xy, region=found.region, bends=bends, graph=graph, blocking=found.blocking)


@dataclass(frozen=True, eq=False)
class NavPoint:
    """A place on the navmesh: (2,) where, and its region."""

    xy: FloatArray
    region: int


@dataclass(frozen=True, eq=False)
class WalkSegment:
    """A straight walk within a region, from (2,) to (2,)."""

    region: int
    start: FloatArray
    end: FloatArray


Segment = WalkSegment | Links
"""A part of a route: a straight walk, or a single link."""


@dataclass(frozen=True, eq=False)
class Search:
    """What everything costs from a place, or, looked at backwards, to it; the place is the last node, number n.

    Attributes:
        priced: the priced navmesh.
        place: where.
        back: whether it is looked at backwards.
        cost: (n + 1,) inches of movement and `CHECK` for each check; infinite for what cannot be reached.
        before: (n + 1,) the next node on the cheapest route towards the place; negative where there is none.
        via: (n + 1,) the number of the link that leads between it and each node; -1 where one walks.
    """

    priced: PricedNavMesh
    place: NavPoint
    back: bool
    cost: FloatArray
    before: IntArray
    via: IntArray


def search(given: PricedNavMesh, place: NavPoint, *, limit: float = np.inf, back: bool = False) -> Search:
    """What everything costs that can be reached from a place, or from where it can be, for at most ``limit`` inches."""
    near = np.flatnonzero(given.region == place.region)
    cost = given.walk_costs(given.region[near], given.xy[near] - place.xy) + 1e-12
    near, cost = near[cost <= limit], cost[cost <= limit]
    seen = given.sees(given.region[near], np.broadcast_to(place.xy, (len(near), 2)), given.xy[near])
    near, cost = near[seen], cost[seen]
    graph, count = _reversed(given) if back else given.graph, len(given.xy)
    ends = np.append(graph.indptr, np.int32(len(graph.data) + len(near)))
    heads = np.concatenate([graph.indices, near.astype(np.int32)])
    whole = csr_array((np.concatenate([graph.data, cost]), heads, ends), shape=(count + 1, count + 1))
    costs, nodes = dijkstra(whole, indices=np.array([count]), return_predecessors=True, limit=limit)
    total, before = np.asarray(costs[0]), np.asarray(nodes[0], dtype=np.int64)
    return Search(given, place, back, total, before, _taken(given, total, before, back=back))


@memoized
def _reversed(given: PricedNavMesh) -> csr_array:
    """The graph with all edges turned round."""
    return given.graph.T.tocsr()


def _taken(given: PricedNavMesh, cost: FloatArray, before: IntArray, *, back: bool) -> IntArray:
    """(n + 1,) the link that is the step between each node and the one before; -1 where one walks."""
    navmesh = given.navmesh
    far, near = (navmesh.link_start, navmesh.link_end) if back else (navmesh.link_end, navmesh.link_start)
    rows = np.flatnonzero(before[far] == near)
    link_costs = given.link_costs(rows)
    good = link_costs <= cost[far[rows]] - cost[near[rows]] + LINK / 2.0
    rows, link_costs = rows[good], link_costs[good]
    via, order = np.full(len(cost), -1), np.argsort(-link_costs, kind="stable")
    via[far[rows[order]]] = rows[order]
    return via


def route(found: Search, goal: NavPoint) -> list[Segment] | None:
    """The cheapest route to a goal; None where there is none."""
    given, start = found.priced, found.place
    near = np.flatnonzero((given.region == goal.region) & np.isfinite(found.cost[:-1]))
    near = near[given.sees(given.region[near], given.xy[near], np.broadcast_to(goal.xy, (len(near), 2)))]
    total = found.cost[near] + given.walk_costs(given.region[near], given.xy[near] - goal.xy)
    straight = start.region == goal.region and bool(given.sees(np.array([goal.region]), start.xy[None], goal.xy[None])[0])
    direct = float(given.walk_costs(np.array(goal.region), goal.xy - start.xy)) if straight else np.inf
    if len(near) == 0 or direct <= total.min() + LINK:
        return [WalkSegment(goal.region, start.xy, goal.xy)] if straight else None
    best = int(near[total.argmin()])
    return [*segments(found, best), WalkSegment(goal.region, given.xy[best], goal.xy)]


def segments(found: Search, node: int) -> list[Segment]:
    """The cheapest route from the place of a search to a node, or from a node to the place."""
    steps: list[Segment] = []
    given = found.priced
    while (before := int(found.before[node])) >= 0:
        tail, head = (node, before) if found.back else (before, node)
        if found.via[node] >= 0:
            link = int(found.via[node])
            steps.append(given.navmesh.links.chosen(slice(link, link + 1)))
        else:
            steps.append(WalkSegment(int(given.region[min(tail, head)]), _xy(found, tail), _xy(found, head)))
        node = before
    return steps if found.back else steps[::-1]


def _xy(found: Search, node: int) -> FloatArray:
    return found.place.xy if node == len(found.priced.xy) else found.priced.xy[node]


def spent(given: PricedNavMesh, route: Sequence[Segment]) -> tuple[float, int]:
    """What a route costs: inches, and checks."""
    walks = [(s.region, s.end - s.start) for s in route if isinstance(s, WalkSegment)]
    walked = float(sum(given.walk_costs(np.array(region), way) for region, way in walks))
    links = [segment for segment in route if isinstance(segment, Links)]
    if not links:
        return walked, 0
    link_prices = given.prices.link_prices(joined(links), given.navmesh.regions)
    return walked + float(link_prices.cost.sum()), int(link_prices.checks.sum())
