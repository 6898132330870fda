"""Paths aslant over edges are as long as the straight line, whatever the angle; and lead over nothing else. Closed forms."""

from math import cos, hypot, radians, sin, tan

import pytest

from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Piece, Table, Terrain
from tests.rules.course_parts import R, block, kinds, kit, me, pit, prism

SIZE = (48.0, 48.0)
LONG = (0.0, 48.0)


def path_over(pieces: tuple[Piece, ...], start: Point, goal: Point, *, base_mm: float = 25.0, safe: bool = False) -> Path:
    who: Figure = me(start, base_mm=base_mm)
    found = find_path(
        Table(SIZE, Terrain(pieces), (who,)), who, goal, safe=safe, rules=registry.system("main-rulebook").movement
    )
    assert isinstance(found, Path), found
    return found


def across(degrees: float, length: float, z: tuple[float, float] = (0.0, 0.0)) -> tuple[Point, Point]:
    """Two places on either side of x = 24, the line between them so far off the normal."""
    x, y = length / 2.0 * cos(radians(degrees)), length / 2.0 * sin(radians(degrees))
    return (24.0 - x, 24.0 - y, z[0]), (24.0 + x, 24.0 + y, z[1])


@pytest.mark.parametrize(
    ("degrees", "thick", "base_mm"), [(45, 1.2, 40), (65, 0.5, 32), (70, 0.3, 32), (75, 0.3, 40), (30, 1.8, 25)]
)
def test_a_barricade_is_crossed_straight_at_any_angle(degrees: float, thick: float, base_mm: float) -> None:
    """As long as nothing but the straight line; with --safe two inches more."""
    wall = block((24.0 - thick / 2.0, 24.0 + thick / 2.0), 1.3, LONG, kind="obstacle")
    start, goal = across(degrees, 14.0)
    assert path_over((wall,), start, goal, base_mm=base_mm).cost == pytest.approx(14.0, abs=0.02)
    safe = path_over((wall,), start, goal, base_mm=base_mm, safe=True)
    assert safe.cost == pytest.approx(16.0, abs=0.02)
    assert kinds(safe) == ("walk", "cross", "walk")


def test_what_is_thicker_than_an_obstacle_is_so_at_any_angle() -> None:
    """2.2 inches across are no obstacle: up by hand and down by hand or by a free drop of an inch."""
    wall = block((22.9, 25.1), 1.3, LONG)
    start, goal = across(40.0, 16.0)
    assert "cross" not in kinds(path_over((wall,), start, goal))


@pytest.mark.parametrize(("aside", "height"), [(2.0, 3.0), (4.0, 6.0), (0.0, 3.0)])
def test_from_the_top_of_a_ladder_one_walks_straight_on(aside: float, height: float) -> None:
    """The ladder stands before the face at x = 24; its foot is where one has to stand to climb it."""
    deck, ladder = block((24.0, 34.0), height, (14.0, 34.0)), kit("ladder", (23.75, 24.0, 0.0), 180.0, height=height)
    found = path_over((deck, ladder), (20.0, 24.0 + aside, 0.0), (27.0, 24.0 + aside, height))
    (climb,) = [leg for leg in found.legs if leg.kind == "ladder"]
    foot = climb.start
    straight = hypot(foot[0] - 20.0, aside - (foot[1] - 24.0)) + height + hypot(27.0 - foot[0], aside - (foot[1] - 24.0))
    assert found.cost == pytest.approx(straight, rel=0.005)


def test_nobody_leaps_through_a_floor_on_which_he_could_land() -> None:
    """From 3 inches up over a gap of 2 to a wall as high, 1 thick, and down 1.5 behind it: a leap that is free, then a jump."""
    pieces = (block((14.0, 22.0), 3.0), block((24.0, 25.0), 3.0), block((25.0, 34.0), 1.5))
    found = path_over(pieces, (20.0, 8.0, 3.0), (29.0, 8.0, 1.5))
    assert found.cost == pytest.approx(9.0, abs=0.02)
    assert kinds(found) == ("walk", "leap", "walk", "jump", "walk")
    assert [leg.check is None for leg in found.legs if leg.kind == "leap"] == [True]


@pytest.mark.parametrize("degrees", [0.0, 35.0, 60.0])
def test_a_face_is_climbed_where_there_is_one(degrees: float) -> None:
    """Under an edge that sticks out 0.8 inches there is a pillar 4 inches wide; only in front of it can one climb."""
    deck, pillar = block((24.0, 40.0), 2.4, (10.0, 38.0), low=2.2), block((24.8, 39.0), 2.3, (22.0, 26.0))
    run = 3.0
    found = path_over((deck, pillar), (24.0 - R - run, 24.0 - run * tan(radians(degrees)), 0.0), (30.0, 30.0, 2.4))
    (climb,) = [leg for leg in found.legs if leg.kind == "climb"]
    assert 22.0 - 0.05 <= climb.start[1] <= 26.0 + 0.05
    # Clear of the edge, and the pillar's face no more than an inch behind it.
    assert 24.8 - 1.0 - R - 0.06 <= climb.start[0] <= 24.0 - R + 0.005


def test_nobody_flies_from_a_deck_over_the_corner_of_a_pit() -> None:
    """An inch down is free where the base is just clear of the deck; the pit beside it is leapt over or gone round."""
    deck, hole = block((8.0, 20.0), 1.0, (8.0, 40.0)), pit((20.0, 26.0), (18.5, 40.0))
    found = path_over((deck, hole), (18.0, 21.0, 1.0), (28.0, 21.0, 0.0), safe=True)
    assert all(leg.end[0] <= 20.0 + R + 0.05 for leg in found.legs if leg.start[2] == leg.end[2] == 1.0)
    assert all(leg.length <= 3.01 for leg in found.legs if leg.kind == "leap")


@pytest.mark.parametrize("drop", [0.0, 0.4])
def test_a_barricade_before_a_gap_is_crossed_to_the_air_nowhere(drop: float) -> None:
    """The gap widens, and with a movement of 1 nobody leaps more than an inch."""
    left = Piece("left", prism([(8, 10), (20, 10), (20, 38), (8, 38)], 7.0))
    right = Piece("right", prism([(20.5, 10), (40, 10), (40, 38), (28, 38)], 7.0 - drop))
    rail = block((19.7, 20.0), 7.8, (10.0, 38.0), low=7.0, kind="obstacle")
    who = me((18.0, 16.0, 7.0))
    found = find_path(
        Table(SIZE, Terrain((left, right, rail)), (who,)),
        who,
        (24.0, 16.0, 7.0 - drop),
        move=1.0,
        rules=registry.system("main-rulebook").movement,
    )
    assert isinstance(found, Path), found
    for leg in found.legs:
        if leg.end[0] > 20.0 > leg.start[0]:
            width = 0.5 + (leg.end[1] - 10.0) * 7.5 / 28.0
            assert width <= 1.05, leg


def test_nobody_climbs_where_a_face_beyond_a_gap_is_out_of_reach() -> None:
    """The path up the deck turns round an obstacle before its foot; climbing begins where there is something to hold on to."""
    deck, kerb = block((24.0, 34.0), 3.0, (14.0, 34.0)), Piece("kerb", prism([(21.0, 24.0), (24.0, 22.0), (24.0, 26.0)], 0.6))
    found = path_over((deck, kerb), (19.5, 24.0, 0.0), (28.0, 24.0, 3.0))
    for leg in found.legs:
        if leg.kind == "climb" and leg.end[2] > 1.0:
            assert leg.start[0] >= 24.0 - R - 1.06, leg
