"""Where figures are when their movement is used up, by the rulebook's paragraphs and in closed form."""

from dataclasses import replace
from typing import Any

import pytest

from rules.movement.movement_end import State, after, cut, rolled, within
from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Leg, Path
from scene.table.table import Figure, Piece, Table, Terrain
from tests.rules.course_parts import BASE, GOAL, HIGH, SIZE, START, R, area, block, decks, doorway, holed, infinite, me, rungs

NEAR = 0.02
"""Inches: bases keep up to 0.012 from what they climb, cross and jump past."""


def table_with(*pieces: Piece, who: Figure | None = None, others: tuple[Figure, ...] = ()) -> Table:
    named = tuple(replace(piece, id=f"{piece.id} {number}") for number, piece in enumerate(pieces))
    return Table(SIZE, Terrain(named), (who or me(), *others))


def path_over(table: Table, goal: Point = GOAL, *, system: str = "main-rulebook", **asked: Any) -> Path:  # noqa: ANN401
    path = find_path(table, table.figure("me"), goal, rules=registry.system(system).movement, **asked)
    assert isinstance(path, Path)
    return path


def end(table: Table, path: Path, inches: float, *, system: str = "main-rulebook", **asked: Any) -> Any:  # noqa: ANN401
    return after(table, table.figure("me"), path, inches, rules=registry.system(system).movement, **asked)


def other(at: Point, side: str) -> Figure:
    return me(at, name="other", side=side)


WALL = block((10, 20), 4.0)
UP_THERE = (16.0, 8.0, 4.0)
FOOT = 10.0 - R
"""Where the climb up the wall starts, along x."""


def test_walked_halfway_it_stands_on_the_ground() -> None:
    table = table_with()
    found = end(table, path_over(table), 5.0)
    assert found.position == pytest.approx((9.0, 8.0, 0.0), abs=1e-6)
    assert (found.state, found.done, found.back, found.falls, found.left) == ("ground", False, None, False, 0.0)


def test_a_way_that_is_done_leaves_movement_over() -> None:
    table = table_with()
    found = end(table, path_over(table), 14.0)
    assert found.done
    assert found.left == pytest.approx(2.0, abs=1e-6)
    assert found.position == pytest.approx(GOAL)


@pytest.mark.parametrize(("more", "height"), [(1.0, 0.5), (2.0, 1.0), (5.0, 2.5)])
def test_climbing_costs_two_inches_for_one_also_halfway(more: float, height: float) -> None:
    table = table_with(WALL)
    found = end(table, path_over(table, UP_THERE), FOOT - START[0] + more)
    assert found.state == "mid-climb"
    assert found.position == pytest.approx((FOOT, 8.0, height), abs=NEAR)
    assert found.back is None
    assert not found.falls


@pytest.mark.parametrize(("started", "falls"), [("ground", False), ("mid-climb", True)])
def test_who_started_and_ends_an_activation_mid_climb_falls(started: State, falls: bool) -> None:
    table = table_with(WALL)
    found = end(table, path_over(table, UP_THERE), FOOT - START[0] + 3.0, started=started)
    assert found.falls is falls
    assert all(reason.source == "main-rulebook: Climbing" for reason in found.because)


def test_at_the_top_of_a_climb_with_the_middle_not_yet_over_the_floor_it_is_mid_climb() -> None:
    table = table_with(WALL)
    path = path_over(table, UP_THERE)
    found = end(table, path, FOOT - START[0] + 8.0 + 0.2)
    assert found.state == "mid-climb"
    assert found.position == pytest.approx((FOOT + 0.2, 8.0, 4.0), abs=NEAR)
    assert end(table, path, FOOT - START[0] + 8.0 + R + NEAR).state == "ground"


def test_nobody_falls_off_a_ladder_by_ending_on_it() -> None:
    table = table_with(block((10, 20), 4.0, kind="wall"), rungs(10.0, 8.0, 4.0))
    path = path_over(table, UP_THERE)
    foot = next(leg for leg in path.legs if leg.kind == "ladder").start
    found = end(table, path, foot[0] - START[0] + 1.5, started="on a ladder")
    assert (found.state, found.falls, found.back) == ("on a ladder", False, None)
    assert found.position[2] == pytest.approx(1.5, abs=NEAR)


GAP = decks((0, 8, 3), (10, 20, 3))
ON_DECK = me((4.0, 8.0, 3.0))


def test_who_stops_mid_leap_is_in_mid_air_and_falls() -> None:
    table = table_with(*GAP, who=ON_DECK)
    found = end(table, path_over(table, (16, 8, 3)), 5.0)
    assert (found.state, found.falls, found.back) == ("mid-air", True, None)
    assert found.position == pytest.approx((9.0, 8.0, 3.0), abs=NEAR)


def test_past_an_edge_before_the_base_is_clear_it_is_in_mid_air() -> None:
    table = table_with(block((0, 8), 3.0), who=ON_DECK)
    path = path_over(table, GOAL)
    found = end(table, path, 4.0 + R / 2)
    assert (found.state, found.falls) == ("mid-air", True)
    assert found.position == pytest.approx((8.0 + R / 2, 8.0, 3.0), abs=NEAR)
    clear = end(table, path, 4.0 + R + NEAR)
    assert clear.state == "ground"
    assert clear.position == pytest.approx((8.0 + R, 8.0, 0.0), abs=NEAR)


FENCE = block((10.0, 10.5), 1.0, kind="obstacle")


def test_on_a_barricade_it_goes_on_or_back_just_enough() -> None:
    table = table_with(FENCE)
    found = end(table, path_over(table), 6.0)
    assert found.state == "on an obstacle"
    assert found.position == pytest.approx((10.0, 8.0, 1.0), abs=NEAR)
    assert found.back == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)


def test_on_top_of_a_crate_no_move_ends() -> None:
    crate = block((9.5, 11.0), 1.2, (7, 9), kind="obstacle")
    table = table_with(crate)
    top = (10.25, 8.0, 1.2)
    up = Leg("climb", (9.5 - R, 8.0, 0.0), (9.5 - R, 8.0, 1.2), 1.2, 1.2, 2.4)
    path = Path((Leg("walk", START, up.start, 5.5 - R, 0.0, 5.5 - R), up, Leg("walk", up.end, top, 0.75 + R, 0.0, 0.75 + R)))
    found = end(table, path, 20.0)
    assert found.state == "on an obstacle"
    assert found.position == pytest.approx(top)
    assert found.back == pytest.approx(up.start, abs=NEAR)


def test_the_rulebooks_example_a_failed_check_wastes_two_inches_and_ends_on_the_barricade() -> None:
    table = table_with(FENCE)
    path = path_over(table)
    foot = 10.0 - R - START[0]
    failed = rolled(path, [0])
    assert failed.cost == pytest.approx(path.cost + 2.0)
    found = end(table, failed, foot + 2.0 + 0.3)
    assert found.state == "on an obstacle"
    assert found.position[0] == pytest.approx(10.0 - R + 0.3, abs=NEAR)


def test_a_crossing_that_cannot_be_paid_is_not_begun() -> None:
    table = table_with(FENCE)
    found = end(table, path_over(table, safe=True), 10.0 - R - START[0] + 1.5)
    assert (found.state, found.back) == ("ground", None)
    assert found.position == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)
    assert found.left == pytest.approx(1.5, abs=NEAR)


def test_a_failed_jump_goes_no_further() -> None:
    table = table_with(block((0, 8), 3.0), who=ON_DECK)
    failed = rolled(path_over(table, GOAL), [0])
    assert failed.legs[-1].kind == "jump"
    assert failed.legs[-1].end == pytest.approx((8.0 + R, 8.0, 0.0), abs=NEAR)


def test_in_a_narrow_opening_it_goes_back() -> None:
    gap = 0.85 * BASE
    table = table_with(*doorway((8 - gap / 2, 8 + gap / 2)))
    found = end(table, path_over(table), 6.0)
    assert found.state == "in an opening"
    assert found.back is not None
    assert found.back[0] < 9.9


def test_friends_are_passed_through_but_not_stopped_on() -> None:
    table = table_with(others=(other((10, 8, 0), "red"),))
    path = path_over(table)
    assert path.cost == pytest.approx(12.0, abs=1e-6)
    found = end(table, path, 6.3)
    assert (found.state, found.over) == ("on a base", "other")
    assert found.back == pytest.approx((10.0 - BASE, 8.0, 0.0), abs=0.002)


def test_a_friend_on_the_storey_above_is_in_nobodys_way() -> None:
    deck = block((8, 12), 3.2, (6, 10), low=3.0)
    table = table_with(deck, others=(other((10, 8, 3.2), "red"),))
    assert end(table, path_over(table), 6.0).state == "ground"


@pytest.mark.parametrize(("inches", "state"), [(10.0, "ground"), (12.5, "mid-climb")])
def test_five_parsecs_climbs_an_inch_for_an_inch_and_begins_nothing_it_cannot_finish(inches: float, state: State) -> None:
    table = table_with(block((15, 20), 4.0))
    found = end(table, path_over(table, (18, 8, 4), system="five-parsecs"), inches, system="five-parsecs")
    assert found.state == state
    if state == "mid-climb":
        assert found.back == pytest.approx((15.0 - R, 8.0, 0.0), abs=NEAR)


def test_five_parsecs_jumping_ends_the_round() -> None:
    table = table_with(block((0, 8), 2.0), who=me((4.0, 8.0, 2.0)))
    path = path_over(table, GOAL, system="five-parsecs")
    found = end(table, path, 20.0, system="five-parsecs")
    assert found.ends_round
    assert not found.done
    assert found.position == pytest.approx((8.0 + R, 8.0, 0.0), abs=NEAR)


COURSES = {
    "wall": (table_with(WALL), UP_THERE),
    "thin wall": (table_with(infinite((9.9, 10.1), (9, 16)), block((9.9, 10.1), 3.0, (0, 9))), GOAL),
    "fence": (table_with(FENCE), GOAL),
    "leap": (table_with(*GAP, who=ON_DECK), (16.0, 8.0, 3.0)),
    "pool": (table_with(area((8, 12), ground="difficult")), GOAL),
    "window": (table_with(holed((7.2, 8.8), (0.8, 2.8), height=HIGH)), GOAL),
}


@pytest.mark.parametrize("name", COURSES)
def test_what_is_gone_and_what_is_left_are_the_whole_way(name: str) -> None:
    table, goal = COURSES[name]
    path = path_over(table, goal, safe=True)
    spent = 0.0
    for share in range(1, 40):
        inches = share / 40 * path.cost
        gone, rest = cut(path, inches)
        assert gone.cost <= inches + 1e-5
        assert gone.cost + rest.cost == pytest.approx(path.cost, abs=1e-5)
        assert gone.cost >= spent - 1e-9
        assert rest.legs[0].start == pytest.approx(gone.legs[-1].end)
        assert within(path, inches).cost == pytest.approx(gone.cost)
        spent = gone.cost


@pytest.mark.parametrize("name", COURSES)
def test_where_it_goes_back_to_it_may_stay(name: str) -> None:
    table, goal = COURSES[name]
    path = path_over(table, goal, safe=True)
    for share in range(1, 25):
        found = end(table, path, share / 25 * path.cost)
        if found.back is not None:
            there = table.with_figure(table.figure("me").moved(found.back))
            again = find_path(there, there.figure("me"), goal, safe=True, rules=registry.system("main-rulebook").movement)
            assert isinstance(again, Path)
            assert again.legs[0].start == pytest.approx(found.back, abs=0.02)
            assert again.cost >= path.cost - found.left - share / 25 * path.cost - 0.05


def test_half_of_difficult_ground_costs_half_of_it() -> None:
    table = table_with(area((8, 12), ground="difficult"))
    found = end(table, path_over(table), 4.0 + 3.0)
    assert found.position == pytest.approx((9.5, 8.0, 0.0), abs=0.01)
