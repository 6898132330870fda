"""Engaging paths, the shortest into base contact, by the rulebook's paragraphs and in closed form."""

from dataclasses import replace
from math import acos, atan2, hypot, sin, sqrt
from typing import Any

import numpy as np
import pytest

from rules.engagement import in_contact
from rules.movement import base_contact
from rules.movement.engaging_paths import Engagement, engage
from rules.movement.movement_end import after
from rules.movement.path_rules import NoPath, find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.table.table import Figure, Piece, Table, Terrain
from tests.rules.course_parts import BASE, SIZE, START, R, block, course, infinite, me, on_legs, rungs

CLOSE = 0.005
"""Inches."""
BEYOND = 0.02
"""Inches: bases keep up to 0.012 from what they climb past."""


def foe(at: Point, name: str = "foe", **fields: Any) -> Figure:  # noqa: ANN401
    return replace(me(at, name=name, side="blue"), **fields)


def mate(at: Point) -> Figure:
    return me(at, name="mate")


def table_with(*things: Piece | Figure, who: Figure | None = None) -> Table:
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    figures = [thing for thing in things if isinstance(thing, Figure)]
    return replace(course("engaging", pieces, None).table, figures=(who or me(), *figures))


def engaged(table: Table, *names: str, system: str = "main-rulebook", **asked: Any) -> Engagement:  # noqa: ANN401
    found = engage(table, table.figure("me"), names or "foe", rules=registry.system(system).movement, **asked)
    assert isinstance(found, Engagement)
    return found


def apart(found: Engagement, other: Figure) -> float:
    """Inches between the middles of two bases in plan."""
    x, y, _ = found.moved.get(other.id, other.position)
    return hypot(found.place[0] - x, found.place[1] - y)


@pytest.mark.parametrize("system", ["main-rulebook", "five-parsecs"])
@pytest.mark.parametrize("at", [(14.0, 8.0, 0.0), (9.0, 3.0, 0.0), (2.0, 13.0, 0.0)])
def test_over_open_ground_it_goes_straight_into_contact(at: Point, system: str) -> None:
    found = engaged(table_with(foe(at)), system=system)
    assert found.engaged == ("foe",)
    assert found.path.cost == pytest.approx(hypot(at[0] - START[0], at[1] - START[1]) - BASE, abs=CLOSE)
    assert apart(found, foe(at)) == pytest.approx(BASE, abs=CLOSE)


def test_round_a_corner_it_ends_where_the_string_meets_the_base() -> None:
    target = foe((12.0, 8.0, 0.0))
    found = engaged(table_with(infinite((8, 9.8), (6, 16)), target))
    # Tangent to the first corner's circle, along the wall, an arc round the second one, straight at the middle of the target.
    first = hypot(8 - 4, 8 - 6)
    tangent = sqrt(first**2 - R**2)
    down = atan2(2, 4) + acos(tangent / first)
    second = hypot(12 - 9.8, 8 - 6)
    last = sqrt(second**2 - R**2)
    up = atan2(2, 2.2) + acos(last / second)
    length = tangent + R * down + 1.8 + R * up + last - BASE
    assert found.path.cost == pytest.approx(length, abs=0.02)
    assert apart(found, target) == pytest.approx(BASE, abs=CLOSE)


def test_a_friend_beside_the_target_takes_its_place() -> None:
    target, friend = foe((14.0, 8.0, 0.0)), mate((14.0 - BASE - 0.01, 8.0, 0.0))
    found = engaged(table_with(target, friend))
    assert apart(found, target) == pytest.approx(BASE, abs=CLOSE)
    assert apart(found, friend) == pytest.approx(BASE, abs=CLOSE)
    # The three middles are corners of a triangle with equal sides.
    assert found.path.cost == pytest.approx(hypot(found.place[0] - 4, found.place[1] - 8), abs=CLOSE)
    assert abs(found.place[1] - 8.0) == pytest.approx(BASE * sin(acos(0.5)), abs=0.02)


def test_an_active_enemy_within_an_inch_of_the_way_is_engaged_instead() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 9.5, 0.0), "guard"))
    found = engaged(table)
    assert found.engaged == ("guard",)
    near = 10.0 - sqrt((1.0 + BASE) ** 2 - 1.5**2)
    assert found.path.legs[0].end == pytest.approx((near, 8.0, 0.0), abs=0.02)
    assert found.path.cost == pytest.approx(near - 4.0 + 1.0, abs=0.03)
    assert found.because[0].source == "main-rulebook: Engaging an enemy"


@pytest.mark.parametrize("posture", ["on_back", "on_face"])
def test_enemies_who_lie_on_the_way_let_it_pass(posture: str) -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 9.5, 0.0), "guard", posture=posture))
    assert engaged(table).engaged == ("foe",)


def test_an_engaged_enemy_on_the_way_lets_it_pass() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 9.5, 0.0), "guard"), mate((10.0, 9.5 + BASE, 0.0)))
    assert engaged(table).engaged == ("foe",)


def test_nobody_is_engaged_who_is_an_inch_and_a_bit_off_the_way() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 8.0 + 1.0 + BASE + 0.01, 0.0), "guard"))
    assert engaged(table).engaged == ("foe",)


def test_enemies_are_not_passed_through_though_they_lie() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 8.0, 0.0), "guard", posture="on_back"))
    # Round a disc of a whole base's width: two tangents, from 6 inches before it and to the contact beyond, and the arc.
    found = engaged(table)
    far = 4.0
    arc = acos(BASE / 6.0)
    other = acos(BASE / far)
    length = sqrt(36 - BASE**2) + sqrt(far**2 - BASE**2) - BASE + BASE * (np.pi - arc - other)
    assert found.path.cost == pytest.approx(length, abs=0.02)


def test_several_enemies_are_engaged_from_one_place_that_touches_all() -> None:
    targets = foe((14.0, 8.6, 0.0)), foe((14.0, 7.2, 0.0), "guard")
    found = engaged(table_with(*targets), "foe", "guard")
    assert found.engaged == ("foe", "guard")
    assert found.place == pytest.approx((14.0 - sqrt(BASE**2 - 0.7**2), 7.9, 0.0), abs=CLOSE)
    assert all(apart(found, target) == pytest.approx(BASE, abs=CLOSE) for target in targets)


def test_enemies_too_far_apart_are_not_engaged_together() -> None:
    table = table_with(foe((14.0, 9.2, 0.0)), foe((14.0, 7.0, 0.0), "guard"))
    assert isinstance(
        engage(table, table.figure("me"), ["foe", "guard"], rules=registry.system("main-rulebook").movement), NoPath
    )


def test_whoever_is_charged_at_the_edge_of_a_level_is_moved_just_enough() -> None:
    target = foe((10.3, 8.0, 3.0))
    found = engaged(table_with(block((10, 14), 3.0), target))
    # Up the wall at the nearest place; the middle of the base comes to stand over the edge.
    assert found.path.cost == pytest.approx(6.0 + 6.0, abs=0.03)
    assert found.place == pytest.approx((10.0, 8.0, 3.0), abs=0.02)
    assert found.moved["foe"] == pytest.approx((10.0 + BASE, 8.0, 3.0), abs=0.03)
    assert any(reason.source == "main-rulebook: Not enough space for engaging fighter" for reason in found.because)


def test_where_there_is_room_nobody_is_moved() -> None:
    target = foe((12.0, 8.0, 3.0))
    found = engaged(table_with(block((10, 14), 3.0), target))
    assert not found.moved
    assert found.path.cost == pytest.approx(8.0 + 6.0 - BASE, abs=0.03)


def test_base_contact_is_on_one_level() -> None:
    table = table_with(on_legs((8, 12), (6, 10), 3.0), rungs(8.0, 8.0, 3.0), foe((10.0, 8.0, 3.0)))
    found = engaged(table)
    assert found.place[2] == pytest.approx(3.0, abs=0.01)
    assert "ladder" in [leg.kind for leg in found.path.legs]


def test_an_enemy_a_storey_below_the_way_is_not_engaged_instead() -> None:
    who = me((4.0, 8.0, 3.0))
    table = table_with(block((0, 20), 3.0, (0, 16), low=2.8), foe((14.0, 8.0, 3.0)), foe((9.0, 8.0, 0.0), "guard"), who=who)
    assert engaged(table).engaged == ("foe",)


def test_friends_are_not_engaged() -> None:
    table = table_with(mate((14.0, 8.0, 0.0)))
    assert isinstance(engage(table, table.figure("me"), "mate", rules=registry.system("main-rulebook").movement), NoPath)


def test_there_is_no_way_to_whoever_is_walled_in() -> None:
    walls = [
        infinite((14, 18), (6, 6.2)),
        infinite((14, 18), (9.8, 10)),
        infinite((13.8, 14), (6, 10)),
        infinite((18, 18.2), (6, 10)),
    ]
    table = table_with(*walls, foe((16.0, 8.0, 0.0)))
    assert isinstance(engage(table, table.figure("me"), "foe", rules=registry.system("main-rulebook").movement), NoPath)


def test_who_touches_already_is_engaged_without_a_step() -> None:
    found = engaged(table_with(foe((4.0 + BASE, 8.0, 0.0))))
    assert (found.path.cost, found.engaged) == (0.0, ("foe",))


def test_with_too_little_movement_it_stops_an_inch_away() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)))
    found = after(table, table.figure("me"), engaged(table).path, 8.6, rules=registry.system("main-rulebook").movement)
    assert found.state == "within an inch of an enemy"
    assert found.back == pytest.approx((14.0 - BASE - 1.0, 8.0, 0.0), abs=0.002)


@pytest.mark.parametrize(("away", "words"), [(1.0, "an inch"), (2.0, "2 inches"), (0.5, "0.5 inches")])
def test_what_is_said_of_nearness_is_the_distance_of_the_rules(away: float, words: str) -> None:
    rules = replace(registry.system("main-rulebook").movement, apart=away)
    table = table_with(foe((14.0, 8.0, 0.0)), foe((10.0, 8.0 + BASE + away / 2, 0.0), "guard"))
    found = engage(table, table.figure("me"), "foe", rules=rules)
    assert isinstance(found, Engagement)
    assert f"leads within {words} of guard, who is active and is engaged instead" in found.because[0].text
    ended = after(table, table.figure("me"), found.path, found.path.cost - away / 2, rules=rules)
    assert ended.because[0].text.startswith(f"it would end within {words} of an enemy and stops at")
    refused = find_path(table, table.figure("me"), (14.0 + BASE + away / 2, 8.0, 0.0), rules=rules)
    assert isinstance(refused, NoPath)
    assert refused.why == f"foe is within {words} of there"


def test_five_parsecs_nobody_is_passed_through() -> None:
    table = table_with(foe((14.0, 8.0, 0.0)), mate((10.0, 8.0, 0.0)))
    straight = 10.0 - BASE
    assert engaged(table).path.cost == pytest.approx(straight, abs=CLOSE)
    assert engaged(table, system="five-parsecs").path.cost > straight + 0.1


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 12))])
def test_contact_is_never_nearer_than_the_straight_line_and_bases_touch(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = (rng.uniform((9, 2), (18, 14))).tolist()
    low = float(rng.uniform(5.5, 7.0))
    pieces = [
        infinite((low, low + 0.5), (float(rng.uniform(3, 7)), 11.0)),
        block((8, 8.4), float(rng.uniform(0.6, 1.9)), (0, 5)),
    ]
    target = foe((x, y, 0.0))
    table = table_with(*pieces, target)
    found = engaged(table)
    assert apart(found, target) == pytest.approx(BASE, abs=CLOSE)
    assert found.path.length >= hypot(x - 4, y - 8) - BASE - CLOSE
    turned = Table(SIZE, Terrain(table.terrain.pieces), tuple(reversed(table.figures)))
    assert engaged(turned).path.cost == pytest.approx(found.path.cost, abs=1e-6)


@pytest.mark.parametrize("gap", [0.02, 0.3, 0.6])
@pytest.mark.parametrize("wall", [(8.8, 9.6), (9.5, 9.6), (9.15, 9.25)])
def test_over_a_barricade_past_a_wall_it_goes_where_there_is_contact(
    wall: tuple[float, float], gap: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wall through the barricade, or behind it, has nobody in contact straight across; the cheapest place beside it is taken.

    It is the same one as if all places were known to be in contact or not before any is chosen.
    """
    rail, shut = block((9.0, 9.4), 1.2, (4.0, 12.0), kind="obstacle"), block(wall, 4.0, (7.2, 8.8), kind="wall")
    table = table_with(rail, shut, foe((9.4 + R + gap, 8.0, 0.0)))
    found = engaged(table)
    assert in_contact(table, table.figure("me").moved(found.place), table.figure("foe"))
    monkeypatch.setattr(base_contact, "ABOUT", SIZE[0])
    assert engaged(table) == found
