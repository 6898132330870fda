"""main-rulebook: Carrying objects and injured fighters."""

from dataclasses import replace

import pytest

from rules.engagement import touch
from rules.errors import RulesError
from rules.skirmish.melee.consolidation import consolidate
from rules.skirmish.moving.carrying import half_movement, in_reach, movement
from rules.skirmish.moving.crawl_actions import crawl, take_cover
from rules.skirmish.moving.move_actions import move
from rules.skirmish.phases.end_phase import recovery_roll
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.status_changes import dropped, out_of_action, seriously_injured
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

SIZE = (24.0, 16.0)


def start(*things: TableObject, **others: Place) -> Battle:
    return acting(replace(battle({"ann": (4.0, 8.0), **others}, size=SIZE), things=things), "ann")


CRATE = TableObject("crate", (4.8, 8.0, 0.0))


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
    far = start(replace(CRATE, position=(6.0, 8.0, 0.0)))
    for text in ("take crate", "take crate, 12 8 0", "9 8, take crate"):
        with pytest.raises(RulesError, match="not in contact with crate"):
            gone_through(move(far, "ann"), text)


def test_a_load_may_be_dropped_on_the_way_and_still_holds_back() -> None:
    after, _ = gone_through(move(start(CRATE), "ann"), "take crate, 6 8, drop, 12 8")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert (after.model("ann").carries, after.things[0].holder) == ("", "")
    assert after.things[0].position == pytest.approx((6.0, 8.0, 0.0))


def test_only_one_object_is_carried() -> None:
    both = start(CRATE, TableObject("loot", (3.2, 8.0, 0.0)))
    assert in_reach(both, "ann") == ("crate", "loot")
    with pytest.raises(RulesError, match="carries crate already"):
        gone_through(move(both, "ann"), "take crate, take loot, 5 8")
    after, _ = gone_through(move(both, "ann"), "take crate, drop, take loot")
    assert (after.model("ann").carries, after.things[0].holder) == ("loot", "")


def test_what_cannot_be_carried_is_refused_with_the_reason() -> None:
    light = start(CRATE, TableObject("chit", (4.3, 8.0, 0.0), light=True))
    for text, why in (
        ("take chit", "picked up by moving over it"),
        ("take gold", 'there is no "gold" to be carried; there are: crate'),
        ("drop", "carries nothing"),
    ):
        with pytest.raises(RulesError, match=why):
            gone_through(move(light, "ann"), text)
    held = start(CRATE, ada=(4.8, 8.9)).changed("ada", carries="crate")
    held = replace(held, things=(replace(CRATE, holder="ada"),))
    with pytest.raises(RulesError, match="Ada has crate"):
        gone_through(move(held, "ann"), "take crate")


def test_a_seriously_injured_friend_is_dragged_along_in_contact() -> None:
    before = start(ada=(4.0 - 2 * R, 8.0)).changed("ada", status="seriously_injured")
    after, _ = gone_through(move(before, "ann"), "take ada, 12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert place(after, "ada") == pytest.approx((7.0 - 2 * R, 8.0, 0.0), abs=0.01)
    assert touch(figure_of(after, "ann"), figure_of(after, "ada"))


def test_friends_who_are_up_and_enemies_are_not_carried() -> None:
    before = start(ada=(4.0 - 2 * R, 8.0), bill=(4.0 + 2 * R, 8.0)).changed("bill", status="seriously_injured")
    assert in_reach(before, "ann") == ()


def test_light_objects_are_picked_up_by_moving_over_them_and_do_not_hold_back() -> None:
    light = TableObject("chit", (6.0, 8.3, 0.0), light=True)
    aside = TableObject("other", (6.0, 8.6, 0.0), light=True)
    after, _ = gone_through(move(start(light, aside), "ann"), "9 8 0")
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.0))
    assert [thing.holder for thing in after.things] == ["ann", ""]
    assert movement(after, "ann") == 5.0


def test_half_the_movement_is_rounded_up() -> None:
    assert half_movement(start(), "ann") == 3.0


def test_half_the_movement_with_a_load_is_half_of_what_the_strength_leaves() -> None:
    """Movement 5 and strength 3: the characteristic counts as 3, and half of it, rounded up, is 2."""
    loaded = start(replace(CRATE, holder="ann")).changed("ann", carries="crate")
    assert half_movement(loaded, "ann") == 2.0
    after, _ = gone_through(take_cover(loaded, "ann"), "12 8 0")
    assert place(after, "ann") == pytest.approx((6.0, 8.0, 0.0), abs=1e-6)
    crawled, _ = gone_through(crawl(loaded.changed("ann", status="pinned"), "ann"), "12 8 0")
    assert place(crawled, "ann") == pytest.approx((6.0, 8.0, 0.0), abs=1e-6)


def test_a_load_may_be_taken_up_and_dropped_taking_cover_and_crawling() -> None:
    loaded = start(replace(CRATE, holder="ann")).changed("ann", carries="crate")
    after, _ = gone_through(take_cover(loaded, "ann"), "drop, 12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert after.model("ann").carries == ""
    after, _ = gone_through(crawl(start(CRATE).changed("ann", status="pinned"), "ann"), "take crate, 12 8 0")
    assert place(after, "ann") == pytest.approx((6.0, 8.0, 0.0), abs=1e-6)
    with pytest.raises(RulesError, match="seriously injured and carries nothing"):
        gone_through(crawl(start(CRATE).changed("ann", status="seriously_injured"), "ann"), "take crate")


def test_consolidating_after_dropping_a_load_is_three_inches_all_the_same() -> None:
    loaded = start(replace(CRATE, holder="ann")).changed("ann", carries="crate")
    after, _ = gone_through(consolidate(loaded, "ann"), "drop, 12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)


def dragging() -> Battle:
    """Ann drags Ada, who is seriously injured."""
    return start(ada=(4.0 - 2 * R, 8.0)).changed("ada", status="seriously_injured").changed("ann", carries="ada")


def test_a_dragged_friend_who_comes_round_is_let_go_of() -> None:
    (after, _), _ = gone_through(recovery_roll(replace(dragging(), activation=None), "ada", ("ann",)), (1,))
    assert after.model("ada").status == "pinned"
    assert (after.model("ann").carries, movement(after, "ann")) == ("", 5.0)


def test_a_dragged_friend_who_goes_out_of_action_is_let_go_of() -> None:
    after = out_of_action(dragging(), "ada")
    assert after.model("ann").carries == ""


def test_a_dragged_friend_who_crawls_away_is_let_go_of() -> None:
    after, _ = gone_through(crawl(acting(dragging(), "ada", done=("crawl",)), "ada"), "1 8 0")
    assert after.model("ann").carries == ""
    moved, _ = gone_through(move(acting(after, "ann"), "ann"), "9 8 0")
    assert place(moved, "ann") == pytest.approx((9.0, 8.0, 0.0), abs=1e-6)
    assert place(moved, "ada") == place(after, "ada")


def test_light_objects_that_are_picked_up_are_told() -> None:
    _, told = gone_through(move(start(TableObject("chit", (6.0, 8.3, 0.0), light=True)), "ann"), "9 8 0")
    assert "Ann picks up chit" in [line.text for line in told.said]


LEDGE = block("ledge", (0.0, 0.0, 0.0), (8.0, 16.0, 4.0))


@pytest.mark.parametrize(("face", "fallen"), [(6, False), (1, True)])
def test_falling_down_what_is_carried_comes_down_with_the_faller(face: int, fallen: bool) -> None:
    """Ann jumps four inches down with a crate, which lies where she lands, whether she falls or not."""
    high = battle({"ann": (6.5, 8.0, 4.0)}, pieces=[LEDGE], size=SIZE).changed("ann", carries="crate")
    high = acting(replace(high, things=(TableObject("crate", (6.5, 8.0, 4.0), holder="ann"),)), "ann")
    after, told = gone_through(move(high, "ann"), "9 8 0", (face,), *([(1,)] if fallen else []))
    assert told.names()[:2] == ["where to", "jump down"]
    assert (after.model("ann").carries == "") is fallen
    x, y, z = after.things[0].position
    assert (y, z) == pytest.approx((8.0, 0.0), abs=0.01)
    assert x == pytest.approx(8.0 + R if fallen else place(after, "ann")[0], abs=NEAR)


def test_falling_down_a_dragged_friend_stays_at_the_edge() -> None:
    high = battle({"ann": (5.0, 8.0, 4.0), "ada": (5.0 - 2 * R, 8.0, 4.0)}, pieces=[LEDGE], size=SIZE)
    high = acting(high.changed("ada", status="seriously_injured").changed("ann", carries="ada"), "ann", left=1)
    after, _ = gone_through(move(high, "ann"), "7.4 8 4, 9 8 0")
    after, told = gone_through(move(acting(after, "ann"), "ann"), "9 8 0", (1,), (1,))
    assert told.names()[:2] == ["where to", "jump down"]
    assert after.model("ann").carries == ""
    assert place(after, "ann")[2] == pytest.approx(0.0, abs=0.01)
    x, _, z = place(after, "ada")
    assert 6.0 < x <= 8.0
    assert z == pytest.approx(4.0, abs=0.01)


def test_dangerous_terrain_what_is_carried_lies_where_the_carrier_is_lost() -> None:
    vat = block("vat", (7.0, 0.0, 0.0), (10.0, 16.0, 0.02), kind="area", ground="dangerous")
    before = battle({"ann": (6.0, 8.0)}, pieces=[vat], size=SIZE).changed("ann", carries="crate")
    before = acting(replace(before, things=(TableObject("crate", (6.0, 8.0, 0.0), holder="ann"),)), "ann")
    after, _ = gone_through(move(before, "ann"), "8 8", (1,))
    assert not after.model("ann").on_table
    assert after.things[0].holder == ""
    assert after.things[0].position[0] > 6.9


def test_climbing_what_is_let_go_of_comes_to_the_ground() -> None:
    """Ann hangs halfway up with a crate when she is seriously injured, or drops it."""
    hanging = battle({"ann": (8.0 + R, 8.0, 2.0)}, pieces=[LEDGE], size=SIZE).changed("ann", carries="crate")
    hanging = replace(hanging, things=(TableObject("crate", (8.0 + R, 8.0, 2.0), holder="ann"),))
    for after in (seriously_injured(hanging, "ann"), dropped(hanging, "ann")):
        assert after.things[0].holder == ""
        assert after.things[0].position[2] in {0.0, 4.0}
