"""Five Parsecs From Home: sight, movement, falls, random moves, and battles of a crew against enemies that tables play."""

from rules.systems.five_parsecs.citations import CITATIONS
from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("five-parsecs", "Five Parsecs From Home", CITATIONS)
