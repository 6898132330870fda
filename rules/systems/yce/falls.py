"""Falls and jumps down: the quick reference leaves them to the main rulebook."""

from rules.systems.main_rulebook.falls import FALLS as MAIN
from rules.systems.recited import recited_falls
from rules.systems.yce.citations import CITATIONS

FALLS = recited_falls(MAIN, CITATIONS)
