"""A battle from its files to its last answer: who answers, what is kept, what is told.

Files: `battle_loading`, `battle_writing`, `gang_loading`, `scenario_loading`, `gang_dialogue` (makes a gang in a talk), and
`journal_files`, in which answers are kept; `battle_keeping` finds or begins a battle's journal. `play_loop` hands answers to a
battle and keeps them; at the command line `people_play` asks people for them, read by `answer_sources`, at a `terminal_screen`;
`battle_log` tells in words what happened, `acting_words` what cannot be done now, and `secret_choices` who looks alone at a
screen that several people share. `roll_verification` works out all rolls of a journal again. A single attack without a battle
is in the room `attacks`, what is known of targets in `targets`.
"""
