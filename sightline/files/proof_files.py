"""Certificates that there is no line of sight, as files: written, read, and held against a table."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
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
    """Whether a file says that it is a certificate."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return re.search(rb'"format"\s*:\s*"' + FORMAT.encode() + b'"', file.read(MOST_BYTES)) is not None
    return False


@dataclass(frozen=True)
class CheckedProof:
    """What a certificate proves.

    Attributes:
        figures: the ids of the two.
        hiding: those of other figures on the table whose bodies it takes to stop lines, which some rules do not.
        shafts: how many it closes.
    """

    figures: tuple[str, str]
    hiding: tuple[str, ...]
    shafts: int


def checked_certificate(path: Path, table: Table | None, tell: Callable[[float], None]) -> CheckedProof:
    """What a certificate proves.

    Args:
        table: the table that it should be about; None to check the certificate alone.
        tell: is told the share of the work done.

    Raises:
        CommandError: with why it proves nothing.
    """
    data = read_bytes(path, MOST_BYTES)
    try:
        document = parse_json(data)
    except SceneError as error:
        raise CommandError([f'"{path}" {fault}' for fault in error.faults]) from None
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise CommandError(f'"{path}" is no certificate of version {VERSION}')
    try:
        count = check_certificate(document, stands=_stands_on(table) if table else None, tell=tell)
    except (RefusedError, SceneError) as error:
        raise CommandError(f'"{path}" proves nothing: {error}') from None
    one, other = (body["id"] for body in document["bodies"])
    known = {figure.id for figure in table.figures} if table else set()
    hiding = tuple(dict.fromkeys(piece["id"] for piece in document["scenery"] if piece["id"] in known))
    return CheckedProof((one, other), hiding, count)


def _stands_on(table: Table) -> Callable[[str, Sequence[Sequence[Sequence[float]]], bool], None]:
    """Asks a table whether a figure's body is made of certain triangles, or what hides has them."""
    found = occluders(table.terrain)
    bodies = {figure.id: figure.placed for figure in table.figures}
    hiding = bodies | {piece.id: mesh for piece, mesh in zip(found.pieces, found.meshes, strict=True)}

    def stands(name: str, triangles: Sequence[Sequence[Sequence[float]]], all_: bool) -> None:  # noqa: FBT001
        mesh = (bodies if all_ else hiding).get(name)
        if mesh is None:
            raise RefusedError(f"there is no {'figure' if all_ else 'piece that hides, nor figure'} {name} on this table")
        claimed = np.asarray(triangles, dtype=np.float64).reshape(-1, 9)
        own = mesh.triangles.reshape(-1, 9)
        if not _among(claimed, own):
            raise RefusedError(f"{table.called(name)} stands elsewhere, or looks otherwise, than on this table")
        if all_ and not _among(own, claimed):
            raise RefusedError(f"a part of {table.called(name)} is missing in it")

    return stands


def _among(claimed: FloatArray, own: FloatArray) -> bool:
    """Whether each of some rows (n, 9) is about one of others (m, 9)."""
    from scipy.spatial import cKDTree

    if not len(claimed) or not len(own):
        return not len(claimed)
    return bool(np.all(cKDTree(own).query(claimed)[0] < 3.0 * SAME))
