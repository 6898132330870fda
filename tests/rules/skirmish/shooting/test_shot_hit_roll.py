"""main-rulebook: Check the range; Make the hit roll; Full cover; Improbable shot; Point blank; Twin guns; Hard target; Aim."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.skirmish.shooting.shot_hit_roll import Shot, hit_roll, range_to, shot_at, turned_to
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import gone_through
from tests.rules.skirmish.guns import CLOSED, FULL, PARTIAL, card, duel, gun_of, rail, weapon


def shot(battle: Battle, *, twin: bool = False) -> Shot:
    return shot_at(battle, "ann", "bill", gun_of(battle), twin=twin)


def amounts(one: Shot) -> list[int]:
    return [modifier.amount for modifier in one.modifiers]


def armed(**fields: Any) -> Battle:  # noqa: ANN401
    return duel(card("ann", weapon("gun", **fields)))


def test_check_the_range_is_measured_from_base_to_base() -> None:
    assert range_to(duel(), "ann", "bill") == pytest.approx(10 - 25 / 25.4)


@pytest.mark.parametrize(("long", "in_range"), [(9.1, True), (9.0, False)])
def test_check_the_range_beyond_long_range_the_attack_misses_without_a_roll(long: float, in_range: bool) -> None:
    one = shot(armed(short=4.0, long=long))
    assert one.in_range is in_range
    hit, told = gone_through(hit_roll(one), *([(6,)] if in_range else []))
    assert hit is in_range
    assert len(told) == int(in_range)


@pytest.mark.parametrize("skill", [2, 3, 4, 5, 6])
def test_hit_roll_is_a_ballistic_skill_check(skill: int) -> None:
    one = shot(duel(card("ann", weapon("gun"), ballistic_skill=skill)))
    assert [gone_through(hit_roll(one), (face,))[0] for face in range(1, 7)] == [face >= skill for face in range(1, 7)]


@pytest.mark.parametrize(("height", "amount"), [(None, []), (PARTIAL, [-1]), (FULL, [-2]), (CLOSED, [-2])])
def test_hit_roll_modifier_of_cover(height: float | None, amount: list[int]) -> None:
    assert amounts(shot(duel(pieces=(rail(height),) if height else ()))) == amount


def test_hit_roll_modifier_says_why() -> None:
    (one,) = shot(duel(pieces=(rail(PARTIAL),))).modifiers
    assert one.because.text == "Bill is in partial cover"
    assert one.because.source == "Make the hit roll and firepower dice roll"


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
@pytest.mark.parametrize(("short", "amount"), [(8.0, [-1]), (10.0, [])])
def test_hit_roll_modifier_of_those_who_lie_in_the_open_at_long_range(status: str, short: float, amount: list[int]) -> None:
    battle = armed(short=short).changed("bill", status=status)
    assert amounts(shot(battle)) == amount


@pytest.mark.parametrize("status", ["standing", "pinned"])
def test_hit_roll_modifier_of_those_who_lie_is_not_added_to_that_of_cover(status: str) -> None:
    battle = duel(card("ann", weapon("gun", short=8.0)), pieces=(rail(FULL),)).changed("bill", status=status)
    assert amounts(shot(battle)) == [-2]


@pytest.mark.parametrize(("short", "amount"), [(9.1, [2]), (10 - 25 / 25.4, [2]), (9.0, [-1]), (None, [-1])])
def test_hit_roll_modifier_of_accuracy_by_range(short: float | None, amount: list[int]) -> None:
    assert amounts(shot(armed(short=short, accuracy_short=2, accuracy_long=-1))) == amount


def test_aim_adds_one() -> None:
    one = shot(duel(aimed=True, pieces=(rail(FULL),)))
    assert (amounts(one), one.needed) == ([-2, 1], 5)


def test_twin_guns_blazing_takes_one_off() -> None:
    assert amounts(shot(duel(), twin=True)) == [-1]


def test_modifiers_never_make_ballistic_skill_better_than_2() -> None:
    one = shot(duel(card("ann", weapon("gun", accuracy_long=2), ballistic_skill=2), aimed=True))
    assert one.needed == 2
    assert gone_through(hit_roll(one), (1,))[0] is False


@pytest.mark.parametrize(("face", "hits"), [(1, False), (2, False), (3, True), (6, True)])
def test_full_cover_natural_1_and_2_miss_whatever_the_modifiers(face: int, hits: bool) -> None:
    """2+ with +2 and -2: without the cover's own rule a 2 would do."""
    battle = duel(card("ann", weapon("gun", accuracy_long=2), ballistic_skill=2), pieces=(rail(FULL),))
    one = shot(battle)
    assert one.needed == 2
    assert gone_through(hit_roll(one), (face,))[0] is hits
    assert one.chance == Fraction(4, 6)


@pytest.mark.parametrize(("height", "cover"), [(None, "partial"), (PARTIAL, "full"), (FULL, "full")])
def test_hard_target_counts_cover_one_step_better_up_to_full(height: float | None, cover: str) -> None:
    battle = duel(pieces=(rail(height),) if height else ()).changed("bill", hard_target=True)
    assert shot(battle).cover == cover
    assert amounts(shot(battle)) == [{"partial": -1, "full": -2}[cover]]


def test_fighters_models_as_cover_are_at_most_partial() -> None:
    """Three in a row, so that hardly anything of Bill is seen."""
    between = {"ron": (12.0, 10.0), "rob": (14.0, 10.0), "roy": (16.0, 10.0)}
    assert shot(duel(others=between)).cover == "partial"


def test_fighters_models_as_cover_lying_ones_give_none() -> None:
    battle = duel(others={"rob": (14.0, 10.0)}).changed("rob", status="pinned")
    assert shot(battle).cover == "open"


def test_fighters_models_as_cover_of_a_hard_target_are_full() -> None:
    battle = duel(others={"rob": (14.0, 10.0)}).changed("bill", hard_target=True)
    assert shot(battle).cover == "full"


def test_target_is_engaged_fighters_engaged_with_him_are_ignored() -> None:
    """Rob stands in base contact with Bill, right in front of him; Ron farther off still obscures."""
    contact = (20.0 - 25 / 25.4, 10.0)
    assert shot(duel(others={"rob": contact})).cover == "open"
    assert shot(duel(others={"rob": contact, "ron": (15.0, 10.0)})).cover == "partial"


@pytest.mark.parametrize(("x", "cover"), [(13.9, "open"), (14.1, "full")])
def test_point_blank_within_3_inches_obstructions_are_ignored(x: float, cover: str) -> None:
    """Bases are 24.6 mm, or 0.98 inch, nearer than their middles."""
    battle = duel(pieces=(rail(1.2, x=13.2),)).changed("bill", position=(x, 10.0, 0.0))
    assert shot(battle).cover == cover


def test_point_blank_a_hard_target_still_has_partial_cover() -> None:
    battle = duel(pieces=(rail(FULL, x=12.2),)).changed("bill", position=(13.5, 10.0, 0.0), hard_target=True)
    assert shot(battle).cover == "partial"


def improbable() -> Shot:
    """5+ in full cover needs a 7."""
    one = shot(duel(card("ann", weapon("gun"), ballistic_skill=5), pieces=(rail(FULL),)))
    assert one.needed == 7
    return one


@pytest.mark.parametrize("face", [1, 5])
def test_improbable_shot_misses_on_1_to_5(face: int) -> None:
    hit, told = gone_through(hit_roll(improbable()), (face,))
    assert hit is False
    assert told.names() == ["improbable shot"]


@pytest.mark.parametrize(("face", "hits"), [(4, False), (5, True)])
def test_improbable_shot_after_a_6_the_ballistic_skill_alone_decides(face: int, hits: bool) -> None:
    hit, told = gone_through(hit_roll(improbable()), (6,), (face,))
    assert hit is hits
    assert told.names() == ["improbable shot", "hit roll, gun"]


def test_improbable_shot_chance() -> None:
    assert improbable().chance == Fraction(1, 6) * Fraction(2, 6)


def test_hit_roll_a_natural_6_is_no_success_of_its_own() -> None:
    """A 6 on an improbable shot is only the first of two rolls."""
    assert gone_through(hit_roll(improbable()), (6,), (1,))[0] is False


def test_declare_the_shot_the_shooter_turns_until_the_target_is_in_the_middle_of_his_arc() -> None:
    battle = duel().changed("bill", position=(10.0, 3.0, 0.0))
    assert turned_to(battle, "ann", "bill").model("ann").facing == pytest.approx(270.0)


def test_hit_roll_that_the_cover_alone_makes_harder_says_so() -> None:
    one = replace(shot(duel(card("ann", weapon("gun"), ballistic_skill=2), pieces=(rail(FULL),), aimed=True)), modifiers=())
    _, told = gone_through(hit_roll(one), (3,))
    assert told[0].needs == "3+ (a natural 2 misses full cover)"  # type: ignore[union-attr]


def test_a_profile_without_short_range_is_always_at_long_range() -> None:
    assert amounts(shot(armed(short=None, accuracy_short=3))) == []


@pytest.mark.parametrize("x", [13.0, 16.1, 17.3, 20.7, 23.3])
def test_check_the_range_exactly_as_far_off_as_a_range_is_within_it(x: float) -> None:
    """Ten times a tenth is rounded otherwise than one: a billionth of an inch is no distance, a ten thousandth is one."""
    far = x - 10.0 - 25 / 25.4
    for long, in_range in ((far - 5e-10, True), (far, True), (far - 1e-4, False)):
        battle = armed(short=1.0, long=long).changed("bill", position=(x, 10.0, 0.0))
        assert shot(battle).in_range is in_range


@pytest.mark.parametrize(("more", "cover"), [(0.0, "open"), (5e-10, "open"), (1e-4, "full")])
def test_point_blank_is_within_exactly_3_inches(more: float, cover: str) -> None:
    battle = duel(pieces=(rail(1.2, x=13.2),)).changed("bill", position=(13.0 + 25 / 25.4 + more, 10.0, 0.0))
    assert shot(battle).cover == cover


@pytest.mark.parametrize(("height", "says"), [(None, "target: partial"), (PARTIAL, "target: full"), (FULL, "full cover")])
def test_hard_target_is_said_where_it_makes_a_difference(height: float | None, says: str) -> None:
    battle = duel(pieces=(rail(height),) if height else ()).changed("bill", hard_target=True)
    (one,) = shot(battle).modifiers
    assert says in one.because.text
    assert ("hard target" in one.because.text) is (height != FULL)
