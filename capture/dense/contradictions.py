"""Where photos show something else than the surface that others agree on: something stands before it, or was moved.

The surface is drawn as each photo would show it, in the colours of those that agree, and compared with what it does show.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from capture.dense.line_strips import Float32
from capture.dense.plane_sweep import NOISE
from capture.dense.seen_space import AGAINST, pixels_of
from capture.dense.seen_through import MM
from capture.dense.whole_depths import Depths
from scene.table.seen_table import ColouredMesh

WINDOW = 7
"""Pixels of the side of the windows that are compared."""
DRAWN = 0.6
"""Of a window, the share that has to be drawn."""
TOGETHER = 25.0 * MM
"""Inches of depth within a window: where the surface ends in it, nothing is compared."""
TEXTURE = 3.0
"""Grey levels: standard deviation of a window that can be told from others."""
RIM = 5
"""Pixels of the side of the squares that a contradiction spreads to."""
ALIKE = 0.3
"""The least correlation of windows, one perhaps a pixel beside the other, that show the same."""
NOTHING = 1e6
"""Inches: farther than anything."""
GREY = np.array([0.299, 0.587, 0.114])
"""Luminance of red, green and blue. Source: ITU-R BT.601."""


def contradicted(mesh: ColouredMesh, photo: Depths) -> Float32:
    """(t, s) inches along a photo's rays up to the surface where it shows something else; 0 where it does not."""
    drawn, far = _drawn(mesh, photo)
    mask = np.isfinite(far).astype(np.float32)
    size = (WINDOW, WINDOW)
    share = np.maximum(cv2.blur(mask, size), np.float32(1e-6))
    deepest = cv2.dilate(np.where(mask > 0, far, 0.0).astype(np.float32), np.ones(size, np.uint8))
    nearest = cv2.erode(np.where(mask > 0, far, NOTHING).astype(np.float32), np.ones(size, np.uint8))
    mean = cv2.blur(drawn * mask, size) / share
    spread = np.maximum(cv2.blur(drawn * drawn * mask, size) / share - mean * mean, 0.0)
    best = np.full(far.shape, -1.0, np.float32)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            shown = np.roll(photo.picture.picture, (down, across), (0, 1)) * mask
            level = cv2.blur(shown, size) / share
            theirs = np.maximum(cv2.blur(shown * shown, size) / share - level * level, 0.0)
            both = cv2.blur(shown * drawn, size) / share - level * mean
            alike = both / np.sqrt((spread + NOISE * NOISE) * (theirs + NOISE * NOISE))
            np.maximum(best, alike.astype(np.float32), out=best)
    told = (share >= DRAWN) & (deepest - nearest <= TOGETHER) & (spread >= TEXTURE**2) & photo.picture.inside
    found = np.where(told & (best < ALIKE), nearest, 0.0).astype(np.float32)
    # Windows at the rim of what stands before the surface show that as well, and are alike.
    return np.asarray(cv2.dilate(found, np.ones((RIM, RIM), np.uint8)), dtype=np.float32)


def _drawn(mesh: ColouredMesh, photo: Depths) -> tuple[Float32, Float32]:
    """(t, s) grey levels of the surface as the photo would show it, and how far away it is; infinite for nothing."""
    grey = mesh.colours @ GREY
    points = np.concatenate([mesh.vertices, mesh.vertices[mesh.faces].mean(axis=1)]).astype(np.float64)
    levels = np.concatenate([grey, grey[mesh.faces].mean(axis=1)])
    ways = points - photo.picture.photo.eye
    row, column, shown = pixels_of(photo.picture, (ways[:, 0], ways[:, 1], ways[:, 2]))
    away = np.linalg.norm(ways, axis=1)
    # The nearest comes last, and stays.
    order = np.argsort(-away[shown], kind="stable")
    place = row[shown][order], column[shown][order]
    drawn = np.zeros(photo.clear.shape, np.float32)
    far = np.full(photo.clear.shape, np.inf, np.float32)
    drawn[place], far[place] = levels[shown][order], away[shown][order]
    return drawn, far


def uncontradicted(mesh: ColouredMesh, photos: Sequence[Depths], reaches: Sequence[Float32]) -> ColouredMesh:
    """The mesh without the triangles at which `AGAINST` photos show something else."""
    points = mesh.vertices.astype(np.float64)
    against = np.zeros(len(points), np.int64)
    for photo, reach in zip(photos, reaches, strict=True):
        ways = points - photo.picture.photo.eye
        row, column, shown = pixels_of(photo.picture, (ways[:, 0], ways[:, 1], ways[:, 2]))
        away = np.linalg.norm(ways, axis=1)
        against += shown & (np.abs(reach[row, column] - away) <= TOGETHER)
    kept = (against[mesh.faces] < AGAINST).all(axis=1)
    used, which = np.unique(mesh.faces[kept], return_inverse=True)
    return ColouredMesh(mesh.vertices[used], mesh.colours[used], which.reshape(-1, 3).astype(np.int32))
