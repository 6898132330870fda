"""Which faces of a mesh belong to closed surfaces that are turned outward: their backs are never seen, nor have to be drawn."""

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.table.table import Terrain

SAME = 1e-4
"""Inches within which two vertices are one."""
HOLDS = 1e-7
"""Cubic inches that a part holds at least; what is flat holds none but what comes of rounding."""


@memoized
def closed_terrain(terrain: Terrain) -> NDArray[np.bool_]:
    """(m,) whether each face of the pieces of a terrain is such a one; doors that stand open are left out."""
    found = [closed_faces(piece.placed) for piece in terrain.pieces if not piece.stands_open]
    return np.concatenate(found or [np.zeros(0, dtype=bool)])


def closed_faces(mesh: Mesh) -> NDArray[np.bool_]:
    """(m,) whether each face is of a part that holds a volume, and whose every edge is passed as often one way as the other.

    A hollow, which is turned inward, counts as open, and so does all that hangs together with an open edge.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(mesh.faces):
        return np.zeros(0, dtype=bool)
    points, faces = _welded(mesh)
    count = len(points)
    starts, ends = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    links = coo_array((np.ones(len(low), dtype=np.int8), (low, high)), shape=(count, count))
    parts, part = connected_components(links, directed=False)
    _, first, edge = np.unique(low * count + high, return_index=True, return_inverse=True)
    left_over = np.bincount(edge.reshape(-1), weights=np.sign(ends - starts))
    open_parts = part[low[first[left_over != 0.0]]]
    closed = _volumes(points, faces, part[faces[:, 0]], parts) > HOLDS
    closed[open_parts] = False
    return np.asarray(closed[part[faces[:, 0]]])


def _welded(mesh: Mesh) -> tuple[FloatArray, IntArray]:
    """Its vertices, each once, and its faces between them."""
    _, first, same = np.unique(np.round(mesh.vertices / SAME).astype(np.int64), axis=0, return_index=True, return_inverse=True)
    return mesh.vertices[first], same.reshape(-1)[mesh.faces]


def _volumes(points: FloatArray, faces: IntArray, owners: NDArray[np.integer], parts: int) -> FloatArray:
    """(parts,) the volumes that parts hold, negative for those that are turned inward (the divergence theorem)."""
    # About a point nearby, so that little is lost by rounding.
    corners = points[faces] - points.mean(axis=0)
    signed = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
    return np.bincount(owners, weights=signed, minlength=parts).astype(np.float64)
