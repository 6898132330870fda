"""What ``import sightline`` offers to programmers: functions for the questions that commands answer.

- `tables_drawn`: tables loaded, saved and drawn; `loaded_table`: a table that shows itself; `bundled_names`: what comes along.
- `sight_questions`, `movement_questions`, `distance_questions`, `fall_questions`, `blast_questions`, `attack_questions`: the
  answers, each with its facts, words and picture.
- `photo_scans`: a table from photos; `battle_play`: a battle that is played on.
- `given_values`: what programmers give, checked; `python_words`: messages that name arguments as Python does;
  `shown_answers`: how an answer shows itself in a notebook.

Commands call these functions, and print what they answer.
"""
