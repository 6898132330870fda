"""Plane sweep in a strip: for planes of one direction, how well other photos agree with the strip on each of them.

A plane ``normal . X = offset`` takes the strip's pixels to those of another photo by a homography; where a surface lies on the
plane, the two pictures look alike there. Alike is measured by normalised cross correlation in a square window about the pixel
or beside it, which leaves what stands before the surface out of the window; so the pixel itself has to be as bright in both
as well, or a thin rail would vanish beside what is seen past it.

Sources: R. T. Collins, "A space-sweep approach to true multi-image matching", CVPR 1996; shifted windows: A. Fusiello,
V. Roberto and E. Trucco, "Efficient stereo with multiple windowing", CVPR 1997; brightness within half a pixel: S. Birchfield
and C. Tomasi, "A pixel dissimilarity measure that is insensitive to image sampling", PAMI 1998.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from capture.dense.line_strips import Float32, Straight
from scene.geometry.mesh import FloatArray

WINDOW = 9
"""Pixels of a window's side."""
SHIFT = 3
"""Pixels by which a window may be beside its pixel, along each side."""
AROUND = 1
"""Pixels about a pixel on each side that are its neighbourhood."""
BORDER = WINDOW // 2 + SHIFT + AROUND
"""Pixels at a strip's rim that have no whole windows."""
NOISE = 1.5
"""Grey levels: what varies no more than this correlates with nothing."""
TOLERANCE = 3.0
"""Grey levels by which a pixel may differ in two photos of one surface, after exposure, beyond half a pixel's shift."""
NOT_ALIKE = -1.0
BRIGHT, SURELY_ALIKE, ENOUGH = 5.0, 0.7, 50
"""Exposures are compared on pixels so bright, and so much alike, if there are enough of them."""
TOGETHER = 24
"""Planes that are correlated at once: their pictures should fit the processor's cache."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """How well planes of one direction explain a strip.

    Attributes:
        normal: (3,) unit, away from the camera.
        offsets: (d,) of the planes, inches, ascending: the nearest to the camera first.
        scores: (d, t, s) float32: the correlation, -1 to 1.
        whole: (d, t, s) float32: the least of it in a pixel's neighbourhood, on this one plane and in the same photos.
    """

    normal: FloatArray
    offsets: FloatArray
    scores: Float32
    whole: Float32


def sweep(strip: Straight, others: Sequence[Straight], normal: FloatArray, offsets: FloatArray) -> Sweep:
    """The planes ``normal . X = offsets``, each by the mean of the two best of the others: some do not see it."""
    shape = (len(offsets), *strip.picture.shape)
    scores, whole = _BestTwo(shape), _BestTwo(shape)
    neighbours = np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8)
    for other in others:
        found = _alike(strip.picture, _warped(strip, other, homographies(strip, other, normal, offsets)))
        scores.add(found)
        whole.add(np.asarray(cv2.erode(found.reshape(-1, shape[2]), neighbours), dtype=np.float32).reshape(shape))
    return Sweep(normal, offsets, scores.mean(), whole.mean())


class _BestTwo:
    """The mean of the two largest of some arrays of a shape, at each place."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.best, self.second = (np.full(shape, NOT_ALIKE, dtype=np.float32) for _ in range(2))

    def add(self, found: Float32) -> None:
        np.maximum(self.second, np.minimum(self.best, found), out=self.second)
        np.maximum(self.best, found, out=self.best)

    def mean(self) -> Float32:
        return np.asarray(0.5 * (self.best + self.second), dtype=np.float32)


def homographies(strip: Straight, other: Straight, normal: FloatArray, offsets: FloatArray) -> FloatArray:
    """(d, 3, 3) take a strip's pixels to those of another photo, by the planes ``normal . X = offsets`` (d,)."""
    eye, across = strip.photo.eye, strip.photo.eye - other.photo.eye
    rays = strip.photo.turn @ strip.affine
    to_theirs = np.linalg.inv(other.affine) @ other.photo.turn.T
    turn, shift = to_theirs @ rays, to_theirs @ np.outer(across, normal @ rays)
    return np.asarray((offsets - normal @ eye)[:, None, None] * turn + shift)


def _warped(strip: Straight, other: Straight, turns: FloatArray) -> Float32:
    """(d, t, s) what another photo shows where the strip's pixels would be; 0 outside of it."""
    high, wide = strip.picture.shape
    found = np.empty((len(turns), high, wide), dtype=np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for picture, turn in zip(found, turns, strict=True):
        cv2.warpPerspective(other.picture, turn, (wide, high), dst=picture, flags=how, borderValue=0.0)
    return found


def _alike(picture: Float32, warped: Float32) -> Float32:
    """(d, t, s) how much pictures (d, t, s) are like one (t, s) at and about each pixel; they are brought to its exposure."""
    mean = np.asarray(cv2.blur(picture, (WINDOW, WINDOW)), dtype=np.float32)
    spread = np.maximum(cv2.blur(picture * picture, (WINDOW, WINDOW)) - mean * mean, 0.0) + NOISE * NOISE
    scale = np.asarray(1.0 / np.sqrt(spread), dtype=np.float32)
    found = np.empty(warped.shape, dtype=np.float32)
    for first in range(0, len(warped), TOGETHER):
        part = slice(first, first + TOGETHER)
        found[part] = _correlation(picture, mean, scale, warped[part])
    # Windows reach across planes only within the strip's border.
    side = 2 * SHIFT + 1
    flat = found.reshape(-1, picture.shape[1])
    found = np.asarray(cv2.dilate(flat, np.ones((side, side), np.uint8)), dtype=np.float32).reshape(found.shape)
    warped *= _exposure(picture, warped, found)
    low, top = _within_half_a_pixel(picture)
    found[np.maximum(warped - top, low - warped) > TOLERANCE] = NOT_ALIKE
    return found


def _correlation(picture: Float32, mean: Float32, scale: Float32, warped: Float32) -> Float32:
    """(d, t, s) of pictures (d, t, s) with one (t, s), whose windows have so much mean, and 1 / ``scale`` deviation."""
    flat = warped.reshape(-1, warped.shape[2])
    size = (WINDOW, WINDOW)
    theirs = cv2.blur(flat, size).reshape(warped.shape)
    both = cv2.blur((warped * picture).reshape(flat.shape), size).reshape(warped.shape) - mean * theirs
    spread = cv2.blur(flat * flat, size).reshape(warped.shape) - theirs * theirs
    return np.asarray(both * scale / np.sqrt(np.maximum(spread, 0.0) + NOISE * NOISE), dtype=np.float32)


def _exposure(picture: Float32, warped: Float32, alike: Float32) -> float:
    """By what the others are to be multiplied to be as bright as the picture, by what is surely the same in both."""
    at = alike.argmax(axis=0)[None]
    score, theirs = np.take_along_axis(alike, at, axis=0)[0], np.take_along_axis(warped, at, axis=0)[0]
    same = (score > SURELY_ALIKE) & (theirs > BRIGHT) & (picture > BRIGHT)
    return float(np.median(picture[same] / theirs[same])) if np.count_nonzero(same) >= ENOUGH else 1.0


def _within_half_a_pixel(picture: Float32) -> tuple[Float32, Float32]:
    """(t, s) the least and the most brightness within half a pixel of each, between pixels linear."""
    low, top = picture.copy(), picture.copy()
    for axis in (0, 1):
        for step in (-1, 1):
            half = 0.5 * (picture + np.roll(picture, step, axis))
            np.minimum(low, half, out=low)
            np.maximum(top, half, out=top)
    return low, top
