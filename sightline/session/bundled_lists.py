"""What is bundled, as JSON and in words: tables, battles, gangs, crews, weapons, pieces of the kit, figures, rule systems."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from scene.base.messages import plain

if TYPE_CHECKING:
    from assets.shipped_files import ShippedFiles
    from rules.roster.gang_formats import GangFormats

Row = dict[str, Any]


@dataclass(frozen=True)
class BundledList:
    """A list of what is bundled of one kind.

    Attributes:
        rows: what there is.
        line: a row in words, behind its name.
        used: a command in which one of them is named.
    """

    rows: Callable[[], list[Row]]
    line: Callable[[Row], str]
    used: str


def lists() -> dict[str, BundledList]:
    """All lists by their names, in their order: of gangs one for each folder of them, and of weapons for each armoury."""
    from assets.gang_folders import gang_folders

    folders = gang_folders()
    return {
        "tables": TABLES,
        "battles": BATTLES,
        **{
            name: BundledList(partial(_gangs, files), _said("{title}; {fighters}"), files.used)
            for name, files in folders.items()
        },
        "weapons": WEAPONS,
        **dict(map(_own_weapons, _with_own_weapons(folders))),
        "kit": PIECES,
        "proxies": FIGURES,
        "systems": SYSTEMS,
    }


def words(what: str) -> list[str]:
    """A line each, under a heading that says what they are for."""
    found = lists()[what]
    return [f"{what}, as in: {found.used}", *(f"  {found.line(row)}" for row in found.rows())]


def _said(template: str) -> Callable[[Row], str]:
    """What makes a line of a row: its name and a sentence, in which lists of names stand with commas between them."""

    def line(row: Row) -> str:
        several = {key: ", ".join(value) for key, value in row.items() if isinstance(value, list) and key != "size"}
        return f"{row['name']}: " + template.format_map(row | several)

    return line


def _tables() -> list[Row]:
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


def _battles() -> list[Row]:
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


def _gangs(files: "ShippedFiles") -> list[Row]:
    from sightline.session.gang_loading import load_gang

    found = [(name, load_gang(name)[0]) for name in files.names()]
    return [{"name": name, "title": gang.name, "fighters": [one.name for one in gang.fighters]} for name, gang in found]


def _weapons() -> list[Row]:
    """A row a profile."""
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


def _weapon_line(row: Row) -> str:
    called = f"{row['name']}, {row['profile']}" if row["profile"] else row["name"]
    ranges = [plain(row[key]) if row[key] is not None else "-" for key in ("short", "long")]
    far = "close combat" if row["long"] is None else "template" if not row["long"] else f'{" / ".join(ranges)}"'
    return f"{called}: {far}" + (f"; {', '.join(row['traits'])}" if row["traits"] else "")


def _with_own_weapons(folders: "dict[str, ShippedFiles]") -> "Iterator[ShippedFiles]":
    """The folders with an armoury for gangs of some rule system alone."""
    from assets.gang_folders import ARMOURY, FIRST

    return (files for name, files in folders.items() if name != FIRST and ARMOURY in files.other)


def _own_weapons(files: "ShippedFiles") -> tuple[str, BundledList]:
    """What the list of such weapons is called, after what they are for, and the list; nothing is loaded for it yet."""

    def rows() -> list[Row]:
        from sightline.session.gang_loading import shipped

        return [dict(row) for gangs in _formats_of(files) for row in gangs.weapons(shipped)]

    def line(row: Row) -> str:
        return next(_formats_of(files)).weapon_line(row)

    return f"{files.what}-weapons", BundledList(rows, line, files.used)


def _formats_of(files: "ShippedFiles") -> "Iterator[GangFormats]":
    """The formats of the rule system, if there is one, that reads the gangs of a folder: it calls them as the folder does."""
    from rules.systems.registry import names, system

    known = (gangs for name in names() if (gangs := system(name).gangs) is not None)
    return (gangs for gangs in known if any(form.name == f"sightline-{files.what}" for form in gangs.formats))


def _kit() -> list[Row]:
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


def _kit_line(row: Row) -> str:
    given = row["parameters"].items()
    ranges = ", ".join(f"{key} {one['default']:g} ({one['low']:g} to {one['high']:g})" for key, one in given)
    return f"{row['name']} ({row['kind']}): {row['about']}" + (f"; {ranges}" if ranges else "")


def _proxies() -> list[Row]:
    from assets.figures.figure_proxies import PROXIES

    return [{"name": name, "base_mm": one.base_mm, "about": one.description} for name, one in PROXIES.items()]


def _systems() -> list[Row]:
    """With what each settles."""
    from rules.systems.registry import names, system
    from rules.systems.rule_system import Part

    found = [system(name) for name in names()]
    return [
        {"name": one.name, "title": one.title, "settles": [part for part in get_args(Part) if one.has(part)]} for one in found
    ]


def _system_line(row: Row) -> str:
    return _said("{title}; settles {settles}")(row).replace("_", " ")


TABLES = BundledList(
    _tables,
    _said("{title}, {size[0]:g} x {size[1]:g} inches, {pieces} pieces; {figures}"),
    "sightline los disputed-shot jelena kruger",
)
BATTLES = BundledList(
    _battles, _said("{title}; {gangs} on {table}, scenario {scenario}, by {rules}"), "sightline battle gantry-standoff"
)
WEAPONS = BundledList(_weapons, _weapon_line, "sightline odds disputed-shot jelena kruger --weapon 'Beam rifle'")
PIECES = BundledList(_kit, _kit_line, "sightline place my-table.json --kit gantry --at 12 12")
FIGURES = BundledList(
    _proxies,
    _said("{about}; usual base {base_mm:g} mm"),
    "sightline place my-table.json --figure Ada --proxy brute --at 4 12",
)
SYSTEMS = BundledList(_systems, _system_line, "sightline los disputed-shot jelena kruger --rules geometry")
