"""Five Parsecs From Home: movement, falls and random moves."""

from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("five-parsecs", "Five Parsecs From Home")
