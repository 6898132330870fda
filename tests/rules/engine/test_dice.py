"""Dice: all outcomes and their chances, and what players type in."""

from fractions import Fraction

import pytest

from rules.engine.dice import dice_count, fault, halved, outcomes, typed
from rules.errors import RulesError


@pytest.mark.parametrize("dice", ["D6", "2D6", "3D6", "D66", "D3", "injury", "3 injury", "firepower", "scatter"])
def test_all_outcomes_together_are_certain_and_can_be_rolled(dice: str) -> None:
    found = outcomes(dice)
    assert sum(chance for _, chance in found) == 1
    assert all(fault(dice, faces) is None for faces, _ in found)
    assert len({faces for faces, _ in found}) == len(found)


def test_two_dice_show_seven_in_six_of_36_cases() -> None:
    assert sum(chance for faces, chance in outcomes("2D6") if sum(faces) == 7) == Fraction(1, 6)


def test_d66_tells_its_dice_apart() -> None:
    assert len(outcomes("D66")) == 36


def test_faces_of_special_dice_that_show_the_same_are_one() -> None:
    """Two faces in six are flesh wounds, three serious injuries, one out of action; so six dice fall in few ways."""
    third, half, sixth = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)
    assert outcomes("injury") == (((1,), third), ((3,), half), ((6,), sixth))
    assert outcomes("firepower") == (((1,), sixth), ((2,), third), ((4,), third), ((6,), sixth))
    assert dict(outcomes("3 injury"))[1, 3, 3] == 3 * third * half**2
    assert len(outcomes("6 firepower")) == 84


def test_dice_half_d6_rounded_up_is_a_d3() -> None:
    assert [halved(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("dice", "text", "faces"),
    [("D6", "4", (4,)), ("2D6", "3 5", (3, 5)), ("2D6", "35", (3, 5)), ("2D6", "3+5", (3, 5)), ("injury", "out", (6,)),
     ("2 injury", "flesh, serious", (1, 3)), ("firepower", "ammo", (1,)), ("firepower", "3", (6,)), ("firepower", "1", (2,)),
     ("scatter", "arrow 90", (3, 90)), ("scatter", "Hit, 0", (1, 0)), ("scatter", "arrow 360", (3, 0))],
)  # fmt: skip
def test_typed_dice(dice: str, text: str, faces: tuple[int, ...]) -> None:
    assert typed(dice, text) == faces


@pytest.mark.parametrize("text", ["arrow 361", "arrow 999", "arrow -1", "arrow 90.5", "arrow nan", "90", "hit", "hit 1 2", ""])
def test_a_scatter_die_points_somewhere_on_the_circle(text: str) -> None:
    with pytest.raises(RulesError, match="whole degrees"):
        typed("scatter", text)


@pytest.mark.parametrize(
    ("dice", "text"), [("D6", "7"), ("D6", "0"), ("D6", ""), ("2D6", "3"), ("D6", "four"), ("injury", "x"), ("D6", "²")]
)
def test_what_cannot_be_rolled_is_refused(dice: str, text: str) -> None:
    with pytest.raises(RulesError, match="cannot be rolled"):
        typed(dice, text)


@pytest.mark.parametrize(
    ("dice", "says"),
    [("D6", "type one face from 1 to 6"), ("2D6", "type 2 faces from 1 to 6"), ("2 injury", "type 2 of: flesh, serious, out")],
)
def test_what_is_refused_says_what_to_type(dice: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        typed(dice, "9")


def test_faces_that_are_none_are_told_in_words() -> None:
    assert fault("D6", (7,)) == "D6 shows one face from 1 to 6"
    assert fault("2D6", (7,)) == "2D6 shows 2 faces from 1 to 6"
    assert fault("2D6", (1, 6)) is None


@pytest.mark.parametrize("dice", ["", "D7", "0D6", "2D66", "x injury", "-1D6", "101D6"])
def test_unknown_dice_are_refused(dice: str) -> None:
    with pytest.raises(RulesError, match="no dice"):
        dice_count(dice)
