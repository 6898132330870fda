"""The activations of the crew: who acts next, what it does, and what ends it.

Sources: five-parsecs: The reaction roll, Actions, Stun, Shock, Snap fire rules.
"""

from dataclasses import replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.moving.own_movement import as_usual
from rules.skirmish.state.action import Action, against, can, typed_action
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Activation, Battle
from rules.systems.five_parsecs.combat.fire_choice import ways_asked
from rules.systems.five_parsecs.conditions.marks import BOTH, DELAYED, IDLE, LANDED, QUICK, SHOCKED, SLOW, STUNNED, WATCHFUL
from rules.systems.five_parsecs.enemy.shock_moves import shock_move
from rules.systems.five_parsecs.harm.lasting_effects import activated, deactivated
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from rules.systems.five_parsecs.turns.crew_actions import FIRE, after_move, delayed
from rules.systems.five_parsecs.turns.reactions import second_turn

REACTION, ACTIONS, SNAP = "The reaction roll", "Actions", "Snap fire rules"
END = Option("end", "end the activation")
IN_DOUBT = "at somebody of whom it is too close to call if he is seen"
FULL, STUNNED_ONLY = 2, 1
"""A move and a combat action; either of them."""


def may_act(battle: Battle) -> tuple[str, ...]:
    """The crew members who may act in the phase that is going on."""
    return tuple(model.id for model in battle.on_table(crew_of(battle.setting)) if _may_act(battle, model.id))


def _may_act(battle: Battle, fighter: str) -> bool:
    model = battle.model(fighter)
    if not model.ready or model.has(IDLE):
        return False
    waits = model.has(WATCHFUL) or model.has(DELAYED)
    if battle.phase == "quick":
        return bool(model.has(QUICK) or model.has(BOTH)) and not waits
    return bool(model.has(SLOW) or model.has(BOTH) or waits)


def somebody_acts(battle: Battle) -> bool:
    """Whether somebody of the crew acts or may."""
    return battle.activation is not None or bool(may_act(battle))


def crew_step(battle: Battle) -> Procedure[Battle]:
    """One activation begun, one action done, or one activation ended."""
    return (yield from (_next_action(battle) if battle.activation is not None else _next_activation(battle)))


def _next_activation(battle: Battle) -> Procedure[Battle]:
    crew, names = crew_of(battle.setting), may_act(battle)
    options = tuple(Option(name, battle.called(name), name) for name in names)
    asked = Choose("who acts", crew, options, source=REACTION)
    fighter: str = names[0] if len(names) == 1 else (yield asked)
    if battle.phase == "quick" and battle.model(fighter).has(SHOCKED) and not (yield from _acts_at_once(battle, fighter)):
        return (yield from delayed(battle, fighter))
    return (yield from begin(battle, fighter))


def _acts_at_once(battle: Battle, fighter: str) -> Procedure[bool]:
    """Whether somebody who is shocked acts before the enemies; others are asked with all that they can do."""
    options = (Option("now", "now, as shock has it", value=True), Option("delay", "after the enemies", value=False))
    now: bool = yield Choose("when to act in shock", crew_of(battle.setting), options, about=fighter, source=SNAP)
    return now


def begin(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A figure of the crew is activated; whoever is shocked moves as shock has it, and is done."""
    model = battle.model(fighter)
    waited = bool(model.has(WATCHFUL) or model.has(DELAYED))
    left = STUNNED_ONLY if model.has(STUNNED) else FULL
    acting = Activation(fighter, left, controller=model.gang)
    battle = replace(battle, activation=acting, turn=model.gang).marked(fighter, WATCHFUL, 0).marked(fighter, DELAYED, 0)
    yield Say(f"{battle.called(fighter)} acts", ACTIONS, battle)
    battle = yield from call(activated, battle, fighter, waited)
    now = battle.model(fighter)
    if now.on_table and now.has(SHOCKED) and not now.has(LANDED):
        moved = as_usual((yield from call(shock_move, moves_as(battle, fighter), fighter)))
        if moved.model(fighter).position != model.position:
            moved = yield from after_move(battle, moved, fighter)
        return (yield from ended(moved))
    return battle if battle.model(fighter).on_table else replace(battle, activation=None)


def _next_action(battle: Battle) -> Procedure[Battle]:
    """The player picks what the figure does; the activation ends when there is nothing left to do."""
    acting = battle.activation
    assert acting is not None
    fighter = acting.fighter
    actions = battle_rules(battle).actions
    options = tuple(Option(one.key, one.name, one, one.does) for one in actions if not against(battle, fighter, one))
    if not options and can(battle, fighter, FIRE) and ways_asked(battle, fighter):
        options = (Option(FIRE.key, FIRE.name, FIRE, IN_DOUBT),)
    if not options or battle.model(fighter).has(LANDED):
        return (yield from ended(battle))
    asked = Choose("action", acting.controller, (*options, END), about=fighter, source=ACTIONS)
    action: Action | None = yield replace(asked, free=partial(typed_action, battle, battle_rules(battle).actions, asked))
    if action is None:
        return (yield from ended(battle))
    return (yield from _does(battle, fighter, action))


def _does(battle: Battle, fighter: str, action: Action) -> Procedure[Battle]:
    """The action, which costs nothing where the player thinks better of it."""
    acting = battle.activation
    assert acting is not None
    spent = replace(battle, activation=replace(acting, left=acting.left - 1, done=(*acting.done, action.key)))
    after = yield from action.do(moves_as(spent, fighter), fighter)
    if after is None:
        return battle
    after = as_usual(after)
    waits = after.model(fighter).has(WATCHFUL) or after.model(fighter).has(DELAYED)
    if waits:
        return replace(after, activation=None)
    over = after.activation is None or after.activation.left < 1 or not after.model(fighter).on_table
    return (yield from ended(after)) if over else after


def ended(battle: Battle) -> Procedure[Battle]:
    """The end of an activation; who acts twice in this round is ready again in the slow actions phase."""
    acting = battle.activation
    assert acting is not None
    battle = yield from call(deactivated, battle, acting.fighter)
    battle = second_turn(battle, acting.fighter) if battle.phase == "quick" else battle
    if not battle.model(acting.fighter).ready:
        battle = battle.marked(acting.fighter, QUICK, 0).marked(acting.fighter, SLOW, 0)
    return replace(battle, activation=None, overruled=())
