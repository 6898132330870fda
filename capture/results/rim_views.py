"""How much of the rim of a base a photo can show at a place, past terrain and others' bodies, and how much of it is there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.objects.base_candidates import find_rings
from capture.objects.base_evidence import near_rim
from capture.objects.base_fit import COARSE, PAINTS, BaseSizePrior, fit_rim
from capture.objects.base_outline import on_far_side
from capture.objects.survey_photos import SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.geometry.ray_casting import RayScene
from scene.table.table import MM_PER_INCH

BODY, CLEARANCE = 1.6, 0.04
"""Inches: bodies hide what is behind them up to about this height; lines of sight begin so far above what a base stands on."""

MADE_MM = 0.6
"""By how much a base may differ in diameter from what it is said to be, standard deviation."""

MOST_RINGS = 6
"""So many circles are looked at around a place in a photo."""

Foot = tuple[Point, float]
"""Where a base stands, and its radius, inches."""


@dataclass(frozen=True)
class RimView:
    """What one photo shows of the near side of a rim.

    Attributes:
        free: 0..1, the share of it that nothing hides that is known of.
        there: 0..1, the share of that at which an edge is where the rim has to be.
    """

    free: float
    there: float


def rim_there(photo: SurveyPhoto, base: Foot, floors: RayScene | None, others: Sequence[Foot]) -> RimView:
    """How much of the rim of a base a photo shows that stands at a place, within a few millimetres.

    Args:
        photo: the photo.
        base: where, and its radius.
        floors: the terrain; None where there is none.
        others: whose bodies may hide it.
    """
    return _rim_view(photo, base, [base[0][:2]], _free(photo, base, floors, others))


def rim_around(photo: SurveyPhoto, base: Foot, within: float, floors: RayScene | None, others: Sequence[Foot]) -> RimView:
    """The same for the best rim within some inches of the place."""
    (x, y, z), radius = base
    free = _free(photo, base, floors, others)
    reach = within + radius
    rings = find_rings(
        [photo],
        low=(x - reach, y - reach),
        high=(x + reach, y + reach),
        height=z,
        sizes_mm=[2.0 * radius * MM_PER_INCH],
        most=MOST_RINGS,
    )
    near = [(ring.x, ring.y) for ring in rings if np.hypot(ring.x - x, ring.y - y) <= within]
    return _rim_view(photo, base, [(x, y), *near], free)


def _rim_view(photo: SurveyPhoto, base: Foot, starts: Sequence[tuple[float, float]], free: BoolArray) -> RimView:
    (_, _, z), radius = base
    near = ~on_far_side(photo, np.array([*base[0][:2], radius, 0.0, 0.0]), z, _around(COARSE))
    best = 0.0
    prior = BaseSizePrior(2.0 * radius * MM_PER_INCH, MADE_MM)
    for start in starts:
        for paint in PAINTS:
            if (fit := fit_rim([photo], start, z, prior, paint=paint, quick=True)) is None:
                continue
            asked, seen = (sides[0] & free for sides in near_rim(fit, COARSE))
            best = max(best, float(seen.sum() / max(asked.sum(), 1)))
    return RimView(float((free & near).sum() / max(near.sum(), 1)), best)


def _around(count: int) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False, dtype=np.float64)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _free(photo: SurveyPhoto, base: Foot, floors: RayScene | None, others: Sequence[Foot]) -> BoolArray:
    """(n,) in which directions from its middle the photo shows the rim of a base, or whatever is there in its place."""
    (x, y, z), radius = base
    rim = np.column_stack([np.array([x, y]) + radius * _around(COARSE), np.full(COARSE, z + CLEARANCE)])
    pixels = photo.project(rim)
    free = np.asarray(np.all((pixels > 0.0) & (pixels < np.array(photo.size)), axis=1))
    if floors is not None:
        free &= ~floors.blocked(rim, np.tile(photo.eye, (COARSE, 1)))
    for place, wide in others:
        if np.hypot(place[0] - x, place[1] - y) > wide:
            free &= ~_behind(rim, photo.eye, place, wide)
    return free


def _behind(points: FloatArray, eye: FloatArray, place: Point, wide: float) -> BoolArray:
    """(n,) whether an upright cylinder at a place stands between points and the eye."""
    ways = eye - points
    # The part of each line that is between the cylinder's foot and its top, where the line is nearest to its axis.
    lowest, highest = (np.clip((place[2] + up - points[:, 2]) / ways[:, 2], 0.0, 1.0) for up in (0.0, BODY))
    level = np.maximum(np.sum(ways[:, :2] ** 2, axis=1), 1e-12)
    nearest = np.clip(np.sum((np.array(place[:2]) - points[:, :2]) * ways[:, :2], axis=1) / level, lowest, highest)
    away = np.linalg.norm(points[:, :2] + nearest[:, None] * ways[:, :2] - np.array(place[:2]), axis=1)
    return np.asarray((away < wide) & (highest > lowest))
