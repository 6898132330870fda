"""Faces that look upward: the parts of a mesh's surface that are floors, treads, or the tops of rungs."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from scene.geometry.mesh import FloatArray, IntArray, Mesh

SAME = 1e-4
"""Inches: corners that are nearer than this are one."""


@dataclass(frozen=True, eq=False)
class UpPatches:
    """Connected parts of a surface that look up; n of them, in the mesh's frame, inches.

    Attributes:
        triangles: (m, 3, 3) float, the faces that look up.
        patch: (m,) int, the number of the patch that each of them is part of.
        middle: (n, 3) float, the middle of the box around each patch, turned as its longer side runs.
        along: (n, 2) float, the unit vector in plan along the longer side of each.
        size: (n, 3) float, how long each is along that side, across it, and from its lowest to its highest point.
        top: (n,) float, the height of its highest point.
        area: (n,) float, square inches in plan.
    """

    triangles: FloatArray
    patch: IntArray
    middle: FloatArray
    along: FloatArray
    size: FloatArray
    top: FloatArray
    area: FloatArray


def up_patches(mesh: Mesh, *, least_up: float) -> UpPatches:
    """The patches of a mesh whose faces look up at least so far.

    Args:
        mesh: well wound, or wholly inside out.
        least_up: the least height of a face's unit normal, 0..1.
    """
    corners = mesh.triangles
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    # Six times the volume is negative where the whole mesh is inside out.
    shifted = corners - mesh.bounds[0]
    outward = 1.0 if np.einsum("ij,ij->", shifted[:, 0], normals) >= 0.0 else -1.0
    up = outward * normals[:, 2] > least_up * np.linalg.norm(normals, axis=1)
    chosen = corners[up]
    patch = _connected(chosen)
    return _measured(chosen, patch, np.abs(normals[up, 2]) / 2.0)


def _connected(triangles: FloatArray) -> IntArray:
    """(m,) the number of the patch of each triangle; triangles that share a corner are in the same."""
    if len(triangles) == 0:
        return np.zeros(0, dtype=np.int64)
    places = np.round((triangles - triangles.min(axis=(0, 1))).reshape(-1, 3) / SAME).astype(np.int64)
    # One number for each place, as rows are slow to compare; in meshes wider than 100 inches places may meet by rare chance.
    mixed = places @ np.array([1, 1_000_003, 1_000_003**2])
    corner = np.unique(mixed, return_inverse=True)[1].reshape(-1, 3)
    count = int(corner.max()) + 1
    first, second = corner[:, [0, 0]].reshape(-1), corner[:, [1, 2]].reshape(-1)
    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(count, count))
    of_corner = connected_components(graph, directed=False)[1]
    return np.unique(of_corner[corner[:, 0]], return_inverse=True)[1].astype(np.int64)


def _measured(triangles: FloatArray, patch: IntArray, area: FloatArray) -> UpPatches:
    count = int(patch.max(initial=-1)) + 1
    whole = np.maximum(np.bincount(patch, area, count), 1e-12)
    middles = triangles.mean(axis=1)[:, :2]
    centre = np.stack([np.bincount(patch, area * column, count) / whole for column in middles.T], axis=1)
    along = _longer_side(triangles[:, :, :2] - centre[patch][:, None], patch, area, count)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    for axis, direction in enumerate((along, across)):
        place = np.einsum("mcj,mj->mc", triangles[:, :, :2], direction[patch])
        np.minimum.at(low[:, axis], patch, place.min(axis=1))
        np.maximum.at(high[:, axis], patch, place.max(axis=1))
    np.minimum.at(low[:, 2], patch, triangles[:, :, 2].min(axis=1))
    np.maximum.at(high[:, 2], patch, triangles[:, :, 2].max(axis=1))
    box = (low + high) / 2.0
    middle = np.column_stack([box[:, :1] * along + box[:, 1:2] * across, box[:, 2]])
    covered = np.asarray(np.bincount(patch, area, count), dtype=np.float64)
    return UpPatches(triangles, patch, middle, along, high - low, high[:, 2], covered)


def _longer_side(corners: FloatArray, patch: IntArray, area: FloatArray, count: int) -> FloatArray:
    """(n, 2) unit vectors in plan along which the area of each patch spreads most.

    Args:
        corners: (m, 3, 2) float, the triangles in plan about their patch's centre.
        patch: (m,) int, their patches.
        area: (m,) float, their areas.
        count: n.
    """
    # The second moments of a triangle are those of its corners and its middle (three times), over twelve.
    points = np.concatenate([corners, 3.0 * corners.mean(axis=1, keepdims=True)], axis=1)
    moment = np.einsum("mci,mcj->mij", points, points)
    xx, xy, yy = (np.bincount(patch, area * moment[:, i, j], count) for i, j in ((0, 0), (0, 1), (1, 1)))
    turn = 0.5 * np.arctan2(2.0 * xy, xx - yy)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)
