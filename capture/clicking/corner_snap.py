"""Snapping clicks: to the corner near a click, else onto the edge near it, else the click stays where it is."""

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray

SnappedTo = Literal["corner", "edge", ""]

LEAST_CORNER = 0.12
"""Of the larger eigenvalue of the structure tensor that the smaller one has at a corner, at least."""
LEAST_EDGE = 6.0
"""Grey levels a pixel: the least slope of an edge."""
BLUR = 1.0
"""Pixels by which the photo is smoothed before slopes are taken."""
STEPS = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.01)


def snapped(grey: NDArray[np.uint8], pixel: tuple[float, float], reach: float) -> tuple[tuple[float, float], SnappedTo]:
    """Where a click was meant, and what it was moved to.

    The corner is where all slopes around are at right angles to the way to them (Förstner and Gülch 1987; OpenCV's
    `cornerSubPix`); of an edge the click is moved to the steepest place across it only, for along it nothing tells.

    Args:
        grey: (h, w) the upright photo.
        pixel: x, y.
        reach: pixels by which a click is moved at most.
    """
    half = max(int(np.ceil(reach)), 3)
    window, low = _window(grey, pixel, 3 * half + 4)
    if window is None:
        return pixel, ""
    at = np.array(pixel) - low
    found = cv2.cornerSubPix(window, at.astype(np.float32).reshape(1, 1, 2), (half, half), (-1, -1), STEPS).reshape(2)
    found = np.asarray(found, np.float64)
    moved = float(np.hypot(*(found - at)))
    if moved <= reach and _is_corner(window, found.tolist(), half):
        return (float(found[0] + low[0]), float(found[1] + low[1])), "corner"
    edge = _on_edge(window, at, reach)
    return ((float(edge[0] + low[0]), float(edge[1] + low[1])), "edge") if edge is not None else (pixel, "")


def _window(grey: NDArray[np.uint8], pixel: tuple[float, float], around: int) -> tuple[NDArray[np.uint8] | None, FloatArray]:
    """The photo about a pixel, and where its upper left corner is; None at the photo's rim."""
    x, y = round(pixel[0]), round(pixel[1])
    high, wide = grey.shape
    if not (around <= x < wide - around and around <= y < high - around):
        return None, np.zeros(2)
    return np.ascontiguousarray(grey[y - around : y + around + 1, x - around : x + around + 1]), np.array(
        [x - around, y - around]
    )


def _slopes(window: NDArray[np.uint8]) -> tuple[FloatArray, FloatArray]:
    smooth = cv2.GaussianBlur(window.astype(np.float64), (0, 0), BLUR)
    return np.gradient(smooth, axis=1), np.gradient(smooth, axis=0)


def _is_corner(window: NDArray[np.uint8], at: Sequence[float], half: int) -> bool:
    along, down = _slopes(window)
    x, y = round(float(at[0])), round(float(at[1]))
    near = (slice(max(y - half, 0), y + half + 1), slice(max(x - half, 0), x + half + 1))
    a, b, c = float(np.sum(along[near] ** 2)), float(np.sum(along[near] * down[near])), float(np.sum(down[near] ** 2))
    middle, apart = (a + c) / 2.0, float(np.hypot((a - c) / 2.0, b))
    steep = float(np.max(np.hypot(along[near], down[near])))
    return steep >= LEAST_EDGE and (middle - apart) >= LEAST_CORNER * (middle + apart)


def _on_edge(window: NDArray[np.uint8], at: FloatArray, reach: float) -> FloatArray | None:
    """(2,) the steepest place across the edge near a place; None without an edge."""
    along, down = _slopes(window)
    x, y = round(float(at[0])), round(float(at[1]))
    half = int(np.ceil(reach))
    near = (slice(y - half, y + half + 1), slice(x - half, x + half + 1))
    tensor = np.array([[np.sum(along[near] ** 2), np.sum(along[near] * down[near])], [0.0, np.sum(down[near] ** 2)]])
    tensor[1, 0] = tensor[0, 1]
    across = np.linalg.eigh(tensor)[1][:, -1]
    offsets = np.linspace(-reach, reach, 8 * half + 1)
    places = (at + offsets[:, None] * across).astype(np.float32)
    steep = np.abs(across[0] * _read(along, places) + across[1] * _read(down, places))
    best = int(np.argmax(steep))
    if steep[best] < LEAST_EDGE or best in {0, len(offsets) - 1}:
        return None
    return np.asarray(at + offsets[best] * across)


def _read(values: FloatArray, places: NDArray[np.float32]) -> FloatArray:
    """(n,) values between pixels (n, 2)."""
    return np.asarray(
        cv2.remap(values.astype(np.float32), places[None, :, 0], places[None, :, 1], cv2.INTER_LINEAR)[0], np.float64
    )
