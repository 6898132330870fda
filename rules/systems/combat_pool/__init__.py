"""combat-pool, the warband game: battles in which counters are drawn in secret; sight, movement and falls with it."""

from rules.systems.combat_pool.citations import CITATIONS
from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("combat-pool", "the combat pool quick reference", CITATIONS)
