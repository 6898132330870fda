"""What a crowd bars of a ground, and the nodes around it: the same whatever moving costs."""

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links
from scene.navmesh_parts.roadmap import touches
from scene.pathfinding.blocking_discs import AROUND, BlockingDiscs


@dataclass(frozen=True, eq=False)
class Detours:
    """The ground with a crowd on it.

    Attributes:
        crowd: in those zones only that are near it.
        walks, ways: numbers of the walks and of the ways that are barred.
        xy, zone: (n, 2) and (n,) all nodes: those of the ground's net, then those around the crowd.
        here, there: (l,) the nodes that further walks lead between.
    """

    crowd: BlockingDiscs
    walks: IntArray
    ways: IntArray
    xy: FloatArray
    zone: IntArray
    here: IntArray
    there: IntArray


def detours(ground: NavMesh, crowd: BlockingDiscs) -> Detours:
    """What becomes of a ground with a crowd on it; worked out once for each crowd."""
    known = _known(crowd)
    if ground not in known:
        known[ground] = _detours(ground, crowd)
    return known[ground]


@memoized
def _known(_crowd: BlockingDiscs) -> "WeakKeyDictionary[NavMesh, Detours]":
    return WeakKeyDictionary()


def _detours(ground: NavMesh, crowd: BlockingDiscs) -> Detours:
    net, ways = ground.net, ground.ways
    met, near = np.zeros((len(ways), len(crowd)), dtype=bool), np.flatnonzero(_reached(crowd, ways))
    met[near] = crowd.met_by(ways.chosen(near))
    crowd = replace(crowd, zones=crowd.zones & (_near(ground, crowd) | _led(ground, met)))
    (around, home), (aside, there) = crowd.rounds(), crowd.cuts()
    corners = len(around)
    around, home = np.concatenate([around, aside]), np.concatenate([home, there])
    free = _inside(ground, around, home)
    free &= ~crowd.bars(home, around, around)
    xy, zone = np.concatenate([net.xy, around[free]]), np.concatenate([net.zone, home[free]])
    number = np.where(free, len(net.xy) + np.cumsum(free) - 1, -1)
    rings, cuts = number[:corners].reshape(-1, AROUND), number[corners:]
    here, there = _links(ground, crowd, xy, zone, rings, cuts[cuts >= 0])
    return Detours(crowd, _barred_walks(ground, crowd), np.flatnonzero(met.any(axis=1)), xy, zone, here, there)


def _reached(crowd: BlockingDiscs, ways: Links) -> BoolArray:
    """(n,) whether any disc reaches into the bounds of ways, in plan."""
    near = np.ones((len(ways), len(crowd)), dtype=bool)
    for axis in (0, 1):
        start, end = ways.start[:, axis, None], ways.end[:, axis, None]
        near &= np.abs(crowd.centre[:, axis] - (start + end) / 2.0) <= np.abs(end - start) / 2.0 + crowd.radius
    return np.asarray(near.any(axis=1))


def _near(ground: NavMesh, crowd: BlockingDiscs) -> BoolArray:
    """(d, z) whether discs reach into the bounds of zones, in plan."""
    low, high = ground.bounds
    aside = crowd.centre[:, None] - crowd.centre[:, None].clip(low, high)
    return np.asarray((aside**2).sum(axis=2) <= (crowd.radius[:, None] + 0.1) ** 2)


def _led(ground: NavMesh, met: BoolArray) -> BoolArray:
    """(d, z) whether ways of zones, (n, d) of which come into discs, lead there; what is crossed lies beside zones."""
    way, disc = np.nonzero(met)
    found = np.zeros((met.shape[1], len(ground.zones)), dtype=bool)
    found[disc, ground.ways.start_zone[way]] = found[disc, ground.ways.end_zone[way]] = True
    return found


def _inside(ground: NavMesh, places: FloatArray, home: IntArray) -> BoolArray:
    inside = np.zeros(len(places), dtype=bool)
    for number in np.unique(home):
        rows = np.flatnonzero(home == number)
        inside[rows] = ground.zones[number].holds(places[rows])
    return inside


def _barred_walks(ground: NavMesh, crowd: BlockingDiscs) -> IntArray:
    """Numbers of the walks that come into the crowd; those of a zone follow one another."""
    net = ground.net
    first = np.searchsorted(net.zone[net.a], np.arange(len(ground.zones) + 1))
    barred = [np.zeros(0, dtype=np.int64)]
    for number in np.flatnonzero(crowd.zones.any(axis=0)):
        rows = np.arange(first[number], first[number + 1])
        few = crowd.chosen(crowd.zones[:, number])
        barred.append(rows[few.bars(np.full(len(rows), number), net.xy[net.a[rows]], net.xy[net.b[rows]])])
    return np.concatenate(barred)


def _links(
    ground: NavMesh, crowd: BlockingDiscs, xy: FloatArray, zone: IntArray, number: IntArray, cuts: IntArray
) -> tuple[IntArray, IntArray]:
    """The pairs of nodes, the first of them around the crowd, that see one another and that a taut string can join.

    Args:
        ground: whose.
        crowd: around whom.
        xy, zone: all nodes.
        number: (k, `AROUND`) the nodes around each disc in each of its zones; -1 where there is none.
        cuts: the nodes beside cuts of discs.
    """
    beside = np.concatenate([ground.net.beside, np.repeat(xy[len(ground.net.xy) :, None], 2, axis=1)])
    discs, homes = np.nonzero(crowd.zones)
    found = [np.zeros((2, 0), dtype=np.int64)]
    for home in np.unique(homes):
        nodes, rings = np.flatnonzero(zone == home), np.flatnonzero(homes == home)
        tangents = [_tangents(xy[nodes] - crowd.centre[discs[ring]], crowd.radius[discs[ring]]) for ring in rings]
        ends = np.concatenate([number[ring, corners] for ring, corners in zip(rings, tangents, strict=True)]).reshape(-1)
        own = cuts[zone[cuts] == home]
        ends = np.concatenate([ends, np.repeat(own, len(nodes))])
        others = np.concatenate([np.tile(np.repeat(nodes, 4), len(rings)), np.tile(nodes, len(own))])
        use = (ends >= 0) & (ends != others)
        here, there = np.maximum(ends, others)[use], np.minimum(ends, others)[use]
        use = touches(xy[there], beside[there], xy[here])
        here, there = np.divmod(np.unique(here[use] * np.int64(len(xy)) + there[use]), len(xy))
        use = ~crowd.bars(zone[here], xy[here], xy[there])
        here, there = here[use], there[use]
        seen = ground.walls.sees(zone[here], xy[here], xy[there])
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
