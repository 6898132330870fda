"""Lines of sight between two bodies: does any point of one see any point of the other?

Two searches, both the same whichever figure asks. First many lines between random points of the two surfaces. Where they all
end at something, lines that pass close by the edges of what stopped them: any slot, however thin, lies between two edges, so
its lines are found there. A line counts only if a bundle of lines around it is free as well, which no rounding at the seam
of two triangles can fake.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scene.casting import Near
from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, Mesh
from scene.occluders import Occluders, occluders
from scene.rays import SURFACE_TOLERANCE, mesh_rays
from scene.table import Figure, Terrain

CLEARANCE = 0.0005
"""Inches (0.013 mm): a line of sight has at least this much room on all sides."""

LINES = 24_000
"""Random lines between two bodies in the first search; the second tries half as many from either body."""

EDGE_NEAREST, EDGE_FARTHEST = 0.0008, 0.03
"""Inches: how close these lines pass by the edges."""

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Witness:
    """A free line: ``start`` on the first figure's body, ``end`` on the second's."""

    start: Point
    end: Point

    def reversed(self) -> "Witness":
        """The same line seen from the other end."""
        return Witness(self.end, self.start)


@kept
def surface_points(mesh: Mesh) -> FloatArray:
    """(n, 3) points spread evenly over the mesh's surface, the same in every run."""
    count = 4096
    rng = np.random.default_rng(17)
    share = np.cumsum(mesh.areas)
    if len(share) == 0 or share[-1] <= 0:
        return mesh.vertices[mesh.faces.reshape(-1)]
    places = (np.arange(count) + rng.random(count)) / count * share[-1]
    a, b, c = np.moveaxis(mesh.triangles[np.searchsorted(share, places).clip(max=len(share) - 1)], 1, 0)
    u, v = np.sort(rng.random((2, count, 1)), axis=0)
    points = a * u + b * (v - u) + c * (1 - v)
    return np.asarray(rng.permutation(points))


class Lines:
    """The search for lines between two figures' bodies over a terrain.

    Args:
        blocking: figures whose bodies stop a line too; the two themselves never do.
        near: terrain within this room of the first figure does not stop lines.
    """

    def __init__(
        self, terrain: Terrain, one: Figure, other: Figure, *, blocking: Sequence[Figure] = (), near: Near | None = None
    ) -> None:
        self.occluders: Occluders = occluders(terrain)
        self.one, self.other = one, other
        self.blocking = [figure for figure in blocking if figure.id not in (one.id, other.id)]
        self.near = near

    def find(self, count: int = LINES) -> Witness | None:
        """A free line between the two bodies, or None where none was found among ``count`` and those past edges."""
        starts, ends = self._random_lines(count)
        first = min(2_000, count)
        for part in (slice(0, first), slice(first, None)):
            witness = self.first_free(starts[part], ends[part])
            if witness is not None:
                return witness
        return self.first_free(*self._lines_past_edges(starts[:first], ends[:first], count // 2))

    def free(self, starts: FloatArray, ends: FloatArray) -> BoolArray:
        """(n,) bool: nothing lies between starts and ends, both (n, 3)."""
        starts, ends = _shortened(starts, ends)
        if self.near is not None:
            starts = _outside(self.near, starts, ends)
        result = ~self.occluders.rays.blocked(starts, ends)
        for figure in self.blocking:
            left = np.flatnonzero(result)
            rays = mesh_rays(figure.body.counts)
            result[left] = ~rays.blocked(figure.pose.to_own(starts[left]), figure.pose.to_own(ends[left]))
        return result

    def first_free(self, starts: FloatArray, ends: FloatArray) -> Witness | None:
        """The first of n lines that is free with all lines of a thin bundle around it."""
        candidates = np.flatnonzero(self.free(starts, ends))[:64]
        if len(candidates) == 0:
            return None
        starts, ends = starts[candidates], ends[candidates]
        around = _bundle(starts, ends)
        bundles = self.free((starts[:, None] + around).reshape(-1, 3), (ends[:, None] + around).reshape(-1, 3))
        sound = np.flatnonzero(bundles.reshape(len(candidates), -1).all(axis=1))
        if len(sound) == 0:
            return None
        return Witness(_point(starts[sound[0]]), _point(ends[sound[0]]))

    def from_point(self, start: FloatArray, ends: Sequence[Point]) -> Witness | None:
        """A free line from a point (3,) to one of ``ends``, or None."""
        if not ends:
            return None
        goals = np.array(ends)
        return self.first_free(np.broadcast_to(start, goals.shape), goals)

    def _random_lines(self, count: int) -> tuple[FloatArray, FloatArray]:
        rng = np.random.default_rng(29)
        starts = self.one.pose.to_table(surface_points(self.one.body.counts))
        ends = self.other.pose.to_table(surface_points(self.other.body.counts))
        if len(starts) == 0 or len(ends) == 0:
            return np.zeros((0, 3)), np.zeros((0, 3))
        return starts[rng.integers(len(starts), size=count)], ends[rng.integers(len(ends), size=count)]

    def _lines_past_edges(self, starts: FloatArray, ends: FloatArray, count: int) -> tuple[FloatArray, FloatArray]:
        """Lines that pass close by the edges of whatever stops these lines, seen from either end."""
        edges = _without_doubles([self._edges_met(starts, ends), self._edges_met(ends, starts)])
        boxes = np.concatenate([self.one.placed.bounds, self.other.placed.bounds])
        pieces = _clipped(edges, boxes.min(axis=0) - EDGE_FARTHEST, boxes.max(axis=0) + EDGE_FARTHEST)
        if len(pieces) == 0:
            return np.zeros((0, 3)), np.zeros((0, 3))
        there = _past_edges(pieces, starts, self.other, count, 41)
        back = _past_edges(pieces, ends, self.one, count, 43)
        return np.concatenate([there[0], back[1]]), np.concatenate([there[1], back[0]])

    def _edges_met(self, starts: FloatArray, ends: FloatArray) -> FloatArray:
        """(m, 3, 3) edges (two ends and the third corner) of the faces that stop lines first."""
        hits = self.occluders.rays.first_hits(starts, ends - starts, np.ones(len(starts)))
        faces = np.unique(np.stack([hits.mesh, hits.face], axis=1)[hits.mesh >= 0], axis=0)
        corners = [np.zeros((0, 3, 3))]
        for number in np.unique(faces[:, 0]):
            mesh = self.occluders.meshes[number]
            corners.append(mesh.vertices[mesh.faces[faces[faces[:, 0] == number, 1]]])
        met = np.concatenate(corners)
        return np.concatenate([met, met[:, [1, 2, 0]], met[:, [2, 0, 1]]])


def _past_edges(edges: FloatArray, starts: FloatArray, target: Figure, count: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Lines from some of ``starts`` past random points of the edges (m, 3, 3) that go on to the target's body."""
    rng = np.random.default_rng(seed)
    length = np.cumsum(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1))
    chosen = edges[np.searchsorted(length, rng.random(count) * length[-1]).clip(max=len(edges) - 1)]
    start = starts[rng.integers(len(starts), size=count)]
    place = chosen[:, 0] + rng.random((count, 1)) * (chosen[:, 1] - chosen[:, 0])
    outward = np.cross(chosen[:, 1] - chosen[:, 0], place - start)
    outward *= np.sign(np.einsum("ij,ij->i", outward, place - chosen[:, 2]))[:, None]
    size = np.linalg.norm(outward, axis=1)
    by = np.exp(rng.uniform(np.log(EDGE_NEAREST), np.log(EDGE_FARTHEST), count))
    way = place + outward * (by / np.maximum(size, 1e-12))[:, None] - start
    own_start = target.pose.to_own(start)
    own_way = way @ target.pose.matrix
    far = mesh_rays(target.body.counts).distances(own_start, own_way)
    # The body must lie beyond the edge; in front of it there is nothing to pass.
    good = np.flatnonzero(np.isfinite(far) & (far > 1.0) & (size > 0))
    return start[good], start[good] + way[good] * far[good, None].astype(np.float64)


def _shortened(starts: FloatArray, ends: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The lines without their last hair at either end, so that what merely touches a body does not stop them."""
    ways = ends - starts
    length = np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-12)
    hair = ways * np.minimum(SURFACE_TOLERANCE / length, 0.4)
    return starts + hair, ends - hair


def _outside(near: Near, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """The starts moved along their lines to where these leave the room in which terrain does not count."""
    ways = ends - starts
    length = np.maximum(np.linalg.norm(ways, axis=1), 1e-12)
    units = ways / length[:, None]
    out = np.minimum(near.ways_out(starts, units), length)
    return np.asarray(starts + units * out[:, None])


def _bundle(starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(n, 8, 3) shifts across each line, evenly around it."""
    ways = ends - starts
    ways = ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-12)
    across = np.where(np.abs(ways[:, 2:]) < 0.9, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    u = np.cross(ways, across)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    v = np.cross(ways, u)
    turn = np.arange(8) * (np.pi / 4.0)
    return np.asarray(CLEARANCE * (np.cos(turn)[None, :, None] * u[:, None] + np.sin(turn)[None, :, None] * v[:, None]))


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


def _without_doubles(parts: Iterable[FloatArray]) -> FloatArray:
    """All edges once."""
    return np.unique(np.concatenate(list(parts)), axis=0)


def _point(values: FloatArray) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
