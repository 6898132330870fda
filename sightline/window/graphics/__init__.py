"""Graphics by OpenGL and Dear ImGui; the only modules that know of them.

What is drawn of a view is in `shapes`. `gl_canvas` draws it by `gl_renderer`, with ``shaders/`` and `gl_buffers`;
`face_culling` leaves out what cannot be seen. Panels and labels: `imgui_panels`.
"""
