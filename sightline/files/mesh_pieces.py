"""A registered mesh as a piece for a table file: its own mesh file, its place, and how sure that is."""

from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from capture.registration.ground_removal import ground_band, without_ground
from capture.registration.mesh_registration import ImportedMesh, Outcome, RegistrationRequest, upright
from capture.registration.registered_mesh import with_piece
from capture.registration.speck_removal import SMALLEST_MM, without_specks
from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.vertex_clustering import thinned
from scene.mesh_io.mesh_limits import check_faces
from scene.mesh_io.mesh_reading import Units, parse_mesh
from scene.mesh_io.mesh_writing import ply_bytes
from scene.table.mesh_placement import anchor
from scene.table.scan_measurements import Scan
from scene.table.table import MM_PER_INCH, Kind
from scene.table_io.table_document import MAX_SIZE, PieceEntry

SMALLEST_TABLE = 1.0
TALLEST = 24.0
"""Inches: scenery that is higher was given in the wrong units."""
WHOLE_TABLE = 22.0
"""Inches: a mesh with both sides as long as this is a whole table, and no table for a single piece is smaller."""
AROUND = 6.0
"""Inches of table on each side of a single piece."""
LIKELY = (0.2, 120.0)
"""Inches: how long the longest side of a piece, or of a whole table, may be expected to be."""


@dataclass(frozen=True)
class PiecePlacement:
    """What the piece is to be.

    Attributes:
        id: of the piece.
        kind: what it is to the rules.
        at: where its anchor comes, if it is placed as it is; None is the middle of the table.
        turn: degrees, if it is placed as it is.
        drop_mm: how near to z = 0 it is cut away; None is by its roughness, and nothing of what is placed as it is.
        specks_mm: what is smaller and lies apart is left out; None is by what a base measures, and nothing of what is placed
            as it is.
        thin: so many faces at most.
        max_faces: what a table may have, beside ``others``, which it has.
    """

    id: str
    kind: Kind
    at: Point | None
    turn: float
    drop_mm: float | None
    specks_mm: float | None
    thin: int | None
    max_faces: int
    others: int = 0


@dataclass(frozen=True, eq=False)
class Brought:
    """A piece that is ready to be written.

    Attributes:
        entry: what the table file says of it; its mesh's name may be changed.
        content: the bytes of its mesh file.
        triangles: how many it has.
        size: of the table.
        scan: of the table with it.
        notes: what was done to it.
        warnings: what looks wrong.
        box: (2, 3) the lowest and the highest corner of a box round it on the table, inches.
    """

    entry: PieceEntry
    content: bytes
    triangles: int
    size: tuple[float, float]
    scan: Scan | None
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    box: FloatArray


def bring(model: ImportedMesh, outcome: Outcome, wanted: RegistrationRequest, placement: PiecePlacement) -> Brought:
    """The piece that a mesh becomes; a `SceneError` where nothing of it is left or it is too large."""
    if outcome.registration is None:
        return _as_it_is(model, outcome, wanted, placement)
    found = outcome.registration
    placed = model.mesh.with_vertices(found.similarity.to_table(model.mesh.vertices))
    size = wanted.table or wanted.size or found.size
    placed, notes = _trimmed(placed, placement, size, model.name)
    size = size or _room(placed)
    content = ply_bytes(placed)
    # As it will be read: to 32 bits, and cleaned.
    again = parse_mesh(content, f"{placement.id}.ply", units="mm", max_faces=placement.max_faces).mesh
    x, y, z = anchor(again).tolist()
    entry = PieceEntry(placement.id, (x, y, z), mesh=f"{placement.id}.ply", units="mm", kind=_kind(placement))
    scan = with_piece(wanted.scan, placement.id, entry.position, again, found)
    doubts = _size_doubts(again, model.name) + _beside(again, size)
    box = again.bounds
    return Brought(entry, content, len(again.faces), size, scan, notes, tuple(doubts), box)


def _as_it_is(model: ImportedMesh, outcome: Outcome, wanted: RegistrationRequest, placement: PiecePlacement) -> Brought:
    """Its own file, wherever a table file can say what is wanted; otherwise a new one in millimetres."""
    mesh = upright(model, wanted.up, outcome.scale)
    low = anchor(mesh)
    mesh = mesh.with_vertices(mesh.vertices - low)
    changed = placement.thin is not None and len(mesh.faces) > placement.thin
    changed |= bool(placement.drop_mm or placement.specks_mm) or bool(wanted.lengths) or model.mirrored
    notes: tuple[str, ...] = ()
    if changed:
        own = replace(placement, drop_mm=placement.drop_mm or 0.0, specks_mm=placement.specks_mm or 0.0)
        mesh, notes = _trimmed(mesh, own, None, model.name)
        content, name = ply_bytes(mesh), f"{placement.id}.ply"
    else:
        check_faces(len(mesh.faces) + placement.others, placement.max_faces)
        content, name = model.data, f"{placement.id}.{model.kind}"
    units: Units | None = "mm" if changed else wanted.units
    up = None if changed else wanted.up
    size = wanted.table or wanted.size or _to_play_on(_room(mesh.with_vertices(mesh.vertices - [*mesh.bounds[0, :2], 0.0])))
    at = placement.at or (size[0] / 2.0, size[1] / 2.0, 0.0)
    turn = placement.turn or None
    entry = PieceEntry(placement.id, at, mesh=name, units=units, up=up, turn=turn, kind=_kind(placement))
    pose = RigidTransform.turned(at, placement.turn)
    placed = mesh.with_vertices(pose.to_table(mesh.vertices))
    doubts = _size_doubts(mesh, model.name) + _beside(placed, size)
    return Brought(entry, content, len(mesh.faces), size, wanted.scan, notes, tuple(doubts), placed.bounds)


def _trimmed(
    placed: Mesh, placement: PiecePlacement, size: tuple[float, float] | None, name: str
) -> tuple[Mesh, tuple[str, ...]]:
    """The mesh without its ground and thinned out, and what was done."""
    notes = []
    band = ground_band(placed) if placement.drop_mm is None else placement.drop_mm / MM_PER_INCH
    if band:
        before = len(placed.faces)
        placed = without_ground(placed, band, size)
        if not len(placed.faces):
            raise SceneError(
                f"{name}: nothing of it rises above the ground or lies on the table; give --drop-ground 0 to keep it"
            )
        if gone := before - len(placed.faces):
            notes.append(
                f"{gone:,} faces of the ground and beside the table were cut away, up to {plain(band * MM_PER_INCH, 2)} mm;"
                " --drop-ground 0 keeps them"
            )
    least = SMALLEST_MM if placement.specks_mm is None else placement.specks_mm
    placed, specks = without_specks(placed, least) if least else (placed, 0)
    if specks:
        bits = "1 speck" if specks == 1 else f"{specks:,} specks"
        notes.append(f"{bits} smaller than {plain(least)} mm, apart from all else, left out; --drop-specks 0 keeps them")
    if placement.thin is not None and len(placed.faces) > placement.thin:
        before, found = len(placed.faces), thinned(placed, placement.thin)
        placed, moved = found.mesh, found.moved * MM_PER_INCH
        notes.append(f"thinned out from {before:,} to {len(placed.faces):,} faces; no point moved by more than {moved:.1f} mm")
    try:
        check_faces(len(placed.faces) + placement.others, placement.max_faces)
    except SceneError as error:
        raise SceneError(f"{name}: {fault}; --thin does that" for fault in error.faults) from None
    return placed, tuple(notes)


def _room(placed: Mesh) -> tuple[float, float]:
    """The table's size for a mesh that begins at its origin: up to the next tenth of an inch."""
    x, y = np.maximum(np.ceil(np.round(placed.bounds[1, :2] * 10.0, 4)) / 10.0, SMALLEST_TABLE).tolist()
    return x, y


def _to_play_on(room: tuple[float, float]) -> tuple[float, float]:
    """The size of a table for a mesh of that size: that of a whole table as it is; with room to walk about a single piece."""
    if min(room) >= WHOLE_TABLE:
        return room
    x, y = (max(float(np.ceil(side + 2.0 * AROUND)), WHOLE_TABLE) for side in room)
    return x, y


def _size_doubts(mesh: Mesh, name: str) -> list[str]:
    sides = mesh.bounds[1] - mesh.bounds[0]
    if sides.max() > MAX_SIZE:
        said = " x ".join(plain(round(side, 1)) for side in sides)
        raise SceneError(f"{name} is {said} inches large, and a table has at most {MAX_SIZE:,.0f}; are its units right?")
    if LIKELY[0] <= sides.max() <= LIKELY[1] and sides[2] <= TALLEST:
        return []
    return [f"{name} is {' x '.join(plain(side, 3) for side in sides)} inches large; are its units right?"]


def _beside(mesh: Mesh, size: tuple[float, float]) -> list[str]:
    low, high = mesh.bounds[:, :2]
    over = float(np.maximum(-low, high - size).max())
    if (low > size).any() or (high < 0.0).any():
        return [f"it lies beside the table, which is {plain(size[0])} x {plain(size[1])} inches; is its place right?"]
    return [f"it reaches {plain(over, 3)} inches beyond the table's edges"] if over > 0.1 else []


def _kind(placement: PiecePlacement) -> Kind | None:
    return None if placement.kind == "structure" else placement.kind


def plain_id(stem: str) -> str:
    """An id, and a file's name, of a file's name."""
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in PurePath(stem).name).strip("-")
    return kept or "scan"
