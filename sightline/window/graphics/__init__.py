"""Graphics by OpenGL and Dear ImGui; the only modules that know of them.

What is drawn of a view is in `view_shapes`, with `aim_shapes` and `deployment_shapes`; `gl_shapes` makes triangles of it,
`gl_canvas` draws them, by the shaders in ``shaders/`` and the buffers of `gl_buffers`. Panels and labels: `imgui_panels`.
"""
