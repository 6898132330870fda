"""The phases of a turn: priority, moves, combats, the end. Source: combat-pool, Turn sequence.

Players take turns to move one model each, whoever has priority first: Sightline's own (docs/rules-combat-pool.md, activations).
"""

from dataclasses import replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.skirmish.phases.priority import readied, roll_for_priority
from rules.skirmish.state.action import Action, against, typed_action
from rules.skirmish.state.battle_rules import Phase, battle_rules, round_told
from rules.skirmish.state.battle_state import Activation, Battle, Mark
from rules.systems.combat_pool.citations import MOVE, TURN
from rules.systems.combat_pool.conditions.hiding import hidden_no_more
from rules.systems.combat_pool.conditions.model_marks import ORDERED
from rules.systems.combat_pool.harm.stunned_counters import recovers
from rules.systems.combat_pool.melee.combat_phase import combat_is_left, next_combat
from rules.systems.combat_pool.pool_numbers import HIDING, numbers
from rules.systems.combat_pool.turns.morale_tests import morale_tests
from rules.systems.combat_pool.turns.stand_off import counts_still_turns

WHO, ACTION = "who acts", "action"
END = Option("end", "end the activation")
GIVEN = Mark("has had his order", until="round ends", silent=True)


def priority_phase(battle: Battle) -> Procedure[Battle]:
    """The turn begins with the morale tests of the turn before, and the roll for priority."""
    sides = tuple(replace(side, lost_this_round=0) for side in battle.sides)
    battle = replace(battle, sides=sides, round=battle.round + 1, turn="", group=())
    yield Say(round_told(battle), TURN, battle)
    battle = yield from morale_tests(battle)
    if len({model.gang for model in battle.on_table()}) < 2:
        return battle
    return readied((yield from roll_for_priority(battle)))


def may_act(battle: Battle, gang: str) -> tuple[str, ...]:
    """The models of a warband that have yet to act, or have been given an order since."""
    return tuple(model.id for model in battle.on_table(gang) if model.ready or _ordered_again(battle, model.id))


def _ordered_again(battle: Battle, fighter: str) -> bool:
    model = battle.model(fighter)
    return bool(model.has(ORDERED)) and not model.has(GIVEN)


def somebody_acts(battle: Battle) -> bool:
    """Whether somebody acts or may."""
    return battle.activation is not None or any(may_act(battle, gang) for gang in battle.order)


def move_step(battle: Battle) -> Procedure[Battle]:
    """One activation begun, one action done, or one activation ended."""
    return (yield from (_next_action if battle.activation is not None else _next_activation)(battle))


def _next_activation(battle: Battle) -> Procedure[Battle]:
    turn = battle.order.index(battle.turn)
    gang = next(one for one in (*battle.order[turn:], *battle.order[:turn]) if may_act(battle, one))
    names = may_act(battle, gang)
    options = tuple(Option(name, battle.called(name), name) for name in names)
    asked = Choose(WHO, gang, options, source=MOVE)
    fighter: str = names[0] if len(names) == 1 else (yield asked)
    again = not battle.model(fighter).ready
    extra = bool(battle.model(fighter).has(ORDERED))
    left = 1 if again else numbers(battle).turns.actions + extra
    battle = battle.marked(fighter, GIVEN) if extra else battle
    battle = replace(battle, activation=Activation(fighter, left, controller=gang), turn=gang)
    battle = battle.changed(fighter, ready=False)
    yield Say(f"{battle.called(fighter)} acts{' once more, as ordered' * again}", MOVE, battle)
    return battle


def _next_action(battle: Battle) -> Procedure[Battle]:
    """The player picks what the model does; the activation ends when there is nothing left to do."""
    acting = battle.activation
    assert acting is not None
    fighter = acting.fighter
    actions = battle_rules(battle).actions
    options = tuple(Option(one.key, one.name, one, one.does) for one in actions if not against(battle, fighter, one))
    if not options or acting.left < 1 or not battle.model(fighter).on_table:
        return _ended(battle)
    asked = Choose(ACTION, acting.controller, (*options, END), about=fighter, source=MOVE)
    action: Action | None = yield replace(asked, free=partial(typed_action, battle, battle_rules(battle).actions, asked))
    if action is None:
        return _ended(battle)
    spent = replace(battle, activation=replace(acting, left=acting.left - 1, done=(*acting.done, action.key)))
    after = yield from action.do(spent, fighter)
    return battle if after is None else (yield from _found(after))


def _found(battle: Battle) -> Procedure[Battle]:
    """After every action those who hide and have been found hide no longer."""
    battle, found = hidden_no_more(battle)
    for name, why in found:
        yield Say(f"{battle.called(name)} is hidden no longer: {why}", HIDING, battle)
    return battle


def _ended(battle: Battle) -> Battle:
    """The other player has the turn."""
    acting = battle.activation
    assert acting is not None
    place = (battle.order.index(acting.controller) + 1) % len(battle.order)
    return replace(battle, activation=None, overruled=(), turn=battle.order[place])


def end_phase(battle: Battle) -> Procedure[Battle]:
    """Stunned counters are removed."""
    return counts_still_turns((yield from recovers(battle)))


PRIORITY = Phase("priority", "priority", priority_phase)
MOVES = Phase("move", "move", move_step, more=somebody_acts)
COMBATS = Phase("combat", "combat", next_combat, more=combat_is_left)
ENDS = Phase("end", "end", end_phase)
TURN_PHASES = (PRIORITY, MOVES, COMBATS, ENDS)
