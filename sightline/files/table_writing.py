"""Writing tables: a new one with its meshes, or another piece on one that is there."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.safe_files import write_bytes
from scene.mesh_io.mesh_reading import max_bytes
from scene.table_io.table_bundle import SUFFIX, TABLE_NAME, zipped
from scene.table_io.table_document import TableDocument, document_text, mesh_names, sound_piece
from scene.table_io.table_folder import inner_name
from scene.table_io.table_reading import open_source, read_table
from sightline.errors import CommandError
from sightline.files.mesh_pieces import Brought

TABLE_ENDS = (".json", SUFFIX)


@dataclass(frozen=True)
class TargetTable:
    """The table that a piece is written to.

    Attributes:
        path: its file or bundle.
        before: what it says already; None for a new table.
        triangles: what its terrain has already.
    """

    path: Path
    before: TableDocument | None
    triangles: int = 0

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
    read = read_table(path, LIBRARY, max_faces=max_faces)
    if read.faults:
        raise SceneError(read.faults)
    return TargetTable(path, read.document, read.table.terrain.triangles)


def free_mesh_name(target: TargetTable, brought: Brought, source: Path, *, overwrite: bool) -> str:
    """The name for a mesh beside the table; a `CommandError` where another file has it.

    The file that it is made of stays as it is: where that lies beside the table and would do, it is used.
    """
    name = brought.entry.mesh or ""
    taken = {inner_name(one) for one in mesh_names(target.before)} if target.before else set()
    if target.bundled:
        if name in taken:
            raise CommandError(f'the bundle has a mesh "{name}" already; give another --id')
        return name
    path = target.path.parent / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(target.path.parent)):
        raise CommandError(f'"{path}" leads out of the folder of the table; give another --id')
    if path.exists() and path.samefile(source) and not holds(path, brought.content):
        name = f"{path.stem}-placed{path.suffix}"
        path = path.with_name(name)
    if source.resolve().parent == target.path.resolve().parent and holds(source, brought.content):
        return source.name
    if holds(path, brought.content):
        return name
    if name in taken:
        raise CommandError(f'"{path}" is a mesh of the table already; give another --id')
    if path.exists() and not overwrite:
        raise CommandError(f'"{path}" exists; give --overwrite to replace it, or another --id')
    return name


def holds(path: Path, content: bytes) -> bool:
    """Whether a file has exactly these bytes."""
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def write_piece(target: TargetTable, brought: Brought, *, name: str | None, max_faces: int, overwrite: bool) -> None:
    """Writes a table with a piece on it, and the piece's mesh.

    The mesh goes first: a table file never names a mesh that is not there.
    """
    entry = sound_piece(brought.entry)
    assert entry.mesh is not None
    before = target.before or TableDocument(brought.size, name)
    document = replace(before, terrain=(*before.terrain, entry), scan=brought.scan)
    text, replaced = document_text(document).encode(), overwrite or target.before is not None
    if target.bundled:
        files = {TABLE_NAME: text, inner_name(entry.mesh): brought.content}
        if target.before is not None:
            source = open_source(target.path)
            files |= {inner_name(one): source.read(one, max_bytes(max_faces)) for one in mesh_names(target.before)}
        write_bytes(target.path, zipped(files), overwrite=replaced)
        return
    path = target.path.parent / entry.mesh
    if not holds(path, brought.content):
        write_bytes(path, brought.content, overwrite=overwrite)
    write_bytes(target.path, text, overwrite=replaced)
