"""main-rulebook: Pinned and Seriously injured, Crawl and Stand up; Active, Take cover."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.skirmish.moving.crawl_actions import CRAWL, STAND_UP, TAKE_COVER, crawl, stand_up, take_cover
from rules.skirmish.state.action import can
from rules.skirmish.state.battle_state import Activation, Battle
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

SIZE = (24.0, 16.0)


def lying(*pieces: Piece, status: str = "pinned", at: Place = (4.0, 8.0), **others: Place) -> Battle:
    start = battle({"ann": at, **others}, pieces=pieces, size=SIZE).changed("ann", status=status)
    return acting(start, "ann", left=0, done=("crawl",))


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_crawl_half_the_movement_rounded_up(status: str) -> None:
    after, _ = gone_through(crawl(lying(status=status), "ann"), "12 8 0")
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert after.model("ann").status == status


def test_crawl_leads_along_the_ground() -> None:
    wall = block("tower", (6.0, 0.0, 0.0), (20.0, 16.0, 3.0))
    with pytest.raises(RulesError, match="crawls"):
        gone_through(crawl(lying(wall), "ann"), "8 8 3")


def test_crawl_keeps_an_inch_from_enemies() -> None:
    with pytest.raises(RulesError, match="Bill"):
        gone_through(crawl(lying(bill=(7.5, 8.0)), "ann"), "6 8 0")


@pytest.mark.parametrize(("left", "status", "possible"), [(2, "pinned", True), (1, "pinned", False), (2, "standing", False)])
def test_crawl_is_double_and_only_for_those_who_lie(left: int, status: str, possible: bool) -> None:
    start = replace(lying(status=status), activation=Activation("ann", left, controller="red"))
    assert can(start, "ann", CRAWL) is possible


def test_stand_up_the_controlling_player_chooses_the_facing() -> None:
    after, told = gone_through(stand_up(lying(bill=(4.0, 12.0)), "ann"), "bill")
    assert after.model("ann").status == "standing"
    assert after.model("ann").facing == pytest.approx(90.0)
    assert getattr(told[0], "who", "") == "red"


def test_stand_up_is_basic() -> None:
    start = lying()
    assert can(replace(start, activation=Activation("ann", 1, controller="red")), "ann", STAND_UP)
    again = Activation("ann", 1, ("stand-up",), controller="red")
    assert not can(replace(start, activation=again), "ann", STAND_UP)


def test_seriously_injured_fighters_cannot_stand_up() -> None:
    start = lying(status="seriously_injured")
    assert not can(replace(start, activation=Activation("ann", 2, controller="red")), "ann", STAND_UP)


def test_take_cover_half_the_movement_and_then_pinned() -> None:
    start = acting(battle({"ann": (4.0, 8.0)}, size=SIZE), "ann", done=("take-cover",))
    after, told = gone_through(take_cover(start, "ann"), "12 8 0")
    assert told.said[-1].text == "Ann takes cover and lies pinned"
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert after.model("ann").status == "pinned"


def test_take_cover_voluntarily_pinned_is_no_risk_of_falling() -> None:
    deck = block("deck", (10.0, 0.0, 0.0), (20.0, 16.0, 3.0))
    start = acting(battle({"ann": (12.0, 8.0, 3.0)}, pieces=[deck], size=SIZE), "ann", done=("take-cover",))
    after, told = gone_through(take_cover(start, "ann"), "10.6 8 3")
    assert place(after, "ann") == pytest.approx((10.6, 8.0, 3.0))
    assert told.names() == ["where to take cover"]


def test_take_cover_does_not_end_mid_climb() -> None:
    tower = block("tower", (6.0, 0.0, 0.0), (20.0, 16.0, 4.0))
    start = acting(battle({"ann": (4.5, 8.0)}, pieces=[tower], size=SIZE), "ann", done=("take-cover",))
    after, _ = gone_through(take_cover(start, "ann"), "8 8 4")
    assert place(after, "ann") == pytest.approx((6.0 - R, 8.0, 0.0), abs=NEAR)
    assert after.model("ann").climb is None


def test_take_cover_is_simple() -> None:
    start = battle({"ann": (4.0, 8.0)}, size=SIZE)
    again = Activation("ann", 1, ("take-cover",), controller="red")
    assert can(replace(start, activation=again), "ann", TAKE_COVER)
