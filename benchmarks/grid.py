"""A grid as most path finders use it: cells laid over the navmesh, neighbours joined, and Dijkstra's algorithm on it.

The navmesh, its links and their prices are ours, so that only the way of searching differs.
"""

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from rules.movement.link_costs import MovementCosts
from scene.geometry.mesh import FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.route_search import NavPoint

APART = 1e4
"""Inches between regions where the nearest cells are looked for."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells, then the ends of links, then a start as nodes.

    Attributes:
        navmesh: whose.
        rates: (z,) movement for an inch in each region.
        xy: (c, 2) the middles of the cells, inches.
        region: (c,) their regions.
        graph: (n + 1, n + 1) what going from node to node costs; the last row has room for the links of a start.
        neighbours: how many cells each cell and place is joined to.
    """

    navmesh: NavMesh
    rates: FloatArray
    xy: FloatArray
    region: IntArray
    graph: csr_array
    neighbours: int

    @cached_property
    def tree(self) -> cKDTree:
        """The cells, to find the nearest."""
        return _tree(self.xy, self.region)

    def _links(self, place: NavPoint) -> tuple[IntArray, FloatArray]:
        """(k,) the cells nearest to a place, and what it costs to walk there."""
        cells = _near(
            self.navmesh, self.tree, (self.xy, self.region), (place.xy[None], np.array([place.region])), self.neighbours
        )[1]
        return cells, np.hypot(*(self.xy[cells] - place.xy).T) * self.rates[place.region] + 1e-9

    def _begun(self, start: NavPoint) -> int:
        """Links the start, and tells its node."""
        cells, cost = self._links(start)
        node = self.graph.shape[0] - 1
        heads, costs = self.graph.indices[-self.neighbours :], self.graph.data[-self.neighbours :]
        heads[:], costs[:] = node, 1.0  # loops lead nowhere
        heads[: len(cells)], costs[: len(cells)] = cells, cost
        return int(node)

    def path(self, start: NavPoint, goal: NavPoint) -> tuple[float, list[int]]:
        """Movement from place to place, infinite where there is no path, and the nodes on it."""
        costs, previous = dijkstra(self.graph, indices=np.array([self._begun(start)]), return_predecessors=True)
        found, before = costs[0], previous[0]
        cells, cost = self._links(goal)
        total = found[cells] + cost
        if not np.isfinite(total).any():
            return float("inf"), []
        nodes = [int(cells[total.argmin()])]
        while before[nodes[-1]] >= 0:
            nodes.append(int(before[nodes[-1]]))
        return float(total.min()), nodes[::-1]

    def reach(self, start: NavPoint, inches: float) -> IntArray:
        """The cells that can be reached from a place for so much movement."""
        costs = dijkstra(self.graph, indices=np.array([self._begun(start)]), limit=inches)
        return np.flatnonzero(np.isfinite(costs[0, : len(self.xy)]))


def offsets(neighbours: int) -> list[tuple[int, int]]:
    """Half of so many directions to neighbours, 8, 16, 32 or 64, in cells; the others are their opposites.

    Each doubling puts the sum of every two neighbouring directions between them.
    """
    octant = [(1, 0), (1, 1)]
    for _ in range(int(np.log2(neighbours / 8))):
        between = [(a + c, b + d) for (a, b), (c, d) in itertools.pairwise(octant)]
        octant = sorted([*octant, *between], key=lambda step: step[1] / step[0])
    quarter = [*octant, *((b, a) for a, b in octant[:-1])]
    return sorted({(a, b) for a, b in quarter} | {(-b, a) for a, b in quarter} - {(-1, 0)})


def grid(navmesh: NavMesh, movement_costs: MovementCosts, *, cell: float, neighbours: int) -> Grid:
    """The grid of a navmesh at a rule system's prices.

    Args:
        navmesh: where one can stand.
        movement_costs: the prices.
        cell: inches from cell to cell.
        neighbours: to how many neighbours each cell is joined, 8, 16, 32 or 64, where nothing is between.
    """
    xy, region, a, b = _cells(navmesh, cell, offsets(neighbours))
    free = navmesh.visibility.sees(region[a], xy[a], xy[b])
    a, b = a[free], b[free]
    places, home = _places(navmesh)
    which, near = _near(navmesh, _tree(xy, region), (xy, region), (places, home), neighbours)
    a, b = np.append(a, near), np.append(b, len(xy) + which)
    rates = movement_costs.rates(navmesh.regions)
    points, homes = np.concatenate([xy, places]), np.append(region, home)
    walk = np.maximum(np.hypot(*(points[a] - points[b]).T) * rates[homes[a]], 1e-9)
    link_prices = movement_costs.link_prices(navmesh.links, navmesh.regions).cost
    use = np.isfinite(link_prices)
    start, end = navmesh.link_start[use] + len(xy), navmesh.link_end[use] + len(xy)
    rows, columns = np.concatenate([a, b, start]), np.concatenate([b, a, end])
    graph = _graph(rows, columns, np.concatenate([walk, walk, link_prices[use] + 1e-9]), len(points), room=neighbours)
    return Grid(navmesh, rates, xy, region, graph, neighbours)


def _graph(tail: IntArray, head: IntArray, cost: FloatArray, count: int, *, room: int) -> csr_array:
    """The graph of edges, of several between the same nodes the cheapest, and one node more with room for edges."""
    order = np.lexsort((cost, head, tail))
    tail, head, cost = tail[order], head[order], cost[order]
    first = np.r_[True, (np.diff(tail) != 0) | (np.diff(head) != 0)][: len(tail)]
    starts = np.searchsorted(tail[first], np.arange(count + 1))
    indices = np.append(head[first], np.full(room, count)).astype(np.int32)
    ends = np.append(starts, starts[-1] + room).astype(np.int32)
    return csr_array((np.append(cost[first], np.ones(room)), indices, ends), shape=(count + 1, count + 1))


def _cells(navmesh: NavMesh, cell: float, steps: list[tuple[int, int]]) -> tuple[FloatArray, IntArray, IntArray, IntArray]:
    """(c, 2) the middles of cells that lie in regions, (c,) their regions, and the pairs of neighbours among them."""
    xy, region, tails, heads = [], [], [], []
    count = 0
    for number, area in enumerate(navmesh.regions):
        low, high = np.floor(area.rings[0].min(axis=0) / cell), np.ceil(area.rings[0].max(axis=0) / cell)
        axes = [(np.arange(a, b) + 0.5) * cell for a, b in zip(low, high, strict=True)]
        places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
        inside = area.holds(places.reshape(-1, 2)).reshape(places.shape[:2])
        if not inside.any():  # narrower than a cell, as treads are
            xy.append(np.array(area.polygon.representative_point().coords))
            region.append(np.array([number]))
            count += 1
            continue
        names = np.where(inside, np.cumsum(inside).reshape(inside.shape) - 1 + count, -1)
        for step in steps:
            tail, head = _shifted(names, *step)
            both = (tail >= 0) & (head >= 0)
            tails.append(tail[both])
            heads.append(head[both])
        xy.append(places[inside])
        region.append(np.full(int(inside.sum()), number))
        count += int(inside.sum())
    return np.concatenate(xy), np.concatenate(region), np.concatenate(tails), np.concatenate(heads)


def _shifted(names: IntArray, dx: int, dy: int) -> tuple[IntArray, IntArray]:
    """The names of cells, and of those that lie ``dx`` and ``dy`` cells further."""
    wide = np.pad(names, max(abs(dx), abs(dy)), constant_values=-1)
    return wide.reshape(-1), np.roll(wide, (-dx, -dy), axis=(0, 1)).reshape(-1)


def _places(navmesh: NavMesh) -> tuple[FloatArray, IntArray]:
    """(p, 2) the ends of links, which are the first nodes of the roadmap, and (p,) their regions."""
    count = 1 + int(max(navmesh.link_start.max(initial=-1), navmesh.link_end.max(initial=-1)))
    return navmesh.roadmap.xy[:count], navmesh.roadmap.region[:count]


def _tree(xy: FloatArray, region: IntArray) -> cKDTree:
    return cKDTree(np.column_stack([xy, APART * region]))


def _near(
    navmesh: NavMesh, tree: cKDTree, cells: tuple[FloatArray, IntArray], places: tuple[FloatArray, IntArray], count: int
) -> tuple[IntArray, IntArray]:
    """Of the ``count`` nearest cells of places those that they see, as pairs: (k,) which place, (k,) which cell."""
    (xy, region), (points, home) = cells, places
    _, near = tree.query(np.column_stack([points, APART * home]), k=np.arange(1, min(count, len(xy)) + 1))
    which = np.repeat(np.arange(len(points)), near.shape[1])
    cell = near.reshape(-1)
    same = region[cell] == home[which]
    which, cell = which[same], cell[same]
    seen = navmesh.visibility.sees(home[which], points[which], xy[cell])
    return which[seen], cell[seen]
