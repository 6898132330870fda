"""Writing tables: a new one with its meshes, or another piece on one that is there."""

from dataclasses import dataclass, replace
from pathlib import Path

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.safe_files import write_bytes
from scene.mesh_io.mesh_reading import max_bytes
from scene.table.table import Table
from scene.table_io.table_bundle import SUFFIX, TABLE_NAME, zipped
from scene.table_io.table_document import TableDocument, check_readable, mesh_names, sound_piece
from scene.table_io.table_folder import inner_name
from scene.table_io.table_reading import open_source, read_table
from sightline.console import progress_share, wrote
from sightline.files.mesh_pieces import Brought
from sightline.files.output_files import free_name, is_there


@dataclass(frozen=True)
class TargetTable:
    """The table that a piece is written to.

    Attributes:
        path: its file or bundle.
        before: what it says already; None for a new table.
        table: what stands there already; None for a new table.
    """

    path: Path
    before: TableDocument | None
    table: Table | None = None

    @property
    def triangles(self) -> int:
        """What its terrain has already."""
        return self.table.terrain.triangles if self.table else 0

    @property
    def bundled(self) -> bool:
        """Whether it is one file with its meshes."""
        return self.path.suffix.lower() == SUFFIX

    @property
    def ids(self) -> set[str]:
        """All ids that are taken: of pieces, figures, and the marks of its scan."""
        if self.before is None:
            return set()
        taken = {entry.id for entry in self.before.terrain} | {entry.id for entry in self.before.figures}
        return taken | set(self.before.scan.marks if self.before.scan else ())


def existing(path: Path, *, max_faces: int) -> TargetTable:
    """A table that is there; a `SceneError` with all that is wrong with it."""
    with progress_share("reading the table") as tell:
        read = read_table(path, LIBRARY, max_faces=max_faces, tell=tell)
    if read.faults:
        raise SceneError(read.faults)
    return TargetTable(path, read.document, read.table)


def with_free_mesh(target: TargetTable, brought: Brought, source: Path) -> Brought:
    """The piece with a name for its mesh under which nothing is replaced, and a note where it had to be another one.

    Args:
        target: the table, beside or in which the mesh is written.
        brought: the piece, whose mesh has the name that it would have.
        source: the file that it is made of. Where that lies beside the table and would do, it is used.
    """
    wanted, content = brought.entry.mesh or "", brought.content
    own = source.resolve()
    if not target.bundled and own.parent == target.path.parent.resolve() and holds(own, content):
        return _called(brought, own.name)
    name = free_name(wanted, lambda one: _is_taken(target, one, content))
    if name == wanted:
        return _called(brought, name)
    note = f'there is a "{wanted}" already, which stays as it is; the new mesh is "{name}"'
    return replace(_called(brought, name), notes=(*brought.notes, note))


def _is_taken(target: TargetTable, name: str, content: bytes) -> bool:
    """Whether another mesh of the bundle, or another file or any link beside the table, has that name."""
    if target.bundled:
        named = mesh_names(target.before) if target.before else []
        return name.casefold() in {inner_name(one).casefold() for one in named}
    path = target.path.parent / name
    return is_there(path) and (path.is_symlink() or not holds(path, content))


def _called(brought: Brought, name: str) -> Brought:
    return replace(brought, entry=replace(brought.entry, mesh=name))


def holds(path: Path, content: bytes) -> bool:
    """Whether a file has exactly these bytes."""
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def write_piece(target: TargetTable, brought: Brought, *, name: str | None, max_faces: int, overwrite: bool) -> None:
    """Writes a table with a piece on it, and the piece's mesh under a name that is free (`with_free_mesh`).

    The mesh goes first: a table file never names a mesh that is not there.

    Args:
        target: the table.
        brought: the piece.
        name: of a new table.
        max_faces: what a table may have.
        overwrite: whether a table of that name is replaced; no other file ever is.
    """
    entry = sound_piece(brought.entry)
    assert entry.mesh is not None
    before = target.before or TableDocument(brought.size, name)
    document = replace(before, terrain=(*before.terrain, entry), scan=brought.scan)
    text, replaced = check_readable(document), overwrite or target.before is not None
    if target.bundled:
        files = {TABLE_NAME: text, inner_name(entry.mesh): brought.content}
        if target.before is not None:
            source = open_source(target.path)
            files |= {inner_name(one): source.read(one, max_bytes(max_faces)) for one in mesh_names(target.before)}
        write_bytes(target.path, zipped(files), overwrite=replaced)
        wrote(target.path)
        return
    path = target.path.parent / entry.mesh
    if not holds(path, brought.content):
        write_bytes(path, brought.content)
        wrote(path)
    write_bytes(target.path, text, overwrite=replaced)
    wrote(target.path)
