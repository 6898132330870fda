"""The import of mesh files of one's own: what has to be asked before they are put on the table, and what is refused."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from scene.base.errors import SceneError
from scene.base.safe_files import file_size, read_bytes
from scene.mesh_io.mesh_limits import STL_FACE, STL_HEADER
from scene.mesh_io.mesh_reading import INCHES, MAX_FACES, UNITS_NEEDED, UP_IS_Y, Units, Up, max_bytes, mesh_type, parse_mesh

LIKELY = (1.0, 30.0)
"""Inches: how long the longest side of a piece of terrain usually is."""
FIRST: tuple[Units, ...] = ("mm", "inch", "m")
"""Units in the order in which they are likely; whatever centimetres would fit, one of these fits as well."""
HEADER = 4096
"""Bytes in which a file says how many faces it has."""

_SWITCH = re.compile(r", or raise it with --max-faces \d+")
"""What messages tell those who type commands."""


@dataclass(frozen=True)
class MeshQuestion:
    """What a mesh file leaves open.

    Attributes:
        units: suggested for how long its 1 is; None where the file says it.
        up: suggested for which axis points up.
        sizes: its longest side in inches, for every unit that could be meant.
    """

    units: Units | None
    up: Up
    sizes: dict[Units, float]


def needs_units(name: str) -> bool:
    """Whether files of this kind have to be asked about; a `SceneError` for what is no mesh file."""
    return mesh_type(name) in UNITS_NEEDED


def read_own(path: str | Path, *, max_faces: int = MAX_FACES) -> bytes:
    """The bytes of a mesh file; a `SceneError` for what is no mesh file, missing, or too large to be shown.

    A file that says itself how many faces it has is not even read if these are too many.
    """
    path = Path(path)
    kind = mesh_type(path.name)
    called = f'mesh "{path.name}"'
    size = file_size(path, max_bytes(max_faces), label=called)
    try:
        with path.open("rb") as file:
            head = file.read(HEADER)
    except OSError:
        raise SceneError(f"{called} cannot be read") from None
    count = _claimed(kind, head, size)
    if count > max_faces:
        raise SceneError(f"{called} has {count:,} faces and the limit is {max_faces:,}; thin it out in a modelling program")
    return read_bytes(path, max_bytes(max_faces), label=called)


def question(name: str, content: bytes) -> MeshQuestion:
    """What is to be asked about a mesh, with the likely answer from its size; a `SceneError` if it cannot be read.

    Millimetres if that makes a piece of terrain's size, otherwise what else does; z up, but y in GLB files.
    """
    asked = needs_units(name)
    try:
        mesh = parse_mesh(content, name, units="mm" if asked else None).mesh
    except SceneError as error:
        raise SceneError(_SWITCH.sub("", fault) for fault in error.faults) from None
    longest = float((mesh.bounds[1] - mesh.bounds[0]).max())
    up: Up = "y" if mesh_type(name) in UP_IS_Y else "z"
    if not asked:
        return MeshQuestion(None, up, {})
    sizes: dict[Units, float] = {unit: longest * INCHES[unit] / INCHES["mm"] for unit in get_args(Units)}
    likely = [unit for unit in FIRST if LIKELY[0] <= sizes[unit] <= LIKELY[1]]
    return MeshQuestion(likely[0] if likely else "mm", up, sizes)


def _claimed(kind: str, head: bytes, size: int) -> int:
    """How many faces a file says that it has; 0 where its beginning does not tell."""
    if kind == "stl":
        count = int.from_bytes(head[80:STL_HEADER], "little")
        return count if size == STL_HEADER + STL_FACE * count else 0
    found = re.search(rb"^element face (\d{1,18})\s*$", head.partition(b"end_header")[0], flags=re.MULTILINE)
    return int(found[1]) if kind == "ply" and found else 0
