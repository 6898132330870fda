"""What befalls figures and sides, as marks, and what a figure is capable of with them.

- `marks`: all that figures have.
- `side_marks`: what events and escalations leave behind with a side.
- `figure_now`: a figure's values as they are now; who is on which side.
- `battle_view`: who sees, and may fire at, whom.
"""
