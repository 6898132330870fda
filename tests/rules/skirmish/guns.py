"""Guns and cover for tests of shooting. Ann stands at (10, 10) and Bill 10 inches off along x; between their bases are 9.02".

Bases are 25 mm across. A rail in front of Bill is as high as it needs to be to give him some cover or other.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.roster.gang import Fighter, Saves
from rules.roster.profile import Profile
from rules.roster.weapon import Strength, Trait, Weapon, WeaponProfile
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_state import Activation, Battle
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle

ANN, BILL = (10.0, 10.0), (20.0, 10.0)
PARTIAL, FULL, CLOSED = 0.5, 1.0, 9.0
"""Heights of a rail that hides a seventh, more than half and all of a man 9 inches off, seen from his own height."""


def rail(height: float, x: float = 18.9, **fields: Any) -> Piece:  # noqa: ANN401
    return block("rail", (x, 8.0, 0.0), (x + 0.2, 12.0, height), **fields)


def profile(*traits: Trait | tuple[Trait, int], strength: int | None = 3, **fields: Any) -> WeaponProfile:  # noqa: ANN401
    """Ranges of 8 and 24 inches, strength 3, and no ammo characteristic unless said otherwise."""
    named = tuple((one, 0) if isinstance(one, str) else one for one in traits)
    force = None if strength is None else Strength(strength)
    return replace(WeaponProfile(8.0, 24.0, strength=force, traits=named), **fields)


def weapon(name: str, *traits: Trait | tuple[Trait, int], **fields: Any) -> Weapon:  # noqa: ANN401
    return Weapon(name, (profile(*traits, **fields),))


CARBINE = weapon("carbine")


def card(name: str, *weapons: Weapon, saves: Saves | None = None, **characteristics: int) -> Fighter:
    own = replace(Profile(), **characteristics)
    return Fighter(name, name.title(), profile=own, weapons=weapons, saves=saves or Saves())


def duel(
    *cards: Fighter,
    others: Mapping[str, Place] | None = None,
    pieces: tuple[Piece, ...] = (),
    aimed: bool = False,
    rules: str = "main-rulebook",
) -> Battle:
    """Ann, who is acting and has a carbine unless her card says otherwise, and Bill."""
    places: dict[str, Place] = {"ann": ANN, "bill": BILL, **(others or {})}
    known = {"ann": card("ann", CARBINE)} | {one.id: one for one in cards}
    acting = Activation("ann", 1, controller="red", aimed=aimed)
    return battle(places, cards=list(known.values()), pieces=pieces, rules=rules, activation=acting)


def gun_of(battle: Battle, number: int = 0, fighter: str = "ann") -> Gun:
    """The first profile of a fighter's weapon."""
    one = battle.card(fighter).weapons[number]
    return Gun(one.name, one.profiles[0])
