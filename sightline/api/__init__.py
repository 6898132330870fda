"""What ``import sightline`` offers to programmers: a function for each question that a command answers.

- `tables_drawn`: tables loaded, saved and drawn.
- `sight_questions`, `movement_questions`, `distance_questions`, `fall_questions`, `blast_questions`, `attack_questions`: the
  answers, each with its facts, words and picture.
- `photo_scans`: a table from photos; `battle_play`: a battle that is played on.
- `given_places`: places as any three numbers; `shown_answers`: how an answer shows itself in a notebook.

Commands call these functions, and print what they answer.
"""
