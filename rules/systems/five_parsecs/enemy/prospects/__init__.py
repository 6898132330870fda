"""What a figure can make of the places in its reach: first as an estimate for all of them, then proven for the best few.

- `outlook`: all that a behaviour asks for; open it first.
- `reached_places`: where it can end a move.
- `place_estimates`: lines, cover, shots and distances from there, as estimates.
- `used_features`: which terrain features it would stand at.
- `glances`: lines and cover as the rules judge them, for many pairs at once.
- `vantages`: who sees it at a place, and from whom it is in cover there.
"""
