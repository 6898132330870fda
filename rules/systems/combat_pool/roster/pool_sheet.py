"""Sheets of models and of warbands. Fight, Shoot and AR are of the reference; what else a sheet has is Sightline's own.

Sources: combat-pool: Shooting, Combat procedure, Making an attack, Morale. Sightline's own: docs/rules-combat-pool.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Declared = Literal["attacking", "defending"]
"""Who declares a ploy."""
DECLARED: tuple[Declared, ...] = ("attacking", "defending")


@dataclass(frozen=True)
class Ploy:
    """A ploy, for which a counter is drawn.

    Attributes:
        name: for people.
        declared: by the attacker or by the defender of an attack.
        attack, defence: added to the Attack Score and to the Defence Score.
        wound: added to the Basic Wound Score.
        cancels: whether it undoes a ploy that the defender has declared.
        answers: whether the defender attacks at once, with an attack counter of its own, where the attack misses.
    """

    name: str
    declared: Declared
    attack: int = 0
    defence: int = 0
    wound: int = 0
    cancels: bool = False
    answers: bool = False

    @property
    def words(self) -> str:
        """What it does, in a few words."""
        parts = [f"{value:+d} {what}" for value, what in self._scores if value]
        parts += ["undoes a ploy of the defender"] * self.cancels + ["a miss is answered with an attack"] * self.answers
        return ", ".join(parts) or "nothing"

    @property
    def _scores(self) -> tuple[tuple[int, str], ...]:
        return (self.attack, "Attack Score"), (self.defence, "Defence Score"), (self.wound, "wound score")


@dataclass(frozen=True)
class PoolWeapon:
    """A weapon.

    Attributes:
        name: unique among those that a model carries.
        inches: the range of a missile weapon; 0: it is for combats.
        reload: reload counters that it has after a shot.
        attack: added to Attack Scores with it; initiative: to the initiative of who fights with it.
        wound: added to Basic Wound Scores.
    """

    name: str
    inches: float = 0.0
    reload: int = 0
    attack: int = 0
    initiative: int = 0
    wound: int = 0

    @property
    def is_missile(self) -> bool:
        """Whether it is used in the move phase."""
        return self.inches > 0.0


BARE = PoolWeapon("bare hands", attack=-1)
"""What everybody can fight with."""


@dataclass(frozen=True)
class PoolSheet:
    """A model's sheet.

    Attributes:
        move: inches on foot.
        fight, shoot: added to attack and defence scores, and to shooting attack rolls.
        armour: taken from Basic Wound Scores: its AR.
        initiative: added to its die for the order of attacks.
        pool: counters that it draws in a combat.
        wounds: with the last of which it is out of action.
        weapons: what it carries.
        ploys: the names of those that it knows.
        mount: what it rides, and ``mount_move`` the inches of that; empty: it is always on foot.
    """

    move: float = 5.0
    fight: int = 2
    shoot: int = 1
    armour: int = 1
    initiative: int = 2
    pool: int = 3
    wounds: int = 2
    weapons: tuple[PoolWeapon, ...] = ()
    ploys: tuple[str, ...] = ()
    mount: str = ""
    mount_move: float = 8.0

    @property
    def missiles(self) -> tuple[PoolWeapon, ...]:
        """Its missile weapons."""
        return tuple(one for one in self.weapons if one.is_missile)

    @property
    def hand_weapon(self) -> PoolWeapon:
        """What it fights with: the first of its weapons that is no missile weapon."""
        return next((one for one in self.weapons if not one.is_missile), BARE)


@dataclass(frozen=True, eq=False)
class WarbandSheet:
    """What a warband has as a whole.

    Attributes:
        morale: its Morale Rating.
        attack_counters: that there are for all its models in one combat.
        ploy_counters: that there are of each of its ploys.
        ploys: that its models know, by name.
    """

    morale: int
    attack_counters: int
    ploy_counters: int
    ploys: Mapping[str, Ploy]
