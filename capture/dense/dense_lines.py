"""Whether lines were seen through from end to end: the votes of a scan's photos, point by point."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.dense.line_strips import GreyPhoto, Straight
from capture.dense.seen_through import MM, Seen, look, straightened_round
from scene.geometry.mesh import FloatArray, Point

SPACING = 1.5 * MM
"""Inches between the points of a line at most."""
VOTES = 2
"""So many photos have to see through every point."""
AGAINST = 2
"""Where so many show a surface at a point, it is not taken as seen through by others: something may have been moved."""
HINTS = 3
"""So many photos that show a surface at a point are a hint that it blocks."""
THREADS = 2

Stretch = tuple[Point, Point]
"""Both ends of a part of a line."""

Disc = tuple[float, float, float]
"""The middle x, y and the radius of a base, inches."""


@dataclass(frozen=True)
class DenseLine:
    """What photos say of a line.

    Attributes:
        clear: whether every point of it was seen through.
        unseen: the stretches that were not, from the start on; none where the line is clear.
        hint: where photos show a surface in it; not sure enough to call it blocked.
    """

    clear: bool
    unseen: tuple[Stretch, ...] = ()
    hint: Point | None = None


def points_along(start: FloatArray, end: FloatArray, bases: Sequence[Disc]) -> FloatArray:
    """(n, 3) points of a line from end to end, without those above bases: nobody else stands there."""
    count = int(np.ceil(float(np.linalg.norm(end - start)) / SPACING)) + 1
    points = start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)
    beyond = [np.hypot(points[:, 0] - x, points[:, 1] - y) > radius for x, y, radius in bases]
    return np.asarray(points[np.logical_and.reduce(beyond)] if beyond else points)


def look_along(
    photos: Sequence[GreyPhoto], lines: Sequence[FloatArray], *, on_progress: Callable[[int], None] | None = None
) -> list[DenseLine]:
    """What photos say of lines that lie in one narrow tube.

    Args:
        photos: of one scan.
        lines: (n, 3) points each, as `points_along` has them. A line without points is clear: the bases at its ends touch.
        on_progress: is called with 1 for each photo.
    """
    points = np.concatenate([*lines, np.zeros((0, 3))])
    votes, met = np.zeros(len(points), dtype=np.int64), np.zeros(len(points), dtype=np.int64)
    pictures = straightened_round(photos, points) if len(points) else []

    def one(picture: Straight) -> Seen | None:
        return look(picture, pictures, points)

    # Most of the work is OpenCV's and NumPy's, which lets threads run side by side.
    with ThreadPoolExecutor(THREADS) as pool:
        for seen in pool.map(one, pictures):
            if seen is not None:
                votes += seen.through
                met += seen.met
            if on_progress is not None:
                on_progress(1)
    first = np.cumsum([0, *map(len, lines)])
    return [
        judged(line, votes[begin:end], met[begin:end]) for line, begin, end in zip(lines, first[:-1], first[1:], strict=True)
    ]


def judged(points: FloatArray, votes: NDArray[np.int64], met: NDArray[np.int64]) -> DenseLine:
    """The verdict on a line's points (n, 3), through each of which so many photos see, and at which so many show a surface."""
    through = (votes >= VOTES) & (met < AGAINST)
    if through.all():
        return DenseLine(clear=True)
    hinted, steps = np.flatnonzero((met >= HINTS) & ~through), np.diff(through.astype(np.int8), prepend=1, append=1)
    begins, ends = np.flatnonzero(steps < 0), np.flatnonzero(steps > 0) - 1
    unseen = tuple((_point(points[begin]), _point(points[end])) for begin, end in zip(begins, ends, strict=True))
    return DenseLine(False, unseen, _point(points[hinted[0]]) if len(hinted) else None)


def _point(place: FloatArray) -> Point:
    x, y, z = place.tolist()
    return x, y, z
