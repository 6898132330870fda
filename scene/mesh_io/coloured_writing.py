"""Writing meshes with colours: PLY in millimetres, or GLB in metres with y up, by the library."""

from typing import Literal

import numpy as np

from scene.table.seen_table import ColouredMesh
from scene.table.table import MM_PER_INCH

Ending = Literal[".ply", ".glb"]


def coloured_bytes(mesh: ColouredMesh, ending: Ending) -> bytes:
    """A file of that kind."""
    from trimesh import Scene, Trimesh
    from trimesh.exchange.gltf import export_glb
    from trimesh.exchange.ply import export_ply

    points = mesh.vertices.astype(np.float64) * MM_PER_INCH
    if ending == ".glb":
        points = points[:, [0, 2, 1]] * np.array([0.001, 0.001, -0.001])
    opaque = np.full((len(points), 1), 255, dtype=np.uint8)
    whole = Trimesh(points, mesh.faces, vertex_colors=np.concatenate([mesh.colours, opaque], axis=1), process=False)
    found: bytes = export_glb(Scene([whole])) if ending == ".glb" else export_ply(whole)  # type: ignore[no-untyped-call]
    return found
