"""Weapons: their profiles and traits. Source: main-rulebook, Weapon profiles; Shooting; Close combat."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Trait = Literal["rapid fire", "blast", "template", "grenade", "melee", "versatile", "unwieldy", "sidearm"]
"""The traits that the rules here know. ``rapid fire`` and ``blast`` carry a number: dice of fire, and inches across."""


@dataclass(frozen=True)
class Strength:
    """A weapon's strength.

    Attributes:
        value: the strength itself or, of the wielder's, what is added.
        wielders: whether the wielder's strength counts.
    """

    value: int
    wielders: bool = False

    def of(self, wielder: int) -> int:
        """The strength in the hands of someone of that strength."""
        return self.value + (wielder if self.wielders else 0)


@dataclass(frozen=True)
class WeaponProfile:
    """One way to use a weapon.

    Attributes:
        name: of this profile; empty where the weapon has only one.
        short, long: ranges in inches; None for those that the profile has not: only against engaged targets (both None), or a
            template (short None, long 0).
        accuracy_short, accuracy_long: what is added to hit rolls at that range.
        strength: None for weapons without one; they cannot wound by strength.
        ap: what is added to the target's save; negative makes it worse.
        damage: None where an injury die is rolled at once.
        ammo: target number of the ammo check; None: no firepower die is rolled.
        traits: with their number, 0 where they have none. Traits of other names are kept for the players and do nothing here.
    """

    short: float | None = None
    long: float | None = None
    accuracy_short: int = 0
    accuracy_long: int = 0
    strength: Strength | None = None
    ap: int = 0
    damage: int | None = 1
    ammo: int | None = None
    traits: tuple[tuple[str, int], ...] = ()
    name: str = ""

    def has(self, trait: Trait) -> bool:
        """Whether the profile has a trait."""
        return trait in self._numbers

    def number(self, trait: Trait) -> int:
        """The number of a trait; 0 if the profile has it not."""
        return self._numbers.get(trait, 0)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The number of each trait; of one that is told twice the first."""
        return dict(reversed(self.traits))

    @property
    def ranged(self) -> bool:
        """Whether it can be shot or thrown."""
        return self.long is not None and not (self.has("melee") and not self.has("sidearm"))

    @property
    def close(self) -> bool:
        """Whether it can be used in close combat."""
        return self.has("melee") or self.has("sidearm")


@dataclass(frozen=True)
class Weapon:
    """A weapon.

    Attributes:
        name: unique among a fighter's weapons.
        profiles: one or more.
        cost: credits.
    """

    name: str
    profiles: tuple[WeaponProfile, ...]
    cost: int = 0

    def has(self, trait: Trait) -> bool:
        """Whether any of its profiles has a trait."""
        return any(profile.has(trait) for profile in self.profiles)


UNARMED = Weapon("unarmed", (WeaponProfile(strength=Strength(0, wielders=True), ap=1, damage=1, traits=(("melee", 0),)),))
"""Source: main-rulebook, Unarmed attacks."""
