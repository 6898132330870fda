"""The search graph of a navmesh: its nodes joined by walks and links, as a sparse graph that any prices can be put on."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh


@dataclass(frozen=True, eq=False)
class SearchGraph:
    """A directed graph without prices.

    Attributes:
        slot: (e,) the place in the graph of each edge: of the m walks, of the m walks back, then of the links. Edges between
            the same nodes share one.
        heads: (s,) the node that each place leads to.
        starts: (n + 1,) where the places of each node begin.
    """

    slot: IntArray
    heads: IntArray
    starts: IntArray

    def graph(self, cost: FloatArray) -> tuple[csr_array, IntArray]:
        """The graph at a cost (e,) of all edges, between the same nodes that of the cheapest, without infinite edges.

        Returns:
            The graph, and (e,) the place in it of each edge, -1 for infinite ones.
        """
        least = np.full(len(self.heads), np.inf)
        np.minimum.at(least, self.slot, cost)
        count, use = len(self.starts) - 1, np.flatnonzero(np.isfinite(least))
        place = np.full(len(least), -1)
        place[use] = np.arange(len(use))
        starts = np.searchsorted(use, self.starts).astype(np.int32)
        # A cost of nothing would be no edge.
        return csr_array((least[use] + 1e-12, self.heads[use], starts), shape=(count, count)), place.take(self.slot)


@memoized
def edges(navmesh: NavMesh) -> SearchGraph:
    """All walks and links of a navmesh."""
    roadmap = navmesh.roadmap
    tail, head = (
        np.concatenate([roadmap.a, roadmap.b, navmesh.link_start]),
        np.concatenate([roadmap.b, roadmap.a, navmesh.link_end]),
    )
    count = len(roadmap.xy)
    name, slot = np.unique(tail * np.int64(count) + head, return_inverse=True)
    starts = np.searchsorted(name, count * np.arange(count + 1, dtype=np.int64))
    # Dijkstra's algorithm takes 32 bits, and would make them of others for every search.
    return SearchGraph(slot.reshape(-1), (name % max(count, 1)).astype(np.int32), starts.astype(np.int32))


def with_links(graph: csr_array, here: IntArray, there: IntArray, cost: FloatArray, count: int) -> csr_array:
    """A graph with more edges, there and back between ``here`` and ``there`` (k,) for a cost (k,); ``count`` nodes in all."""
    tail, head, price = np.concatenate([here, there]), np.concatenate([there, here]), np.concatenate([cost, cost])
    order = np.argsort(tail, kind="stable")
    tail, head, price = tail[order], head[order], price[order]
    starts = np.append(graph.indptr, np.full(count + 1 - len(graph.indptr), graph.indptr[-1]))
    at = starts[tail + 1]
    heads, data = np.insert(graph.indices, at, head), np.insert(graph.data, at, price)
    more = np.concatenate([[0], np.cumsum(np.bincount(tail, minlength=count))])
    return csr_array((data, heads, (starts + more).astype(np.int32)), shape=(count, count))
