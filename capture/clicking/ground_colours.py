"""The ground in the colours of photos: what most photos of a scan show at each of its places."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scene.geometry.camera_model import CameraView

MOST_PIXELS = 1024
"""Along the longer side of the table."""
BEST = 7
"""So many photos count at a place: those that look at it most steeply and from nearest."""


def ground_colours(
    views: Sequence[CameraView], pictures: Sequence[NDArray[np.uint8]], size: tuple[float, float]
) -> NDArray[np.uint8]:
    """(rows, columns, 4) red, green, blue and how opaque: the ground from above, the first row along its far edge.

    At each place the median of those photos that show it best, so what stands in some of them before it does not count.
    Where no photo shows the ground it is clear.

    Args:
        views: lens and place of each photo.
        pictures: (h, w, 3) of each, upright, as large as the photo or smaller.
        size: of the table, inches.
    """
    pixels = MOST_PIXELS / max(size)
    columns, rows = (max(round(side * pixels), 1) for side in size)
    x, y = (np.arange(columns) + 0.5) / pixels, size[1] - (np.arange(rows) + 0.5) / pixels
    places = np.stack([*np.meshgrid(x, y), np.zeros((rows, columns))], axis=-1).reshape(-1, 3)
    found, worth = [], []
    for view, picture in zip(views, pictures, strict=True):
        shown = view.project(places)
        scale = np.array(picture.shape[1::-1]) / np.array(view.lens.size)
        at = ((shown + 0.5) * scale - 0.5).astype(np.float32)
        inside = np.isfinite(shown).all(axis=1) & np.all((at >= 0.0) & (at <= np.array(picture.shape[1::-1]) - 1.0), axis=1)
        at[~inside] = -10.0
        found.append(_read(picture, at, (rows, columns)))
        away = np.asarray(view.pose.position) - places
        worth.append(np.where(inside, away[:, 2] / np.sum(away**2, axis=1), -1.0).astype(np.float32))
    colours, scores = np.stack(found), np.stack(worth)
    order = np.argsort(-scores, axis=0, kind="stable")[:BEST]
    count = np.sum(np.take_along_axis(scores, order, axis=0) > 0.0, axis=0)
    chosen = np.take_along_axis(colours, order[..., None], axis=0).astype(np.int16)
    # What does not count is sorted behind the rest.
    chosen[np.arange(len(order))[:, None] >= count] = 999
    middle = np.take_along_axis(np.sort(chosen, axis=0), np.maximum((count - 1) // 2, 0)[None, :, None], axis=0)[0]
    opaque = np.where(count > 0, 255, 0)
    return np.column_stack([middle, opaque]).astype(np.uint8).reshape(rows, columns, 4)


def _read(picture: NDArray[np.uint8], at: NDArray[np.float32], shape: tuple[int, int]) -> NDArray[np.uint8]:
    """(n, 3) colours between pixels (n, 2)."""
    grid = at.reshape(*shape, 2)
    return np.asarray(cv2.remap(picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR), np.uint8).reshape(-1, 3)
