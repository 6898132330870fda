"""The program as a player, an opponent: choices from scores, scores from estimates.

- `program_player`: an answer to whatever a battle asks; open it first.
- Choices: `action_choice` (what a fighter does next), `goal_choice` (where he should go).
- Scores: `place_scores` (how good places are), `shot_scores` (what shots are worth).
- Estimates: `attack_estimate` (chances of attacks), `distance_estimate` (how far to a goal), `sight_estimate` (who sees whom).
"""
