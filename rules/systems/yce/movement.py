"""Movement: what the quick reference does not say is the main rulebook's."""

from rules.systems.main_rulebook.movement import MOVEMENT as MAIN
from rules.systems.recited import recited_movement
from rules.systems.yce.citations import CITATIONS
from rules.systems.yce.falls import FALLS

MOVEMENT = recited_movement(MAIN, FALLS, CITATIONS)
