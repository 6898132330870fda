"""Removal of specks from a scan on its table: small bits that hang in the air or lie about, and belong to nothing."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from scene.geometry.mesh import IntArray, Mesh
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
        least_mm: bits whose box is smaller on all sides are specks, unless they lie within `APART` of something larger.
    """
    label, count = _bits(placed)
    if count < 2:
        return placed, 0
    corners, owner = placed.vertices[placed.faces].reshape(-1, 3), np.repeat(label, 3)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, owner, corners)
    np.maximum.at(high, owner, corners)
    small = (high - low).max(axis=1) < least_mm / MM_PER_INCH
    if not small.any() or small.all():
        return placed, 0
    far, _ = cKDTree(corners[~small[owner]]).query(corners[small[owner]], distance_upper_bound=APART)
    near = np.zeros(count, dtype=bool)
    near[owner[small[owner]][far < APART]] = True
    specks = small & ~near
    kept = placed.faces[~specks[label]]
    used = np.zeros(len(placed.vertices), dtype=bool)
    used[kept.reshape(-1)] = True
    return Mesh.of(placed.vertices[used], (np.cumsum(used) - 1)[kept]), int(specks.sum())


def _bits(mesh: Mesh) -> tuple[IntArray, int]:
    """(m,) for each face the number of the connected bit that it belongs to, and how many bits there are."""
    _, same = np.unique(np.round(mesh.vertices / SAME).astype(np.int64), axis=0, return_inverse=True)
    faces = same.reshape(-1)[mesh.faces]
    ends = faces[:, [0, 1, 1, 2]].reshape(-1, 2)
    graph = coo_array((np.ones(len(ends), dtype=np.int8), ends.T), shape=(faces.max() + 1,) * 2)
    of_corner = connected_components(graph, directed=False)[1]
    _, label = np.unique(of_corner[faces[:, 0]], return_inverse=True)
    return label.reshape(-1), int(label.max()) + 1
