"""The folders of ready-made gangs: every package of `assets` that has ``GANGS``, its files, is one, and need be named nowhere.

What else is shipped in one, such as its armoury, goes by the folder's name and its own: ``crews/armoury``.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import assets
from assets.shipped_files import ShippedFiles

FIRST = "gangs"
"""The folder of the gangs that go by no rule system's own format."""
ARMOURY = "armoury"
"""What the file of the weapons is called in a folder that has any."""


def gang_folders() -> dict[str, ShippedFiles]:
    """The files of each by its name, sorted, but for the first."""
    found: dict[str, ShippedFiles] = {}
    for one in iter_modules(assets.__path__):
        files = getattr(import_module(f"{assets.__name__}.{one.name}"), "GANGS", None) if one.ispkg else None
        if isinstance(files, ShippedFiles):
            found[one.name] = files
    return dict(sorted(found.items(), key=lambda item: (item[0] != FIRST, item[0])))


def shipped_file(name: str) -> Path:
    """The file of something that is shipped beside gangs, by its folder and its name; a `KeyError` where there is none."""
    folder, _, own = name.partition("/")
    files = gang_folders()[folder]
    if own not in files.other:
        raise KeyError(name)
    return files.file(own)
