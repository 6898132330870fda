"""main-rulebook: Falling down; Falling hazards; Pits; Climbing, where it ends in a fall."""

from dataclasses import replace

import pytest

from rules.skirmish.injury.fall_resolution import at_risk, falls
from rules.skirmish.moving.move_actions import move
from rules.skirmish.state.battle_state import Battle
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

SIZE = (24.0, 16.0)
EDGE = 10.0


def deck(height: float) -> Piece:
    """A block whose edge is at x = 10."""
    return block("deck", (EDGE, 0.0, 0.0), (20.0, 16.0, height))


def at_the_edge(height: float, *more: Piece, apart: float = 0.2, **others: Place) -> Battle:
    """Ann, pinned, with her base so far from the edge."""
    start = battle({"ann": (EDGE + R + apart, 8.0, height), **others}, pieces=[deck(height), *more], size=SIZE)
    return start.changed("ann", status="pinned")


@pytest.mark.parametrize(("apart", "risk"), [(0.45, True), (0.55, False)])
def test_at_risk_within_half_an_inch_of_an_edge(apart: float, risk: bool) -> None:
    start = at_the_edge(2.0, apart=apart)
    after, told = gone_through(at_risk(start, "ann"), *([(4,)] if risk else []))
    assert after == start
    assert told.names() == (["falling hazard"] if risk else [])


def test_whoever_fails_the_initiative_check_falls() -> None:
    after, told = gone_through(at_risk(at_the_edge(2.0), "ann"), (3,))
    assert place(after, "ann") == pytest.approx((EDGE - R, 8.0, 0.0), abs=NEAR)
    assert told.names() == ["falling hazard"]


@pytest.mark.parametrize(("high", "needed"), [(0.6, 3), (0.4, 4)])
def test_a_railing_of_half_an_inch_adds_one_to_the_check(high: float, needed: int) -> None:
    rail = block("rail", (EDGE, 0.0, 2.0), (EDGE + 0.05, 16.0, 2.0 + high), kind="obstacle")
    start = at_the_edge(2.0, rail)
    assert gone_through(at_risk(start, "ann"), (needed,))[0] == start
    assert gone_through(at_risk(start, "ann"), (needed - 1,))[0] != start


def test_on_the_ground_nobody_is_at_risk() -> None:
    start = battle({"ann": (5.0, 5.0)}, size=SIZE).changed("ann", status="pinned")
    assert gone_through(at_risk(start, "ann"))[0] == start


@pytest.mark.parametrize(
    ("height", "strength", "ap", "damage"), [(3.0, 3, 0, 1), (5.0, 5, -1, 1), (7.0, 7, -2, 2), (9.0, 9, -3, 3)]
)
def test_falling_table(height: float, strength: int, ap: int, damage: int) -> None:
    """One wound: as many injury dice as points of damage. Armour of 2+ is saved on 2 less the penetration."""
    from rules.roster.gang import Fighter, Saves

    card = Fighter("ann", "Ann", saves=Saves(armour=2))
    start = battle({"ann": (EDGE + R, 8.0, height)}, cards=[card], pieces=[deck(height)], size=SIZE)
    start = start.changed("ann", status="pinned")
    needed = 1 - ap
    after, told = gone_through(falls(start, "ann"), (6,), (needed,), (1,) * damage)
    assert told.names() == ["wound roll", "armour save", "injury"]
    assert f"strength {strength} " in getattr(told[0], "needs", "")
    assert after.model("ann").flesh_wounds == damage or not after.model("ann").on_table
    assert gone_through(falls(start, "ann"), (6,), (min(needed + 1, 6),))[0].model("ann").flesh_wounds == 0


@pytest.mark.parametrize("height", [1.5, 2.9])
def test_falling_less_than_3_inches_pins_and_does_not_hit(height: float) -> None:
    start = at_the_edge(height).changed("ann", status="standing", hard_target=True)
    after, told = gone_through(falls(start, "ann"))
    assert told.said[0].text.endswith("and lies pinned")
    assert (after.model("ann").status, after.model("ann").hard_target) == ("pinned", False)
    assert told == []


def test_falling_may_lead_to_a_serious_injury_instead_of_pinned() -> None:
    after, _ = gone_through(falls(at_the_edge(3.0), "ann"), (6,), (3,))
    assert after.model("ann").status == "seriously_injured"


def test_falling_onto_another_fighter_pins_both_and_both_suffer_the_same() -> None:
    start = at_the_edge(5.0, ada=(EDGE - R - 0.1, 8.0))
    after, told = gone_through(falls(start, "ann"), (6,), (1,), (1,))
    assert told.names() == ["wound roll", "injury", "wound roll"]
    assert {after.model(name).status for name in ("ann", "ada")} == {"pinned"}
    (x, y, _), (a, b, _) = place(after, "ann"), place(after, "ada")
    assert ((x - a) ** 2 + (y - b) ** 2) ** 0.5 == pytest.approx(2 * R, abs=0.01)


def test_falling_onto_an_enemy_moves_the_falling_fighter_an_inch_away() -> None:
    start = at_the_edge(2.0, bill=(EDGE - R - 0.1, 8.0))
    after, _ = gone_through(falls(start, "ann"))
    (x, y, _), (a, b, _) = place(after, "ann"), place(after, "bill")
    assert ((x - a) ** 2 + (y - b) ** 2) ** 0.5 == pytest.approx(2 * R + 1.0, abs=0.01)


def test_nobody_is_moved_apart_from_one_who_went_out_of_action() -> None:
    start = at_the_edge(5.0, bill=(EDGE - R - 0.1, 8.0))
    after, _ = gone_through(falls(start, "ann"), (1,), (6,), (6,))
    assert not after.model("bill").on_table
    assert place(after, "ann") == pytest.approx((EDGE - R, 8.0, 0.0), abs=NEAR)


def test_whoever_lands_near_an_edge_checks_again_and_falls_again() -> None:
    """A ledge 1.2" wide below: the base on it is within half an inch of its edge."""
    ledge = block("ledge", (EDGE - 1.2, 0.0, 0.0), (EDGE, 16.0, 2.0))
    start = at_the_edge(4.0, ledge)
    held, told = gone_through(falls(start, "ann"), (4,))
    assert told.names() == ["falling hazard"]
    assert place(held, "ann")[2] == pytest.approx(2.0)
    down, _ = gone_through(falls(start, "ann"), (3,))
    assert place(down, "ann")[2] == pytest.approx(0.0)


def test_pits_whoever_falls_into_one_goes_out_of_action() -> None:
    pit = block("pit", (0.0, 0.0, 0.0), (EDGE, 16.0, 0.02), kind="pit")
    start = battle({"ann": (EDGE + R + 0.1, 8.0)}, pieces=[pit], size=SIZE).changed("ann", status="pinned")
    after, told = gone_through(at_risk(start, "ann"), (3,))
    assert told.names() == ["falling hazard"]
    assert after.model("ann").whereabouts == "out_of_action"
    assert after.side("red").lost == 1


def test_a_fall_ends_the_own_activation_and_no_other() -> None:
    start = at_the_edge(2.0, ada=(15.0, 12.0, 2.0))
    own, _ = gone_through(falls(acting(start, "ann", left=1), "ann"))
    other, _ = gone_through(falls(acting(start, "ada", left=1), "ann"))
    assert own.activation is not None
    assert other.activation is not None
    assert (own.activation.left, other.activation.left) == (0, 1)


def hanging() -> Battle:
    """Ann, 3.5" up a tower after two Moves of five inches."""
    start = acting(battle({"ann": (9.0, 8.0)}, pieces=[deck(6.0)], size=SIZE), "ann")
    up, _ = gone_through(move(start, "ann"), "14 8 6")
    after, _ = gone_through(move(up, "ann"), "on")
    assert place(after, "ann")[2] > 3.0
    return after


def test_climbing_whoever_becomes_pinned_mid_climb_falls_without_a_check() -> None:
    after, told = gone_through(at_risk(hanging().changed("ann", status="pinned"), "ann"), (1,))
    assert told.names() == ["wound roll"]
    assert place(after, "ann") == pytest.approx((EDGE - R, 8.0, 0.0), abs=NEAR)
    assert after.model("ann").climb is None


def test_climbing_whoever_lets_go_falls_from_the_height_reached() -> None:
    start = hanging()
    after, told = gone_through(falls(start, "ann"), (1,))
    assert after.model("ann").status == "pinned"
    assert "strength 3 " in getattr(told[0], "needs", "")


def test_whoever_lets_go_within_a_step_of_the_ground_comes_down_on_it() -> None:
    start = acting(battle({"ann": (EDGE - R - 4.4, 8.0)}, pieces=[deck(6.0)], size=SIZE), "ann")
    up, _ = gone_through(move(start, "ann"), "14 8 6")
    assert 0.0 < place(up, "ann")[2] < 0.5
    after, _ = gone_through(falls(up, "ann"))
    assert place(after, "ann")[2] == pytest.approx(0.0)
    assert after.model("ann").status == "pinned"


def test_whoever_falls_lets_go_of_what_he_carries() -> None:
    from rules.skirmish.state.battle_state import TableObject

    start = replace(
        at_the_edge(2.0).changed("ann", carries="crate"), things=(TableObject("crate", (11.0, 8.0, 2.0), holder="ann"),)
    )
    after, _ = gone_through(falls(start, "ann"))
    assert (after.model("ann").carries, after.things[0].holder) == ("", "")
