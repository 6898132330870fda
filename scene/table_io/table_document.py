"""The table document, a table file as a value: what is written in it, read with all faults at once, and written back."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from scene.base.errors import SceneError
from scene.base.json_fields import (
    Check,
    JsonField,
    JsonObject,
    WrongValue,
    choice,
    flag,
    named_numbers,
    number,
    numbers,
    parse_json,
    quaternion,
    read_fields,
    text,
    texts,
)
from scene.base.messages import shown_text
from scene.base.safe_files import write_bytes
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import Units, Up
from scene.table.scan_measurements import Scan
from scene.table.table import Feature, Ground, Kind, Stance
from scene.table_io.scan_document import read_scan, scan_fields
from scene.table_io.table_statuses import Status

FORMAT = "sightline-table"
VERSION = 1
MAX_SIZE = 1_000.0
MAX_COORDINATE = 10_000.0
MAX_BASE_MM = 500.0
MAX_PIECES = 2_000
MAX_FIGURES = 500


@dataclass(frozen=True)
class PieceEntry:
    """A terrain piece as the file has it; None is a field that is not there."""

    id: str
    position: tuple[float, float, float]
    mesh: str | None = None
    kit: str | None = None
    parameters: tuple[tuple[str, float], ...] | None = None
    units: Units | None = None
    up: Up | None = None
    anchor: str | None = None
    turn: float | None = None
    rotation: tuple[float, float, float, float] | None = None
    kind: Kind | None = None
    ground: Ground | None = None
    see_through_gaps: bool | None = None
    insignificant: bool | None = None
    infinite_height: bool | None = None
    open: bool | None = None
    works: str | None = None
    mouths: tuple[Point, Point] | None = None
    feature: Feature | None = None
    group: str | None = None


@dataclass(frozen=True)
class BodyEntry:
    """A figure's own mesh as the file has it."""

    mesh: str
    eye: tuple[float, float, float]
    units: Units | None = None
    up: Up | None = None
    parts: tuple[str, ...] | None = None
    insignificant: tuple[str, ...] | None = None


@dataclass(frozen=True)
class FigureEntry:
    """A figure as the file has it; None is a field that is not there."""

    id: str
    position: tuple[float, float, float]
    name: str | None = None
    side: str | None = None
    proxy: str | None = None
    body: BodyEntry | None = None
    base_mm: float | None = None
    facing: float | None = None
    status: Status | None = None
    stance: Stance | None = None
    hides: bool | None = None


@dataclass(frozen=True)
class TableDocument:
    """All that a table file says."""

    size: tuple[float, float]
    name: str | None = None
    terrain: tuple[PieceEntry, ...] = ()
    figures: tuple[FigureEntry, ...] = ()
    scan: Scan | None = None


def _mouths(value: object) -> tuple[Point, Point]:
    """Two places in a piece's own frame, one apart from the other."""
    if not isinstance(value, list) or len(value) != 2:
        raise WrongValue("two places, each a list of 3 numbers")
    first, second = (numbers(3, -MAX_COORDINATE, MAX_COORDINATE)(place) for place in value)
    if first == second:
        raise WrongValue("two places that differ")
    return first, second


_POSITION = JsonField(numbers(3, -MAX_COORDINATE, MAX_COORDINATE), needed=True)
_ANGLE = JsonField(number(-1e6, 1e6))
_ID = JsonField(text(empty=False), needed=True)
_NAME = JsonField(text())
_UNITS = JsonField(choice(*get_args(Units)))
_UP = JsonField(choice(*get_args(Up)))
_FLAG = JsonField(flag)
_FILE = text(empty=False)

BODY: Mapping[str, JsonField] = {
    "mesh": JsonField(_FILE, needed=True),
    "units": _UNITS,
    "up": _UP,
    "eye": JsonField(numbers(3, -1e6, 1e6), needed=True),
    "parts": JsonField(texts),
    "insignificant": JsonField(texts),
}
PIECE: Mapping[str, JsonField] = {
    "id": _ID,
    "mesh": JsonField(_FILE),
    "kit": JsonField(text(empty=False)),
    "parameters": JsonField(named_numbers),
    "units": _UNITS,
    "up": _UP,
    "anchor": JsonField(choice("origin")),
    "position": _POSITION,
    "turn": _ANGLE,
    "rotation": JsonField(quaternion),
    "kind": JsonField(choice(*get_args(Kind))),
    "ground": JsonField(choice(*get_args(Ground))),
    "see_through_gaps": _FLAG,
    "insignificant": _FLAG,
    "infinite_height": _FLAG,
    "open": _FLAG,
    "works": JsonField(text(empty=False)),
    "mouths": JsonField(_mouths),
    "feature": JsonField(choice(*get_args(Feature))),
    "group": JsonField(text(empty=False)),
}
FIGURE: Mapping[str, JsonField] = {
    "id": _ID,
    "name": _NAME,
    "side": _NAME,
    "proxy": JsonField(text(empty=False)),
    "body": JsonField(lambda value: value),
    "base_mm": JsonField(number(0, MAX_BASE_MM)),
    "position": _POSITION,
    "facing": _ANGLE,
    "status": JsonField(choice(*get_args(Status))),
    "stance": JsonField(choice(*get_args(Stance))),
    "hides": _FLAG,
}


def _list(what: str, most: int) -> Check:
    def check(value: object) -> list[object]:
        if not isinstance(value, list):
            raise SceneError(f"must be a list of {what} in square brackets")
        if len(value) > most:
            raise SceneError(f"has {len(value):,} entries; the limit is {most:,}")
        return value

    return check


def _size(value: object) -> tuple[float, ...]:
    try:
        found: tuple[float, ...] = numbers(2, 0.0, MAX_SIZE)(value)
    except WrongValue:
        found = (0.0, 0.0)
    if min(found) <= 0:
        raise WrongValue(f"[x, y] in inches, each more than 0 and at most {MAX_SIZE:.0f}")
    return found


_TABLE: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "name": _NAME,
    "size": JsonField(_size, needed=True),
    "terrain": JsonField(_list("pieces", MAX_PIECES)),
    "figures": JsonField(_list("figures", MAX_FIGURES)),
    "scan": JsonField(lambda value: value),
}


def read_document(data: bytes) -> tuple[TableDocument, list[str]]:
    """What a table file says, and every fault in it; entries with a fault are left out.

    Faults name the place in the user's own words (``terrain "tower": ...``), not the file.
    """
    faults: list[str] = []
    try:
        value = parse_json(data)
    except SceneError as error:
        return TableDocument((0.0, 0.0)), list(error.faults)
    read_fields(value, _TABLE, "", faults)
    # Pieces and figures are looked at even where the table around them is at fault, so that all comes out at once.
    lists = {key: sound(value, key, []) for key in ("terrain", "figures")}
    terrain = _each(lists["terrain"], "terrain", faults, read_piece)
    figures = _each(lists["figures"], "figure", faults, read_figure)
    faults += _doubled_ids(lists)
    scan = None
    if isinstance(value, JsonObject) and "scan" in value:
        scan = read_scan(value["scan"], _ids(lists), faults)
    size, name = sound(value, "size", (0.0, 0.0)), sound(value, "name", None)
    return TableDocument(size, name, terrain, figures, scan), faults


def sound(value: object, key: str, otherwise: Any) -> Any:  # noqa: ANN401 - whatever the field holds
    """What the table's field holds, if that is sound."""
    if not isinstance(value, JsonObject) or key not in value:
        return otherwise
    try:
        return _TABLE[key].check(value[key])
    except (SceneError, WrongValue):
        return otherwise


_Entry = TypeVar("_Entry")
_Reader = Callable[[object, str, list[str]], _Entry | None]


def _each(values: list[object], what: str, faults: list[str], read: _Reader[_Entry]) -> tuple[_Entry, ...]:
    entries = [read(value, place(what, index, value), faults) for index, value in enumerate(values)]
    return tuple(entry for entry in entries if entry is not None)


def place(what: str, index: int, value: object) -> str:
    """How messages call an entry: by its id, or by its number (from 0) where it has none."""
    name = value.get("id") if isinstance(value, dict) else None
    label = f' "{shown_text(name)}"' if isinstance(name, str) and name.strip() else f"[{index}]"
    return f"{what}{label}: "


def read_piece(value: object, where: str, faults: list[str]) -> PieceEntry | None:
    """The entry of a piece, or None and faults that begin with ``where``."""
    if isinstance(value, JsonObject) and (outside := _parameters_outside(value)):
        faults += [f'{where}"{key}" belongs inside "parameters": write "parameters": {{"{key}": ...}}' for key in outside]
        read_fields(JsonObject({key: one for key, one in value.items() if key not in outside}), PIECE, where, faults)
        return None
    found = read_fields(value, PIECE, where, faults)
    if found is None:
        return None
    wrong = []
    if ("mesh" in found) == ("kit" in found):
        wrong.append('needs either a "mesh" or a "kit" piece' + (", not both" if "mesh" in found else ""))
    elif "kit" in found:
        wrong += [f'"{key}" is for a mesh, not for a kit piece' for key in ("units", "up", "anchor") if key in found]
    elif "parameters" in found:
        wrong.append('"parameters" are for a kit piece, not for a mesh')
    faults += [where + fault for fault in wrong]
    return None if wrong else PieceEntry(**found)


def _parameters_outside(value: JsonObject) -> list[str]:
    """The numbers of a kit piece that are no fields, and will be parameters of the piece."""
    if "kit" not in value:
        return []
    near = {key: get_close_matches(key, PIECE, n=1, cutoff=0.8) for key in value if key not in PIECE}
    return [key for key, close in near.items() if not close and isinstance(value[key], float)]


def read_figure(value: object, where: str, faults: list[str]) -> FigureEntry | None:
    """The entry of a figure, or None and faults that begin with ``where``."""
    found = read_fields(value, FIGURE, where, faults)
    body = value.get("body") if isinstance(value, JsonObject) else None
    read = read_fields(body, BODY, where + '"body" ', faults) if body is not None else None
    wrong = []
    if isinstance(value, JsonObject) and "body" in value:
        if body is None:
            wrong.append('"body" must be an object in braces, not null')
        if "proxy" in value:
            wrong.append('has a "proxy" and a "body"; leave one out')
        if "stance" in value:
            wrong.append('"stance" is for a proxy; a body is posed as its mesh is')
    faults += [where + fault for fault in wrong]
    if found is None or wrong or (body is not None and read is None):
        return None
    return FigureEntry(**{**found, "body": BodyEntry(**read) if read else None})


def sound_piece(entry: PieceEntry) -> PieceEntry:
    """The entry as a table file would bring it; a `SceneError` with all that no file may say."""
    return _sound_entry(entry, f'terrain "{shown_text(entry.id)}": ', read_piece)


def sound_figure(entry: FigureEntry) -> FigureEntry:
    """The entry as a table file would bring it; a `SceneError` with all that no file may say."""
    return _sound_entry(entry, f'figure "{shown_text(entry.id)}": ', read_figure)


def _sound_entry(entry: PieceEntry | FigureEntry, where: str, read: _Reader[_Entry]) -> _Entry:
    faults: list[str] = []
    found = read(_as_read(_plain(entry)), where, faults)
    if found is None or faults:
        raise SceneError(faults)
    return found


def _as_read(value: object) -> object:
    """What JSON would have made of a value: lists, objects, and all numbers floats."""
    if isinstance(value, dict):
        return JsonObject({key: _as_read(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple):
        return [_as_read(inner) for inner in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _ids(lists: Mapping[str, list[object]]) -> dict[str, str]:
    """All ids, and in which list they are."""
    named = [(value.get("id"), what) for what, values in lists.items() for value in values if isinstance(value, dict)]
    return {name: what for name, what in named if isinstance(name, str)}


def _doubled_ids(lists: Mapping[str, list[object]]) -> list[str]:
    first: dict[str, str] = {}
    faults = []
    for what, values in lists.items():
        for value in values:
            name = value.get("id") if isinstance(value, dict) else None
            if not isinstance(name, str):
                continue
            if name in first:
                faults.append(f'the id "{shown_text(name)}" is given twice ({first[name]} and {what}); ids are unique')
            first[name] = what
    return faults


def mesh_names(document: TableDocument) -> list[str]:
    """All mesh files that a table names, each once, in the order of the file."""
    names = [piece.mesh for piece in document.terrain if piece.mesh is not None]
    for figure in document.figures:
        if figure.body:
            names += [figure.body.mesh, *(figure.body.parts or ()), *(figure.body.insignificant or ())]
    return list(dict.fromkeys(names))


def document_text(document: TableDocument) -> str:
    """The table file of a document: one line a piece, a figure and a thing of the scan; equal documents give equal texts."""
    head = {"format": FORMAT, "version": VERSION, "name": document.name, "size": document.size}
    lines = [f"  {json.dumps(key)}: {_json(value)}" for key, value in head.items() if value is not None]
    for key, entries in (("terrain", document.terrain), ("figures", document.figures)):
        inner = ",\n".join(f"    {entry_text(entry)}" for entry in entries)
        lines.append(f'  "{key}": [\n{inner}\n  ]' if inner else f'  "{key}": []')
    if document.scan is not None:
        parts = ",\n".join(f"    {json.dumps(key)}: {_lines(value)}" for key, value in scan_fields(document.scan).items())
        lines.append(f'  "scan": {{\n{parts}\n  }}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def entry_text(entry: PieceEntry | FigureEntry) -> str:
    """What a table file says of a piece or a figure, on one line."""
    return _json(_plain(entry))


def _lines(value: object) -> str:
    """A list with a line for each of its entries; anything else on one line."""
    if not isinstance(value, list) or not value:
        return _json(value)
    inner = ",\n".join(f"      {_json(entry)}" for entry in value)
    return f"[\n{inner}\n    ]"


def _plain(entry: Any) -> dict[str, object]:  # noqa: ANN401 - any of the entries above
    """An entry as JSON has it: only what is there, named things as objects."""
    plain: dict[str, object] = {}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if value is None:
            continue
        if field.name == "parameters":
            value = dict(value)
        plain[field.name] = _plain(value) if isinstance(value, BodyEntry) else value
    return plain


def _json(value: object) -> str:
    return json.dumps(_short(value), ensure_ascii=False, allow_nan=False)


def _short(value: object) -> object:
    """Whole numbers without a point, as people write them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_short(inner) for inner in value]
    return value


def check_readable(document: TableDocument) -> bytes:
    """The table file of a document; a `SceneError` for what nothing would read again, such as a table of a mile."""
    content = document_text(document).encode()
    if faults := read_document(content)[1]:
        raise SceneError(f"the table would be of no use, as it could not be read again: {fault}" for fault in faults)
    return content


def write_document(document: TableDocument, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a table file; a `SceneError` if ``path`` exists and is not to be overwritten."""
    write_bytes(Path(path), document_text(document).encode(), overwrite=overwrite)
