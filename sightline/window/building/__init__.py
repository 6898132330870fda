"""A table that is being built: drafts, their edits and their panels.

A draft is a value of `draft_table`, with its mesh files in `draft_meshes`; `draft_saving` saves it and keeps it safe.
`apply_edits` carries intents out: `move_edits` (place, land, move, turn, copy, delete), `piece_edits`, `figure_edits`; each is
a step of `edit_history`. `snapping` says where a dragged piece goes, `mesh_import` what is asked of meshes of one's own, and
`building_panels` is what people see of it.
"""
