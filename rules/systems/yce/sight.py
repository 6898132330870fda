"""Line of sight and cover: the quick reference leaves them to the main rulebook."""

from rules.systems.main_rulebook.sight import SIGHT as MAIN
from rules.systems.recited import recited_sight
from rules.systems.yce.citations import CITATIONS

SIGHT = recited_sight(MAIN, CITATIONS)
