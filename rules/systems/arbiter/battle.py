"""A battle by the Arbiter's rules: the parts that its procedures ask for, and what they say otherwise in numbers."""

from dataclasses import replace

from rules.skirmish.melee.retreat_actions import RETREAT, RUN_FOR_COVER
from rules.skirmish.phases.action_list import ACTIONS, CARRY
from rules.skirmish.phases.turn_sequence import ACTION, BOTTLE, FLEE, RALLY, RECOVERY
from rules.skirmish.state.action import Action
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
    moves=Moves(engage=False, take_cover="basic"),
    charge=Charge(times=1, dice="D3", most=48.0, pinned=0),
    carrying=Carrying(action=True, strength=False, locks=True),
    retreat=Retreat(reactions="who pass a check"),
    close_combat=CloseCombat(
        turning="hit rolls",
        unarmed_ap=0,
        defend="nobody",
        interference="enemies in contact only with him",
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
        steadied_by="standing friends who are not broken", runs_at_once=True, rallies="in the end phase", running="double"
    ),
    recovery=Recovery(hindered_by="nobody"),
    flight=Flight(test="by a die", alone=False, give_up=False, may_fail=True),
)

PHASES = (PRIORITY_AND_BLINDNESS, FLEE, ACTION, BOTTLE, RECOVERY, RALLY)


def _own(action: Action) -> Action:
    """Of an action of the family, what is otherwise here: who is broken only runs, also out of a fight."""
    if action.key == RETREAT.key:
        return replace(action, broken=False)
    return replace(action, statuses=action.statuses | {"engaged"}) if action.key == RUN_FOR_COVER.key else action


BATTLE = BattleRules(
    PHASES,
    (*map(_own, ACTIONS), CARRY, BLIND_FIRE, *DOOR_ACTIONS, *DUCTWAY_ACTIONS, *CASKET_ACTIONS, *SKILL_ACTIONS),
    marks=CONDITIONS,
    traits=TRAITS,
    befalls=(burns,),
)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, RULES)
