"""The draft of a table that is being built, as a value: what its file says, and the table that this makes.

Changing a draft gives a new one. Whatever did not change is the same object as before, and so is the whole terrain if no piece
did, so that what is kept beside pieces, meshes and terrain stays.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.messages import capped, shown_text
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure, Piece, Table, Terrain, unknown_id
from scene.table_io.table_document import (
    MAX_FIGURES,
    MAX_PIECES,
    MAX_SIZE,
    FigureEntry,
    PieceEntry,
    TableDocument,
    read_document,
    sound_figure,
    sound_piece,
)
from scene.table_io.table_reading import Builder, Parts, open_source, terminal_faults
from sightline.drafts.draft_meshes import DraftMeshes

Entry = PieceEntry | FigureEntry

_Entry = TypeVar("_Entry", PieceEntry, FigureEntry)
_Made = TypeVar("_Made", Piece, Figure)


@dataclass(frozen=True, eq=False)
class Draft:
    """A table that is being built.

    Attributes:
        document: what its file says.
        table: the table that this makes.
        maker: makes pieces and figures of entries.
        meshes: the draft meshes.
        path: the file that it was opened from or saved to; None for a new one.
    """

    document: TableDocument
    table: Table
    maker: Builder
    meshes: DraftMeshes
    path: Path | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Of all pieces, then of all figures."""
        return (*self.document.terrain, *self.document.figures)

    @property
    def ids(self) -> tuple[str, ...]:
        """Of all pieces, then of all figures."""
        return tuple(entry.id for entry in self.entries)

    @property
    def taken(self) -> tuple[str, ...]:
        """All ids that nothing new can have: also those of a scan's tags and points."""
        scan = self.document.scan
        return (*self.ids, *(scan.marks if scan else ()))

    def called(self, ids: Sequence[str]) -> str:
        """What sentences call pieces and figures together: the first, and how many more there are."""
        return self.table.called(ids[0]) + (f" and {len(ids) - 1} more" if len(ids) > 1 else "") if ids else ""

    def entry(self, owner: str) -> Entry:
        """What the file says of a piece or figure; a `SceneError` that suggests the nearest for an unknown id."""
        for entry in self.entries:
            if entry.id == owner:
                return entry
        raise SceneError(unknown_id("piece or figure", owner, list(self.ids)))

    def piece_entry(self, owner: str) -> PieceEntry:
        """What the file says of a piece; a `SceneError` for anything else."""
        found = self.entry(owner)
        if isinstance(found, PieceEntry):
            return found
        raise SceneError(f'"{self.table.called(owner)}" is a figure; this is for terrain')

    def figure_entry(self, owner: str) -> FigureEntry:
        """What the file says of a figure; a `SceneError` for anything else."""
        found = self.entry(owner)
        if isinstance(found, FigureEntry):
            return found
        raise SceneError(f'"{owner}" is a piece of terrain; this is for figures')


def new_draft(size: tuple[float, float], *, name: str = "", parts: Parts = LIBRARY) -> Draft:
    """An empty table, inches along x and y; a `SceneError` for a size that no table has."""
    if not all(math.isfinite(side) and 0.0 < side <= MAX_SIZE for side in size):
        raise SceneError(
            f"the table is {size[0]:g} x {size[1]:g}; each side must be more than 0 and at most {MAX_SIZE:.0f} inches"
        )
    return _empty(TableDocument((float(size[0]), float(size[1])), name or None), DraftMeshes(), parts, None)


def open_draft(path: str | Path, *, parts: Parts = LIBRARY) -> Draft:
    """The table of a ``.json`` file or a ``.sightline`` bundle; a `SceneError` with all that is wrong with it."""
    source = open_source(path)
    document, faults = read_document(source.table())
    if not faults:
        meshes = DraftMeshes(source, table_name=source.table_name)
        try:
            bare = replace(document, terrain=(), figures=())
            return changed(_empty(bare, meshes, parts, Path(path)), terrain=document.terrain, figures=document.figures)
        except SceneError as error:
            faults = list(error.faults)
    raise SceneError(f"{source.table_name}: {fault}" for fault in capped(faults))


def _empty(document: TableDocument, meshes: DraftMeshes, parts: Parts, path: Path | None) -> Draft:
    table = Table(document.size, name=document.name or "", scan=document.scan)
    return Draft(document, table, Builder(meshes, parts, MAX_FACES), meshes, path)


def changed(
    draft: Draft, *, terrain: Sequence[PieceEntry] | None = None, figures: Sequence[FigureEntry] | None = None
) -> Draft:
    """The draft with other entries; only those that differ are made anew.

    Raises:
        SceneError: with all that is wrong with them; the draft stays as it was.
    """
    old, table = draft.document, draft.table
    faults: list[str] = []
    if terrain is not None:
        _not_more(len(terrain), MAX_PIECES, "pieces")
        known = {entry.id: (entry, piece) for entry, piece in zip(old.terrain, table.terrain.pieces, strict=True)}
        entries, pieces = _remade(terrain, known, sound_piece, draft.maker.piece, 'terrain "{}": ', faults)
        faults += terminal_faults(pieces, [entry.id for entry in terrain])
        old = replace(old, terrain=entries)
        if not _same(pieces, table.terrain.pieces):
            table = replace(table, terrain=Terrain(pieces))
    if figures is not None:
        _not_more(len(figures), MAX_FIGURES, "figures")
        standing = {entry.id: (entry, figure) for entry, figure in zip(old.figures, table.figures, strict=True)}
        members, made = _remade(figures, standing, sound_figure, draft.maker.figure, 'figure "{}": ', faults)
        old = replace(old, figures=members)
        if not _same(made, table.figures):
            table = replace(table, figures=made)
    marks = old.scan.marks if old.scan else {}
    faults += [
        f'"{shown_text(owner)}" is the id of a tag or point of the scan already; ids are unique'
        for owner in [*(entry.id for entry in old.terrain), *(entry.id for entry in old.figures)]
        if owner in marks
    ]
    if table.terrain.triangles > MAX_FACES:
        faults.append(f"the terrain would have {table.terrain.triangles:,} triangles and the limit is {MAX_FACES:,}")
    if faults:
        raise SceneError(faults)
    return replace(draft, document=old, table=table)


def with_entries(draft: Draft, entries: Iterable[Entry]) -> Draft:
    """The draft with these entries in place of those of the same ids."""
    given = {entry.id: entry for entry in entries}
    terrain = [_in_place(entry, given) for entry in draft.document.terrain]
    figures = [_in_place(entry, given) for entry in draft.document.figures]
    return changed(draft, terrain=terrain, figures=figures)


def without(draft: Draft, ids: Iterable[str]) -> Draft:
    """The draft without these pieces and figures; terminals of doors that are gone work none."""
    gone = set(ids)
    left = [entry for entry in draft.document.terrain if entry.id not in gone]
    terrain = [replace(entry, works=None) if entry.works in gone else entry for entry in left]
    figures = [entry for entry in draft.document.figures if entry.id not in gone]
    return changed(draft, terrain=terrain, figures=figures)


def added(before: Draft, after: Draft) -> tuple[str, ...]:
    """The ids that are new, to select what was placed."""
    known = set(before.ids)
    return tuple(owner for owner in after.ids if owner not in known)


def free_id(taken: Iterable[str], wanted: str) -> str:
    """``wanted`` if nothing is called so, otherwise "wanted-2" and so on."""
    known = set(taken)
    stem = re.sub(r"-\d+$", "", wanted) or wanted
    found, number = wanted, 1
    while found in known:
        number += 1
        found = f"{stem}-{number}"
    return found


def finite(what: str, *values: float) -> None:
    """A `SceneError` that names ``what`` if any of the values is no finite number."""
    if not all(math.isfinite(value) for value in values):
        raise SceneError(f"{what} must be a number of no endless size")


def _in_place(entry: _Entry, given: dict[str, Entry]) -> _Entry:
    found = given.get(entry.id)
    return found if isinstance(found, type(entry)) else entry


def _remade(
    entries: Sequence[_Entry],
    known: dict[str, tuple[_Entry, _Made]],
    sound: Callable[[_Entry], _Entry],
    make: Callable[[_Entry], _Made],
    where: str,
    faults: list[str],
) -> tuple[tuple[_Entry, ...], tuple[_Made, ...]]:
    """The entries as a file would have them, and what they make; what is known already is taken over."""
    kept_entries: list[_Entry] = []
    made: list[_Made] = []
    for entry in entries:
        before, thing = known.get(entry.id, (None, None))
        try:
            checked = entry if entry == before else sound(entry)
            if thing is None or before is None or _shape_of(checked) != _shape_of(before):
                thing = _made(make, checked, where)
        except SceneError as error:
            faults += error.faults
            continue
        kept_entries.append(checked)
        made.append(thing)
    return tuple(kept_entries), tuple(made)


def _made(make: Callable[[_Entry], _Made], entry: _Entry, where: str) -> _Made:
    try:
        return make(entry)
    except SceneError as error:
        raise SceneError(where.format(shown_text(entry.id)) + fault for fault in error.faults) from None


def _shape_of(entry: Entry) -> Entry:
    """The entry without what makes no difference to the piece."""
    return replace(entry, group=None) if isinstance(entry, PieceEntry) else entry


def _same(new: Sequence[object], old: Sequence[object]) -> bool:
    return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))


def _not_more(count: int, most: int, what: str) -> None:
    if count > most:
        raise SceneError(f"the table would have {count:,} {what}; the limit is {most:,}")
