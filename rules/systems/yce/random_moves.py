"""Random moves: the quick reference leaves them to the main rulebook."""

from rules.systems.main_rulebook.random_moves import RANDOM_MOVES as MAIN
from rules.systems.recited import recited_random_moves
from rules.systems.yce.citations import CITATIONS
from rules.systems.yce.movement import MOVEMENT

RANDOM_MOVES = recited_random_moves(MAIN, MOVEMENT, CITATIONS)
