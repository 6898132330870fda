"""The reachable area: all places that can be reached for some movement, on an even lattice, and what each costs."""

from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.pathfinding.last_walk import LastWalkWedges, last_walk_wedges
from scene.pathfinding.route_search import PricedNavMesh, Search


@dataclass(frozen=True, eq=False)
class ReachablePlaces:
    """n places in reach.

    Attributes:
        positions: (n, 3) inches.
        regions: (n,) their regions.
        costs: (n,) inches of movement.
        checks: (n,) dice checks on the cheapest route.
        sources: (n,) nodes of the search from which the last straight walk there starts.
    """

    positions: FloatArray
    regions: IntArray
    costs: FloatArray
    checks: IntArray
    sources: IntArray


def reached(found: Search, *, limit: float, step: float) -> ReachablePlaces:
    """The places of a lattice of ``step`` inches that cost no more than ``limit`` inches."""
    checks = checks_on_the_way(found)
    parts = [_in_region(found, number, limit, step) for number in _regions_near(found, limit)]
    if not parts:
        none = np.zeros(0, dtype=np.int64)
        return ReachablePlaces(np.zeros((0, 3)), none, np.zeros(0), none, none)
    positions, costs, sources, regions = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ReachablePlaces(positions, regions, costs, checks[sources], sources)


def _regions_near(found: Search, limit: float) -> list[int]:
    reached_nodes = found.priced.region[found.cost[:-1] <= limit]
    return [int(number) for number in np.union1d(reached_nodes, [found.place.region])]


@memoized
def checks_on_the_way(found: Search) -> IntArray:
    """(n + 1,) how many checks the cheapest route to each node takes."""
    return summed_on_the_way(found, found.priced.link_prices.checks.astype(np.float64)).astype(np.int64)


def summed_on_the_way(found: Search, of_links: FloatArray) -> FloatArray:
    """(n + 1,) the sum of something over the links of the cheapest route to each node.

    Args:
        found: the search.
        of_links: (l,) what each link of the navmesh adds.
    """
    before = np.where(found.before >= 0, found.before, len(found.before) - 1)
    total = np.append(of_links, 0.0)[found.via]
    # Pointer jumping: each round looks twice as far back.
    while (before != len(before) - 1).any():
        total = total + total[before]
        before = before[before]
    return total


def _in_region(found: Search, number: int, limit: float, step: float) -> tuple[FloatArray, FloatArray, IntArray, IntArray]:
    """Places of a region, what they cost, from which node one walks to them, and the region again for each."""
    region, source = found.priced.navmesh.regions[number], _sources(found, number, limit)
    wedge = _wedges(found, source, (limit - found.cost[source]) / found.priced.rates[number])
    x, y = _lattice(region.rings[0], step, wedge)
    lattice = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    which, cell = wedge.cells(x, y)
    inside = _free(found.priced, number, lattice)[cell]
    which, cell = which[inside], cell[inside]
    cost = found.priced.walk_costs(np.array(number), lattice[cell] - wedge.xy[which]) + found.cost[source[which]]
    if not region.plane.level:
        # Up and down slopes one gets less far in plan.
        near = cost <= limit
        which, cell, cost = which[near], cell[near], cost[near]
    order = np.argsort(cell + cost / (limit + 1.0))
    which, cell, cost = which[order], cell[order], cost[order]
    best = _first_seen(found.priced, number, wedge.xy[which], lattice[cell], cell)
    positions = region.points(lattice[cell[best]])
    return positions, cost[best], source[which[best]], np.full(len(best), number)


def _sources(found: Search, number: int, limit: float) -> IntArray:
    """The nodes of a region from which a last straight walk can start: corners, ends of links, and the start."""
    given = found.priced
    nodes = np.flatnonzero((given.region == number) & (found.cost[:-1] <= limit))
    use = nodes[given.bends[nodes] | (found.via[nodes] >= 0)]
    return np.append(use, len(found.cost) - 1) if found.place.region == number else use


def _wedges(found: Search, source: IntArray, left: FloatArray) -> LastWalkWedges:
    """Where the last walk can lead to from nodes: anywhere but from corners of the navmesh that were walked to."""
    corner = np.flatnonzero(source < len(found.priced.navmesh.roadmap.xy))
    corner = corner[found.priced.bends[source[corner]] & (found.via[source[corner]] < 0)]
    came, beside = np.full((len(source), 2), np.nan), np.zeros((len(source), 2, 2))
    came[corner] = _xy(found, found.before[source[corner]])
    beside[corner] = found.priced.navmesh.roadmap.beside[source[corner]]
    return last_walk_wedges(_xy(found, source), left, came, beside)


def _lattice(ring: FloatArray, step: float, wedge: LastWalkWedges) -> tuple[FloatArray, FloatArray]:
    """The columns and rows of the lattice in the box of a ring that are in reach."""
    if len(wedge.left) == 0:
        return np.zeros(0), np.zeros(0)
    low = np.maximum(ring.min(axis=0), (wedge.xy - wedge.left[:, None]).min(axis=0))
    high = np.minimum(ring.max(axis=0), (wedge.xy + wedge.left[:, None]).max(axis=0))
    first, last = np.ceil(low / step - 0.5), np.floor(high / step - 0.5)
    return (np.arange(first[0], last[0] + 1) + 0.5) * step, (np.arange(first[1], last[1] + 1) + 0.5) * step


def _free(given: PricedNavMesh, number: int, places: FloatArray) -> BoolArray:
    """(n,) which places (n, 2) lie in a region, and not too near to the blocking discs."""
    free = given.navmesh.regions[number].holds(places)
    rows = np.flatnonzero(free)
    free[rows] = ~given.blocking.bars(np.full(len(rows), number), places[rows], places[rows])
    return free


def _xy(found: Search, nodes: IntArray) -> FloatArray:
    return np.concatenate([found.priced.xy, found.place.xy[None]])[nodes]


def _first_seen(given: PricedNavMesh, number: int, start: FloatArray, end: FloatArray, group: IntArray) -> IntArray:
    """The first row of each group, which follow one another, whose start sees its end; none for groups without any."""
    first = np.flatnonzero(np.r_[True, np.diff(group) != 0][: len(group)])
    after = np.append(first[1:], len(group))
    found = [np.zeros(0, dtype=np.int64)]
    while len(first):
        seen = given.sees(np.full(len(first), number), start[first], end[first])
        found.append(first[seen])
        first, after = first[~seen] + 1, after[~seen]
        left = first < after
        first, after = first[left], after[left]
    return np.concatenate(found)
