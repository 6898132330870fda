"""Reading scenario files: TOML text as a scenario, with every fault of it at once, and a scenario as such a text again."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, get_args

from rules.errors import RulesError
from rules.roster.armoury import listed
from rules.roster.gang_reading import DECKS, MAX_FIGHTERS
from rules.roster.toml_reading import entries, parse_toml, refuse_other_formats, whole, word
from rules.roster.toml_writing import lines
from rules.roster.weapon_reading import NAME
from rules.skirmish.state.scenario import Area, Objective, Scenario, Victory
from scene.base.json_fields import (
    JsonField,
    JsonObject,
    WrongValue,
    choice,
    flag,
    numbers,
    read_fields,
    sound_fields,
    text,
)
from scene.base.messages import capped, shown_text

FORMAT = "sightline-scenario"
VERSION = 1
LEAST_GANGS = 2
MOST_GANGS = 4
MAX_OBJECTIVES = 20
MAX_ROUNDS = 100
SHARES = numbers(2, 0.0, 1.0)
"""A place in shares of the table's sides."""

AREA: Mapping[str, JsonField] = {"low": JsonField(SHARES, needed=True), "high": JsonField(SHARES, needed=True)}
OBJECTIVE: Mapping[str, JsonField] = {
    "id": JsonField(word, needed=True),
    "position": JsonField(SHARES, needed=True),
    "points": JsonField(whole(1, 100)),
    "loot": JsonField(flag),
    "light": JsonField(flag),
    "name": JsonField(text(empty=False)),
    "locked": JsonField(flag),
}
SCENARIO: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "name": NAME,
    "description": JsonField(text()),
    "victory": JsonField(choice(*get_args(Victory))),
    "rounds": JsonField(whole(0, MAX_ROUNDS)),
    "crew": JsonField(whole(0, MAX_FIGHTERS)),
    "reinforcements_from": JsonField(whole(0, MAX_ROUNDS)),
    "points_for_casualties": JsonField(whole(0, 100)),
    "cards": JsonField(whole(0, min(DECKS) - 1)),
    "area": JsonField(entries("area", MOST_GANGS), needed=True),
    "objective": JsonField(entries("objective", MAX_OBJECTIVES)),
}
_OWN = ("name", "description", "victory", "rounds", "crew", "reinforcements_from", "points_for_casualties", "cards")
"""Fields of the file that are fields of a `Scenario` by the same name."""


def parse_scenario(data: bytes) -> Scenario:
    """The scenario of a file.

    Args:
        data: TOML, UTF-8.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    read_fields(value, SCENARIO, "", faults)
    areas = _read(value, "area", _area, faults)
    objectives = _read(value, "objective", _objective, faults)
    head = sound_fields(value, SCENARIO)
    faults += _faults(head, value)
    if faults:
        raise RulesError(capped(faults))
    head["name"] = head["name"].strip()
    return Scenario(areas=areas, objectives=objectives, **{key: head[key] for key in _OWN if key in head})


def scenario_text(scenario: Scenario) -> str:
    """The scenario file of a scenario; reading it gives an equal one."""
    own = {key: getattr(scenario, key) for key in _OWN}
    tables = ["[[area]]\n" + lines(low=area.low, high=area.high) for area in scenario.areas]
    for one in scenario.objectives:
        name = one.name or None
        given = lines(id=one.id, name=name, position=one.position, points=one.points, loot=one.loot, light=one.light)
        # Journals of battles that know of no locks are written as they always were.
        tables.append("[[objective]]\n" + given + (lines(locked=True) if one.locked else ""))
    return "\n".join([lines(format=FORMAT, version=VERSION, **own), *tables])


_Entry = TypeVar("_Entry", Area, Objective)


def _read(
    value: JsonObject, what: str, read: Callable[[object, str, list[str]], _Entry | None], faults: list[str]
) -> tuple[_Entry, ...]:
    """The entries of one kind that are sound; what is wrong with the others is added to ``faults``."""
    found = [read(one, _where(what, index, one), faults) for index, one in enumerate(listed(value, SCENARIO, what))]
    return tuple(one for one in found if one is not None)


def _where(what: str, index: int, value: object) -> str:
    """How messages call an entry: by its id, or by its number (from 1) where it has none."""
    name = _id(value)
    return f'{what} "{shown_text(name)}": ' if name else f"{what} {index + 1}: "


def _id(value: object) -> str | None:
    try:
        return word(value.get("id")) if isinstance(value, JsonObject) else None
    except WrongValue:
        return None


def _area(value: object, where: str, faults: list[str]) -> Area | None:
    found = read_fields(value, AREA, where, faults)
    if found is None:
        return None
    if not all(low < high for low, high in zip(found["low"], found["high"], strict=True)):
        faults.append(f'{where}"low" must be less than "high" in both numbers')
    return Area(**found)


def _objective(value: object, where: str, faults: list[str]) -> Objective | None:
    found = read_fields(value, OBJECTIVE, where, faults)
    if found is None:
        return None
    for name in ("light", "locked"):
        if found.get(name) and not found.get("loot"):
            faults.append(f'{where}"{name}" goes with "loot = true" only')
    if found.get("light") and found.get("locked"):
        faults.append(f'{where}"locked" does not go with "light": who moves over it could not pick it up')
    return Objective(**found)


def _faults(head: Mapping[str, Any], value: JsonObject) -> Iterable[str]:
    """What does not fit together among fields that are sound each by itself."""
    areas, objectives = listed(value, SCENARIO, "area"), listed(value, SCENARIO, "objective")
    if "area" in head and len(areas) < LEAST_GANGS:
        yield f'"area": there must be {LEAST_GANGS} to {MOST_GANGS} [[area]] tables, one for each gang'
    ids = Counter(name for one in objectives if (name := _id(one)))
    yield from (f'objective "{shown_text(name)}" is there more than once' for name, count in ids.items() if count > 1)
    first, last = head.get("reinforcements_from", 0), head.get("rounds", 0)
    if first and "crew" not in value:
        yield '"reinforcements_from" needs a "crew": without one everybody is there from the start'
    elif first and head.get("crew") == 0:
        yield '"reinforcements_from" needs a "crew" of 1 or more: 0 is everybody'
    if 0 < last < first:
        yield f'"reinforcements_from" must be at most {last}, the last round, not {first}'
    if head.get("victory") == "points" and not objectives and not head.get("points_for_casualties"):
        yield '"victory": for "points" there must be an [[objective]] or "points_for_casualties"'
