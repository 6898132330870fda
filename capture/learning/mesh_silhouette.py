"""The silhouette of a mesh in a photo, with its creases and borders: all edges that are seen, as points along them."""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene

CREASE = np.cos(np.radians(30.0))
"""Faces that meet at a sharper angle make an edge that is seen from wherever one of them is."""

SMOOTH = np.cos(np.radians(0.5))
"""Faces that meet at less of an angle are one."""

MOST_POINTS = 6000

CLOSEST = 0.08
"""Inches between points along an edge, at least."""

BEFORE = 0.02
"""Inches: what is no more than this in front of a point on an edge is the edge itself."""


@dataclass(frozen=True, eq=False)
class EdgePoints:
    """Points along the edges of a mesh, in its own frame.

    Attributes:
        points: (n, 3) float, inches.
        ways: (n, 3) float: unit directions of their edges.
        normals: (n, 2, 3) float: of the two faces that meet there.
        always: (n,) bool: crease or border; the others are seen only as an outline.
        edge: (n,) int: which edge each is on.
    """

    points: FloatArray
    ways: FloatArray
    normals: FloatArray
    always: BoolArray
    edge: IntArray

    def seen(self, eye: FloatArray, rays: RayScene) -> IntArray:
        """Indices of the points that an eye (3,) of the mesh's frame sees as an edge; ``rays`` are those of the mesh."""
        towards = eye - self.points
        front = np.einsum("nfi,ni->nf", self.normals, towards) > 0.0
        shown = np.flatnonzero(np.where(self.always, front.any(axis=1), front[:, 0] != front[:, 1]))
        far = np.linalg.norm(towards[shown], axis=1)
        first = rays.distances(np.tile(eye, (len(shown), 1)), -towards[shown] / far[:, None])
        return np.asarray(shown[first > far - BEFORE])


def edge_points(mesh: Mesh) -> EdgePoints:
    """Points along all edges of a mesh that can be seen as such, evenly spaced."""
    corners, names = np.unique(np.round(mesh.vertices, 5), axis=0, return_inverse=True)
    faces = names.reshape(-1)[mesh.faces]
    across = np.cross(corners[faces[:, 1]] - corners[faces[:, 0]], corners[faces[:, 2]] - corners[faces[:, 0]])
    area = np.linalg.norm(across, axis=1)
    faces, across = faces[area > 1e-10], across[area > 1e-10] / area[area > 1e-10, None]
    sides = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    ends, which, counts = np.unique(sides, axis=0, return_inverse=True, return_counts=True)
    owners = owner[np.argsort(which.reshape(-1), kind="stable")]
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    normals = np.stack([across[owners[first]], across[owners[first + np.minimum(counts, 2) - 1]]], axis=1)
    cosine = np.einsum("ei,ei->e", normals[:, 0], normals[:, 1])
    always = (counts != 2) | (cosine < CREASE)
    kept = always | (cosine < SMOOTH)
    # A border has no face behind it: seen from either side.
    normals[counts == 1, 1] *= -1.0
    start, span = corners[ends[kept, 0]], corners[ends[kept, 1]] - corners[ends[kept, 0]]
    length = np.linalg.norm(span, axis=1)
    spacing = max(CLOSEST, float(length.sum()) / MOST_POINTS)
    number = np.maximum(1, np.round(length / spacing).astype(np.int64))
    edge = np.repeat(np.arange(len(number)), number)
    step = (np.arange(len(edge)) - np.repeat(np.cumsum(number) - number, number) + 0.5) / number[edge]
    ways = span / np.maximum(length, 1e-9)[:, None]
    return EdgePoints(start[edge] + step[:, None] * span[edge], ways[edge], normals[kept][edge], always[kept][edge], edge)
