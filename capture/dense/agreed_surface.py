"""The surface that photos agree on: what one shows at a place, others show there as well, and next to none sees through it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.dense.seen_space import AGAINST, pixels_of
from capture.dense.seen_through import MM
from capture.dense.whole_depths import Depths, ways_of

AGREE = 2.5 * MM
"""Inches by which a surface may be off in another photo, along its look."""
OTHERS = 3
"""So many others have to agree."""


@dataclass(frozen=True, eq=False)
class Agreed:
    """What a photo shows of the surface.

    Attributes:
        points: (t, s, 3) float32, inches; NaN where the photos do not agree on any.
        colours: (t, s, 3) float32 red, green, blue, the mean of the photos that agree.
        others: (t, s) how many others agree.
    """

    points: NDArray[np.float32]
    colours: NDArray[np.float32]
    others: NDArray[np.uint8]


def agreed(which: int, photos: Sequence[Depths], colours: Sequence[NDArray[np.uint8]]) -> Agreed:
    """What a photo shows of the surface that others show as well; its places are the mean of theirs along its look.

    Args:
        which: of the photos.
        photos: all of them.
        colours: (t, s, 3) of each, straightened as its depths.
    """
    one = photos[which]
    eye, ways = one.picture.photo.eye, ways_of(one.picture)
    rows, columns = np.nonzero(np.isfinite(one.surface))
    ways, far = ways[rows, columns], one.surface[rows, columns].astype(np.float64)
    points = eye + far[:, None] * ways
    total, agree, against = np.zeros(len(far)), np.zeros(len(far), np.uint8), np.zeros(len(far), np.uint8)
    shades = colours[which][rows, columns].astype(np.float32)
    for other, shade in zip(photos, colours, strict=True):
        if other is one:
            continue
        theirs = points - other.picture.photo.eye
        row, column, shown = pixels_of(other.picture, (theirs[:, 0], theirs[:, 1], theirs[:, 2]))
        away = np.linalg.norm(theirs, axis=1)
        with np.errstate(invalid="ignore"):
            off = np.where(shown, other.surface[row, column], np.nan) - away
            same = np.abs(off) <= AGREE
        total += np.where(same, off, 0.0)
        agree += same
        shades += shade[row, column] * same[:, None]
        against += shown & (other.clear[row, column] >= away)
    sure = (agree >= OTHERS) & (against < AGAINST)
    exact = eye + (far + total / (agree + 1.0))[:, None] * ways
    shades /= agree[:, None] + 1.0
    shape = one.surface.shape
    found = Agreed(np.full((*shape, 3), np.nan, np.float32), np.zeros((*shape, 3), np.float32), np.zeros(shape, np.uint8))
    for whole, values in ((found.points, exact), (found.colours, shades), (found.others, agree)):
        whole[rows[sure], columns[sure]] = values[sure]
    return found
