"""Code in C that is compiled once, by the compiler that the system has, and kept in the cache on the disk.

It only ever saves time: without a compiler, or where nothing can be kept or loaded, whoever asks does without.
"""

import ctypes
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

from scene.base.disk_cache import fetched, keep, kept_at

COMPILERS = ("cc", "gcc", "clang")
OPTIONS = ("-O2", "-fno-math-errno", "-ffp-contract=off", "-shared", "-fPIC")
SECONDS = 60
"""A compiler that takes longer is given up."""


@cache
def compiled(source: Path) -> ctypes.CDLL | None:
    """The library that a file in C becomes; None where there is none to be had.

    Only for Linux: elsewhere what is called a compiler may be an offer to install one.
    """
    if sys.platform != "linux":
        return None
    try:
        code = source.read_bytes()
        key = blake2b(code + repr((OPTIONS, platform.machine())).encode(), digest_size=20).hexdigest()
        if not _sound(fetched(key, "code"), key):
            built = _built(source)
            if built is None:
                return None
            keep(key, built + _digest(built, key), "code")
            if not _sound(fetched(key, "code"), key):
                return None
        path = kept_at(key, "code")
        return ctypes.CDLL(str(path)) if path and _own(path) and _own(path.parent) else None
    except (OSError, subprocess.SubprocessError):
        return None


def _digest(built: bytes, key: str) -> bytes:
    """What is kept behind a library, where loaders do not look."""
    return blake2b(built, key=key.encode(), digest_size=20).digest()


def _sound(content: bytes | None, key: str) -> bool:
    """Whether what is kept under a key is a whole library."""
    return content is not None and len(content) > 20 and content[-20:] == _digest(content[:-20], key)


def _own(path: Path) -> bool:
    """Whether nobody else can write there."""
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _built(source: Path) -> bytes | None:
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory(prefix="sightline-") as folder:
        result = Path(folder) / "library"
        words = [compiler, *OPTIONS, "-o", str(result), str(source.resolve()), "-lm"]
        done = subprocess.run(  # noqa: S603 - the system's compiler, at work on a file of ours
            words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=SECONDS
        )
        return result.read_bytes() if done.returncode == 0 else None
