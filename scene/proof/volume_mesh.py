"""The sides of occluding volumes as meshes."""

import numpy as np

from scene.geometry.mesh import EMPTY, Mesh
from scene.table.occluding_volume import TOUCHING, OccludingVolume


def volume_mesh(volume: OccludingVolume) -> Mesh:
    """The surface of a volume, a hair within what lines may not enter."""
    from manifold3d import CrossSection, FillRule, Manifold

    hair = 2.0 * TOUCHING
    inner = volume.outline.buffer(-hair)
    parts = [part for part in getattr(inner, "geoms", [inner]) if part.geom_type == "Polygon" and not part.is_empty]
    rings = [np.asarray(ring.coords)[:-1] for part in parts for ring in (part.exterior, *part.interiors)]
    height = volume.high - volume.low - 2.0 * hair
    if not rings or height <= 0.0:
        return EMPTY
    solid = Manifold.extrude(CrossSection(rings, FillRule.EvenOdd), height).translate([0.0, 0.0, volume.low + hair])
    mesh = solid.to_mesh64()
    return Mesh.of(np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts).astype(np.int64))
