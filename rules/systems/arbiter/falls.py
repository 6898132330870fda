"""Falls and jumps down: the Arbiter's text leaves them to the main rulebook."""

from rules.systems.arbiter.citations import CITATIONS
from rules.systems.main_rulebook.falls import FALLS as MAIN
from rules.systems.recited import recited_falls

FALLS = recited_falls(MAIN, CITATIONS)
