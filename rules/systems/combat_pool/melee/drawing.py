"""Drawing counters, in secret and as if at the same time.

Each player is asked for all its models, one player after the other; what was answered is told nobody before both have drawn.
Then everybody sees how many attack and ploy counters there are; which ploys, when they are declared or the combat is over.

Source: combat-pool, Combat procedure. What counters there are is Sightline's own (docs/rules-combat-pool.md, the pool).
"""

from collections import Counter
from dataclasses import dataclass, replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import COMBAT
from rules.systems.combat_pool.conditions.model_now import ploys_of, pool_now, warband
from rules.systems.combat_pool.melee.combat_pools import CombatPool, CombatPools
from rules.systems.combat_pool.roster.pool_sheet import Ploy

COUNTER = "counter"
"""The kind of the question."""
ATTACK = Option("attack", "attack counter", "")


@dataclass(frozen=True)
class Drawing:
    """What a player draws for, as the program needs it: nothing that its opponent has drawn.

    Attributes:
        members: all models of the combat.
        pool: counters that the model draws.
        drawn: so far: the names of ploys, and empty for an attack.
    """

    members: tuple[str, ...]
    pool: int
    drawn: tuple[str, ...] = ()


def draws(battle: Battle, members: tuple[str, ...]) -> Procedure[CombatPools]:
    """The pools of all models of a combat, revealed when all are drawn."""
    found: list[CombatPool] = []
    for gang in battle.order:
        stock = _stock(battle, gang)
        for fighter in members:
            if battle.model(fighter).gang == gang:
                found.append((yield from _drawn(battle, fighter, members, stock)))
    pools = CombatPools(tuple(found))
    for one in pools.pools:
        yield Say(f"{battle.called(one.fighter)} reveals {one.words}", COMBAT, battle)
    return pools


def _stock(battle: Battle, gang: str) -> Counter[str]:
    """The counters that a warband has in one combat; those for attacks under no name."""
    sheet = warband(battle, gang)
    return Counter({"": sheet.attack_counters, **dict.fromkeys(sheet.ploys, sheet.ploy_counters)})


def _drawn(battle: Battle, fighter: str, members: tuple[str, ...], stock: Counter[str]) -> Procedure[CombatPool]:
    """The counters of a model, which are taken out of the stock; fewer than its pool where the stock is at its end.

    One is asked for after the other, and always as many, so that the number of questions tells nothing.
    """
    known, gang = ploys_of(battle, fighter), battle.model(fighter).gang
    kinds = ("", *(one.name for one in known))
    pool = min(pool_now(battle, fighter), sum(stock[kind] for kind in kinds))
    drawn: tuple[str, ...] = ("",) * (0 if known else pool)
    while len(drawn) < pool:
        options = tuple(_drawable(one, drawn) for one in (ATTACK, *map(_option, known)) if stock[one.value] > 0)
        what = f"draw counter {len(drawn) + 1} of {pool}"
        shown = Drawing(members, pool, drawn)
        kind: str = yield Choose(what, gang, options, _refused, fighter, COMBAT, shown=shown, kind=COUNTER, secret=True)
        stock[kind] -= 1
        drawn = (*drawn, kind)
    if not known:
        stock[""] -= pool
    return CombatPool(fighter, drawn.count(""), tuple(sorted(kind for kind in drawn if kind)))


def _refused(key: str) -> Option:
    """What is offered is all that there is; asked also where that is one thing only."""
    raise RulesError(f'"{key[:40]}" is no counter that is left')


def _drawable(option: Option, drawn: tuple[str, ...]) -> Option:
    """What could be drawn, with how many there are of it already: nobody else sees them."""
    count = drawn.count(option.value)
    return replace(option, text=f"{option.text} ({count} drawn already)") if count else option


def _option(ploy: Ploy) -> Option:
    return Option(ploy.name.casefold(), f"{ploy.name}, {ploy.declared}: {ploy.words}", ploy.name)
