"""The price of a dice check on the way: how likely a fighter fails it, times what failing costs him.

What he went there for is lost besides, where failing stops him.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.roster.gang import Fighter
from rules.roster.profile import BY_2D6, BY_D6, CHARACTERISTICS, Profile, limited
from rules.skirmish.moving.carrying import movement
from rules.skirmish.opponent.attack_estimate import FINISHED, HURT, LOADED, PIN, harm, pass_chance, worth_of
from rules.skirmish.opponent.style import Style
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import at_least, at_most, profile_now
from scene.geometry.mesh import FloatArray
from scene.pathfinding.path_legs import Check, Leg

LOST = 0.25
"""What it costs to lose the rest of an activation, and to stand up in the next one, of somebody's worth."""
SLOWED = 0.3
"""What a whole movement is worth that failing takes away."""
SURELY = 1e-6
"""The chance that stands for none."""


@dataclass(frozen=True)
class CheckPrice:
    """What a check costs a fighter on average: what failing it brings, times how likely that is.

    Attributes:
        card, profile, wounds: of the fighter, as he is now.
        inches: of a whole movement.
        loaded: whether he carries something.
        share: how much of it counts.
        flat: what every check costs instead; None: what failing costs.
    """

    card: Fighter
    profile: Profile
    wounds: int
    inches: float
    loaded: bool
    share: float = 1.0
    flat: float | None = None

    def __call__(self, check: Check) -> float:
        """The price of a check."""
        if self.flat is not None:
            return self.flat
        return self.share * fail_chance(self.profile, check) * self._lost(check)

    def _lost(self, check: Check) -> float:
        failed, worth = check.if_failed, worth_of(self.card)
        if failed.get("status") == "out_of_action":
            return worth * (1.0 + FINISHED)
        lost, more = 0.0, failed.get("cost")
        if "status" in failed or "fall" in failed:
            lost = worth * (self._harmed(failed) + LOST) + LOADED * self.loaded
        if isinstance(more, float | int):
            lost += SLOWED * more / max(self.inches, 1.0)
        return lost

    def _harmed(self, failed: Mapping[str, object]) -> float:
        """What a fall takes of somebody's worth: he is pinned at least."""
        strength, ap, damage = (failed.get(name) for name in ("strength", "ap", "damage"))
        if not isinstance(damage, int):
            return PIN
        force = strength if isinstance(strength, int) else None
        saved = ap if isinstance(ap, int) else 0
        down, hurt = harm(force, saved, damage, self.profile.toughness, self.card.saves, self.wounds)
        return down + (1.0 - down) * (PIN + HURT * hurt)


@dataclass(frozen=True)
class CheckStops:
    """How likely a check stops somebody on his way, as minus the logarithm of the chance that it does not.

    Attributes:
        profile: his characteristics; None: nobody thinks of it.
    """

    profile: Profile | None

    def __call__(self, check: Check) -> float:
        """That of a check; they add up on a path."""
        if self.profile is None or ("status" not in check.if_failed and "fall" not in check.if_failed):
            return 0.0
        return -math.log(max(1.0 - fail_chance(self.profile, check), SURELY))


def price_of(battle: Battle, fighter: str, style: Style) -> CheckPrice:
    """What checks cost a fighter now."""
    model = battle.model(fighter)
    loaded = bool(model.carries) or any(thing.holder == fighter for thing in battle.things)
    inches, profile = movement(battle, fighter), profile_now(battle, fighter)
    return CheckPrice(battle.card(fighter), profile, model.wounds, inches, loaded, style.risks, style.flat_check)


def stops(battle: Battle, fighter: str, style: Style) -> CheckStops:
    """How likely checks stop a fighter now."""
    return CheckStops(profile_now(battle, fighter) if style.goes_around else None)


def stopped(logs: FloatArray) -> FloatArray:
    """The chances to be stopped on the way, from sums of `CheckStops`."""
    return np.asarray(1.0 - np.exp(-logs))


def sum_over(legs: Iterable[Leg], of_check: Callable[[Check], float]) -> float:
    """A sum over the checks of a path, such as of their prices."""
    return sum(of_check(leg.check) for leg in legs if leg.check is not None)


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
