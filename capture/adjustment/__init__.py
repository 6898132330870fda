"""Bundle adjustment: where photos and tags are, from nothing to a survey with its covariance.

- `tag_survey` has all steps, from photos to the survey: open it first. `prior_knowledge` is what they start from.
- First guesses: `initial_poses` (each tag's two are from `square_poses`), and `initial_adjustment`, which tries lenses as well.
- The adjustment: `adjustment_problem` (unknowns, residuals, Jacobian), `bundle_adjustment` (normal equations, robust weights,
  covariance), `lens_and_paper_model` (what differs from photo to photo and from tag to tag), `rotation_vectors`.
- What is wrong in the input: `outlier_rejection`, `pose_ambiguity`, `missed_tags`.
- How large things are, in `tag_sizing`: `scale_lengths` (measured lengths), `tag_sizes` (single tags), `tag_size_kinds` (all
  anchors, say).
- A table that was measured before: `known_tags` has its places hold the new photos.
- The result: `table_frame` (which tags lie on the ground and mark the edges), `survey` (everything in that frame).
"""
