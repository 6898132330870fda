"""Activation of fighters: who is next, alone or in a group, and what begins and ends an activation.

Source: main-rulebook, Activate fighters; Group activation; Reduced actions; Insane; Broken; Climbing; Dangerous terrain.
"""

from dataclasses import replace
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError
from rules.skirmish.injury.fall_resolution import falls
from rules.skirmish.morale.nerve_tests import rally
from rules.skirmish.moving.walk_resolution import settled
from rules.skirmish.phases.priority import highest
from rules.skirmish.phases.tactic_cards import UNTOLD, Card, may_play, play_card
from rules.skirmish.state.battle_navmesh import dangerous
from rules.skirmish.state.battle_rules import battle_rules, expired
from rules.skirmish.state.battle_sight import within
from rules.skirmish.state.battle_state import Activation, Battle, FighterState
from rules.skirmish.state.characteristics import check
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.status_changes import fled, out_of_action

ACTIVATE = "Activate fighters"
GROUP = "Group activation"
INSANE = "Insane"
DANGER = "Dangerous terrain"
LUCID = "acts as normal, and a willpower check at the end clears the mind"
"""What an insane fighter does who keeps his head for a turn."""


def may_activate(battle: Battle, gang: str) -> tuple[str, ...]:
    """The fighters of a gang that can be activated now: those of the group first, reinforcements of this round last."""
    ready = [model for model in battle.on_table(gang) if model.ready]
    nominated = [model for model in ready if model.id in battle.group]
    earlier = [model for model in ready if not _just_came(battle, model)]
    return tuple(model.id for model in nominated or earlier or ready)


def may_join(battle: Battle, leader: str) -> tuple[str, ...]:
    """Who can be nominated for a group activation by a fighter."""
    model, number = battle.model(leader), skirmish_rules(battle).activations
    if (
        not number.groups
        or not battle.card(leader).group_activation
        or not model.operational
        or _just_came(battle, model)
        or leader in battle.group
    ):
        return ()
    near = (battle.model(name) for name in within(battle, leader, number.together, gang=model.gang))
    return tuple(one.id for one in near if one.ready and one.operational and not _just_came(battle, one))


def next_activation(battle: Battle) -> Procedure[Battle]:
    """The player whose turn it is picks a fighter, nominates a group if he wants to, and the activation begins."""
    gang = next(gang for gang in _from_turn(battle) if may_activate(battle, gang))
    battle = replace(battle, turn=gang)
    fighter: str | Card | None = None
    while not isinstance(fighter, str):
        options = tuple(Option(name, battle.called(name), name) for name in may_activate(battle, gang))
        held, cards = battle.side(gang).hand, may_play(battle, gang)
        typed = partial(_held, held) if held else None
        fighter = yield Choose("who is activated", gang, (*options, *cards), typed, source=ACTIVATE, untold=UNTOLD)
        if isinstance(fighter, Card):
            battle = yield from call(play_card, battle, gang, fighter.name)
    battle = yield from nominate(battle, fighter)
    return (yield from begin(battle, fighter))


def _held(hand: tuple[str, ...], text: str) -> Option:
    """The option of playing a card of the hand. What is refused does not tell which there are: others may look on."""
    verb, _, typed = text.partition(" ")
    name = next((one for one in hand if one.casefold() == typed.strip().casefold()), None)
    if verb.casefold() != "play" or name is None:
        raise RulesError(f'"{text[:60]}" is no fighter to be activated, nor "play" and a tactic card that is held')
    return Option(text, text, Card(name))


def nominate(battle: Battle, leader: str) -> Procedure[Battle]:
    """Others are picked to be activated with a fighter, all before any of them acts."""
    most = battle.card(leader).group_activation
    free, picked = may_join(battle, leader), tuple[str, ...]()
    while free and len(picked) < most:
        options = (Option("none", "nobody else"), *(Option(name, battle.called(name), name) for name in free))
        who = yield Choose("who is activated together", battle.model(leader).gang, options, about=leader, source=GROUP)
        if who is None:
            break
        picked, free = (*picked, who), tuple(name for name in free if name != who)
    others = tuple(name for name in battle.group if name != leader)
    return replace(battle, group=(*others, *picked))


def begin(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The ready marker goes, and what befalls a fighter on being activated befalls him."""
    model = battle.model(fighter)
    number = skirmish_rules(battle).activations
    actions = number.reduced if model.reduced_actions else number.actions
    climb = None if model.climb is None else replace(model.climb, began=True)
    battle = replace(battle, activation=Activation(fighter, actions, controller=model.gang))
    battle = expired(battle, "activation begins", fighter)
    battle = battle.changed(fighter, ready=False, hard_target=False, climb=climb)
    yield Say(f"{battle.called(fighter)} is activated", ACTIVATE, battle)
    for befalls in battle_rules(battle).befalls:
        if battle.model(fighter).on_table:
            battle = yield from call(befalls, battle, fighter)
    if battle.model(fighter).on_table and model.insane:
        battle = yield from insanity(battle, fighter)
    if battle.model(fighter).on_table and dangerous(battle, fighter):
        battle = yield from in_danger(battle, fighter)
    return battle if battle.model(fighter).on_table else passed_on(battle)


def in_danger(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Whoever activates in dangerous terrain passes an initiative check or goes out of action."""
    if (yield from check(battle, fighter, "initiative", what="dangerous terrain", source=DANGER, fails="goes out of action")):
        return battle
    lost = out_of_action(battle, fighter)
    yield Say(f"{battle.called(fighter)} goes out of action in dangerous terrain", DANGER, lost)
    return (yield from settled(battle, lost))


def insanity(battle: Battle, fighter: str) -> Procedure[Battle]:
    """What an insane fighter does this turn."""
    lost = "flees, being broken already" if battle.model(fighter).broken else "is broken"
    means = ((lost, ((1,), (2,))), ("an enemy controls the fighter this turn", ((3,), (4,))), (LUCID, ((5,), (6,))))
    (face,) = yield Roll("insanity", "D6", fighter, source=INSANE, means=means)
    model, acting = battle.model(fighter), battle.activation
    assert acting is not None
    if face <= 2 and model.broken:
        battle = fled(battle, fighter)
        yield Say(f"{battle.called(fighter)} is insane and flees", INSANE, battle)
    elif face <= 2:
        battle = battle.changed(fighter, broken=True)
        yield Say(f"{battle.called(fighter)} is broken", INSANE, battle)
    elif face <= 4:
        others = tuple(side.id for side in battle.sides if side.id != model.gang)
        asked = "who controls the insane fighter"
        gang = others[0] if len(others) == 1 else (yield from highest(battle, others, asked, INSANE))
        # He is one of theirs now: his friends are his enemies.
        battle = replace(battle, activation=replace(acting, controller=gang)).changed(fighter, gang=gang)
        yield Say(f"{battle.called(fighter)} is under the control of {battle.called(gang)} this turn", INSANE, battle)
    else:
        battle = replace(battle, activation=replace(acting, lucid=True))
        yield Say(f"{battle.called(fighter)} keeps a clear head this turn", INSANE, battle)
    return battle


def ended(battle: Battle) -> Procedure[Battle]:
    """The end of an activation: who hangs too long falls, who is broken may rally, who acted in his right mind may keep it."""
    acting = battle.activation
    assert acting is not None
    fighter = acting.fighter
    battle = _released((yield from _let_go(battle, fighter)), fighter)
    model = battle.model(fighter)
    if model.on_table and model.broken and skirmish_rules(battle).nerve.rallies == "at the end of his activation":
        battle = yield from call(rally, battle, fighter)
    if model.on_table and model.insane and acting.lucid:
        battle = yield from call(recover_wits, battle, fighter)
    return passed_on(expired(battle, "activation ends", fighter).changed(fighter, reduced_actions=False))


def recover_wits(battle: Battle, fighter: str) -> Procedure[Battle]:
    """An insane fighter's willpower check at the end of his activation."""
    if not (yield from check(battle, fighter, "willpower", what="recover from insanity", source=INSANE, fails="stays insane")):
        return battle
    battle = battle.changed(fighter, insane=False)
    yield Say(f"{battle.called(fighter)} is insane no longer", INSANE, battle)
    return battle


def passed_on(battle: Battle) -> Battle:
    """Nobody is active any more; the next of the group or the next gang has the turn."""
    if battle.activation is not None:
        battle = _released(battle, battle.activation.fighter)
    group = tuple(name for name in battle.group if battle.model(name).ready and battle.model(name).operational)
    battle = replace(battle, activation=None, group=group, overruled=())
    if group or not battle.order:
        return battle
    place = (battle.order.index(battle.turn) + 1) % len(battle.order)
    return replace(battle, turn=battle.order[place])


def _let_go(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Source: main-rulebook, Climbing; Leaping gaps."""
    climb = battle.model(fighter).climb
    if climb is None or not (climb.in_air or (climb.began and not climb.on_ladder)):
        return battle
    yield Say(f"{battle.called(fighter)} cannot hold on", "Climbing", battle)
    fallen = yield from call(falls, battle, fighter)
    return (yield from settled(battle, fallen))


def _released(battle: Battle, fighter: str) -> Battle:
    """A fighter belongs to his own gang again. Source: main-rulebook, Insane."""
    home = battle.setting.home[fighter]
    return battle if battle.model(fighter).gang == home else battle.changed(fighter, gang=home)


def _from_turn(battle: Battle) -> tuple[str, ...]:
    place = battle.order.index(battle.turn)
    return battle.order[place:] + battle.order[:place]


def _just_came(battle: Battle, model: FighterState) -> bool:
    return model.arrived == battle.round > 0
