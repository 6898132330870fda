"""Random moves: the Arbiter's text leaves them to the main rulebook."""

from rules.systems.arbiter.citations import CITATIONS
from rules.systems.arbiter.movement import MOVEMENT
from rules.systems.main_rulebook.random_moves import RANDOM_MOVES as MAIN
from rules.systems.recited import recited_random_moves

RANDOM_MOVES = recited_random_moves(MAIN, MOVEMENT, CITATIONS)
