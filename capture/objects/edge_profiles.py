"""Edge profiles: where a photo's brightness changes most along short lines across an outline, to a fraction of a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np

from capture.objects.survey_photos import SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray

SAMPLES = 41
"""Along each line."""

SMOOTH = 0.9
"""Pixels: the blur before slopes are taken, for the sensor's noise."""

MARGIN = 4
"""Pixels around what is looked at that are blurred as well."""


@dataclass(frozen=True, eq=False)
class EdgeProfiles:
    """What was found along n lines.

    Attributes:
        off: (n,) float, pixels from the line's middle towards its end; 0 where there is none.
        steep: (n,) float, grey levels a pixel at the edge; negative where it gets darker outwards.
        inside: (n,) bool: whether the photo shows the whole line.
    """

    off: FloatArray
    steep: FloatArray
    inside: BoolArray


def edges_across(
    survey_photo: SurveyPhoto, pixels: FloatArray, normals: FloatArray, reach: FloatArray, sign: FloatArray
) -> EdgeProfiles:
    """The steepest edge on each line.

    Args:
        survey_photo: the photo.
        pixels: (n, 2) middles of the lines, in the upright photo.
        normals: (n, 2) unit directions.
        reach: (n,) pixels to both sides.
        sign: (n,) 1 to look for edges that get brighter, -1 for those that get darker, 0 for both.
    """
    count = len(pixels)
    steps = np.linspace(-1.0, 1.0, SAMPLES)
    step = reach * (steps[1] - steps[0])
    width, height = survey_photo.size
    known = np.asarray(np.isfinite(pixels).all(axis=1))
    lines = np.where(known[:, None], pixels, -1e6)[:, None, :] + normals[:, None, :] * (reach[:, None] * steps)[..., None]
    # Where both ends of a line are, all of it is.
    ends = lines[:, [0, -1]]
    within = (ends > 1.0) & (ends < np.array([width - 2.0, height - 2.0]))
    inside = np.asarray(known & within.reshape(count, -1).all(axis=1))
    if not inside.any():
        return EdgeProfiles(np.zeros(count), np.zeros(count), inside)
    low = np.maximum(np.floor(ends[inside].min(axis=(0, 1))).astype(int) - MARGIN, 0)
    high = np.ceil(ends[inside].max(axis=(0, 1))).astype(int) + MARGIN + 1
    patch = cv2.GaussianBlur(survey_photo.grey[low[1] : high[1], low[0] : high[0]].astype(np.float32), (0, 0), SMOOTH)
    where = np.where(inside[:, None, None], lines - low, 0.0).astype(np.float32)
    across, down = where[..., 0].copy(), where[..., 1].copy()
    slopes = np.zeros(lines.shape[:2])
    for axis in (0, 1):
        by_axis = cv2.Scharr(patch, cv2.CV_32F, 1 - axis, axis, scale=1.0 / 32.0)
        along = cv2.remap(by_axis, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        slopes += normals[:, axis, None] * along
    wanted = np.where(sign[:, None] == 0.0, np.abs(slopes), slopes * sign[:, None])
    # A peak has lower neighbours; the ends of a line have none.
    peak = np.zeros_like(wanted)
    middle = wanted[:, 1:-1]
    peak[:, 1:-1] = np.where((middle >= wanted[:, :-2]) & (middle > wanted[:, 2:]), middle, 0.0)
    peak *= 1.0 - 0.5 * steps**2
    best = np.clip(np.argmax(peak, axis=1), 1, SAMPLES - 2)
    rows = np.arange(count)
    before, here, after = wanted[rows, best - 1], wanted[rows, best], wanted[rows, best + 1]
    bend = before - 2.0 * here + after
    shift = np.where(bend < -1e-12, 0.5 * (before - after) / np.where(bend < -1e-12, bend, -1.0), 0.0)
    found = inside & (peak[rows, best] > 0.0)
    off = (steps[best] * reach) + np.clip(shift, -1.0, 1.0) * step
    return EdgeProfiles(np.where(found, off, 0.0), np.where(found, slopes[rows, best], 0.0), inside)
