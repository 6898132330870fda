"""main-rulebook: Changing facing."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.skirmish.moving.facing_action import FACE, face
from rules.skirmish.state.action import can, verify
from rules.skirmish.state.battle_state import Activation, Battle
from tests.rules.skirmish.battles import battle, gone_through
from tests.rules.skirmish.moves import R, acting


def start(*done: str, left: int = 2) -> Battle:
    return acting(battle({"ann": (4.0, 8.0), "bill": (4.0, 2.0)}), "ann", left=left, done=done)


@pytest.mark.parametrize(("text", "facing"), [("bill", 270.0), ("90", 90.0), ("-90", 270.0), ("keep", 0.0)])
def test_a_fighter_turns_to_face_any_direction(text: str, facing: float) -> None:
    after, _ = gone_through(face(start(), "ann"), text)
    assert after.model("ann").facing == pytest.approx(facing)


@pytest.mark.parametrize("text", ["left", "nan", "inf", ""])
def test_what_is_no_direction_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        gone_through(face(start(), "ann"), text)


@pytest.mark.parametrize(
    ("done", "possible"),
    [((), True), (("move",), True), (("charge",), True), (("shoot",), False), (("face",), False), (("move", "face"), False)],
)
def test_before_the_first_action_and_after_moving(done: tuple[str, ...], possible: bool) -> None:
    assert can(start(*done), "ann", FACE) is possible


def test_changing_facing_who_keeps_it_does_not_turn() -> None:
    assert gone_through(face(start(), "ann"), "keep")[1].said[-1].text == "Ann does not turn"
    assert gone_through(face(start(), "ann"), "90")[1].said[-1].text == "Ann turns to 90 degrees"


def test_turning_costs_nothing() -> None:
    assert can(start("move", left=0), "ann", FACE)


def test_engaged_fighters_turn_and_those_who_lie_do_not() -> None:
    before = start()
    near = before.changed("bill", position=(4.0, 8.0 - 2 * R, 0.0))
    assert can(near, "ann", FACE)
    for status in ("pinned", "seriously_injured"):
        assert verify(before.changed("ann", status=status), "ann", FACE)


def test_an_insane_fighter_turns_as_his_controller_likes() -> None:
    controlled = replace(start(), activation=Activation("ann", 2, controller="blue"))
    _, told = gone_through(face(controlled, "ann"), "90")
    assert getattr(told[0], "who", "") == "blue"
