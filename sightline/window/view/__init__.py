"""The view of the window, as a value: the table, the camera, the main panels.

`window_view` is the value itself, with the camera of `camera_orbit` and the choices of `window_settings`. Its panels are in the
room `panels`, with `first_tour`, `measure_tool` and `openable_files`; `label_spacing` sets words over the table apart. What is
asked of scene and rules is in `table_questions`; what lies under the cursor in `picking`; pictures of the gallery in
`thumbnails`.
"""
