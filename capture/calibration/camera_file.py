"""The camera file: a lens with its uncertainty as JSON, from ``sightline calibrate`` for ``sightline scan --camera``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scene.base.errors import SceneError
from scene.base.json_fields import (
    JsonField,
    WrongValue,
    choice,
    flag,
    number,
    numbers,
    parse_json,
    read_fields,
    text,
    texts,
)
from scene.base.messages import capped, shown_text
from scene.base.safe_files import read_bytes
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

FORMAT = "sightline-camera"
VERSION = 1.0
MAX_BYTES = 1_000_000
LARGEST = 1e6
VALUES = 9


@dataclass(frozen=True)
class CameraInfo:
    """How a lens became known.

    Attributes:
        make, model, focal_mm, focal_35mm: what its photos noted, by which others of the same lens and zoom are recognised.
        board: what it was calibrated with, as ``--board`` takes it.
        rms_px: the root of the mean squared reprojection error.
        photos_used: how many photos it rests on.
        sufficient: whether these fix the lens well enough to measure with.
        why: why they do not; empty where they do.
    """

    make: str = ""
    model: str = ""
    focal_mm: float | None = None
    focal_35mm: float | None = None
    board: str = ""
    rms_px: float = 0.0
    photos_used: int = 0
    sufficient: bool = True
    why: tuple[str, ...] = ()


def _or_null(check: Any) -> Any:  # noqa: ANN401 - a check of whatever a field may hold
    return lambda value: None if value is None else check(value)


def _whole(low: int, high: int) -> Any:  # noqa: ANN401
    def check(value: object) -> int:
        if not isinstance(value, float) or not low <= value <= high or value != int(value):
            raise WrongValue(f"a whole number from {low} to {high:,}")
        return int(value)

    return check


def _size(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise WrongValue("a list of width and height in pixels")
    side = _whole(16, 100_000)
    return side(value[0]), side(value[1])


def _rows(count: int, columns: int) -> Any:  # noqa: ANN401
    row = numbers(columns, -1e12, 1e12)

    def check(value: object) -> tuple[tuple[float, ...], ...]:
        if not isinstance(value, list) or len(value) != count:
            raise WrongValue(f"a list of {count} rows of {columns} numbers")
        return tuple(row(item) for item in value)

    return check


def _matrix(value: object) -> tuple[float, float, float, float]:
    rows = _rows(3, 3)(value)
    (fx, skew, cx), (zero, fy, cy), last = rows
    if skew or zero or last != (0.0, 0.0, 1.0):
        raise WrongValue("[[fx, 0, cx], [0, fy, cy], [0, 0, 1]]")
    if not (0.0 < fx <= LARGEST and 0.0 < fy <= LARGEST):
        raise WrongValue("a matrix with focal lengths above 0")
    return fx, fy, cx, cy


def _covariance(value: object) -> FloatArray:
    matrix = np.array(_rows(VALUES, VALUES)(value))
    scale = np.sqrt(np.maximum(np.diag(matrix), 0.0))
    weights = np.outer(scale, scale)
    if np.any(np.abs(matrix - matrix.T) > 1e-9 * weights + 1e-300) or np.any(np.diag(matrix) < 0.0):
        raise WrongValue("a covariance: the same above and below the diagonal, on which nothing is below 0")
    unit = np.where(weights > 0.0, matrix / np.where(weights > 0.0, weights, 1.0), 0.0)
    if np.any((weights == 0.0) & (matrix != 0.0)) or np.linalg.eigvalsh(unit).min() < -1e-6:
        raise WrongValue("a covariance: no direction may have less than no variance")
    return matrix


NEEDED: Mapping[str, JsonField] = {
    "format": JsonField(choice(FORMAT), needed=True),
    "version": JsonField(choice(VERSION), needed=True),
    "image_size": JsonField(_size, needed=True),
    "camera_matrix": JsonField(_matrix, needed=True),
    "distortion": JsonField(numbers(5, -LARGEST, LARGEST), needed=True),
    "covariance": JsonField(_covariance, needed=True),
}
ASIDE: Mapping[str, JsonField] = {
    "make": JsonField(text()),
    "model": JsonField(text()),
    "focal_mm": JsonField(_or_null(number(0.0, LARGEST))),
    "focal_35mm": JsonField(_or_null(number(0.0, LARGEST))),
    "board": JsonField(text()),
    "rms_px": JsonField(number(0.0, LARGEST)),
    "photos_used": JsonField(_whole(0, 1_000_000)),
    "sufficient": JsonField(flag),
    "why": JsonField(texts),
}


def read_camera(path: Path) -> tuple[Lens, FloatArray, CameraInfo]:
    """The lens in a camera file, the (9, 9) covariance of fx, fy, cx, cy, k1, k2, p1, p2, k3, and how it became known.

    The lens is that of photos as they are stored (see `capture.photos.exif_orientation`). What was held fixed has no variance,
    and where fx and fy were held equal they vary as one: the covariance need not have an inverse.

    Raises:
        SceneError: all that is wrong with the file.
    """
    called = f'"{shown_text(str(path), most=200)}"'
    try:
        found = _fields(read_bytes(path, MAX_BYTES, label="@"))
    except SceneError as error:
        lines = (fault.removeprefix("@").removeprefix(":").strip() for fault in error.faults)
        raise SceneError(capped(f"{called}: {fault}" for fault in lines)) from None
    (fx, fy, cx, cy), size = found["camera_matrix"], found["image_size"]
    info = CameraInfo(**{name: found[name] for name in ASIDE if name in found})
    return Lens(size, (fx, fy), (cx, cy), found["distortion"]), found["covariance"], info


def _fields(data: bytes) -> dict[str, Any]:
    faults = list[str]()
    found = read_fields(parse_json(data), {**NEEDED, **ASIDE}, "", faults)
    if found is not None:
        (width, height), (_, _, cx, cy) = found["image_size"], found["camera_matrix"]
        if not (-0.5 * width < cx < 1.5 * width and -0.5 * height < cy < 1.5 * height):
            faults.append('"camera_matrix": its centre lies far outside of the photo')
    if faults or found is None:
        raise SceneError(faults)
    return found


def camera_text(lens: Lens, covariance: FloatArray, info: CameraInfo) -> str:
    """The camera file of a lens."""
    document = {
        "format": FORMAT,
        "version": int(VERSION),
        "image_size": list(lens.size),
        "camera_matrix": lens.matrix.tolist(),
        "distortion": list(lens.distortion),
        "covariance": covariance.tolist(),
        "make": info.make,
        "model": info.model,
        "focal_mm": info.focal_mm,
        "focal_35mm": info.focal_35mm,
        "board": info.board,
        "rms_px": info.rms_px,
        "photos_used": info.photos_used,
        "sufficient": info.sufficient,
        "why": list(info.why),
    }
    return json.dumps(document, indent=1, allow_nan=False) + "\n"
