"""main-rulebook: Engaged, Retreat; Broken, Running for cover."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.skirmish.melee.retreat_actions import RETREAT, RUN_FOR_COVER, retreat, run_for_cover
from rules.skirmish.state.action import can
from rules.skirmish.state.battle_sight import distance, is_engaged, sees
from rules.skirmish.state.battle_state import Activation, Battle
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import R, acting, place

SIZE = (24.0, 16.0)


def in_combat(**others: Place) -> Battle:
    start = battle({"ann": (8.0, 8.0), "bill": (8.0 + 2 * R, 8.0), **others}, size=SIZE)
    return acting(start.changed("bill", facing=180.0), "ann", done=("retreat",))


def test_retreat_after_an_initiative_check_up_to_d6_inches() -> None:
    after, told = gone_through(retreat(in_combat(), "ann"), (4,), (3,), "1 8 0")
    assert place(after, "ann") == pytest.approx((5.0, 8.0, 0.0), abs=1e-6)
    assert told.names() == ["retreat", "retreat", "where to retreat"]
    assert not is_engaged(after, "ann")


def test_retreat_ends_an_inch_from_enemies() -> None:
    with pytest.raises(RulesError, match="Bill"):
        gone_through(retreat(in_combat(), "ann"), (4,), (3,), "7.5 8 0")
    with pytest.raises(RulesError, match="Bob"):
        gone_through(retreat(in_combat(bob=(3.6, 8.0)), "ann"), (4,), (3,), "5 8 0")


def test_retreat_may_stay_where_there_is_nowhere_to_go() -> None:
    after, _ = gone_through(retreat(in_combat(), "ann"), (4,), (1,), "stay")
    assert is_engaged(after, "ann")


def test_retreat_failed_each_enemy_engaged_makes_reaction_attacks() -> None:
    """Bill has one attack and is unarmed: one hit roll, which misses."""
    after, told = gone_through(retreat(in_combat(), "ann"), (3,), (1,))
    assert place(after, "ann") == (8.0, 8.0, 0.0)
    assert len(told) == 2


def test_retreat_is_for_the_engaged_also_when_broken() -> None:
    fresh = replace(in_combat(), activation=Activation("ann", 2, controller="red"))
    assert can(fresh, "ann", RETREAT)
    assert can(fresh.changed("ann", broken=True), "ann", RETREAT)
    assert not can(fresh.changed("ann", position=(2.0, 2.0, 0.0)), "ann", RETREAT)


def test_broken_fighters_activation_ends_after_the_action() -> None:
    broken = in_combat().changed("ann", broken=True)
    after, _ = gone_through(retreat(broken, "ann"), (4,), (3,), "1 8 0")
    assert after.activation is not None
    assert after.activation.left == 0


def broken(*pieces: Piece, at: Place = (10.0, 8.0), status: str = "standing", **others: Place) -> Battle:
    start = battle({"ann": at, **others}, pieces=pieces, size=SIZE)
    return acting(start.changed("ann", broken=True, status=status), "ann", left=1, done=("run-for-cover",))


def test_running_for_cover_is_for_the_broken_only() -> None:
    start = replace(broken(bill=(12.0, 8.0)), activation=Activation("ann", 2, controller="red"))
    assert can(start, "ann", RUN_FOR_COVER)
    for status in ("pinned", "seriously_injured"):
        assert can(start.changed("ann", status=status), "ann", RUN_FOR_COVER)
    assert not can(start.changed("ann", broken=False), "ann", RUN_FOR_COVER)


def test_running_ends_at_once_far_from_enemies_and_out_of_sight() -> None:
    wall = block("wall", (14.0, 0.0, 0.0), (14.2, 16.0, 8.0), kind="wall", infinite_height=True)
    after, told = gone_through(run_for_cover(broken(wall, bill=(18.0, 8.0)), "ann"))
    assert place(after, "ann") == (10.0, 8.0, 0.0)
    assert told == []
    assert after.activation is not None
    assert after.activation.left == 0


def test_running_first_more_than_3_inches_from_enemies_then_as_far_as_possible_in_the_open() -> None:
    after, told = gone_through(run_for_cover(broken(bill=(12.0, 8.0)), "ann"), (3, 3))
    assert told.names() == ["run for cover"]
    assert distance(after, "bill", "ann") > 3.0
    assert distance(after, "bill", "ann") == pytest.approx(2.0 - 2 * R + 6.0, abs=0.75)


def test_running_out_of_sight_of_enemies_and_stops_there() -> None:
    wall = block("wall", (7.0, 6.0, 0.0), (7.2, 10.0, 8.0), kind="wall", infinite_height=True)
    start = broken(wall, bill=(13.0, 8.0), at=(9.0, 10.5))
    assert sees(start, "bill", "ann")
    after, _ = gone_through(run_for_cover(start, "ann"), (4, 4))
    assert not sees(after, "bill", "ann")
    assert distance(after, "bill", "ann") > 3.0


def test_running_into_cover_where_nothing_hides() -> None:
    """A low wall hides legs only."""
    low = block("low", (6.0, 5.0, 0.0), (6.3, 11.0, 0.9), kind="obstacle")
    start = broken(low, bill=(13.0, 8.0), at=(9.0, 8.0))
    after, _ = gone_through(run_for_cover(start, "ann"), (4, 6))
    from rules.skirmish.state.battle_sight import verdict

    assert verdict(after, "bill", "ann").ruling.cover in {"partial", "full"}
    assert distance(after, "bill", "ann") > 3.0


def test_running_pinned_half_the_movement() -> None:
    after, told = gone_through(run_for_cover(broken(bill=(12.0, 8.0), status="pinned"), "ann"))
    assert told == []
    far = 10.0 - place(after, "ann")[0]
    assert 2.0 < far <= 3.0 + 1e-6
    assert after.model("ann").status == "pinned"


def test_running_never_nearer_to_the_closest_enemy() -> None:
    start = broken(bill=(12.0, 8.0), bob=(4.0, 8.0))
    after, _ = gone_through(run_for_cover(start, "ann"), (1, 2))
    assert distance(after, "bill", "ann") >= distance(start, "bill", "ann")
