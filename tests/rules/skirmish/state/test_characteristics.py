"""main-rulebook: Characteristics checks; Modifying, Maximum and minimum characteristics; Modifying rolls and natural rolls."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.dice import halved, outcomes, typed
from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose, Roll
from rules.roster.gang import Fighter
from rules.roster.profile import BY_2D6, BY_D6, Characteristic, Profile
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, profile_now
from tests.rules.skirmish.battles import battle, gone_through


def with_profile(**characteristics: int) -> Battle:
    card = Fighter("anna", "Anna", profile=replace(Profile(), **characteristics))
    return battle({"anna": (10, 10), "bill": (30, 30)}, cards=[card])


def passed(start: Battle, characteristic: Characteristic, *faces: int, modified: int = 0) -> bool:
    why = (modifier(modified, "a test", "Modifying characteristics"),) if modified else ()
    return gone_through(check(start, "anna", characteristic, why), faces)[0]


def needed(start: Battle, characteristic: Characteristic, modified: int) -> str:
    why = (modifier(modified, "a test", "Modifying characteristics"),)
    _, told = gone_through(check(start, "anna", characteristic, why), (3, 3) if characteristic in BY_2D6 else (3,))
    (roll,) = told
    assert isinstance(roll, Roll)
    return roll.needs


@pytest.mark.parametrize("characteristic", BY_D6)
def test_characteristics_checks_weapon_skill_ballistic_skill_and_initiative_reach_the_target_on_a_d6(
    characteristic: Characteristic,
) -> None:
    start = with_profile(**{characteristic: 4})
    assert [passed(start, characteristic, face) for face in range(1, 7)] == [False] * 3 + [True] * 3


@pytest.mark.parametrize("characteristic", ["strength", "toughness"])
def test_characteristics_checks_strength_and_toughness_do_not_exceed_the_characteristic(characteristic: Characteristic) -> None:
    start = with_profile(**{characteristic: 3})
    assert [passed(start, characteristic, face) for face in range(1, 7)] == [True] * 3 + [False] * 3


def test_characteristics_checks_strength_and_toughness_a_natural_1_passes_and_a_natural_6_fails() -> None:
    assert passed(with_profile(strength=1), "strength", 1, modified=-3)
    assert not passed(with_profile(strength=7), "strength", 6)
    assert passed(with_profile(strength=7), "strength", 5)


@pytest.mark.parametrize("characteristic", BY_2D6)
def test_characteristics_checks_mental_ones_reach_the_target_on_2d6(characteristic: Characteristic) -> None:
    start = with_profile(**{characteristic: 7})
    assert passed(start, characteristic, 3, 4)
    assert not passed(start, characteristic, 2, 4)


def test_natural_rolls_all_ones_fail_and_all_sixes_pass() -> None:
    assert not passed(with_profile(initiative=2), "initiative", 1, modified=5)
    assert passed(with_profile(initiative=6), "initiative", 6, modified=-5)
    assert not passed(with_profile(cool=4), "cool", 1, 1, modified=5)
    assert passed(with_profile(cool=12), "cool", 6, 6, modified=-5)
    # One of two dice says nothing by itself.
    assert passed(with_profile(cool=7), "cool", 1, 6)
    assert not passed(with_profile(cool=8), "cool", 1, 6)


def test_modifying_characteristics_a_target_number_gets_lower_when_it_is_improved() -> None:
    assert needed(with_profile(initiative=4), "initiative", +1) == "3+"
    assert needed(with_profile(strength=3), "strength", +1) == "4 or less"


@pytest.mark.parametrize("characteristic", BY_D6)
def test_maximum_and_minimum_characteristics_2_and_6(characteristic: Characteristic) -> None:
    assert needed(with_profile(**{characteristic: 4}), characteristic, +9) == "2+"
    assert needed(with_profile(**{characteristic: 4}), characteristic, -9) == "6+"


@pytest.mark.parametrize("characteristic", BY_2D6)
def test_maximum_and_minimum_characteristics_4_and_12(characteristic: Characteristic) -> None:
    assert needed(with_profile(**{characteristic: 7}), characteristic, +9) == "4+"
    assert needed(with_profile(**{characteristic: 7}), characteristic, -9) == "12+"


def test_maximum_and_minimum_characteristics_toughness_alone_may_sink_to_0() -> None:
    worn = with_profile(toughness=2).changed("anna", flesh_wounds=2)
    assert profile_now(worn, "anna").toughness == 0


def test_odds_of_checks_worked_out_by_hand() -> None:
    """7+ on two dice is 21 of 36, 4+ on one 3 of 6, no more than 3 as well."""

    def no_choice(request: Choose) -> dict[str, Fraction]:
        raise AssertionError(request)

    start = with_profile()
    for characteristic, chance in (("cool", Fraction(21, 36)), ("initiative", Fraction(1, 2)), ("toughness", Fraction(1, 2))):
        assert odds(no_choice, check, start, "anna", characteristic)[True] == chance


def test_dice_a_natural_1_of_a_d3_is_a_1_of_the_d6() -> None:
    """What is kept of a D3 is the face of its D6: a 2 counts as 1 and is no natural 1."""
    one, two = typed("D3", "1"), typed("D3", "2")
    assert halved(one[0]) == halved(two[0]) == 1
    assert (one, two) == ((1,), (2,))


@pytest.mark.parametrize("characteristic", [*BY_D6, *BY_2D6, "strength", "toughness"])
@pytest.mark.parametrize("amount", [-9, 0, 9])
def test_a_check_says_with_what_it_succeeds(characteristic: Characteristic, amount: int) -> None:
    """What the log tells by it and what the check comes to is the same for all dice."""
    start, why = with_profile(), (modifier(amount, "because", ""),)
    roll = next(check(start, "anna", characteristic, why)).begin().send(None)  # type: ignore[union-attr]
    assert isinstance(roll, Roll)
    for faces, _ in outcomes(roll.dice):
        assert roll.succeeds(faces) == gone_through(check(start, "anna", characteristic, why), faces)[0]
