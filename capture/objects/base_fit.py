"""A round base fitted to its rim in all photos at once, by reprojection.

In turns: edges are looked for across the outline as it is expected, and the unknowns are moved to where the edges were found,
with weights that leave out what is not of the rim (Tukey's). What is known of bases before (`BaseSizePrior`) counts as
measurements.

A guide with a figure: docs/guides/rim-detection.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.objects.base_outline import UNKNOWNS, Outline, outlines
from capture.objects.edge_profiles import edges_across
from capture.objects.survey_photos import SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH

FINE, COARSE = 64, 32
"""Directions from the base's middle at which its rim is looked for: in the end, and for a first look."""

SLOPE_MM, SLOPE_SIGMA_MM = 0.6, 0.4
"""By how much the top of a base is narrower on each side: from upright cut discs to cast bases."""

HEIGHT_SIGMA_MM = 0.4

WIDE_MM, WIDE_PX = 3.0, 4.0
"""How far off edges are looked for at first, whichever is more; bases are found to some 2 mm."""

NARROW_MM, NARROW_PX = 1.2, 2.5
"""And in the end."""

ROUNDS, QUICK_ROUNDS = 5, 3
"""With either reach; and for a first look, with the wide one only."""

SETTLED = 2e-4
"""Inches; a smaller step ends the rounds."""

TUKEY = 4.685
"""Spreads beyond which an edge does not count."""

LEAST_SPREAD = 0.15
"""Pixels: edges are not found better than that."""

FAINT = 0.25
"""Of the usual steepness of a rim in the same photo: what is fainter is not its rim."""

FAINTEST = 1.0
"""Grey levels a pixel."""

ALONG_PX = 3.0
"""Pixels along a rim over which errors of its edge go together."""

PHOTO_PX = 0.12
"""Pixels by which a whole rim is off in a photo, along either axis: its light, the blur, the photo's own place."""

EDGE_MM = 0.2
"""By which all edges of a base are off, outwards or inwards: where it is seen from all sides, only its size suffers."""

SHADOW_MM = 0.12
"""By how much a base is off in all photos, along either axis: its shadow lies on one side, and no base is quite round."""


@dataclass(frozen=True)
class BaseSizePrior:
    """What is known of a base's size before: its diameter in millimetres with a standard deviation."""

    base_mm: float
    sigma_mm: float

    def known(self) -> tuple[FloatArray, FloatArray]:
        """(5,) unknowns and (5,) weights in inches: one over the squares of the standard deviations; nothing of x and y."""
        values = np.array([0.0, 0.0, self.base_mm / 2.0, SLOPE_MM, BASE_HEIGHT_MM]) / MM_PER_INCH
        sigma = np.array([self.sigma_mm / 2.0, SLOPE_SIGMA_MM, HEIGHT_SIGMA_MM]) / MM_PER_INCH
        return values, np.concatenate([[0.0, 0.0], 1.0 / sigma**2])


@dataclass(frozen=True)
class Paint:
    """How a base stands out: signs, 1 for what gets brighter outwards, -1 for darker, 0 for what is not looked for.

    Attributes:
        foot: of the foot's circle, on the near side.
        top: of the top's circle on the near side, where it is an edge of the base itself.
        far: of the top's circle on the far side.
    """

    foot: float
    top: float
    far: float


DARK = Paint(1.0, 0.0, 1.0)
RIMMED = Paint(1.0, -1.0, -1.0)
"""A dark rim around a light top."""
LIGHT_TOP = Paint(0.0, -1.0, -1.0)
"""A light base, whose sides are in the shade."""
LIGHT = Paint(-1.0, 0.0, -1.0)
PAINTS = (DARK, RIMMED, LIGHT_TOP, LIGHT)


@dataclass(frozen=True, eq=False)
class RimEdges:
    """What the photos show along the circles of a base; p photos, m lines: n directions for the outline, and n for the top.

    Attributes:
        directions: n.
        outlines: of each photo, m points: with the top's circle where it is looked for on the near side.
        off: (p, m) float: pixels from the circle to the edge, outwards.
        inside: (p, m) bool: whether the photo shows the place, and an edge is looked for there.
        good: (p, m) bool: whether there is an edge that is not much fainter than others of that rim.
        far: (p, m) bool: whether it is the base's far side.
        slopes: (p, m, 5) float: how far the circle moves outwards with the unknowns.
    """

    directions: int
    outlines: tuple[Outline, ...]
    off: FloatArray
    inside: BoolArray
    good: BoolArray
    far: BoolArray
    slopes: FloatArray

    def anywhere(self, lines: BoolArray) -> BoolArray:
        """(p, n) bool: whether (p, m) holds for either line of a direction."""
        return np.asarray(lines.reshape(len(lines), -1, self.directions).any(axis=1))


@dataclass(frozen=True, eq=False)
class RimFit:
    """A base as it fits its photos best.

    Attributes:
        survey_photos: the photos.
        unknowns: (5,) float, inches (see `capture.objects.base_outline`).
        ground: the height that it stands on, inches.
        paint: how it stands out.
        edges: what was found along it.
        weights: (p, n) float: how far each edge counted.
        spread: pixels, of the edges about the outline.
        normal: (5, 5) float: of the least squares.
        covariance: (5, 5) float, from the edges alone: not from the survey, and not from the ground's height.
    """

    survey_photos: tuple[SurveyPhoto, ...]
    unknowns: FloatArray
    ground: float
    paint: Paint
    edges: RimEdges
    weights: FloatArray
    spread: float
    normal: FloatArray
    covariance: FloatArray

    @property
    def place(self) -> tuple[float, float]:
        """x, y of the middle."""
        return float(self.unknowns[0]), float(self.unknowns[1])

    @property
    def diameter_mm(self) -> float:
        """Of the foot."""
        return float(2.0 * self.unknowns[2] * MM_PER_INCH)

    @property
    def diameter_sigma_mm(self) -> float:
        """Of the foot's diameter."""
        return float(2.0 * np.sqrt(self.covariance[2, 2]) * MM_PER_INCH)

    @property
    def height_mm(self) -> float:
        """Of the top over the ground."""
        return float(self.unknowns[4] * MM_PER_INCH)

    @property
    def slope_mm(self) -> float:
        """By how much the top is narrower, on each side."""
        return float(self.unknowns[3] * MM_PER_INCH)

    def by_height(self) -> FloatArray:
        """(5,) how the unknowns change with the ground's height."""
        moved = np.stack([line.by_height for line in self.edges.outlines])
        return -self._gain(np.einsum("pn,pni,pn->i", self.weights, self.edges.slopes, moved))

    def by_survey(self) -> FloatArray:
        """(5, parameters) how the unknowns change with the survey's parameters; the edges stay where they are in the photos."""
        moved = np.zeros((UNKNOWNS, len(self.survey_photos[0].survey.covariance)))
        for survey_photo, line, slopes, own in zip(
            self.survey_photos, self.edges.outlines, self.edges.slopes, self.weights, strict=True
        ):
            if own.any():
                moved += (own[:, None] * slopes).T @ line.by_survey(survey_photo)
        return -self._gain(moved)

    def _gain(self, pulled: FloatArray) -> FloatArray:
        return np.asarray(np.linalg.solve(self.normal, pulled / self.spread**2))


def fit_rim(
    survey_photos: Sequence[SurveyPhoto],
    start: tuple[float, float],
    ground: float,
    shape: BaseSizePrior,
    *,
    paint: Paint,
    quick: bool = False,
) -> RimFit | None:
    """The base near ``start``; None where the photos do not show enough of anything there.

    Args:
        survey_photos: the photos.
        start: x, y in inches, within a few millimetres.
        ground: the height that it stands on, inches.
        shape: what is known of its size.
        paint: how it stands out.
        quick: only roughly, to see whether it is worth more.
    """
    known, sure = shape.known()
    unknowns = known.copy()
    unknowns[:2] = start
    directions = COARSE if quick else FINE
    stages = [(WIDE_MM, WIDE_PX, QUICK_ROUNDS)] if quick else [(WIDE_MM, WIDE_PX, ROUNDS), (NARROW_MM, NARROW_PX, ROUNDS)]
    for mm, px, rounds in stages:
        for _ in range(rounds):
            found = rim_edges(survey_photos, unknowns, ground, paint=paint, mm=mm, px=px, directions=directions)
            if found.good.sum() < 2 * UNKNOWNS:
                return None
            weights, spread = _weights(found)
            step, _ = _solved(found, weights / spread**2, sure, known - unknowns)
            unknowns = unknowns + step
            if np.abs(unknowns[:2] - start).max() > 2.5 * WIDE_MM / MM_PER_INCH or not unknowns[2] > 0.2:
                return None
            if np.abs(step[:3]).max() < SETTLED:
                break
    found = rim_edges(survey_photos, unknowns, ground, paint=paint, mm=NARROW_MM, px=NARROW_PX, directions=directions)
    if found.good.sum() < 2 * UNKNOWNS:
        return None
    weights, spread = _weights(found)
    step, normal = _solved(found, weights / spread**2, sure, known - unknowns)
    covariance = _covariance(found, weights, spread, sure)
    return RimFit(tuple(survey_photos), unknowns + step, ground, paint, found, weights, spread, normal, covariance)


def rim_edges(
    survey_photos: Sequence[SurveyPhoto],
    unknowns: FloatArray,
    ground: float,
    *,
    paint: Paint,
    mm: float,
    px: float,
    directions: int = FINE,
) -> RimEdges:
    """The edges near an outline in all photos, up to ``mm`` on the table or ``px`` pixels off it, whichever is more."""
    angles = np.linspace(0.0, 2.0 * np.pi, directions, endpoint=False, dtype=np.float64)
    lines = outlines(survey_photos, unknowns, ground, angles, and_top=paint.top != 0.0)
    pixels, normals, slopes, far = (
        np.stack(part) for part in zip(*((line.pixels, line.normals, line.slopes, line.far) for line in lines), strict=True)
    )
    sign = np.where(far, paint.far, paint.foot)
    sign[:, directions:] = np.where(far[:, directions:], 0.0, paint.top)
    reach = np.maximum(np.abs(slopes[..., 2]) * mm / MM_PER_INCH, px)
    edges = edges_across(survey_photos, np.where((sign != 0.0)[..., None], pixels, np.nan), normals, reach, sign)
    good = np.stack([clear_edges(*each) for each in zip(edges.steep, edges.inside, strict=True)])
    return RimEdges(directions, tuple(lines), edges.off, edges.inside, good, far, slopes)


def clear_edges(steep: FloatArray, inside: BoolArray) -> BoolArray:
    """(n,) which of a photo's edges are not much fainter than its usual ones."""
    strength = np.abs(steep)
    if not inside.any():
        return np.zeros(len(steep), dtype=bool)
    ranked = np.sort(strength[inside])
    usual = float(ranked[int(0.7 * (len(ranked) - 1))])
    return np.asarray(inside & (strength > max(FAINT * usual, FAINTEST)))


def _weights(found: RimEdges) -> tuple[FloatArray, float]:
    """Tukey's weights, (photos, n), and the spread in pixels that they go by."""
    off = found.off[found.good]
    spread = max(1.4826 * float(np.median(np.abs(off - np.median(off)))), LEAST_SPREAD)
    weights = np.where(found.good, np.clip(1.0 - (found.off / (TUKEY * spread)) ** 2, 0.0, None) ** 2, 0.0)
    return weights, spread


def _solved(found: RimEdges, weights: FloatArray, sure: FloatArray, short: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The (5,) step to where the edges are, and the (5, 5) normal matrix."""
    normal = np.einsum("pn,pni,pnj->ij", weights, found.slopes, found.slopes) + np.diag(sure)
    wanted = np.einsum("pn,pni,pn->i", weights, found.slopes, found.off) + sure * short
    return np.asarray(np.linalg.lstsq(normal, wanted, rcond=None)[0]), normal


def _covariance(found: RimEdges, weights: FloatArray, spread: float, sure: FloatArray) -> FloatArray:
    """(5, 5): neighbours along a rim have the same errors; some errors a whole rim in one photo has, and some all rims."""
    normal, outwards = np.diag(sure).astype(np.float64), np.zeros(UNKNOWNS)
    noise = np.zeros((UNKNOWNS, UNKNOWNS))
    for line, slopes, own in zip(found.outlines, found.slopes, weights, strict=True):
        if not own.any():
            continue
        rim = line.pixels[: found.directions]
        apart = np.linalg.norm(np.roll(rim, -1, axis=0) - rim, axis=1)
        together = max(1.0, ALONG_PX / max(float(np.median(apart)), 1e-6))
        normal += (own[:, None] * slopes).T @ slopes / spread**2
        noise += (own[:, None] ** 2 * slopes).T @ slopes / spread**2 * together
        outwards += (own[:, None] * slopes).T @ np.abs(slopes[:, 2]) / spread**2 * EDGE_MM / MM_PER_INCH
        shift = (own[:, None] * slopes).T @ line.normals / spread**2
        noise += shift @ shift.T * PHOTO_PX**2
    inverse = np.linalg.pinv(normal, hermitian=True)
    shadow = np.diag([1.0, 1.0, 0.0, 0.0, 0.0]) * (SHADOW_MM / MM_PER_INCH) ** 2
    return np.asarray(inverse @ (noise + np.outer(outwards, outwards) + np.diag(sure)) @ inverse + shadow)
