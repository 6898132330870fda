"""Missed tags: photos that show fewer tags than they could, and say why."""

from dataclasses import replace

import cv2
import numpy as np

from capture.adjustment.missed_tags import poor_photos
from capture.tags.photo_tags import PhotoTags
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.made_scans import TAGS, made_scan, ring, view_from

RNG = np.random.default_rng(3)

DARK = np.full((1200, 1600), 8, np.uint8)
SHARP = np.kron(RNG.integers(0, 2, (60, 80)), np.full((20, 20), 255)).astype(np.uint8)
SOFT = np.asarray(cv2.GaussianBlur(SHARP, (0, 0), 5.0), dtype=np.uint8)


def told(picture: np.ndarray, *, missed: tuple[int, ...], tags: dict[int, RigidTransform] = TAGS) -> list[str]:
    """What is told of a ring of sharp photos of which the second is the ``picture`` and misses some tags."""
    found = made_scan(ring(4), tags=tags, sees=lambda photo, tag: photo != 1 or tag not in missed)
    photo_tags = [replace(each, photo=replace(each.photo, grey=SHARP)) for each in found.photo_tags]
    photo_tags[1] = PhotoTags(replace(photo_tags[1].photo, grey=picture), photo_tags[1].tags)
    return poor_photos(found.survey, photo_tags)


def test_a_dark_photo_that_misses_tags_is_told() -> None:
    assert told(DARK, missed=(100, 104)) == [
        'photo "photo-01.jpg" shows 7 tags of 9: it is dark (nine of ten pixels are below 8 of 255); switch on a light'
    ]


def test_a_blurred_photo_that_misses_tags_is_told() -> None:
    (line,) = told(SOFT, missed=(100, 104, 9))
    assert line.startswith('photo "photo-01.jpg" shows 6 tags of 9: it is blurred')


def test_a_good_photo_in_which_scenery_hides_tags_needs_no_word() -> None:
    assert told(SHARP, missed=(100, 104)) == []


def test_a_dark_photo_that_shows_all_tags_needs_no_word() -> None:
    assert told(DARK, missed=()) == []


def test_tags_that_are_too_small_or_turned_away_or_outside_are_not_missed() -> None:
    """A tag of 30 mm from 150 inches is 10 pixels wide; one that looks down, and one far beside the table, show to nobody."""
    tags = TAGS | {
        110: RigidTransform((24.0, 18.0, 6.0), (0.0, 1.0, 0.0, 0.0)),
        12: RigidTransform.turned((120.0, 18.0, 0.0), 0.0),
    }
    assert told(DARK, missed=(110, 12), tags=tags) == []
    far = made_scan([*ring(4), view_from(80.0, away=110.0, height=100.0)], sees=lambda photo, tag: photo < 4 or tag < 100)
    photo_tags = [replace(each, photo=replace(each.photo, grey=DARK)) for each in far.photo_tags]
    assert [tag.id for tag in photo_tags[4].tags] == [0, 1, 2, 3, 4, 9, 11]
    assert poor_photos(far.survey, photo_tags) == []
