"""Blast markers, flame templates and random moves: resolved, their odds, and where they are placed best.

- Blasts: `blast_marker` (where it may be placed, where it ends, whom it hits), `blast_odds`, `blast_placement` (the best).
- Flames: `flame_hits` (how a template may lie, whom it hits), `flame_placement` (how it lies best).
- Random moves: `random_move` (how far, what stops it, what follows), `random_move_odds` (and those of spatial shifts).
- `scatter_die`: the direction that both blasts and random moves take.
"""
