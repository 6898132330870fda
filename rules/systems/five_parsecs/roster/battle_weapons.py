"""Reading weapons: what a file says of each, by name.

Source: five-parsecs, Ranged combat; Brawling combat. The text has no weapons: those that are shipped are ours.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rules.errors import RulesError
from rules.roster.armoury import by_name
from rules.roster.figure_files import NAME, some_of
from rules.roster.toml_reading import dashed, entries, inches, parse_toml, whole
from rules.systems.five_parsecs.roster.combat_sheet import BATTLE_TRAITS, IMPROVISED, BattleTrait, BattleWeapon
from scene.base.json_fields import JsonField, JsonObject, read_fields
from scene.base.messages import capped

MAX_WEAPONS = 100
WEAPON = {
    "name": NAME,
    "range": JsonField(dashed(inches, 0.0)),
    "shots": JsonField(dashed(whole(1, 6), 0)),
    "damage": JsonField(whole(-1, 6)),
    "traits": JsonField(some_of(BATTLE_TRAITS)),
}
WEAPONS = {"weapon": JsonField(entries("weapon", MAX_WEAPONS))}


def read_battle_weapons(value: JsonObject, faults: list[str]) -> dict[str, BattleWeapon]:
    """The weapons that a file describes, by name in small letters; one with a fault is there by its name alone."""

    def read(one: object, where: str) -> BattleWeapon | None:
        return _weapon(one, where, faults)

    return by_name(value, WEAPONS, "weapon", read, BattleWeapon, faults)


def _weapon(value: object, where: str, faults: list[str]) -> BattleWeapon | None:
    found = read_fields(value, WEAPON, where, faults)
    if found is None:
        return None
    reach, traits = found.get("range", 0.0), found.get("traits", frozenset())
    weapon = BattleWeapon(found["name"].strip(), reach, found.get("shots", 1 if reach else 0), found.get("damage", 0), traits)
    wrong = [f"{where}{fault}" for fault in contradictions(weapon)]
    faults += wrong
    return None if wrong else weapon


def contradictions(weapon: BattleWeapon) -> list[str]:
    """What in a weapon cannot be together."""
    needs: tuple[BattleTrait, ...] = ("pistol", "heavy", "grenade")
    checks = (
        (
            weapon.name.casefold() != IMPROVISED.name,
            f'"{IMPROVISED.name}" is what everyone can fight with; give it another name',
        ),
        (weapon.ranged or not weapon.inches, '"range" needs "shots" of 1 or more'),
        (weapon.ranged or not weapon.shots, '"shots" needs a "range"'),
        (bool(weapon.inches or weapon.shots or "melee" in weapon.traits), 'needs a "range", or the trait "melee"'),
        *((weapon.ranged or trait not in weapon.traits, f'"{trait}" needs a "range"') for trait in needs),
    )
    return [fault for holds, fault in checks if not holds]


@cache
def parse_battle_armoury(data: bytes) -> Mapping[str, BattleWeapon]:
    """The weapons of a shipped file, by name in small letters.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    faults: list[str] = []
    value = parse_toml(data)
    read_fields(value, WEAPONS, "", faults)
    found = read_battle_weapons(value, faults)
    if faults:
        raise RulesError(capped(faults))
    return MappingProxyType(found)
