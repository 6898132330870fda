"""A battle by the main rulebook: the parts that its procedures ask for."""

from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import USUAL
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.skirmish_rules import SkirmishRules
from rules.systems.main_rulebook.movement import MOVEMENT
from rules.systems.main_rulebook.sight import SIGHT

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BattleRules(USUAL, ACTIONS), SkirmishRules())
