"""Rendering: the table as shaded pixels, with cameras, light and materials.

Start with `renderer`, which makes a picture of a `render_scene` (all that is drawn, and its rays). From where: `viewpoint` (a
side of the table, or above) and `camera` (rays and pixels). Light: `shading`, `ambient_occlusion`. Colours: `palette`,
`side_marks` (how sides are told apart). A level laid open: `cutaway`. Rays on all cores: `ray_tiles`. PNG: `png_bytes`.
"""
