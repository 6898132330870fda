"""The rounds of a battle, step by step: the phases of each in their order. Source: main-rulebook, Game structure."""

from dataclasses import replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, PossibleOptions, Procedure, Say, call
from rules.skirmish.melee.retreat_actions import run_for_cover
from rules.skirmish.moving.contact_resolution import meets
from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.phases.activation import ended, may_activate, next_activation
from rules.skirmish.phases.deployment import deploy, reinforcements
from rules.skirmish.phases.end_phase import end_of_round
from rules.skirmish.phases.priority import new_round, readied, roll_for_priority
from rules.skirmish.phases.tactic_cards import offer_discards
from rules.skirmish.state.action import against, do, typed_action
from rules.skirmish.state.battle_rules import battle_rules, expired, round_told
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.condition_marks import BOLTS

DEPLOY, OVER = "deploy", "over"
"""Keys of what is no phase of a round."""
END = Option("end", "end the activation")


def step(battle: Battle) -> Procedure[Battle] | None:
    """The procedure that comes next; None when the battle is over."""
    if battle.phase == OVER:
        return None
    return (battle_rules(battle).sets_up or deploy)(battle) if battle.phase == DEPLOY else phase_step(battle)


def phase_step(battle: Battle) -> Procedure[Battle]:
    """A step of the phase that is going on; after its last one, the next phase or, after the last phase, the next round."""
    phases = battle_rules(battle).phases
    place = next(place for place, phase in enumerate(phases) if phase.key == battle.phase)
    now = phases[place]
    if now.more is None or now.more(battle):
        battle = yield from bolting((yield from now.does(battle)))
    if now.more is not None and now.more(battle):
        return battle
    if place + 1 < len(phases):
        return replace(battle, phase=phases[place + 1].key)
    battle = yield from (battle_rules(battle).ends_round or end_of_round)(expired(battle, "round ends"))
    return battle if battle.phase == OVER else replace(battle, phase=phases[0].key)


def bolting(battle: Battle) -> Procedure[Battle]:
    """Whoever has just been broken runs for cover, where that comes at once; also those whom it breaks in turn."""
    while bolts := [model.id for model in battle.models if model.has(BOLTS)]:
        battle = battle.marked(bolts[0], BOLTS, 0)
        if battle.model(bolts[0]).on_table:
            battle = yield from meets((yield from call(run_for_cover, battle, bolts[0])))
    return battle


def priority_phase(battle: Battle) -> Procedure[Battle]:
    """Roll for priority, deploy reinforcements, ready all fighters."""
    battle = new_round(battle)
    yield Say(round_told(battle), "Game structure", battle)
    battle = yield from offer_discards(battle)
    battle = yield from roll_for_priority(battle)
    battle = yield from reinforcements(battle)
    return readied(battle)


def action_phase(battle: Battle) -> Procedure[Battle]:
    """One activation begun, one action done, or one activation ended."""
    if battle.activation is not None:
        return (yield from meets((yield from next_action(battle))))
    return (yield from next_activation(battle))


def somebody_acts(battle: Battle) -> bool:
    """Whether somebody is activated, or may be."""
    return battle.activation is not None or any(may_activate(battle, gang) for gang in battle.order)


def next_action(battle: Battle) -> Procedure[Battle]:
    """The player picks what the fighter does; the activation ends when there is nothing left to do."""
    acting = battle.activation
    assert acting is not None
    fighter = acting.fighter
    actions = [Option(one.key, one.name, one, one.does) for one in actions_of(battle)]
    options = PossibleOptions(actions, lambda option: not against(battle, fighter, option.value))
    if not options:
        return (yield from call(ended, battle))
    # Who is broken has to spend his actions if he can; everybody else may do nothing.
    must = battle.model(fighter).broken and any(option.value.counts for option in options)
    offered = options if must else options.followed_by(END)
    asked = Choose("action", acting.controller, offered, about=fighter, source="Types of actions")
    if not must or len(options) > 1 or battle_rules(battle).asks_only_action:
        asked = replace(asked, free=partial(typed_action, battle, actions_of(battle), asked))
    action = yield asked
    if action is None:
        return (yield from call(ended, battle))
    return (yield from do(battle, fighter, action))
