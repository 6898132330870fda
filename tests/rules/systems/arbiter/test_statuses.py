"""arbiter: Status & Conditions: what may be done in each. What marks do is tested with the marks."""

from dataclasses import replace
from typing import Any

from rules.engine.procedure_steps import Roll
from rules.skirmish.phases.activation import insanity, recover_wits
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.status_changes import pinned
from tests.rules.skirmish.battles import gone_through
from tests.rules.skirmish.guns import card, weapon
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, open_to, scene, turn_of

GUN = card("ann", weapon("carbine", ammo=4))
OTHERS = {"blind-fire", "ductway-crawl", "ductway-shoot"}
"""Actions with tests of their own."""


def ann(*, x: float = 30.0, left: int = 2, **changes: Any) -> Battle:  # noqa: ANN401
    start = scene({"ann": (10.0, 10.0), "bill": (x, 10.0)}, cards=[GUN])
    return turn_of(start, "ann", left=left, **changes)


def test_standing_and_active() -> None:
    assert open_to(ann(), "ann") - OTHERS == {"face", "move", "charge", "shoot", "aim", "take-cover"}


def test_prone_and_pinned_only_stands_up_crawls_fires_blindly_or_reloads() -> None:
    """Bill is near enough to be charged, which nobody does from the ground."""
    lies = ann(x=13.0, status="pinned", empty=frozenset({"carbine"}))
    assert open_to(lies, "ann") - OTHERS == {"stand-up", "crawl", "reload"}


def test_prone_and_seriously_injured_only_crawls() -> None:
    assert open_to(ann(status="seriously_injured", empty=frozenset({"carbine"})), "ann") == {"crawl"}


def test_broken_only_runs_for_cover() -> None:
    assert open_to(ann(broken=True), "ann") == {"face", "run-for-cover"}
    assert open_to(ann(broken=True, left=1), "ann") == {"face"}, "which is double"
    assert open_to(ann(broken=True, status="pinned"), "ann") == {"run-for-cover"}


def test_engaged_fights_or_retreats() -> None:
    assert open_to(ann(x=10.0 + CONTACT), "ann") - OTHERS == {"fight", "retreat"}


def test_pinned_only_who_stands_and_is_not_engaged() -> None:
    assert pinned(ann(), "ann").model("ann").status == "pinned"
    assert pinned(ann(x=10.0 + CONTACT), "ann").model("ann").status == "standing"


def insane(face: int, **changes: Any) -> Battle:  # noqa: ANN401
    return gone_through(insanity(ann(insane=True, **changes), "ann"), (face,))[0]


def test_insane_broken_or_under_the_enemys_control_or_as_normal() -> None:
    assert [insane(face).model("ann").broken for face in (1, 2, 3)] == [True, True, False]
    controls = [insane(face).activation for face in (3, 4, 5, 6)]
    assert [one.controller for one in controls if one] == ["blue", "blue", "red", "red"]
    assert [one.lucid for one in controls if one] == [False, False, True, True]


def test_insane_a_willpower_check_removes_it() -> None:
    after, told = gone_through(recover_wits(insane(5), "ann"), (6, 6))
    assert not after.model("ann").insane
    roll = told[0]
    assert isinstance(roll, Roll)
    assert (roll.dice, roll.needs) == ("2D6", "7+")


def test_turning_is_no_action() -> None:
    """The text says nothing of it; by the main rulebook it costs nothing, and a lying fighter does not turn."""
    start = ann(left=1)
    assert "face" in open_to(start, "ann")
    assert start.activation is not None
    acted = replace(start, activation=replace(start.activation, done=("aim",), left=0))
    assert "face" not in open_to(acted, "ann")
