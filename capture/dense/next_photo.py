"""Which photos show a line past the pieces that are known, and from where one more would show what none does."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.geometry.ray_casting import Rays

HEIGHTS = (2.0, 4.0, 7.0, 11.0, 16.0, 24.0)
"""Inches above the mat at which a phone is held."""
ASIDE = (8.0, -4.0)
"""Inches beyond the table's edge: before it, and with an arm stretched over it."""
TURNS = 32
NEAREST, FARTHEST = 8.0, 50.0
"""Inches from what is to be seen."""
ANOTHER = 8.0
"""Degrees between a photo that shows something else and those that are there."""
ALONG = 5.0
"""Degrees between the line and a look at it: more nearly along it, a photo shows one point of it only."""
BACKGROUND = 10.0
"""Inches behind a point within which the mat has to be: a look past it at the room shows nothing that can be compared."""
WORTH = 0.05
"""Of what is unknown: a photo that would show less is not asked for."""


@dataclass(frozen=True)
class NextPhoto:
    """A place for one more photo.

    Attributes:
        place: of the lens, inches.
        towards: the middle of what it would show.
        shows: of what is not known, the share that it would show, 0 to 1.
    """

    place: Point
    towards: Point
    shows: float


def shown(views: Sequence[CameraView], points: FloatArray, known: Rays) -> BoolArray:
    """(v, n) which photos show points (n, 3) past all that is known to stand there."""
    found = np.zeros((len(views), len(points)), dtype=bool)
    for row, view in zip(found, views, strict=True):
        pixels = view.project(points)
        with np.errstate(invalid="ignore"):
            row[:] = ((pixels > 0.0) & (pixels < np.array(view.lens.size) - 1.0)).all(axis=1)
        some = np.flatnonzero(row)
        row[some] = ~known.blocked(np.broadcast_to(np.asarray(view.pose.position), (len(some), 3)), points[some])
    return found


def next_photo(
    points: FloatArray, along: FloatArray, views: Sequence[CameraView], known: Rays, size: tuple[float, float]
) -> NextPhoto | None:
    """The place round the table that shows most of points (n, 3), each in another light than the photos that are there show it.

    Args:
        points: what is not known, on lines along (3,).
        along: the lines' direction, unit.
        views: the photos that are there.
        known: what is known to stand there.
        size: of the table, inches.

    Returns:
        None where no place shows more than next to nothing.
    """
    if len(points) == 0:
        return None
    there = shown(views, points, known)
    eyes = np.array([view.pose.position for view in views]).reshape(-1, 3)
    places = candidates(size)
    gains = np.array([_gain(place, points, along, eyes, there, known) for place in places])
    best = int(gains.argmax())
    if gains[best] < WORTH:
        return None
    middle = points.mean(axis=0)
    return NextPhoto(_point(places[best]), _point(middle), float(gains[best]))


def candidates(size: tuple[float, float]) -> FloatArray:
    """(m, 3) places round a table where a phone can be held, the low ones first."""
    turn = (np.arange(TURNS) + 0.5) * 2.0 * np.pi / TURNS
    rim = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    rim = rim / np.abs(rim).max(axis=1, keepdims=True)
    half = np.array(size) / 2.0
    flat = np.concatenate([half + rim * (half + aside) for aside in ASIDE])
    return np.concatenate([np.column_stack([flat, np.full(len(flat), height)]) for height in HEIGHTS])


def _gain(place: FloatArray, points: FloatArray, along: FloatArray, eyes: FloatArray, there: BoolArray, known: Rays) -> float:
    """Of points (n, 3), the share that a photo from a place would show, and show as none of the photos that are there does."""
    ways = points - place
    far = np.linalg.norm(ways, axis=1)
    ways = ways / np.maximum(far, 1e-9)[:, None]
    good = (far > NEAREST) & (far < FARTHEST) & (np.abs(ways @ along) < np.cos(np.radians(ALONG)))
    good &= points[:, 2] <= BACKGROUND * -ways[:, 2]
    for eye, those in zip(eyes, there, strict=True):
        theirs = points - eye
        cosine = (ways * theirs).sum(axis=1) / np.linalg.norm(theirs, axis=1)
        good &= ~(those & (cosine > np.cos(np.radians(ANOTHER))))
    some = np.flatnonzero(good)
    seen = ~known.blocked(np.broadcast_to(place, (len(some), 3)), points[some])
    return float(np.count_nonzero(seen)) / len(points)


def _point(place: FloatArray) -> Point:
    x, y, z = (round(value, 2) for value in place.tolist())
    return x, y, z
