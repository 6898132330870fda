"""The spacing of labels: over nothing that has to be seen, and not over one another."""

import numpy as np
import pytest

from sightline.window.view.label_spacing import Box, apart


def over(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def boxes(dice: np.random.Generator, count: int, low: float) -> list[Box]:
    corners, sizes = dice.uniform((0.0, low), (400.0, 900.0), (count, 2)), dice.uniform((20.0, 14.0), (160.0, 26.0), (count, 2))
    return [(x, y, x + width, y + height) for (x, y), (width, height) in zip(corners.tolist(), sizes.tolist(), strict=True)]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_lies_over_anything_and_all_goes_straight_up_or_down(seed: int) -> None:
    dice = np.random.default_rng(seed)
    wanted, clear = boxes(dice, 12, 700.0), boxes(dice, 3, 700.0)
    found = apart(wanted, clear)
    for number, (one, before) in enumerate(zip(found, wanted, strict=True)):
        assert not any(over(one, other) for other in (*clear, *found[:number]))
        assert (one[0], one[2]) == (before[0], before[2])
        assert one[3] - one[1] == pytest.approx(before[3] - before[1])
        if not any(over(before, other) for other in (*clear, *found[:number])):
            assert one == before


def test_words_go_up_unless_that_is_much_farther_than_down() -> None:
    tower: list[Box] = [(0.0, 100.0 - 21.0 * floor, 50.0, 120.0 - 21.0 * floor) for floor in range(4)]
    assert apart([*tower[:1], (0.0, 100.0, 50.0, 120.0)])[1] == (0.0, 79.0, 50.0, 99.0)
    assert apart([*tower, (0.0, 100.0, 50.0, 120.0)])[4] == (0.0, 121.0, 50.0, 141.0)


def test_what_has_no_room_above_goes_down() -> None:
    assert apart([(0.0, 5.0, 50.0, 25.0), (10.0, 10.0, 60.0, 30.0)])[1] == (10.0, 26.0, 60.0, 46.0)
