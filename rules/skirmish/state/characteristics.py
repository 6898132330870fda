"""Characteristics of a fighter as they are now, and checks on them.

Source: main-rulebook, Characteristics profiles and their checks.
"""

from dataclasses import replace
from functools import cache

from rules.citations import Reason
from rules.engine.dice import dice_count
from rules.engine.procedure_steps import Modifier, Procedure, Roll, call
from rules.roster.profile import BY_2D6, BY_D6, Characteristic, Profile, limited, modified
from rules.skirmish.state.battle_state import Battle

CHECKS = "Characteristics checks"
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
    return Modifier(amount, Reason(text, source))


def check(
    battle: Battle,
    fighter: str,
    characteristic: Characteristic,
    modifiers: tuple[Modifier, ...] = (),
    *,
    what: str = "",
    source: str = CHECKS,
    fails: str = "",
) -> Procedure[bool]:
    """A characteristic check; returns whether it is passed.

    Target numbers must be reached, with one die or, for mental characteristics, two; strength and toughness must not be
    exceeded. All dice showing 1 fail and all showing 6 pass, for strength and toughness the other way round. Modifiers count as
    modifiers of the characteristic and so stay within its limits.

    Args:
        what: what it is called; by default of what it is a check.
        fails: what becomes of whoever fails it, for people who do not know.
    """
    value = profile_now(battle, fighter).of(characteristic)
    amount = sum(one.amount for one in modifiers)
    kind = f"{characteristic.replace('_', ' ')} check"
    name = what or kind
    of = "" if kind in name else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    tells = "; ".join(part for part in (of, f"who fails {fails}" if fails else "") if part)
    if characteristic in {*BY_D6, *BY_2D6}:
        needed = limited(characteristic, value - amount)
        dice = "D6" if characteristic in BY_D6 else "2D6"
        return call(reaches, Roll(name, dice, fighter, f"{needed}+", modifiers, source, tells=tells), needed)
    most = value + amount
    return call(stays_within, Roll(name, "D6", fighter, f"{most} or less", modifiers, source, tells=tells), most)


def reaches(roll: Roll, needed: int) -> Procedure[bool]:
    """Roll for at least a number. All 1s fail, all 6s pass. Source: main-rulebook, Modifying rolls and natural rolls."""
    return success(replace(roll, good=at_least(roll.dice, needed)))


def stays_within(roll: Roll, most: int) -> Procedure[bool]:
    """Roll for at most a number. A 1 passes, a 6 fails. Source: main-rulebook, Characteristics checks."""
    return success(replace(roll, good=at_most(roll.dice, most)))


def success(roll: Roll) -> Procedure[bool]:
    """Make a roll that says with what it succeeds."""
    faces = yield roll
    return roll.succeeds(faces)


@cache
def at_least(dice: str, needed: int) -> frozenset[int]:
    """The sums that reach a number, but for all 1s, and that of all 6s."""
    count = dice_count(dice)
    return frozenset(range(max(needed, count + 1), 6 * count + 1)) | {6 * count}


@cache
def at_most(dice: str, most: int) -> frozenset[int]:
    """The sums that do not exceed a number, but for all 6s, and that of all 1s."""
    count = dice_count(dice)
    return frozenset(range(count, min(most, 6 * count - 1) + 1)) | {count}
