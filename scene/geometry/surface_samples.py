"""Samples of a surface: points spread evenly over a body's mesh."""

from typing import TYPE_CHECKING

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh

if TYPE_CHECKING:
    from scipy.spatial import cKDTree

POINTS = 4096
"""Points on a surface; neighbours on a 28 mm figure are less than a millimetre apart."""


def lengths(vectors: FloatArray) -> FloatArray:
    """(...) the lengths of vectors (..., 3); several times as fast as numpy's general norm."""
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", vectors, vectors)))


def dots(a: FloatArray, b: FloatArray) -> FloatArray:
    """(...) the scalar products of vectors (..., 3); several times as fast as a sum along so short an axis."""
    products = a * b
    return np.asarray(products[..., 0] + products[..., 1] + products[..., 2])


def crosses(a: FloatArray, b: FloatArray) -> FloatArray:
    """(..., 3) the cross products of vectors (..., 3); numpy's own moves axes for longer than it reckons."""
    (x, y, z), (u, v, w) = (_parts(vectors) for vectors in (a, b))
    first = np.asarray(y * w - z * v)
    found = np.empty((*first.shape, 3))
    found[..., 0], found[..., 1], found[..., 2] = first, z * u - x * w, x * v - y * u
    return found


def _parts(vectors: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    return vectors[..., 0], vectors[..., 1], vectors[..., 2]


@memoized
def surface_points(mesh: Mesh) -> FloatArray:
    """(n, 3) points spread evenly over the mesh's surface, the same in every run."""
    rng = np.random.default_rng(17)
    share = np.cumsum(mesh.areas)
    if len(share) == 0 or share[-1] <= 0:
        return mesh.vertices[mesh.faces.reshape(-1)]
    places = (np.arange(POINTS) + rng.random(POINTS)) / POINTS * share[-1]
    a, b, c = np.moveaxis(mesh.triangles[np.searchsorted(share, places).clip(max=len(share) - 1)], 1, 0)
    u, v = np.sort(rng.random((2, POINTS, 1)), axis=0)
    points = a * u + b * (v - u) + c * (1 - v)
    return np.asarray(rng.permutation(points))


def spaced_points(mesh: Mesh, step: float) -> tuple[FloatArray, FloatArray]:
    """(n, 3) points all over a mesh, about so many inches apart and 40,000 at most, and the (n, 3) unit normals there."""
    corners = mesh.triangles
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2.0
    number = int(np.clip(area.sum() / step**2, 500, 40_000))
    # Evenly along the area, and spread over each face by the golden ratio's multiples in two dimensions.
    face = np.searchsorted(np.cumsum(area), (np.arange(number) + 0.5) / number * area.sum()).clip(0, len(area) - 1)
    u, v = ((np.arange(1, number + 1) * share) % 1.0 for share in (0.7548776662466927, 0.5698402909980532))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    a, b, c = corners[face].swapaxes(0, 1)
    points = a + u[:, None] * (b - a) + v[:, None] * (c - a)
    return points, across[face] / np.maximum(2.0 * area[face], 1e-12)[:, None]


@memoized
def surface_tree(mesh: Mesh) -> "cKDTree":
    """The same points, ready to be asked for the nearest of them."""
    from scipy.spatial import cKDTree

    return cKDTree(surface_points(mesh))
