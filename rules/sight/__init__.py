"""Line of sight and cover as rulebooks judge them, with reasons, and how steady the verdict is.

- `shot_verdicts`: the whole verdict on a shot; open it first. `verdict`: what it says, as values.
- `sight_rulings`: line of sight and cover; `flat_table_sight`: the same by the variant for flat tables (Zone Mortalis).
- `cover_exemptions`: who and what does not count for cover; `vision_arc`: who is in it.
- `verdict_reasons`: a verdict in words, each with its section.
- Sensitivity: `sensitivity` (to small shifts), `scan_sensitivity` (to the errors of a scan), `shifted_verdicts` (asking again).
- `seen_from`: from which places of a table a figure is seen.
"""
