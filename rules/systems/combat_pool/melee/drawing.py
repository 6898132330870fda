"""Drawing counters, in secret and as if at the same time.

Each player is asked for all its models, one player after the other; what was answered is told nobody before both have drawn.
Then everybody sees how many attack and ploy counters there are; which ploys, when they are declared or the combat is over.

Source: combat-pool, Combat procedure. What counters there are is Sightline's own (docs/rules-combat-pool.md, the pool).
"""

from collections import Counter
from dataclasses import dataclass

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import COMBAT
from rules.systems.combat_pool.conditions.model_now import ploys_of, pool_now, warband
from rules.systems.combat_pool.melee.combat_pools import CombatPool, CombatPools
from rules.systems.combat_pool.roster.pool_sheet import Ploy

ATTACKS, PLOY = "attack counters", "ploy counter"
"""The kinds of the two questions."""


@dataclass(frozen=True)
class Drawing:
    """What a player draws for, as the program needs it: nothing that its opponent has drawn.

    Attributes:
        members: all models of the combat.
        pool: counters that the model draws.
        attacks: of them, those that are known to be attack counters.
        ploys: drawn so far.
    """

    members: tuple[str, ...]
    pool: int
    attacks: int = 0
    ploys: tuple[str, ...] = ()


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
    """The counters of a model, which are taken out of the stock; fewer than its pool where the stock is at its end."""
    known, gang, who = ploys_of(battle, fighter), battle.model(fighter).gang, battle.called(fighter)
    ploys_left = sum(stock[one.name] for one in known)
    pool = min(pool_now(battle, fighter), stock[""] + ploys_left)
    least, most = max(0, pool - ploys_left), min(pool, stock[""])
    options = tuple(Option(str(count), _split(count, pool - count), count) for count in range(most, least - 1, -1))
    what = f"how many of {pool} counters are attack counters"
    attacks: int = most
    if len(options) > 1:
        shown = Drawing(members, pool)
        attacks = yield Choose(what, gang, options, about=fighter, source=COMBAT, shown=shown, kind=ATTACKS, secret=True)
    stock[""] -= attacks
    ploys: tuple[str, ...] = ()
    for number in range(1, pool - attacks + 1):
        left = tuple(one for one in known if stock[one.name] > 0)
        what = f"ploy {number} of {pool - attacks} for {who}"
        shown = Drawing(members, pool, attacks, ploys)
        picks = tuple(map(_option, left))
        asked = Choose(what, gang, picks, about=fighter, source=COMBAT, shown=shown, kind=PLOY, secret=True)
        name: str = left[0].name if len(left) == 1 else (yield asked)
        stock[name] -= 1
        ploys = (*ploys, name)
    return CombatPool(fighter, attacks, tuple(sorted(ploys)))


def _option(ploy: Ploy) -> Option:
    return Option(ploy.name.casefold(), f"{ploy.name}, {ploy.declared}: {ploy.words}", ploy.name)


def _split(attacks: int, ploys: int) -> str:
    return CombatPool("", attacks, ("",) * ploys).words
