"""Who sees whom, how much is hidden, and by what.

- `line_of_sight`: whether any point of one body sees any of another; `thin_slots`, `line_reuse`: where to look for lines.
- `hidden_share`: how much of a body is hidden, with its bound and by whom; `share_sampling`: the cells and sums behind it.
- `view_casting`, `view_directions`: what the eye meets in a direction; directions in cells of equal solid angle.
- `vantage_point`: the point of a body from which least is hidden.
- `occluders`: what of a table hides; `closed_openings`, `slice_planes`: what closes the gaps of a piece.
- `disc_shadow`: in plan only, how much of a disc lines from a point reach.
- `sight_corridor`: the pieces that may matter between two figures.
"""
