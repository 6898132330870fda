"""main-rulebook: Moving directly towards and away; forced moves in Falling hazards and The 1" rule."""

from dataclasses import replace

import pytest

from rules.engagement import touch
from rules.skirmish.moving.forced_moves import forced, runs
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle, TableObject
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, place

EDGE = 14.0
DECK = block("deck", (2.0, 0.0, 0.0), (EDGE, 16.0, 2.0))


def start(*pieces: Piece, z: float = 0.0, **others: Place) -> Battle:
    """Ann at (10, 8), and Bill whom she is moved away from."""
    return battle({"ann": (10.0, 8.0, z), "bill": (6.0, 8.0, z), **others}, pieces=pieces, size=(24.0, 16.0))


@pytest.mark.parametrize(("away", "x"), [(True, 12.0), (False, 8.0)])
def test_directly_towards_and_away_along_the_line_through_the_middles_of_the_bases(away: bool, x: float) -> None:
    after, told = gone_through(forced(start(), "ann", "bill", 2.0, away))
    assert place(after, "ann") == pytest.approx((x, 8.0, 0.0))
    assert told == []


def test_involuntary_movement_takes_along_what_is_carried() -> None:
    """Ann drags Ada, who lies on the far side of her from Bill, and holds a crate."""
    before = start(ada=(10.0, 8.0 + 2 * R)).changed("ada", status="seriously_injured").changed("ann", carries="ada")
    before = replace(before, things=(TableObject("bag", (10.0, 8.0, 0.0), light=True, holder="ann"),))
    after, _ = gone_through(forced(before, "ann", "bill", 2.0, True))
    assert touch(figure_of(after, "ann"), figure_of(after, "ada"))
    assert after.things[0].position == place(after, "ann") == pytest.approx((12.0, 8.0, 0.0))


def test_directly_away_stops_at_a_wall() -> None:
    wall = block("wall", (12.0, 0.0, 0.0), (12.2, 16.0, 6.0), kind="wall")
    after, _ = gone_through(forced(start(wall), "ann", "bill", 5.0, True))
    assert place(after, "ann")[0] == pytest.approx(12.0 - R, abs=NEAR)


def test_involuntary_movement_ends_an_inch_from_enemies() -> None:
    """She is stopped by Bob's base at x = 13 and then moved back, the shortest way, until an inch is between them."""
    after, _ = gone_through(forced(start(bob=(13.0, 8.0)), "ann", "bill", 5.0, True))
    assert place(after, "ann")[0] == pytest.approx(13.0 - 2 * R - 1.0, abs=0.01)


def test_involuntary_movement_may_end_within_an_inch_of_the_seriously_injured() -> None:
    before = start(bob=(13.0, 8.0)).changed("bob", status="seriously_injured")
    after, _ = gone_through(forced(before, "ann", "bill", 1.5, True))
    assert place(after, "ann")[0] == pytest.approx(11.5)


@pytest.mark.parametrize(("face", "falls"), [(4, False), (3, True)])
def test_falling_hazards_forced_moves_stop_at_an_edge_for_an_initiative_check(face: int, falls: bool) -> None:
    after, told = gone_through(forced(start(DECK, z=2.0), "ann", "bill", 9.0, True), (face,))
    assert told.names() == ["falling hazard"]
    expected = (EDGE + R, 0.0) if falls else (EDGE - R, 2.0)
    assert place(after, "ann")[::2] == pytest.approx(expected, abs=NEAR)
    assert after.model("ann").status == ("pinned" if falls else "standing")


def test_falling_hazards_forced_moves_a_rail_adds_one() -> None:
    rail = block("rail", (EDGE - 0.1, 0.0, 2.0), (EDGE, 16.0, 2.6))
    after, told = gone_through(forced(start(DECK, rail, z=2.0), "ann", "bill", 9.0, True), (3,))
    assert [getattr(question, "needs", "") for question in told] == ["3+"]
    assert after.model("ann").status == "standing"


def test_falling_hazards_nobody_falls_who_does_not_get_to_the_edge() -> None:
    after, told = gone_through(forced(start(DECK, z=2.0), "ann", "bill", 1.0, True))
    assert told == []
    assert place(after, "ann") == pytest.approx((11.0, 8.0, 2.0))


@pytest.mark.parametrize(("degrees", "x", "y"), [(0.0, 15.0, 8.0), (90.0, 10.0, 13.0), (180.0, 5.0, 8.0)])
def test_scatter_dice_whoever_runs_goes_as_far_as_the_dice_say(degrees: float, x: float, y: float) -> None:
    """Five inches of 2D6; to the west lies Bob, seriously injured, whom one runs past."""
    before = battle({"ann": (10.0, 8.0, 0.0), "bob": (6.0, 8.0, 0.0)}, size=(24.0, 16.0)).changed(
        "bob", status="seriously_injured"
    )
    after, told = gone_through(runs(before, "ann", degrees, "2D6"), (1, 4))
    assert told.names() == ["inches run"]
    assert place(after, "ann") == pytest.approx((x, y, 0.0), abs=NEAR)


@pytest.mark.parametrize(("face", "falls"), [(4, False), (3, True)])
def test_falling_hazards_whoever_runs_to_an_edge_stops_and_checks(face: int, falls: bool) -> None:
    after, told = gone_through(runs(start(DECK, z=2.0), "ann", 0.0, "2D6"), (6, 3), (face,))
    assert told.names() == ["inches run", "falling hazard"]
    expected = (EDGE + R, 0.0) if falls else (EDGE - R, 2.0)
    assert place(after, "ann")[::2] == pytest.approx(expected, abs=NEAR)
