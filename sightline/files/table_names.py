"""The tables that commands are given: files, and bundled ones by name."""

import shlex
from difflib import get_close_matches
from pathlib import Path

from assets import tables
from scene.mesh_io.mesh_reading import KNOWN_TYPES, UNITS_NEEDED
from scene.table_io.table_bundle import SUFFIX
from sightline.errors import CommandError

TABLE_ENDS = (".json", SUFFIX)


def table_file(given: str | Path) -> Path:
    """The file of a table: that of this name, or else the bundled one, in any case; as it was typed where there is neither."""
    path = Path(given)
    return path if path.is_file() or path.is_symlink() else _bundled(path) or path


def check_there(path: Path) -> None:
    """A `CommandError` for a table that is not there, or is a mesh, with what may be meant."""
    if (kind := path.suffix.lower().removeprefix(".")) in KNOWN_TYPES and path.is_file():
        units = " --units mm" if kind in UNITS_NEEDED else ""
        new = f"sightline import {shlex.quote(str(path))}{units} -o {path.stem}.json"
        raise CommandError(f'"{path}" is a mesh and no table; {new} puts it on one')
    if not path.exists() and not path.is_symlink():
        raise CommandError(missing(path))


def is_table(word: str) -> bool:
    """Whether a word names a table: a file that ends as tables do, or a bundled one."""
    path = Path(word)
    return _bundled(path) is not None or (path.suffix.lower() in TABLE_ENDS and path.is_file())


def as_typed(path: Path) -> str:
    """What a table is called in a command: its file, or the name of a bundled one."""
    bundled = next((name for name in tables.names() if tables.path(name) == path), None)
    return bundled or str(path)


def check_own(path: Path) -> None:
    """A `CommandError` for a bundled table, which nothing is written to."""
    if (name := as_typed(path)) != str(path):
        raise CommandError(
            f'"{name}" is bundled and stays as it is; sightline new my-{name}.json --from {name} makes a copy that is yours'
        )


def missing(path: Path) -> str:
    """The line for a table that is not there."""
    said = f'there is no table "{path}"'
    near = [one.name for one in path.parent.glob("*") if one.suffix in TABLE_ENDS] if path.parent.is_dir() else []
    if close := get_close_matches(path.stem, [*tables.names(), *(Path(one).stem for one in near)], n=1, cutoff=0.7):
        return f'{said}; did you mean "{next((one for one in near if Path(one).stem == close[0]), close[0])}"?'
    return f"{said}: neither a file ({' or '.join(TABLE_ENDS)}) nor a bundled one ({', '.join(tables.names())})"


def _bundled(path: Path) -> Path | None:
    name = path.name.casefold()
    return tables.path(name) if path.name == str(path) and name in tables.names() else None
