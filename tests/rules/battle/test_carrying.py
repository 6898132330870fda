"""main-rulebook: Carrying objects and injured fighters."""

from dataclasses import replace

import pytest

from rules.battle.carrying import half_movement, in_reach, movement
from rules.battle.looks import figure_of
from rules.battle.moving import move
from rules.battle.state import Battle, Thing
from rules.company import touch
from tests.rules.battle.battles import Place, battle, gone_through
from tests.rules.battle.moves import R, acting, place

SIZE = (24.0, 16.0)


def start(*things: Thing, **others: Place) -> Battle:
    return acting(replace(battle({"ann": (4.0, 8.0), **others}, size=SIZE), things=things), "ann")


CRATE = Thing("crate", (4.8, 8.0, 0.0))


def test_movement_with_a_load_does_not_exceed_strength() -> None:
    after, _ = gone_through(move(start(CRATE), "ann"), "take crate, 12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert after.model("ann").carries == "crate"
    assert after.things[0] == replace(CRATE, position=place(after, "ann"), holder="ann")
    assert movement(after, "ann") == 3.0


def test_an_object_is_taken_up_on_reaching_it_and_what_was_moved_counts() -> None:
    """Two inches to the crate and one more with it."""
    crate = replace(CRATE, position=(6.8, 8.0, 0.0))
    after, _ = gone_through(move(start(crate), "ann"), "6 8, take crate, 12 8")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)


def test_nothing_is_taken_up_out_of_contact() -> None:
    after, _ = gone_through(move(start(replace(CRATE, position=(6.0, 8.0, 0.0))), "ann"), "take crate, 12 8 0")
    assert after.model("ann").carries == ""
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.0), abs=1e-6)


def test_a_load_may_be_dropped_on_the_way_and_still_holds_back() -> None:
    after, _ = gone_through(move(start(CRATE), "ann"), "take crate, 6 8, drop, 12 8")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert (after.model("ann").carries, after.things[0].holder) == ("", "")
    assert after.things[0].position == pytest.approx((6.0, 8.0, 0.0))


def test_only_one_object_is_carried() -> None:
    both = start(CRATE, Thing("loot", (3.2, 8.0, 0.0)))
    assert in_reach(both, "ann") == ("crate", "loot")
    after, _ = gone_through(move(both, "ann"), "take crate, take loot, 5 8")
    assert after.model("ann").carries == "crate"
    assert after.things[1].holder == ""


def test_a_seriously_injured_friend_is_dragged_along_in_contact() -> None:
    before = start(ada=(4.0 - 2 * R, 8.0)).changed("ada", posture="seriously_injured")
    after, _ = gone_through(move(before, "ann"), "take ada, 12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert place(after, "ada") == pytest.approx((7.0 - 2 * R, 8.0, 0.0), abs=0.01)
    assert touch(figure_of(after, "ann"), figure_of(after, "ada"))


def test_friends_who_are_up_and_enemies_are_not_carried() -> None:
    before = start(ada=(4.0 - 2 * R, 8.0), bill=(4.0 + 2 * R, 8.0)).changed("bill", posture="seriously_injured")
    assert in_reach(before, "ann") == ()


def test_light_objects_are_picked_up_by_moving_over_them_and_do_not_hold_back() -> None:
    light = Thing("chit", (6.0, 8.3, 0.0), light=True)
    aside = Thing("other", (6.0, 8.6, 0.0), light=True)
    after, _ = gone_through(move(start(light, aside), "ann"), "9 8 0")
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.0))
    assert [thing.holder for thing in after.things] == ["ann", ""]
    assert movement(after, "ann") == 5.0


def test_half_the_movement_is_rounded_up() -> None:
    assert half_movement(start(), "ann") == 3.0
