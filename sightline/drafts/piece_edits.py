"""Edits of what a piece is: its kind, ground and switches, the kit's parameters, its name; and a mesh brought in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from assets.kit import KIT
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import Units, Up
from scene.table.table import Ground, Kind
from scene.table_io.table_document import PieceEntry
from sightline.drafts.draft_table import Draft, changed, finite, free_id, with_entries
from sightline.drafts.move_edits import place_piece, raise_by, riders, settle
from sightline.drafts.snapping import FREE, Snap


class Fields(TypedDict, total=False):
    """What can be said of a piece; None is what it is by itself."""

    kind: Kind | None
    ground: Ground | None
    see_through_gaps: bool | None
    insignificant: bool | None
    infinite_height: bool | None
    open: bool | None
    works: str | None


SWITCHES: Mapping[str, bool] = {"see_through_gaps": True, "insignificant": False, "infinite_height": False, "open": False}
"""What is on or off about a piece, and what it is where the file says nothing."""


def edit(draft: Draft, ids: Sequence[str], **fields: Unpack[Fields]) -> Draft:
    """The draft with something else said of these pieces; groups are not looked at."""
    return with_entries(draft, [replace(draft.piece_entry(owner), **fields) for owner in ids])


def set_switch(draft: Draft, ids: Sequence[str], name: str, *, on: bool) -> Draft:
    """The draft with one of `SWITCHES` of these pieces on or off; a `SceneError` for any other."""
    if name not in SWITCHES:
        raise SceneError(f'pieces have no switch "{name}"; there are {", ".join(SWITCHES)}')
    fields: Fields = {name: None if on is SWITCHES[name] else on}  # type: ignore[misc]
    return edit(draft, ids, **fields)


def set_parameter(draft: Draft, owner: str, name: str, value: float) -> Draft:
    """The draft with another parameter of a kit piece; what rests on it rises and sinks with its top.

    Raises:
        SceneError: for a piece that has no such parameter, and for values that the kit does not allow.
    """
    entry = draft.piece_entry(owner)
    if entry.kit is None:
        raise SceneError(f'"{owner}" is a mesh of your own; only kit pieces have parameters')
    finite(name, value)
    given = {**dict(entry.parameters or ()), name: float(value)}
    parameters = {key: number for key, number in sorted(given.items()) if KIT[entry.kit].defaults.get(key) != number}
    along = riders(draft, [owner])
    after = with_entries(draft, [replace(entry, parameters=tuple(parameters.items()) or None)])
    rise = float(after.table.piece(owner).placed.bounds[1, 2] - draft.table.piece(owner).placed.bounds[1, 2])
    return settle(raise_by(after, along, rise), along) if along else after


def rename(draft: Draft, owner: str, name: str) -> Draft:
    """The draft with another name: a figure keeps its id, and a piece has no other name than its id.

    Raises:
        SceneError: where something else has that id, or it is empty.
    """
    name = name.strip()
    if owner in {figure.id for figure in draft.document.figures}:
        return with_entries(draft, [replace(draft.figure_entry(owner), name=name or None)])
    entry = draft.piece_entry(owner)
    if name == owner:
        return draft
    if name in draft.taken:
        raise SceneError(f'something is called "{name}" already; ids are unique')
    others = (replace(one, works=name) if one.works == owner else one for one in draft.document.terrain)
    terrain = [replace(entry, id=name) if one.id == owner else one for one in others]
    return changed(_renamed_in_scan(draft, owner, name), terrain=terrain)


def _renamed_in_scan(draft: Draft, owner: str, name: str) -> Draft:
    """The draft with a piece of another id in its scan, so that the piece stays as uncertain as it was measured."""
    if draft.document.scan is None:
        return draft
    scan = draft.document.scan.renamed(owner, name)
    return replace(draft, document=replace(draft.document, scan=scan), table=replace(draft.table, scan=scan))


def place_mesh(
    draft: Draft,
    name: str,
    content: bytes,
    at: Point,
    *,
    units: Units | None,
    up: Up | None = None,
    turn: float = 0.0,
    snap: Snap = FREE,
) -> Draft:
    """The draft with a mesh of one's own, let down at a place.

    Args:
        draft: the table.
        name: of its file, with the ending that says its kind; see `mesh_import.read_own`.
        content: the file's bytes. They are written beside the table when it is saved.
        at: inches.
        units: how long its 1 is; STL, OBJ and PLY need it.
        up: which of its axes points up; z unless given, y in GLB.
        turn: degrees.
        snap: what it snaps to.
    """
    meshes, called = draft.meshes.with_file(name, content)
    more = replace(draft, meshes=meshes, maker=draft.maker.reading(meshes))
    stem = called.rpartition(".")[0] or called
    entry = PieceEntry(free_id(draft.taken, stem), (0.0, 0.0, 0.0), mesh=called, units=units, up=up, turn=turn or None)
    return place_piece(more, entry, at, snap=snap)
