"""Which legs of a path are counted as one."""

import math

import pytest

from rules.systems import registry
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Check, Leg, Path
from sightline.answers.counted_legs import counted_legs
from sightline.answers.path_answer import words


def walk(start: Point, end: Point, rate: float = 1.0, check: Check | None = None) -> Leg:
    length = math.dist(start, end)
    return Leg("walk", start, end, length, end[2] - start[2], rate * length, check)


def counts(*legs: Leg) -> list[int]:
    """How many legs each counted leg has."""
    return [len(counted_leg.legs) for counted_leg in counted_legs(Path(legs))]


A, B, C, D = (5.0, 5.0, 0.0), (9.0, 5.0, 0.0), (9.0, 8.0, 0.0), (13.0, 8.0, 0.0)
DOWN = Leg("jump", (9.0, 5.0, 3.0), B, 0.0, -3.0, 0.0)


def test_long_walks_round_bends_are_one() -> None:
    (counted_leg,) = counted_legs(Path((walk(A, B), walk(B, C), walk(C, D))))
    assert (counted_leg.whole.start, counted_leg.whole.end) == (A, D)
    assert counted_leg.whole.length == pytest.approx(4 + 3 + 4)
    assert counted_leg.bends == 2


def test_other_ground_another_height_and_a_check_begin_anew() -> None:
    assert counts(walk(A, B), walk(B, C, rate=2.0), walk(C, D)) == [1, 1, 1]
    assert counts(walk(A, B, 2.0), walk(B, C, 2.0)) == [2]
    assert counts(walk(A, B), walk(B, C, check=Check("initiative")), walk(C, D)) == [1, 1, 1]
    assert counts(walk(A, B), walk(B, (9.0, 8.0, 1.0)), walk((9.0, 8.0, 1.0), (13.0, 8.0, 1.0))) == [1, 1, 1]
    assert counts(walk(A, (9.0, 5.0, 0.0)), walk((9.0, 5.0, 0.06), (9.0, 8.0, 0.06))) == [1, 1]


def test_walks_of_no_length_are_not_shown() -> None:
    near = (9.0, 5.003, 0.0)
    path = Path((walk((5.0, 5.0, 3.0), DOWN.start), DOWN, walk(B, near), Leg("leap", near, C, 3.0, 0.0, 3.0)))
    assert [counted_leg.whole.kind for counted_leg in counted_legs(path)] == ["walk", "jump", "leap"]
    lines = words(path, "jelena", registry.system("main-rulebook").movement)
    assert not [line for line in lines if 'walk 0.00"' in line]
    assert [line.split()[0] for line in lines[1:]] == ["1.", "2.", "3."]


def test_a_walk_of_no_length_is_no_bend_of_the_walks_around_it() -> None:
    between = (9.0, 5.001, 0.0)
    (counted_leg,) = counted_legs(Path((walk(A, B), walk(B, between), walk(between, C))))
    assert counted_leg.bends == 1
    assert counted_leg.whole.length == pytest.approx(7, abs=0.01)


def test_the_length_that_is_told_of_a_walk_is_that_of_the_whole_path_where_there_is_no_other() -> None:
    """A walk of no length behind a jump counts with the walk after it, also on other ground."""
    near = (9.0, 5.0045, 0.0)
    path = Path((DOWN, walk(B, near, 2.0), walk(near, C), walk(C, D)))
    *_, last = counted_legs(path)
    assert (len(counted_legs(path)), last.whole.length, last.whole.cost) == (2, path.length, path.cost)
    assert (last.whole.start, last.whole.end) == (B, D)


def test_a_walk_straight_on_in_two_parts_has_no_bend() -> None:
    """One leg may be so short that rounding turns it a little."""
    (counted_leg,) = counted_legs(Path((walk(A, (5.02, 5.0001, 0.0)), walk((5.02, 5.0001, 0.0), B))))
    assert (len(counted_leg.legs), counted_leg.bends) == (2, 0)
    assert ", round" not in words(Path(counted_leg.legs), "jelena", registry.system("main-rulebook").movement)[1]


def test_whoever_moves_by_less_than_that_has_one_leg_all_the_same() -> None:
    path = Path((walk(A, (5.002, 5.0, 0.0)),))
    assert len(counted_legs(path)) == 1
    assert words(path, "jelena", registry.system("main-rulebook").movement)[1].split()[:3] == ["1.", "walk", "to"]
