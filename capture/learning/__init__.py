"""Learning where the tags sit on a piece of terrain.

- `piece_learning` has all steps, from photos of the piece to its entry in the pieces file: open it first.
- The pose of the piece in the photos: `marked_point_pose` by points that somebody marked, `edge_pose` by its edges alone.
- Edges: `edge_photos` (those of the photos), `mesh_silhouette` (those of the mesh), `isolated_edges` (which to trust).
- `piece_surfaces`: where the piece can stand for its tags to lie on it.
- `tag_layout`: where the tags are on the piece then, with their errors.
"""
