"""The armoury: weapons, wargear and skills by name, as a file of their own or as part of a gang file."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules.errors import RulesError
from rules.roster.gang import Saves
from rules.roster.toml_reading import entries, parse_toml, refuse_other_formats, target, whole
from rules.roster.weapon import Weapon
from rules.roster.weapon_reading import COST, NAME, read_weapon
from scene.base.errors import SceneError
from scene.base.json_fields import JsonField, JsonObject, WrongValue, choice, read_fields
from scene.base.messages import capped, shown_text

FORMAT = "sightline-armoury"
VERSION = 1
MAX_WEAPONS = 1_000
MAX_GEAR = 200

SAVES: Mapping[str, JsonField] = {
    "armour": JsonField(target(2, 6)),
    "armour_in_arc": JsonField(whole(0, 3)),
    "invulnerable": JsonField(target(2, 6, "++")),
    "special_ranged": JsonField(target(2, 6, "+++")),
    "special_close": JsonField(target(2, 6, "+++")),
}
"""The fields of `Saves`. Source: main-rulebook, Save roll; Special save rolls; Save rolls and vision arc."""
TABLES: Mapping[str, JsonField] = {
    "weapon": JsonField(entries("weapon", MAX_WEAPONS)),
    "wargear": JsonField(entries("wargear", MAX_GEAR)),
    "skill": JsonField(entries("skill", MAX_GEAR)),
}
SKILL: Mapping[str, JsonField] = {"name": NAME, **SAVES}
WARGEAR: Mapping[str, JsonField] = {"name": NAME, "cost": COST, **SAVES}


@dataclass(frozen=True)
class Gear:
    """A piece of wargear or a skill.

    Attributes:
        saves: what it keeps its owner from.
        cost: credits; 0 for skills.
    """

    name: str
    saves: Saves = field(default_factory=Saves)
    cost: int = 0


@dataclass(frozen=True, eq=False)
class Armoury:
    """What fighters may have, by name in small letters."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    wargear: Mapping[str, Gear] = field(default_factory=dict)
    skills: Mapping[str, Gear] = field(default_factory=dict)

    def with_own(self, own: "Armoury") -> "Armoury":
        """This and a gang's own; what the gang calls by a name goes first."""
        return Armoury({**self.weapons, **own.weapons}, {**self.wargear, **own.wargear}, {**self.skills, **own.skills})


def parse_armoury(data: bytes) -> tuple[Armoury, tuple[str, ...]]:
    """The armoury of a file, and warnings.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    warnings: list[str] = []
    head = {"format": JsonField(choice(FORMAT), needed=True), "version": JsonField(choice(VERSION), needed=True)}
    read_fields(value, {**head, **TABLES}, "", faults)
    armoury = read_tables(value, faults, warnings)
    if faults:
        raise RulesError(capped(faults))
    return armoury, tuple(capped(warnings))


def read_tables(value: JsonObject, faults: list[str], warnings: list[str], traits: Collection[str] = ()) -> Armoury:
    """The weapons, wargear and skills that a file describes; one with a fault is there by its name alone.

    Weapons may have ``traits`` beside those that all rules know.
    """

    def weapon(value: object, where: str) -> Weapon | None:
        return read_weapon(value, where, faults, warnings, traits)

    def gear(fields: Mapping[str, JsonField]) -> Callable[[object, str], Gear | None]:
        return lambda value, where: _read_gear(value, fields, where, faults)

    return Armoury(
        by_name(value, TABLES, "weapon", weapon, lambda name: Weapon(name, ()), faults),
        by_name(value, TABLES, "wargear", gear(WARGEAR), Gear, faults),
        by_name(value, TABLES, "skill", gear(SKILL), Gear, faults),
    )


Thing = TypeVar("Thing")


def by_name(
    value: JsonObject,
    fields: Mapping[str, JsonField],
    what: str,
    read: Callable[[object, str], Thing | None],
    otherwise: Callable[[str], Thing],
    faults: list[str],
) -> dict[str, Thing]:
    """The entries of one kind of a file, by name in small letters; a second of a name is a fault.

    Args:
        value: the file.
        fields: among which that kind is.
        what: the kind.
        read: an entry, with how messages call it; None, and faults, where it is not sound.
        otherwise: what is known of such an entry by its name alone.
        faults: gets what is wrong.
    """
    found: dict[str, Thing] = {}
    for index, one in enumerate(listed(value, fields, what)):
        thing, name = read(one, place(what, index, one)), given_name(one)
        if name is None:
            continue
        if name.casefold() in found:
            faults.append(f'{what} "{shown_text(name)}" is there more than once')
        found[name.casefold()] = thing or otherwise(name)
    return found


def listed(value: JsonObject, fields: Mapping[str, JsonField], what: str) -> list[Any]:
    """The tables of one kind, if they are a list of them and not too many."""
    try:
        return list(fields[what].check(value[what])) if what in value else []
    except (WrongValue, SceneError):
        return []


def given_name(value: object) -> str | None:
    """The name of an entry, if that is sound."""
    try:
        return str(NAME.check(value.get("name"))).strip() if isinstance(value, JsonObject) else None
    except WrongValue:
        return None


def place(what: str, index: int, value: object) -> str:
    """How messages call an entry: by its name, or by its number (from 1) where it has none."""
    name = given_name(value)
    return f'{what} "{shown_text(name)}": ' if name else f"{what} {index + 1}: "


def _read_gear(value: object, fields: Mapping[str, JsonField], where: str, faults: list[str]) -> Gear | None:
    found = read_fields(value, fields, where, faults)
    if found is None:
        return None
    saves = Saves(**{key: found[key] for key in SAVES if key in found})
    return Gear(found["name"].strip(), saves, found.get("cost", 0))


def together(saves: Iterable[Saves]) -> Saves:
    """What several things give together: the best of each save, and all that is added within the vision arc."""
    total = Saves()
    for one in saves:
        total = replace(
            total,
            armour_in_arc=total.armour_in_arc + one.armour_in_arc,
            **{name: _better(getattr(total, name), getattr(one, name)) for name in SAVES if name != "armour_in_arc"},
        )
    return total


def _better(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else min(one, other)
