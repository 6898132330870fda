"""A battle by the Arbiter's rules: the parts that its procedures ask for, now and in former versions."""

from collections.abc import Mapping
from dataclasses import replace

from rules.skirmish.moving.move_actions import CARRY
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import ACTION, BOTTLE, FLEE, RALLY, RECOVERY
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.condition_marks import CONDITIONS
from rules.systems.arbiter.casket_actions import CASKET_ACTIONS
from rules.systems.arbiter.conditions import EARLIER_TRAITS, PRIORITY_AND_BLINDNESS, TRAITS, burns, burns_alone
from rules.systems.arbiter.door_actions import DOOR_ACTIONS
from rules.systems.arbiter.ductway_actions import DUCTWAY_ACTIONS, crawls_holding
from rules.systems.arbiter.movement import MOVEMENT
from rules.systems.arbiter.numbers import NUMBERS
from rules.systems.arbiter.sight import SIGHT
from rules.systems.arbiter.skill_actions import BLIND_FIRE, SKILL_ACTIONS, somersaults_holding

PHASES = (PRIORITY_AND_BLINDNESS, FLEE, ACTION, BOTTLE, RECOVERY, RALLY)


BATTLE = BattleRules(
    PHASES,
    (*ACTIONS, CARRY, BLIND_FIRE, *DOOR_ACTIONS, *DUCTWAY_ACTIONS, *CASKET_ACTIONS, *SKILL_ACTIONS),
    marks=CONDITIONS,
    traits=TRAITS,
    befalls=(burns,),
    unknown=frozenset({"hard target", "reduced actions"}),
)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, NUMBERS)

HOLDING = {"duct-crawl": crawls_holding, "somersault": somersaults_holding}
EARLIER = replace(
    BATTLE,
    befalls=(burns_alone,),
    actions=tuple(replace(one, do=HOLDING.get(one.key, one.do)) for one in BATTLE.actions),
    traits=EARLIER_TRAITS,
    asks_only_action=True,
)
"""As it was while fire shook nobody and put nobody at risk of falling, ductways and somersaults left no load behind, nothing
pinned who was immovable, and a broken fighter was asked for the one action that he has.
"""

FORMER: Mapping[int, tuple[object, ...]] = {
    1: (
        SIGHT,
        MOVEMENT,
        replace(EARLIER, marks=tuple(replace(mark, status="") for mark in CONDITIONS), unknown=frozenset()),
        replace(NUMBERS, moves=replace(NUMBERS.moves, engaged_turn=True), charge=replace(NUMBERS.charge, taken_back=False)),
    ),
    2: (SIGHT, MOVEMENT, EARLIER, NUMBERS),
}
"""By version, for journals that were begun then.

In the first, the engaged turned for nothing, a charge at nobody was spent, and rulings put on marks that the text does not know
and webs that laid nobody down.
"""
