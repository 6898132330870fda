"""Lines of sight that may pass through thin slots.

Whatever the width of a slot, it lies between edges, so the lines through it are among those that pass close by an edge of what
stops other lines. First such lines from one body to the other are tried. If none is free, those that at least get past
everything and nearly reach the other body show where a slot is open. Then lines from all over the first body through that very
place are tried, and last these lines themselves are changed little by little until they meet.

A guide with a figure: docs/guides/thin-slots.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import mesh_rays
from scene.geometry.surface_samples import crosses, dots, lengths, surface_tree
from scene.table.table import Figure
from scene.visibility.occluders import Occluders

NEAREST, FARTHEST = 0.0008, 0.03
"""Inches: how close lines pass by the edges."""

OPENINGS = 64
"""Places where a slot seems to be open, through which more lines are tried."""

WIDE = 4.0
"""A line that misses a body by more than this many times its radius says nothing about lines that meet it."""

THROUGH = 1 / 6
"""Lines tried through one opening, as a part of those tried past edges."""

ROUNDS, CHANGES, NEIGHBOURS = 6, 16, 30
"""Lines that nearly meet a body are changed so often, in as many ways, starting from as many nearest points."""

ROUNDING = 1e-6
"""Of the radius of a body."""

Lines = tuple[FloatArray, FloatArray]


@dataclass(frozen=True, eq=False)
class _Passing:
    """Lines past edges, n of each: from ``start`` by ``place``; ``end`` is on the target's body where ``met``.

    Where it is missed, ``end`` is level with the middle of the body. ``miss`` is how far off that they pass, in its radii.
    """

    start: FloatArray
    place: FloatArray
    end: FloatArray
    met: BoolArray
    miss: FloatArray

    def of(self, chosen: NDArray[np.intp]) -> "_Passing":
        """Some of the lines."""
        start, place, end = (part.take(chosen, axis=0) for part in (self.start, self.place, self.end))
        return _Passing(start, place, end, self.met[chosen], self.miss[chosen])

    def joined(self, other: "_Passing") -> "_Passing":
        """These lines and others."""
        return _Passing(
            np.concatenate([self.start, other.start]),
            np.concatenate([self.place, other.place]),
            np.concatenate([self.end, other.end]),
            np.concatenate([self.met, other.met]),
            np.concatenate([self.miss, other.miss]),
        )


def edges_between(occluding: Occluders, pair: tuple[Figure, Figure], starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(k, 3, 3) the edges, two ends and a third corner of the face, of what stops lines between two bodies from either end.

    Args:
        starts: (m, 3) points of the first body, and ``ends`` of the second, between which everything is blocked.
    """
    edges = np.concatenate([_edges_met(occluding, starts, ends), _edges_met(occluding, ends, starts)])
    boxes = np.concatenate([figure.box for figure in pair])
    return _clipped(edges, boxes.min(axis=0) - FARTHEST, boxes.max(axis=0) + FARTHEST)


def lines_past_edges(
    occluding: Occluders, pair: tuple[Figure, Figure], edges: FloatArray, starts: FloatArray, ends: FloatArray, count: int
) -> Iterator[Lines]:
    """Sets of lines (n, 3) and (n, 3) between two bodies, each more to the point than the one before.

    Args:
        edges: (k, 3, 3) as `edges_between` has them.
        starts: (m, 3) points of the first body, and ``ends`` of the second, between which everything is blocked.
        count: how many lines are tried past edges from either body.
    """
    if len(edges) == 0:
        return
    there = _past_edges(edges, starts, pair[1], count, 41)
    back = _past_edges(edges, ends, pair[0], count, 43)
    yield _both(_meeting(there), _meeting(back))
    through = round(THROUGH * count)
    open_there, open_back = _openings(occluding, there), _openings(occluding, back)
    yield _both(_through(open_there.place, starts[:through], pair[1]), _through(open_back.place, ends[:through], pair[0]))
    yield _both(_nearer(occluding, open_there, pair, 47), _nearer(occluding, open_back, pair[::-1], 53))


def _both(there: Lines, back: Lines) -> Lines:
    """Lines from the first body to the second, of which some were looked for the other way round."""
    return np.concatenate([there[0], back[1]]), np.concatenate([there[1], back[0]])


def _meeting(passing: _Passing) -> Lines:
    return passing.start[passing.met], passing.end[passing.met]


def _openings(occluding: Occluders, passing: _Passing) -> _Passing:
    """The lines that miss the body, but not by far, and get past everything; the nearest misses first."""
    near = np.flatnonzero(~passing.met & (passing.miss < WIDE))
    free = near[~occluding.rays.blocked(passing.start[near], passing.end[near])]
    return passing.of(free[np.argsort(passing.miss[free], kind="stable")[:OPENINGS]])


def _nearer(occluding: Occluders, near: _Passing, pair: tuple[Figure, Figure], seed: int) -> Lines:
    """Lines from the first figure that meet the second, found by changing those that nearly do a little, again and again.

    A random search: of all changed lines that get past everything, the nearest misses are changed next.
    """
    rng = np.random.default_rng(seed)
    points, pose = surface_tree(pair[0].body.counts), pair[0].pose
    met: list[Lines] = [(np.zeros((0, 3)), np.zeros((0, 3)))]
    for _ in range(ROUNDS if len(near.start) else 0):
        count = len(near.start)
        beside = points.query(pose.to_own(near.start), k=min(NEIGHBOURS, points.n))[1].reshape(count, -1)
        picks = np.take_along_axis(beside, rng.integers(beside.shape[1], size=(count, CHANGES)), axis=1)
        size = np.exp(rng.uniform(np.log(NEAREST), np.log(0.2), (count, CHANGES, 1)))
        place = near.place[:, None] + size * rng.standard_normal((count, CHANGES, 3))
        changed = _beyond(pose.to_table(points.data[picks.reshape(-1)]), place.reshape(-1, 3), pair[1])
        changed = changed.of(np.flatnonzero(changed.met | (changed.miss < WIDE)))
        free = ~occluding.rays.blocked(changed.start, changed.end)
        met.append(_meeting(changed.of(np.flatnonzero(free))))
        near = near.joined(changed.of(np.flatnonzero(free & ~changed.met)))
        near = near.of(np.argsort(near.miss, kind="stable")[:OPENINGS])
    return np.concatenate([lines[0] for lines in met]), np.concatenate([lines[1] for lines in met])


def _through(places: FloatArray, starts: FloatArray, target: Figure) -> Lines:
    """Lines from every start (m, 3) through every place (k, 3) that meet the target's body beyond."""
    place, start = np.nonzero(_toward(places, starts, target))
    return _meeting(_beyond(starts[start], places[place], target))


def _toward(places: FloatArray, starts: FloatArray, target: Figure) -> BoolArray:
    """(k, m) whether the line from each start (m, 3) through each place (k, 3) passes the sphere around the target's body.

    Few do, and this is found many times faster than what they meet.
    """
    *middle, radius = target.sphere
    a, b = starts - middle, places - middle
    aa, bb, ab = dots(a, a), dots(b, b)[:, None], b @ a.T
    # The square of the triangle's height over the line, times that of the line's length.
    return np.asarray(aa * bb - ab * ab <= (radius + FARTHEST) ** 2 * (aa + bb - 2.0 * ab))


def _beyond(start: FloatArray, place: FloatArray, target: Figure) -> _Passing:
    """Where lines (n, 3) through places (n, 3) come to beyond these: to the target's body, or past it."""
    way, box = place - start, target.box
    middle, radius = box.mean(axis=0), float(np.linalg.norm(box[1] - box[0])) / 2.0
    level = dots(middle - start, way) / np.maximum(dots(way, way), 1e-12)
    end = start + way * level[:, None]
    miss = lengths(end - middle) / max(radius, 1e-12)
    # Most lines miss the sphere around the body, which is found many times faster than what they meet.
    near = np.flatnonzero(miss < 1.0 + ROUNDING)
    far = mesh_rays(target.body.counts).distances(target.pose.to_own(start[near]), way[near] @ target.pose.matrix)
    # The body must lie beyond the edge; in front of it there is nothing to pass.
    hit = np.isfinite(far) & (far > 1.0)
    rows, met = near[hit], np.zeros(len(start), dtype=bool)
    end[rows], met[rows] = start[rows] + way[rows] * far[hit, None].astype(np.float64), True
    return _Passing(start, place, end, met, np.where(level > 1.0, miss, np.inf))


def _edges_met(occluding: Occluders, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(m, 3, 3) edges (two ends and the third corner) of the faces that stop lines first."""
    hits = occluding.rays.first_hits(starts, ends - starts, np.ones(len(starts)))
    met_faces = np.unique((hits.mesh.astype(np.int64) << 32 | hits.face)[hits.mesh >= 0])
    numbers, faces = met_faces >> 32, met_faces & 0xFFFFFFFF
    corners = [np.zeros((0, 3, 3))]
    for number in np.unique(numbers):
        mesh = occluding.meshes[number]
        corners.append(mesh.vertices[mesh.faces[faces[numbers == number]]])
    met = np.concatenate(corners)
    return np.concatenate([met, met[:, [1, 2, 0]], met[:, [2, 0, 1]]])


def _past_edges(edges: FloatArray, starts: FloatArray, target: Figure, count: int, seed: int) -> _Passing:
    """Lines from some of ``starts`` past random points of the edges (m, 3, 3) towards the target."""
    which, whence, share, by = _drawn(len(starts), count, seed)
    along = edges[:, 1] - edges[:, 0]
    length = np.cumsum(lengths(along))
    rows = np.searchsorted(length, which * length[-1]).clip(max=len(edges) - 1)
    way, start = along.take(rows, axis=0), starts.take(whence, axis=0)
    place = edges[:, 0].take(rows, axis=0) + share * way
    outward = crosses(way, place - start)
    outward *= np.sign(np.einsum("ij,ij->i", outward, place - edges[:, 2].take(rows, axis=0)))[:, None]
    size = lengths(outward)
    place = place + outward * (by / np.maximum(size, 1e-12))[:, None]
    return _beyond(start, place, target)


@lru_cache(maxsize=16)
def _drawn(starts: int, count: int, seed: int) -> tuple[FloatArray, IntArray, FloatArray, FloatArray]:
    """What is random of so many lines: places on edges, numbers of starts, places on each edge, and inches off it."""
    rng = np.random.default_rng(seed)
    which, whence, share = rng.random(count), rng.integers(starts, size=count), rng.random((count, 1))
    return which, whence, share, np.exp(rng.uniform(np.log(NEAREST), np.log(FARTHEST), count))


def _clipped(edges: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """The parts of edges (m, 3, 3) within a box; their third corners stay."""
    start, way = edges[:, 0], edges[:, 1] - edges[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (low - start) / way, (high - start) / way
    along = way == 0
    inside = (start >= low) & (start <= high)
    enter = np.where(along, np.where(inside, -np.inf, np.inf), np.minimum(one, two)).max(axis=1).clip(min=0.0)
    leave = np.where(along, np.where(inside, np.inf, -np.inf), np.maximum(one, two)).min(axis=1).clip(max=1.0)
    kept_edges = leave > enter
    start, way = start[kept_edges], way[kept_edges]
    ends = [start + way * enter[kept_edges, None], start + way * leave[kept_edges, None], edges[kept_edges, 2]]
    return np.stack(ends, axis=1)
