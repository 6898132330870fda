"""What is drawn of a view, as triangles: no OpenGL yet.

`view_shapes` says what there is, with the other modules named after what they draw; `gl_shapes` makes triangles of it, and a
`drawn_object` says how they take the light.
"""
