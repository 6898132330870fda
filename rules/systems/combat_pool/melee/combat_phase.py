"""The combat phase: a combat is picked, counters are drawn, initiative is rolled, and attacks follow until no counter is left.

Source: combat-pool, Combat procedure. Initiative, ties, and who has to attack where all wait are Sightline's own
(docs/rules-combat-pool.md, initiative, waiting).
"""

from collections.abc import Sequence

from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Roll, Say
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.skirmish.state.typed_names import asked_by_name
from rules.systems.combat_pool.citations import COMBAT, own
from rules.systems.combat_pool.conditions.model_marks import BRACED, CHARGED
from rules.systems.combat_pool.conditions.model_now import sheet
from rules.systems.combat_pool.melee.attacks import attacks
from rules.systems.combat_pool.melee.combat_pools import CombatPool, CombatPools
from rules.systems.combat_pool.melee.combats import FOUGHT, combats, enemies_met
from rules.systems.combat_pool.melee.drawing import draws
from rules.systems.combat_pool.pool_numbers import numbers

INITIATIVE, WAITING = own("initiative"), own("waiting")
WHICH, ATTACK_OR_WAIT = "which combat is next", "attack or wait"
WAIT = Option("wait", "wait", "", hint="the next in initiative goes first")


def combat_is_left(battle: Battle) -> bool:
    """Whether a combat of this turn is still to be fought."""
    return bool(combats(battle))


def next_combat(battle: Battle) -> Procedure[Battle]:
    """The player with priority picks a combat, and it is fought."""
    found = combats(battle)
    options = tuple(Option(one[0], _called(battle, one), one) for one in found)
    asked = Choose(WHICH, battle.order[0], options, source=COMBAT)
    members: tuple[str, ...] = found[0] if len(found) == 1 else (yield asked)
    return (yield from fight(battle, members))


def _called(battle: Battle, members: Sequence[str]) -> str:
    sides = ((name for name in members if battle.model(name).gang == gang) for gang in battle.order)
    return " against ".join(told for side in sides if (told := battle.all_called(side)))


def fight(battle: Battle, members: tuple[str, ...]) -> Procedure[Battle]:
    """A combat, until all models have emptied their pools."""
    yield Say(f"combat: {_called(battle, members)}", COMBAT, battle)
    pools = yield from draws(battle, members)
    order = yield from initiative(battle, members)
    for name in members:
        battle = battle.marked(name, FOUGHT)
    battle, pools = yield from _attacked(battle, pools, order, members)
    yield Say(f"the combat is over{_unused(battle, pools)}", COMBAT, battle, reveals=True)
    return battle


def _unused(battle: Battle, pools: CombatPools) -> str:
    """Which ploys nobody has declared: they are shown now."""
    left = [one for one in pools.pools if one.ploys]
    told = "; ".join(f"{battle.called(one.fighter)} puts back {', '.join(one.ploys)}" for one in left)
    return f": {told}" if told else ""


def initiative(battle: Battle, members: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """The models of a combat, the highest initiative first; of equal ones the better sheet, then who has priority."""
    scores: dict[str, int] = {}
    for gang in battle.order:
        for name in (name for name in members if battle.model(name).gang == gang):
            why = initiative_modifiers(battle, name)
            (face,) = yield Roll("initiative", "D6", name, why=why, source=INITIATIVE)
            scores[name] = face + sum(one.amount for one in why)
    # Sorting keeps the order of equal ones, which is that of priority.
    order = tuple(sorted(scores, key=lambda name: (-scores[name], -sheet(battle, name).initiative)))
    yield Say(f"initiative: {', '.join(f'{battle.called(name)} {scores[name]}' for name in order)}", COMBAT, battle)
    return order


def initiative_modifiers(battle: Battle, fighter: str) -> tuple[Modifier, ...]:
    """What is added to a model's die for initiative."""
    number, model, weapon = numbers(battle).melee, battle.model(fighter), sheet(battle, fighter).hand_weapon
    found = [
        modifier(sheet(battle, fighter).initiative, "Initiative", INITIATIVE),
        modifier(weapon.initiative, weapon.name, own("weapons")),
        modifier(number.charged if model.has(CHARGED) else 0, "moved into contact", INITIATIVE),
        modifier(number.braced if model.has(BRACED) else 0, "braced", own("special actions")),
    ]
    return tuple(one for one in found if one.amount)


def _attacked(
    battle: Battle, pools: CombatPools, order: tuple[str, ...], members: tuple[str, ...]
) -> Procedure[tuple[Battle, CombatPools]]:
    """Turn by turn in the order of initiative; where all have waited, the first of them has to attack."""
    must = False
    while any(_able(battle, pools, name, members) for name in order):
        waited = True
        for name in order:
            if not _able(battle, pools, name, members):
                continue
            target = yield from _target(battle, pools, name, members, must=must)
            must = False
            if target:
                battle, pools = yield from attacks(battle, pools, name, target)
                waited = False
        must = waited
    return battle, pools


def _able(battle: Battle, pools: CombatPools, fighter: str, members: tuple[str, ...]) -> bool:
    return pools.of(fighter).attacks > 0 and bool(enemies_met(battle, fighter, members))


def _target(battle: Battle, pools: CombatPools, fighter: str, members: tuple[str, ...], *, must: bool) -> Procedure[str]:
    """Whom a model attacks; empty where it waits."""
    foes = enemies_met(battle, fighter, members)
    options = tuple(Option(name, f"attack {battle.called(name)}, who has {pools.of(name).words} left", name) for name in foes)
    offered = options if must else (*options, WAIT)
    left: CombatPool = pools.of(fighter)
    what = f"attack or wait, with {left.words} left"
    asked = Choose(
        what, battle.model(fighter).gang, offered, about=fighter, source=COMBAT, kind=ATTACK_OR_WAIT, shown=_open(pools)
    )
    if must:
        yield Say(f"all have waited: {battle.called(fighter)} has to attack", WAITING)
    target: str = offered[0].value if len(offered) == 1 else (yield asked_by_name(battle, asked))
    return target


def _open(pools: CombatPools) -> tuple[tuple[str, int, int], ...]:
    """What everybody sees of all pools: who, attack counters, ploy counters."""
    return tuple((one.fighter, one.attacks, len(one.ploys)) for one in pools.pools)
