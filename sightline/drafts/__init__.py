"""A table that is being made: drafts and their edits, for the window's builder and for commands.

A draft is a value of `draft_table`, with its mesh files in `draft_meshes`; `draft_saving` saves it and keeps it safe. Edits are
functions from draft to draft: `move_edits` (place, land, move, turn, copy, delete), `piece_edits`, `figure_edits`. `snapping`
says where a dragged piece goes, `mesh_import` what is asked of meshes of one's own.
"""
