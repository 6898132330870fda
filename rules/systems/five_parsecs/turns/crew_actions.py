"""What a figure of the crew may do in its activation: a move, then a combat action; or wait.

Sources: five-parsecs: Actions, Movement action, Dash, Snap fire rules, Eligibility to fire, Brawling combat, Arc of fire.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Say, call
from rules.skirmish.moving.facing_action import choose_facing
from rules.skirmish.state.action import Action, FighterStatus
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.brawl import brawls
from rules.systems.five_parsecs.combat.fire_attack import fires
from rules.systems.five_parsecs.combat.fire_choice import asks_fire, ways_to_fire
from rules.systems.five_parsecs.conditions.figure_now import DASH, guns_of, may_fire, speed_now
from rules.systems.five_parsecs.conditions.marks import DELAYED, LANDED, SHOCKED, STUNNED, WATCHFUL
from rules.systems.five_parsecs.events.possible_reinforcements import markers_removed
from rules.systems.five_parsecs.moving.asked_moves import asks_where
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import crew_of

ACTIONS, MOVE, DASHES, SNAP = "Actions", "Movement action", "Dash", "Snap fire rules"
ACTIVE: frozenset[FighterStatus] = frozenset({"active"})
ANY: frozenset[FighterStatus] = ACTIVE | {"engaged"}
WATCHES = "fires when an enemy moves, or acts after the enemies"


def activation_over(battle: Battle) -> Battle:
    """Nothing is left to do for whoever acts."""
    acting = battle.activation
    return battle if acting is None else replace(battle, activation=replace(acting, left=0))


def done_so_far(battle: Battle) -> tuple[str, ...]:
    """What whoever acts has done, in its order."""
    return battle.activation.done if battle.activation is not None else ()


def after_move(before: Battle, battle: Battle, fighter: str) -> Procedure[Battle]:
    """What follows a move, of no inches too: any facing, or a brawl, which ends the activation as a hard landing does."""
    battle = yield from markers_removed(battle)
    model = battle.model(fighter)
    if not model.on_table or model.has(LANDED):
        return activation_over(battle)
    if model.position != before.model(fighter).position and in_contact_with(battle, fighter):
        battle = yield from call(brawls, battle, fighter)
        return activation_over(battle)
    return (yield from choose_facing(battle, fighter, crew_of(battle.setting), source="Arc of fire"))


def move(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A move of the full speed."""
    moved = yield from asks_where(battle, fighter, speed_now(battle, fighter), "where to", engages=_engages(battle, fighter))
    return (yield from after_move(battle, moved, fighter))


def dash(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A move of two inches more, and no combat action."""
    inches = speed_now(battle, fighter) + DASH
    moved = yield from asks_where(battle, fighter, inches, "where to dash", DASHES, engages=False)
    return activation_over((yield from after_move(battle, moved, fighter)))


def _engages(battle: Battle, fighter: str) -> bool:
    """The stunned cannot move to brawl. Source: five-parsecs, Engaging while stunned."""
    return not battle.model(fighter).has(STUNNED)


def fire(battle: Battle, fighter: str) -> Procedure[Battle | None]:
    """The ranged attack; taken back where nobody is fired at."""
    attack = yield from asks_fire(battle, fighter)
    if attack is None:
        return None
    return activation_over((yield from call(fires, battle, attack)))


def brawl_on(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Another brawl with whoever is still in contact."""
    return activation_over((yield from call(brawls, battle, fighter, False)))


def wait_to_fire(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The figure waits for an enemy to move."""
    battle = activation_over(battle.marked(fighter, WATCHFUL))
    yield Say(f"{battle.called(fighter)} waits to snap fire", SNAP, battle)
    return battle


def delay(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The figure acts in the slow actions phase instead."""
    return activation_over((yield from delayed(battle, fighter)))


def delayed(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The battle in which a figure waits for the slow actions phase."""
    battle = battle.marked(fighter, DELAYED)
    yield Say(f"{battle.called(fighter)} waits for the slow actions phase", SNAP, battle)
    return battle


def no_move(battle: Battle, fighter: str) -> str | None:
    """Why a figure cannot begin a move now; None if it can."""
    who = battle.called(fighter)
    if done_so_far(battle):
        return "a move comes first in an activation, and there is one only"
    return f"{who} has jumped down, which ends the round" if battle.model(fighter).has(LANDED) else None


def _no_fire(battle: Battle, fighter: str) -> str | None:
    who = battle.called(fighter)
    if (kept := _no_combat(battle, fighter)) is not None:
        return kept
    if not guns_of(battle, fighter):
        return f"{who} has nothing to fire"
    if not may_fire(battle, fighter):
        return f"{who} cannot fire this round"
    if in_contact_with(battle, fighter):
        return f"{who} is in contact with an enemy"
    return None


def _no_target(battle: Battle, fighter: str) -> str | None:
    """Nobody to fire at; where that is too close to call, fire can still be asked for."""
    some = next(ways_to_fire(battle, fighter), None)
    return None if some else f"{battle.called(fighter)} has no target in arc, in range and in sight"


def _no_brawl(battle: Battle, fighter: str) -> str | None:
    if (kept := _no_combat(battle, fighter)) is not None:
        return kept
    return None if in_contact_with(battle, fighter) else f"{battle.called(fighter)} is in contact with no enemy"


def _no_combat(battle: Battle, fighter: str) -> str | None:
    """Why shock, or stun on a move, keeps a figure from any combat action. Sources: five-parsecs, Stun; Shock."""
    model, who = battle.model(fighter), battle.called(fighter)
    if model.has(SHOCKED):
        return f"{who} is shocked"
    return f"{who} is stunned, and has moved" if model.has(STUNNED) and done_so_far(battle) else None


def _no_waiting(battle: Battle, _fighter: str) -> str | None:
    if battle.phase != "quick":
        return "only who acts in the quick actions phase can wait"
    return "who has begun to act cannot wait" if done_so_far(battle) else None


def _no_snap_fire(battle: Battle, fighter: str) -> str | None:
    if not may_fire(battle, fighter):
        return f"{battle.called(fighter)} has nothing to fire this round"
    return _no_waiting(battle, fighter)


FIRE = Action("fire", "Fire", "basic", ACTIVE, _no_fire, fire, "Eligibility to fire", vain=_no_target)
CREW_ACTIONS = (
    Action("move", "Move", "basic", ANY, no_move, move, MOVE, does="then a combat action"),
    Action("dash", "Dash", "basic", ACTIVE, no_move, dash, DASHES, does='2" more, and no combat action'),
    FIRE,
    Action("brawl", "Brawl again", "basic", ANY, _no_brawl, brawl_on, "Brawling combat"),
    Action("snap-fire", "Wait to snap fire", "basic", ACTIVE, _no_snap_fire, wait_to_fire, SNAP, does=WATCHES),
    Action("delay", "Delay", "basic", ANY, _no_waiting, delay, SNAP, does="acts after the enemies"),
)
"""What the crew can do, in the order in which it is offered. Source: five-parsecs, Actions."""
