"""Reading weapons as files write them. Source: main-rulebook, Weapon profiles."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, get_args

from rules.roster.toml_reading import dashed, entries, inches, is_dash, target, tidy, whole
from rules.roster.weapon import UNARMED, Strength, Trait, Weapon, WeaponProfile
from scene.base.errors import SceneError
from scene.base.json_fields import JsonField, JsonObject, WrongValue, read_fields, text
from scene.base.messages import shown_text

KNOWN: tuple[str, ...] = get_args(Trait)
MAX_PROFILES = 6
MAX_TRAITS = 12
MAX_COST = 10_000
COST = JsonField(whole(0, MAX_COST, step=5))
"""Source: main-rulebook, Modifying characteristics and costs. Its example shows that multiples of five are meant."""
BLASTS = (3, 5)
"""Source: main-rulebook, Shooting with blast weapons."""

_TRAIT = re.compile(r'(.+?) ?\( ?([0-9]{1,2}) ?"? ?\)')
_STRENGTH = re.compile(r"S(?: ?([+-]) ?([0-9]))?")


@dataclass(frozen=True)
class WeaponRange:
    """A weapon's two ranges in inches, None where there is none, and the letter E or T."""

    short: float | None
    long: float | None
    letter: str = ""


def read_range(value: object) -> WeaponRange:
    """``[8, 24]``, ``["-", 9]``, ``"E"``, ``["E", 3]`` or ``"T"``."""
    short, long = value if isinstance(value, list) and len(value) == 2 else (value, "-")
    letter = tidy(short) if isinstance(short, str) else ""
    if letter == "T" and is_dash(long):
        return WeaponRange(None, 0.0, "T")
    if letter == "E":
        return WeaponRange(None, None if is_dash(long) else _range_inches(long), "E")
    if not isinstance(value, list) or len(value) != 2:
        raise WrongValue('[short, long] in inches, "E" (only against engaged enemies) or "T" (template)')
    found = WeaponRange(None if is_dash(short) else _range_inches(short), _range_inches(long))
    if found.short is not None and found.long is not None and found.short > found.long:
        raise WrongValue("[short, long] with the shorter range first")
    return found


def _range_inches(value: object) -> float:
    try:
        return float(inches(value))
    except WrongValue as error:
        raise WrongValue(f'[short, long], each {error}; or "E" or "T"') from None


def read_accuracy(value: object) -> tuple[int, int]:
    """``[1, 0]`` or ``["+1", "-"]``."""
    if not isinstance(value, list) or len(value) != 2:
        raise WrongValue("[at short range, at long range]")
    check = dashed(whole(-6, 6), 0)
    return check(value[0]), check(value[1])


def read_strength(value: object) -> Strength:
    """A number, or the wielder's strength with what is added: ``"S"``, ``"S+1"``."""
    found = _STRENGTH.fullmatch(tidy(value)) if isinstance(value, str) else None
    if found:
        return Strength(int(f"{found[1] or '+'}{found[2] or 0}"), wielders=True)
    try:
        return Strength(whole(1, 12)(value))
    except WrongValue as error:
        raise WrongValue(f'{error}, "S" or such as "S+1"') from None


def read_traits(value: object) -> tuple[tuple[str, int], ...]:
    """Names with their number in brackets, 0 where they have none."""
    if not isinstance(value, list) or len(value) > MAX_TRAITS:
        raise WrongValue(f"a list of up to {MAX_TRAITS} traits")
    found = []
    for trait in value:
        name = " ".join(text(empty=False)(trait).split()).casefold()
        numbered = _TRAIT.fullmatch(name)
        found.append((numbered[1], int(numbered[2])) if numbered else (name, 0))
    wrong = [fault for name, number in found for fault in _wrong_number(name, number)]
    doubled = sorted({name for name, _ in found if [other for other, _ in found].count(name) > 1})
    wrong += [f'"{shown_text(name)}" is there more than once' for name in doubled]
    if wrong:
        raise SceneError(wrong)
    # The rulebook's own example has rapid fire without a number: one die.
    return tuple((name, number or int(name == "rapid fire")) for name, number in found)


def _wrong_number(name: str, number: int) -> list[str]:
    if name == "blast":
        return [] if number in BLASTS else ['"blast" needs the inches across: "blast (3)" or "blast (5)"']
    if name == "rapid fire":
        return [] if number <= 6 else [f'"rapid fire" takes at most 6 dice, not {number}']
    return [f'"{name}" takes no number'] if number and name in KNOWN else []


PROFILE = {
    "range": JsonField(read_range, needed=True),
    "accuracy": JsonField(read_accuracy),
    "strength": JsonField(dashed(read_strength, None), needed=True),
    "ap": JsonField(dashed(whole(-6, 6), 0)),
    "damage": JsonField(dashed(whole(1, 10), None), needed=True),
    "ammo": JsonField(dashed(target(2, 6), None)),
    "traits": JsonField(read_traits),
}
NAME = JsonField(text(empty=False), needed=True)
SINGLE = {"name": NAME, "cost": COST, **PROFILE}
SEVERAL = {"name": NAME, "cost": COST, "profile": JsonField(entries("weapon.profile", MAX_PROFILES), needed=True)}


def read_weapon(
    value: object, where: str, faults: list[str], warnings: list[str], traits: Collection[str] = ()
) -> Weapon | None:
    """The weapon of a table, or None and faults that begin with ``where``; ``traits`` are known beside those of all rules."""
    several = isinstance(value, JsonObject) and "profile" in value
    before = len(faults)
    found = read_fields(value, SEVERAL if several else SINGLE, where, faults)
    if isinstance(value, JsonObject) and str(value.get("name")).strip().casefold() == UNARMED.name:
        faults.append(f'{where}"{UNARMED.name}" is what everyone can fight as; give the weapon another name')
    if several:
        profiles = _several(value, where, faults, warnings, traits)
    else:
        profiles = (_profile(found, where, faults, warnings, traits),) if found else ()
    if found is None or len(faults) > before:
        return None
    return Weapon(found["name"].strip(), profiles, found.get("cost", 0))


def _several(
    value: object, where: str, faults: list[str], warnings: list[str], traits: Collection[str]
) -> tuple[WeaponProfile, ...]:
    assert isinstance(value, JsonObject)
    tables = value["profile"] if isinstance(value["profile"], list) else []
    profiles = []
    if not tables and isinstance(value["profile"], list):
        faults.append(f'{where}"profile" needs at least one table')
    for index, one in enumerate(tables[:MAX_PROFILES], 1):
        name = one.get("name") if isinstance(one, JsonObject) else None
        place = (
            f'{where}profile "{shown_text(name)}": '
            if isinstance(name, str) and name.isprintable()
            else f"{where}profile {index}: "
        )
        found = read_fields(one, {"name": NAME, **PROFILE}, place, faults)
        if found is not None:
            profiles.append(replace(_profile(found, place, faults, warnings, traits), name=found["name"].strip()))
    called = [profile.name.casefold() for profile in profiles]
    faults += [
        f'{where}two profiles are called "{name}"' for name in sorted({name for name in called if called.count(name) > 1})
    ]
    return tuple(profiles)


def _profile(
    found: dict[str, Any], where: str, faults: list[str], warnings: list[str], traits: Collection[str]
) -> WeaponProfile:
    """A profile of sound fields; what contradicts itself is added to ``faults``, unknown traits to ``warnings``."""
    reach: WeaponRange = found["range"]
    short, long = found.get("accuracy", (0, 0))
    profile = WeaponProfile(
        short=reach.short,
        long=reach.long,
        accuracy_short=short,
        accuracy_long=long,
        strength=found["strength"],
        ap=found.get("ap", 0),
        damage=found["damage"],
        ammo=found.get("ammo"),
        traits=found.get("traits", ()),
    )
    faults += [where + fault for fault in contradictions(profile, reach)]
    warnings += [f"{where}{unknown}" for name, _ in profile.traits for unknown in _unknown(name, (*KNOWN, *traits))]
    return profile


def contradictions(profile: WeaponProfile, reach: WeaponRange) -> list[str]:
    """What in a profile cannot be together."""
    template, close = profile.has("template"), profile.has("melee") or profile.has("sidearm")
    shot = reach.letter == "" and reach.long is not None
    checks = (
        (template == (reach.letter == "T"), 'the trait "template" and the range "T" go together'),
        (not (template and profile.has("blast")), '"template" and "blast" exclude each other'),
        (reach.letter != "E" or profile.has("melee"), 'a weapon with the range "E" needs the trait "melee"'),
        (reach.letter != "E" or not profile.has("sidearm"), 'a "sidearm" needs a range to shoot at'),
        (
            reach.letter == "E" or not profile.has("melee") or profile.has("sidearm"),
            '"melee" with a range to shoot at: write two profiles, or make it a "sidearm"',
        ),
        (shot or not profile.has("blast"), '"blast" needs a range to shoot at'),
        (shot or not profile.has("grenade"), '"grenade" needs a range to throw it at'),
        (not (profile.has("grenade") and close), 'a "grenade" is no weapon for close combat'),
        (profile.ammo is not None or not profile.has("grenade"), '"grenade" needs "ammo": it is checked after each throw'),
        (
            profile.ammo is not None or not profile.has("rapid fire"),
            '"rapid fire" needs "ammo": without it no dice say how many hit',
        ),
    )
    return [fault for holds, fault in checks if not holds]


def _unknown(name: str, known: Collection[str]) -> list[str]:
    if name in known:
        return []
    close = get_close_matches(name, known, n=1, cutoff=0.7)
    hint = f'; did you mean "{close[0]}"?' if close else ""
    return [f'the trait "{shown_text(name)}" is kept for the players; the rules here do not know it{hint}']
