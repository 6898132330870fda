"""A cache on the disk: what was worked out in earlier runs, in the user's cache folder.

It only ever saves time: where the folder cannot be read or written, or is full, everything works without it.
"""

import os
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from platformdirs import user_cache_dir

from scene.base.errors import SceneError
from scene.base.safe_files import read_bytes, write_bytes

VARIABLE = "SIGHTLINE_CACHE"
"""Environment variable: another folder; if it is set to nothing, nothing is kept on disk."""
Kind = Literal["code", "ground", "meshes", "outline"]
"""What is kept: compiled code, navmeshes, meshes, and the corners of bodies' outlines."""
MOST_FILES: Mapping[Kind, int] = MappingProxyType({"code": 4, "ground": 400, "meshes": 800, "outline": 200})
MOST_BYTES = 500_000_000
"""Of all files together; whatever was not used for longest goes first."""
LARGEST = 100_000_000
"""Bytes of a single file."""
_OURS = re.compile(rf"[0-9a-f]{{40}}\.({'|'.join(MOST_FILES)})")
"""Nothing else in the folder is touched; parts of files that a killed run left behind are seen to where files are written."""


def folder() -> Path | None:
    """Where files are kept; None where they are not."""
    wanted = os.environ.get(VARIABLE)
    if wanted is None:
        usual = Path(user_cache_dir("sightline", appauthor=False))
        return usual if usual.is_absolute() else None
    return Path(wanted) if wanted.strip() else None


def kept_at(key: str, kind: Kind) -> Path | None:
    """Where it is kept, if it is; None where nothing is."""
    home = folder()
    return home / f"{key}.{kind}" if home else None


def fetched(key: str, kind: Kind = "ground") -> bytes | None:
    """What is kept under a key (40 hexadecimal digits); None if nothing is, or it cannot be read."""
    path = kept_at(key, kind)
    if path is None:
        return None
    try:
        content = read_bytes(path, LARGEST)
    except SceneError:
        return None
    with suppress(OSError):
        os.utime(path)
    return content


def keep(key: str, content: bytes, kind: Kind = "ground") -> None:
    """Keeps ``content`` under a key (40 hexadecimal digits), if it can be kept."""
    home = folder()
    if home is None or len(content) > LARGEST:
        return
    with suppress(OSError, SceneError):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(home / f"{key}.{kind}", content, overwrite=True)
        _tidy(home)


def _tidy(home: Path) -> None:
    """Removes the files that were not used for longest, down to the limits."""
    found = []
    with os.scandir(home) as entries:
        for entry in entries:
            if _OURS.fullmatch(entry.name):
                with suppress(OSError):
                    status = entry.stat()
                    found.append((status.st_mtime_ns, status.st_size, entry.name))
    total, files = 0, Counter[str]()
    for _, size, name in sorted(found, reverse=True):
        kind: Kind = name.partition(".")[2]  # type: ignore[assignment]
        total += size
        files[kind] += 1
        if files[kind] > MOST_FILES[kind] or total > MOST_BYTES:
            with suppress(OSError):
                (home / name).unlink()
