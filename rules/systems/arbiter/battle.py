"""A battle by the Arbiter's rules: the parts that its procedures ask for, and what they say otherwise in numbers."""

from collections.abc import Mapping
from dataclasses import replace

from rules.skirmish.moving.move_actions import CARRY
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.turn_sequence import ACTION, BOTTLE, FLEE, RALLY, RECOVERY
from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.condition_marks import CONDITIONS
from rules.skirmish.state.skirmish_rules import (
    Activations,
    Carrying,
    Charge,
    CloseCombat,
    Flight,
    Moves,
    Nerve,
    Recovery,
    Retreat,
    Shooting,
    SkirmishRules,
)
from rules.systems.arbiter.casket_actions import CASKET_ACTIONS
from rules.systems.arbiter.conditions import PRIORITY_AND_BLINDNESS, TRAITS, burns
from rules.systems.arbiter.door_actions import DOOR_ACTIONS
from rules.systems.arbiter.ductway_actions import DUCTWAY_ACTIONS
from rules.systems.arbiter.movement import MOVEMENT
from rules.systems.arbiter.sight import SIGHT
from rules.systems.arbiter.skill_actions import BLIND_FIRE, SKILL_ACTIONS

RULES = SkirmishRules(
    activations=Activations(groups=False),
    moves=Moves(engage=False, hard_target=False, engaged_turn=False, take_cover="basic"),
    charge=Charge(times=1, dice="D3", most=48.0, pinned=0),
    carrying=Carrying(action=True, strength=False, locks=True),
    retreat=Retreat(reactions="who pass a check"),
    close_combat=CloseCombat(
        turning="hit rolls",
        unarmed_ap=0,
        defend="nobody",
        interference="enemies in contact only with him",
        reactions="all who are engaged",
        coup_de_grace=0.0,
        consolidate=2.0,
        consolidate_engages=False,
    ),
    shooting=Shooting(
        full_cover_misses=1,
        lying="never",
        engaged="modifier",
        engaged_modifier=-1,
        stray=False,
        ignored="nobody",
        easier="nobody",
        willpower=False,
        template_save=(0, 1, 2),
    ),
    nerve=Nerve(
        steadied_by="standing friends who are not broken",
        rallies="in the end phase",
        runs_at_once=True,
        running="double",
        engaged="runs for cover",
    ),
    recovery=Recovery(hindered_by="nobody"),
    flight=Flight(test="by a die", alone=False, give_up=False, may_fail=True),
)

PHASES = (PRIORITY_AND_BLINDNESS, FLEE, ACTION, BOTTLE, RECOVERY, RALLY)


BATTLE = BattleRules(
    PHASES,
    (*ACTIONS, CARRY, BLIND_FIRE, *DOOR_ACTIONS, *DUCTWAY_ACTIONS, *CASKET_ACTIONS, *SKILL_ACTIONS),
    marks=CONDITIONS,
    traits=TRAITS,
    befalls=(burns,),
    unknown=frozenset({"hard target", "reduced actions"}),
)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, RULES)

FORMER: Mapping[int, tuple[object, ...]] = {
    1: (
        SIGHT,
        MOVEMENT,
        replace(BATTLE, marks=tuple(replace(mark, status="") for mark in CONDITIONS), unknown=frozenset()),
        replace(RULES, moves=replace(RULES.moves, engaged_turn=True), charge=replace(RULES.charge, taken_back=False)),
    )
}
"""By version, for journals that were begun then.

In the first, the engaged turned for nothing, a charge at nobody was spent, and rulings put on marks that the text does not know
and webs that laid nobody down.
"""
