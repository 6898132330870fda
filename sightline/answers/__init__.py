"""Answers to questions, as JSON and in words.

Most modules are of a command's name: `path_answer`, `approach_answer` (into base contact, toward, away), `blast_answer`,
`flame_answer`, `fall_answer`, `fall_risk_answer` (who may fall), `random_move_answer` (the command ``drift``), `field_answer`,
`import_answer`; those that come from photos are in `scanned`. Shots of ``los`` are in `sight_answer`. How the legs of a path
are counted is in `counted_legs`.
"""
