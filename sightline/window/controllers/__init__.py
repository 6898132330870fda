"""Controllers: what carries out what people want.

`shown_state` is what is shown and at work. `window_state` takes every intent and finds, in the table of `intent_table`, which
of the others carries it out: `click_controller` (what a click on the table does), `cancel_controller` (Esc), `view_controller`
(how the table is looked at, settings), `question_controller` (sight and all else that is asked), `move_controller` (planned
moves), `battle_controller`, `aim_controller` (markers and templates), `build_controller`, `file_controller` (open, save,
recover). `evidence_export` writes the report of a question.
"""
