"""Reading weapons and ploys: what a file says of each, by name.

The reference has neither (its section Weapons is empty): those that ship are Sightline's own, and a file may bring others.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from rules.errors import RulesError
from rules.roster.armoury import by_name
from rules.roster.figure_files import NAME
from rules.roster.toml_reading import dashed, entries, inches, parse_toml, whole
from rules.systems.combat_pool.roster.pool_sheet import BARE, DECLARED, Ploy, PoolWeapon
from scene.base.json_fields import JsonField, JsonObject, choice, flag, read_fields
from scene.base.messages import capped

MOST = 100
ADDED = whole(-6, 6)
ANSWERS = frozenset({"none", "attack"})
"""Answers that are offered beside ploys."""
WEAPON: Mapping[str, JsonField] = {
    "name": NAME,
    "range": JsonField(dashed(inches, 0.0)),
    "reload": JsonField(whole(0, 9)),
    "attack": JsonField(ADDED),
    "initiative": JsonField(ADDED),
    "wound": JsonField(ADDED),
}
PLOY: Mapping[str, JsonField] = {
    "name": NAME,
    "declared": JsonField(choice(*DECLARED), needed=True),
    "attack": JsonField(ADDED),
    "defence": JsonField(ADDED),
    "wound": JsonField(ADDED),
    "cancels": JsonField(flag),
    "answers": JsonField(flag),
}
WEAPONS: Mapping[str, JsonField] = {"weapon": JsonField(entries("weapon", MOST))}
PLOYS: Mapping[str, JsonField] = {"ploy": JsonField(entries("ploy", MOST))}


def read_pool_weapons(value: JsonObject, faults: list[str]) -> dict[str, PoolWeapon]:
    """The weapons that a file describes, by name in small letters."""

    def read(one: object, where: str) -> PoolWeapon | None:
        found = read_fields(one, WEAPON, where, faults)
        if found is None:
            return None
        name, reach = found["name"].strip(), found.get("range", 0.0)
        both = [key for key in _FOR_COMBATS if reach and key in found]
        wrong = [f'{where}"{key}" is for combats; with a "range" it is a missile weapon' for key in both]
        wrong += [f'{where}"reload" needs a "range"'] if found.get("reload") and not reach else []
        wrong += [f'{where}"{BARE.name}" is what everybody has; give it another name'] if name.casefold() == BARE.name else []
        faults.extend(wrong)
        added = {key: found.get(key, 0) for key in ("reload", "attack", "initiative", "wound")}
        return None if wrong else PoolWeapon(name, reach, **added)

    return by_name(value, WEAPONS, "weapon", read, PoolWeapon, faults)


_FOR_COMBATS = ("attack", "initiative")


def read_ploys(value: JsonObject, faults: list[str]) -> dict[str, Ploy]:
    """The ploys that a file describes, by name in small letters."""

    def read(one: object, where: str) -> Ploy | None:
        found = read_fields(one, PLOY, where, faults)
        if found is None:
            return None
        ploy = Ploy(**{**found, "name": found["name"].strip()})
        wrong = [f'{where}"{ploy.name}" is an answer; give it another name'] if ploy.name.casefold() in ANSWERS else []
        wrong += [f"{where}only the attacker undoes ploys"] if ploy.cancels and ploy.declared != "attacking" else []
        wrong += [f"{where}only the defender answers"] if ploy.answers and ploy.declared != "defending" else []
        if not (ploy.attack or ploy.defence or ploy.wound or ploy.cancels or ploy.answers):
            wrong.append(f"{where}does nothing; give it an attack, a defence, a wound, or let it cancel or answer")
        faults.extend(wrong)
        return None if wrong else ploy

    return by_name(value, PLOYS, "ploy", read, lambda name: Ploy(name, "attacking"), faults)


Found = TypeVar("Found")


def _parsed(
    data: bytes, fields: Mapping[str, JsonField], read: Callable[[JsonObject, list[str]], dict[str, Found]]
) -> dict[str, Found]:
    faults: list[str] = []
    value = parse_toml(data)
    read_fields(value, fields, "", faults)
    found = read(value, faults)
    if faults:
        raise RulesError(capped(faults))
    return found


@cache
def parse_pool_armoury(data: bytes) -> Mapping[str, PoolWeapon]:
    """The weapons of a shipped file, by name in small letters; a `RulesError` with everything that is wrong with it."""
    return MappingProxyType(_parsed(data, WEAPONS, read_pool_weapons))


@cache
def parse_ploys(data: bytes) -> Mapping[str, Ploy]:
    """The ploys of a shipped file, by name in small letters; a `RulesError` with everything that is wrong with it."""
    return MappingProxyType(_parsed(data, PLOYS, read_ploys))
