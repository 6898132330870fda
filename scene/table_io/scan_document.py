"""The scan in a table document: read strictly, with all faults at once, and written back without loss."""

import math
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, TypeVar, get_args

import numpy as np

from scene.base.errors import SceneError
from scene.base.json_fields import (
    Check,
    JsonField,
    JsonObject,
    WrongValue,
    choice,
    number,
    numbers,
    quaternion,
    read_fields,
    text,
    texts,
)
from scene.base.messages import plain, shown_text
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import PARAMETERS, Scan, ScanMeasurement, ScanPhoto, TerrainKnown

MAX_THINGS = 400
MAX_PHOTOS = 200
MAX_CAMERAS = 200
MAX_VARIANCE = 1e6
"""Of inches or degrees: a standard deviation of a thousand is as good as unknown."""
MAX_PIXELS = 100_000
ROUNDING = 1e-6
"""By how much a correlation may be wrong from rounding."""

_Value = TypeVar("_Value")


def whole(low: int, high: int) -> Check:
    """A whole number from ``low`` to ``high``."""
    inner = number(low, high)

    def check(value: object) -> int:
        try:
            found = float(inner(value))
        except WrongValue:
            found = math.nan
        if not found.is_integer():
            raise WrongValue(f"a whole number from {plain(low)} to {plain(high)}")
        return int(found)

    return check


def _list(most: int) -> Check:
    def check(value: object) -> list[object]:
        if not isinstance(value, list):
            raise WrongValue("a list in square brackets")
        if len(value) > most:
            raise SceneError(f"has {len(value):,} entries; the limit is {most:,}")
        return value

    return check


def _pixels(value: object) -> tuple[int, int]:
    check = whole(1, MAX_PIXELS)
    try:
        if isinstance(value, list) and len(value) == 2:
            return check(value[0]), check(value[1])
    except WrongValue:
        pass
    raise WrongValue(f"[width, height] in pixels, whole numbers from 1 to {MAX_PIXELS:,}")


def _file_name(value: object) -> str:
    name: str = text(empty=False)(value)
    if name in {".", ".."} or PurePosixPath(name).name != name or PureWindowsPath(name).name != name:
        raise WrongValue("the name of a file without folders")
    return name


def _digest(value: object) -> str:
    if not isinstance(value, str) or len(value) != 64 or not set(value) <= set("0123456789abcdef"):
        raise WrongValue("64 hexadecimal digits in small letters")
    return value


_POSITION = JsonField(numbers(3, -10_000, 10_000), needed=True)

SCAN: Mapping[str, JsonField] = {
    "things": JsonField(_list(MAX_THINGS), needed=True),
    "covariance": JsonField(lambda value: value, needed=True),
    "size_sigma": JsonField(numbers(2, 0, 1_000)),
    "cameras": JsonField(_list(MAX_CAMERAS)),
    "photos": JsonField(_list(MAX_PHOTOS)),
    "notes": JsonField(texts),
    "terrain_known": JsonField(choice(*get_args(TerrainKnown))),
}
THING: Mapping[str, JsonField] = {
    "id": JsonField(text(empty=False), needed=True),
    "of": JsonField(choice(*PARAMETERS), needed=True),
    "position": _POSITION,
}
CAMERA: Mapping[str, JsonField] = {
    "size": JsonField(_pixels, needed=True),
    "focal": JsonField(numbers(2, 1, 1e6), needed=True),
    "centre": JsonField(numbers(2, -1e6, 1e6), needed=True),
    "distortion": JsonField(numbers(5, -1e4, 1e4)),
}
PHOTO: Mapping[str, JsonField] = {
    "file": JsonField(_file_name, needed=True),
    "sha256": JsonField(_digest, needed=True),
    "camera": JsonField(whole(0, MAX_CAMERAS - 1), needed=True),
    "position": _POSITION,
    "rotation": JsonField(quaternion, needed=True),
}


def read_scan(value: object, taken: Mapping[str, str], faults: list[str]) -> Scan | None:
    """The scan of a table file; None if anything is wrong with it, and then the faults have a line for each thing.

    Args:
        value: what the file has.
        taken: the ids of all terrain and figures, and what they are; tags and points are called otherwise.
        faults: grows.
    """
    if not isinstance(value, JsonObject):
        faults.append('"scan" must be an object in braces')
        return None
    wrong: list[str] = []
    found = read_fields(value, SCAN, "scan: ", wrong) or {}
    lists = {key: _sound_list(value, key) for key in ("things", "cameras", "photos")}
    things = _each(lists["things"], "thing", "id", THING, lambda kept: ScanMeasurement(**kept), wrong)
    cameras = _each(lists["cameras"], "camera", "", CAMERA, lambda kept: Lens(**kept), wrong)
    photos = _each(lists["photos"], "photo", "file", PHOTO, _photo, wrong)
    for kinds in (("piece", "shape"), ("figure",), ("tag", "point"), ("photo",)):
        wrong += _doubled([thing.id for thing in things if thing.of in kinds], f"{' or '.join(kinds)} among the things")
    wrong += _doubled([photo.file for photo in photos], "photo")
    wrong += [
        f'scan thing "{shown_text(thing.id)}": the id of a {thing.of} is that of {taken[thing.id]} already; ids are unique'
        for thing in things
        if thing.of in {"tag", "point"} and thing.id in taken
    ]
    wrong += [
        f'scan photo "{shown_text(photo.file)}": there is no camera {photo.camera}; "cameras" has {len(lists["cameras"])}'
        for photo in photos
        if photo.camera >= len(lists["cameras"])
    ]
    count = sum(PARAMETERS[thing.of] for thing in things) if len(things) == len(lists["things"]) else None
    matrix = _covariance(value["covariance"], count, wrong) if "covariance" in value else None
    faults += wrong
    if wrong or matrix is None:
        return None
    # Files that were written before the field was there know their pieces, as every scan does.
    known = found.get("terrain_known", "pieces")
    return Scan(things, matrix, found.get("size_sigma"), cameras, photos, found.get("notes", ()), known)


def _sound_list(value: JsonObject, key: str) -> list[object]:
    found = value.get(key)
    return found if isinstance(found, list) and len(found) <= MAX_THINGS else []


def _each(
    values: list[object],
    what: str,
    name: str,
    fields: Mapping[str, JsonField],
    make: Callable[[dict[str, Any]], _Value],
    faults: list[str],
) -> tuple[_Value, ...]:
    made = []
    for index, value in enumerate(values):
        called = value.get(name) if isinstance(value, dict) else None
        label = f' "{shown_text(called)}"' if isinstance(called, str) and called.strip() else f"[{index}]"
        found = read_fields(value, fields, f"scan {what}{label}: ", faults)
        if found is not None:
            made.append(make(found))
    return tuple(made)


def _photo(kept: dict[str, Any]) -> ScanPhoto:
    return ScanPhoto(kept["file"], kept["sha256"], kept["camera"], RigidTransform(kept["position"], kept["rotation"]))


def _doubled(names: list[str], what: str) -> list[str]:
    twice = dict.fromkeys(name for index, name in enumerate(names) if name in names[:index])
    return [f'scan: "{shown_text(name)}" is given twice as a {what}' for name in twice]


def _covariance(value: object, count: int | None, faults: list[str]) -> FloatArray | None:
    """The whole matrix of a lower triangle of ``count`` rows, or of any; None and a fault where it is none."""
    wrong = _rows_at_fault(value, count)
    if wrong or not isinstance(value, list):
        faults += [f'scan: "covariance" {fault}' for fault in wrong]
        return None
    lower = np.zeros((len(value), len(value)))
    for number_, row in enumerate(value):
        lower[number_, : number_ + 1] = row
    matrix = lower + np.tril(lower, -1).T
    wrong = _not_of_errors(matrix)
    faults += [f'scan: "covariance" {fault}' for fault in wrong]
    return None if wrong else matrix


def _rows_at_fault(value: object, count: int | None) -> list[str]:
    """What is wrong with the form."""
    if not isinstance(value, list):
        return ["must be a list of rows in square brackets, the lower triangle of the matrix"]
    if count is None and len(value) > 9 * MAX_THINGS:
        return [f"has {len(value):,} rows; the limit is {9 * MAX_THINGS:,}"]
    if count is not None and len(value) != count:
        each = "6 a piece, figure or photo, 9 a shape, 3 a tag or point"
        return [f"has {len(value):,} rows, and the things have {count:,} parameters: {each}"]
    wrong = []
    for index, row in enumerate(value):
        if not isinstance(row, list) or len(row) != index + 1:
            wrong.append(f"row [{index}] must be a list of {index + 1} numbers")
        elif not all(isinstance(item, float) and abs(item) <= MAX_VARIANCE for item in row):
            wrong.append(f"row [{index}] must be numbers from {plain(-MAX_VARIANCE)} to {plain(MAX_VARIANCE)}")
        elif row[-1] < 0.0:
            wrong.append(f"row [{index}] ends with a variance of {plain(row[-1])}; none is negative")
    return wrong


def _not_of_errors(matrix: FloatArray) -> list[str]:
    """What makes a symmetric matrix none that errors can have: it must be positive semidefinite."""
    if len(matrix) == 0:
        return []
    sigma = np.sqrt(np.diag(matrix))
    scale = np.where(sigma > 0.0, sigma, 1.0)
    alike = matrix / np.outer(scale, scale)
    apart = np.abs(alike) > 1.0 + ROUNDING
    apart |= ((sigma == 0.0)[:, None] | (sigma == 0.0)) & (alike != 0.0)
    rows = np.flatnonzero(np.tril(apart, -1).any(axis=1))
    if len(rows):
        return [
            f"row [{row}] has a number that is larger than the variances of its two parameters allow" for row in rows.tolist()
        ]
    try:
        # Cheaper than eigenvalues: a matrix has this factor only if no eigenvalue is below the rounding.
        np.linalg.cholesky(alike + np.eye(len(alike)) * ROUNDING * np.sqrt(len(alike)))
    except np.linalg.LinAlgError:
        return ["is not positive semidefinite, as that of any errors is; take it as the fit gives it, without changing entries"]
    return []


def scan_fields(scan: Scan) -> dict[str, list[object] | object]:
    """A scan as JSON has it; lists of which every entry deserves a line of its own."""
    lower = scan.covariance
    found: dict[str, list[object] | object] = {
        # First, where people find it who change it by hand: the covariance is thousands of numbers long.
        "terrain_known": scan.terrain_known,
        "things": [{"id": thing.id, "of": thing.of, "position": thing.position} for thing in scan.things],
        "covariance": [lower[row, : row + 1].tolist() for row in range(len(lower))],
    }
    if scan.size_sigma is not None:
        found["size_sigma"] = scan.size_sigma
    if scan.cameras:
        found["cameras"] = [
            {"size": lens.size, "focal": lens.focal, "centre": lens.centre, "distortion": lens.distortion}
            for lens in scan.cameras
        ]
    if scan.photos:
        found["photos"] = [
            {
                "file": photo.file, "sha256": photo.sha256, "camera": photo.camera,
                "position": photo.pose.position, "rotation": photo.pose.rotation,
            }
            for photo in scan.photos
        ]  # fmt: skip
    if scan.notes:
        found["notes"] = list(scan.notes)
    return found
