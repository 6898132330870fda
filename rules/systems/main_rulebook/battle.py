"""A battle by the main rulebook: the parts that its procedures ask for."""

from rules.skirmish.state.skirmish_rules import SkirmishRules
from rules.systems.main_rulebook.movement import MOVEMENT
from rules.systems.main_rulebook.sight import SIGHT

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, SkirmishRules())
