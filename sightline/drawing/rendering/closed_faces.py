"""Which faces of a mesh belong to closed surfaces that are turned outward: their backs are never seen, nor have to be drawn."""

import numpy as np
from numpy.typing import NDArray

from scene.base.fingerprints import fingerprints
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
    if not len(mesh.faces):
        return np.zeros(0, dtype=bool)
    # Most meshes share their vertices: then nothing has to be sorted.
    part = _parts(mesh.faces, len(mesh.vertices))
    if (_volumes(mesh.vertices, mesh.faces, part) > HOLDS).all() and _balanced(mesh.faces):
        return np.ones(len(mesh.faces), dtype=bool)
    points, faces = _welded(mesh)
    low, high, turned = _edges(faces)
    _, first, edge = np.unique(low * len(points) + high, return_index=True, return_inverse=True)
    left_over = np.bincount(edge.reshape(-1), weights=turned)
    part = _parts(faces, len(points))
    leaks = np.isin(part[faces[:, 0]], part[low[first[left_over != 0.0]]])
    return np.asarray((_volumes(points, faces, part) > HOLDS) & ~leaks)


def _edges(faces: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """(3 m,) the lower and the higher vertex of every edge of every face, and 1 where it is passed upwards, else -1 or 0."""
    starts, ends = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    return np.minimum(starts, ends), np.maximum(starts, ends), np.sign(ends - starts)


def _balanced(faces: IntArray) -> bool:
    """Whether every edge is passed as often one way as the other: what is left over of all together is nothing.

    The sum is of fingerprints of 64 bits, where edges that do not belong together cancel by a chance that is none.
    """
    low, high, turned = _edges(faces)
    prints = fingerprints(np.column_stack([low, high]).astype(np.uint64))
    return int((prints * turned.astype(np.int64).view(np.uint64)).sum(dtype=np.uint64)) == 0


def _parts(faces: IntArray, count: int) -> NDArray[np.integer]:
    """(count,) the number of the part that each vertex belongs to: of all that hangs together."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ends = faces[:, [1, 2]].reshape(-1)
    links = coo_array((np.ones(len(ends), dtype=np.int8), (np.repeat(faces[:, 0], 2), ends)), shape=(count, count))
    return np.asarray(connected_components(links, directed=False)[1])


def _welded(mesh: Mesh) -> tuple[FloatArray, IntArray]:
    """Its vertices, each once, and its faces between them."""
    _, first, same = np.unique(np.round(mesh.vertices / SAME).astype(np.int64), axis=0, return_index=True, return_inverse=True)
    return mesh.vertices[first], same.reshape(-1)[mesh.faces]


def _volumes(points: FloatArray, faces: IntArray, part: NDArray[np.integer]) -> FloatArray:
    """(m,) the volume that the part of each face holds, negative where it is turned inward (the divergence theorem)."""
    owners = part[faces[:, 0]]
    # About a point nearby, so that little is lost by rounding.
    (x, y, z), (a, b, c) = (points - points.mean(axis=0)).T, faces.T
    signed = x[a] * (y[b] * z[c] - z[b] * y[c]) + y[a] * (z[b] * x[c] - x[b] * z[c]) + z[a] * (x[b] * y[c] - y[b] * x[c])
    return np.asarray(np.bincount(owners, weights=signed)[owners] / 6.0)
