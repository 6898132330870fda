"""Nerve tests and rallying. Source: main-rulebook, Nerve test; Nerve tests; Broken."""

from rules.battle.characteristics import check, modifier
from rules.battle.looks import within
from rules.battle.state import Battle
from rules.engine.asks import Modifier, Procedure, Say, call

NEAR = 3.0
"""Inches within which friends shake, and steady, a fighter."""
SOURCE = "main-rulebook: Nerve tests"


def shaken_by(battle: Battle, casualty: str) -> Procedure[Battle]:
    """Nerve tests of all friends near a fighter who went down; the nearest first, each at most once a round."""
    for fighter in within(battle, casualty, NEAR, gang=battle.model(casualty).gang):
        model = battle.model(fighter)
        if not model.broken and not model.nerve_tested:
            battle = yield from call(nerve_test, battle, fighter)
    return battle


def nerve_test(battle: Battle, fighter: str) -> Procedure[Battle]:
    """One nerve test; who fails is broken."""
    passed = yield from check(battle, fighter, "cool", company(battle, fighter), what="nerve test", source=SOURCE)
    battle = battle.changed(fighter, nerve_tested=True, broken=not passed)
    if not passed:
        yield Say(f"{fighter} is broken", SOURCE, battle)
    return battle


def rally(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A broken fighter's attempt to rally at the end of his activation."""
    passed = yield from check(battle, fighter, "cool", company(battle, fighter), what="rally", source="main-rulebook: Broken")
    if not passed:
        return battle
    battle = battle.changed(fighter, broken=False)
    yield Say(f"{fighter} rallies", "main-rulebook: Broken", battle)
    return battle


def company(battle: Battle, fighter: str) -> tuple[Modifier, ...]:
    """+1 for each operational friend near a fighter."""
    friends = within(battle, fighter, NEAR, gang=battle.model(fighter).gang)
    text = '{} is operational and within 3"'
    return tuple(modifier(1, text.format(name), "Nerve test") for name in friends if battle.model(name).operational)
