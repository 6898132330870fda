"""Random moves by the main rulebook."""

from rules.hazards.random_move import RandomMoveRules
from rules.systems.main_rulebook.movement import MOVEMENT

RANDOM_MOVES = RandomMoveRules(
    MOVEMENT,
    over_edges=False,
    crosses=True,
    pushed=0.0,
    stuns=False,
    shifts=False,
    direction="main-rulebook: Scatter dice",
    stops="main-rulebook: Moving directly towards and directly away from",
    room='main-rulebook: The 1" rule and engaging enemies',
)
