"""What is bundled, as JSON and in words: tables, battles, gangs, crews, weapons, pieces of the kit, figures, rule systems."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

from scene.base.messages import plain

Listed = Literal["tables", "battles", "gangs", "crews", "enemies", "weapons", "crew-weapons", "kit", "proxies", "systems"]
"""What there is to list."""

Row = dict[str, Any]


def tables() -> list[Row]:
    """The bundled tables."""
    from assets import tables as bundled
    from scene.table_io.table_reading import load_document

    found = [(name, load_document(bundled.path(name))) for name in bundled.names()]
    return [
        {
            "name": name,
            "title": one.name,
            "size": list(one.size),
            "pieces": len(one.terrain),
            "figures": [figure.id for figure in one.figures],
        }
        for name, one in found
    ]


def battles() -> list[Row]:
    """The bundled battles."""
    import tomllib

    from assets import battles as bundled
    from rules.systems.registry import DEFAULT

    found = [(name, tomllib.loads(bundled.path(name).read_text("utf-8"))) for name in bundled.names()]
    return [
        {
            "name": name,
            "title": one["name"],
            "table": one["table"],
            "gangs": one["gangs"],
            "scenario": one["scenario"],
            "rules": one.get("rules", DEFAULT),
        }
        for name, one in found
    ]


def gangs() -> list[Row]:
    """The bundled gangs."""
    from assets import gangs as bundled

    return _gang_rows(bundled.names())


def crews() -> list[Row]:
    """The bundled crews."""
    from assets import crews as bundled

    return _gang_rows(bundled.names())


def enemies() -> list[Row]:
    """The bundled enemies that the program plays, with those who come later."""
    from assets import enemies as bundled

    return _gang_rows(bundled.names())


def _gang_rows(names: Iterable[str]) -> list[Row]:
    from sightline.session.gang_loading import load_gang

    found = [(name, load_gang(name)[0]) for name in names]
    return [{"name": name, "title": gang.name, "fighters": [one.name for one in gang.fighters]} for name, gang in found]


def weapons() -> list[Row]:
    """The weapons of the bundled armoury, a row a profile."""
    from sightline.session.gang_loading import armoury

    return [
        {
            "name": weapon.name,
            "profile": profile.name or None,
            "short": profile.short,
            "long": profile.long,
            "traits": [f"{trait} ({number})" if number else str(trait) for trait, number in profile.traits],
        }
        for weapon in armoury().weapons.values()
        for profile in weapon.profiles
    ]


def crew_weapons() -> list[Row]:
    """The weapons of crews and enemies, by rule systems that have weapons of their own."""
    from rules.systems.registry import names, system
    from sightline.session.gang_loading import shipped

    found = [gangs for name in names() if (gangs := system(name).gangs) is not None]
    return [dict(weapon) for gangs in found for weapon in gangs.weapons(shipped)]


def kit() -> list[Row]:
    """The pieces of the kit with their parameters."""
    from assets.kit import KIT

    return [
        {
            "name": entry.name,
            "kind": entry.kind,
            "about": entry.description,
            "parameters": {
                one.name: {
                    "default": one.default,
                    "low": one.range.low,
                    "high": one.range.high,
                    "about": one.range.meaning,
                }
                for one in entry.parameters.values()
            },
        }
        for entry in KIT.values()
    ]


def proxies() -> list[Row]:
    """The built-in bodies of figures."""
    from assets.figures.figure_proxies import PROXIES

    return [{"name": name, "base_mm": one.base_mm, "about": one.description} for name, one in PROXIES.items()]


def systems() -> list[Row]:
    """The rule systems, and what each settles."""
    from rules.systems.registry import names, system
    from rules.systems.rule_system import Part

    found = [system(name) for name in names()]
    return [
        {"name": one.name, "title": one.title, "settles": [part for part in get_args(Part) if one.has(part)]} for one in found
    ]


LISTS: Mapping[Listed, Callable[[], list[Row]]] = {
    "tables": tables,
    "battles": battles,
    "gangs": gangs,
    "crews": crews,
    "enemies": enemies,
    "weapons": weapons,
    "crew-weapons": crew_weapons,
    "kit": kit,
    "proxies": proxies,
    "systems": systems,
}

_USED: Mapping[Listed, str] = {
    "tables": "sightline los disputed-shot jelena kruger",
    "battles": "sightline battle gantry-standoff",
    "gangs": "sightline odds disputed-shot jelena kruger --weapon 'Slug pistol' --gang ninth-shift",
    "crews": "sightline crew my-crew.toml",
    "enemies": "sightline battle foundry-relay",
    "weapons": "sightline odds disputed-shot jelena kruger --weapon 'Beam rifle'",
    "crew-weapons": "sightline crew my-crew.toml",
    "kit": "sightline place my-table.json --kit gantry --at 12 12",
    "proxies": "sightline place my-table.json --figure Ada --proxy brute --at 4 12",
    "systems": "sightline los disputed-shot jelena kruger --rules geometry",
}


def words(what: Listed) -> list[str]:
    """A line each, under a heading that says what they are for."""
    return [f"{what}, as in: {_USED[what]}", *(f"  {_line(what, row)}" for row in LISTS[what]())]


def _line(what: Listed, row: Row) -> str:
    if what == "weapons":
        return _weapon_line(row)
    if what == "crew-weapons":
        return _crew_weapon_line(row)
    if what == "kit":
        return _kit_line(row)
    said = {
        "tables": "{title}, {size[0]:g} x {size[1]:g} inches, {pieces} pieces; {figures}",
        "battles": "{title}; {gangs} on {table}, scenario {scenario}, by {rules}",
        "gangs": "{title}; {fighters}",
        "crews": "{title}; {fighters}",
        "enemies": "{title}; {fighters}",
        "proxies": "{about}; usual base {base_mm:g} mm",
        "systems": "{title}; settles {settles}",
    }[what]
    lists = {key: ", ".join(value) for key, value in row.items() if isinstance(value, list) and key != "size"}
    return f"{row['name']}: " + said.format_map(row | lists).replace("_", " " if what == "systems" else "_")


def _kit_line(row: Row) -> str:
    given = row["parameters"].items()
    ranges = ", ".join(f"{key} {one['default']:g} ({one['low']:g} to {one['high']:g})" for key, one in given)
    return f"{row['name']} ({row['kind']}): {row['about']}" + (f"; {ranges}" if ranges else "")


def _weapon_line(row: Row) -> str:
    called = f"{row['name']}, {row['profile']}" if row["profile"] else row["name"]
    ranges = [plain(row[key]) if row[key] is not None else "-" for key in ("short", "long")]
    far = "close combat" if row["long"] is None else "template" if not row["long"] else f'{" / ".join(ranges)}"'
    return f"{called}: {far}" + (f"; {', '.join(row['traits'])}" if row["traits"] else "")


def _crew_weapon_line(row: Row) -> str:
    shots = "1 shot" if row["shots"] == 1 else f"{row['shots']} shots"
    far = f'{plain(row["range"])}", {shots}' if row["range"] else "brawls only"
    return f"{row['name']}: {far}, damage {row['damage']:+}" + (f"; {', '.join(row['traits'])}" if row["traits"] else "")
