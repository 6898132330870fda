"""Tag detection: which tags a photo shows, and where their corners are, to a few hundredths of a pixel.

OpenCV finds them, with corners a pixel or two off; `capture.tags.corner_refinement` fits the printed pattern, which also
shows what is no tag.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from capture.tags.corner_refinement import (
    MODULES,
    Grey,
    PatternFit,
    Tone,
    april_tags,
    fit_pattern,
    is_large,
    pattern_of,
    tone_of,
)
from capture.tags.tag_families import WIDE_BORDERS, dark_around, is_another
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

STRIP_ROWS, BLUR_ROWS = 1_000, 16
"""Rows of a photo that are sharpened at once, and how far blurs reach."""

SMALLEST_SIDE = 14.0
"""Pixels; in a smaller picture of a tag its modules cannot be told apart."""

SOFT = 1.15
"""Pixels of blur, of the middle tag of a photo, from which it is looked at once more, sharpened."""

LARGEST_HALF = 2_000
"""Pixels: photos longer than this are looked at in half their size for what is only counted, not measured."""

LEAST_SHARE = 0.62
"""Of the pixels of a tag, as the fit weighs them; with less the pattern is not the tag's, or most of it is hidden."""

SURE_SHARE = 0.9
"""The same for what should not be there at all: tags the wrong way round."""

ALL_OF_IT = 0.95
"""With more the pattern is the tag's beyond doubt."""

MOST_DARK = 0.5
"""Of what lies around a tag: with more, paper does not begin at its border, which goes on."""

TONE_TAGS, LARGEST_TOLD = 2, 400.0
"""So many tags tell the tone of a photo where all are large, and pixels of the side of the largest that is asked."""

FARTHEST_ANEW = 2.0
"""Pixels between a corner and the same one with the lens known."""

FARTHEST = 0.6
"""Modules between OpenCV's corner and the fitted one; a fit that runs farther has slipped to other modules."""


@dataclass(frozen=True, eq=False)
class SeenTag:
    """One tag in one photo.

    Attributes:
        id: its number in the family 36h11.
        corners: (4, 2) float, pixels: top-left, top-right, bottom-right, bottom-left of the printed tag.
        sigma: pixels: how far a corner may be off along either axis, from the photo's noise.
        blur: pixels, standard deviation of the photo's blur there.
        tone, gamma_sigma: how light became grey levels there, and how sure its gamma is; endless where it is the photo's.
    """

    id: int
    corners: FloatArray
    sigma: float
    blur: float
    tone: Tone
    gamma_sigma: float

    @property
    def side(self) -> float:
        """Pixels: the shortest side."""
        return shortest_side(self.corners)


def shortest_side(corners: FloatArray) -> float:
    """The shortest side of a (4, 2) quad."""
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())


def find_tags(grey: Grey, *, family: cv2.aruco.Dictionary | None = None) -> list[SeenTag]:
    """All tags of a grey photo (h, w). An id comes more than once where the same tag is there more than once.

    ``family`` is another one of six by six modules than AprilTag 36h11.
    """
    family = family or april_tags()
    found = _fitted(grey, _quads(grey, family), family)
    if not found or float(np.median([tag.blur for _, tag in found])) > SOFT:
        # What is found in a sharpened photo is still fitted in the photo itself.
        found += _fitted(grey, _quads(_sharpened(grey), family), family)
    return _large_anew(grey, _once(found)) if family is april_tags() else _once(found)


def _large_anew(grey: Grey, tags: list[SeenTag]) -> list[SeenTag]:
    """The same tags, with the corners of large ones once more, now that the photo's tone is known."""
    if not any(is_large(tag.corners) for tag in tags):
        return tags
    tone = photo_tone(tags) or _tone_of_large(grey, tags)
    return [_anew(grey, tag, tone, None) if is_large(tag.corners) else tag for tag in tags]


def _tone_of_large(grey: Grey, tags: list[SeenTag]) -> Tone | None:
    """The tone of a photo by its smallest tags, all of which are large."""
    smallest = sorted((tag for tag in tags if tag.side < LARGEST_TOLD), key=lambda tag: tag.side)[:TONE_TAGS]
    fits = [(tag.id, tone_of(grey, tag.id, tag.corners, blur=tag.blur)) for tag in smallest]
    return photo_tone([_seen(number, fit) for number, fit in fits if fit is not None])


def _anew(grey: Grey, tag: SeenTag, tone: Tone | None, lens: Lens | None) -> SeenTag:
    fit = fit_pattern(grey, tag.id, tag.corners, blur=tag.blur, tone=tone, lens=lens)
    sound = fit is not None and np.abs(fit.corners - tag.corners).max() < FARTHEST_ANEW
    return _seen(tag.id, fit) if fit is not None and sound else tag


def _fitted(grey: Grey, quads: list[tuple[int, FloatArray]], family: cv2.aruco.Dictionary) -> list[tuple[float, SeenTag]]:
    """The sound ones of what was taken for tags, each with the share of it that fits."""
    fits = [(number, _sound_fit(grey, number, corners, family)) for number, corners in quads]
    return [(fit.share, _seen(number, fit)) for number, fit in fits if fit is not None]


def _sharpened(grey: Grey) -> Grey:
    """The photo with less of its blur, and less of its noise, which sharpening alone would raise."""
    found = np.empty_like(grey)
    for top in range(0, len(grey), STRIP_ROWS):
        # In strips, with rows about them that the blur reaches: fractions of a whole photo take gigabytes.
        before = min(top, BLUR_ROWS)
        strip = grey[top - before : top + STRIP_ROWS + BLUR_ROWS]
        calm = cv2.GaussianBlur(strip, (0, 0), 0.7).astype(np.float32)
        sharp = np.clip(3.0 * calm - 2.0 * cv2.GaussianBlur(calm, (0, 0), 2.0), 0.0, 255.0).astype(np.uint8)
        found[top : top + STRIP_ROWS] = sharp[before : before + STRIP_ROWS]
    return found


def _once(found: list[tuple[float, SeenTag]]) -> list[SeenTag]:
    """Each tag once: OpenCV finds some at more than one of its thresholds."""
    kept: list[SeenTag] = []
    for _, tag in sorted(found, key=lambda each: -each[0]):
        if not any(tag.id == other.id and _same_place(tag, other) for other in kept):
            kept.append(tag)
    return sorted(kept, key=lambda tag: tag.id)


def refined(grey: Grey, tags: list[SeenTag], lens: Lens) -> list[SeenTag]:
    """The same tags with their corners once more, now that the lens's distortion is known, and the tone of all is."""
    tone = photo_tone(tags)
    return [_anew(grey, tag, tone, lens) for tag in tags]


def photo_tone(tags: list[SeenTag]) -> Tone | None:
    """The tone of a photo, from its tags: their middle by weight, or what large ones told; None where none tells."""
    telling = [tag for tag in tags if np.isfinite(tag.gamma_sigma)]
    if not telling:
        return next((tag.tone for tag in tags if tag.tone != Tone()), None)
    weights = np.array([tag.gamma_sigma for tag in telling]) ** -2.0

    def middle(values: list[float]) -> float:
        order = np.argsort(values)
        passed = np.cumsum(weights[order]) / weights.sum()
        return float(values[order[int(np.searchsorted(passed, 0.5))]])

    return Tone(middle([tag.tone.gamma for tag in telling]), middle([tag.tone.sharpening for tag in telling]))


def _seen(number: int, fit: PatternFit) -> SeenTag:
    return SeenTag(number, fit.corners, fit.sigma, fit.blur, fit.tone, fit.gamma_sigma)


def find_mirrored(grey: Grey) -> list[int]:
    """The ids of tags that are in the photo the wrong way round, as if seen in a mirror."""
    half = max(grey.shape) > LARGEST_HALF
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if half else grey
    flipped = np.ascontiguousarray(small[:, ::-1]).astype(np.uint8)
    family = april_tags()
    found = {number: _sound_fit(flipped, number, corners, family) for number, corners in _quads(flipped, family)}
    return sorted(number for number, fit in found.items() if fit is not None and fit.share > SURE_SHARE)


def _sound_fit(grey: Grey, number: int, corners: FloatArray, family: cv2.aruco.Dictionary) -> PatternFit | None:
    """The fit of the pattern, if it is that tag's pattern at all."""
    if shortest_side(corners) < SMALLEST_SIDE:
        return None
    fit = fit_pattern(grey, number, corners, family=family)
    if fit is None or fit.share < LEAST_SHARE:
        return None
    module = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean() / MODULES
    if np.linalg.norm(fit.corners - corners, axis=1).max() >= max(FARTHEST * module, 2.5):
        return None
    return None if _not_ours(grey, number, corners, fit, family) else fit


def _not_ours(grey: Grey, number: int, corners: FloatArray, fit: PatternFit, family: cv2.aruco.Dictionary) -> bool:
    """Whether the photo shows another pattern there: that of another family, or the same with a wider border."""
    if is_another(grey, corners, fit.corners, pattern_of(number, family)):
        return True
    if fit.share > ALL_OF_IT:
        return False
    if dark_around(grey, fit.corners) > MOST_DARK:
        return True
    wider = fit_pattern(grey, number, corners, family=family, border=WIDE_BORDERS[0])
    return wider is not None and wider.share > fit.share


def _same_place(one: SeenTag, other: SeenTag) -> bool:
    return float(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))) < 0.5 * max(one.side, other.side)


def _quads(grey: Grey, family: cv2.aruco.Dictionary) -> list[tuple[int, FloatArray]]:
    """What OpenCV takes for tags: their ids and rough corners (4, 2)."""
    corners, numbers, _ = _detector(max(grey.shape), family).detectMarkers(grey)
    if numbers is None:
        return []
    flat = np.asarray(numbers).reshape(-1).tolist()
    return [(int(number), np.asarray(quad, dtype=np.float64).reshape(4, 2)) for number, quad in zip(flat, corners, strict=True)]


def _detector(longest: int, family: cv2.aruco.Dictionary) -> Any:  # noqa: ANN401 - OpenCV comes with loose types
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    settings.minMarkerPerimeterRate = 4.0 * SMALLEST_SIDE / longest
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax, settings.adaptiveThreshWinSizeStep = 7, 61, 27
    settings.minDistanceToBorder = 1
    settings.minCornerDistanceRate = 0.02
    # Small, blurred tags have wrong modules. What is mended wrongly does not pass the fit of the pattern.
    settings.errorCorrectionRate = 1.0
    settings.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(family, settings)
