"""The round: who acts when, and what a figure of the crew may do.

- `round_phases`: the order of a round; open it first.
- In their order: `set_up`, `seizing`, `reactions`, `crew_activation` with `crew_actions` and `alternative_moves`.
- `breaking_in`: snap fire and overwatch in the middle of a move.
"""
