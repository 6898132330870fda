"""A battle by the quick reference for YCE: its parts, now and in former versions, and what it says otherwise in numbers."""

from collections.abc import Mapping
from dataclasses import replace

from rules.skirmish.moving.move_actions import CARRY
from rules.skirmish.moving.usual_traits import USUAL_TRAITS
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import USUAL
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.skirmish_rules import (
    Carrying,
    CloseCombat,
    Flight,
    Moves,
    Recovery,
    Reinforcements,
    Retreat,
    Shooting,
    SkirmishRules,
)
from rules.systems.yce.movement import MOVEMENT
from rules.systems.yce.sight import SIGHT

RULES = SkirmishRules(
    reinforcements=Reinforcements(together=None, enemies=6.0, in_turn=True),
    moves=Moves(engaged_turn=False, take_cover="basic"),
    carrying=Carrying(action=True, reach=1.0),
    retreat=Retreat(inches="movement", pivot=True),
    close_combat=CloseCombat(
        turning="weapon skill",
        turning_to_react="weapon skill",
        unarmed_ap=0,
        defend="who sees the attacker",
        defence_assistance=True,
        one_by_one=True,
        targets_pick=True,
        interference="enemies of all gangs in contact with no friend of his",
    ),
    shooting=Shooting(
        lying="within range",
        aim_for="the next action",
        ignored="who are not active",
        easier="who is easier to hit than all closer ones",
        compared="who is in line of sight",
        mid_air="goes off",
    ),
    recovery=Recovery(hindered_by="operational enemies"),
    flight=Flight(share=2, alone=False, give_up=False, example="may stay"),
)

BATTLE = BattleRules(USUAL, (*ACTIONS, CARRY), traits=USUAL_TRAITS)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, RULES)

SPENT = replace(RULES, charge=replace(RULES.charge, taken_back=False))
"""As they were while a charge at nobody was spent."""

FORMER: Mapping[int, tuple[object, ...]] = {
    1: (
        SIGHT,
        MOVEMENT,
        BATTLE,
        replace(SPENT, shooting=replace(RULES.shooting, compared="who is visible after the pivot")),
    ),
    2: (SIGHT, MOVEMENT, BATTLE, SPENT),
}
"""By version, for journals that were begun then.

In the first, target priority weighed only whom the shooter saw once he had turned.
"""
