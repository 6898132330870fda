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
TOGETHER = 8
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
    limits = _within_half_a_pixel(strip.picture)
    for other in others:
        warped = _warped(strip, other, homographies(strip, other, normal, offsets))
        found, exposure = _alike(strip.picture, warped)
        for part in _together(shape[0]):
            some = _as_bright(found[part], warped[part] * np.float32(exposure), *limits)
            scores.add(part, some)
            least = cv2.erode(some.reshape(-1, shape[2]), neighbours)
            whole.add(part, np.asarray(least, dtype=np.float32).reshape(some.shape))
    return Sweep(normal, offsets, scores.mean(), whole.mean())


def _together(planes: int) -> list[slice]:
    return [slice(first, min(first + TOGETHER, planes)) for first in range(0, planes, TOGETHER)]


class _BestTwo:
    """The mean of the two largest of some arrays of a shape, at each place; they are added part by part."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.best, self.second = (np.full(shape, NOT_ALIKE, dtype=np.float32) for _ in range(2))

    def add(self, part: slice, found: Float32) -> None:
        best, second = self.best[part], self.second[part]
        np.maximum(second, np.minimum(best, found), out=second)
        np.maximum(best, found, out=best)

    def mean(self) -> Float32:
        np.add(self.best, self.second, out=self.best)
        self.best *= np.float32(0.5)
        return self.best


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


def _alike(picture: Float32, warped: Float32) -> tuple[Float32, float]:
    """(d, t, s) how much pictures (d, t, s) are like one (t, s) at and about each pixel, and the exposure between them.

    By that they are to be multiplied to be as bright, as what is surely the same in both tells.
    """
    mean = np.asarray(cv2.blur(picture, (WINDOW, WINDOW)), dtype=np.float32)
    spread = np.maximum(cv2.blur(picture * picture, (WINDOW, WINDOW)) - mean * mean, 0.0) + NOISE * NOISE
    scale = np.asarray(1.0 / np.sqrt(spread), dtype=np.float32)
    found, side = np.empty(warped.shape, dtype=np.float32), 2 * SHIFT + 1
    best, theirs = np.full(picture.shape, NOT_ALIKE, dtype=np.float32), np.zeros(picture.shape, dtype=np.float32)
    for part in _together(len(warped)):
        # Windows reach across planes only within the strip's border.
        flat = _correlation(picture, mean, scale, warped[part]).reshape(-1, picture.shape[1])
        cv2.dilate(flat, np.ones((side, side), np.uint8), dst=found[part].reshape(flat.shape))
        top = found[part].max(axis=0)
        there = (warped[part] * (found[part] == top)).max(axis=0)
        better = top > best
        np.copyto(best, top, where=better)
        np.copyto(theirs, there, where=better)
    same = (best > SURELY_ALIKE) & (theirs > BRIGHT) & (picture > BRIGHT)
    return found, float(np.median(picture[same] / theirs[same])) if np.count_nonzero(same) >= ENOUGH else 1.0


def _as_bright(found: Float32, warped: Float32, low: Float32, top: Float32) -> Float32:
    """(d, t, s) what was found alike, without what is not as bright as a picture within its limits (t, s)."""
    differs = np.maximum(warped - top, low - warped) > TOLERANCE
    # Everything is between -1 and 1; so it is faster than by picking.
    return np.asarray(np.maximum(found - np.float32(3.0) * differs, np.float32(NOT_ALIKE)), dtype=np.float32)


def _correlation(picture: Float32, mean: Float32, scale: Float32, warped: Float32) -> Float32:
    """(d, t, s) of pictures (d, t, s) with one (t, s), whose windows have so much mean, and 1 / ``scale`` deviation."""
    flat, size = warped.reshape(-1, warped.shape[2]), (WINDOW, WINDOW)
    theirs = np.asarray(cv2.blur(flat, size), dtype=np.float32).reshape(warped.shape)
    product = np.asarray(warped * picture)
    both = np.asarray(cv2.blur(product.reshape(flat.shape), size), dtype=np.float32).reshape(warped.shape)
    both -= np.multiply(theirs, mean, out=product)
    spread = np.asarray(cv2.sqrBoxFilter(flat, -1, size), dtype=np.float32).reshape(warped.shape)
    spread -= np.multiply(theirs, theirs, out=product)
    np.maximum(spread, np.float32(0.0), out=spread)
    spread += np.float32(NOISE * NOISE)
    both *= scale
    both /= np.sqrt(spread, out=spread)
    return both


def _within_half_a_pixel(picture: Float32) -> tuple[Float32, Float32]:
    """(t, s) the least and the most brightness within half a pixel of each, between pixels linear."""
    low, top = picture.copy(), picture.copy()
    for axis in (0, 1):
        for step in (-1, 1):
            half = 0.5 * (picture + np.roll(picture, step, axis))
            np.minimum(low, half, out=low)
            np.maximum(top, half, out=top)
    return low, top
