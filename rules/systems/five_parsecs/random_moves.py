"""Random moves by Five Parsecs From Home."""

from rules.hazards.random_move import RandomMoveRules
from rules.systems.five_parsecs.movement import MOVEMENT

RANDOM_MOVES = RandomMoveRules(
    MOVEMENT,
    over_edges=True,
    crosses=False,
    pushed=1.0,
    stuns=True,
    shifts=True,
    direction="five-parsecs: Random movement",
    stops="five-parsecs: Random movement",
    room="five-parsecs: Movement action",
)
