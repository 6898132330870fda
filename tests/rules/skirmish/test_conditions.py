"""main-rulebook: Fighter's conditions, and how they come and go."""

from dataclasses import replace
from typing import Any

import pytest

from rules.skirmish.moving.move_actions import move
from rules.skirmish.phases.activation import may_activate
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import (
    dropped,
    fled,
    out_of_action,
    pinned,
    seriously_injured,
    stood_up,
    without_hard_target,
)
from tests.rules.skirmish.battles import battle, gone_through
from tests.rules.skirmish.moves import R, acting

START = battle({"anna": (10, 10), "alan": (13, 10), "bill": (30, 10)})
HARD = START.changed("anna", hard_target=True)


def test_operational_is_everybody_by_default() -> None:
    assert all(model.operational for model in START.models)


@pytest.mark.parametrize(
    "changes", [{"status": "seriously_injured"}, {"broken": True}, {"insane": True}, {"whereabouts": "fled"}]
)
def test_non_operational_are_the_seriously_injured_the_broken_and_the_insane(changes: dict[str, Any]) -> None:
    assert not START.changed("anna", **changes).model("anna").operational


@pytest.mark.parametrize("changes", [{"status": "pinned"}, {"hard_target": True}, {"reduced_actions": True}, {"ready": False}])
def test_operational_is_who_is_pinned_or_slow_or_has_been_activated(changes: dict[str, Any]) -> None:
    assert START.changed("anna", **changes).model("anna").operational


def test_ready_who_loses_the_marker_is_not_activated() -> None:
    assert may_activate(START, "red") == ("anna", "alan")
    assert may_activate(START.changed("anna", ready=False), "red") == ("alan",)


@pytest.mark.parametrize("changed", [pinned, seriously_injured, out_of_action, fled])
def test_hard_target_is_lost_on_going_down(changed: Any) -> None:  # noqa: ANN401
    assert not changed(HARD, "anna").model("anna").hard_target


def test_hard_target_is_lost_on_becoming_engaged_and_kept_by_others() -> None:
    met = HARD.changed("alan", hard_target=True).changed("bill", position=(10 + 2 * R, 10.0, 0.0))
    after = without_hard_target(met)
    assert (after.model("anna").hard_target, after.model("alan").hard_target) == (False, True)


def test_hard_target_takes_two_moves_in_a_row() -> None:
    def moved(*done: str) -> Battle:
        return gone_through(move(acting(START, "anna", left=0, done=done), "anna"), "10 12")[0]

    assert moved("move", "move").model("anna").hard_target
    _, told = gone_through(move(acting(START, "anna", left=0, done=("move", "move")), "anna"), "10 12")
    assert told.said[-1].text == "Anna is a hard target"
    assert not moved("move").model("anna").hard_target
    assert not moved("move", "aim", "move").model("anna").hard_target


def test_hard_target_is_nobody_whose_second_move_engages() -> None:
    near = acting(START.changed("bill", position=(10.0, 14.0, 0.0)), "anna", left=0, done=("move", "move"))
    after, _ = gone_through(move(near, "anna"), "engage bill")
    assert not after.model("anna").hard_target


def test_target_is_pinned_only_who_stands_and_is_not_engaged() -> None:
    assert pinned(START, "anna").model("anna").status == "pinned"
    engaged = START.changed("bill", position=(10 + 2 * R, 10.0, 0.0))
    assert pinned(engaged, "anna") == engaged
    down = START.changed("anna", status="seriously_injured")
    assert pinned(down, "anna") == down


def test_stand_up_may_change_the_facing() -> None:
    down = START.changed("anna", status="pinned", facing=30.0)
    assert (stood_up(down, "anna").model("anna").status, stood_up(down, "anna").model("anna").facing) == ("standing", 30.0)
    assert stood_up(down, "anna", 90.0).model("anna").facing == 90.0


def test_out_of_action_removes_from_play_with_markers_and_place_in_the_group() -> None:
    after = out_of_action(replace(START, group=("anna", "alan")), "anna")
    assert (after.model("anna").on_table, after.model("anna").ready, after.group) == (False, False, ("alan",))
    assert (after.side("red").lost, after.side("red").lost_this_round) == (1, 1)


def test_fleeing_is_no_loss_of_this_round() -> None:
    after = fled(START, "anna")
    assert (after.side("red").lost, after.side("red").lost_this_round) == (1, 0)


def test_carrying_whoever_goes_down_lets_go() -> None:
    dragging = START.changed("anna", carries="alan")
    assert dropped(dragging, "anna").model("anna").carries == ""
    assert seriously_injured(dragging, "anna").model("anna").carries == ""
