"""Every course of `courses`: what its cheapest path costs, its legs, its checks, and that the legs hold together."""

from functools import cache
from itertools import pairwise
from math import hypot

import pytest
import shapely

from scene.pathfinding.path_legs import Check, Leg, Path
from tests.rules.course_parts import answer, kinds
from tests.rules.courses import COURSES

RUNS = {course.name: course for course in COURSES}
WAYS = [name for name, course in RUNS.items() if course.cost is not None]
CLIMBING = {"main-rulebook": 2.0, "five-parsecs": 1.0}
"""Main-rulebook: Climbing; five-parsecs-battle: Moving Up and Down."""
GAPS = {
    "leap of 2.4": 2.4,
    "leap of half the movement": 2.5,
    "leap of 3.4": 3.4,
    "leap of 3 down 3.5": 3.0,
    "kit walkways 2.4 apart": 2.4,
    "pit of 2": 2.0,
}


@cache
def found(name: str) -> Path:
    """The path through that course."""
    path = answer(RUNS[name])
    assert isinstance(path, Path), f"no way: {path}"
    return path


def plan(leg: Leg) -> float:
    return hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1])


def test_names_are_unique() -> None:
    assert len(RUNS) == len(COURSES)


@pytest.mark.parametrize("name", [name for name in RUNS if name not in WAYS])
def test_no_way(name: str) -> None:
    path = answer(RUNS[name])
    assert not isinstance(path, Path), [(leg.kind, leg.start, leg.end) for leg in path.legs]


@pytest.mark.parametrize("name", WAYS)
def test_cost(name: str) -> None:
    """Within 1 % or 0.05 inches of the closed form, and never more than 0.01 too cheap."""
    expected, path = RUNS[name].cost, found(name)
    assert expected is not None
    assert -0.01 <= path.cost - expected <= max(0.05, 0.01 * expected), [(leg.kind, leg.start, leg.end) for leg in path.legs]


@pytest.mark.parametrize("name", WAYS)
def test_legs_and_checks(name: str) -> None:
    assert kinds(found(name)) == RUNS[name].legs
    checks, expected = found(name).checks, RUNS[name].checks
    assert [(check.characteristic, check.modifier) for check in checks] == [
        (check.characteristic, check.modifier) for check in expected
    ]
    for check, wanted in zip(checks, expected, strict=True):
        consequences_agree(check, wanted)


def consequences_agree(check: Check, wanted: Check) -> None:
    """Who falls is pinned, whether that is said or not."""
    said = dict(check.if_failed)
    if "fall" in wanted.if_failed:
        assert said.pop("status", "pinned") == "pinned"
    # A fall that does no harm may say so or leave it out.
    harmless = {name for name in ("strength", "ap", "damage") if said.get(name, 0) is None or name not in wanted.if_failed}
    assert not any(said.pop(name, None) for name in harmless)
    assert said == pytest.approx(dict(wanted.if_failed), abs=1e-3)


@pytest.mark.parametrize("name", WAYS)
def test_laws_of_its_legs(name: str) -> None:
    """What holds for the path through any course; a test for each law and each course would be five hundred more."""
    legs_lead_from_the_start_to_the_goal(name)
    a_path_is_never_shorter_than_the_straight_line(name)
    vertical_legs_cost_their_height_and_sideways_climbs_their_length(name)
    a_leap_is_straight_and_costs_its_length(name)
    five_parsecs_jumping_more_than_an_inch_ends_the_round(name)


def legs_lead_from_the_start_to_the_goal(name: str) -> None:
    course, legs = RUNS[name], found(name).legs
    assert legs[0].start == pytest.approx(course.figure.position, abs=1e-6)
    assert legs[-1].end == pytest.approx(course.goal, abs=1e-3)
    for before, after in pairwise(legs):
        assert after.start == pytest.approx(before.end, abs=1e-6)
    for leg in legs:
        assert leg.rise == pytest.approx(leg.end[2] - leg.start[2], abs=1e-6)


def a_path_is_never_shorter_than_the_straight_line(name: str) -> None:
    course, path = RUNS[name], found(name)
    here, there = course.figure.position, course.goal
    straight = hypot(there[0] - here[0], there[1] - here[1])
    assert sum(plan(leg) for leg in path.legs) >= straight - 1e-6
    assert path.cost >= straight - 1e-6


def vertical_legs_cost_their_height_and_sideways_climbs_their_length(name: str) -> None:
    course = RUNS[name]
    factors = {"climb": CLIMBING[course.system], "ladder": 1.0, "jump": 0.0}
    for leg in found(name).legs:
        if leg.kind == "climb" and leg.rise == 0.0:
            assert leg.cost == pytest.approx(factors["climb"] * plan(leg), abs=1e-6)
        elif leg.kind in factors:
            assert plan(leg) == pytest.approx(0.0, abs=1e-6)
            assert leg.cost == pytest.approx(factors[leg.kind] * abs(leg.rise), abs=1e-6)


def a_leap_is_straight_and_costs_its_length(name: str) -> None:
    for leg in found(name).legs:
        if leg.kind == "leap":
            assert leg.cost == pytest.approx(leg.length, abs=1e-6)
            assert plan(leg) == pytest.approx(leg.length, abs=1e-6)


@pytest.mark.parametrize(("name", "gap"), GAPS.items())
def test_leaping_gaps_from_edge_to_edge(name: str, gap: float) -> None:
    assert [leg.length for leg in found(name).legs if leg.kind == "leap"] == pytest.approx([gap], abs=0.02)


def five_parsecs_jumping_more_than_an_inch_ends_the_round(name: str) -> None:
    ends = RUNS[name].system == "five-parsecs"
    for leg in found(name).legs:
        assert leg.ends_round is (ends and leg.kind == "jump" and leg.rise < -1.001)


@pytest.mark.parametrize("name", [name for name in WAYS if any(p.infinite_height for p in RUNS[name].table.terrain.pieces)])
def test_walls_without_end_are_never_walked_into(name: str) -> None:
    """The base may touch but not overlap by more than 0.01 inches; only squeezing may do that."""
    course = RUNS[name]
    walls = [p.placed.vertices[:, :2] for p in course.table.terrain.pieces if p.infinite_height]
    solid = shapely.union_all([shapely.MultiPoint(outline).convex_hull for outline in walls])
    for leg in found(name).legs:
        if leg.kind == "walk":
            way = shapely.LineString([leg.start[:2], leg.end[:2]])
            assert shapely.distance(way, solid) >= course.figure.base_radius - 0.01, (leg.start, leg.end)
