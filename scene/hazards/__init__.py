"""Falls, scatter, blasts and flames as geometry: where they end and whom they touch.

- `fall_landing`: where somebody lands who goes over an edge, level by level; asks `fall_descent` how far down each fall goes,
  and `free_place` where he is moved to if he lands on others.
- `scatter_slide`: how far a scattered blast goes along its floor, and what stops it.
- `blast_coverage`: whom a round blast reaches.
- `flame_shape`: the flame template, and the bases that it lies over.
"""
