"""Certificates that there is no line of sight, as files: written, read, and held against a table."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from scene.base.errors import SceneError
from scene.base.json_fields import parse_json
from scene.base.safe_files import read_bytes
from scene.geometry.mesh import FloatArray
from scene.proof.certificate import FORMAT, VERSION
from scene.proof.certificate_check import RefusedError, check_certificate
from scene.table.table import Table
from scene.visibility.occluders import occluders
from sightline.errors import CommandError
from sightline.files.output_files import check_file, write_file

MOST_BYTES = 256 * 2**20
SAME = 1e-6
"""Inches by which a certificate's triangles may be off the table's."""


def check_place(path: Path, *, overwrite: bool) -> None:
    """Raises a `CommandError` where no certificate can be written."""
    check_file(path, what="certificates are JSON files", ends=(".json",), overwrite=overwrite)


def write_certificate(path: Path, document: Mapping[str, Any]) -> None:
    """Write a certificate."""
    write_file(path, json.dumps(document).encode() + b"\n")


def is_certificate(path: Path) -> bool:
    """Whether a file says that it is a certificate; it is looked at only as far as that takes."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return f'"format": "{FORMAT}"'.encode() in file.read(200)
    return False


def checked_certificate(path: Path, table: Table | None, tell: Callable[[float], None]) -> tuple[str, str, int]:
    """The ids of the two figures of a certificate, and how many shafts it closes.

    Args:
        table: the table that it should be about; None to check the certificate alone.
        tell: is told the share of the work done.

    Raises:
        CommandError: with why it proves nothing.
    """
    document = parse_json(read_bytes(path, MOST_BYTES))
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise CommandError(f'"{path}" is no certificate of version {VERSION}')
    try:
        count = check_certificate(document, stands=_stands_on(table) if table else None, tell=tell)
    except (RefusedError, SceneError) as error:
        raise CommandError(f'"{path}" proves nothing: {error}') from None
    one, other = (str(body["id"]) for body in document["bodies"])
    return one, other, count


def _stands_on(table: Table) -> Callable[[str, Sequence[Sequence[Sequence[float]]]], None]:
    """Asks a table whether a figure's body or a piece has certain triangles."""
    found = occluders(table.terrain)
    meshes = {piece.id: mesh for piece, mesh in zip(found.pieces, found.meshes, strict=True)}
    bodies = {figure.id: figure.placed for figure in table.figures}

    def stands(name: str, triangles: Sequence[Sequence[Sequence[float]]]) -> None:
        mesh = bodies.get(name) or meshes.get(name)
        if mesh is None:
            raise RefusedError(f"there is no {name} on this table that hides or is seen")
        claimed = np.asarray(triangles, dtype=np.float64).reshape(-1, 9)
        own = mesh.triangles.reshape(-1, 9)
        if name in bodies and len(claimed) != len(own):
            raise RefusedError(f"{table.called(name)} has another body there")
        if not _among(claimed, own):
            raise RefusedError(f"{table.called(name)} stands elsewhere, or looks otherwise, than on this table")

    return stands


def _among(claimed: FloatArray, own: FloatArray) -> bool:
    """Whether each of some rows (n, 9) is about one of others (m, 9)."""
    from scipy.spatial import cKDTree

    if not len(claimed) or not len(own):
        return not len(claimed)
    return bool(np.all(cKDTree(own).query(claimed)[0] < 3.0 * SAME))
