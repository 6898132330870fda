"""No rulebook: what is measured, and nothing else."""

from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("geometry", "geometry alone")
