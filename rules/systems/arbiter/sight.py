"""Line of sight and cover: the Arbiter's text leaves them to the main rulebook."""

from rules.systems.arbiter.citations import CITATIONS
from rules.systems.main_rulebook.sight import SIGHT as MAIN
from rules.systems.recited import recited_sight

SIGHT = recited_sight(MAIN, CITATIONS)
