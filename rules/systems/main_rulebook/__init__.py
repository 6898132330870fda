"""The main rulebook: sight, movement, falls, random moves and battles."""

from rules.systems.main_rulebook.citations import CITATIONS
from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("main-rulebook", "the main rulebook", CITATIONS, version=4)
