"""The table as geometry: what stands where, what sees what, what can be reached. Knows no game.

- `table`, `table_io`, `mesh_io`: the table as a value; its files; mesh files.
- `visibility`, `measuring`: who sees whom and how much is hidden; distances.
- `walkable`, `navmesh_parts`, `navmesh`: what bears a base; regions, links and roadmap; the navmesh that they make.
- `pathfinding`: routes over a navmesh, and all that is in reach.
- `hazards`: falls, scatter, blasts, flames.
- `geometry`, `base`: meshes, rays, transforms; errors, messages, files, caches.
"""
