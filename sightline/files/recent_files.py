"""The files that people had open last, and the meshes that they put on tables, kept between starts."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from scene.base.errors import SceneError
from scene.base.json_fields import parse_json
from scene.base.safe_files import read_bytes, write_bytes
from scene.mesh_io.mesh_reading import Units, Up

MOST_FILES, MOST_MESHES = 6, 30
MOST_BYTES = 100_000
LONGEST = 4096
"""Letters of a path."""

MeshFileUse = tuple[str, Units | None, Up | None]
"""The path of a mesh file, how long its 1 is, and which of its axes is up."""


@dataclass(frozen=True)
class RecentFiles:
    """What was opened last, the last one first.

    Attributes:
        files: paths of tables and battles.
        meshes: meshes of one's own, as they were put on a table.
    """

    files: tuple[str, ...] = ()
    meshes: tuple[MeshFileUse, ...] = ()

    def with_file(self, path: Path) -> "RecentFiles":
        """The same with a file in front."""
        name = str(path.absolute())
        return replace(self, files=(name, *(one for one in self.files if one != name))[:MOST_FILES])

    def with_mesh(self, path: Path, units: Units | None, up: Up | None) -> "RecentFiles":
        """The same with a mesh in front; of a file there is one."""
        name = str(path.absolute())
        return replace(self, meshes=((name, units, up), *(one for one in self.meshes if one[0] != name))[:MOST_MESHES])


def load_recent(path: Path) -> RecentFiles:
    """What was kept, as far as it is there still; nothing where nothing can be read."""
    try:
        written = parse_json(read_bytes(path, MOST_BYTES))
    except SceneError:
        return RecentFiles()
    if not isinstance(written, dict):
        return RecentFiles()
    files, meshes = written.get("files"), written.get("meshes")
    found = [one for one in files if _is_there(one)] if isinstance(files, list) else []
    known = [mesh for one in meshes if (mesh := _mesh(one)) is not None] if isinstance(meshes, list) else []
    return RecentFiles(tuple(found[:MOST_FILES]), tuple(known[:MOST_MESHES]))


def save_recent(recent: RecentFiles, path: Path) -> None:
    """Keep it; where that cannot be, it lasts as long as the program."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"files": recent.files, "meshes": recent.meshes}, indent=1)
        write_bytes(path, text.encode(), overwrite=True)
    except (SceneError, OSError):
        return


def _is_there(one: object) -> bool:
    try:
        return isinstance(one, str) and 0 < len(one) <= LONGEST and Path(one).is_file()
    except (OSError, ValueError):
        return False


def _mesh(one: object) -> MeshFileUse | None:
    if not isinstance(one, list) or len(one) != 3 or not _is_there(one[0]):
        return None
    path, units, up = one
    sound = units in {None, *get_args(Units)} and up in {None, *get_args(Up)} if _plain(units) and _plain(up) else False
    return (path, units, up) if sound else None


def _plain(one: object) -> bool:
    return one is None or isinstance(one, str)
