"""The main rulebook's numbers and switches of a battle, from which its relatives begin."""

from rules.skirmish.state.skirmish_rules import SkirmishRules

NUMBERS = SkirmishRules()
