"""Safe reading and writing of files on the disk: with limits, and beside their place before they are moved into it."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from scene.base.errors import SceneError


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

    Raises:
        SceneError: ``path`` exists and ``overwrite`` is false, or it cannot be written.
    """
    if path.exists() and not overwrite:
        raise SceneError(f'"{path}" exists and is not overwritten; give another name or --overwrite')
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with beside.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except (OSError, ValueError) as error:
        raise SceneError(f'"{path}" cannot be written: {_reason(error)}') from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "its name cannot be used"
