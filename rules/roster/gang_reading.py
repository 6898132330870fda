"""Reading gang files: TOML text as a gang, with every fault of the file at once.

Source: main-rulebook, Gang, crew and fighter cards; Maximum and minimum characteristics.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from rules.errors import RulesError
from rules.roster.armoury import SAVES, TABLES, Armoury, Gear, given_name, listed, place, read_tables, together
from rules.roster.gang import Fighter, Gang, NamesOthers, Rank, Saves
from rules.roster.profile import BY_2D6, BY_D6, Characteristic, Profile, advanced, limited
from rules.roster.toml_reading import (
    entries,
    names,
    nearest,
    parse_toml,
    refuse_other_formats,
    table,
    target,
    whole,
    word,
    word_of,
)
from rules.roster.weapon import Weapon
from rules.roster.weapon_reading import COST, NAME
from scene.base.errors import SceneError
from scene.base.json_fields import JsonField, JsonObject, choice, number, read_fields, sound_fields, text
from scene.base.messages import capped, shown_text

FORMAT = "sightline-gang"
VERSION = 1
MAX_FIGHTERS = 60
COLOURS = ("red", "blue", "green", "purple", "yellow", "orange", "sky")
"""What pictures have a colour for."""
DECKS = (18, 36)
"""Cards in a deck. Source: main-rulebook, Deck of tactic cards."""
CARD: Mapping[str, Characteristic] = {
    "M": "movement",
    "WS": "weapon_skill",
    "BS": "ballistic_skill",
    "S": "strength",
    "T": "toughness",
    "W": "wounds",
    "I": "initiative",
    "A": "attacks",
    "LD": "leadership",
    "CL": "cool",
    "WIL": "willpower",
    "INT": "intelligence",
}
"""The characteristics as a fighter's card calls them."""
GROUP_ACTIVATION: Mapping[Rank, int] = {"leader": 2, "champion": 1}
"""Source: main-rulebook, Group activation."""
LEADS_BY_EXAMPLE: Mapping[Rank, float] = {"leader": 12.0, "champion": 6.0}
"""Inches. Source: main-rulebook, Leading by example."""


def _characteristic(characteristic: Characteristic) -> JsonField:
    if characteristic in {*BY_D6, *BY_2D6}:
        return JsonField(target(limited(characteristic, 0), limited(characteristic, 99)), needed=True)
    return JsonField(whole(1, 20 if characteristic == "movement" else 10), needed=True)


def _deck(value: object) -> tuple[str, ...]:
    """The tactic cards of a deck, all different."""
    cards = tuple(card.strip() for card in names(max(DECKS))(value))
    if len(cards) not in DECKS or len(set(cards)) < len(cards):
        sizes = " or ".join(map(str, DECKS))
        raise SceneError(f"a deck holds {sizes} different tactic cards; this one has {len(set(cards))}")
    return cards


PROFILE = {name: _characteristic(characteristic) for name, characteristic in CARD.items()}
GROWING = ("M", "S", "T")
"""May become so much better and no more."""
FIGHTER: Mapping[str, JsonField] = {
    "id": JsonField(word),
    "name": NAME,
    "rank": JsonField(choice(*get_args(Rank))),
    "cost": replace(COST, needed=True),
    "profile": JsonField(table(PROFILE), needed=True),
    "basic": JsonField(table({name: replace(PROFILE[name], needed=False) for name in GROWING})),
    "weapons": JsonField(names(10)),
    "wargear": JsonField(names(20)),
    "skills": JsonField(names(20)),
    "saves": JsonField(table(SAVES)),
    "group_activation": JsonField(whole(0, 10)),
    "leads_by_example": JsonField(number(0, 48)),
    "proxy": replace(NAME, needed=False),
    "base_mm": JsonField(number(10, 170)),
}
GANG: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "name": NAME,
    "id": JsonField(word),
    "colour": JsonField(choice(*COLOURS)),
    "deck": JsonField(_deck),
    "rules": JsonField(text(empty=False)),
    **TABLES,
    "fighter": JsonField(entries("fighter", MAX_FIGHTERS), needed=True),
}


def parse_gang(
    data: bytes, armoury: Armoury, *, proxies: Mapping[str, float], traits: Collection[str] = ()
) -> tuple[Gang, tuple[str, ...]]:
    """The gang of a file, and warnings: what the file says and the rules here do not know.

    Args:
        data: TOML, UTF-8.
        armoury: what fighters may have besides the gang's own.
        proxies: the figures that may stand for a fighter, each with the diameter of its usual base in millimetres.
        traits: of weapons that the rules know beside those that all know.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    warnings: list[str] = []
    read_fields(value, GANG, "", faults)
    reader = _Reader(armoury.with_own(read_tables(value, faults, warnings, traits)), proxies, faults, warnings)
    tables = listed(value, GANG, "fighter")
    if not tables and isinstance(value.get("fighter"), list) and not value["fighter"]:
        faults.append('"fighter" needs at least one table')
    fighters = [reader.fighter(one, place("fighter", index, one)) for index, one in enumerate(tables)]
    reader.no_id_twice(tables)
    head = sound_fields(value, GANG)
    name = head.get("name", "").strip()
    gang = Gang(
        head.get("id") or word_of(name),
        name,
        tuple(one for one in fighters if one),
        head.get("colour", ""),
        head.get("deck", ()),
        head.get("rules", ""),
    )
    if name and "id" not in value and not gang.id:
        faults.append('needs an "id": its name has neither letters nor digits')
    if faults:
        raise RulesError(capped(faults))
    return gang, tuple(capped(warnings))


class _Reader:
    """Reads fighters; collects what is wrong."""

    def __init__(self, armoury: Armoury, proxies: Mapping[str, float], faults: list[str], warnings: list[str]) -> None:
        self.armoury, self.proxies, self.faults, self.warnings = armoury, proxies, faults, warnings

    def fighter(self, value: object, where: str) -> Fighter | None:
        """The fighter of a table, or None and faults that begin with ``where``."""
        before = len(self.faults)
        read_fields(value, FIGHTER, where, self.faults)
        if not isinstance(value, JsonObject):
            return None
        # What is sound is looked at whatever is wrong beside it, so that all comes out at once.
        found = sound_fields(value, FIGHTER)
        weapons = self._weapons(found.get("weapons", ()), where)
        gear = [*self._gear("wargear", found, where), *self._gear("skills", found, where)]
        self._growth(found, where)
        proxy = self._proxy(found.get("proxy", "human"), where)
        if "name" in found and "id" not in value and not word_of(found["name"]):
            self.faults.append(f'{where}needs an "id": its name has neither letters nor digits')
        if len(self.faults) > before:
            return None
        rank: Rank = found.get("rank", "ganger")
        return Fighter(
            id=found.get("id") or word_of(found["name"]),
            name=found["name"].strip(),
            rank=rank,
            profile=_profile(found["profile"]),
            weapons=weapons,
            saves=Saves(**found["saves"]) if "saves" in found else together(one.saves for one in gear),
            skills=tuple(one.name for one in gear[len(found.get("wargear", ())) :]),
            wargear=tuple(one.name for one in gear[: len(found.get("wargear", ()))]),
            group_activation=found.get("group_activation", GROUP_ACTIVATION.get(rank, 0)),
            leads_by_example=found.get("leads_by_example", LEADS_BY_EXAMPLE.get(rank, 0.0)),
            cost=found["cost"],
            proxy=proxy,
            base_mm=found.get("base_mm", self.proxies.get(proxy, 25.0)),
        )

    def _weapons(self, wanted: Iterable[str], where: str) -> tuple[Weapon, ...]:
        """The weapons of these names; a second of the same kind gets a name of its own."""
        known, found = self.armoury.weapons, dict[str, Weapon]()
        for name in wanted:
            weapon = known.get(name.strip().casefold())
            if weapon is None:
                hint = nearest(name, known, lambda key: known[key].name)
                self.faults.append(
                    f'{where}there is no weapon "{shown_text(name)}"{hint or "; describe it in a [[weapon]] table"}'
                )
                continue
            called, count = weapon.name, 2
            while called in found or (called != weapon.name and called.casefold() in known):
                called, count = f"{weapon.name} {count}", count + 1
            found[called] = replace(weapon, name=called)
        return tuple(found.values())

    def _gear(self, key: str, found: Mapping[str, Any], where: str) -> list[Gear]:
        """The wargear or skills that a fighter has; those of unknown names are kept, and do nothing."""
        known: Mapping[str, Gear] = self.armoury.wargear if key == "wargear" else self.armoury.skills
        gear = []
        wanted = found.get(key, ())
        what = key.removesuffix("s")
        for name in wanted:
            one = known.get(name.strip().casefold())
            if one is None and "saves" not in found:
                hint = nearest(name, known, lambda key: known[key].name)
                self.warnings.append(
                    f'{where}the {what} "{shown_text(name)}" is by name only; nothing here knows what it does{hint}'
                )
            gear.append(one or Gear(name.strip()))
        names = [one.name.casefold() for one in gear]
        doubled = dict.fromkeys(one.name for one in gear if names.count(one.name.casefold()) > 1)
        self.faults += [f'{where}has the {what} "{shown_text(name)}" more than once' for name in doubled]
        return gear

    def _growth(self, found: Mapping[str, Any], where: str) -> None:
        """Source: main-rulebook, Maximum and minimum characteristics."""
        if "basic" not in found or "profile" not in found:
            return
        basic, profile = _profile(found["basic"]), _profile(found["profile"])
        for name in found["basic"]:
            most, value = advanced(basic, basic, CARD[name], 99).of(CARD[name]), profile.of(CARD[name])
            if value > most:
                least = basic.of(CARD[name])
                self.faults.append(
                    f'{where}"profile": "{name}" must be at most {most}, two better than the basic {least}, not {value}'
                )

    def _proxy(self, name: str, where: str) -> str:
        if name not in self.proxies:
            hint = nearest(name, self.proxies) or f"; there are {', '.join(self.proxies)}"
            self.faults.append(f'{where}there is no proxy "{shown_text(name)}"{hint}')
        return name

    def no_id_twice(self, tables: Iterable[object]) -> None:
        """Ids, given or made from names, are unique."""
        seen: set[str] = set()
        for value in tables:
            given = sound_fields(value, FIGHTER).get("id") if isinstance(value, JsonObject) else None
            name = given or word_of(given_name(value) or "")
            if name and name in seen:
                self.faults.append(f'fighter "{shown_text(name)}": the id is taken; give one of them another "id"')
            seen.add(name)


def _profile(found: Mapping[str, int]) -> Profile:
    return Profile(**{CARD[name]: value for name, value in found.items()})


_Same = TypeVar("_Same", Gang, Fighter)


def distinct(gangs: Iterable[Gang]) -> tuple[Gang, ...]:
    """The gangs with ids that are unique in a battle: a later one of the same id, gang or fighter, gets a number behind it."""
    taken: set[str] = set()
    fighters: set[str] = set()
    found = []
    for gang in gangs:
        members = tuple(_with_own_id(fighter, fighters) for fighter in gang.fighters)
        ids = {before.id: now.id for before, now in zip(gang.fighters, members, strict=True)}
        members = tuple(replace(one, sheet=_with_new_ids(one.sheet, ids)) for one in members)
        found.append(replace(_with_own_id(gang, taken), fighters=members))
    return tuple(found)


def _with_new_ids(sheet: object, ids: Mapping[str, str]) -> object:
    return sheet.renamed(ids) if isinstance(sheet, NamesOthers) else sheet


def _with_own_id(one: _Same, taken: set[str]) -> _Same:
    name, count = one.id, 2
    while name in taken:
        name, count = f"{one.id}-{count}", count + 1
    taken.add(name)
    return replace(one, id=name)
