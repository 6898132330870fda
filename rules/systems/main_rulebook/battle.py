"""A battle by the main rulebook: the parts that its procedures ask for, now and in former versions of this package."""

from collections.abc import Mapping
from dataclasses import replace

from rules.skirmish.moving.usual_traits import USUAL_TRAITS
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import USUAL
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.skirmish_rules import Charge, Recovery, SkirmishRules
from rules.systems.main_rulebook.movement import COSTS, MOVEMENT
from rules.systems.main_rulebook.numbers import NUMBERS
from rules.systems.main_rulebook.sight import SIGHT

BATTLE = BattleRules(USUAL, ACTIONS, traits=USUAL_TRAITS)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, NUMBERS)

ASKING = replace(BATTLE, asks_only_action=True)
"""As it was while a broken fighter was asked for the one action that he has."""
SPENT = Charge(taken_back=False)
"""As it was while a charge at nobody was spent."""

FORMER: Mapping[int, tuple[object, ...]] = {
    1: (
        SIGHT,
        replace(MOVEMENT, costs=replace(COSTS, leap_rounds_up=False)),
        ASKING,
        SkirmishRules(charge=SPENT, recovery=Recovery(risk=False)),
    ),
    2: (SIGHT, MOVEMENT, ASKING, SkirmishRules(charge=SPENT)),
    3: (SIGHT, MOVEMENT, ASKING, NUMBERS),
}
"""By version, for journals that were begun then.

In the first, half a movement did not round up in a leap, and nobody who came round fell.
"""
