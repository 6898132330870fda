"""Writing meshes: the bytes of a PLY file."""

import numpy as np

from scene.geometry.mesh import Mesh
from scene.table.table import MM_PER_INCH


def ply_bytes(mesh: Mesh) -> bytes:
    """A binary PLY file of the mesh, in millimetres, to 32 bits: 0.0001 mm on a table.

    Source: Turk 1994, The PLY polygon file format.
    """
    header = (
        "ply\nformat binary_little_endian 1.0\ncomment millimetres, z up\n"
        f"element vertex {len(mesh.vertices)}\nproperty float x\nproperty float y\nproperty float z\n"
        f"element face {len(mesh.faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    faces = np.empty(len(mesh.faces), dtype=[("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, mesh.faces
    return header.encode() + (mesh.vertices * MM_PER_INCH).astype("<f4").tobytes() + faces.tobytes()
