"""Reading warband files: TOML text as a warband, with every fault of the file at once.

Sources: combat-pool: Shooting, Combat procedure, Making an attack, Morale. What else there is is Sightline's own
(docs/rules-combat-pool.md, warbands).
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from rules.errors import RulesError
from rules.roster.armoury import listed, place
from rules.roster.figure_files import NAME, check_length, check_names, id_of, no_id_twice, proxy_of
from rules.roster.gang import Fighter, Gang, Rank
from rules.roster.gang_formats import Shipped
from rules.roster.gang_reading import COLOURS
from rules.roster.profile import Profile
from rules.roster.toml_reading import entries, names, nearest, parse_toml, refuse_other_formats, table, whole, word
from rules.systems.combat_pool import SYSTEM
from rules.systems.combat_pool.roster.pool_sheet import Ploy, PoolSheet, PoolWeapon, WarbandSheet
from rules.systems.combat_pool.roster.pool_weapons import (
    PLOYS,
    WEAPONS,
    parse_ploys,
    parse_pool_armoury,
    read_ploys,
    read_pool_weapons,
)
from rules.systems.combat_pool.roster.warband_writing import FORMAT, VERSION, warband_text
from scene.base.json_fields import JsonField, JsonObject, choice, number, read_fields, sound_fields, text
from scene.base.messages import capped, shown_text

MOST_MODELS = 30
MOST_CARRIED, MOST_PLOYS = 6, 10
ANSWERS = frozenset({"nobody", "wait"})
"""Answers that are offered beside models, besides those that no battle has as an id."""
RANKS: Mapping[str, Rank] = {"leader": "leader", "sergeant": "champion", "warrior": "ganger"}
"""What files call the ranks of cards."""
MODEL: Mapping[str, JsonField] = {
    "name": NAME,
    "id": JsonField(word),
    "rank": JsonField(choice(*RANKS)),
    "move": JsonField(whole(1, 12), needed=True),
    "fight": JsonField(whole(-3, 9), needed=True),
    "shoot": JsonField(whole(-3, 9), needed=True),
    "armour": JsonField(whole(0, 9), needed=True),
    "initiative": JsonField(whole(-3, 9), needed=True),
    "pool": JsonField(whole(0, 8), needed=True),
    "wounds": JsonField(whole(1, 9), needed=True),
    "weapons": JsonField(names(MOST_CARRIED)),
    "ploys": JsonField(names(MOST_PLOYS)),
    "mount": JsonField(text(empty=False)),
    "mount_move": JsonField(whole(1, 18)),
    "proxy": JsonField(text(empty=False)),
    "base_mm": JsonField(number(10, 170)),
}
COUNTERS: Mapping[str, JsonField] = {"attack": JsonField(whole(0, 60)), "ploy": JsonField(whole(0, 60))}
MODELS = {"model": JsonField(entries("model", MOST_MODELS), needed=True)}
FIELDS: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "name": NAME,
    "id": JsonField(word),
    "colour": JsonField(choice(*COLOURS)),
    "morale": JsonField(whole(2, 12), needed=True),
    "counters": JsonField(table(COUNTERS)),
    **WEAPONS,
    **PLOYS,
    **MODELS,
}
ATTACK_COUNTERS, PLOY_COUNTERS = 10, 3
"""What a warband has in a combat where its file says nothing else: attack counters, and counters of each ploy."""
Thing = TypeVar("Thing", Ploy, PoolWeapon)


def read_warband(data: bytes, proxies: Mapping[str, float], shipped: Shipped) -> tuple[Gang, tuple[str, ...]]:
    """The warband of a file; nothing in it is doubtful, so there are no warnings.

    Args:
        data: TOML, UTF-8.
        proxies: the figures that may stand for somebody, each with the diameter of its usual base in millimetres.
        shipped: the content of the armoury and of the ploys that come with the program.

    Raises:
        RulesError: with everything that is wrong with the file.
    """
    value = parse_toml(data)
    refuse_other_formats(value, FORMAT, VERSION)
    faults: list[str] = []
    read_fields(value, FIELDS, "", faults)
    weapons = {**parse_pool_armoury(shipped("warbands/armoury")), **read_pool_weapons(value, faults)}
    ploys = {**parse_ploys(shipped("warbands/ploys")), **read_ploys(value, faults)}
    head = sound_fields(value, FIELDS)
    sheet = _sheet(head, ploys)
    tables = listed(value, MODELS, "model")
    models = tuple(
        _model(one, place("model", index, one), (weapons, ploys), proxies, faults) for index, one in enumerate(tables)
    )
    no_id_twice("model", tables, MODEL, faults)
    faults += _not_together(value, models, sheet)
    own_id, name = check_names(head, value, faults), head.get("name", "").strip()
    gang = Gang(own_id, name, models, head.get("colour", ""), rules=SYSTEM.name, sheet=sheet)
    if not faults:
        check_length(gang, warband_text(gang), faults)
    if faults:
        raise RulesError(capped(faults))
    return gang, ()


def _sheet(head: Mapping[str, Any], ploys: Mapping[str, Ploy]) -> WarbandSheet:
    counters = head.get("counters", {})
    attack, ploy = counters.get("attack", ATTACK_COUNTERS), counters.get("ploy", PLOY_COUNTERS)
    return WarbandSheet(head.get("morale", 7), attack, ploy, {one.name: one for one in ploys.values()})


def _model(
    value: object,
    where: str,
    known: tuple[Mapping[str, PoolWeapon], Mapping[str, Ploy]],
    proxies: Mapping[str, float],
    faults: list[str],
) -> Fighter:
    read_fields(value, MODEL, where, faults)
    found = sound_fields(value, MODEL) if isinstance(value, JsonObject) else {}
    if "mount_move" in found and "mount" not in found:
        faults.append(f'{where}"mount_move" needs a "mount"')
    proxy = proxy_of(found.get("proxy", "human"), proxies, where, faults)
    scores = {key: found[key] for key in ("fight", "shoot", "armour", "initiative", "pool", "wounds") if key in found}
    sheet = PoolSheet(
        float(found.get("move", 5)),
        **scores,
        weapons=_meant(found.get("weapons", ()), known[0], "weapon", where, faults),
        ploys=tuple(one.name for one in _meant(found.get("ploys", ()), known[1], "ploy", where, faults)),
        mount=found.get("mount", "").strip(),
        mount_move=float(found.get("mount_move", 8)),
    )
    base = found.get("base_mm", proxies.get("rider" if sheet.mount else proxy, 25.0))
    profile = Profile(movement=int(sheet.move), wounds=sheet.wounds)
    rank, own_id = RANKS[found.get("rank", "warrior")], id_of(found, where, faults)
    faults += [f'{where}the id "{own_id}" is an answer; give another "id"'] if own_id.casefold() in ANSWERS else []
    return Fighter(own_id, found.get("name", "").strip(), rank, profile, proxy=proxy, base_mm=base, sheet=sheet)


def _meant(wanted: Iterable[str], known: Mapping[str, Thing], what: str, where: str, faults: list[str]) -> tuple[Thing, ...]:
    """The weapons or ploys of these names, each once."""
    found: dict[str, Thing] = {}
    for name in wanted:
        one = known.get(name.strip().casefold())
        if one is None:
            said = nearest(name, known, lambda key: known[key].name) or f"; describe it in a [[{what}]] table"
            faults.append(f'{where}there is no {what} "{shown_text(name)}"{said}')
        elif one.name in found:
            faults.append(f'{where}the {what} "{shown_text(name)}" is there more than once')
        else:
            found[one.name] = one
    return tuple(found.values())


def _not_together(value: JsonObject, models: tuple[Fighter, ...], sheet: WarbandSheet) -> Iterable[str]:
    """What of a warband does not go together: its leaders, and pools for which there are not enough counters."""
    if value.get("model") == []:
        yield 'a warband of nobody: "model" needs at least one table'
    leaders = [one.name for one in models if one.rank == "leader"]
    if models and len(leaders) != 1:
        told = f"has {len(leaders)} leaders: {shown_text(', '.join(leaders))}" if leaders else "has no leader"
        yield f'{told}; give one model, and only one, rank = "leader"'
    for one in models:
        assert isinstance(one.sheet, PoolSheet)
        most = sheet.attack_counters + sheet.ploy_counters * len(one.sheet.ploys)
        if one.sheet.pool > most:
            counted = f"{sheet.attack_counters} attack counters and {sheet.ploy_counters} of each of its ploys"
            yield f'model "{shown_text(one.name)}": its pool of {one.sheet.pool} is larger than there are counters: {counted}'
