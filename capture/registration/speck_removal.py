"""Removal of specks from a scan on its table: small bits that hang in the air or lie about, and belong to nothing."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from scene.geometry.closest_points import meshes
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.table.table import MM_PER_INCH

SMALLEST_MM = 20.0
"""What is smaller in every direction is no piece of scenery: it is less than the smallest base of a figure, 25 mm."""
APART = 4.0 / MM_PER_INCH
"""Inches: scans tear surfaces into shreds, and a shred lies nearer than this to the next one."""
SAME = 1e-4
"""Inches: corners so near are one; file formats split them."""


def without_specks(placed: Mesh, least_mm: float) -> tuple[Mesh, int]:
    """The mesh without specks, and how many there were.

    Args:
        placed: a scan on its table, inches.
        least_mm: specks are bits, or bits within `APART` of each other, whose box is smaller on all sides, unless they lie
            within `APART` of something larger.
    """
    label, count = _bits(placed)
    if count < 2:
        return placed, 0
    corners, owner = placed.vertices[placed.faces].reshape(-1, 3), np.repeat(label, 3)
    tiny = _sides(corners, owner, count) < least_mm / MM_PER_INCH
    group = _together(corners[tiny[owner]], owner[tiny[owner]], count)
    small = tiny & (_sides(corners, group[owner], count)[group] < least_mm / MM_PER_INCH)
    if not small.any() or small.all():
        return placed, 0
    rest = _part(placed, ~small[label])
    specks = [one for one in np.unique(group[small]) if _apart(_part(placed, group[label] == one), rest)]
    gone = np.isin(group[label], specks)
    return (_part(placed, ~gone), len(specks)) if specks else (placed, 0)


def _sides(corners: FloatArray, owner: IntArray, count: int) -> FloatArray:
    """(count,) the longest side of the box round the corners (n, 3) of each owner, inches; nothing has -inf."""
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, owner, corners)
    np.maximum.at(high, owner, corners)
    return np.asarray((high - low).max(axis=1))


def _together(corners: FloatArray, owner: IntArray, count: int) -> IntArray:
    """(count,) a number for each bit, the same for bits with corners (n, 3) within `APART` of each other."""
    pairs = owner[cKDTree(corners).query_pairs(APART, output_type="ndarray")] if len(corners) else np.zeros((0, 2), dtype=int)
    graph = coo_array((np.ones(len(pairs), dtype=np.int8), pairs.T), shape=(count, count))
    return np.asarray(connected_components(graph, directed=False)[1])


def _apart(bit: Mesh, rest: Mesh) -> bool:
    """Whether a bit is farther than `APART` from all else, surface to surface."""
    one, other = meshes(bit, rest)
    return bool(np.linalg.norm(one - other) > APART)


def _part(mesh: Mesh, faces: BoolArray) -> Mesh:
    """The mesh of some faces (m,) alone."""
    kept = mesh.faces[faces]
    used = np.zeros(len(mesh.vertices), dtype=bool)
    used[kept.reshape(-1)] = True
    return Mesh.of(mesh.vertices[used], (np.cumsum(used) - 1)[kept])


def _bits(mesh: Mesh) -> tuple[IntArray, int]:
    """(m,) for each face the number of the connected bit that it belongs to, and how many bits there are."""
    _, same = np.unique(np.round(mesh.vertices / SAME).astype(np.int64), axis=0, return_inverse=True)
    faces = same.reshape(-1)[mesh.faces]
    ends = faces[:, [0, 1, 1, 2]].reshape(-1, 2)
    graph = coo_array((np.ones(len(ends), dtype=np.int8), ends.T), shape=(faces.max() + 1,) * 2)
    of_corner = connected_components(graph, directed=False)[1]
    _, label = np.unique(of_corner[faces[:, 0]], return_inverse=True)
    return label.reshape(-1), int(label.max()) + 1
