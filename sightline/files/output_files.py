"""Output files of commands: what they may be called, what they may not replace, and how they are written."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path, PurePath

from scene.base.errors import SceneError
from scene.base.safe_files import write_bytes
from scene.table_io.table_bundle import SUFFIX
from scene.table_io.table_document import mesh_names
from scene.table_io.table_reading import load_document
from sightline.console import wrote
from sightline.errors import CommandError

PICTURE_ENDS = (".png",)
REPORT_ENDS = (".html", ".htm")
PDF_ENDS = (".pdf",)


def check_outputs(
    table: Path,
    *,
    picture: Path | None = None,
    profile: Path | None = None,
    report: Path | None = None,
    overwrite: bool,
) -> None:
    """Raises a `CommandError` with every reason why an output cannot be written; call it before the work.

    Args:
        table: the table that is asked about; neither it nor one of its meshes is ever replaced.
        picture, profile: where PNG files are to go, if anywhere.
        report: where an HTML file is to go, if anywhere.
        overwrite: whether other files may be replaced.
    """
    wanted: list[tuple[str, tuple[str, ...], Path | None]]
    wanted = [("pictures are PNG files", PICTURE_ENDS, one) for one in (picture, profile)]
    wanted.append(("reports are HTML files", REPORT_ENDS, report))
    own = _own_files(table) if picture or profile or report else []
    faults = []
    for what, ends, path in wanted:
        if path is None:
            continue
        if path.suffix.lower() not in ends:
            faults.append(f'{what}; name "{path}" with {" or ".join(ends)} at its end')
        elif any(_same(path, file) for file in own):
            faults.append(f'"{path}" is the table that you ask about, or one of its meshes; give another name')
        elif fault := _unwritable(path, overwrite=overwrite):
            faults.append(fault)
    if faults:
        raise CommandError(faults)


def check_file(path: Path, *, what: str, ends: tuple[str, ...], overwrite: bool, sources: Iterable[Path] = ()) -> None:
    """Raises a `CommandError` where a file cannot be written there; call it before the work.

    Args:
        path: where it is to go.
        what: the beginning of what is said where its name ends otherwise, such as ``cameras are JSON files``.
        ends: what its name may end in.
        overwrite: whether another file may be replaced.
        sources: the files that it is made from, which are never replaced.
    """
    if path.suffix.lower() not in ends:
        raise CommandError(f'{what}; name "{path}" with {" or ".join(ends)} at its end')
    if any(_same(path, source) for source in sources):
        raise CommandError(f'"{path}" is one of the files that it would be made from; give another name')
    if fault := _unwritable(path, overwrite=overwrite):
        raise CommandError(fault)


def _own_files(table: Path) -> list[Path]:
    """The files of a table. One that cannot be read has none but itself, and will be refused anyway."""
    names: list[str] = []
    if table.suffix.lower() != SUFFIX:
        with suppress(SceneError):
            names = mesh_names(load_document(table))
    return [table, *(table.parent / name for name in names)]


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, also through links and in other spellings."""
    with suppress(OSError, ValueError):
        return one.resolve() == other.resolve() or one.samefile(other)
    return False


def _unwritable(path: Path, *, overwrite: bool) -> str | None:
    if path.is_dir():
        return f'"{path}" is a folder; name a file in it'
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        return f'"{path}" cannot be written: there is no folder "{folder}"; make it first'
    if not os.access(folder, os.W_OK):
        return f'"{path}" cannot be written: the folder "{folder}" does not let you'
    if path.exists() and not path.is_file():
        return f'"{path}" is not a file; give another name'
    if path.exists() and not overwrite:
        return f'"{path}" exists; give --overwrite to replace it, or another name'
    return None


def free_name(name: str, taken: Callable[[str], bool]) -> str:
    """A file's name; where that is taken, the first with -2, -3 and so on before its ending that is not."""
    path = PurePath(name)
    numbered = (f"{path.stem}-{number}{path.suffix}" for number in count(2))
    return next(one for one in chain([name], numbered) if not taken(one))


def is_there(path: Path) -> bool:
    """Whether anything is there, if only a link that leads nowhere."""
    return path.exists() or path.is_symlink()


def write_file(path: Path, content: bytes | str) -> None:
    """Writes ``content`` (text as UTF-8) beside ``path`` and moves it into place, so that no half file is ever seen.

    Standard error tells that it was written.
    """
    write_bytes(path, content.encode() if isinstance(content, str) else content, overwrite=True)
    wrote(path)
