"""Movement: what the Arbiter's text does not say is the main rulebook's."""

from rules.systems.arbiter.citations import CITATIONS
from rules.systems.arbiter.falls import FALLS
from rules.systems.main_rulebook.movement import MOVEMENT as MAIN
from rules.systems.recited import recited_movement

MOVEMENT = recited_movement(MAIN, FALLS, CITATIONS)
