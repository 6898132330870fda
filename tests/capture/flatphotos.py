"""Photos of tags on flat ground, drawn by the homographies of a pinhole camera, and written as phones write them."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scene.geometry.camera_model import CameraView
from scene.table.table import MM_PER_INCH
from tests.capture.rendered import jpeg, looking, plain_lens

Picture = NDArray[np.uint8]

WIDTH, DEPTH = 24.0, 18.0
PLACES: Mapping[int, tuple[float, float]] = {
    0: (1.5748, 1.5748),
    1: (22.4252, 1.5748),
    2: (22.4252, 16.4252),
    3: (1.5748, 16.4252),
    4: (12.0, 9.0),
    5: (7.0, 5.0),
    6: (16.0, 12.5),
}
"""Where the middles of tags of 60 mm are: cards of 80 mm in four corners, and others."""

FINE = 32
"""Pixels an inch of the drawing of the ground."""

LENS = plain_lens((800, 600), 640.0)
EYES = ((12.0, -9.0, 19.0), (29.0, 2.0, 18.0), (27.0, 22.0, 20.0), (3.0, 27.0, 18.0), (-6.0, 8.0, 20.0))


@cache
def ground(turned: int = 0) -> Picture:
    """The ground from above, at `FINE` pixels an inch, x to the right and y down; ``turned`` quarters for the cards."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    found = np.full((round(DEPTH * FINE), round(WIDTH * FINE)), 150, np.uint8)
    side = 60.0 / MM_PER_INCH * FINE
    for number, (x, y) in PLACES.items():
        tag = np.pad(cv2.aruco.generateImageMarker(family, number, 80), 10, constant_values=255)
        # A picture's rows go down, the table's y goes up: all is drawn mirrored, and so must the tags be.
        tag = np.rot90(tag, turned)[::-1]
        scale = side / 80.0
        move = np.array([[scale, 0.0, x * FINE - 50.0 * scale], [0.0, scale, y * FINE - 50.0 * scale]])
        size = (found.shape[1], found.shape[0])
        mask = cv2.warpAffine(np.full_like(tag, 255), move, size, flags=cv2.INTER_AREA)
        found = np.where(mask > 127, cv2.warpAffine(tag, move, size, flags=cv2.INTER_LINEAR), found).astype(np.uint8)
    return found


def photo(view: CameraView, *, noise: float = 1.0, seed: int = 0) -> Picture:
    """(h, w, 3) what the camera sees."""
    corners = np.array([(0.0, 0.0), (WIDTH, 0.0), (WIDTH, DEPTH), (0.0, DEPTH)])
    shown = view.project(np.column_stack([corners, np.zeros(4)]))
    # Three times as fine, and then smaller: so edges of tags are as smooth as in photos.
    turn, _ = cv2.findHomography(corners * FINE - 0.5, (shown + 0.5) * 3.0 - 0.5)
    width, height = view.lens.size
    large = cv2.warpPerspective(ground(), turn, (3 * width, 3 * height), flags=cv2.INTER_AREA, borderValue=90)
    small = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA).astype(np.float64)
    noisy = 20.0 + 0.8 * small + np.random.default_rng(seed).normal(0.0, noise, small.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def views(eyes: Sequence[tuple[float, float, float]] = EYES) -> list[CameraView]:
    """Cameras that look at the middle of the ground."""
    return [CameraView(LENS, looking(eye, (WIDTH / 2.0, DEPTH / 2.0, 0.0))) for eye in eyes]


def photos(folder: Path, eyes: Sequence[tuple[float, float, float]] = EYES) -> list[Path]:
    """Files as a phone writes them."""
    found = []
    for i, view in enumerate(views(eyes)):
        found.append(folder / f"IMG_{i}.jpg")
        found[-1].write_bytes(jpeg(photo(view, seed=i), lens=view.lens))
    return found
