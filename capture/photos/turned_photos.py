"""Photos that the phone has turned itself: they lie upright in their files, and no note says how the phone was held.

Their lens is that of the sensor all the same. Beside photos that lie across in their files they are told by their size; whether
the phone turned them to the left or to the right only a fit of the lens can tell.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from capture.photos.photo_reading import Photo, Taken

WAYS = (6, 8)
"""From the sensor's frame to the upright photo, as EXIF counts: the usual way of holding a phone first."""


def turned_back(photos: Sequence[Photo], sensor: tuple[int, int] | None = None) -> list[Photo]:
    """The photos, with those marked that the phone has turned; ``sensor`` is the size of photos as a calibrated lens has it."""
    turned = turned_by_phone([photo.taken_with for photo in photos], [photo.orientation for photo in photos], sensor)
    return [replace(photo, turned=WAYS[0]) if each else photo for photo, each in zip(photos, turned, strict=True)]


def turned_by_phone(taken: Sequence[Taken], orientations: Sequence[int], sensor: tuple[int, int] | None = None) -> list[bool]:
    """Which of the photos the phone has turned: those that would be like others, were they not turned by a quarter.

    Args:
        taken: what the photos have noted of camera, lens and zoom, with their size as stored.
        orientations: as EXIF counts.
        sensor: width and height of photos as a calibrated lens has them, or of such a shape.
    """
    alike: dict[object, list[tuple[tuple[int, int], int]]] = {}
    for each, orientation in zip(taken, orientations, strict=True):
        alike.setdefault(_whatever_way(each), []).append((each[4], orientation))
    across = {kind: _lies_across(sizes, sensor) for kind, sizes in alike.items()}
    found = []
    for each, orientation in zip(taken, orientations, strict=True):
        wide, known = each[4][0] > each[4][1], across[_whatever_way(each)]
        found.append(orientation == 1 and each[4][0] != each[4][1] and known is not None and wide != known)
    return found


def _whatever_way(taken: Taken) -> tuple[object, ...]:
    """What photos of one lens at one zoom have in common, whichever way they were turned."""
    return (*taken[:4], *sorted(taken[4]))


def _lies_across(photos: Sequence[tuple[tuple[int, int], int]], sensor: tuple[int, int] | None) -> bool | None:
    """Whether the sensor of these photos is wider than high; None where they are all alike, and nothing is known of it."""
    noted = Counter(size[0] > size[1] for size, orientation in photos if orientation != 1)
    if noted:
        return noted.most_common(1)[0][0]
    if sensor is not None:
        return sensor[0] > sensor[1]
    return True if len({size for size, _ in photos}) > 1 else None
