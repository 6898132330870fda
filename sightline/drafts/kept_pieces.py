"""Keeping pieces of a scanned table for other tables: their shapes, sizes and looks go into a pieces file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.base.safe_files import write_bytes
from scene.geometry.mesh import Mesh
from scene.table.table import Piece, Table
from scene.table_io.table_document import PieceEntry, TableDocument
from sightline.drafts.clicked_scenery import ScanPhotos, grey_photo, stl

if TYPE_CHECKING:
    from capture.objects.pieces_file import TaggedPieces

PIECES_FILE = "pieces.json"
"""What the file is called if nothing else is said."""
MOST_NAMES = 1000
MOST_PHOTOS = 24
"""Photos that a look is learned from, at most."""


@dataclass(frozen=True)
class KeptPiece:
    """A piece that was kept: its id, how many points of its look there are, and how often these were seen."""

    id: str
    points: int
    sightings: int


@dataclass(frozen=True)
class KeptPieces:
    """What was kept, and for each other piece that was asked for why it was not."""

    kept: tuple[KeptPiece, ...]
    left_out: tuple[tuple[str, str], ...]


def clicked_ids(table: Table) -> tuple[str, ...]:
    """The pieces of a table whose size was measured in its photos, by their ids."""
    shapes = {thing.id for thing in (table.scan.things if table.scan else ()) if thing.of == "shape"}
    return tuple(piece.id for piece in table.terrain.pieces if piece.id in shapes)


def not_kept_yet(pieces_file: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Those of some pieces, by their ids, that a pieces file has not; all where there is none."""
    known = {piece.id for piece in _known(pieces_file).pieces}
    return tuple(name for name in names if name not in known)


def keep_pieces(
    document: TableDocument,
    table: Table,
    photos: ScanPhotos,
    names: Sequence[str],
    pieces_file: Path,
    *,
    overwrite: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> KeptPieces:
    """Write pieces of a table into a pieces file, with their meshes and looks beside it.

    Args:
        document, table: of the scan.
        photos: of it.
        names: ids of the pieces.
        pieces_file: what is added to; it is made where there is none.
        overwrite: whether pieces that are in it already are replaced.
        on_progress: called with 1 for each photo and each piece.

    Raises:
        SceneError: with all reasons why nothing is written.
    """
    from capture.objects.pieces_file import TaggedPiece, write_tagged
    from capture.recognition.look_file import look_bytes
    from capture.recognition.scanned_look import scanned_look

    assert table.scan is not None
    known = _known(pieces_file)
    _check(known, table, names, pieces_file, overwrite=overwrite)
    there = [number for number, name in enumerate(photos.names) if name in photos.files]
    pictures = {}
    for number in there[:: -(-len(there) // MOST_PHOTOS)]:
        pictures[number] = grey_photo(photos, photos.names[number])
        if on_progress:
            on_progress(1)
    entries = {entry.id: entry for entry in document.terrain}
    kept, left_out, files = list[KeptPiece](), list[tuple[str, str]](), dict[Path, bytes]()
    for name in names:
        piece = table.piece(name)
        others = [other.placed for other in table.terrain.pieces if other.id != name]
        try:
            look = scanned_look(table.scan, photos.clickable, pictures, piece, others)
        except SceneError as error:
            left_out.append((name, error.faults[0]))
        else:
            mesh, seen = stl(_own(piece)), look_bytes(look)
            mesh_file, look_file = _own_file(pieces_file, name, ".stl", mesh), _own_file(pieces_file, name, ".look.npz", seen)
            files |= {mesh_file: mesh, look_file: seen}
            entry = _entry(entries[name], mesh_file.name)
            known = known.with_piece(TaggedPiece(entry, look=look_file.name), overwrite=overwrite)
            kept.append(KeptPiece(name, len(look.points), len(look.of)))
        if on_progress:
            on_progress(1)
    for path, content in files.items():
        if not path.exists():
            write_bytes(path, content, overwrite=False)
    if kept:
        write_tagged(known, pieces_file, overwrite=True)
    return KeptPieces(tuple(kept), tuple(left_out))


def _known(pieces_file: Path) -> "TaggedPieces":
    from capture.objects.pieces_file import TaggedPieces, load_tagged

    return load_tagged(pieces_file, LIBRARY) if pieces_file.exists() else TaggedPieces()


def _check(known: "TaggedPieces", table: Table, names: Sequence[str], pieces_file: Path, *, overwrite: bool) -> None:
    """All that can be seen to be wrong before any photo is looked at."""
    faults, there = list[str](), {piece.id for piece in table.terrain.pieces}
    for name in names:
        if name not in there:
            faults.append(
                f'there is no piece "{shown_text(name)}" on this table; there are {", ".join(sorted(there)) or "none"}'
            )
        elif not overwrite and any(piece.id == name for piece in known.pieces):
            faults.append(f'"{pieces_file}" has a piece "{name}" already; give --overwrite to keep it anew')
        elif Path(name).name != name or name.startswith("."):
            faults.append(f'piece "{shown_text(name)}" cannot be the name of a file; call it otherwise on the table first')
    if faults:
        raise SceneError(faults)


def _own_file(pieces_file: Path, name: str, end: str, content: bytes) -> Path:
    """A file beside the pieces file that has this content already, or is not there yet: any other may be a table's."""
    for number in range(1, MOST_NAMES):
        path = pieces_file.with_name(f"{name}{end}" if number == 1 else f"{name}-{number}{end}")
        if not path.exists() or (path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content):
            return path
    raise SceneError(f'there are too many files called "{name}" beside "{pieces_file}"; take another folder with --pieces')


def _own(piece: Piece) -> Mesh:
    """The mesh of a piece in its own frame, its anchor at the origin."""
    return piece.placed.with_vertices(piece.pose.to_own(piece.placed.vertices))


def _entry(entry: PieceEntry, mesh: str) -> PieceEntry:
    """What a pieces file says of it: all but where it stands, and with a mesh file of its own."""
    return replace(
        entry, position=(0.0, 0.0, 0.0), turn=None, rotation=None, kit=None, parameters=None, mesh=mesh,
        units="inch", up=None, anchor="origin", group=None,
    )  # fmt: skip
