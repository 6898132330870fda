"""Meshes, rigid transforms, rays and cameras. Knows no table.

- `mesh`: the value that all else works on; `vertex_clustering`: meshes with fewer triangles.
- `ray_casting`: the first thing that rays meet; `plain_rays`: the same without Embree; `mesh_crossings`: all crossings of
  lines with a mesh.
- `closest_points`: distances of meshes and cylinders; `surface_samples`: points spread over a surface.
- `upward_faces`, `upward_extrusion`: the parts of a surface that look up; terrain that hides upwards without end.
- `rigid_transform`, `similarity`: a turn and a shift; the same with a scale, fitted to points.
- `camera_model`: lenses, and where photos were taken from.
"""
