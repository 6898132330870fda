"""Edge profiles: where a photo's brightness changes most along short lines across an outline, to a fraction of a pixel."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from capture.objects.survey_photos import Picture, SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray

SAMPLES = 41
"""Along each line."""

STEPS = np.linspace(-1.0, 1.0, SAMPLES)
NEARER = 1.0 - 0.5 * STEPS**2
"""Of two edges as steep, the nearer to the middle counts more."""

SMOOTH = 0.9
"""Pixels: the blur before slopes are taken, for the sensor's noise."""

MARGIN = 4
"""Pixels around what is looked at that are blurred as well."""


@dataclass(frozen=True, eq=False)
class EdgeProfiles:
    """What was found along n lines in each of p photos.

    Attributes:
        off: (p, n) float, pixels from the line's middle towards its end; 0 where there is none.
        steep: (p, n) float, grey levels a pixel at the edge; negative where it gets darker outwards.
        inside: (p, n) bool: whether the photo shows the whole line.
    """

    off: FloatArray
    steep: FloatArray
    inside: BoolArray


def edges_across(
    survey_photos: Sequence[SurveyPhoto], pixels: FloatArray, normals: FloatArray, reach: FloatArray, sign: FloatArray
) -> EdgeProfiles:
    """The steepest edge on each line.

    Args:
        survey_photos: p photos.
        pixels: (p, n, 2) middles of the lines, in the upright photos; NaN for lines that are not looked at.
        normals: (p, n, 2) unit directions.
        reach: (p, n) pixels to both sides.
        sign: (p, n) 1 to look for edges that get brighter, -1 for those that get darker, 0 for both.
    """
    step = reach * (STEPS[1] - STEPS[0])
    known = np.asarray(np.isfinite(pixels).all(axis=-1))
    middles, along = np.where(known[..., None], pixels, -1e6), reach[..., None] * STEPS
    across, down = (middles[..., axis, None] + normals[..., axis, None] * along for axis in (0, 1))
    inside = known
    for line, size in zip((across, down), np.array([each.size for each in survey_photos]).T[..., None], strict=True):
        # Where both ends of a line are, all of it is.
        first, last = line[..., 0], line[..., -1]
        inside = inside & (np.minimum(first, last) > 1.0) & (np.maximum(first, last) < size - 2.0)
    slopes = np.zeros(across.shape)
    for photo in np.flatnonzero(inside.any(axis=1)).tolist():
        shown = inside[photo]
        lines = survey_photos[photo].grey, across[photo, shown], down[photo, shown], normals[photo, shown]
        slopes[photo, shown] = _slopes(*lines)
    wanted = np.where(sign[..., None] == 0.0, np.abs(slopes), slopes * sign[..., None])
    # A peak has lower neighbours; the ends of a line have none.
    peak = np.zeros_like(wanted)
    middle = wanted[..., 1:-1]
    peak[..., 1:-1] = middle * ((middle >= wanted[..., :-2]) & (middle > wanted[..., 2:])) * NEARER[1:-1]
    best = np.clip(np.argmax(peak, axis=-1), 1, SAMPLES - 2)
    before, here, after = (np.take_along_axis(wanted, best[..., None] + side, axis=-1)[..., 0] for side in (-1, 0, 1))
    bend = before - 2.0 * here + after
    shift = np.where(bend < -1e-12, 0.5 * (before - after) / np.where(bend < -1e-12, bend, -1.0), 0.0)
    found = inside & (np.take_along_axis(peak, best[..., None], axis=-1)[..., 0] > 0.0)
    off = (STEPS[best] * reach) + np.clip(shift, -1.0, 1.0) * step
    steep = np.take_along_axis(slopes, best[..., None], axis=-1)[..., 0]
    return EdgeProfiles(np.where(found, off, 0.0), np.where(found, steep, 0.0), inside)


def _slopes(grey: Picture, across: FloatArray, down: FloatArray, normals: FloatArray) -> FloatArray:
    """(n, samples) how much brighter a photo gets a pixel, along (n, 2) normals, at places (n, samples) across and down."""
    (left, right), (top, bottom) = _reach(across), _reach(down)
    patch = cv2.GaussianBlur(grey[top:bottom, left:right].astype(np.float32), (0, 0), SMOOTH)
    columns, rows = (across - left).astype(np.float32), (down - top).astype(np.float32)
    slopes = np.zeros(across.shape)
    for axis in (0, 1):
        by_axis = cv2.Scharr(patch, cv2.CV_32F, 1 - axis, axis, scale=1.0 / 32.0)
        slopes += normals[:, axis, None] * cv2.remap(by_axis, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return slopes


def _reach(line: FloatArray) -> tuple[int, int]:
    """From which to which column, or row, (n, samples) places along lines are looked at."""
    ends = line[:, [0, -1]]
    return max(int(np.floor(ends.min())) - MARGIN, 0), int(np.ceil(ends.max())) + MARGIN + 1
