"""Pictures of sight: what an eye sees, and from where somebody is seen.

`eye_view` is the picture through the shooter's eye. Its target is found by `target_rays` and painted by `target_paint`;
`eye_marks` outlines the blockers, `eye_panel` says the answer beside it. `overview` is the table from a side or from above,
`field_picture` the places from which a figure is seen.
"""
