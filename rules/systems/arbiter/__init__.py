"""The Arbiter's battle rules: what they say otherwise than the main rulebook, and what only they have."""

from rules.systems.arbiter.citations import CITATIONS
from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("arbiter", "the Arbiter's battle rules", CITATIONS, version=3)
