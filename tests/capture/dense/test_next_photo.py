"""The place for one more photo: it sees past what is known, and what the photos that are there do not show."""

import numpy as np

from capture.dense.next_photo import candidates, next_photo, shown
from scene.geometry.ray_casting import RayScene
from tests.capture.dense.painted import LENS, ring
from tests.plain_scenes import box

POINTS = np.column_stack([np.linspace(20.0, 28.0, 40), np.full(40, 18.0), np.full(40, 1.0)])
ALONG = np.array([1.0, 0.0, 0.0])
SIZE = (48.0, 36.0)
DECK = RayScene([box((16, 12, 3), (32, 24, 3.2))])
HIGH = ring(8, (24.0, 18.0, 1.0), away=30.0, above=60.0, lens=LENS)


def test_a_low_place_looks_under_a_deck() -> None:
    assert not shown(HIGH, POINTS, DECK).any()
    found = next_photo(POINTS, ALONG, HIGH, DECK, SIZE)
    assert found is not None
    assert found.shows == 1.0
    assert found.place[2] < 11.0
    assert not DECK.blocked(np.broadcast_to(np.array(found.place), POINTS.shape), POINTS).any()


def test_where_a_photo_is_already_or_none_can_see_nothing_is_asked_for() -> None:
    places = candidates(SIZE)
    assert ((places[:, 2] >= 2.0) & (places[:, 2] <= 24.0)).all()
    crate = RayScene([box((19, 17, -1), (29, 19, 3))])
    assert next_photo(POINTS, ALONG, HIGH, crate, SIZE) is None
    assert next_photo(POINTS[:0], ALONG, HIGH, DECK, SIZE) is None
    nothing = RayScene([box((0, 0, -1), (1, 1, -0.5))])
    many = [
        view for above in range(5, 80, 10) for view in ring(36, (24.0, 18.0, 1.0), away=30.0, above=float(above), lens=LENS)
    ]
    assert next_photo(POINTS[18:22], ALONG, many, nothing, SIZE) is None
