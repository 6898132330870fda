"""The profile of a fighter: his characteristics, and how far they may be changed.

Source: main-rulebook, Characteristics profiles and their checks.
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Literal

Characteristic = Literal[
    "movement",
    "weapon_skill",
    "ballistic_skill",
    "strength",
    "toughness",
    "wounds",
    "initiative",
    "attacks",
    "leadership",
    "cool",
    "willpower",
    "intelligence",
]
"""As the fields of `Profile` are called."""

BY_D6: tuple[Characteristic, ...] = ("weapon_skill", "ballistic_skill", "initiative")
"""Target numbers on one D6; low is good."""
BY_2D6: tuple[Characteristic, ...] = ("leadership", "cool", "willpower", "intelligence")
"""Target numbers on 2D6, the mental characteristics; low is good."""
VALUES: tuple[Characteristic, ...] = ("movement", "strength", "toughness", "wounds", "attacks")
"""Plain numbers; high is good."""

_BEST = {**dict.fromkeys(BY_D6, 2), **dict.fromkeys(BY_2D6, 4)}
_WORST = {**dict.fromkeys(BY_D6, 6), **dict.fromkeys(BY_2D6, 12)}
_GROWTH = 2
"""How much better than at first movement, strength and toughness may become."""


@dataclass(frozen=True)
class Profile:
    """A fighter's characteristics: target numbers (4 stands for 4+) and values; at first those of the rulebook's example.

    Attributes:
        movement: inches.
    """

    movement: int = 5
    weapon_skill: int = 4
    ballistic_skill: int = 4
    strength: int = 3
    toughness: int = 3
    wounds: int = 1
    initiative: int = 4
    attacks: int = 1
    leadership: int = 7
    cool: int = 7
    willpower: int = 7
    intelligence: int = 7

    def of(self, characteristic: Characteristic) -> int:
        """The characteristic of that name."""
        value: int = getattr(self, characteristic)
        return value


CHARACTERISTICS: tuple[Characteristic, ...] = tuple(field.name for field in fields(Profile))  # type: ignore[misc]


@lru_cache(maxsize=1024)
def modified(profile: Profile, characteristic: Characteristic, amount: int) -> Profile:
    """The profile with a characteristic made better (a positive amount) or worse, within its limits.

    Target numbers get lower when they get better. What is modified for a while may go beyond the growth that advancements are
    held to, but never beyond the best target number; nothing gets worse than its limit. Toughness alone may sink to 0.
    Source: main-rulebook, Modifying characteristics; Maximum and minimum characteristics.
    """
    value = profile.of(characteristic)
    if characteristic in VALUES:
        lowest = 0 if characteristic == "toughness" else 1
        return replace(profile, **{characteristic: max(lowest, value + amount)})
    return replace(profile, **{characteristic: limited(characteristic, value - amount)})


def limited(characteristic: Characteristic, target: int) -> int:
    """A target number kept between the best and the worst that there is."""
    return min(max(target, _BEST[characteristic]), _WORST[characteristic])


def advanced(basic: Profile, profile: Profile, characteristic: Characteristic, amount: int) -> Profile:
    """`modified` for good: movement, strength and toughness stay within two of the ``basic`` profile of the type."""
    changed = modified(profile, characteristic, amount)
    if characteristic in {"movement", "strength", "toughness"}:
        most = basic.of(characteristic) + _GROWTH
        return replace(changed, **{characteristic: min(changed.of(characteristic), max(most, profile.of(characteristic)))})
    return changed
