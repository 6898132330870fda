"""Declaring ploys in an attack: the defender's first, then the attacker's.

Which counters are left is secret, so that the question is, and is asked of everybody who has ploy counters at all; the answer
is told at once. Source: combat-pool, Making an attack (3 and 4).
"""

from dataclasses import dataclass, replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.errors import RulesError
from rules.percentages import percent
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import ATTACK
from rules.systems.combat_pool.conditions.model_now import warband
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attack_wound_odds import attack_odds
from rules.systems.combat_pool.melee.combat_pools import CombatPools, declarable
from rules.systems.combat_pool.pool_numbers import numbers
from rules.systems.combat_pool.roster.pool_sheet import Declared, Ploy

DECLARE, UNDO = "declare ploys", "which ploy is undone"
NONE = Option("none", "declare no ploy")


@dataclass(frozen=True)
class Declaring:
    """What a ploy is declared in, as the program needs it.

    Attributes:
        attacker, defender: of the attack.
        against: the ploys that the other has declared.
        own: declared so far.
        left: attack counters that the model and its opponent have left.
        attacking: whether it is the attacker who declares.
    """

    attacker: str
    defender: str
    against: tuple[str, ...]
    own: tuple[str, ...]
    left: tuple[int, int]
    attacking: bool


def declares(
    battle: Battle, pools: CombatPools, attacker: str, defender: str, declared: Declared, against: tuple[str, ...] = ()
) -> Procedure[tuple[CombatPools, tuple[str, ...]]]:
    """The ploys that the attacker or the defender of an attack declares; returns also their names."""
    fighter, other = (attacker, defender) if declared == "attacking" else (defender, attacker)
    names: tuple[str, ...] = ()
    while pools.of(fighter).ploys and len(names) < numbers(battle).melee.ploys:
        left = (pools.of(fighter).attacks, pools.of(other).attacks)
        shown = Declaring(attacker, defender, against, names, left, declared == "attacking")
        name: str | None = yield from call(_declares, battle, pools, fighter, declared, shown)
        if name is None:
            break
        pools, names = pools.declared(fighter, [name]), (*names, name)
    return pools, names


def _declares(battle: Battle, pools: CombatPools, fighter: str, declared: Declared, shown: Declaring) -> Procedure[str | None]:
    """One ploy, or None for no more."""
    own = {ploy.name: ploy for ploy in declarable(battle, pools, fighter, declared)}
    usable = [ploy for ploy in own.values() if not ploy.cancels or shown.against]
    options = (
        replace(NONE, hint=_chance(battle, shown, ())),
        *(Option(one.name.casefold(), f"{one.name}: {one.words}", one.name, _chance(battle, shown, (one,))) for one in usable),
    )

    def refused(key: str) -> Option:
        raise RulesError(f'"{key[:40]}" is no ploy that can be declared now; "none" declares none')

    foe = battle.called(shown.attacker if declared == "defending" else shown.defender)
    said = "declare another ploy" if shown.own else "declare a ploy"
    what = f"{said} against the attack of {foe}" if declared == "defending" else f"{said} in the attack on {foe}"
    gang = battle.model(fighter).gang
    asked = Choose(what, gang, options, refused, fighter, ATTACK, shown=shown, kind=DECLARE, secret=True)
    name: str | None = yield replace(asked, untold=frozenset(option.key for option in options))
    who = battle.called(fighter)
    yield Say(
        f"{who} declares {name}: {own[name].words}" if name else f"{who} declares no{' other' * bool(shown.own)} ploy",
        ATTACK,
        reveals=True,
    )
    return name


def _chance(battle: Battle, shown: Declaring, more: tuple[Ploy, ...]) -> str:
    """How likely the attack would hit, and bring down, with some ploys more on the side that declares."""
    attacker, defender = shown.attacker, shown.defender
    attacks = shown.attacking
    own = (*ploys_named(battle, attacker if attacks else defender, shown.own), *more)
    theirs = ploys_named(battle, defender if attacks else attacker, shown.against)
    left = [theirs]
    if theirs and any(one.cancels for one in more):
        left = [tuple(one for one in theirs if one is not gone) for gone in theirs]
    sides = [(own, one) if attacks else (one, own) for one in left]
    found = [attack_odds(battle, attack_on(battle, attacker, defender, *both)) for both in sides]
    best = max(found, key=lambda odds: (odds.critical, odds.hit))
    return f"then hit {percent(float(best.hit))}, critical {percent(float(best.critical))}"


def undone(
    battle: Battle, attacker: str, defenders: tuple[str, ...], attackers: tuple[str, ...], defender: str
) -> Procedure[tuple[str, ...]]:
    """The defender's ploys that are left when the attacker's have undone some."""
    own, theirs = ploys_named(battle, attacker, attackers), list(defenders)
    for ploy in own:
        if ploy.cancels and theirs:
            options = tuple(Option(name.casefold(), name, name) for name in dict.fromkeys(theirs))
            asked = Choose(UNDO, battle.model(attacker).gang, options, about=attacker, source=ATTACK, against=defender)
            name: str = theirs[0] if len(options) == 1 else (yield asked)
            theirs.remove(name)
            yield Say(f"{ploy.name} undoes {name} of {battle.called(defender)}", ATTACK)
    return tuple(theirs)


def ploys_named(battle: Battle, fighter: str, names: tuple[str, ...]) -> tuple[Ploy, ...]:
    """The ploys of these names."""
    known = warband(battle, battle.setting.home[fighter]).ploys
    return tuple(known[name] for name in names)
