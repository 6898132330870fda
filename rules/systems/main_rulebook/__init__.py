"""The main rulebook: sight, movement, falls, random moves and battles."""

from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("main-rulebook", "the main rulebook")
