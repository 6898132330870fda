"""Safe reading and writing of files on the disk: with limits, and beside their place before they are moved into it."""

import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR, ELOOP
from pathlib import Path

from scene.base.errors import SceneError

LEFT_OVER = 86_400.0
"""Seconds after which a part of a file was left by a program that is gone, and nobody writes it any more."""
_PART = re.compile(r"\.sightline-[0-9a-f]{16}\.part")


def read_bytes(path: Path, limit: int, *, label: str | None = None) -> bytes:
    """A file's bytes; a `SceneError` where it is missing, no plain file, unreadable or larger than ``limit`` bytes.

    ``label`` is what messages call the file; its path, if not given.
    """
    called = label or f'"{path}"'
    file_size(path, limit, label=called)
    try:
        return path.read_bytes()
    except OSError as error:
        raise SceneError(f"{called} cannot be read: {_reason(error)}") from None


def file_size(path: Path, limit: int, *, label: str | None = None) -> int:
    """How many bytes a file has; a `SceneError` as in `read_bytes`."""
    called = label or f'"{path}"'
    try:
        status = path.stat()
    except FileNotFoundError:
        raise SceneError(f"{called}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise SceneError(f"{called} cannot be read: {_reason(error)}") from None
    if not stat.S_ISREG(status.st_mode):
        raise SceneError(f"{called} is not a file{' but a folder' if stat.S_ISDIR(status.st_mode) else ''}")
    if status.st_size > limit:
        raise SceneError(f"{called} has {status.st_size:,} bytes; the limit is {limit:,}")
    return status.st_size


def write_bytes(path: Path, content: bytes, *, overwrite: bool = False) -> None:
    """Writes ``content`` beside ``path`` and moves it into place; nobody ever sees half a file.

    A file that is replaced keeps its mode. A symbolic link stays one: the file that it leads to is written.

    Raises:
        SceneError: ``path`` exists and ``overwrite`` is false, or it cannot be written.
    """
    if path.exists() and not overwrite:
        raise SceneError(f'"{path}" exists and is not overwritten; give another name or --overwrite')
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_to_keep(target)
        with part_beside(target) as beside:
            with beside.open("xb") as file:
                if mode is not None:
                    beside.chmod(mode)
                _tidy(target.parent, now=os.fstat(file.fileno()).st_mtime)
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
    except (OSError, ValueError) as error:
        raise SceneError(f'"{path}" cannot be written: {_reason(error)}') from None


def _mode_to_keep(target: Path) -> int | None:
    """The mode of the file that is replaced; None if there is none. An `OSError` where no file can be written."""
    try:
        status = target.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):  # all links were followed
        raise OSError(ELOOP, os.strerror(ELOOP))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(EISDIR, "it is not a file")
    return stat.S_IMODE(status.st_mode)


@contextmanager
def part_beside(path: Path) -> Iterator[Path]:
    """A name for what is to take the place of ``path``, in its folder; if a file of that name is there at the end, it goes.

    It is drawn at random: process numbers repeat, in containers above all.
    """
    beside = path.with_name(f".sightline-{secrets.token_hex(8)}.part")
    try:
        yield beside
    finally:
        with suppress(OSError):
            beside.unlink()


def _tidy(folder: Path, *, now: float) -> None:
    """Removes the parts in a folder that killed programs left there; ``now`` is by the clock of the folder's disk."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _PART.fullmatch(path.name) and path.lstat().st_mtime < now - LEFT_OVER:
                path.unlink()


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "its name cannot be used"
