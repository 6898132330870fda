"""Which points one photo sees through: where it shows, all round the point, a surface clearly behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.dense.line_strips import GreyPhoto, Straight, straightened, strip_of
from capture.dense.plane_sweep import AROUND, BORDER, NOT_ALIKE, Sweep, sweep
from scene.geometry.mesh import BoolArray, FloatArray

MM = 1.0 / 25.4

PIXEL = 1.6 * MM
"""Inches that a pixel is wide on the line, or more where photos are coarser: finer ones show more of what poses are off."""
MARGIN = 4.0 * MM
"""Inches that the surface is behind the point at least."""
ALIKE = 0.5
"""The least correlation of that surface."""
LEAD = 0.05
"""By how much it has to be more alike than any surface that is not behind the point."""
HERE_ALIKE, HERE_LEAD, SAME = 0.6, 0.1, 0.05
"""The same of a surface at the point itself, which is only a hint; so much less alike than another, it may still be it."""
PARTNERS = 5
"""So many photos a photo is compared with."""
ANGLES = (7.0, 18.0, 45.0)
"""Degrees between two that are compared, as seen from the line: the least, the best, the most."""
STEP = 1.0
"""Pixels that a picture moves from plane to plane."""
HIGHEST, LOWEST, ASIDE = 110.0 * MM, 4.0 * MM, 110.0 * MM
"""Inches: how far surfaces are looked for above the line, below the mat, and beside the line."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What a photo says of n points.

    Attributes:
        through: (n,) which it sees through.
        met: (n,) at which it shows a surface, more alike than any behind or before it.
    """

    through: BoolArray
    met: BoolArray


def straightened_round(photos: Sequence[GreyPhoto], points: FloatArray) -> list[Straight]:
    """What photos show of the tube round points (n, 3), of those that show any of it."""
    low, high = points.min(axis=0) - ASIDE, points.max(axis=0) + ASIDE
    low[2], high[2] = -LOWEST, float(points[:, 2].max()) + HIGHEST
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    middle = points.mean(axis=0)
    found = [straightened(photo, corners, middle, PIXEL) for photo in photos]
    return [one for one in found if one is not None]


def partners(one: Straight, pictures: Sequence[Straight], middle: FloatArray) -> list[Straight]:
    """The pictures that a picture is compared with: at good angles as seen from the middle (3,), and from different sides."""
    away, found = _unit(one.photo.eye - middle), []
    for other in pictures:
        way = _unit(other.photo.eye - middle)
        apart = float(np.degrees(np.arccos(np.clip(way @ away, -1.0, 1.0))))
        if ANGLES[0] <= apart <= ANGLES[2]:
            found.append((abs(float(np.log(apart / ANGLES[1]))), other, _unit(way - away)))
    chosen = list[tuple[Straight, FloatArray]]()
    for _, other, aside in sorted(found, key=lambda each: each[0]):
        if all(float(aside @ was) < 0.9 for _, was in chosen):
            chosen.append((other, aside))
    return [other for other, _ in chosen[:PARTNERS]]


def look(one: Straight, pictures: Sequence[Straight], points: FloatArray) -> Seen | None:
    """What a photo says of points (n, 3) along lines; None where it shows none, or no two others to compare it with."""
    shown = one.shows(points)
    if np.count_nonzero(shown) < 2:
        return None
    compared = partners(one, pictures, points[shown].mean(axis=0))
    if len(compared) < 2:
        return None
    strip = strip_of(one, points[shown], border=BORDER + 1)
    swept = [sweep(strip, compared, *planes) for planes in tried_planes(strip, compared, points[shown])]
    return _judged(strip, swept, points, shown)


def tried_planes(
    strip: Straight, others: Sequence[Straight], points: FloatArray
) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
    """The planes that are tried, by their normals (3,) and offsets (d,): level ones, and upright ones that face the camera."""
    middle, eye = points.mean(axis=0), strip.photo.eye
    far, ray = float(np.linalg.norm(middle - eye)), _unit(middle - eye)
    sines = [float(np.linalg.norm(np.cross(ray, _unit(middle - other.photo.eye)))) for other in others]
    # How far along the ray a point moves while it moves so many pixels in the photo that sees that best.
    depth = STEP * far * float(np.hypot(*strip.affine[:2, 0])) / max(sines)
    flat = max(float(np.hypot(ray[0], ray[1])), 0.05)
    towards, slope = np.array([ray[0], ray[1], 0.0]) / flat, max(abs(float(ray[2])) / flat, 0.05)
    top, across = float(points[:, 2].max()), points @ towards
    down = np.arange(-top - HIGHEST, LOWEST, max(depth * abs(float(ray[2])), 0.5 * MM))
    begin = float(across.min()) - min(HIGHEST / slope, 1.6 * ASIDE)
    end = float(across.max()) + min((top + LOWEST) / slope, 2.4 * ASIDE)
    return (np.array([0.0, 0.0, -1.0]), down), (towards, np.arange(begin, end, depth * flat))


def _judged(strip: Straight, swept: Sequence[Sweep], points: FloatArray, shown: BoolArray) -> Seen:
    rows, columns, within = _neighbours(strip, points, shown)
    ways = points - strip.photo.eye
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    # Of each point: how alike one surface behind its whole neighbourhood is, any behind it, any that is not, and one at it.
    whole, behind, here = (np.full(len(points), NOT_ALIKE) for _ in range(3))
    other, centre = np.full(rows.shape, NOT_ALIKE), rows.shape[1] // 2
    row, column = rows[:, centre], columns[:, centre]
    for one in swept:
        nearest, last = np.maximum.accumulate(one.scores, axis=0), len(one.offsets) - 1
        own = points @ one.normal
        past = np.searchsorted(one.offsets, own + MARGIN * (ways @ one.normal))
        for best, scores in ((whole, one.whole), (behind, one.scores)):
            farthest = np.maximum.accumulate(scores[::-1], axis=0)[::-1]
            found = np.where(past <= last, farthest[np.minimum(past, last), row, column], NOT_ALIKE)
            np.maximum(best, found, out=best)
        before = np.maximum(past, 1)[:, None] - 1
        other = np.maximum(other, np.where(past[:, None] > 0, nearest[before, rows, columns], NOT_ALIKE))
        at = np.searchsorted(one.offsets, own)
        for plane in range(-2, 2):
            here = np.maximum(here, one.scores[(at + plane).clip(0, last), row, column])
    through = within & (whole >= ALIKE) & (whole - other.max(axis=1) >= LEAD)
    better = (here - behind >= HERE_LEAD) & (here >= other[:, centre] - SAME)
    met = within & (here >= HERE_ALIKE) & better
    return Seen(through, np.asarray(met))


def _neighbours(
    strip: Straight, points: FloatArray, shown: BoolArray
) -> tuple[NDArray[np.int64], NDArray[np.int64], BoolArray]:
    """(n, k) rows and columns of the pixels about points (n, 3), and (n,) whether the photo shows all of them."""
    at = np.rint(np.where(shown[:, None], np.nan_to_num(strip.pixels(points)), 0.0)).astype(np.int64)
    shift = np.arange(-AROUND, AROUND + 1)
    rows, columns = at[:, 1, None] + np.repeat(shift, len(shift)), at[:, 0, None] + np.tile(shift, len(shift))
    high, wide = strip.picture.shape
    within = shown & ((rows >= 0) & (rows < high) & (columns >= 0) & (columns < wide)).all(axis=1)
    rows, columns = rows.clip(0, high - 1), columns.clip(0, wide - 1)
    return rows, columns, within & strip.inside[rows, columns].all(axis=1)


def _unit(way: FloatArray) -> FloatArray:
    return np.asarray(way / np.linalg.norm(way))
