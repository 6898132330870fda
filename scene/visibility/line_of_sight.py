"""Lines of sight between two bodies: does any point of one see any point of the other?

Two searches, both the same whichever figure asks. First many lines between random points of the two surfaces; where they
all end at something, lines past the edges of what stopped them (see `scene.visibility.thin_slots`). A line counts only if a
bundle of lines around it is free as well, which no rounding at the seam of two triangles can fake.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.geometry.ray_casting import CONTACT, mesh_rays
from scene.geometry.surface_samples import crosses, lengths, surface_points
from scene.table.fog import veiled
from scene.table.occluding_volume import crossing
from scene.table.table import Figure, Terrain
from scene.visibility.occluders import occluders
from scene.visibility.thin_slots import edges_between, lines_past_edges

CLEARANCE = 0.0002
"""Inches (0.005 mm): a line of sight has at least this much room on all sides, so that a thread of 0.01 mm can follow it."""

LINES = 8_000
"""Random lines between two bodies in the first search; the second tries three quarters as many from either body."""

FEWER_LINES = 4_000
"""Of a search with more lines, one with so many is a part, so that what a lesser effort finds a greater one finds too."""

FIRST_LINES = 2_000
"""Of these, as many are tried for all pairs together before any pair is looked at more thoroughly."""

LINES_TOGETHER = 2**18
"""Lines cast at once, which keeps their memory below 100 MB."""

TRIED = 64
"""Free lines of a pair whose bundles are tried."""

Pair = tuple[Figure, Figure]


@dataclass(frozen=True)
class Witness:
    """A free line: ``start`` on the first figure's body, ``end`` on the second's."""

    start: Point
    end: Point

    def reversed(self) -> "Witness":
        """The same line seen from the other end."""
        return Witness(self.end, self.start)


def find_lines(
    terrain: Terrain, pairs: Sequence[Pair], *, blocking: Sequence[Figure] = (), count: int = LINES, past_edges: bool = True
) -> list[Witness | None]:
    """A free line between the bodies of every pair, or None where none was found.

    Args:
        blocking: figures whose bodies stop a line too; those of the pair never do.
        count: how many random lines are tried, and three quarters as many past edges from either body.
        past_edges: False leaves out the second search, for a quick look at many pairs.
    """
    # Asked once for both directions, and always begun at the figure whose id comes first: so both find the same.
    ordered = [pair if pair[0].id <= pair[1].id else (pair[1], pair[0]) for pair in pairs]
    once = list(dict.fromkeys(ordered))
    found = dict(zip(once, _find_each(terrain, once, blocking, count, past_edges=past_edges), strict=True))
    lines = [found[pair] for pair in ordered]
    return [
        line.reversed() if line and pair is not asked else line for line, pair, asked in zip(lines, ordered, pairs, strict=True)
    ]


def _find_each(
    terrain: Terrain, pairs: Sequence[Pair], blocking: Sequence[Figure], count: int, *, past_edges: bool
) -> list[Witness | None]:
    """The same for pairs that are all different: a few lines for all of them together, then each one thoroughly."""
    result: list[Witness | None] = [None] * len(pairs)
    bodies = [i for i, pair in enumerate(pairs) if all(len(figure.body.counts.faces) for figure in pair)]
    first = min(FIRST_LINES, count)
    together = max(1, LINES_TOGETHER // max(first, 1))
    for start in range(0, len(bodies), together):
        part = bodies[start : start + together]
        lines = [np.stack(ends) for ends in zip(*(random_lines(pairs[i], first) for i in part), strict=True)]
        for i, line in zip(part, first_free(terrain, [pairs[i] for i in part], *lines, blocking=blocking), strict=True):
            result[i] = line
    for i in bodies:
        if result[i] is None and (count > first or past_edges):
            result[i] = _thorough(terrain, pairs[i], blocking, count, past_edges=past_edges)
    return result


def first_free(
    terrain: Terrain, pairs: Sequence[Pair], starts: FloatArray, ends: FloatArray, *, blocking: Sequence[Figure] = ()
) -> list[Witness | None]:
    """For each of p pairs the first of k lines, (p, k, 3) and (p, k, 3), that is free with a thin bundle around it."""
    if starts.size == 0:
        return [None] * len(pairs)
    free = _free(terrain, pairs, starts, ends, blocking)
    picks = np.argsort(~free, axis=1, kind="stable")[:, :TRIED]
    sound = np.take_along_axis(free, picks, axis=1)
    starts, ends = (np.take_along_axis(part, picks[:, :, None], axis=1) for part in (starts, ends))
    some = np.flatnonzero(sound.any(axis=1))
    if len(some):
        around = _bundle(starts[some], ends[some])
        shape = (len(some), -1, 3)
        bundles = [(part[some][:, :, None] + around).reshape(shape) for part in (starts, ends)]
        clear = _free(terrain, [pairs[int(i)] for i in some], bundles[0], bundles[1], blocking)
        sound[some] &= clear.reshape(len(some), sound.shape[1], -1).all(axis=2)
    best = sound.argmax(axis=1)
    return [Witness(_point(starts[i, j]), _point(ends[i, j])) if sound[i, j] else None for i, j in enumerate(best.tolist())]


def _free(
    terrain: Terrain, pairs: Sequence[Pair], starts: FloatArray, ends: FloatArray, blocking: Sequence[Figure]
) -> BoolArray:
    """(p, k) whether nothing lies between starts and ends, both (p, k, 3)."""
    shape = starts.shape[:2]
    starts, ends = starts.reshape(-1, 3), ends.reshape(-1, 3)
    result = free_of_terrain(terrain, starts, ends)
    starts, ends = _lengthened(starts, ends)
    numbers = np.arange(len(result)).reshape(shape)
    for row, pair in zip(numbers, pairs, strict=True) if blocking else ():
        for figure in blocking:
            if figure.id not in (pair[0].id, pair[1].id):
                left = row[result[row]]
                rays = mesh_rays(figure.body.counts)
                result[left] = ~rays.blocked(figure.pose.to_own(starts[left]), figure.pose.to_own(ends[left]))
    return result.reshape(shape)


def free_of_terrain(terrain: Terrain, starts: FloatArray, ends: FloatArray) -> BoolArray:
    """(n,) whether no terrain, no volume of it and no fog lies between starts and ends, both (n, 3)."""
    unseen = veiled(terrain.fogs, starts, ends) | crossing(terrain.volumes, starts, ends)
    return np.asarray(~(unseen | occluders(terrain).rays.blocked(*_lengthened(starts, ends))))


def _thorough(terrain: Terrain, pair: Pair, blocking: Sequence[Figure], count: int, *, past_edges: bool) -> Witness | None:
    """The rest of the random lines, then lines past the edges of what stops lines."""
    starts, ends = random_lines(pair, count)
    rest = slice(min(FIRST_LINES, count), None)
    found = first_free(terrain, [pair], starts[None, rest], ends[None, rest], blocking=blocking)[0]
    if found or not past_edges:
        return found
    starts, ends = starts[:FIRST_LINES], ends[:FIRST_LINES]
    edges = edges_between(occluders(terrain), pair, starts, ends)
    for some in sorted({min(FEWER_LINES, count), count}):
        for lines in lines_past_edges(occluders(terrain), pair, edges, starts, ends, some * 3 // 4):
            found = first_free(terrain, [pair], lines[0][None], lines[1][None], blocking=blocking)[0]
            if found:
                return found
    return None


def random_lines(pair: Pair, count: int) -> tuple[FloatArray, FloatArray]:
    """Starts and ends (count, 3) on the two bodies; of fewer lines, the first ones."""
    points = [surface_points(figure.body.counts) for figure in pair]
    picks = _picks(len(points[0]), len(points[1]))
    one, other = (figure.pose.to_table(own[some[:count]]) for figure, own, some in zip(pair, points, picks, strict=True))
    return one, other


@lru_cache(maxsize=64)
def _picks(one: int, other: int) -> tuple[IntArray, IntArray]:
    """Which points of two bodies with so many random lines join, (LINES,) each."""
    rng = np.random.default_rng(29)
    return rng.integers(one, size=LINES), rng.integers(other, size=LINES)


def _lengthened(starts: FloatArray, ends: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The lines with a hair more at either end, so that they meet what touches a body there."""
    ways = ends - starts
    hair = ways * (CONTACT / np.maximum(lengths(ways)[:, None], 1e-12))
    return starts - hair, ends + hair


def _bundle(starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(p, k, 8, 3) shifts across each of the lines (p, k, 3), evenly around it."""
    ways = ends - starts
    ways = ways / np.maximum(lengths(ways)[..., None], 1e-12)
    across = np.where(np.abs(ways[..., 2:]) < 0.9, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    u = crosses(ways, across)
    u /= np.maximum(lengths(u)[..., None], 1e-12)
    v = crosses(ways, u)
    turn = np.arange(8)[:, None] * (np.pi / 4.0)
    return np.asarray(CLEARANCE * (np.cos(turn) * u[..., None, :] + np.sin(turn) * v[..., None, :]))


def _point(values: FloatArray) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
