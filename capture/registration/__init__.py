"""Registration of meshes: scans that others made, put on a table.

- `mesh_registration` chooses the way that is asked for: open it first. `registered_mesh` is what comes out, with covariance.
- By points: `point_registration`. By tags: `tag_registration`, in an `orthophoto` of a `coloured_mesh`.
- By the ground: `ground_plane` finds it; `ground_removal` cuts it away once the mesh is on the table.
"""
