"""The list of all actions that the family has, in the order in which they are offered, and those of a battle."""

from dataclasses import replace
from functools import lru_cache

from rules.skirmish.melee.close_combat import COUP_DE_GRACE, FIGHT
from rules.skirmish.melee.retreat_actions import RETREAT, RUN_FOR_COVER
from rules.skirmish.moving.charge_action import CHARGE
from rules.skirmish.moving.crawl_actions import CRAWL, STAND_UP, TAKE_COVER
from rules.skirmish.moving.facing_action import FACE
from rules.skirmish.moving.move_actions import MOVE
from rules.skirmish.shooting.reload_action import RELOAD
from rules.skirmish.shooting.shoot_actions import AIM, SHOOT
from rules.skirmish.state.action import Action, Kind, has_skill
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import SkirmishRules, skirmish_rules

ACTIONS: tuple[Action, ...] = (
    FACE,
    MOVE,
    CHARGE,
    SHOOT,
    AIM,
    RELOAD,
    TAKE_COVER,
    COUP_DE_GRACE,
    FIGHT,
    RETREAT,
    STAND_UP,
    CRAWL,
    RUN_FOR_COVER,
)
"""Source: main-rulebook, Statuses and available actions."""


def actions_of(battle: Battle) -> tuple[Action, ...]:
    """All actions of a battle's rule system, each of the kind that its switches say, if it has such."""
    actions = battle_rules(battle).actions
    return _adapted(actions, skirmish_rules(battle)) if battle.setting.has_part(SkirmishRules) else actions


@lru_cache(maxsize=64)
def _adapted(actions: tuple[Action, ...], rules: SkirmishRules) -> tuple[Action, ...]:
    kinds: dict[str, Kind] = {TAKE_COVER.key: rules.moves.take_cover, RUN_FOR_COVER.key: rules.nerve.running}
    return tuple(_when_broken(replace(action, kind=kinds.get(action.key, action.kind)), rules) for action in actions)


def _when_broken(action: Action, rules: SkirmishRules) -> Action:
    """An action with what a broken fighter does in close combat: he retreats, or runs for cover there too."""
    if rules.nerve.engaged == "runs for cover" and action.key == RETREAT.key:
        return replace(action, broken=False)
    if rules.nerve.engaged == "runs for cover" and action.key == RUN_FOR_COVER.key:
        return replace(action, statuses=action.statuses | {"engaged"})
    return action


def listed_for(battle: Battle, fighter: str) -> tuple[Action, ...]:
    """The actions that people are told of for a fighter: all but those of skills that he does not have."""
    return tuple(action for action in actions_of(battle) if has_skill(battle, fighter, action))
