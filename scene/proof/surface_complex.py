"""Surfaces as a complex: triangles that know which others they share an edge with.

Where more than two meet in an edge they are paired up, the flattest pairs first. Any pairing will do for the proof, which
counts crossings modulo two; flat ones go on where solids meet side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.z_order import z_order

SAME = 1e-6
"""Inches: corners of a mesh that round to the same multiple of this are one."""
BLOCK = 64
"""Triangles that share a box."""
NO_FACE = -1


@dataclass(frozen=True, eq=False)
class Complex:
    """Triangles near to one another in order.

    Attributes:
        corners: (v, 3) float.
        faces: (f, 3) int, places in ``corners``.
        beside: (f, 3) int, the face over the edge from each corner to the next; `NO_FACE` at a rim.
        source: (f, 2) int, which mesh and which of its faces each is part of.
    """

    corners: FloatArray
    faces: IntArray
    beside: IntArray
    source: IntArray

    @cached_property
    def columns(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The x, y and z, (v,) each, of the corners."""
        x, y, z = np.ascontiguousarray(self.corners.T)
        return x, y, z

    @cached_property
    def boxes(self) -> FloatArray:
        """(k, 2, 3) lowest and highest corners of every `BLOCK` faces."""
        if len(self.faces) == 0:
            return np.zeros((0, 2, 3))
        parts = [self.corners[self.faces[:, j]] for j in range(3)]
        low, high = np.minimum(np.minimum(*parts[:2]), parts[2]), np.maximum(np.maximum(*parts[:2]), parts[2])
        starts = np.arange(0, len(self.faces), BLOCK)
        return np.stack([np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)], axis=1)

    def near(self, planes: FloatArray) -> IntArray:
        """(m,) faces in boxes that half spaces (k, 4) do not rule out."""
        low, high = self.boxes[:, 0], self.boxes[:, 1]
        normal, offset = planes[:, :3], planes[:, 3]
        least = np.minimum(normal, 0.0) @ high.T + np.maximum(normal, 0.0) @ low.T
        some = np.flatnonzero((least <= offset[:, None]).all(axis=0))
        faces = (some[:, None] * BLOCK + np.arange(BLOCK)).reshape(-1)
        return faces[faces < len(self.faces)]


def together(parts: Sequence[Complex]) -> Complex:
    """Several as one; they share no edges."""
    if not parts:
        none = np.zeros((0, 3), dtype=np.int64)
        return Complex(np.zeros((0, 3)), none, none, none[:, :2])
    corner = np.cumsum([0] + [len(part.corners) for part in parts[:-1]])
    face = np.cumsum([0] + [len(part.faces) for part in parts[:-1]])
    return Complex(
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.faces + start for part, start in zip(parts, corner, strict=True)]),
        np.concatenate(
            [np.where(part.beside < 0, NO_FACE, part.beside + start) for part, start in zip(parts, face, strict=True)]
        ),
        np.concatenate([part.source for part in parts]),
    )


@memoized
def mesh_complex(mesh: Mesh) -> Complex:
    """The complex of a mesh in its own frame; source is mesh 0."""
    return complex_of(mesh, np.arange(len(mesh.faces)))


def complex_of(mesh: Mesh, chosen: IntArray) -> Complex:
    """The complex of some of a mesh's faces (k,).

    Corners at one place are one, and so are triangles with the same corners.
    """
    used, own = np.unique(mesh.faces[chosen], return_inverse=True)
    names, corners = _welded(mesh.vertices[used])
    faces = names[own].reshape(-1, 3)
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    kept = np.flatnonzero(whole)
    kept = kept[_once(faces[kept])]
    kept = kept[z_order(corners[faces[kept]].mean(axis=1))]
    faces = faces[kept]
    source = np.stack([np.zeros(len(kept), dtype=np.int64), chosen[kept]], axis=1)
    return Complex(corners, faces, neighbours(corners, faces), source)


def _welded(vertices: FloatArray) -> tuple[IntArray, FloatArray]:
    """(n,) which corner each vertex is, and the corners (k, 3)."""
    if len(vertices) == 0:
        return np.zeros(0, dtype=np.int64), vertices
    rounded = np.round(vertices / SAME).astype(np.int64)
    order = np.lexsort(rounded.T)
    new = np.append(True, (np.diff(rounded[order], axis=0) != 0).any(axis=1))
    names = np.empty(len(vertices), dtype=np.int64)
    names[order] = np.cumsum(new) - 1
    return names, vertices[order[new]]


def _once(faces: IntArray) -> BoolArray:
    """(f,) which faces are the first of those with their corners, and no walls between solids.

    Where two faces with the same corners look opposite ways they are either the two sides of a sheet, of which one is kept,
    or a wall between solids side by side. Others go on from the rims of such walls, but not from those of sheets.
    """
    kept = np.zeros(len(faces), dtype=bool)
    if not len(faces):
        return kept
    ordered = np.sort(faces, axis=1)
    order = np.lexsort(ordered.T)
    new = np.append(True, (np.diff(ordered[order], axis=0) != 0).any(axis=1))
    kept[order[new]] = True
    ways = np.where(_even(faces), 1, -1)[order]
    starts = np.flatnonzero(new)
    both = np.minimum.reduceat(ways, starts) != np.maximum.reduceat(ways, starts)
    twofold = order[new][both]
    if len(twofold):
        kept[twofold[_between_solids(faces, kept, twofold)]] = False
    return kept


def _even(faces: IntArray) -> BoolArray:
    """(f,) whether the corners follow one another as the lowest, the middle and the highest of their numbers, in turn."""
    a, b, c = faces.T
    return np.asarray(((a < b) & (b < c)) | ((b < c) & (c < a)) | ((c < a) & (a < b)))


def _between_solids(faces: IntArray, kept: BoolArray, twofold: IntArray) -> BoolArray:
    """(t,) of faces with two sides, which belong to a part that other kept faces go on from."""
    others = kept.copy()
    others[twofold] = False
    side = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2), axis=2)
    key = side[..., 0] * (int(faces.max()) + 1) + side[..., 1]
    own = key[twofold]
    # Beside a wall between solids both go on, beside a face of one that is there twice only that one.
    all_, times = np.unique(key[others], return_counts=True)
    met = np.isin(own, all_[times > 1]).any(axis=1)
    _, edge = np.unique(own, return_inverse=True)
    # Faces hang together by their edges: both are nodes of one graph.
    count = len(twofold)
    part = components(count + int(edge.max()) + 1, np.repeat(np.arange(count), 3), count + edge.reshape(-1))[:count]
    return np.asarray(np.bincount(part, met)[part] > 0)


def neighbours(corners: FloatArray, faces: IntArray) -> IntArray:
    """(f, 3) which face lies over each edge; `NO_FACE` where there is none."""
    count = len(faces)
    start, end = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    key = np.minimum(start, end) * (len(corners) + 1) + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.append(True, np.diff(key[order]) != 0)) if count else np.zeros(0, dtype=np.int64)
    many = np.diff(np.append(first, len(order)))
    beside = np.full(3 * count, NO_FACE, dtype=np.int64)
    for size in np.unique(many[many > 1]).tolist():
        group = order[first[many == size][:, None] + np.arange(size)]
        for one, other in [(group[:, 0], group[:, 1])] if size == 2 else _flattest(corners, faces, group):
            beside[one], beside[other] = other // 3, one // 3
    return beside.reshape(-1, 3)


def _flattest(corners: FloatArray, faces: IntArray, group: IntArray) -> list[tuple[IntArray, IntArray]]:
    """Pairs of half-edges (g,) of groups (g, k) at the same edge, those first whose faces go on the most evenly."""
    face, side = group // 3, group % 3
    one, other, apex = (corners[faces[face, (side + step) % 3]] for step in range(3))
    along = other - one
    along = along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-12)
    inward = apex - one
    inward = inward - (inward * along).sum(axis=-1, keepdims=True) * along
    inward = inward / np.maximum(np.linalg.norm(inward, axis=-1, keepdims=True), 1e-12)
    bend = np.einsum("gik,gjk->gij", inward, inward)
    size = group.shape[1]
    bend[:, np.arange(size), np.arange(size)] = np.inf
    rows, pairs = np.arange(len(group)), []
    for _ in range(size // 2):
        i, j = np.divmod(bend.reshape(len(group), -1).argmin(axis=1), size)
        pairs.append((group[rows, i], group[rows, j]))
        for taken in (i, j):
            bend[rows, taken], bend[rows, :, taken] = np.inf, np.inf
    return pairs


def without_flaps(surface: Complex) -> BoolArray:
    """(f,) what is left of the faces when those with an edge that they share with none are taken away, again and again.

    So the walls inside a solid go that begin or end within it, and open sheets go altogether.
    """
    side = np.sort(np.stack([surface.faces, np.roll(surface.faces, -1, axis=1)], axis=2), axis=2)
    _, edge = np.unique(side[..., 0] * (len(surface.corners) + 1) + side[..., 1], return_inverse=True)
    edge = edge.reshape(-1, 3)
    left = np.ones(len(edge), dtype=bool)
    while True:
        shared = np.bincount(edge[left].reshape(-1), minlength=int(edge.max(initial=0)) + 1)
        flap = left & (shared[edge] == 1).any(axis=1)
        if not flap.any():
            return left
        left &= ~flap


def part_of(surface: Complex, chosen: IntArray) -> Complex:
    """Some of the faces (k,), in order; they keep those neighbours that are chosen too."""
    place = np.full(len(surface.faces) + 1, NO_FACE)
    place[chosen] = np.arange(len(chosen))
    return Complex(surface.corners, surface.faces[chosen], place[surface.beside[chosen]], surface.source[chosen])


def components(count: int, one: IntArray, other: IntArray) -> IntArray:
    """(count,) to which connected part each belongs, given which pairs (k,) and (k,) hang together."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(one), dtype=np.int8), (one, other)), shape=(count, count))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)
