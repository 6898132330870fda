"""Rules as procedures: what they ask, who answers, how a game is kept, undone and replayed, and exact odds. Knows no game.

- `procedure_steps`: what a procedure yields: rolls, choices, what is said, calls. Open it first.
- `dice`: which dice there are, and what players type in.
- `game_history`: a game as its answers, with undo and replay; `journal_format`: the same as text, the save file.
- `shared_dice`: dice that two devices draw together; `drawn_entries`: how they stand in a journal.
- `exact_odds`: a procedure gone through with every answer that there can be.
"""
