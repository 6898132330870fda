"""Every fault of a table, and what looks wrong without being a fault."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scene.document import TableDocument
from scene.errors import SceneError
from scene.mesh import Mesh
from scene.meshfile import INCHES, MAX_FACES, Units
from scene.standing import standing_faults, standing_warnings
from scene.table import Figure, Piece, Table
from scene.tablefile import Parts, read_table

LARGEST = 60.0
"""Inches; a piece longer than this, and than its table, was given in the wrong units."""
TALLEST = 24.0
SMALLEST = 0.5
"""Inches; what is shorter in every direction is too small for terrain."""
TALLEST_FIGURE = 8.0
LOWEST_FIGURE = 0.2
EYE_OUTSIDE = 0.5
"""Inches that an eye may lie outside its body's bounding box."""


@dataclass(frozen=True)
class Report:
    """What `check_file` found.

    Attributes:
        table: the table's name.
        size: inches along x and y.
        pieces, triangles, figures: how many could be read.
        faults: what must be put right before anything can be asked of the table.
        warnings: what looks wrong.
    """

    table: str
    size: tuple[float, float]
    pieces: int
    triangles: int
    figures: int
    faults: tuple[str, ...]
    warnings: tuple[str, ...]


def check_file(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES) -> Report:
    """Everything that is wrong with a table file or bundle; only a file that cannot be read at all raises."""
    read = read_table(path, parts, max_faces=max_faces)
    file = Path(path).name
    table = read.table
    known = min(table.size) > 0  # a table without a usable size says nothing about who is on it
    faults = [f"{file}: {fault}" for fault in (standing_faults(table) if known else [])]
    warnings = [f"{file}: {warning}" for warning in table_warnings(table, read.document)] if known else []
    return Report(
        table=table.name or file,
        size=table.size,
        pieces=len(table.terrain.pieces),
        triangles=table.terrain.triangles,
        figures=len(table.figures),
        faults=read.faults + tuple(faults),
        warnings=tuple(warnings),
    )


def load_checked(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES) -> Table:
    """The table of a file, if nothing is wrong with the file and everybody stands where figures can stand.

    Raises:
        SceneError: with every fault, as `check_file` finds them.
    """
    read = read_table(path, parts, max_faces=max_faces)
    name = Path(path).name
    standing = standing_faults(read.table) if min(read.table.size) > 0 else []
    faults = read.faults + tuple(f"{name}: {fault}" for fault in standing)
    if faults:
        raise SceneError(faults)
    return read.table


def table_warnings(table: Table, document: TableDocument) -> list[str]:
    """What looks wrong with a table: sizes, places, eyes, and settings that do nothing."""
    units = {entry.id: entry.units for entry in document.terrain if entry.mesh}
    warnings = []
    for piece in table.terrain.pieces:
        if piece.id in units:
            warnings += _size_warnings(f'terrain "{piece.id}"', piece.shape, units[piece.id], table)
        warnings += _piece_warnings(piece, table)
    bodies = {entry.id: entry.body.units for entry in document.figures if entry.body}
    for figure in table.figures:
        if figure.id in bodies:
            warnings += _body_warnings(figure, bodies[figure.id])
    doors = [entry.id for entry in document.terrain if entry.open is not None]
    kinds = {piece.id: piece.kind for piece in table.terrain.pieces}
    for door in doors:
        if kinds.get(door, "door") != "door":
            warnings.append(f'terrain "{door}": "open" does nothing, as its kind is "{kinds[door]}" and not "door"')
    return warnings + standing_warnings(table)


def _size_warnings(place: str, shape: Mesh, units: Units | None, table: Table) -> list[str]:
    size = shape.bounds[1] - shape.bounds[0]
    limit = max(LARGEST, 1.25 * max(table.size))
    if SMALLEST <= size.max() <= limit and size[2] <= TALLEST:
        return []
    measured = " x ".join(f"{side:.3g}" for side in size)
    return [f"{place}: is {measured} inches large; are its units right?{_better_units(size.max(), units)}"]


def _better_units(longest: float, units: Units | None) -> str:
    """The units, among millimetres and inches first, in which a piece would have a likely size of 1 to 24 inches."""
    if units is None:
        return ""
    raw = longest / INCHES[units]
    likely = [other for other in ("mm", "inch", "cm", "m") if other != units and 1 <= raw * INCHES[other] <= 24]
    return f' In "{likely[0]}" its longest side would be {raw * INCHES[likely[0]]:.3g} inches.' if likely else ""


def _piece_warnings(piece: Piece, table: Table) -> list[str]:
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
        warnings.append(f'figure "{figure.id}": its body is {longest:.3g} inches large; are its units right?{hint}')
    outside = float(np.maximum(low - figure.body.eye, figure.body.eye - high).max())
    if outside > EYE_OUTSIDE:
        warnings.append(f'figure "{figure.id}": its eye is {outside:.3g} inches outside its body')
    return warnings
