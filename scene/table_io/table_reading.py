"""Reading a table: its file or bundle, its meshes, the kit, all put in place."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from scene.base.errors import SceneError
from scene.base.messages import capped, shown_text
from scene.base.progress import Tell, told, untold
from scene.geometry.mesh import EMPTY, Mesh, Point, joined
from scene.mesh_io.mesh_reading import MAX_FACES, MeshFile, Units, Up, max_bytes, parse_mesh
from scene.table.mesh_placement import anchored, laid, piece_pose
from scene.table.table import Body, Figure, Ground, Kind, Piece, Posture, Stance, Table, Terrain, unknown_id
from scene.table_io.salvaged_entries import remains
from scene.table_io.table_bundle import SUFFIX, TableBundle
from scene.table_io.table_document import (
    FigureEntry,
    PieceEntry,
    TableDocument,
    document_text,
    mesh_names,
    read_document,
)
from scene.table_io.table_folder import Folder, Source
from scene.table_io.table_statuses import POSTURES

DEFAULT_PROXY = "human"
BODY_BASE_MM = 25.0
"""Base of a figure with a body of its own, where the file says nothing."""


class Parts(Protocol):
    """The terrain kit and the proxies that a table file may name."""

    def piece(self, name: str, parameters: Mapping[str, float]) -> tuple[Mesh, Kind]:
        """A kit piece, inches, with its anchor at the origin, and its kind; a `SceneError` for wrong parameters."""
        ...

    def default_ground(self, name: str) -> Ground | None:
        """What walking on a kit piece is like where the file says nothing; None is open ground."""
        ...

    def mouths(self, name: str, parameters: Mapping[str, float]) -> tuple[Point, Point] | None:
        """The middles of the openings of a ductway of the kit, inches in its own frame; None for what is none."""
        ...

    def body(self, proxy: str, posture: Posture, stance: Stance) -> Body:
        """A proxy's body."""
        ...

    def default_base_mm(self, proxy: str) -> float:
        """The base that a proxy usually stands on."""
        ...

    def piece_names(self) -> Collection[str]:
        """The names of all kit pieces."""
        ...

    def proxy_names(self) -> Collection[str]:
        """The names of all proxies."""
        ...


@dataclass(frozen=True)
class TableRead:
    """What came out of reading a table, faults or not.

    Attributes:
        document: what the file says, without the entries that are at fault.
        table: what could be put on the table.
        faults: everything that is wrong, a line each; the name of the file is at the beginning of each.
    """

    document: TableDocument
    table: Table
    faults: tuple[str, ...]


def load_table(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES) -> Table:
    """The table of a ``.json`` file or a ``.sightline`` bundle.

    Args:
        path: the file.
        parts: the kit and the proxies that the file may name.
        max_faces: a table with more triangles, in one mesh or all together, is refused.

    Raises:
        SceneError: with everything that is wrong with the file and its meshes.
    """
    read = read_table(path, parts, max_faces=max_faces)
    if read.faults:
        raise SceneError(read.faults)
    return read.table


def read_table(path: str | Path, parts: Parts, *, max_faces: int = MAX_FACES, tell: Tell = untold) -> TableRead:
    """As `load_table`, but with the faults beside what could be read; raises only if there is nothing to read."""
    source = open_source(path)
    content = source.table()
    document, faults = read_document(content)
    rest = remains(content) if faults else []
    table, more = build(document, source, parts, max_faces=max_faces, rest=rest, tell=tell)
    return TableRead(document, table, tuple(_of_file(source, faults + more)))


def load_document(path: str | Path) -> TableDocument:
    """What a table file or bundle says, without loading its meshes; a `SceneError` with all its faults."""
    source = open_source(path)
    document, faults = read_document(source.table())
    if faults:
        raise SceneError(_of_file(source, faults))
    return document


def _of_file(source: Source, faults: list[str]) -> list[str]:
    """The faults with the name of their file, not too many of a kind."""
    return [f"{source.table_name}: {fault}" for fault in capped(faults)]


def open_source(path: str | Path) -> Source:
    """The bundle or the folder that a table is in."""
    path = Path(path)
    return TableBundle(path) if path.suffix.lower() == SUFFIX else Folder(path)


def build(
    document: TableDocument,
    source: Source,
    parts: Parts,
    *,
    max_faces: int = MAX_FACES,
    rest: Sequence[tuple[str, PieceEntry | FigureEntry]] = (),
    tell: Tell = untold,
) -> tuple[Table, list[str]]:
    """The table that a document describes, and what is wrong with its meshes, kit pieces and proxies.

    Of the ``rest``, entries that are not to be on the table, only the faults are told, each with its place.
    """
    builder = Builder(source, parts, max_faces)
    pieces = [builder.guarded(f'terrain "{entry.id}": ', builder.piece, entry) for entry in told(document.terrain, tell)]
    figures = [builder.guarded(f'figure "{entry.id}": ', builder.figure, entry) for entry in document.figures]
    builder.faults += terminal_faults([piece for piece in pieces if piece is not None], [one.id for one in document.terrain])
    for where, left in rest:
        if isinstance(left, PieceEntry):
            builder.guarded(where, builder.piece, left)
        else:
            builder.guarded(where, builder.figure, left)
    terrain = Terrain(tuple(piece for piece in pieces if piece is not None))
    if terrain.most_triangles > max_faces and terrain.triangles > max_faces:
        builder.faults.append(
            f"its terrain has {terrain.triangles:,} triangles and the limit is {max_faces:,};"
            f" thin out the meshes, or raise it with --max-faces {terrain.triangles}"
        )
    standing = tuple(figure for figure in figures if figure is not None)
    return Table(document.size, terrain, standing, document.name or "", document.scan), builder.faults


def terminal_faults(pieces: Sequence[Piece], ids: Sequence[str]) -> list[str]:
    """What is wrong with what terminals work, a line each.

    Args:
        pieces: all that could be made.
        ids: of all pieces that the file has, so that nobody is told of a door that only has a fault of its own.
    """
    kinds = {piece.id: piece.kind for piece in pieces}
    found = []
    for piece in pieces:
        where = f'terrain "{shown_text(piece.id)}": "works"'
        if not piece.works or kinds.get(piece.works) == "door" != piece.kind:
            continue
        if piece.kind == "door":
            found.append(f"{where} is for the terminal of a door, not for the door")
        elif piece.works in kinds:
            found.append(
                f'{where} names "{shown_text(piece.works)}", whose kind is {kinds[piece.works]}; give the id of a door'
            )
        elif piece.works not in ids:
            found.append(
                f"{where}: {unknown_id('door', piece.works, [name for name, kind in kinds.items() if kind == 'door'])}"
            )
    return found


_Entry = TypeVar("_Entry")
_Built = TypeVar("_Built")


@dataclass
class Builder:
    """Makes pieces and figures of their entries.

    It loads every mesh once, so that pieces of the same mesh share one value and all that is computed for it.

    Attributes:
        source: where meshes are read from.
        parts: the kit and the proxies.
        max_faces: a mesh with more triangles is refused.
        faults: what `guarded` gathered.
    """

    source: Source
    parts: Parts
    max_faces: int
    faults: list[str] = field(default_factory=list)
    files: dict[tuple[str, Units | None, Up | None], MeshFile | SceneError] = field(default_factory=dict)
    shapes: dict[object, Mesh] = field(default_factory=dict)
    kit: dict[object, tuple[Mesh, Kind]] = field(default_factory=dict)
    bodies: dict[object, Body] = field(default_factory=dict)

    def reading(self, source: Source) -> "Builder":
        """One that reads from another source, which has the same meshes and more; what was made is kept."""
        return replace(
            self,
            source=source,
            faults=[],
            files=dict(self.files),
            shapes=dict(self.shapes),
            kit=dict(self.kit),
            bodies=dict(self.bodies),
        )

    def guarded(self, place: str, make: Callable[[_Entry], _Built], entry: _Entry) -> _Built | None:
        """What ``make`` makes of the entry; if it cannot, its faults are kept with their place."""
        try:
            return make(entry)
        except SceneError as error:
            self.faults += [place + fault for fault in error.faults]
            return None

    def piece(self, entry: PieceEntry) -> Piece:
        """The piece of a terrain entry; a `SceneError` where its mesh or kit piece is at fault."""
        shape, kind = self._kit_piece(entry) if entry.kit else (self._shape(entry), "structure")
        return Piece(
            id=entry.id,
            shape=shape,
            pose=piece_pose(entry.position, turn=entry.turn, rotation=entry.rotation),
            kind=entry.kind or kind,
            ground=entry.ground or (self.parts.default_ground(entry.kit) if entry.kit else None),
            see_through_gaps=entry.see_through_gaps is not False,
            insignificant=entry.insignificant is True,
            infinite_height=entry.infinite_height is True,
            open=entry.open is True,
            works=entry.works or "",
            mouths=entry.mouths or (self.parts.mouths(entry.kit, dict(entry.parameters or ())) if entry.kit else None),
            feature=entry.feature,
        )

    def figure(self, entry: FigureEntry) -> Figure:
        """The figure of a figure entry; a `SceneError` where its mesh or proxy is at fault."""
        body, base_mm = self._own_body(entry) if entry.body else self._proxy(entry)
        return Figure(
            id=entry.id,
            body=body,
            position=entry.position,
            facing=entry.facing or 0.0,
            side=entry.side or "",
            name=entry.name or "",
            base_mm=base_mm if entry.base_mm is None else entry.base_mm,
            posture=POSTURES[entry.status or "standing"],
            hides=entry.hides is True,
        )

    def _file(self, name: str, units: Units | None, up: Up | None) -> MeshFile:
        key = (name, units, up)
        if key not in self.files:
            try:
                data = self.source.read(name, max_bytes(self.max_faces))
                self.files[key] = parse_mesh(data, name, units=units, up=up, max_faces=self.max_faces)
            except SceneError as error:
                self.files[key] = error
        found = self.files[key]
        if isinstance(found, SceneError):
            raise SceneError(found.faults)
        return found

    def _shape(self, entry: PieceEntry) -> Mesh:
        assert entry.mesh is not None
        mesh = self._file(entry.mesh, entry.units, entry.up).mesh
        if entry.anchor == "origin":
            return mesh
        return _once(self.shapes, (entry.mesh, entry.units, entry.up), lambda: anchored(mesh))

    def _kit_piece(self, entry: PieceEntry) -> tuple[Mesh, Kind]:
        name = _known("kit piece", entry.kit or "", self.parts.piece_names())
        parameters = entry.parameters or ()
        return _once(self.kit, (name, parameters), lambda: self.parts.piece(name, dict(parameters)))

    def _proxy(self, entry: FigureEntry) -> tuple[Body, float]:
        name = _known("proxy", entry.proxy or DEFAULT_PROXY, self.parts.proxy_names())
        posture, stance = POSTURES[entry.status or "standing"], entry.stance or "upright"
        body = _once(self.bodies, (name, posture, stance), lambda: self.parts.body(name, posture, stance))
        return body, self.parts.default_base_mm(name)

    def _own_body(self, entry: FigureEntry) -> tuple[Body, float]:
        own = entry.body
        assert own is not None
        posture = POSTURES[entry.status or "standing"]

        def make() -> Body:
            main = self._file(own.mesh, own.units, own.up)
            others = [self._file(name, own.units, own.up).mesh for name in own.parts or ()]
            hidden = [self._file(name, own.units, own.up).mesh for name in own.insignificant or ()]
            eye = main.to_inches(np.array(own.eye))
            counts = joined(main.mesh, *others) if others else main.mesh
            return laid(Body(counts, eye, joined(*hidden) if hidden else EMPTY), posture)

        return _once(self.bodies, (own, posture), make), BODY_BASE_MM


_Kept = TypeVar("_Kept")


def _once(kept: dict[object, _Kept], key: object, make: Callable[[], _Kept]) -> _Kept:
    if key not in kept:
        kept[key] = make()
    return kept[key]


def _known(what: str, name: str, names: Collection[str]) -> str:
    if name in names:
        return name
    close = get_close_matches(name, list(names), n=1, cutoff=0.5)
    hint = f'did you mean "{close[0]}"?' if close else f"there are: {', '.join(names)}"
    raise SceneError(f'there is no {what} "{shown_text(name)}"; {hint}')


def table_digest(path: str | Path, *, max_faces: int = MAX_FACES) -> str:
    """The SHA-256 (64 hexadecimal digits) of what a table file says and of the bytes of all its meshes.

    A table and its bundle have the same digest; spaces and the order of fields in the file do not matter.
    """
    source = open_source(path)
    document, faults = read_document(source.table())
    if faults:
        raise SceneError(_of_file(source, faults))
    total = hashlib.sha256(document_text(document).encode())
    for name in sorted(mesh_names(document)):
        content = hashlib.sha256(source.read(name, max_bytes(max_faces))).hexdigest()
        total.update(f"{name}\n{content}\n".encode())
    return total.hexdigest()
