"""What hurts figures, and what moves them against their will.

- `hits`: from a hit to its end: crouching, luck, saves, damage, casualties, pushes; open it first.
- `lasting_effects`: what activations bring to whoever is hurt, and what they end.
- `forced_moves`: pushes, and coming down from a fall.
- `random_movement`: running in a random direction.
"""
