"""Moves directly toward and away, and moving aside where there is no room; in closed form."""

from dataclasses import replace
from math import cos, hypot, radians, sin, sqrt
from typing import Any

import numpy as np
import pytest

from rules.body_limits import LIMITS
from rules.movement.direct_move import DirectMove, directly
from rules.movement.making_room import make_room
from rules.movement.path_rules import NoPath
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Faller, fall_from
from scene.table.table import Figure, Piece, Table
from tests.rules.course_parts import ALL, BASE, R, area, block, course, decks, infinite, me, ramp

CLOSE = 0.01
CLEAR = 0.02
"""Inches: bases keep up to 0.012 from what they cross and stop at."""
MIDDLE = me((10.0, 8.0, 0.0))
EAST = (18.0, 8.0, 0.0)


def foe(at: Point, name: str = "foe", **fields: Any) -> Figure:  # noqa: ANN401
    return replace(me(at, name=name, side="blue"), **fields)


def table_with(*things: Piece | Figure, who: Figure = MIDDLE) -> Table:
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    figures = [thing for thing in things if isinstance(thing, Figure)]
    return replace(course("straight", pieces, None).table, figures=(who, *figures))


def moved(table: Table, other: Figure | Point, distance: float, *, system: str = "main-rulebook", **asked: Any) -> DirectMove:  # noqa: ANN401
    found = directly(table, table.figure("me"), other, distance, rules=registry.system(system).movement, **asked)
    assert isinstance(found, DirectMove)
    return found


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_it_moves_along_the_line_through_both_middles(seed: int, away: bool) -> None:
    x, y, distance = np.random.default_rng(seed).uniform((2, 2, 0.5), (18, 14, 4.0)).tolist()
    size = hypot(x - 10, y - 8)
    gone = distance if away else min(distance, size - BASE)
    sign = -1 if away else 1
    table = table_with(foe((x, y, 0.0)))
    found = moved(table, table.figure("foe"), distance, away=away)
    there = (10 + sign * gone * (x - 10) / size, 8 + sign * gone * (y - 8) / size, 0.0)
    assert found.reached == pytest.approx(there, abs=CLOSE)
    assert found.moved == pytest.approx(gone, abs=CLOSE)
    assert (found.stop is None) is (gone == distance)


def test_toward_an_enemy_it_stops_in_contact_and_is_then_moved_an_inch_away() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)))
    found = moved(table, table.figure("foe"), 6.0)
    assert (found.stop, found.stopped_by) == ("figure", "foe")
    assert found.reached == pytest.approx((14.0 - BASE, 8.0, 0.0), abs=CLOSE)
    assert found.place == pytest.approx((14.0 - BASE - 1.0, 8.0, 0.0), abs=CLOSE)


def test_toward_a_seriously_injured_enemy_it_may_stay_in_contact() -> None:
    table = table_with(foe((14.0, 8.0, 0.0), posture="on_face"))
    assert moved(table, table.figure("foe"), 6.0).place == pytest.approx((14.0 - BASE, 8.0, 0.0), abs=CLOSE)


def test_of_its_own_it_stops_an_inch_before_enemies() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)))
    found = moved(table, table.figure("foe"), 6.0, forced=False)
    assert found.reached == pytest.approx((14.0 - BASE - 1.0, 8.0, 0.0), abs=CLOSE)
    assert found.place == pytest.approx(found.reached)


SHUT = {
    "wall": infinite((6, 6.2), ALL),
    "impassable ground": area((4, 6.2), ground="impassable"),
    "closed door": block((6, 6.2), 3.0, ALL, kind="door"),
    "structure": block((2, 6.2), 3.0, ALL),
    "structure too thick to cross": block((2, 6.2), 1.5, ALL),
}


@pytest.mark.parametrize("name", SHUT)
def test_it_stops_at(name: str) -> None:
    table = table_with(SHUT[name])
    found = moved(table, EAST, 8.0, away=True)
    assert found.stop == "terrain"
    assert found.stopped_by == table.terrain.pieces[0].id
    assert found.reached == pytest.approx((6.2 + R, 8.0, 0.0), abs=CLEAR)


def test_it_stops_at_the_edge_of_the_table() -> None:
    found = moved(table_with(), EAST, 30.0, away=True)
    assert found.stop == "table"
    assert found.reached == pytest.approx((R, 8.0, 0.0), abs=CLOSE)


FENCE = block((6, 6.5), 1.0, ALL, kind="obstacle")


def test_it_crosses_obstacles_and_goes_back_if_it_would_end_on_one() -> None:
    table = table_with(FENCE)
    over = moved(table, EAST, 6.0, away=True)
    assert over.reached == pytest.approx((4.0, 8.0, 0.0), abs=CLOSE)
    assert "cross" in [leg.kind for leg in over.path.legs]
    on_it = moved(table, EAST, 3.8, away=True)
    assert on_it.place == pytest.approx((6.5 + R, 8.0, 0.0), abs=CLEAR)


def test_steps_are_taken_and_difficult_ground_counts_twice() -> None:
    stepped = moved(table_with(block((6, 8), 0.4, ALL)), EAST, 5.0, away=True)
    assert stepped.reached == pytest.approx((5.0, 8.0, 0.0), abs=CLOSE)
    assert [leg.kind for leg in stepped.path.legs].count("step") == 2
    slow = moved(table_with(area((6, 8), ground="difficult")), EAST, 5.0, away=True)
    assert slow.reached == pytest.approx((6.5, 8.0, 0.0), abs=CLOSE)


def test_up_and_down_a_ramp() -> None:
    found = moved(table_with(ramp((6, 9), 1.0), who=me((4.0, 8.0, 0.0))), EAST, 20.0)
    assert found.reached[0] >= 9.0 - R - CLEAR
    assert found.path.cost == pytest.approx(found.moved + (sqrt(10) - 3.0), abs=0.15)


ON_DECK = me((10.0, 8.0, 3.0))


def test_its_base_stops_at_an_edge_and_the_fall_is_checked() -> None:
    found = moved(table_with(block((6, 20), 3.0, ALL), who=ON_DECK), EAST, 6.0, away=True)
    assert found.stop == "edge"
    assert found.reached == pytest.approx((6.0 + R, 8.0, 3.0), abs=CLOSE)
    assert found.edge is not None
    assert found.edge.drop == pytest.approx(3.0, abs=0.001)
    assert found.check is not None
    assert (found.check.modifier, found.check.if_failed["strength"]) == (0, 3)


def test_a_rail_at_the_edge_adds_one_to_the_check() -> None:
    rail = block((6.0, 6.05), 3.6, ALL, low=3.0)
    found = moved(table_with(block((6, 20), 3.0, ALL), rail, who=ON_DECK), EAST, 6.0, away=True)
    assert found.stop == "edge"
    assert found.reached == pytest.approx((6.05 + R, 8.0, 3.0), abs=CLEAR)
    assert found.check is not None
    assert found.check.modifier == 1


@pytest.mark.parametrize("aslant", [0.0, 40.0, 65.0, 80.0])
@pytest.mark.parametrize("thick", [None, 0.05, 0.15])
def test_however_aslant_it_comes_to_an_edge_its_base_stops_there_and_the_fall_is_checked(aslant: float, thick: float) -> None:
    """From 0.3 inches before it; a rail as thick as that bounds the edge, or none."""
    face = 6.0 + (thick or 0.0)
    rail = [block((6.0, face), 3.6, ALL, low=3.0)] if thick else []
    table = table_with(block((6, 20), 3.0, ALL), *rail, who=me((face + R + 0.3, 8.0, 3.0)))
    far = 50 * cos(radians(aslant)), 50 * sin(radians(aslant))
    found = moved(table, (face + R + 0.3 - far[0], 8.0 + far[1], 0.0), 6.0)
    assert found.stop == "edge"
    assert found.moved == pytest.approx(0.3 / cos(radians(aslant)), abs=CLEAR / cos(radians(aslant)))
    assert found.check is not None
    assert found.check.modifier == (1 if thick else 0)


@pytest.mark.parametrize("aslant", [2.0, 10.0])
def test_a_wall_that_stops_it_beside_a_rail_that_it_does_not_touch_is_no_edge(aslant: float) -> None:
    rail, wall = block((6.0, 6.05), 3.6, ALL, low=3.0), infinite((6.05, 20), (10.0, 10.2))
    table = table_with(block((6, 20), 3.0, ALL), rail, wall, who=me((6.6 + R, 8.0, 3.0)))
    found = moved(table, (6.6 + R - 50 * sin(radians(aslant)), 8.0 + 50 * cos(radians(aslant)), 0.0), 6.0)
    assert (found.stop, found.check) == ("terrain", None)


def test_over_an_edge_it_falls() -> None:
    table = table_with(block((6, 20), 3.0, ALL), who=ON_DECK)
    found = moved(table, EAST, 6.0, away=True, over_edges=True)
    assert found.falls
    assert found.place is None
    assert found.reached == pytest.approx((6.0, 8.0, 3.0), abs=CLOSE)
    fall = fall_from(table, found.reached, Faller.of(table.figure("me"), reach=0.5, limits=LIMITS), toward=(0.0, 8.0))
    assert fall.distance == pytest.approx(3.0, abs=CLOSE)


def test_along_an_edge_and_away_from_it_nothing_stops_it() -> None:
    deck = block((2, 20), 3.0, (7.8, 16))
    along = moved(table_with(deck, who=ON_DECK), EAST, 5.0, away=True)
    assert along.stop is None
    assert along.moved == pytest.approx(5.0, abs=CLOSE)
    off = moved(table_with(deck, who=ON_DECK), (10.0, 4.0, 0.0), 5.0, away=True)
    assert off.stop is None
    assert off.moved == pytest.approx(5.0, abs=CLOSE)


def test_towards_an_edge_that_it_touches_it_does_not_move() -> None:
    deck = block((2, 20), 3.0, (7.8, 16))
    found = moved(table_with(deck, who=ON_DECK), (10.0, 14.0, 0.0), 5.0, away=True)
    assert found.stop == "edge"
    assert found.moved == pytest.approx(0.0, abs=CLOSE)


def test_over_a_narrow_gap_it_goes_on_and_at_a_wide_one_it_stops() -> None:
    narrow = moved(table_with(*decks((0, 6, 3), (6.8, 20, 3)), who=ON_DECK), EAST, 6.0, away=True)
    assert narrow.reached == pytest.approx((4.0, 8.0, 3.0), abs=CLOSE)
    wide = moved(table_with(*decks((0, 5, 3), (6.8, 20, 3)), who=ON_DECK), EAST, 6.0, away=True)
    assert wide.stop == "edge"
    assert wide.reached == pytest.approx((6.8 + R, 8.0, 3.0), abs=CLOSE)


def test_friends_are_passed_but_not_stopped_on() -> None:
    friend = me((7.0, 8.0, 0.0), name="mate")
    table = table_with(friend)
    assert moved(table, EAST, 5.0, away=True).reached == pytest.approx((5.0, 8.0, 0.0), abs=CLOSE)
    found = moved(table, EAST, 2.8, away=True)
    assert found.place == pytest.approx((7.0 + BASE, 8.0, 0.0), abs=CLOSE)
    stopped = moved(table, EAST, 5.0, away=True, system="five-parsecs")
    assert (stopped.stop, stopped.stopped_by) == ("figure", "mate")
    assert stopped.reached == pytest.approx((7.0 + BASE, 8.0, 0.0), abs=CLOSE)


def test_there_is_no_direction_from_a_place_to_itself() -> None:
    table = table_with()
    assert isinstance(directly(table, MIDDLE, MIDDLE.position, 2.0, rules=registry.system("main-rulebook").movement), NoPath)


# Moving aside


def test_with_room_it_stays() -> None:
    assert make_room(
        table_with(foe((14.0, 8.0, 0.0))), MIDDLE, rules=registry.system("main-rulebook").movement
    ) == pytest.approx(MIDDLE.position)


def test_off_a_friend_by_the_shortest_way() -> None:
    table = table_with(me((10.3, 8.0, 0.0), name="mate"))
    assert make_room(table, MIDDLE, rules=registry.system("main-rulebook").movement) == pytest.approx(
        (10.3 - BASE, 8.0, 0.0), abs=CLOSE
    )


def test_an_inch_away_from_enemies_unless_one_is_seriously_injured() -> None:
    near = foe((10.3, 8.0, 0.0))
    assert make_room(table_with(near), MIDDLE, rules=registry.system("main-rulebook").movement) == pytest.approx(
        (10.3 - BASE - 1.0, 8.0, 0.0), abs=CLOSE
    )
    lying = replace(near, posture="on_face")
    assert make_room(table_with(lying), MIDDLE, rules=registry.system("main-rulebook").movement) == pytest.approx(
        (10.3 - BASE, 8.0, 0.0), abs=CLOSE
    )
    five = make_room(table_with(near), MIDDLE, rules=registry.system("five-parsecs").movement)
    assert five == pytest.approx((10.3 - BASE, 8.0, 0.0), abs=CLOSE)


def test_between_two_it_goes_where_both_circles_meet() -> None:
    table = table_with(me((10.4, 8.0, 0.0), name="mate"), me((9.6, 8.0, 0.0), name="pal"))
    place = make_room(table, MIDDLE, rules=registry.system("main-rulebook").movement)
    assert isinstance(place, tuple)
    assert (place[0], abs(place[1] - 8.0)) == pytest.approx((10.0, sqrt(BASE**2 - 0.4**2)), abs=CLOSE)


def test_not_through_a_wall() -> None:
    wall = infinite((9.3, 9.4), (6, 10))
    table = table_with(wall, me((10.25, 8.0, 0.0), name="mate"))
    place = make_room(table, MIDDLE, rules=registry.system("main-rulebook").movement)
    assert isinstance(place, tuple)
    assert place[0] > 9.4
    assert hypot(place[0] - 10.25, place[1] - 8.0) == pytest.approx(BASE, abs=CLOSE)


def test_it_stays_on_its_level() -> None:
    tower = block((9, 11), 3.0, (7, 9))
    who = me((10.0, 8.0, 3.0))
    place = make_room(
        table_with(tower, me((10.1, 8.0, 3.0), name="mate"), who=who), who, rules=registry.system("main-rulebook").movement
    )
    assert isinstance(place, tuple)
    assert place == pytest.approx((10.1 - BASE, 8.0, 3.0), abs=CLOSE)


@pytest.mark.parametrize("lean", [0.01, 0.1])
@pytest.mark.parametrize("turn", [0.0, 20.0, 60.0])
def test_whoever_leans_on_a_wall_moves_away_from_it_in_one_straight_line(lean: float, turn: float) -> None:
    """Behind him is a wall that his base reaches into; he moves away from somebody behind it, or beside him."""
    x, ahead = 6.2 + R - lean, np.array([cos(radians(turn)), sin(radians(turn))])
    back = (x - 3.0 * float(ahead[0]), 8.0 - 3.0 * float(ahead[1]), 0.0)
    found = moved(table_with(SHUT["wall"], who=me((x, 8.0, 0.0))), back, 2.0, away=True)
    (leg,) = found.path.legs
    assert leg.start == (x, 8.0, 0.0)
    assert leg.end[:2] == pytest.approx((x + 2.0 * ahead[0], 8.0 + 2.0 * ahead[1]), abs=1e-3)
    assert found.moved == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize("turn", [90.0, 100.0, 180.0])
def test_whoever_leans_on_a_wall_stays_on_his_side_of_it(turn: float) -> None:
    """Along the wall he moves in one straight leg too; into it he does not get."""
    x, ahead = 6.2 + R - 0.01, np.array([cos(radians(turn)), sin(radians(turn))])
    back = (x - 3.0 * float(ahead[0]), 8.0 - 3.0 * float(ahead[1]), 0.0)
    found = moved(table_with(SHUT["wall"], who=me((x, 8.0, 0.0))), back, 2.0, away=True)
    assert len(found.path.legs) <= 1
    assert found.reached[0] == pytest.approx(6.2 + R, abs=CLEAR)
    assert (found.stop is None) is (turn == 90.0)
