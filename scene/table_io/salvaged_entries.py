"""Salvaged entries: what remains of those at fault, so that their meshes, kit pieces and proxies are looked at as well."""

from typing import Any

from scene.base.errors import SceneError
from scene.base.json_fields import JsonObject, parse_json, sound_fields
from scene.mesh_io.mesh_reading import Units
from scene.table_io.table_document import (
    BODY,
    FIGURE,
    PIECE,
    BodyEntry,
    FigureEntry,
    PieceEntry,
    place,
    read_figure,
    read_piece,
    sound,
)

NOWHERE = (0.0, 0.0, 0.0)


def remains(data: bytes) -> list[tuple[str, PieceEntry | FigureEntry]]:
    """Of every entry of a table file that has a fault, how messages call it, and what it is made of.

    These entries say what to load and nothing else; an entry that does not say so clearly is left out.
    """
    try:
        value = parse_json(data)
    except SceneError:
        return []
    pieces = [
        (place("terrain", index, entry), _piece(entry))
        for index, entry in enumerate(sound(value, "terrain", []))
        if isinstance(entry, JsonObject) and read_piece(entry, "", []) is None
    ]
    figures = [
        (place("figure", index, entry), _figure(entry))
        for index, entry in enumerate(sound(value, "figures", []))
        if isinstance(entry, JsonObject) and read_figure(entry, "", []) is None
    ]
    return [(where, entry) for where, entry in [*pieces, *figures] if entry is not None]


def _piece(value: JsonObject) -> PieceEntry | None:
    found = sound_fields(value, PIECE)
    if ("mesh" in found) == ("kit" in found):
        return None
    made_of = {key: found.get(key) for key in ("mesh", "kit", "parameters", "up")}
    return PieceEntry("", NOWHERE, **made_of, units=_units(value, found))


def _figure(value: JsonObject) -> FigureEntry | None:
    if "body" not in value:
        return FigureEntry("", NOWHERE, proxy=sound_fields(value, FIGURE).get("proxy"))
    body = value["body"]
    if "proxy" in value or not isinstance(body, JsonObject):
        return None
    found = sound_fields(body, BODY)
    if "mesh" not in found:
        return None
    made_of = {key: found.get(key) for key in ("up", "parts", "insignificant")}
    return FigureEntry("", NOWHERE, body=BodyEntry(found["mesh"], NOWHERE, _units(body, found), **made_of))


def _units(value: JsonObject, found: dict[str, Any]) -> Units | None:
    """Any units in place of wrong ones, so that they are not called missing as well."""
    units: Units | None = found.get("units")
    return "mm" if units is None and "units" in value else units
