"""The builder of the window: its steps and its panels.

`apply_edits` carries intents out on a draft (`sightline.drafts`), each a step of `edit_history`; `building_panels` is what is
seen of it.
"""
