"""Reading photos from files: with limits, upright and grey, with what the camera noted about its lens (EXIF)."""

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from capture.photos.exif_orientation import upright_picture, upright_size
from capture.photos.picture_decoding import DAMAGED, decoded, grey_pixels, opened_picture
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.base.quiet import quiet
from scene.base.safe_files import read_bytes

if TYPE_CHECKING:
    from PIL import Image

GreyPicture = NDArray[np.uint8]
"""(h, w): rows from the top."""

MAX_BYTES = 200_000_000
MAX_NAME = 100
"""Characters of a file's name that are kept."""
_FILMS = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".3gp", ".3g2", ".mts", ".m2ts", ".mpg", ".mpeg", ".wmv", ".flv")
_BARE_STREAMS = (".hevc", ".h265", ".h264")
VIDEOS = frozenset((*_FILMS, *_BARE_STREAMS))
"""What videos' names end in."""
VIDEO_BRANDS = (b"iso", b"mp4", b"avc1", b"qt  ", b"M4V", b"3gp", b"3g2", b"dash", b"MSNV", b"f4v")
"""How the brands of MP4 and QuickTime files begin. Source: ISO/IEC 14496-12, section 4.3."""
IS_A_VIDEO = "is a video; take single photos, or save sharp frames of it as JPEG or PNG files and give those"
HEIF_HEAD = 1 << 18
"""Bytes at the beginning of a HEIC file that hold its description."""

FILM_DIAGONAL_MM = 43.27
"""The diagonal of 36 x 24 mm, which focal lengths "in 35 mm" refer to. Source: Exif 2.32, tag 41989."""
LIKELY_FOCAL = (0.2, 30.0)
"""A noted focal length that is not so many long sides of its photo is a mistake of the camera's."""

MAKE, MODEL, ORIENTATION, EXIF_BLOCK = 271, 272, 274, 34665
FOCAL_MM, FOCAL_35MM, PLANE_RESOLUTION, PLANE_UNIT, PIXEL_WIDTH = 37386, 41989, 41486, 41488, 40962
EXPOSURE_SECONDS, F_NUMBER, ISO = 33434, 33437, 34855
UNIT_MM = {2: 25.4, 3: 10.0, 4: 1.0, 5: 0.001}

Taken = tuple[str, str, float | None, float | None, tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo, upright.

    Attributes:
        path: its file.
        grey: (h, w) uint8 luminance, turned upright.
        orientation: how the file has it, as EXIF counts; 1 where it is stored upright (see `capture.photos.exif_orientation`).
        make, model: of the camera, empty where the file does not say.
        focal_mm, focal_35mm: the noted focal length, true and as if on 35 mm film; None where not noted.
        focal_px: the focal length in pixels as far as the notes tell, good to some per cent; None where they do not.
        sha256: of the file, in hexadecimal.
        turned: how the phone had turned the photo before it stored it upright, as EXIF counts; 1 where it had not (see
            `capture.photos.turned_photos`).
        exposure: seconds at ISO 1 and f/1: in proportion to it light becomes bright; None where not noted.
    """

    path: Path
    grey: GreyPicture
    orientation: int = 1
    make: str = ""
    model: str = ""
    focal_mm: float | None = None
    focal_35mm: float | None = None
    focal_px: float | None = None
    sha256: str = ""
    turned: int = 1
    exposure: float | None = None

    @property
    def name(self) -> str:
        """The file's name, by which people know the photo."""
        return name_of(self.path)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, upright."""
        return self.grey.shape[1], self.grey.shape[0]

    @property
    def sensor_orientation(self) -> int:
        """How the photo was turned since the sensor saw it, by the phone or by who reads the file, as EXIF counts."""
        return self.orientation if self.turned == 1 else self.turned

    @property
    def stored_size(self) -> tuple[int, int]:
        """Width and height as the sensor has it: the same whether the camera was held upright or across."""
        return upright_size(self.size, self.sensor_orientation)

    @property
    def taken_with(self) -> Taken:
        """What photos of one lens at one zoom have in common."""
        return self.make, self.model, self.focal_mm, self.focal_35mm, self.stored_size


def name_of(path: Path) -> str:
    """What a file is called wherever it is written down: its name, with nothing that cannot be printed, and not too long."""
    name = shown_text(path.name, most=len(path.name))
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 20]}...{name[-17:]}"


def is_video(path: Path) -> bool:
    """Whether a file's name is that of a video."""
    return path.suffix.lower() in VIDEOS


def _holds_video(data: bytes) -> bool:
    """Whether a file begins as videos do, whatever it is called: MP4 and QuickTime, Matroska and WebM, or AVI."""
    film = data[4:8] == b"ftyp" and data[8:12].startswith(VIDEO_BRANDS)
    return film or data[:4] == b"\x1aE\xdf\xa3" or (data[:4] == b"RIFF" and data[8:12] == b"AVI ")


def read_photo(path: Path) -> Photo:
    """The photo in a file.

    Raises:
        SceneError: one line with the photo's name where there is none that can be read, or it is beyond the limits.
    """
    try:
        data = _no_video(path)
        with opened_picture(data) as image:
            exif = _exif(image)
            orientation = _orientation(image, data, exif)
            grey = _upright(grey_pixels(image), image, orientation)
    except SceneError as error:
        raise SceneError(f'photo "{name_of(path)}" {fault}' for fault in error.faults) from None
    focal_mm, focal_35mm = _length(exif.get(FOCAL_MM)), _length(exif.get(FOCAL_35MM))
    return Photo(
        path=path,
        grey=grey,
        orientation=orientation,
        make=_text(exif.get(MAKE)),
        model=_text(exif.get(MODEL)),
        focal_mm=focal_mm,
        focal_35mm=focal_35mm,
        focal_px=_focal_px(exif, grey.shape, orientation),
        sha256=hashlib.sha256(data).hexdigest(),
        exposure=_exposure(exif),
    )


def each_photo(paths: Iterable[Path]) -> Iterator[tuple[Path, Photo | str]]:
    """For every file its photo, or why there is none; a photo that comes twice is one only the first time."""
    known = dict[str, str]()
    for path in paths:
        try:
            photo = read_photo(path)
        except SceneError as error:
            yield path, error.faults[0].removeprefix(f'photo "{name_of(path)}" ')
            continue
        if photo.sha256 in known:
            yield path, f'is the same photo as "{known[photo.sha256]}"'
        else:
            known[photo.sha256] = photo.name
            yield path, photo


def read_photos(
    paths: Iterable[Path], *, on_progress: Callable[[int], None] | None = None
) -> tuple[tuple[Photo, ...], tuple[tuple[str, str], ...]]:
    """All photos that can be read, and for each other one its name and why it cannot.

    A photo that is there twice counts once. ``on_progress`` is called with 1 for each file.
    """
    photos, rejected = list[Photo](), list[tuple[str, str]]()
    for path, found in each_photo(paths):
        if isinstance(found, str):
            rejected.append((name_of(path), found))
        else:
            photos.append(found)
        if on_progress is not None:
            on_progress(1)
    return tuple(photos), tuple(rejected)


def colour(photo: Photo, *, least: int | None = None) -> NDArray[np.uint8]:
    """(h, w, 3) red, green and blue of the photo, upright, read from its file again; a `SceneError` where that has changed.

    With ``least``, a JPEG may come smaller, with no side shorter than so many pixels: a half, a quarter or an eighth as large,
    which is read faster and in less memory.
    """
    try:
        with opened_picture(_bytes(photo.path, same_as=photo.sha256)) as image:
            if least is not None and image.format in {"JPEG", "MPO"}:
                image.draft("RGB", (least, least))
            return _upright(decoded(image, "RGB"), image, photo.orientation)
    except SceneError as error:
        raise SceneError(f'photo "{shown_text(photo.name)}" {fault}' for fault in error.faults) from None


def preview(path: Path, *, least: int) -> NDArray[np.uint8]:
    """(h, w, 3) red, green and blue of the photo in a file, upright and small: no side is shorter than so many pixels.

    A JPEG is decoded at a fraction of its size, so this is fast.

    Raises:
        SceneError: as `read_photo`.
    """
    try:
        data = _no_video(path)
        with opened_picture(data) as image:
            orientation = _orientation(image, data, _exif(image))
            if image.format in {"JPEG", "MPO"}:
                image.draft("RGB", (least, least))
            found = _upright(decoded(image, "RGB"), image, orientation)
    except SceneError as error:
        raise SceneError(f'photo "{name_of(path)}" {fault}' for fault in error.faults) from None
    every = max(min(found.shape[:2]) // least, 1)
    return np.ascontiguousarray(found[::every, ::every])


def _no_video(path: Path) -> bytes:
    """The bytes of a file that is no video."""
    if is_video(path):
        raise SceneError(IS_A_VIDEO)
    data = _bytes(path)
    if _holds_video(data):
        raise SceneError(IS_A_VIDEO)
    return data


def _orientation(image: "Image.Image", data: bytes, exif: dict[int, Any]) -> int:
    """How the file has the photo, as EXIF counts."""
    noted = _heif_orientation(image, data) if image.format == "HEIF" else exif.get(ORIENTATION)
    return noted if isinstance(noted, int) and 1 <= noted <= 8 else 1


def _of_file(fault: str) -> str:
    """What is wrong with a file, for a photo whose name comes before."""
    why = fault.removeprefix("@").removeprefix(":").strip()
    if why == "there is no such file":
        return "is not there: there is no such file"
    return f"{why}; name the photos in it" if why.endswith("a folder") else why


def _bytes(path: Path, *, same_as: str | None = None) -> bytes:
    try:
        data = read_bytes(path, MAX_BYTES, label="@")
    except SceneError as error:
        raise SceneError(_of_file(error.faults[0])) from None
    if not data:
        raise SceneError("is empty")
    if same_as is not None and hashlib.sha256(data).hexdigest() != same_as:
        raise SceneError("has changed since it was read; start again")
    return data


def _heif_orientation(image: "Image.Image", data: bytes) -> int | None:
    """How the sensor stood, noted beside the HEIC file's own turning; without that the note does not count."""
    turned = any(box in data[:HEIF_HEAD] for box in (b"irot", b"imir"))
    return image.info.get("original_orientation") if turned else 1


def _upright(picture: GreyPicture, image: "Image.Image", orientation: int) -> GreyPicture:
    """The decoded picture turned upright; what the decoder of HEIC files answers is upright already."""
    return np.ascontiguousarray(picture) if image.format == "HEIF" else upright_picture(picture, orientation)


def _exif(image: "Image.Image") -> dict[int, Any]:
    """The tags of the main block and the camera's; what cannot be read counts as not noted."""
    found: dict[int, Any] = {}
    with quiet(), suppress(*DAMAGED):
        exif = image.getexif()
        found.update(exif)
        found.update(exif.get_ifd(EXIF_BLOCK))
    return found


def _text(value: object) -> str:
    return shown_text(value.replace("\0", "").strip(), most=100) if isinstance(value, str) else ""


def _length(value: object) -> float | None:
    """A positive number, or None; EXIF writes 0 for what it does not know."""
    with suppress(*DAMAGED):
        length = float(value)  # type: ignore[arg-type]
        if math.isfinite(length) and 0.0 < length < 1e7:
            return round(length, 4)
    return None


def _exposure(exif: dict[int, Any]) -> float | None:
    """Seconds times sensitivity over the square of the f-number. Source: Exif 2.32, tags 33434, 34855 and 33437."""
    iso = exif.get(ISO)
    with suppress(*DAMAGED):
        speed = float(iso[0] if isinstance(iso, tuple) else iso)  # type: ignore[arg-type]
        found = float(exif[EXPOSURE_SECONDS]) * speed / (_length(exif.get(F_NUMBER)) or 1.0) ** 2
        return found if math.isfinite(found) and found > 0.0 else None
    return None


def _focal_px(exif: dict[int, Any], shape: tuple[int, ...], orientation: int) -> float | None:
    """The focal length in pixels, from the length on 35 mm film or else from the size of the sensor's pixels."""
    height, width = shape[:2]
    stored_width = upright_size((width, height), orientation)[0]
    focal = None
    if (film := _length(exif.get(FOCAL_35MM))) is not None:
        focal = film / FILM_DIAGONAL_MM * math.hypot(width, height)
    elif (length := _length(exif.get(FOCAL_MM))) is not None:
        resolution, unit = _length(exif.get(PLANE_RESOLUTION)), UNIT_MM.get(exif.get(PLANE_UNIT, 2))
        if resolution is not None and unit is not None:
            # The resolution is that of the photo as it was taken, which may have been made smaller since.
            full = _length(exif.get(PIXEL_WIDTH)) or stored_width
            focal = length * resolution / unit * stored_width / full
    low, high = (part * max(width, height) for part in LIKELY_FOCAL)
    return focal if focal is not None and low <= focal <= high else None
