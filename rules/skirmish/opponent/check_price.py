"""The price of a dice check on the way: how likely a fighter fails it, times what failing costs him.

What he went there for is lost besides, where failing stops him.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache, partial

import numpy as np

from rules.roster.gang import Fighter
from rules.roster.profile import BY_2D6, BY_D6, CHARACTERISTICS, Profile, limited
from rules.skirmish.moving.carrying import movement
from rules.skirmish.opponent.attack_estimate import FINISHED, HURT, PIN, harm, pass_chance, worth_of
from rules.skirmish.opponent.style import Style
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import at_least, at_most, profile_now
from scene.geometry.mesh import FloatArray
from scene.pathfinding.path_legs import Check, Leg

LOST = 0.25
"""What it costs to lose the rest of an activation, and to stand up in the next one."""
SLOWED = 0.3
"""What a whole movement is worth that failing takes away."""
SURELY = 1e-6
"""The chance that stands for none."""
LOADED = 0.4
"""What it costs to let go of what one carries."""


def price_of(battle: Battle, fighter: str, style: Style) -> Callable[[Check], float]:
    """What a check costs a fighter on average."""
    if style.flat_check is not None:
        return partial(_flat, style.flat_check)
    card, profile = battle.card(fighter), profile_now(battle, fighter)
    model = battle.model(fighter)
    loaded = bool(model.carries) or any(thing.holder == fighter for thing in battle.things)
    return partial(_price, style.risks, card, profile, model.wounds, movement(battle, fighter), loaded)


def stops(battle: Battle, fighter: str, style: Style) -> Callable[[Check], float]:
    """How likely a check stops a fighter on his way, as minus the logarithm of the chance that it does not."""
    return partial(_stops, profile_now(battle, fighter) if style.flat_check is None else None)


def stopped(logs: FloatArray) -> FloatArray:
    """The chances to be stopped on the way, from sums of `stops`."""
    return np.asarray(1.0 - np.exp(-logs))


def _stops(profile: Profile | None, check: Check) -> float:
    if profile is None or ("status" not in check.if_failed and "fall" not in check.if_failed):
        return 0.0
    return -math.log(max(1.0 - fail_chance(profile, check), SURELY))


def _flat(price: float, _check: Check) -> float:
    return price


def sum_over(legs: Iterable[Leg], of_check: Callable[[Check], float]) -> float:
    """A sum over the checks of a path, such as of their prices."""
    return sum(of_check(leg.check) for leg in legs if leg.check is not None)


def _price(risks: float, card: Fighter, profile: Profile, wounds: int, inches: float, loaded: bool, check: Check) -> float:  # noqa: FBT001
    failed = check.if_failed
    status, fall = failed.get("status"), failed.get("fall")
    fails = fail_chance(profile, check)
    if status == "out_of_action":
        return risks * fails * worth_of(card) * (1.0 + FINISHED)
    lost = 0.0
    if fall is not None or status is not None:
        lost = worth_of(card) * _harmed(card, profile, wounds, failed.get("strength"), failed.get("ap"), failed.get("damage"))
        lost += LOST + LOADED * loaded
    more = failed.get("cost")
    if isinstance(more, float | int):
        lost += SLOWED * more / max(inches, 1.0)
    return risks * fails * lost


def _harmed(card: Fighter, profile: Profile, wounds: int, strength: object, ap: object, damage: object) -> float:
    """What a fall takes of somebody's worth: he is pinned at least."""
    if not isinstance(damage, int):
        return PIN
    force = strength if isinstance(strength, int) else None
    down, hurt = harm(force, ap if isinstance(ap, int) else 0, damage, profile.toughness, card.saves, wounds)
    return down + (1.0 - down) * (PIN + HURT * hurt)


@lru_cache(maxsize=1024)
def _fails(profile: Profile, characteristic: str, modifier: int) -> float:
    if characteristic not in CHARACTERISTICS:
        # Harm that no check averts.
        return 1.0
    value = profile.of(characteristic)
    if characteristic in BY_D6:
        return 1.0 - len(at_least("D6", limited(characteristic, value - modifier))) / 6.0
    if characteristic in BY_2D6:
        return 1.0 - pass_chance(limited(characteristic, value - modifier))
    return 1.0 - len(at_most("D6", value + modifier)) / 6.0


def fail_chance(profile: Profile, check: Check) -> float:
    """How likely somebody with these characteristics fails a check; always where there is nothing to check."""
    return _fails(profile, check.characteristic, check.modifier)
