"""Look files: the look of a piece as an npz file of plain arrays. Read with limits, and with all faults at once."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.objects.pieces_file import TaggedPiece
from capture.recognition.local_features import LENGTH
from capture.recognition.look import Look
from scene.base.errors import SceneError
from scene.base.messages import capped, shown_text
from scene.table_io.table_folder import Folder

MAX_BYTES, MAX_UNPACKED = 8 * 2**20, 16 * 2**20
MAX_POINTS, MAX_SIGHTINGS = 20_000, 20_000
MAX_INCHES = 1_000.0
MAX_HEAD = 4_096
"""Bytes before the numbers of an array."""

_ARRAYS: Mapping[str, tuple[str, tuple[int | None, ...]]] = {
    "points": ("<f4", (None, 3)),
    "of": ("<i4", (None,)),
    "descriptors": ("|u1", (None, LENGTH)),
    "towards": ("<f4", (None, 3)),
    "sizes": ("<f4", (None,)),
    "covariance": ("<f8", (9, 9)),
}
"""What is in the file: kind of number and shape, None for any length."""


def look_bytes(look: Look) -> bytes:
    """The look file."""
    file = BytesIO()
    arrays = {name: np.asarray(getattr(look, name)).astype(kind) for name, (kind, _) in _ARRAYS.items()}
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def read_look(data: bytes) -> Look:
    """The look in a file's bytes; a `SceneError` with everything that is wrong with it."""
    arrays = _arrays(data)
    if faults := _faults(arrays):
        raise SceneError(faults)
    exact = {name: arrays[name].astype(np.float64) for name in ("points", "towards", "sizes", "covariance")}
    return Look(of=arrays["of"].astype(np.int64), descriptors=arrays["descriptors"].astype(np.uint8), **exact)


def _arrays(data: bytes) -> dict[str, NDArray[np.generic]]:
    """The arrays by their names, each as its header has it; nothing is unpacked that is larger than it may be."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as file:
            infos = file.infolist()
        fault = _misplaced(infos)
        if not fault:
            with np.load(BytesIO(data), allow_pickle=False, max_header_size=MAX_HEAD) as loaded:
                return {name: loaded[name] for name in _ARRAYS}
    except Exception:  # noqa: BLE001 - a damaged zip fails in many ways
        fault = "is no look file: it cannot be read"
    raise SceneError(fault)


def _misplaced(infos: Sequence[zipfile.ZipInfo]) -> str:
    """What is wrong with the files in the zip; empty for nothing."""
    if sum(info.file_size for info in infos) > MAX_UNPACKED:
        return f"would unpack to more than {MAX_UNPACKED:,} bytes"
    if sorted(info.filename for info in infos) != sorted(f"{name}.npy" for name in _ARRAYS):
        return f"is no look file: it does not hold {', '.join(_ARRAYS)}, and nothing else"
    return ""


def _faults(arrays: Mapping[str, NDArray[np.generic]]) -> list[str]:
    found = []
    for name, (kind, shape) in _ARRAYS.items():
        here = arrays[name]
        fits = here.ndim == len(shape) and all(want in {None, is_} for want, is_ in zip(shape, here.shape, strict=True))
        if here.dtype.str != kind or not fits:
            found.append(f'"{name}" has the wrong kind of numbers, or a wrong number of them')
        elif here.dtype.kind == "f" and not np.isfinite(here).all():
            found.append(f'"{name}" holds what is no number')
    if found:
        return found
    points, of = arrays["points"], arrays["of"].astype(np.int64)
    if not 1 <= len(points) <= MAX_POINTS or not 1 <= len(of) <= MAX_SIGHTINGS:
        found.append(
            f"has {len(points):,} points and {len(of):,} sightings; the limits are {MAX_POINTS:,} and {MAX_SIGHTINGS:,}"
        )
    if any(len(arrays[name]) != len(of) for name in ("descriptors", "towards", "sizes")):
        found.append("has other numbers of descriptors, directions and sizes than of sightings")
    if len(of) and (of.min() < 0 or of.max() >= len(points)):
        found.append("has sightings of points that are not there")
    if len(points) and np.abs(points.astype(np.float64)).max() > MAX_INCHES:
        found.append(f"has points farther than {MAX_INCHES:g} inches away")
    if np.any(np.abs(np.linalg.norm(arrays["towards"].astype(np.float64), axis=1) - 1.0) > 1e-3):
        found.append("has directions that are not of length 1")
    if np.any(arrays["sizes"].astype(np.float64) <= 0.0):
        found.append("has sizes that are not more than 0")
    covariance = arrays["covariance"].astype(np.float64)
    if not np.allclose(covariance, covariance.T) or np.linalg.eigvalsh(covariance)[0] < -1e-9:
        found.append("has a covariance that is none")
    return found


def load_looks(pieces_file: Path, pieces: Sequence[TaggedPiece]) -> dict[str, Look]:
    """The looks of those pieces that have one, by their ids.

    Raises:
        SceneError: with everything that is wrong with their files.
    """
    folder, found, faults = Folder(pieces_file), dict[str, Look](), list[str]()
    for piece in pieces:
        if piece.look is None:
            continue
        where = f'{pieces_file.name}: piece "{piece.id}": '
        try:
            data = folder.read(piece.look, MAX_BYTES)
        except SceneError as error:
            # What lies beside tables is mostly a mesh.
            faults += [where + fault.replace("mesh", "look file", 1) for fault in error.faults]
            continue
        try:
            found[piece.id] = read_look(data)
        except SceneError as error:
            faults += [f'{where}look file "{shown_text(piece.look)}" {fault}' for fault in error.faults]
    if faults:
        raise SceneError(capped(faults))
    return found
