"""What the games say: verdicts, dice, fighters. Asks scene, draws nothing.

- `rules.sight`: line of sight, cover, whole verdicts, and how sensitive they are.
- `rules.movement`: paths, what they cost and where a move ends; `rules.fall_rules`: falls and jumps down.
- `rules.hazards`: blast markers, flame templates and random moves, for any table.
- `rules.roster`: gangs, fighters and weapons, and their files.
- `rules.engine`: procedures, dice, undo and replay, exact odds. Knows no game.
- `rules.skirmish`: a whole battle by the main rulebook, played as procedures.
- `rules.systems`: the rule systems themselves, a package each; `registry` finds them. Nobody below knows one by name.
- Shared by all: `citations` (reasons), `engagement` (enemies and base contact), `errors`, `percentages`.
"""
