"""The folder of a table file, or the inside of its bundle: its meshes are read from there, and no path leads out of it."""

import re
from pathlib import Path, PurePosixPath
from typing import Protocol

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.base.safe_files import read_bytes

MAX_TABLE_BYTES = 16 * 2**20


class Source(Protocol):
    """Files by name. Names are relative, with forward slashes, and do not leave the source."""

    @property
    def table_name(self) -> str:
        """The name of the table file; messages call it so."""
        ...

    def table(self) -> bytes:
        """The bytes of the table file."""
        ...

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of the file ``name``; a `SceneError` if it is missing or larger than ``limit``."""
        ...


class Folder:
    """A table file on the disk with its meshes beside and below it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.table_name = path.name

    def table(self) -> bytes:
        """The bytes of the table file."""
        return read_bytes(self._path, MAX_TABLE_BYTES)

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a file in the table file's folder. Symbolic links may lead about in it, not out."""
        inner = inner_name(name)
        folder = self._path.parent
        try:
            root = folder.resolve()
            target = (root / inner).resolve()
        except (OSError, RuntimeError):
            raise SceneError(f'mesh "{name}": its path cannot be followed') from None
        if not target.is_relative_to(root):
            raise SceneError(f'mesh "{name}": leads out of the folder of "{self.table_name}"; copy the file into it')
        return read_bytes(target, limit, label=f'mesh "{name}"')


def inner_name(name: str) -> str:
    """The name in its shortest form; a `SceneError` if it could mean anything outside the source."""
    parts = PurePosixPath(name).parts
    if not parts or not name.isprintable():
        raise SceneError(f'mesh "{shown_text(name)}": is no file name')
    if "\\" in name:
        raise SceneError(f'mesh "{name}": write paths with forward slashes "/"')
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        raise SceneError(f'mesh "{name}": give the path from the table file on, not from the top of the disk')
    if ".." in parts:
        raise SceneError(f'mesh "{name}": leads out of the folder of the table file (".."); copy the file into it')
    return "/".join(parts)
