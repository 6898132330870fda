"""Local features of photos: places that are found again from elsewhere, each with a descriptor of what is around it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, IntArray

LENGTH = 128
"""Numbers of a descriptor."""
CONTRAST = 0.02
"""OpenCV's threshold; half of what it comes with, for painted scenery is often dull."""
TILE, IN_A_TILE = 32, 10
"""Pixels of a small photo's tiles, and the features of each that count, the strongest: a loud mat hides no dull piece."""
SIDE = 1_600
"""Pixels of the longer side to which a photo is made smaller before all of it is looked at."""

Descriptors = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class LocalFeatures:
    """n features of a photo.

    Attributes:
        pixels: (n, 2) float.
        sizes: (n,) float: their diameters, pixels.
        descriptors: (n, 128) uint8.
    """

    pixels: FloatArray
    sizes: FloatArray
    descriptors: Descriptors

    def chosen(self, which: IntArray) -> "LocalFeatures":
        """Some of them."""
        return LocalFeatures(self.pixels[which], self.sizes[which], self.descriptors[which])


def local_features(grey: NDArray[np.uint8], window: tuple[int, int, int, int]) -> LocalFeatures:
    """Those of a window of a photo: left, top, right, bottom in pixels.

    Source: Lowe, Distinctive Image Features from Scale-Invariant Keypoints (2004); the square roots of the descriptors'
    shares are kept (Arandjelovic and Zisserman, Three things everyone should know to improve object retrieval, 2012).
    """
    left, top, right, bottom = window
    found = _described(np.ascontiguousarray(grey[top:bottom, left:right]), lambda points: points)
    return LocalFeatures(found.pixels + np.array([left, top]), found.sizes, found.descriptors)


def coarse_features(grey: NDArray[np.uint8]) -> LocalFeatures:
    """Those of a whole photo made smaller, in its own pixels: the larger ones, which are enough to find a piece at all."""
    high, wide = grey.shape
    share = min(SIDE / max(high, wide), 1.0)
    small = cv2.resize(grey, (round(wide * share), round(high * share)), interpolation=cv2.INTER_AREA)
    found = _described(np.asarray(small, np.uint8), _evenly)
    scale = np.array([wide / small.shape[1], high / small.shape[0]])
    return LocalFeatures((found.pixels + 0.5) * scale - 0.5, found.sizes * scale.mean(), found.descriptors)


Points = Sequence[cv2.KeyPoint]


def _described(picture: NDArray[np.uint8], chosen: Callable[[Points], Points]) -> LocalFeatures:
    """The features of a picture, those of them that are chosen."""
    sift = cv2.SIFT.create(contrastThreshold=CONTRAST)
    points, described = sift.compute(picture, chosen(sift.detect(picture, None)))
    if not points:
        return LocalFeatures(np.zeros((0, 2)), np.zeros(0), np.zeros((0, LENGTH), np.uint8))
    shares = np.asarray(described, np.float32)
    shares = np.sqrt(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-6))
    descriptors = np.clip(np.rint(512.0 * shares), 0, 255).astype(np.uint8)
    pixels = np.array([point.pt for point in points], np.float64)
    return LocalFeatures(pixels, np.array([point.size for point in points], np.float64), descriptors)


def _evenly(points: Points) -> Points:
    """The strongest of each tile."""
    tiles = np.array([point.pt for point in points]).reshape(-1, 2).astype(np.int64) // TILE
    tile = tiles[:, 1] * 10_000 + tiles[:, 0]
    order = np.lexsort((-np.array([point.response for point in points]), tile))
    first = np.searchsorted(tile[order], tile[order])
    return [points[i] for i in order[np.arange(len(order)) - first < IN_A_TILE]]
