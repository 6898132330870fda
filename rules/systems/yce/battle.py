"""A battle by the quick reference for YCE: the parts that its procedures ask for, now and in former versions."""

from collections.abc import Mapping
from dataclasses import replace

from rules.skirmish.moving.move_actions import CARRY
from rules.skirmish.moving.usual_traits import USUAL_TRAITS
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import USUAL
from rules.skirmish.state.battle_rules import BattleRules
from rules.systems.yce.movement import MOVEMENT
from rules.systems.yce.numbers import NUMBERS
from rules.systems.yce.sight import SIGHT

BATTLE = BattleRules(USUAL, (*ACTIONS, CARRY), traits=USUAL_TRAITS)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, NUMBERS)

ASKING = replace(BATTLE, asks_only_action=True)
"""As it was while a broken fighter was asked for the one action that he has."""
SPENT = replace(NUMBERS, charge=replace(NUMBERS.charge, taken_back=False))
"""As they were while a charge at nobody was spent."""

FORMER: Mapping[int, tuple[object, ...]] = {
    1: (
        SIGHT,
        MOVEMENT,
        ASKING,
        replace(SPENT, shooting=replace(NUMBERS.shooting, compared="who is visible after the pivot")),
    ),
    2: (SIGHT, MOVEMENT, ASKING, SPENT),
    3: (SIGHT, MOVEMENT, ASKING, NUMBERS),
}
"""By version, for journals that were begun then.

In the first, target priority weighed only whom the shooter saw once he had turned.
"""
