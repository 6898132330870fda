"""main-rulebook: Resolve hits; Special save rolls; Save rolls and vision arc; Conversion into injury dice."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.roster.gang import Fighter, Saves
from rules.roster.profile import Profile
from rules.skirmish.injury.hit_resolution import (
    Hit,
    in_arc,
    inflict,
    injury,
    needed_to_wound,
    resolve_hits,
    save,
    special_save,
    wounds,
)
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import battle, gone_through


def no_choice(request: Choose) -> Mapping[str, Fraction]:
    raise AssertionError(request)


def alone(saves: Saves | None = None, **profile: int) -> Battle:
    card = Fighter("bill", "Bill", profile=replace(Profile(), **profile), saves=saves or Saves())
    return battle({"bill": (10, 10)}, cards=[card])


def hit(strength: int | None = 3, **changes: object) -> Hit:
    return replace(Hit("bill", "ranged", strength), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(3, 3, 4), (4, 3, 3), (5, 3, 3), (6, 3, 2), (9, 4, 2), (2, 3, 5), (3, 4, 5), (2, 4, 6), (1, 3, 6), (3, 5, 5), (3, 6, 6),
     (1, 1, 4), (2, 1, 2), (8, 4, 2), (7, 4, 3)],
)  # fmt: skip
def test_wound_roll_table(strength: int, toughness: int, needed: int) -> None:
    assert needed_to_wound(strength, toughness) == needed


@pytest.mark.parametrize(("face", "wounded"), [(1, False), (3, False), (4, True), (6, True)])
def test_wound_roll_is_made_against_toughness(face: int, wounded: bool) -> None:
    assert gone_through(wounds(alone(), hit()), (face,))[0] is wounded


def test_flesh_wounds_lower_the_toughness_that_is_wounded_against() -> None:
    hurt = alone().changed("bill", flesh_wounds=1)
    assert gone_through(wounds(hurt, hit()), (3,))[0] is True


def test_inflict_damage_a_weapon_without_strength_needs_no_wound_roll() -> None:
    _, told = gone_through(resolve_hits(alone(), (hit(None, damage=None),)), (1,))
    assert told.names() == ["injury"]


@pytest.mark.parametrize(
    ("armour", "ap", "needed"),
    [(5, 0, 5), (5, -1, 6), (4, -2, 6), (None, 2, 5), (None, 1, 6), (3, 2, 2)],
)
def test_save_roll_armour_with_modifiers(armour: int | None, ap: int, needed: int) -> None:
    target = alone(Saves(armour=armour))
    assert gone_through(save(target, hit(ap=ap)), (needed,))[0] is True
    assert gone_through(save(target, hit(ap=ap)), (needed - 1,))[0] is False


@pytest.mark.parametrize(("armour", "ap"), [(5, -2), (6, -1), (None, 0), (None, -1)])
def test_save_roll_armour_of_seven_or_worse_fails_without_a_roll(armour: int | None, ap: int) -> None:
    assert gone_through(save(alone(Saves(armour=armour)), hit(ap=ap)))[0] is False


def test_save_roll_a_natural_one_fails() -> None:
    assert gone_through(save(alone(Saves(armour=2)), hit(ap=3)), (1,))[0] is False


def test_save_roll_invulnerable_saves_are_not_modified() -> None:
    target = alone(Saves(invulnerable=5))
    for ap in (-3, 0, 2):
        needed = 5
        assert gone_through(save(target, hit(ap=ap)), (needed,))[0] is True


def test_save_roll_only_one_save_is_made_and_it_is_the_better_one() -> None:
    target = alone(Saves(armour=4, invulnerable=5))
    assert gone_through(save(target, hit()), (4,))[1].names() == ["armour save"]
    assert gone_through(save(target, hit(ap=-2)), (5,))[1].names() == ["invulnerable save"]


def test_inflict_damage_each_point_removes_a_wound() -> None:
    after, told = gone_through(inflict(alone(wounds=3), "bill", 2))
    assert after.model("bill").wounds == 1
    assert told == []


def test_inflict_damage_rulebook_example_two_wounds_three_points() -> None:
    """Two injury dice, at the same time; whoever stays in play has one wound again."""
    after, told = gone_through(inflict(alone(wounds=2), "bill", 3), (1, 2))
    assert [question.dice for question in told if hasattr(question, "dice")] == ["2 injury"]
    assert (after.model("bill").wounds, after.model("bill").flesh_wounds) == (1, 2)


def test_inflict_damage_three_wounds_of_one_attack_are_pooled() -> None:
    after, told = gone_through(resolve_hits(alone(wounds=2), (hit(), hit(), hit())), (4,), (5,), (6,), (3, 4))
    assert told.names() == ["wound roll"] * 3 + ["injury"]
    assert after.model("bill").status == "seriously_injured"


@pytest.mark.parametrize(
    ("face", "result"), [(1, "flesh"), (2, "flesh"), (3, "serious"), (4, "serious"), (5, "serious"), (6, "out")]
)
def test_conversion_into_injury_dice(face: int, result: str) -> None:
    assert injury(face) == result


def test_injury_out_of_action_removes_the_fighter_and_is_counted() -> None:
    after, _ = gone_through(inflict(alone(), "bill", 1), (6,))
    assert not after.model("bill").on_table
    assert (after.side("blue").lost, after.side("blue").lost_this_round) == (1, 1)


def test_injury_serious_injury_counts_once_beside_flesh_wounds() -> None:
    after, _ = gone_through(inflict(alone(), "bill", 4), (3, 3, 4, 1))
    assert (after.model("bill").status, after.model("bill").flesh_wounds) == ("seriously_injured", 1)


def test_injury_flesh_wounds_down_to_toughness_0_take_out_of_action() -> None:
    worn = alone().changed("bill", flesh_wounds=2)
    after, _ = gone_through(inflict(worn, "bill", 1), (1,))
    assert after.model("bill").whereabouts == "out_of_action"


def test_special_save_only_against_its_kind() -> None:
    target = alone(Saves(special_ranged=6))
    assert gone_through(special_save(target, "bill", "ranged"), (6,))[0] is True
    assert gone_through(special_save(target, "bill", "ranged"), (5,))[0] is False
    assert gone_through(special_save(target, "bill", "close"))[0] is False


def test_save_rolls_and_vision_arc() -> None:
    """Bill at (10, 10) faces along +x."""
    target = alone(Saves(armour=5, armour_in_arc=1))
    assert gone_through(save(target, hit(origin=(20.0, 10.0))), (4,))[0] is True
    assert gone_through(save(target, hit(origin=(0.0, 10.0))), (4,))[0] is False
    down = target.changed("bill", status="pinned")
    assert gone_through(save(down, hit(origin=(20.0, 10.0))), (4,))[0] is False


@pytest.mark.parametrize(("place", "inside"), [((20.0, 19.9), True), ((20.0, 20.1), False), ((0.0, 10.0), False)])
def test_vision_arc_is_90_degrees_to_the_front(place: tuple[float, float], inside: bool) -> None:
    assert in_arc(alone(), "bill", place) is inside


def test_odds_of_one_hit_worked_out_by_hand() -> None:
    """Strength 3 against toughness 3 wounds on 4+, armour 5+ at -1 saves on a 6; then the injury die."""
    target = alone(Saves(armour=5))
    found = odds(no_choice, resolve_hits, target, (hit(ap=-1),))
    wounded = Fraction(1, 2) * Fraction(5, 6)
    chance = {
        (after.model("bill").whereabouts, after.model("bill").status, after.model("bill").flesh_wounds): part
        for after, part in found.items()
    }
    assert chance[("out_of_action", "standing", 0)] == wounded / 6
    assert chance[("table", "seriously_injured", 0)] == wounded / 2
    assert chance[("table", "standing", 1)] == wounded / 3
    assert chance[("table", "standing", 0)] == 1 - wounded


def test_inflict_damage_that_no_wounds_are_left_is_told() -> None:
    """Three points on two wounds: two injury dice, and one wound again."""
    after, told = gone_through(inflict(alone(wounds=2), "bill", 3), (1, 1))
    assert [line.text for line in told.said] == [
        "Bill has no wounds left, and has 1 again unless out of action",
        "Bill suffers 2 flesh wounds",
    ]
    assert after.model("bill").wounds == 1


def test_save_roll_armour_that_is_worse_than_six_is_told_not_rolled() -> None:
    saved, told = gone_through(save(alone(Saves(armour=6)), hit(ap=-1, weapon="rifle")))
    assert not saved
    assert [line.text for line in told.said] == [
        "the armour of Bill does not save: 6+ becomes 7+ or worse (-1 armour penetration of rifle)"
    ]
    assert gone_through(save(alone(), hit(ap=-1)))[1].said == [], "who wears none is not told of it"


def test_injury_out_of_action_by_flesh_wounds_is_told_as_such() -> None:
    _, told = gone_through(inflict(alone().changed("bill", flesh_wounds=2), "bill", 1), (1,))
    assert told.said[-1].text == "Bill goes out of action: flesh wounds leave no toughness"
