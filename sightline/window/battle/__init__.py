"""A battle in the window: its thread, what is shown of it, its panels.

`battle_game` plays it, in the thread of `battle_thread`; what comes out is a value of `snapshots`; `deed_words` tells what
an answer did. Answers by the mouse are in
`click_answers`, markers and templates before they are laid in `template_aim`.
What happened between two snapshots is played as a `battle_story`.
Panels: `battle_panels` (turn, question, log), `players_panel`, `dice_panel`, `dice_tray` (the last roll), `fighter_panels`
(card and targets), `aim_panels`,
`hand_over_panel` (in place of a secret question).
"""
