"""The end phase: recovery, bottle tests, fleeing, and whether the battle goes on. Source: main-rulebook, End phase."""

from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.skirmish.injury.fall_resolution import at_risk
from rules.skirmish.injury.hit_resolution import Injury, injury
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.morale.nerve_tests import rally
from rules.skirmish.moving.contact_resolution import meets
from rules.skirmish.phases.tactic_cards import offer_to_show
from rules.skirmish.state.battle_sight import is_active, within
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, success
from rules.skirmish.state.condition_marks import WEBBED
from rules.skirmish.state.scenario import decided, of, over_words, points, scored, scorers, worth
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.status_changes import fled, out_of_action, put_down

RECOVERY = "Recovery rolls"
ASSISTANCE = "Assistance"
BOTTLE = "Bottle tests"
FLEEING = "Fleeing the battlefield"
END = "End of round"
EXAMPLE = "Leading by example"


def recovery_phase(battle: Battle) -> Procedure[Battle]:
    """Recovery rolls of all gangs, in order of priority, and the contacts that come of them."""
    return (yield from meets((yield from recovery(battle))))


def bottle_phase(battle: Battle) -> Procedure[Battle]:
    """The bottle tests of all gangs, in order of priority."""
    for gang in battle.order:
        battle = yield from call(bottle_test, battle, gang)
    return battle


def flee_phase(battle: Battle) -> Procedure[Battle]:
    """Who flees, gang by gang in order of priority."""
    for gang in battle.order:
        battle = yield from call(flee, battle, gang)
    return battle


def rally_phase(battle: Battle) -> Procedure[Battle]:
    """Every broken fighter may rally, gang by gang in order of priority."""
    for gang in battle.order:
        for model in tuple(battle.on_table(gang)):
            if model.broken:
                battle = yield from call(rally, battle, model.id)
    return battle


def recovery(battle: Battle) -> Procedure[Battle]:
    """Recovery rolls of all who are seriously injured, unless an enemy on his feet, or pinned, is within an inch."""
    helped: tuple[str, ...] = ()
    for gang in battle.order:
        for model in battle.on_table(gang):
            if model.status == "seriously_injured":
                if watching := _watching(battle, model.id):
                    near = f"{battle.all_called(watching)} {'is' if len(watching) == 1 else 'are'} within"
                    inches = f'{skirmish_rules(battle).recovery.near:g}"'
                    yield Say(f"{battle.called(model.id)} cannot recover: {near} {inches}", RECOVERY)
                    continue
                before = battle
                battle, helper = yield from call(recovery_roll, battle, model.id, helped)
                if battle.model(model.id).status == "pinned" and skirmish_rules(battle).recovery.risk:
                    battle = yield from call(at_risk, battle, model.id)
                battle = yield from call(aftermath, before, battle)
                helped = (*helped, helper) if helper else helped
    return battle


def recovery_roll(battle: Battle, fighter: str, helped: tuple[str, ...]) -> Procedure[tuple[Battle, str]]:
    """One recovery roll; returns who assisted, if anyone.

    The text of the results is torn. A flesh wound brings the fighter round, pinned and with a flesh wound; a serious injury
    leaves him as he is; out of action is just that.
    """
    gang, near = battle.model(fighter).gang, skirmish_rules(battle).recovery.near
    friends = tuple(name for name in within(battle, fighter, near, gang=gang) if _can_help(battle, name) and name not in helped)
    helper = ""
    if friends:
        options = (Option("none", "nobody", ""), *(Option(name, battle.called(name), name) for name in friends))
        helper = yield Choose("who assists", gang, options, about=fighter, source=ASSISTANCE)
    webbed = battle.model(fighter).has(WEBBED) > 0
    dice = "2 injury" if helper else "injury"
    faces = yield Roll("recovery", dice, fighter, source=RECOVERY, tells=_recovers(webbed=webbed))
    results = tuple(dict.fromkeys(injury(face) for face in faces))
    result: Injury = results[0]
    if len(results) > 1:
        picks = tuple(Option(one, one.replace("_", " "), one) for one in results)
        result = yield Choose("which die counts", gang, picks, about=fighter, source=ASSISTANCE)
    if result == "flesh" and webbed:
        battle = put_down(battle, fighter).marked(fighter, WEBBED, 0).changed(fighter, status="pinned")
        yield Say(f"{battle.called(fighter)} is free of the web, and lies pinned", WEBBED.source, battle)
    elif result == "flesh":
        flesh = battle.model(fighter).flesh_wounds + 1
        hurt = put_down(battle, fighter).changed(fighter, status="pinned", flesh_wounds=flesh)
        battle = out_of_action(hurt, fighter) if _worn_out(hurt, fighter) else hurt
        down = "goes out of action: so many flesh wounds leave no toughness"
        came = "recovers with a flesh wound, and lies pinned" if hurt is battle else down
        yield Say(f"{battle.called(fighter)} {came}", RECOVERY, battle)
    elif result == "out":
        battle = out_of_action(battle, fighter)
        yield Say(f"{battle.called(fighter)} goes out of action{', out cold' if webbed else ''}", RECOVERY, battle)
    else:
        yield Say(f"{battle.called(fighter)} stays down, seriously injured", RECOVERY)
    return battle, helper


def _recovers(*, webbed: bool) -> str:
    """What each symbol does to whoever is down."""
    up = "free of the web, and pinned" if webbed else "up again, pinned and with a flesh wound"
    return f"flesh: {up}; serious: stays down; out: out of action{', out cold' if webbed else ''}"


def must_test(battle: Battle, gang: str) -> bool:
    """Whether enough of a gang are lost, against those left, for a bottle test; or only one is left."""
    left = sum(1 for _ in battle.on_table(gang))
    lost, number = battle.side(gang).lost, skirmish_rules(battle).flight
    return (left == 1 and number.alone) or (left > 0 and lost > 0 and number.share * lost >= left)


def may_lead(battle: Battle, gang: str) -> tuple[str, ...]:
    """Who can be selected for the bottle test: operational, and not the one selected last round."""
    before = battle.side(gang).tested_before
    return tuple(model.id for model in battle.on_table(gang) if model.operational and model.id != before)


def bottle_test(battle: Battle, gang: str) -> Procedure[Battle]:
    """A gang's bottle test, if it has to take one."""
    if skirmish_rules(battle).flight.test == "by a die":
        return bottle_die(battle, gang)
    return leadership_test(battle, gang)


def bottle_die(battle: Battle, gang: str) -> Procedure[Battle]:
    """A die, with all who are seriously injured or out of action: more than the crew that it began with, and it bottles out.

    The gang may fail at will. Source: arbiter, End Phase.
    """
    own = [model for model in battle.models if battle.setting.home[model.id] == gang]
    down = sum(model.whereabouts == "out_of_action" for model in own)
    down += sum(model.on_table and model.status == "seriously_injured" for model in own)
    if not down or not any(battle.on_table(gang)):
        return battle
    crew = starting_crew(battle, gang)
    options = (Option("test", "take the test", value=True), Option("fail", "bottle out at will", value=False))
    passed = False
    if not skirmish_rules(battle).flight.may_fail or (yield Choose("take the bottle test", gang, options, source=BOTTLE)):
        most = crew - down
        lost = f"{crew} began, {down} {'is' if down == 1 else 'are'} down"
        needs = f"{most} or less: {lost}" if most >= 1 else f"less than a die shows: {lost}"
        roll = Roll(
            "bottle test", "D6", gang, needs, source=BOTTLE, good=frozenset(range(1, most + 1)), called=("holds", "bottles out")
        )
        passed = yield from success(roll)
    battle = battle.side_changed(gang, bottled=not passed)
    yield Say(_bottle_words(battle, gang, passed=passed), BOTTLE, battle)
    return battle


def starting_crew(battle: Battle, gang: str) -> int:
    """With how many fighters a gang began the battle."""
    own, scenario = sum(home == gang for home in battle.setting.home.values()), of(battle)
    return min(own, scenario.crew) if scenario is not None and scenario.crew else own


def leadership_test(battle: Battle, gang: str) -> Procedure[Battle]:
    """The leadership check of somebody whom the gang selects; it may give up instead."""
    if not must_test(battle, gang):
        return battle
    leaders, number = may_lead(battle, gang), skirmish_rules(battle).flight
    alone = number.alone and sum(1 for _ in battle.on_table(gang)) == 1
    options = tuple(Option(name, battle.called(name), name) for name in leaders)
    if alone or not leaders:
        # There is nobody to inspire, or nobody who could; the gang may still choose to be gone at once.
        options = (Option("stay", "bottle out", ""),)
    if number.give_up:
        options += (Option("flee", "give up: everybody flees"),)
    left = sum(1 for _ in battle.on_table(gang))
    yield Say(f"{battle.called(gang)}: {battle.side(gang).lost} lost, {left} left, and a bottle test", BOTTLE)
    leader = yield Choose("who takes the bottle test", gang, options, source=BOTTLE, kind="bottle test")
    if leader is None:
        battle = battle.side_changed(gang, bottled=True, gave_up=True)
        yield Say(f"the fighters of {battle.called(gang)} give up", "Voluntarily fleeing", battle)
        return battle
    passed = False
    if leader:
        battle = battle.side_changed(gang, tested=leader)
        lost = battle.side(gang).lost_this_round
        why = (modifier(-lost, "for those who went out of action this round", "Bottle tests"),) if lost else ()
        passed = yield from check(
            battle, leader, "leadership", why, what="bottle test", source=BOTTLE, fails="has the gang bottle out"
        )
    battle = battle if passed else battle.side_changed(gang, bottled=True)
    yield Say(_bottle_words(battle, gang, passed=passed), BOTTLE, battle)
    return battle


def _bottle_words(battle: Battle, gang: str, *, passed: bool) -> str:
    return f"the fighters of {battle.called(gang)} {'hold' if passed else 'bottle out'}"


def flee(battle: Battle, gang: str) -> Procedure[Battle]:
    """Who of a gang that bottled flees. Those who lead by example come first; friends near one who stays stay too."""
    side = battle.side(gang)
    if not side.bottled:
        return battle
    fighters = sorted((model.id for model in battle.on_table(gang)), key=lambda name: -battle.card(name).leads_by_example)
    inspired: set[str] = set()
    for fighter in fighters:
        if fighter in inspired and (yield from _follows(battle, fighter)):
            yield Say(f"{battle.called(fighter)} stays, following an example", EXAMPLE)
        elif not side.gave_up and (
            yield from check(battle, fighter, "cool", what="stay and fight", source=FLEEING, fails="flees")
        ):
            yield Say(f"{battle.called(fighter)} stays", FLEEING)
            inspired |= set(within(battle, fighter, battle.card(fighter).leads_by_example, gang=gang))
        else:
            battle = fled(battle, fighter)
            yield Say(f"{battle.called(fighter)} flees", FLEEING, battle)
    return battle.side_changed(gang, bottled=False, gave_up=False)


def _follows(battle: Battle, fighter: str) -> Procedure[bool]:
    """Whether a fighter near an example stays without a check of his own."""
    if skirmish_rules(battle).flight.example == "stay":
        return True
    options = (Option("stay", "follow the example", value=True), Option("check", "take the check", value=False))
    follows: bool = yield Choose("follow an example", battle.model(fighter).gang, options, about=fighter, source=EXAMPLE)
    return follows


def end_of_round(battle: Battle) -> Procedure[Battle]:
    """The scenario's points are counted; the battle is over, or another round begins."""
    for objective, gang in scorers(battle):
        did = "brought home" if objective.loot else "held"
        yield Say(f"{battle.called(objective.id)} {did} by {battle.called(gang)}: {_counted(worth(battle, objective))}", END)
    battle = scored(battle)
    if (scenario := of(battle)) is not None and scenario.victory == "points":
        score = ", ".join(f"{battle.called(side.id)}: {_counted(points(battle, side))}" for side in battle.sides)
        yield Say(score, END, battle)
    winner = decided(battle)
    if winner is None:
        return battle
    battle = replace(battle, phase="over", winner=winner)
    yield Say(over_words(battle), END, battle)
    yield from offer_to_show(battle)
    return battle


def _watching(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The enemies who keep a fighter from recovering. Source: main-rulebook, Seriously injured."""
    number = skirmish_rules(battle).recovery
    near = [battle.model(enemy) for enemy in within(battle, fighter, number.near, foes=True)]
    match number.hindered_by:
        case "who are not seriously injured":
            return tuple(enemy.id for enemy in near if enemy.status != "seriously_injured")
        case "operational enemies":
            return tuple(enemy.id for enemy in near if enemy.operational)
        case "nobody":
            return ()


def _can_help(battle: Battle, fighter: str) -> bool:
    return battle.model(fighter).operational and is_active(battle, fighter)


def _worn_out(battle: Battle, fighter: str) -> bool:
    return battle.card(fighter).profile.toughness <= battle.model(fighter).flesh_wounds


def _counted(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
