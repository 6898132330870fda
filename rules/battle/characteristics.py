"""The characteristics of a fighter as they are now, and checks on them.

Source: main-rulebook, Characteristics profiles and their checks.
"""

from rules.battle.state import Battle
from rules.because import Because
from rules.engine.asks import Modifier, Procedure, Roll, call
from rules.gangs.profile import BY_2D6, BY_D6, Characteristic, Profile, limited, modified

CHECKS = "main-rulebook: Characteristics checks"
BROKEN_WEAPON_SKILL = 6


def profile_now(battle: Battle, fighter: str) -> Profile:
    """A fighter's characteristics with what his condition does to them.

    Flesh wounds lower the toughness, and whoever is broken has a weapon skill of 6+.
    Source: main-rulebook, Injury dice; Broken.
    """
    model, profile = battle.model(fighter), battle.card(fighter).profile
    if model.flesh_wounds:
        profile = modified(profile, "toughness", -model.flesh_wounds)
    if model.broken:
        profile = modified(profile, "weapon_skill", profile.weapon_skill - BROKEN_WEAPON_SKILL)
    return profile


def modifier(amount: int, text: str, source: str) -> Modifier:
    """What is added to a roll, with its reason."""
    return Modifier(amount, Because(text, f"main-rulebook: {source}"))


def check(
    battle: Battle,
    fighter: str,
    characteristic: Characteristic,
    modifiers: tuple[Modifier, ...] = (),
    *,
    what: str = "",
    source: str = CHECKS,
) -> Procedure[bool]:
    """A characteristic check; returns whether it is passed.

    Target numbers must be reached, with one die or, for mental characteristics, two; strength and toughness must not be
    exceeded. All dice showing 1 fail and all showing 6 pass, for strength and toughness the other way round. Modifiers count as
    modifiers of the characteristic and so stay within its limits.
    """
    value = profile_now(battle, fighter).of(characteristic)
    amount = sum(one.amount for one in modifiers)
    name = what or f"{characteristic.replace('_', ' ')} check"
    if characteristic in {*BY_D6, *BY_2D6}:
        needed = limited(characteristic, value - amount)
        dice = "D6" if characteristic in BY_D6 else "2D6"
        return call(reaches, Roll(name, dice, fighter, f"{needed}+", modifiers, source), needed)
    most = value + amount
    return call(stays_within, Roll(name, "D6", fighter, f"{most} or less", modifiers, source), most)


def reaches(roll: Roll, needed: int) -> Procedure[bool]:
    """Roll for at least a number. All 1s fail, all 6s pass. Source: main-rulebook, Modifying rolls and natural rolls."""
    faces = yield roll
    return natural(faces, 6) or (not natural(faces, 1) and sum(faces) >= needed)


def stays_within(roll: Roll, most: int) -> Procedure[bool]:
    """Roll for at most a number. A 1 passes, a 6 fails. Source: main-rulebook, Characteristics checks."""
    faces = yield roll
    return natural(faces, 1) or (not natural(faces, 6) and sum(faces) <= most)


def natural(faces: tuple[int, ...], face: int) -> bool:
    """Whether all dice show this face."""
    return all(one == face for one in faces)
