"""Saving a draft, keeping it safe meanwhile, and what a crash left.

A draft that is being worked on is kept in a folder of its own under the user's state folder: its table file, its meshes, and a
note where it belongs. The folder is locked for as long as the program runs, so that what is not locked was left by a crash.
"""

import json
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from scene.base.errors import SceneError
from scene.base.json_fields import parse_json
from scene.base.safe_files import read_bytes, write_bytes
from scene.mesh_io.mesh_reading import MAX_FACES, max_bytes
from scene.table_io.table_bundle import SUFFIX, TABLE_NAME, zipped
from scene.table_io.table_document import check_readable, document_text, mesh_names
from scene.table_io.table_folder import inner_name
from scene.table_io.table_reading import load_document, open_source
from sightline.drafts.draft_meshes import DraftMeshes
from sightline.drafts.draft_table import Draft, open_draft
from sightline.files.shared_moments import shares_moment

ABOUT = "about.json"
LOCK = "lock"
MOST_ABOUT = 2**16
"""Bytes of the note where a draft belongs."""


def save(draft: Draft, path: str | Path, *, overwrite: bool = False, beside: Mapping[str, bytes] | None = None) -> Draft:
    """Writes a draft as a table file with its meshes beside it, or as a bundle, and answers it with its new path.

    Args:
        draft: what is saved.
        path: ends in ``.json`` or ``.sightline``.
        overwrite: whether a file that is there already may be replaced. The draft's own file always may. A mesh beside the
            table never is: it is left alone if it is the same, and otherwise nothing is saved. Nor is a shared moment.
        beside: what else goes into a bundle, by its name there.

    Raises:
        SceneError: one line that says why not; the draft is what it was, and so is the old file.
    """
    path = Path(path)
    if path.suffix.lower() not in {".json", SUFFIX}:
        raise SceneError(f'"{path.name}": tables end in .json or {SUFFIX}')
    if not path.parent.is_dir():
        raise SceneError(f'"{path.parent}": there is no such folder')
    own = draft.path is not None and _same_file(path, draft.path)
    if path.exists() and not (overwrite or own):
        raise SceneError(f'"{path}" exists already; give another name, or choose it with Browse to replace it')
    if shares_moment(path):
        raise SceneError(f'"{path.name}" is a moment that somebody shared, and stays as it is; give another name')
    meshes = _meshes(draft)
    table = check_readable(draft.document)
    if path.suffix.lower() == SUFFIX:
        write_bytes(path, zipped({**(beside or {}), TABLE_NAME: table, **meshes}), overwrite=True)
    else:
        _write_beside(path.parent, meshes)
        write_bytes(path, table, overwrite=True)
    source = open_source(path)
    held = DraftMeshes(source, table_name=source.table_name)
    return replace(draft, path=path, meshes=held, maker=draft.maker.reading(held))


@dataclass(frozen=True)
class Left:
    """A draft that a crash left.

    Attributes:
        place: the folder that it is kept in.
        path: the file that it belongs to; None if it was never saved.
        name: of the table, or of its file.
        pieces, figures: how many.
        when: it was kept last, seconds as `time.time` counts them.
    """

    place: Path
    path: Path | None
    name: str
    pieces: int
    figures: int
    when: float


def state_folder() -> Path:
    """Where drafts are kept until they are saved."""
    return user_state_path("sightline", appauthor=False) / "drafts"


class DraftKeeper:
    """Keeps one draft safe in a folder of its own, for as long as the program runs; another table gets another keeper."""

    def __init__(self, place: Path | None = None) -> None:
        """A new folder, or the one of a draft that is recovered; a `SceneError` if another window has that."""
        self.place = place or state_folder() / secrets.token_hex(8)
        try:
            self.place.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.place / LOCK)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SceneError("this draft is open in another window") from None
        except OSError as error:
            raise SceneError(f'"{self.place}" cannot be written: {error.strerror}') from None

    def keep(self, draft: Draft) -> None:
        """Writes the draft down; a `SceneError` if that cannot be done, and what was kept before is still there."""
        about = {"path": str(draft.path.absolute()) if draft.path else None}
        for name in mesh_names(draft.document):
            target = self.place / inner_name(name)
            if name in draft.meshes.added or not target.exists():
                _write_once(target, _mesh(draft, name))
        write_bytes(self.place / ABOUT, json.dumps(about).encode(), overwrite=True)
        write_bytes(self.place / TABLE_NAME, document_text(draft.document).encode(), overwrite=True)

    def discard(self) -> None:
        """Forgets what was kept, after it was saved or given up; what is done to it later may be kept again."""
        for name in (TABLE_NAME, ABOUT):
            with suppress(OSError):
                (self.place / name).unlink()

    def close(self) -> None:
        """At the end of the program: whatever is still kept is offered again at the next start."""
        kept = (self.place / TABLE_NAME).exists()
        self._lock.release()
        if not kept:
            shutil.rmtree(self.place, ignore_errors=True)


def left_behind(folder: Path | None = None) -> list[Left]:
    """What can be recovered, the newest first: drafts that no window has open, whose files were not saved since."""
    found = []
    with suppress(OSError):
        for place in sorted((folder or state_folder()).iterdir()):
            with suppress(SceneError, OSError, Timeout), FileLock(place / LOCK, timeout=0):
                left = _left(place)
                if left.path is None or not left.path.exists() or left.path.stat().st_mtime < left.when:
                    found.append(left)
    return sorted(found, key=lambda left: -left.when)


def recover(left: Left) -> tuple[Draft, DraftKeeper]:
    """The draft that was left, not saved yet, and what goes on keeping it; a `SceneError` if it cannot be read."""
    keeper = DraftKeeper(left.place)
    try:
        return replace(open_draft(left.place / TABLE_NAME), path=left.path), keeper
    except SceneError:
        keeper.close()
        raise


def forget(left: Left) -> None:
    """Discards a draft that was left."""
    shutil.rmtree(left.place, ignore_errors=True)


def _left(place: Path) -> Left:
    table = place / TABLE_NAME
    when = table.stat().st_mtime
    document = load_document(table)
    about = parse_json(read_bytes(place / ABOUT, MOST_ABOUT))
    written = about.get("path") if isinstance(about, dict) else None
    path = Path(written) if isinstance(written, str) else None
    name = document.name or (path.stem if path else "a new table")
    return Left(place, path, name, len(document.terrain), len(document.figures), when)


def _mesh(draft: Draft, name: str) -> bytes:
    return draft.meshes.read(name, max_bytes(MAX_FACES))


def _meshes(draft: Draft) -> dict[str, bytes]:
    return {inner_name(name): _mesh(draft, name) for name in mesh_names(draft.document)}


def _write_beside(folder: Path, meshes: Mapping[str, bytes]) -> None:
    """The meshes in their folder; all of them are looked at before the first is written."""
    root = folder.resolve()
    for name, content in meshes.items():
        target = (root / name).resolve()
        if not target.is_relative_to(root):
            raise SceneError(f'mesh "{name}": leads out of the folder of the table')
        if target.exists() and read_bytes(target, max_bytes(MAX_FACES)) != content:
            raise SceneError(f'"{target}" is there already and another mesh; save the table in another folder')
    for name, content in meshes.items():
        _write_once(root / name, content)


def _write_once(target: Path, content: bytes) -> None:
    """A file, unless it is there with the same content."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and target.stat().st_size == len(content) and target.read_bytes() == content:
            return
    except OSError as error:
        raise SceneError(f'"{target}" cannot be written: {error.strerror}') from None
    write_bytes(target, content, overwrite=True)


def _same_file(a: Path, b: Path) -> bool:
    try:
        return a.resolve() == b.resolve()
    except (OSError, RuntimeError):
        return False
