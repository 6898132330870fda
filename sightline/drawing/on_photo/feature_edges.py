"""Feature edges: the lines in which faces of a mesh meet at an angle, as one would draw it with a pencil."""

import numpy as np

from scene.geometry.mesh import FloatArray, Mesh

SHARP = np.radians(20.0)
"""Radians between two faces from which on the line between them is drawn."""


def feature_edges(mesh: Mesh) -> FloatArray:
    """(k, 2, 3) the ends of all edges between faces that meet at an angle."""
    if not len(mesh.faces):
        return np.zeros((0, 2, 3))
    import trimesh

    joined = trimesh.Trimesh(mesh.vertices, mesh.faces, process=True)
    sharp = joined.face_adjacency_edges[joined.face_adjacency_angles > SHARP]
    return np.asarray(joined.vertices[sharp], dtype=np.float64)
