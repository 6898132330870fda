"""The edges of a navmesh that blocking discs bar, and the nodes around the discs: the same whatever moving costs."""

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.roadmap import touches
from scene.pathfinding.blocking_discs import AROUND, BlockingDiscs
from scene.walkable.agent_limits import EQUAL


@dataclass(frozen=True, eq=False)
class BlockedEdges:
    """The navmesh with blocking discs on it.

    Attributes:
        blocking: in those regions only that are near it.
        walks, links: numbers of the walks and of the links that are barred.
        xy, region: (n, 2) and (n,) all nodes: those of the roadmap, then those around the blocking discs.
        here, there: (l,) the nodes that further walks lead between.
    """

    blocking: BlockingDiscs
    walks: IntArray
    links: IntArray
    xy: FloatArray
    region: IntArray
    here: IntArray
    there: IntArray


def blocked_edges(navmesh: NavMesh, blocking: BlockingDiscs, *, within: tuple[FloatArray, float] | None = None) -> BlockedEdges:
    """What becomes of a navmesh with blocking discs on it; worked out once for each set of them.

    Args:
        within: a place (2,) and inches around it; walks that lead out of there need not be told of.
    """
    if within is not None:
        return _computed(navmesh, blocking, within)
    known = _known(blocking)
    if navmesh not in known:
        known[navmesh] = _computed(navmesh, blocking, (np.zeros(2), np.inf))
    return known[navmesh]


@memoized
def _known(_blocking: BlockingDiscs) -> "WeakKeyDictionary[NavMesh, BlockedEdges]":
    return WeakKeyDictionary()


def _computed(navmesh: NavMesh, blocking: BlockingDiscs, within: tuple[FloatArray, float]) -> BlockedEdges:
    roadmap, links = navmesh.roadmap, navmesh.links
    place, inches = within
    # What does not begin there is not taken.
    near = np.flatnonzero((np.hypot(*(roadmap.xy - place).T) <= inches + EQUAL)[navmesh.link_start])
    near = near[_reached(blocking, links.start[near], links.end[near])]
    met = np.zeros((len(links), len(blocking)), dtype=bool)
    met[near] = blocking.met_by(links.chosen(near))
    blocking = replace(blocking, regions=blocking.regions & (_near(navmesh, blocking) | _led(navmesh, met)))
    (around, home), (aside, there) = blocking.rounds(), blocking.cuts()
    corners = len(around)
    around, home = np.concatenate([around, aside]), np.concatenate([home, there])
    free = _inside(navmesh, around, home)
    free &= ~blocking.bars(home, around, around)
    xy, region = np.concatenate([roadmap.xy, around[free]]), np.concatenate([roadmap.region, home[free]])
    number = np.where(free, len(roadmap.xy) + np.cumsum(free) - 1, -1)
    rings, cuts = number[:corners].reshape(-1, AROUND), number[corners:]
    near_by = np.hypot(*(xy - place).T) <= inches + EQUAL
    rings, cuts = np.where(near_by[rings], rings, -1), cuts[(cuts >= 0) & near_by[cuts]]
    here, there = _links(navmesh, blocking, (xy, region), np.flatnonzero(near_by), rings, cuts)
    walks = _barred_walks(navmesh, blocking, near_by)
    return BlockedEdges(blocking, walks, np.flatnonzero(met.any(axis=1)), xy, region, here, there)


def _reached(blocking: BlockingDiscs, starts: FloatArray, ends: FloatArray) -> BoolArray:
    """(n,) whether any disc reaches into the bounds of links from starts to ends (n, 3), in plan."""
    near = np.ones((len(starts), len(blocking)), dtype=bool)
    for axis in (0, 1):
        start, end = starts[:, axis, None], ends[:, axis, None]
        near &= np.abs(blocking.centre[:, axis] - (start + end) / 2.0) <= np.abs(end - start) / 2.0 + blocking.radius
    return np.asarray(near.any(axis=1))


def _near(navmesh: NavMesh, blocking: BlockingDiscs) -> BoolArray:
    """(d, z) whether discs reach into the bounds of regions, in plan."""
    low, high = navmesh.bounds
    aside = blocking.centre[:, None] - blocking.centre[:, None].clip(low, high)
    return np.asarray((aside**2).sum(axis=2) <= (blocking.radius[:, None] + 0.1) ** 2)


def _led(navmesh: NavMesh, met: BoolArray) -> BoolArray:
    """(d, z) whether links of regions, (n, d) of which come into discs, lead there; what is crossed lies beside regions."""
    link, disc = np.nonzero(met)
    found = np.zeros((met.shape[1], len(navmesh.regions)), dtype=bool)
    found[disc, navmesh.links.start_region[link]] = found[disc, navmesh.links.end_region[link]] = True
    return found


def _inside(navmesh: NavMesh, places: FloatArray, home: IntArray) -> BoolArray:
    inside = np.zeros(len(places), dtype=bool)
    for number in np.unique(home):
        rows = np.flatnonzero(home == number)
        inside[rows] = navmesh.regions[number].holds(places[rows])
    return inside


def _barred_walks(navmesh: NavMesh, blocking: BlockingDiscs, near_by: BoolArray) -> IntArray:
    """Numbers of the walks between nodes that are near by (n,) that come into the blocking discs.

    Those of a region follow one another.
    """
    roadmap = navmesh.roadmap
    first = np.searchsorted(roadmap.region[roadmap.a], np.arange(len(navmesh.regions) + 1))
    barred = [np.zeros(0, dtype=np.int64)]
    for number in np.flatnonzero(blocking.regions.any(axis=0)):
        rows = np.arange(first[number], first[number + 1])
        rows = rows[near_by[roadmap.a[rows]] & near_by[roadmap.b[rows]]]
        few = blocking.chosen(blocking.regions[:, number])
        barred.append(rows[few.bars(np.full(len(rows), number), roadmap.xy[roadmap.a[rows]], roadmap.xy[roadmap.b[rows]])])
    return np.concatenate(barred)


def _links(
    navmesh: NavMesh,
    blocking: BlockingDiscs,
    nodes: tuple[FloatArray, IntArray],
    near_by: IntArray,
    number: IntArray,
    cuts: IntArray,
) -> tuple[IntArray, IntArray]:
    """The pairs of nodes, the first of them around the blocking discs, that see one another and that a taut string can join.

    Args:
        navmesh: whose.
        blocking: around whom.
        nodes: where all nodes are, and in which regions.
        near_by: those between which walks are looked for.
        number: (k, `AROUND`) the nodes around each disc in each of its regions; -1 where there is none.
        cuts: the nodes beside cuts of discs.
    """
    xy, region = nodes
    beside = np.concatenate([navmesh.roadmap.beside, np.repeat(xy[len(navmesh.roadmap.xy) :, None], 2, axis=1)])
    discs, homes = np.nonzero(blocking.regions)
    found = [np.zeros((2, 0), dtype=np.int64)]
    for home in np.unique(homes):
        own, rings = near_by[region[near_by] == home], np.flatnonzero(homes == home)
        tangents = [_tangents(xy[own] - blocking.centre[discs[ring]], blocking.radius[discs[ring]]) for ring in rings]
        ends = np.concatenate([number[ring, corners] for ring, corners in zip(rings, tangents, strict=True)]).reshape(-1)
        aside = cuts[region[cuts] == home]
        ends = np.concatenate([ends, np.repeat(aside, len(own))])
        others = np.concatenate([np.tile(np.repeat(own, 4), len(rings)), np.tile(own, len(aside))])
        use = (ends >= 0) & (ends != others)
        here, there = np.maximum(ends, others)[use], np.minimum(ends, others)[use]
        use = touches(xy[there], beside[there], xy[here])
        here, there = np.divmod(np.unique(here[use] * np.int64(len(xy)) + there[use]), len(xy))
        use = ~blocking.bars(region[here], xy[here], xy[there])
        here, there = here[use], there[use]
        seen = navmesh.visibility.sees(region[here], xy[here], xy[there])
        found.append(np.stack([here, there])[:, seen])
    here, there = np.concatenate(found, axis=1)
    return here, there


def _tangents(out: FloatArray, radius: float) -> IntArray:
    """(n, 4) the corners around a disc that are next to where strings from ``out`` (n, 2) of its middle touch it."""
    size = np.maximum(np.hypot(*out.T), 1e-9)
    half = np.arccos((radius / size).clip(max=1.0))
    touched = np.arctan2(out[:, 1], out[:, 0])[:, None] + half[:, None] * np.array([-1.0, 1.0])
    corner = np.floor(touched * AROUND / (2.0 * np.pi)).astype(np.int64)
    return np.concatenate([corner, corner + 1], axis=1) % AROUND
