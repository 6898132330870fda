"""The turn: priority, the move phase with its actions and orders, the end phase, and morale."""
