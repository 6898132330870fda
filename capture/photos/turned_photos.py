"""Photos that the phone has turned itself: they lie upright in their files, and no note says how the phone was held.

Their lens is that of the sensor all the same. Beside photos that lie across in their files they are told by their size; whether
the phone turned them to the left or to the right only a fit of the lens can tell.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np

from capture.photos.photo_reading import Photo, Taken
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

WAYS = (6, 8)
"""From the sensor's frame to the upright photo, as EXIF counts: the usual way of holding a phone first."""

CLEAR = 0.12
"""A photo was turned one way, clearly, where it is missed by a smaller share of what it would be, turned the other way.

With 0.25 one table of 64 that were made up, of four photos, still had a photo upside down."""

MOST_FITS = 20
"""How many fits are tried."""

LEAST_POINTS = 4
"""Fewer points tell no camera's place."""

Fitted = TypeVar("Fitted")


def turned_back(photos: Sequence[Photo], sensor: tuple[int, int] | None = None) -> list[Photo]:
    """The photos, with those marked that the phone has turned; ``sensor`` is the size of photos as a calibrated lens has it."""
    turned = turned_by_phone([photo.taken_with for photo in photos], [photo.orientation for photo in photos], sensor)
    return [replace(photo, turned=WAYS[0]) if each else photo for photo, each in zip(photos, turned, strict=True)]


def turned_by_phone(taken: Sequence[Taken], orientations: Sequence[int], sensor: tuple[int, int] | None = None) -> list[bool]:
    """Which of the photos the phone has turned: those that would be like others, were they not turned by a quarter.

    Where all photos are upright in their files, their own frame is as good as the sensor's, and none counts as turned.

    Args:
        taken: what the photos have noted of camera, lens and zoom, with their size as stored.
        orientations: as EXIF counts.
        sensor: width and height of photos as a calibrated lens has them, or of such a shape.
    """
    alike: dict[object, list[tuple[tuple[int, int], int]]] = {}
    for each, orientation in zip(taken, orientations, strict=True):
        alike.setdefault(_whatever_way(each), []).append((each[4], orientation))
    across = {kind: _lies_across(photos, sensor) for kind, photos in alike.items()}
    found = []
    for each, orientation in zip(taken, orientations, strict=True):
        (width, height), known = each[4], across[_whatever_way(each)]
        found.append(orientation == 1 and width != height and known is not None and (width > height) != known)
    return found


def _whatever_way(taken: Taken) -> tuple[object, ...]:
    """What photos of one lens at one zoom have in common, whichever way they were turned."""
    return (*taken[:4], *sorted(taken[4]))


def _lies_across(photos: Sequence[tuple[tuple[int, int], int]], sensor: tuple[int, int] | None) -> bool | None:
    """Whether the sensor of these photos is wider than high; None where they are all alike, and nothing is known of it."""
    if sensor is not None and sensor[0] != sensor[1]:
        return sensor[0] > sensor[1]
    noted = Counter(size[0] > size[1] for size, orientation in photos if orientation != 1)
    if noted:
        return noted.most_common(1)[0][0]
    return True if len({size for size, _ in photos}) > 1 else None


def fit_either_way(
    turned: Sequence[bool],
    fit: Callable[[tuple[int, ...]], Fitted],
    cost: Callable[[Fitted], float],
    missed: Callable[[Fitted, int, int], float],
) -> Fitted:
    """The best fit, with each photo that the phone has turned taken as turned the way that goes with the others.

    At first all are taken as turned one way. As long as that is in doubt, each goes by what was fitted, or all are taken as
    turned the other way, or one of them, the most doubtful first.

    Args:
        turned: for every photo, whether the phone has turned it.
        fit: with photos turned so, as EXIF counts; 1 for those that the phone has not turned.
        cost: of what was fitted, the less the better.
        missed: by how much it misses what one photo shows, by its index, were that one turned so.

    Raises:
        SceneError: what the first fit raises, where all do.
    """
    tried, failed = dict[tuple[int, ...], tuple[float, Fitted | None]](), list[SceneError]()

    def cost_of(ways: tuple[int, ...]) -> float:
        try:
            found = fit(ways)
            tried[ways] = (cost(found), found)
        except SceneError as error:
            failed.append(error)
            tried[ways] = (float("inf"), None)
        return tried[ways][0]

    best = tuple(WAYS[0] if each else 1 for each in turned)
    cost_of(best)
    while True:
        least, found = tried[best]
        candidates = (ways for ways in _others(best, found, missed) if ways not in tried and len(tried) < MOST_FITS)
        better = next((ways for ways in candidates if cost_of(ways) < least), None)
        if better is None:
            break
        best = better
    if found is None:
        raise failed[0]
    return found


def _others(
    ways: tuple[int, ...], found: Fitted | None, missed: Callable[[Fitted, int, int], float]
) -> Iterator[tuple[int, ...]]:
    """Other ways for photos to be turned, the likeliest first; none where every photo clearly was turned as it is thought."""
    phone = [i for i, way in enumerate(ways) if way != 1]
    upside_down = tuple(map(_other, ways))
    doubts = dict.fromkeys(phone, 1.0)
    if found is not None:
        doubts = {i: missed(found, i, ways[i]) / max(missed(found, i, _other(ways[i])), 1e-12) for i in phone}
        if max(doubts.values(), default=0.0) < CLEAR:
            if len(phone) == len(ways):
                # No photo holds the frame: only what is known of the lens can tell that all are upside down.
                yield upside_down
            return
        yield tuple(_other(way) if doubts.get(i, 0.0) > 1.0 else way for i, way in enumerate(ways))
    yield upside_down
    for photo in sorted(phone, key=lambda i: -doubts[i]):
        yield tuple(_other(way) if i == photo else way for i, way in enumerate(ways))


def _other(way: int) -> int:
    """The way by which a photo would stand upside down; 1 stays 1."""
    return {WAYS[0]: WAYS[1], WAYS[1]: WAYS[0]}.get(way, way)


def missed_by(points: FloatArray, pixels: FloatArray, lens: Lens) -> float:
    """Pixels, rms, by which a photo from the best place misses (n, 3) known points at (n, 2) pixels; 0 of too few points."""
    if len(points) < LEAST_POINTS:
        return 0.0
    matrix, distortion = lens.matrix, np.array(lens.distortion)
    found, turn, shift = cv2.solvePnP(points, pixels, matrix, distortion, flags=cv2.SOLVEPNP_SQPNP)
    if not found:
        return float("inf")
    turn, shift = cv2.solvePnPRefineLM(points, pixels, matrix, distortion, turn, shift)
    shown, _ = cv2.projectPoints(points, turn, shift, matrix, distortion)
    return float(np.sqrt(np.mean(np.sum((shown.reshape(-1, 2) - pixels) ** 2, axis=1))))
