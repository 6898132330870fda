"""Nerve tests and rallying. Source: main-rulebook, Nerve test; Nerve tests; Broken."""

from itertools import permutations

from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Say, call
from rules.skirmish.state.battle_sight import distance, within
from rules.skirmish.state.battle_state import Battle, sequences
from rules.skirmish.state.characteristics import check, modifier
from rules.skirmish.state.condition_marks import BOLTS
from rules.skirmish.state.skirmish_rules import skirmish_rules

SOURCE = "Nerve tests"
RALLY = "Rally"
SIMULTANEOUS = "Resolving simultaneous actions and effects"


def shaken_by(battle: Battle, casualty: str) -> Procedure[Battle]:
    """Nerve tests of all friends near a fighter who went down, each at most once a round.

    They come at the same time, so whoever is making a turn puts them in order where that can matter: who is broken steadies
    nobody any more. Source also: Resolving simultaneous actions and effects.
    """
    number = skirmish_rules(battle).nerve
    friends = within(battle, casualty, number.near, gang=battle.model(casualty).gang)
    waiting = tuple(name for name in friends if not battle.model(name).broken)
    if number.once:
        waiting = tuple(name for name in waiting if not battle.model(name).nerve_tested)
    asking = True
    while waiting:
        fighter = waiting[0]
        if asking and _matters(battle, waiting):
            options = (
                Option("nearest", "the nearest first"),
                *(Option(name, battle.called(name), name) for name in waiting),
            )
            picked: str | None = yield Choose("whose nerve is tested first", sequences(battle), options, source=SIMULTANEOUS)
            fighter, asking = picked or fighter, picked is not None
        battle = yield from call(nerve_test, battle, fighter)
        waiting = tuple(name for name in waiting if name != fighter)
    return battle


def _matters(battle: Battle, waiting: tuple[str, ...]) -> bool:
    """Whether one of several who are tested steadies another."""
    return any(
        _steadies(battle, one) and distance(battle, one, other) <= skirmish_rules(battle).nerve.near
        for one, other in permutations(waiting, 2)
    )


def nerve_test(battle: Battle, fighter: str) -> Procedure[Battle]:
    """One nerve test; who fails is broken."""
    fails = "is broken, and runs for cover at once" if skirmish_rules(battle).nerve.runs_at_once else "is broken"
    why = company(battle, fighter)
    passed = yield from check(battle, fighter, "cool", why, what="nerve test", source=SOURCE, fails=fails)
    battle = battle.changed(fighter, nerve_tested=True, broken=not passed)
    if not passed:
        if skirmish_rules(battle).nerve.runs_at_once:
            battle = battle.marked(fighter, BOLTS)
        yield Say(f"{battle.called(fighter)} is broken", SOURCE, battle)
    return battle


def rally(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A broken fighter's attempt to rally at the end of his activation."""
    why = company(battle, fighter)
    if not (yield from check(battle, fighter, "cool", why, what="rally", source=RALLY, fails="stays broken")):
        return battle
    battle = battle.changed(fighter, broken=False)
    yield Say(f"{battle.called(fighter)} rallies", RALLY, battle)
    return battle


def company(battle: Battle, fighter: str) -> tuple[Modifier, ...]:
    """+1 for each friend near a fighter who steadies him."""
    number = skirmish_rules(battle).nerve
    near = within(battle, fighter, number.near, gang=battle.model(fighter).gang)
    friends = (battle.called(name) for name in near if _steadies(battle, name))
    does = "is operational" if number.steadied_by == "operational friends" else "stands unbroken"
    return tuple(modifier(1, f'{friend} {does} and within {number.near:g}"', "Nerve test") for friend in friends)


def _steadies(battle: Battle, fighter: str) -> bool:
    model = battle.model(fighter)
    if skirmish_rules(battle).nerve.steadied_by == "operational friends":
        return model.operational
    return model.on_feet and not model.broken
