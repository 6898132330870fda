"""The rounds of a battle, step by step: the phases of each in their order. Source: main-rulebook, Game structure."""

from dataclasses import replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call, chosen
from rules.errors import RulesError
from rules.skirmish.moving.contact_resolution import meets
from rules.skirmish.phases.action_list import ACTIONS
from rules.skirmish.phases.activation import ended, may_activate, next_activation
from rules.skirmish.phases.deployment import deploy, reinforcements
from rules.skirmish.phases.end_phase import end_phase
from rules.skirmish.phases.priority import new_round, readied, roll_for_priority
from rules.skirmish.phases.tactic_cards import offer_discards
from rules.skirmish.state.action import can, do, verify
from rules.skirmish.state.battle_state import Battle

END = Option("end", "end the activation")


def step(battle: Battle) -> Procedure[Battle] | None:
    """The procedure that comes next; None when the battle is over."""
    match battle.phase:
        case "deploy":
            return deploy(battle)
        case "priority":
            return priority_phase(battle)
        case "action":
            return action_phase(battle)
        case "end":
            return end_phase(battle)
        case "over":
            return None


def priority_phase(battle: Battle) -> Procedure[Battle]:
    """Roll for priority, deploy reinforcements, ready all fighters."""
    battle = new_round(battle)
    yield Say(f"round {battle.round}", "Game structure", battle)
    battle = yield from offer_discards(battle)
    battle = yield from roll_for_priority(battle)
    battle = yield from reinforcements(battle)
    return replace(readied(battle), phase="action")


def action_phase(battle: Battle) -> Procedure[Battle]:
    """One activation begun, one action done, or one activation ended."""
    if battle.activation is not None:
        return (yield from meets((yield from next_action(battle))))
    if any(may_activate(battle, gang) for gang in battle.order):
        return (yield from next_activation(battle))
    return replace(battle, phase="end", stage="")


def next_action(battle: Battle) -> Procedure[Battle]:
    """The player picks what the fighter does; the activation ends when there is nothing left to do."""
    acting = battle.activation
    assert acting is not None
    fighter = acting.fighter
    options = tuple(Option(one.key, one.name, one) for one in ACTIONS if can(battle, fighter, one))
    if not options:
        return (yield from call(ended, battle))
    # Who is broken has to spend his actions if he can; everybody else may do nothing.
    must = battle.model(fighter).broken and any(option.value.counts for option in options)
    offered = options if must else (*options, END)
    asked = Choose("action", acting.controller, offered, about=fighter, source="Types of actions")
    action = yield replace(asked, free=partial(_refused, battle, asked))
    if action is None:
        return (yield from call(ended, battle))
    return (yield from do(battle, fighter, action))


def _refused(battle: Battle, asked: Choose, key: str) -> Option:
    """An action that is not offered: a `RulesError` that says why."""
    for action in ACTIONS:
        if key.casefold() in {action.key, action.name.casefold()}:
            raise RulesError(f"{reason.text}  [{reason.source}]" for reason in verify(battle, asked.about, action))
    return chosen(asked, key)
