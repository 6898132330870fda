"""Edges in photos as their lens took them: where they are and of which direction, to lay the edges of a piece over them."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.adjustment.tag_survey import TagSurvey
from capture.photos.exif_orientation import TURNS
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray, IntArray

Grey = NDArray[np.uint8]

SMALL = 900
"""Pixels along the longer side of the photos that places are compared in."""

CARD = 1.5
"""How much larger than its tag what is left out around it is: paper has edges of its own."""

NEAR = 9.0
"""Pixels of these: an edge farther from the photo's does not count as being there."""

BINS = 8
"""Directions of edges that are told apart."""

REACH = 7
"""Pixels of each size of the photo up to which an edge is looked for, across the mesh's."""

SIDES = (450, 900, 2000)
"""Pixels along the longer side of the photos in which places are refined, in turn; none is made larger than it is."""


@dataclass(frozen=True, eq=False)
class EdgePhoto:
    """A photo as its lens took it, and what is seen in it.

    Attributes:
        number: in the survey.
        view: where it was taken.
        grey: (h, w) as stored.
        papers: corners (4, 2) of the tags in it, which are no edges of the piece.
    """

    number: int
    view: CameraView
    grey: Grey
    papers: tuple[FloatArray, ...]

    @property
    def eye(self) -> FloatArray:
        """(3,) where the camera was."""
        return np.array(self.view.pose.position)

    @cached_property
    def sizes(self) -> tuple[float, ...]:
        """Of the photos in which places are refined, as shares of this one's."""
        return tuple(min(1.0, side / max(self.grey.shape)) for side in SIDES)

    @cached_property
    def gradients(self) -> tuple[FloatArray, ...]:
        """For each of the `sizes` the (2, h, w) slopes of the grey along x and y, in grey levels a pixel."""
        found = []
        for size in self.sizes:
            small = cv2.resize(self.grey, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
            smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
            found.append(np.stack([cv2.Sobel(smooth, cv2.CV_32F, *way, ksize=3, scale=0.125) for way in ((1, 0), (0, 1))]))
        return tuple(np.asarray(each) for each in found)

    @cached_property
    def usual(self) -> tuple[float, ...]:
        """For each of the `sizes` the middle of all slopes, in grey levels a pixel: what noise and grain come to."""
        return tuple(float(np.median(np.abs(each[:, ::2, ::2]))) for each in self.gradients)

    @cached_property
    def small(self) -> float:
        """The size in which places are compared."""
        return float(min(1.0, SMALL / max(self.grey.shape)))

    @cached_property
    def paper(self) -> Grey:
        """(h, w) 1 where the card of a tag is."""
        found = np.zeros(self.grey.shape, dtype=np.uint8)
        for corners in self.papers:
            middle = corners.mean(axis=0)
            cv2.fillConvexPoly(found, np.round(middle + CARD * (corners - middle)).astype(np.int32), 1)
        return found

    def on_paper(self, pixels: FloatArray) -> BoolArray:
        """(m,) whether (m, 2) pixels are on or at the card of a tag."""
        height, width = self.grey.shape
        x, y = (np.clip(np.round(pixels[:, axis]), 0, most - 1).astype(np.int64) for axis, most in ((0, width), (1, height)))
        return np.asarray(self.paper[y, x] > 0)

    @cached_property
    def likeness(self) -> NDArray[np.float32]:
        """(bins, h, w) of the small photo: 1 on an edge of about that direction, falling to 0 at `NEAR` pixels from one."""
        small = cv2.resize(self.grey, None, fx=self.small, fy=self.small, interpolation=cv2.INTER_AREA)
        smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
        across, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        strong = float(np.percentile(np.hypot(across, down), 92.0))
        edges = cv2.Canny(smooth, 0.4 * strong, strong) > 0
        for corners in self.papers:
            middle = corners.mean(axis=0)
            card = (middle + CARD * (corners - middle) + 0.5) * self.small - 0.5
            hidden = np.zeros(edges.shape, dtype=np.uint8)
            cv2.fillConvexPoly(hidden, np.round(card).astype(np.int32), 1)
            edges &= hidden == 0
        # An edge runs across its gradient.
        bins = direction_bins(np.stack([-down, across], axis=-1))
        found = np.zeros((BINS, *edges.shape), dtype=np.float32)
        for number in range(BINS):
            alike = edges & np.isin(bins, [(number + step) % BINS for step in (-1, 0, 1)])
            away = cv2.distanceTransform((~alike).astype(np.uint8), cv2.DIST_L2, 3)
            found[number] = np.clip(1.0 - away / NEAR, 0.0, None)
        return found


def direction_bins(ways: FloatArray) -> IntArray:
    """(...) int: which of the `BINS` directions (..., 2) ways have; a way and its opposite are one."""
    angle = np.arctan2(ways[..., 1], ways[..., 0]) % np.pi
    return np.asarray(np.floor(angle / np.pi * BINS).astype(np.int64) % BINS)


def pictures_of(scanned: TagSurvey) -> list[EdgePhoto]:
    """The photos of a scan as their lens took them."""
    found = []
    for number, photo_tags in enumerate(scanned.photo_tags):
        grey = _as_stored(photo_tags.photo.grey, photo_tags.orientation)
        found.append(EdgePhoto(number, scanned.survey.view(number), grey, tuple(photo_tags.corners)))
    return found


def _as_stored(grey: Grey, orientation: int) -> Grey:
    swap, flip_x, flip_y = TURNS[orientation]
    turned = grey[:: -1 if flip_y else 1, :: -1 if flip_x else 1]
    return np.ascontiguousarray(turned.swapaxes(0, 1) if swap else turned)


def next_edge(
    picture: EdgePhoto, level: int, pixels: FloatArray, across: FloatArray, *, near: float
) -> tuple[FloatArray, BoolArray]:
    """(m,) pixels from each of (m, 2) pixels to the strongest edge near it along ``across``, and whether there is one."""
    gradients, size = picture.gradients[level], picture.sizes[level]
    offsets = np.arange(-REACH, REACH + 1, dtype=np.float64)
    places = ((pixels + 0.5) * size - 0.5)[:, None, :] + offsets[None, :, None] * across[:, None, :]
    x, y = (np.ascontiguousarray(places[..., axis], dtype=np.float32) for axis in (0, 1))
    slope = np.zeros(x.shape)
    for axis in (0, 1):
        looked = cv2.remap(gradients[axis], x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) if len(x) else x
        slope += looked * across[:, None, axis]
    strength = np.abs(slope)
    least = 2.0 + 1.5 * picture.usual[level]
    likely = strength * np.exp(-0.5 * (offsets / near) ** 2)
    peak = np.clip(np.argmax(likely, axis=1), 1, len(offsets) - 2)
    rows = np.arange(len(peak))
    before, there, after = (strength[rows, peak + step] for step in (-1, 0, 1))
    bend = before - 2.0 * there + after
    finer = np.where(bend < -1e-9, 0.5 * (before - after) / np.where(bend < -1e-9, bend, 1.0), 0.0)
    found = (there > least) & (there >= before) & (there >= after)
    return (offsets[peak] + np.clip(finer, -0.5, 0.5)) / size, found
