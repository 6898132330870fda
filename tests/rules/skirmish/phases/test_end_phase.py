"""main-rulebook: End phase: recovery rolls, assistance, bottle tests, fleeing, leading by example."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.roster.gang import Fighter
from rules.skirmish.phases.end_phase import (
    bottle_test,
    end_of_round,
    flee,
    may_lead,
    must_test,
    recovery,
    recovery_roll,
)
from rules.skirmish.phases.priority import new_round
from rules.skirmish.phases.rounds import phase_step
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.skirmish.state.status_changes import out_of_action
from tests.rules.skirmish.battles import battle, gone_through

DOWN = battle({"anna": (10, 10), "alan": (11.5, 10), "bill": (40, 40)}).changed("anna", status="seriously_injured")


@pytest.mark.parametrize(
    ("face", "status", "wounds", "where"),
    [(1, "pinned", 1, "table"), (3, "seriously_injured", 0, "table"), (6, "seriously_injured", 0, "out_of_action")],
)
def test_recovery_rolls_results(face: int, status: str, wounds: int, where: str) -> None:
    (after, _), told = gone_through(recovery_roll(DOWN, "anna", ("alan",)), (face,))
    assert len(told.said) == 1, "whatever it comes to is told"
    assert ("pinned" in told.said[0].text) is (status == "pinned")
    model = after.model("anna")
    assert (model.status, model.flesh_wounds, model.whereabouts) == (status, wounds, where)


def test_recovery_rolls_the_last_flesh_wound_takes_out_of_action() -> None:
    worn = DOWN.changed("anna", flesh_wounds=2)
    (after, _), told = gone_through(recovery_roll(worn, "anna", ("alan",)), (1,))
    assert after.model("anna").whereabouts == "out_of_action"
    assert "goes out of action" in told.said[0].text


def test_seriously_injured_no_recovery_with_an_enemy_on_his_feet_within_an_inch() -> None:
    watched = DOWN.changed("bill", position=(10.0, 11.9, 0.0))
    assert gone_through(recovery(watched))[1] == []
    harmless = watched.changed("bill", status="seriously_injured")
    assert gone_through(recovery(harmless), "none", (3,), (3,))[1].names() == ["who assists", "recovery", "recovery"]


def test_assistance_two_dice_are_rolled_and_one_is_picked() -> None:
    (after, helper), told = gone_through(recovery_roll(DOWN, "anna", ()), "alan", (1, 6), "flesh")
    assert [one.dice for one in told if isinstance(one, Roll)] == ["2 injury"]
    assert (helper, after.model("anna").status) == ("alan", "pinned")


def test_assistance_only_by_active_and_operational_friends_within_an_inch() -> None:
    for changes in ({"status": "pinned"}, {"broken": True}, {"insane": True}, {"position": (14.0, 10.0, 0.0)}):
        hindered = DOWN.changed("alan", **changes)
        assert gone_through(recovery_roll(hindered, "anna", ()), (3,))[1].names() == ["recovery"]


def test_assistance_each_fighter_assists_once_in_an_end_phase() -> None:
    two = battle({"anna": (10, 10), "alan": (11.5, 10), "abel": (13, 10), "bill": (40, 40)})
    two = two.changed("anna", status="seriously_injured").changed("abel", status="seriously_injured")
    _, told = gone_through(recovery(two), "alan", (3, 3), (3,))
    assert told.names() == ["who assists", "recovery", "recovery"]


def gang_of(count: int, lost: int, **side: object) -> Battle:
    places = {f"a{n}": (3.0 + 4 * n, 5.0) for n in range(count)} | {"bill": (40, 40), "bob": (44, 40)}
    return battle(places).side_changed("red", lost=lost, **side)


@pytest.mark.parametrize(
    ("left", "lost", "tests"), [(8, 1, False), (8, 2, True), (4, 1, True), (5, 1, False), (5, 2, True), (3, 0, False)]
)
def test_bottle_tests_when_a_quarter_of_those_left_are_lost(left: int, lost: int, tests: bool) -> None:
    assert must_test(gang_of(left, lost), "red") is tests


def test_bottle_tests_rulebook_example_seven_lose_two() -> None:
    """Five are left; the leader tests at -2, and cannot be selected next round."""
    after, told = gone_through(bottle_test(gang_of(5, 2, lost_this_round=2), "red"), "a0", (4, 4))
    (roll,) = [one for one in told if isinstance(one, Roll)]
    assert roll.needs == "9+"
    assert after.side("red").bottled
    following = replace(after.side("red"), tested_before="a0")
    assert "a0" not in may_lead(replace(after, sides=(following, after.side("blue"))), "red")


def test_bottle_tests_who_was_selected_can_be_again_in_the_round_after_the_next() -> None:
    after, _ = gone_through(bottle_test(gang_of(5, 2), "red"), "a0", (6, 6))
    following = new_round(after)
    assert "a0" not in may_lead(following, "red")
    tested, _ = gone_through(bottle_test(following, "red"), "a1", (6, 6))
    assert {"a0", "a1"} & set(may_lead(new_round(tested), "red")) == {"a0"}


def test_fleeing_the_battlefield_afterwards_no_gang_counts_as_bottling() -> None:
    after, _ = gone_through(flee(gang_of(2, 2, bottled=True), "red"), (6, 6), (6, 6))
    assert not after.side("red").bottled


def test_bottle_tests_passed_nobody_flees() -> None:
    after, _ = gone_through(bottle_test(gang_of(5, 2, lost_this_round=2), "red"), "a0", (4, 5))
    assert not after.side("red").bottled
    assert gone_through(flee(after, "red"))[1] == []


def test_bottle_tests_only_operational_fighters_are_selected() -> None:
    some = gang_of(3, 2).changed("a0", broken=True).changed("a1", status="seriously_injured")
    assert may_lead(some, "red") == ("a2",)


def test_bottle_tests_nobody_to_select_bottles() -> None:
    none = gang_of(2, 2).changed("a0", broken=True).changed("a1", broken=True)
    after, told = gone_through(bottle_test(none, "red"), "stay")
    assert after.side("red").bottled
    assert not any(isinstance(one, Roll) for one in told)


def test_one_in_the_field_but_without_a_shield() -> None:
    after, _ = gone_through(bottle_test(gang_of(1, 3), "red"), "stay")
    assert after.side("red").bottled
    assert must_test(gang_of(1, 0), "red")


def test_voluntarily_fleeing_everybody_goes() -> None:
    after, _ = gone_through(bottle_test(gang_of(4, 1), "red"), "flee")
    gone, told = gone_through(flee(after, "red"))
    assert told == []
    assert {model.whereabouts for model in gone.models if model.gang == "red"} == {"fled"}


def test_voluntarily_fleeing_only_where_a_test_is_required() -> None:
    assert gone_through(bottle_test(gang_of(8, 1), "red"))[1] == []


def test_fleeing_the_battlefield_each_fighter_checks_cool() -> None:
    bottled = gang_of(3, 1, bottled=True).changed("a1", status="seriously_injured")
    after, told = gone_through(flee(bottled, "red"), (6, 6), (1, 2), (6, 1))
    assert told.names() == ["stay and fight"] * 3
    assert [model.whereabouts for model in after.models[:3]] == ["table", "fled", "table"]
    assert not after.side("red").bottled
    assert after.side("red").lost == 2


def test_leading_by_example_friends_near_a_leader_who_stays_do_not_flee() -> None:
    places = {"red2": (10.0, 5.0), "aboss": (5.0, 5.0), "red3": (30.0, 5.0), "bill": (40.0, 40.0)}
    bottled = battle(places, cards=[Fighter("aboss", "Boss", leads_by_example=12.0)]).side_changed("red", bottled=True)
    after, told = gone_through(flee(bottled, "red"), (6, 6), (1, 1))
    assert [one.who for one in told if isinstance(one, Roll)] == ["aboss", "red3"]
    assert after.model("red2").on_table


def test_leading_by_example_not_by_a_leader_who_flees() -> None:
    card = Fighter("aboss", "Boss", leads_by_example=12.0)
    bottled = battle({"aboss": (5, 5), "red2": (10, 5), "bill": (40, 40)}, cards=[card]).side_changed("red", bottled=True)
    after, _ = gone_through(flee(bottled, "red"), (1, 1), (1, 1))
    assert not any(model.on_table for model in after.models if model.gang == "red")


def test_end_phase_comes_in_its_order() -> None:
    phases = []
    now = replace(gang_of(3, 0), phase="recovery")
    while now.phase != "priority":
        phases.append(now.phase)
        now, _ = gone_through(phase_step(now))
    assert phases == ["recovery", "bottle", "flee"]


def test_end_of_round_the_last_gang_wins() -> None:
    now = out_of_action(out_of_action(gang_of(3, 0), "bill"), "bob")
    after, _ = gone_through(end_of_round(now))
    assert (after.phase, after.winner) == ("over", "red")


def test_end_of_round_a_scenario_may_end_and_be_won_by_points() -> None:
    scenario = Scenario("Hold", (Area((0, 0), (1, 0.2)), Area((0, 0.8), (1, 1))), rounds=1, victory="points",
                        objectives=(Objective("pump", (3.0 / 48.0, 5.0 / 48.0), 2),))  # fmt: skip
    now = gang_of(3, 0)
    now = replace(now, setting=replace(now.setting, scenario=scenario))
    after, told = gone_through(end_of_round(now))
    assert (after.phase, after.winner, after.side("red").score) == ("over", "red", 2)
    assert [line.text for line in told.said] == ["pump held by Red: 2 points", "Red: 2 points, Blue: 0 points", "won by Red"]


def test_choices_of_the_end_phase_are_the_gangs_own() -> None:
    _, told = gone_through(bottle_test(gang_of(5, 2), "red"), "a1", (6, 6))
    assert [one.who for one in told if isinstance(one, Choose)] == ["red"]
