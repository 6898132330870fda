"""Vertex clustering: meshes with fewer triangles, as points that are near to each other become one.

Source: Rossignac and Borrel 1993, Multi-resolution 3D approximations for rendering complex scenes. It minds neither holes nor
winding, closes no opening wider than a cell, and no point moves farther than a cell's diagonal.
"""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray, Mesh

ROUNDS = 8
ENOUGH = 0.9
"""Of the wanted number of triangles: what comes so near to it is not tried again."""


@dataclass(frozen=True, eq=False)
class Thinned:
    """A mesh with fewer triangles.

    Attributes:
        mesh: in the unit of the original.
        moved: how far the point that moved farthest was moved.
    """

    mesh: Mesh
    moved: float


def thinned(mesh: Mesh, most: int) -> Thinned:
    """The mesh with at most so many triangles, and nearly so many if it had more."""
    if len(mesh.faces) <= most:
        return Thinned(mesh, 0.0)
    # So many triangles of equal size have sides about so long.
    cell = float(np.sqrt(2.0 * mesh.areas.sum() / most))
    small, large = 0.0, np.inf
    best: Thinned | None = None
    for _ in range(ROUNDS):
        found = clustered(mesh, cell)
        count = len(found.mesh.faces)
        if count <= most:
            if best is None or count > len(best.mesh.faces):
                best = found
            large = cell
            if count >= ENOUGH * most:
                break
        else:
            small = cell
        guess = cell * float(np.sqrt(max(count, 1) / (0.96 * most)))
        cell = guess if small < guess < large else (small + large) / 2.0 if np.isfinite(large) else 1.5 * cell
    while best is None:
        cell *= 1.5
        found = clustered(mesh, cell)
        best = found if len(found.mesh.faces) <= most else None
    return best


def clustered(mesh: Mesh, cell: float) -> Thinned:
    """The mesh with all points in one cell of a lattice made one, in their middle; faces within a cell are gone."""
    low = mesh.vertices.min(axis=0)
    places = ((mesh.vertices - low) / cell).astype(np.int64)
    across = places.max(axis=0) + 1
    keys = (places[:, 0] * across[1] + places[:, 1]) * across[2] + places[:, 2]
    _, group = np.unique(keys, return_inverse=True)
    counts = np.bincount(group)
    points = np.stack([np.bincount(group, weights=column) / counts for column in mesh.vertices.T], axis=1)
    faces = _distinct(group[mesh.faces])
    moved = float(np.sqrt(((points[group] - mesh.vertices) ** 2).sum(axis=1).max()))
    return Thinned(_used(points, faces), moved)


def _distinct(faces: IntArray) -> IntArray:
    """The faces with three different corners, each once."""
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    if not len(faces):
        return faces
    keys = np.sort(faces, axis=1)
    order = np.lexsort(keys.T)
    first = np.ones(len(keys), dtype=bool)
    first[1:] = (keys[order][1:] != keys[order][:-1]).any(axis=1)
    return faces[np.sort(order[first])]


def _used(points: FloatArray, faces: IntArray) -> Mesh:
    used = np.zeros(len(points), dtype=bool)
    used[faces.reshape(-1)] = True
    return Mesh.of(points[used], (np.cumsum(used) - 1)[faces])
