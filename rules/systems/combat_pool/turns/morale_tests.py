"""Morale tests: of warbands that waver, or that lost many or their leader in the turn before.

Source: combat-pool, Morale. When it is tested, the modifiers, and what routing does are Sightline's own
(docs/rules-combat-pool.md, morale modifiers, routing).
"""

from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.skirmish.state.scenario import of
from rules.skirmish.state.status_changes import fled
from rules.systems.combat_pool.citations import MORALE, own
from rules.systems.combat_pool.conditions.model_marks import CRITICALS, LEADER_DOWN, MORALES, SHAKEN, morale
from rules.systems.combat_pool.conditions.model_now import is_leader, warband
from rules.systems.combat_pool.pool_numbers import numbers

MODIFIERS, ROUTING = own("morale modifiers"), own("routing")
DICE = "2D6"
LOWEST, HIGHEST = 2, 12
QUARTER = 4
SHARES = ("nothing", "a quarter", "half", "three quarters", "all")
"""By full quarters."""
STEADY, WAVERING, ROUTS = range(3)


def morale_tests(battle: Battle) -> Procedure[Battle]:
    """The tests of all warbands for the turn before, in the order of its priority; then its losses are forgotten."""
    for gang in battle.order:
        if reasons := reasons_to_test(battle, gang):
            battle = yield from call(morale_test, battle, gang, reasons)
        battle = battle.side_marked(gang, CRITICALS, 0).side_marked(gang, LEADER_DOWN, 0)
    return battle


def reasons_to_test(battle: Battle, gang: str) -> tuple[str, ...]:
    """Why a warband has to test; nothing if it has not. Source: combat-pool, Morale."""
    side = battle.side(gang)
    if not any(battle.on_table(gang)):
        return ()
    number, strength = numbers(battle).morale, starting_strength(battle, gang)
    found = ["wavering"] if morale(battle, gang) == "wavering" else []
    if 100 * side.has(CRITICALS) >= number.share * strength:
        found.append(f"{side.has(CRITICALS)} of {strength} suffered a critical wound in the turn before")
    return (*found, *["the leader suffered a critical wound in the turn before"] * bool(side.has(LEADER_DOWN)))


def starting_strength(battle: Battle, gang: str) -> int:
    """How many models of a warband took part from the start; a scenario may be for so many, the first of its file."""
    scenario, count = of(battle), sum(1 for home in battle.setting.home.values() if home == gang)
    return min(count, scenario.crew) if scenario is not None and scenario.crew else count


def morale_modifiers(battle: Battle, gang: str) -> tuple[Modifier, ...]:
    """What is added to a warband's roll."""
    number, strength = numbers(battle).morale, starting_strength(battle, gang)
    leads = any(is_leader(battle, model.id) for model in battle.on_table(gang))
    quarters = QUARTER * battle.side(gang).lost // strength
    found = (
        modifier(number.leader if leads else 0, "the leader is on the table", MODIFIERS),
        modifier(number.lost * quarters, f"{SHARES[quarters]} of the strength lost", MODIFIERS),
    )
    return tuple(one for one in found if one.amount)


def morale_test(battle: Battle, gang: str, reasons: tuple[str, ...]) -> Procedure[Battle]:
    """A warband's test, and how it stands after it."""
    who, why = battle.called(gang), morale_modifiers(battle, gang)
    most = warband(battle, gang).morale - sum(one.amount for one in why)
    good = frozenset(dice for dice in range(LOWEST, HIGHEST + 1) if dice <= most)
    yield Say(f"morale test of {who}: {'; '.join(reasons)}", MORALE)
    before = battle.side(gang).has(SHAKEN)
    called = (_stands(max(before - 1, STEADY)), _stands(before + 1))
    roll = Roll("morale test", DICE, gang, f"{most} or less", why, MORALE, good, called)
    passed = roll.succeeds((yield roll))
    after = max(before - 1, STEADY) if passed else min(before + 1, ROUTS)
    battle = battle.side_marked(gang, SHAKEN, after)
    yield Say(f"{who}: {'still' if after == before else 'now'} {MORALES[after]}", MORALE, battle)
    return (yield from _routs(battle, gang)) if after == ROUTS else battle


def _stands(level: int) -> str:
    return MORALES[level]


def _routs(battle: Battle, gang: str) -> Procedure[Battle]:
    """A warband that routs leaves the field."""
    for model in tuple(battle.on_table(gang)):
        battle = fled(battle, model.id)
    yield Say(f"the models of {battle.called(gang)} rout and leave the field", ROUTING, battle)
    return battle
