"""A digest of what makes the built-in pieces and bodies: nothing kept on disk outlives the program that it came from."""

from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.metadata import PackageNotFoundError, version

import numpy as np

FOLDERS = ("assets", "assets.kit", "assets.figures")


@cache
def program_digest() -> str:
    """Of the source of these folders and the versions of the libraries that they work with."""
    digest = blake2b(f"{np.__version__} {_version('manifold3d')} ".encode(), digest_size=20)
    for folder in FOLDERS:
        for entry in sorted(resources.files(folder).iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                content = entry.read_bytes()
                digest.update(f"{folder} {entry.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
