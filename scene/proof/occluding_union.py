"""The union of solids: one surface around what stands side by side or overlaps.

Two walls that abut let no line pass, yet neither hides what lies behind both, and their surfaces share no edges. So before
they are joined solids grow by a hair, less than a line needs to pass; then their union has one surface. What is not the
surface of a solid stays as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.surface_samples import dots, lengths
from scene.geometry.z_order import z_order
from scene.proof.surface_complex import (
    NO_FACE,
    Complex,
    complex_of,
    components,
    mesh_complex,
    neighbours,
    part_of,
    together,
    without_flaps,
)

if TYPE_CHECKING:
    from manifold3d import Manifold

GROWN = 8e-5
"""Inches (0.002 mm) by which solids grow before they are joined."""
LARGE = 50_000
"""Faces: of larger meshes only what is in a shaft is looked at, and none of their solids is joined with others."""
AROUND = 0.001
"""Inches by which what is joined is cut wider than lines go: more than bodies are lifted, or solids grown."""
LOOSE = 1e-3
"""Inches by which float32 may be off, and more."""
ROUNDED = 1e-9
"""Inches by which a corner may be moved where nothing is meant to."""


@dataclass(frozen=True, eq=False)
class Solids:
    """What a mesh is made of, in its own frame.

    Attributes:
        joined: the union of all that is closed, grown; None where nothing is.
        original: the number that its faces bear in unions.
        rest: what is not closed.
    """

    joined: "Manifold | None"
    original: int
    rest: Complex


@dataclass(frozen=True, eq=False)
class Placed:
    """A mesh, where it stands, and the number that tells what comes from it.

    Attributes:
        faces: (k,) those of its faces that matter, of a mesh that is too large to look at all of it; None for all.
    """

    number: int
    mesh: Mesh
    pose: RigidTransform
    faces: IntArray | None = None

    def of_shaft(self, planes: FloatArray) -> "Placed":
        """The same with the faces that half spaces (p, 4) do not rule out, if it is large.

        What lies beyond a rim that this makes does not meet the shaft, so neither does the rim.
        """
        if len(self.mesh.faces) <= LARGE:
            return self
        own = planes[:, :3] @ self.pose.matrix
        offset = planes[:, 3] - planes[:, :3] @ np.asarray(self.pose.position)
        middle, radius = _balls(self.mesh)
        near = np.flatnonzero((own.astype(np.float32) @ middle - radius <= offset[:, None]).all(axis=0))
        corners = self.mesh.vertices[self.mesh.faces[near]]
        near = near[~(corners @ own.T > offset).all(axis=1).any(axis=1)]
        return replace(self, faces=near)


@memoized
def _balls(mesh: Mesh) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(3, m) the middles of balls around faces, and (m,) their radii, both for a first look that only rules out."""
    corners = np.stack([mesh.vertices[corner] for corner in mesh.faces.T])
    middle = corners.mean(axis=0)
    radius = np.sqrt(((corners - middle) ** 2).sum(axis=2)).max(axis=0)
    return middle.T.astype(np.float32), (radius + LOOSE).astype(np.float32)


def union_surface(placed: Sequence[Placed], ends: FloatArray) -> Complex:
    """The surface of the union of meshes where they stand, as far as lines go between two boxes (2, 2, 3).

    Solids are cut to a little more than the hull of the boxes before they are joined, as most of what overlaps may lie beyond
    it. No shaft meets the rims that this makes.
    """
    from manifold3d import Manifold, OpType

    whole = [one for one in placed if one.faces is None]
    rests = [_moved(solids(one.mesh).rest, one) for one in whole]
    rests += [_surface(one) for one in placed if one.faces is not None]
    corners = [np.stack(np.meshgrid(*box.T), axis=-1).reshape(-1, 3) for box in ends + np.array([[-AROUND], [AROUND]])]
    hull = Manifold.hull_points(np.concatenate(corners))
    closed = [(one, joined) for one in whole if (joined := solids(one.mesh).joined) is not None]
    cut = [joined.transform(_matrix(one)) ^ hull for one, joined in closed]
    if not any(part.num_tri() for part in cut):
        return together(rests)
    return together([_complex(Manifold.batch_boolean(cut, OpType.Add), [one for one, _ in closed]), *rests])


def _matrix(placed: Placed) -> FloatArray:
    """(3, 4) as Manifold takes it."""
    return np.column_stack([placed.pose.matrix, np.asarray(placed.pose.position, dtype=np.float64)])


def _moved(part: Complex, placed: Placed) -> Complex:
    return Complex(
        placed.pose.to_table(part.corners), part.faces, part.beside, part.source + np.array([placed.number, 0], dtype=np.int64)
    )


def placed_surface(placed: Sequence[Placed]) -> Complex:
    """The surfaces of meshes as they are, not joined."""
    return together([_surface(one) for one in placed])


def _surface(placed: Placed) -> Complex:
    own = mesh_complex(placed.mesh) if placed.faces is None else complex_of(placed.mesh, placed.faces)
    return _moved(own, placed)


def _complex(union: "Manifold", closed: Sequence[Placed]) -> Complex:
    """The union's triangles but those of what it was cut with, with the mesh and the face that each is part of."""
    mesh = union.to_mesh64()
    corners = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    faces = np.asarray(mesh.tri_verts).astype(np.int64).reshape(-1, 3)
    source = np.full((len(faces), 2), NO_FACE)
    source[:, 1] = np.asarray(mesh.face_id).astype(np.int64)
    ends = np.asarray(mesh.run_index).astype(np.int64) // 3
    alike: dict[int, list[Placed]] = {}
    for one in closed:
        alike.setdefault(solids(one.mesh).original, []).append(one)
    stand = {original: np.array([_matrix(one) for one in some]) for original, some in alike.items()}
    transforms = np.asarray(mesh.run_transform, dtype=np.float64).reshape(-1, 4, 3)
    for run, (start, end) in enumerate(pairwise(ends.tolist())):
        original = int(mesh.run_original_id[run])
        if original in alike:
            # Of the meshes of this shape, the one that stands there.
            off = np.abs(stand[original] - transforms[run].T).max(axis=(1, 2))
            source[start:end, 0] = alike[original][int(off.argmin())].number
    kept = np.flatnonzero(source[:, 0] != NO_FACE)
    order = kept[z_order(corners[faces[kept]].mean(axis=1))]
    return Complex(corners, faces[order], neighbours(corners, faces[order]), source[order])


@memoized
def solids(mesh: Mesh) -> Solids:
    """Its closed shells, grown and joined, and the rest."""
    from manifold3d import Manifold, Mesh64, OpType

    surface = mesh_complex(mesh)
    core = _core(surface)
    shell, closed = _shells(core)
    chosen = np.flatnonzero(closed)
    if not len(chosen):
        return Solids(None, -1, surface)
    corners, faces = _apart(core, chosen)
    faces = _turned_outward(corners, faces, shell[chosen])
    numbers = core.source[chosen, 1]
    grown = _grown(corners, faces)
    found = Manifold(Mesh64(grown, faces.astype(np.uint64), face_id=numbers.astype(np.uint64)))
    own = np.zeros((len(mesh.faces), 3, 3))
    own[numbers] = grown[faces]
    parts = [part for part in found.decompose() if _as_given(part, own)]
    if not parts:
        return Solids(None, -1, surface)
    used = np.concatenate([np.asarray(part.to_mesh64().face_id) for part in parts]).astype(np.int64)
    rest = np.flatnonzero(~np.isin(surface.source[:, 1], used))
    original = int(found.to_mesh64().run_original_id[0])
    return Solids(Manifold.batch_boolean(parts, OpType.Add), original, part_of(surface, rest))


def _as_given(part: "Manifold", own: FloatArray) -> bool:
    """Whether all triangles are those that were given (f, 3, 3); slivers make the library turn edges over."""
    mesh = part.to_mesh64()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts).astype(np.int64)]
    given = own[np.asarray(mesh.face_id).astype(np.int64)]
    off = np.abs(corners[:, :, None] - given[:, None]).max(axis=3).min(axis=2)
    return bool((off < ROUNDED).all())


def _core(surface: Complex) -> Complex:
    """The surface without what begins or ends within it."""
    kept = np.flatnonzero(without_flaps(surface))
    if len(kept) == len(surface.faces):
        return surface
    faces = surface.faces[kept]
    return Complex(surface.corners, faces, neighbours(surface.corners, faces), surface.source[kept])


def _shells(surface: Complex) -> tuple[IntArray, BoolArray]:
    """(f,) which connected part each face belongs to, and whether that part is closed."""
    count = len(surface.faces)
    row, side = np.nonzero(surface.beside != NO_FACE)
    shell = components(count, row, surface.beside[row, side])
    rims = (surface.beside == NO_FACE).any(axis=1)
    return shell, np.bincount(shell, rims, count + 1)[shell] == 0


def _apart(surface: Complex, chosen: IntArray) -> tuple[FloatArray, IntArray]:
    """Corners and faces of closed shells in which two faces share a corner only if a fan of faces around it joins them."""
    place = np.full(len(surface.faces), NO_FACE)
    place[chosen] = np.arange(len(chosen))
    faces, beside = surface.faces[chosen], place[surface.beside[chosen]]
    here = np.arange(3 * len(chosen)).reshape(-1, 3)
    links = []
    for j in range(3):
        for corner in (j, (j + 1) % 3):
            same = faces[beside[:, j]] == faces[:, corner, None]
            links.append((here[:, corner], 3 * beside[:, j] + same.argmax(axis=1)))
    one, other = (np.concatenate(part) for part in zip(*links, strict=True))
    fan = components(3 * len(chosen), one, other).reshape(-1, 3)
    corners = np.zeros((int(fan.max()) + 1, 3))
    corners[fan] = surface.corners[faces]
    return corners, fan


def _turned_outward(corners: FloatArray, faces: IntArray, shell: IntArray) -> IntArray:
    """The faces of closed shells, all of one shell wound alike, and so that it has a volume above zero."""
    faces = _wound_alike(faces, len(corners))
    a, b, c = (corners[faces[:, j]] for j in range(3))
    inward = np.bincount(shell, dots(np.cross(a, b), c))[shell] < 0.0
    return np.where(inward[:, None], faces[:, ::-1], faces)


def _wound_alike(faces: IntArray, corners: int) -> IntArray:
    """The faces, turned over where they are wound otherwise than the neighbour from which they are reached."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    start, end = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    key = np.minimum(start, end) * (corners + 1) + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    one, other = order[::2], order[1::2]
    if len(order) % 2 or (key[one] != key[other]).any() or (start[one] == end[other]).all():
        return faces
    alike = np.where(start[one] == end[other], 1, 2)
    count = len(faces)
    graph = coo_array(
        (np.tile(alike, 2), (np.append(one, other) // 3, np.append(other, one) // 3)), shape=(count, count)
    ).tocsr()
    over, reached = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    while not reached.all():
        way, before = breadth_first_order(graph, int(np.argmin(reached)), directed=False)
        other_way = np.asarray(graph[way[1:], before[way[1:]]]).reshape(-1) == 2
        for face, back, turned in zip(way[1:].tolist(), before[way[1:]].tolist(), other_way.tolist(), strict=True):
            over[face] = over[back] ^ turned
        reached[way] = True
    return np.where(over[:, None], faces[:, ::-1], faces)


def _grown(corners: FloatArray, faces: IntArray) -> FloatArray:
    """The corners moved outward by `GROWN`, between the faces around them."""
    a, b, c = (corners[faces[:, j]] for j in range(3))
    normal: FloatArray = np.cross(b - a, c - a).astype(np.float64)
    normal /= np.maximum(lengths(normal)[:, None], 1e-300)
    sums = [np.bincount(faces.reshape(-1), np.repeat(normal[:, axis], 3), len(corners)) for axis in range(3)]
    around = np.stack(sums, axis=1).astype(np.float64)
    return np.asarray(corners + GROWN * around / np.maximum(lengths(around)[:, None], 1e-12))
