"""Checking a table: every fault, and what looks wrong without being a fault."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import capped, plain
from scene.base.progress import Tell, stretch, untold
from scene.geometry.mesh import Mesh
from scene.mesh_io.mesh_reading import INCHES, MAX_FACES, Units
from scene.table.scan_measurements import TerrainKnown
from scene.table.table import MM_PER_INCH, Figure, Piece, Table
from scene.table_io.standing_check import edge_warnings, footing_warnings, standing_faults
from scene.table_io.table_document import TableDocument
from scene.table_io.table_reading import Parts, TableRead, read_table

LARGEST = 60.0
"""Inches; a piece longer than this, and than its table, was given in the wrong units."""
TALLEST = 24.0
SMALLEST = 0.5
"""Inches; what is shorter in every direction is too small for terrain."""
TALLEST_FIGURE = 8.0
LOWEST_FIGURE = 0.2
EYE_OUTSIDE = 0.5
"""Inches that an eye may lie outside its body's bounding box."""
BELOW_BASE = 0.25
"""Inches that a body may hang down beside its base: a cloak, a foot on a rock."""
READING, STANDING, FOOTING = (0.0, 0.5), (0.5, 0.6), (0.6, 1.0)
"""Which shares of the work reading a table is, and looking where its figures stand, and on what."""

_PLACE = re.compile(r"\s*[-+]?[\d.]+(\s*,\s*[-+]?[\d.]+)+\s*")


@dataclass(frozen=True)
class ScanSummary:
    """What `check_file` tells of a scan.

    Attributes:
        photos, things: how many.
        sigma_mm: the standard deviation of a coordinate of most things, in millimetres.
        terrain_known: what of the real table's scenery is known.
    """

    photos: int
    things: int
    sigma_mm: float
    terrain_known: TerrainKnown


@dataclass(frozen=True)
class Report:
    """What `check_file` found.

    Attributes:
        table: the table's name; the file's, where the table has none or it cannot be read.
        size: inches along x and y; None where the file does not say.
        pieces, triangles, figures: how many could be read.
        faults: what must be put right before anything can be asked of the table.
        warnings: what looks wrong.
        scan: what is told of the scan; None where there is none, or it is at fault.
    """

    table: str
    size: tuple[float, float] | None
    pieces: int
    triangles: int
    figures: int
    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    scan: ScanSummary | None = None


def check_file(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES, tell: Tell = untold) -> Report:
    """Everything that is wrong with a table file or bundle; a file that cannot be read is a report of that fault."""
    try:
        read = read_table(path, parts, max_faces=max_faces, tell=stretch(tell, *READING))
    except SceneError as error:
        return Report(_file_name(path), None, 0, 0, 0, error.faults, ())
    table, sized = read.table, _is_sized(read.table)
    faults = _faults(path, read, stretch(tell, *STANDING))
    warnings = table_warnings(table, read.document, stretch(tell, *FOOTING)) if sized else []
    return Report(
        table=table.name or _file_name(path),
        size=table.size if sized else None,
        pieces=len(table.terrain.pieces),
        triangles=table.terrain.triangles,
        figures=len(table.figures),
        faults=faults,
        warnings=_lines(path, warnings),
        scan=_scanned(table),
    )


def _scanned(table: Table) -> ScanSummary | None:
    scan = table.scan
    if scan is None:
        return None
    return ScanSummary(
        len(scan.photos),
        sum(thing.of != "photo" for thing in scan.things),
        scan.typical_sigma * MM_PER_INCH,
        scan.terrain_known,
    )


def load_with_warnings(
    path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES, tell: Tell = untold
) -> tuple[Table, tuple[str, ...]]:
    """The table of a file, if nothing is wrong with the file and everybody stands where figures can stand.

    With it those of the warnings of `check_file` that make answers about the table doubtful: likely wrong units, eyes outside
    bodies, and figures that float or are sunk; a line each.

    Raises:
        SceneError: with every fault, as `check_file` finds them, and with its warnings of odd sizes.
    """
    read = _sound(path, parts, max_faces, tell)
    return read.table, _lines(path, doubts(read.table, read.document, stretch(tell, *FOOTING)))


def _sound(path: str | Path, parts: Parts, max_faces: int, tell: Tell) -> TableRead:
    read = read_table(path, parts, max_faces=max_faces, tell=stretch(tell, *READING))
    faults = _faults(path, read, stretch(tell, *STANDING))
    if faults:
        # A piece in the wrong units swallows figures, and then the units are what must be put right.
        sizes = _lines(path, size_doubts(read.table, read.document)) if _is_sized(read.table) else ()
        raise SceneError(faults, warnings=sizes)
    return read


def _faults(path: str | Path, read: TableRead, tell: Tell) -> tuple[str, ...]:
    standing = standing_faults(read.table, tell) if _is_sized(read.table) else []
    return read.faults + _lines(path, standing)


def _is_sized(table: Table) -> bool:
    """Whether the size is known; a table without one says nothing about who is on it."""
    return min(table.size) > 0


def _lines(path: str | Path, lines: list[str]) -> tuple[str, ...]:
    return tuple(f"{_file_name(path)}: {line}" for line in capped(lines))


def _file_name(path: str | Path) -> str:
    return Path(path).name or str(path)


def table_warnings(table: Table, document: TableDocument, tell: Tell = untold) -> list[str]:
    """What looks wrong with a table: `doubts`, places, settings that do nothing, and names hard to give to a command."""
    warnings = [warning for piece in table.terrain.pieces for warning in _place_warnings(piece, table)]
    kinds = {piece.id: piece.kind for piece in table.terrain.pieces}
    for door in [entry.id for entry in document.terrain if entry.open is not None]:
        if kinds.get(door, "door") != "door":
            warnings.append(f'terrain "{door}": "open" does nothing, as its kind is "{kinds[door]}" and not "door"')
    for entry in document.figures:
        if entry.stance is not None and entry.status in {"pinned", "seriously_injured"}:
            state, who = entry.status.replace("_", " "), table.called(entry.id)
            warnings.append(f'figure "{who}": "stance" does nothing, as the figure is {state} and not standing')
    for what, entries in (("terrain", document.terrain), ("figure", document.figures)):
        warnings += [f'{what} "{entry.id}": {fault}' for entry in entries if (fault := _name_warning(entry.id))]
    return doubts(table, document, tell) + warnings + edge_warnings(table)


def doubts(table: Table, document: TableDocument, tell: Tell = untold) -> list[str]:
    """What makes answers about a table doubtful: `size_doubts`, and figures without a footing."""
    return size_doubts(table, document) + footing_warnings(table, tell)


def size_doubts(table: Table, document: TableDocument) -> list[str]:
    """Likely wrong units of pieces and bodies, eyes outside bodies, and bodies far below their bases."""
    units = {entry.id: entry.units for entry in document.terrain if entry.mesh}
    warnings = []
    for piece in table.terrain.pieces:
        if piece.id in units:
            warnings += _size_warnings(f'terrain "{piece.id}"', piece.shape, units[piece.id], table)
    bodies = {entry.id: entry.body.units for entry in document.figures if entry.body}
    for figure in table.figures:
        if figure.id in bodies:
            warnings += _body_warnings(figure, bodies[figure.id])
    return warnings


def _name_warning(name: str) -> str | None:
    """What is wrong with an id that means something else on the command line."""
    if name.startswith("-"):
        return 'its id begins with "-", which commands take for an option; write -- before it, or give it another'
    if _PLACE.fullmatch(name):
        return "its id reads like a place, x,y,z; give it another, so that nobody mistakes one for the other"
    return None


def _size_warnings(place: str, shape: Mesh, units: Units | None, table: Table) -> list[str]:
    size = shape.bounds[1] - shape.bounds[0]
    limit = max(LARGEST, 1.25 * max(table.size))
    if SMALLEST <= size.max() <= limit and size[2] <= TALLEST:
        return []
    measured = " x ".join(plain(side, 3) for side in size)
    return [f"{place}: is {measured} inches large; are its units right?{_better_units(size.max(), units)}"]


def _better_units(longest: float, units: Units | None) -> str:
    """The units, among millimetres and inches first, in which a piece would have a likely size of 1 to 24 inches."""
    if units is None:
        return ""
    raw = longest / INCHES[units]
    likely = [other for other in ("mm", "inch", "cm", "m") if other != units and 1 <= raw * INCHES[other] <= 24]
    return f' In "{likely[0]}" its longest side would be {plain(raw * INCHES[likely[0]], 3)} inches.' if likely else ""


def _place_warnings(piece: Piece, table: Table) -> list[str]:
    low, high = piece.placed.bounds
    place = f'terrain "{piece.id}"'
    if (high[:2] < 0).any() or (low[:2] > np.array(table.size)).any():
        return [f"{place}: lies beside the table"]
    if high[2] < 0 and piece.kind != "pit":
        return [f"{place}: lies wholly below the ground"]
    return []


def _body_warnings(figure: Figure, units: Units | None) -> list[str]:
    low, high = figure.body.counts.bounds
    warnings = []
    longest = float((high - low).max())
    if not LOWEST_FIGURE <= longest <= TALLEST_FIGURE:
        hint = _better_units(longest, units)
        warnings.append(f'figure "{figure.called}": its body is {plain(longest, 3)} inches large; are its units right?{hint}')
    outside = float(np.maximum(low - figure.body.eye, figure.body.eye - high).max())
    if figure.base_mm > 0 and -low[2] > figure.base_height + BELOW_BASE:
        below = plain(-low[2] - figure.base_height, 3)
        warnings.append(f'figure "{figure.called}": its body reaches {below} inch below its base')
    if outside > EYE_OUTSIDE:
        warnings.append(f'figure "{figure.called}": its eye is {plain(outside, 3)} inches outside its body')
    return warnings
