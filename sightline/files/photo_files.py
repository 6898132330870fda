"""The photo files that a command is given: which are meant by names and patterns."""

from collections.abc import Sequence
from contextlib import suppress
from glob import has_magic
from pathlib import Path


def photo_files(paths: Sequence[Path]) -> list[Path]:
    """The photos, with all files that fit in place of names such as ``photos/*.jpg``.

    Most shells do this before a program starts; those of Windows leave it to the program. A file that is called so is meant
    itself, and a pattern that fits none stays as it is, so that it can be named.
    """
    return [each for path in paths for each in _fitting(path) or [path]]


def _fitting(path: Path) -> list[Path]:
    if has_magic(path.name):
        with suppress(OSError, ValueError):
            return [] if path.exists() else sorted(path.parent.glob(path.name))
    return []
