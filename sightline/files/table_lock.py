"""One program at a time changes a table file: what is read, changed and written back must not lose what another has written."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from sightline.errors import CommandError

PATIENCE = 20.0
"""Seconds that a command waits for another one to be done with the table."""


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Holds a table for as long as it is changed. The lock lies in the user's state folder, and nothing beside the table.

    Raises:
        CommandError: somebody else does not let it go, or there can be no lock.
    """
    folder = user_state_path("sightline", appauthor=False) / "locks"
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / f"{name}.lock")
        lock.acquire(timeout=PATIENCE)
    except Timeout:
        raise CommandError(f'"{path}" is being changed by another program; try again when that is done') from None
    except OSError as error:
        raise CommandError(
            f'"{folder}" cannot be written, where tables are locked while they are changed: {error.strerror}'
        ) from None
    try:
        yield
    finally:
        lock.release()
