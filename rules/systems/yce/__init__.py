"""The quick reference for YCE: what it says otherwise than the main rulebook."""

from rules.systems.rule_system import RuleSystem
from rules.systems.yce.citations import CITATIONS

SYSTEM = RuleSystem("yce", "the quick reference for YCE", CITATIONS, version=4)
