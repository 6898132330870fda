"""Whom somebody falls on, and how far he is moved off them."""

import pytest

from rules.body_limits import LIMITS
from scene.hazards.fall_landing import Faller
from scene.table.table import Figure
from tests.plain_scenes import figure, table
from tests.scene.falls import DECK, EXACT, HALF_INCH, fall


def others(**fields: str) -> list[Figure]:
    return [figure("under", 20.5, 15.4, 0, base_mm=HALF_INCH, **fields), figure("far", 20.5, 17, 0, base_mm=HALF_INCH)]


def test_onto_a_figure_and_off_it_by_the_shortest_way() -> None:
    found = fall(table(DECK, *others()), 19.8, 15, 6)
    assert found.onto == ("under",)
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    # The middles come to be an inch apart, straight away from the other.
    assert found.apart == pytest.approx((20.5, 14.4, 0), abs=0.01)


@pytest.mark.parametrize(
    ("fields", "gap"),
    [({"side": "red"}, 0.0), ({"side": "blue"}, 1.0), ({"side": "blue", "posture": "on_face"}, 0.0), ({}, 0.0)],
)
def test_an_inch_from_an_enemy_unless_he_is_seriously_injured(fields: dict[str, str], gap: float) -> None:
    own = figure("own", 19, 15, 6, base_mm=HALF_INCH, side="red")
    found = fall(table(DECK, own, *others(**fields)), 19.8, 15, 6, faller=Faller.of(own, reach=0.5, limits=LIMITS, apart=1.0))
    assert found.apart == pytest.approx((20.5, 14.4 - gap, 0), abs=0.01)


def test_nobody_on_another_level_or_beside_him_lies_below() -> None:
    board = table(DECK, figure("high", 20.5, 15, 3, base_mm=HALF_INCH), figure("beside", 21.6, 15, 0, base_mm=HALF_INCH))
    found = fall(board, 19.8, 15, 6)
    assert (found.onto, found.apart) == ((), None)


def test_the_figure_who_falls_is_not_below_himself() -> None:
    own = figure("own", 20.5, 15, 0, base_mm=HALF_INCH)
    assert fall(table(DECK, own), 19.8, 15, 6, faller=Faller.of(own, reach=0.5, limits=LIMITS)).onto == ()
