"""The orientation of a photo in its file: cameras store what the sensor sees and note how it is turned to be looked at.

Photos are looked at upright, but a lens belongs to the sensor: photos taken upright and across share one lens only in the frame
in which they are stored. So pixels found in the upright photo are carried over to the stored one, or the lens is turned
upright.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

Turn = tuple[bool, bool, bool]
"""From stored to upright: whether x and y are swapped, and then whether x and whether y run the other way."""

TURNS: Mapping[int, Turn] = {
    1: (False, False, False),
    2: (False, True, False),
    3: (False, True, True),
    4: (False, False, True),
    5: (True, False, False),
    6: (True, True, False),
    7: (True, True, True),
    8: (True, False, True),
}
"""What the EXIF orientations mean. Source: Exif 2.32, tag 274."""


def upright_picture(stored: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The (h, w) or (h, w, 3) picture of the (rows, columns) as they are stored, turned to be looked at."""
    swap, flip_x, flip_y = TURNS[orientation]
    picture = stored.swapaxes(0, 1) if swap else stored
    return np.ascontiguousarray(picture[:: -1 if flip_y else 1, :: -1 if flip_x else 1])


def upright_size(stored: tuple[int, int], orientation: int) -> tuple[int, int]:
    """Width and height of the upright photo, from those of the stored one, and the other way round."""
    return (stored[1], stored[0]) if TURNS[orientation][0] else stored


def stored_pixels(pixels: ArrayLike, size: tuple[int, int], orientation: int) -> FloatArray:
    """(..., 2) pixels of the photo as it is stored, from those of the upright photo of that ``size`` (width, height)."""
    swap, flip_x, flip_y = TURNS[orientation]
    x, y = np.moveaxis(np.asarray(pixels, dtype=np.float64), -1, 0)
    x = size[0] - 1 - x if flip_x else x
    y = size[1] - 1 - y if flip_y else y
    return np.stack([y, x] if swap else [x, y], axis=-1)


def upright_pixels(pixels: ArrayLike, size: tuple[int, int], orientation: int) -> FloatArray:
    """(..., 2) pixels of the upright photo of that ``size``, from those of the photo as stored; undoes `stored_pixels`."""
    swap, flip_x, flip_y = TURNS[orientation]
    x, y = np.moveaxis(np.asarray(pixels, dtype=np.float64), -1, 0)
    x, y = (y, x) if swap else (x, y)
    return np.stack([size[0] - 1 - x if flip_x else x, size[1] - 1 - y if flip_y else y], axis=-1)


def upright_lens(lens: Lens, orientation: int) -> Lens:
    """The lens in the frame of the upright photo, from that in the frame in which photos are stored."""
    swap, flip_x, flip_y = TURNS[orientation]
    size = upright_size(lens.size, orientation)
    (cx, cy), (k1, k2, p1, p2, k3) = lens.centre, lens.distortion
    if swap:
        cx, cy, p1, p2 = cy, cx, p2, p1
    return replace(
        lens,
        size=size,
        focal=(lens.focal[1], lens.focal[0]) if swap else lens.focal,
        centre=(size[0] - 1 - cx if flip_x else cx, size[1] - 1 - cy if flip_y else cy),
        distortion=(k1, k2, -p1 if flip_y else p1, -p2 if flip_x else p2, k3),
    )
