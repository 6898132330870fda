"""main-rulebook: Measurements; Measuring through walls; Visible; and the 1" that friends and enemies are looked for within."""

import math

import pytest

from rules.skirmish.state.battle_sight import distance, sees, visible, within
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle
from tests.rules.skirmish.moves import R

WALL = block("wall", (12.0, 0.0, 0.0), (12.2, 48.0, 6.0), kind="wall")


def test_measurements_are_made_from_base_to_base() -> None:
    start = battle({"anna": (10, 10), "bill": (16, 10)})
    assert distance(start, "anna", "bill") == pytest.approx(6.0 - 2 * R)
    assert distance(start, "bill", "anna") == distance(start, "anna", "bill")


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_measurements_of_those_who_lie_are_made_as_if_they_stood(status: str) -> None:
    start = battle({"anna": (10, 10), "bill": (16, 10)})
    assert distance(start.changed("bill", status=status), "anna", "bill") == distance(start, "anna", "bill")


def test_measuring_through_walls_there_is_no_distance() -> None:
    start = battle({"anna": (11, 10), "bill": (13.2, 10), "alan": (8, 10)}, pieces=[WALL])
    assert distance(start, "anna", "bill") == math.inf
    assert within(start, "anna", 3.0) == ("alan",)


def test_within_is_told_nearest_first_and_the_limit_belongs_to_it() -> None:
    start = battle({"anna": (10, 10), "abe": (10, 13 + 2 * R), "bill": (12, 10), "bob": (10, 5)})
    assert within(start, "anna", 3.0) == ("bill", "abe")
    assert within(start, "anna", 3.0, foes=True) == ("bill",)
    assert within(start, "anna", 3.0, gang="red") == ("abe",)


def test_visible_is_in_the_vision_arc_and_in_line_of_sight() -> None:
    start = battle({"anna": (6, 10), "alan": (2, 10), "abe": (10, 10), "bill": (16, 10)}, pieces=[WALL])
    assert visible(start, "anna", "abe")
    # Behind his back there is a line of sight all the same.
    assert (sees(start, "anna", "alan"), visible(start, "anna", "alan")) == (True, False)
    assert not visible(start, "anna", "bill")
