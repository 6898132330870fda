"""Developing a photo: from light on the sensor to a file: blur, noise, eight bits, JPEG and what phones write beside it."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scene.geometry.camera_model import Lens

Float32 = NDArray[np.float32]
Photo = NDArray[np.uint8]

GREY = np.array([0.299, 0.587, 0.114], dtype=np.float32)

STORED_TURNS = {1: 0, 3: 2, 6: 1, 8: -1}
"""By how many quarter turns to the left a photo is stored turned, by EXIF's number of its orientation."""


@dataclass(frozen=True)
class Noise:
    """A sensor's noise, as shares of white.

    Attributes:
        read: standard deviation in the dark.
        shot: variance of white; it grows with the light.
    """

    read: float = 0.004
    shot: float = 1e-4


def developed(
    light: Float32,
    *,
    blur_px: float,
    motion_px: tuple[float, float] = (0.0, 0.0),
    noise: Noise | None,
    jpeg_quality: int | None,
    grey: bool,
    gamma: float,
    rng: np.random.Generator,
) -> Photo:
    """(h, w, 3) uint8 RGB, or (h, w) if ``grey``, of (h, w, 3) float32 light; the arguments are those of `photograph`."""
    import cv2

    found = light @ GREY if grey else light
    if blur_px > 0.0:
        found = np.asarray(cv2.GaussianBlur(found, (0, 0), blur_px, borderType=cv2.BORDER_REFLECT), dtype=np.float32)
    if any(motion_px):
        found = np.asarray(cv2.filter2D(found, -1, _streak(motion_px), borderType=cv2.BORDER_REFLECT), dtype=np.float32)
    if noise is not None:
        deviation = np.sqrt(noise.read**2 + noise.shot * np.clip(found, 0.0, None), dtype=np.float32)
        found = found + deviation * rng.standard_normal(found.shape, dtype=np.float32)
    found = np.clip(found, 0.0, 1.0)
    if gamma != 1.0:
        found = found ** np.float32(1.0 / gamma)
    photo = np.round(found * np.float32(255.0)).astype(np.uint8)
    return photo if jpeg_quality is None else _lossy(photo, jpeg_quality)


def _streak(motion_px: tuple[float, float]) -> Float32:
    """What a point becomes when the camera moves evenly by that many pixels along x and y; it stays in the same middle."""
    way = np.linspace(-0.5, 0.5, 257)[:, None] * np.array(motion_px)
    reach = int(np.ceil(np.abs(way).max()))
    steps = np.arange(-reach, reach + 1)
    # Each place on the way is shared among the four pixels round it, so that the middle keeps exact.
    shares = np.clip(1.0 - np.abs(way[:, :, None] - steps), 0.0, None)
    return np.asarray(np.einsum("nr,nc->rc", shares[:, 1], shares[:, 0]) / len(way), dtype=np.float32)


def _lossy(photo: Photo, quality: int) -> Photo:
    import cv2

    backwards = photo if photo.ndim == 2 else photo[..., ::-1]
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(backwards), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    read: Any = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE if photo.ndim == 2 else cv2.IMREAD_COLOR)
    return np.ascontiguousarray(read if photo.ndim == 2 else read[..., ::-1])


def jpeg(
    photo: Photo,
    *,
    quality: int = 92,
    lens: Lens | None = None,
    make: str = "Lanternworks",
    model: str = "Plain Phone 3",
    focal_mm: float = 5.4,
    orientation: int = 1,
) -> bytes:
    """A JPEG file of a photo as phones write it, with EXIF: make, model, orientation, focal length if ``lens`` is given.

    Args:
        photo: (h, w) or (h, w, 3) uint8, upright.
        quality: JPEG's.
        lens: tells the focal length of 35 mm film, by the picture's diagonal (CIPA DCG-001).
        make, model: of the phone.
        focal_mm: its real focal length, millimetres; written only with ``lens``.
        orientation: EXIF's number; the pixels are stored turned, so that a reader who heeds it gets ``photo`` back.
    """
    from PIL import ExifTags, Image

    stored = Image.fromarray(np.ascontiguousarray(np.rot90(photo, STORED_TURNS[orientation])))
    exif = Image.Exif()
    exif[ExifTags.Base.Make], exif[ExifTags.Base.Model] = make, model
    exif[ExifTags.Base.Orientation] = orientation
    if lens is not None:
        inner = exif.get_ifd(ExifTags.IFD.Exif)
        inner[ExifTags.Base.FocalLength] = focal_mm
        inner[ExifTags.Base.FocalLengthIn35mmFilm] = round(focal_35mm(lens))
    file = BytesIO()
    stored.save(file, "JPEG", quality=quality, exif=exif)
    return file.getvalue()


def focal_35mm(lens: Lens) -> float:
    """The focal length that would show as much on 35 mm film, by the picture's diagonal."""
    return float(np.mean(lens.focal) * np.hypot(36.0, 24.0) / np.hypot(*lens.size))
