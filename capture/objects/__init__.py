"""Pieces, figures and points on a surveyed table.

- Terrain: `pieces_file` (which tags sit where on which pieces), `terrain_placement` (the fit to their tags),
  `resting_on_pieces` (what stands on pieces is let down onto them).
- Figures: `figure_placement` (all of them, once each), `tagged_bases` (by the tags on their bases).
- Round bases without tags: `base_detection` has all steps; `base_levels` (where to look), `base_candidates` (votes of all
  photos), `base_fit` (to the rim, with `base_outline` and `edge_profiles`), `base_evidence` (whether the rim is there).
- Single points: `triangulation`.
- For all of them: `survey_photos` (photos to measure in), `projection` (with derivatives), `placed_objects` (joint covariance).
"""
