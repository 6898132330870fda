"""The tags of a lamp's stand tell where it stood, as well as what else is seen in the photo allows."""

from pathlib import Path

import numpy as np
import pytest

from capture.photos.photo_reading import Photo
from capture.shot_cards.card_view import card_view
from capture.shot_cards.lamp_stand import LampPlace, lamp_place
from capture.shot_cards.stand_layout import eye_over_base, stand_tags
from capture.tags.corner_refinement import Tone
from capture.tags.tag_detection import SeenTag
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from tests.capture.rendered import looking
from tests.capture.shot_cards.carded import shot

SQUARE = np.array([[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]])
ELSEWHERE = np.array([[11.5, 7.6, 1.0], [12.5, 12.6, 0.8], [7.0, 13.0, 2.4], [8.0, 11.6, 2.2]])
"""Inches: where tags of a scan stand."""


def seen_from_aside(off: FloatArray, *, scan: bool, turned: float = 0.0, size: float = 1.0) -> tuple[LampPlace, float]:
    """What a photo of the card, its shooter's stand and perhaps tags of a scan says of a lamp so many millimetres off.

    And by which share the card is larger than it should be.
    """
    one, rng = shot(), np.random.default_rng(1)
    layout, ann = one.layout, one.table.figure("ann")
    lens = Lens((4000, 3000), (3000.0, 3000.0), (1999.5, 1499.5))
    camera = CameraView(lens, looking(np.array([9.0, 0.0, 4.0]), np.array([9.0, 10.0, 1.2])))
    c, s = np.cos(turned), np.sin(turned)
    places = {tag.id: size * tag.corners @ np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]]) for tag in layout.tags}
    for number, (right, up) in stand_tags(eye_over_base(layout, ann)[2]).items():
        places[number] = layout.eye + off + (7.5 * SQUARE + [right, up, 0.0]) * [-1.0, 1.0, 1.0]
    known = {number: layout.pose.to_own(place) * 25.4 for number, place in enumerate(ELSEWHERE, 4)} if scan else {}
    places |= {number: place + 10.0 * SQUARE for number, place in known.items()}
    seen = [
        SeenTag(number, camera.project(layout.to_table(place)) + rng.normal(0.0, 0.2, (4, 2)), 0.2, 0.7, Tone(2.2), 0.1)
        for number, place in places.items()
    ]
    photo = Photo(Path("aside.jpg"), np.zeros((3000, 4000), dtype=np.uint8), focal_px=2950.0)
    view = card_view(layout, photo, seen, None, known, held=False)
    found = lamp_place(view, seen, ann)
    assert found is not None
    return found, float(view.stood[-1])


def test_with_tags_of_a_scan_it_is_told_to_a_millimetre_however_the_card_stands() -> None:
    found, larger = seen_from_aside(np.array([2.0, -3.0, 0.0]), scan=True, turned=0.05)
    assert abs(larger) < 0.01
    assert found.told
    assert found.off == pytest.approx([2.0, -3.0], abs=0.5)
    assert found.off_mm > 2.0
    assert seen_from_aside(np.zeros(3), scan=True)[0].off_mm < 0.9
    assert seen_from_aside(np.array([0.0, 15.0, 0.0]), scan=True)[0].surely_mm > 10.0


def test_by_the_card_alone_only_what_stands_far_off_is_told() -> None:
    assert not seen_from_aside(np.array([5.0, 0.0, 0.0]), scan=False, turned=0.05)[0].surely_mm
    assert seen_from_aside(np.array([60.0, 0.0, 0.0]), scan=False)[0].surely_mm > 3.0


def test_a_card_that_was_printed_smaller_than_the_tags_of_a_scan_is_noticed() -> None:
    assert seen_from_aside(np.zeros(3), scan=True, size=0.95)[1] == pytest.approx(np.log(0.95), abs=0.01)
