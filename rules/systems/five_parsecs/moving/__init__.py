"""Moves of a figure's own will.

- `asked_moves`: where to, of the player's figures; open it first.
- `walks`: along a path, with jumps down, and whoever breaks in.
- `closing_in`: into contact with an enemy.
"""
