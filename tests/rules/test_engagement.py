"""Engagement, and whom movers keep away from, exactly for every height; who overlaps, touches and is engaged."""

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from rules.engagement import enemies, engaged_with, in_contact, is_active
from rules.movement.keep_out_discs import in_the_way, keep_away, overlapped, room_needed, taken
from rules.movement.path_rules import agent_of, find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.measuring.distance import nearest
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Piece, Table
from tests.rules.course_parts import BASE, GOAL, block, course, me, taut

BASE_HEIGHT = me().base_height

MAIN = registry.system("main-rulebook").movement


def foe(at: Point, name: str = "foe", **fields: Any) -> Figure:  # noqa: ANN401
    return replace(me(at, name=name, side="blue"), **fields)


def table_with(*things: Piece | Figure, who: Figure | None = None) -> Table:
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    figures = [thing for thing in things if isinstance(thing, Figure)]
    return replace(course("company", pieces, None).table, figures=(who or me(), *figures))


def navmesh(table: Table) -> NavMesh:
    return navmesh_of(table.terrain, table.size, agent_of(table.figure("me")))


def barred(blocking: BlockingDiscs, floor: NavMesh, place: Point) -> bool:
    """Whether the blocking discs bar a place, in any region at its height."""
    regions = np.array([n for n, region in enumerate(floor.regions) if abs(region.plane.z - place[2]) < 0.01])
    assert len(regions)
    xy = np.broadcast_to(np.array(place[:2]), (len(regions), 2))
    return bool(blocking.bars(regions, xy, xy).any())


@pytest.mark.parametrize("height", [0.0, 0.4, 0.8])
def test_an_inch_is_measured_from_base_to_base_also_to_other_heights(height: float) -> None:
    decks = [block((12, 20), height)] if height else []
    enemy = foe((10.0, 8.0, 0.0))
    table = table_with(*decks, enemy, who=me((18.0, 8.0, height)))
    blocking = keep_away(table, table.figure("me"), navmesh(table), MAIN)
    # Between the bases there is the height of the deck less the enemy's base.
    gap = max(height - BASE_HEIGHT, 0.0)
    limit = 10.0 + BASE + sqrt(1.0 - gap**2)
    for x in np.linspace(11.0, 13.0, 81).tolist():
        if height and x < 12.02:
            continue
        there = (x, 8.0, height)
        near = nearest(table.figure("me").moved(there), enemy).distance
        assert barred(blocking, navmesh(table), there) is (x < limit - 1e-4)
        assert (near < 1.0 - 1e-4) is (x < limit - 1e-4)


def test_enemies_a_storey_above_keep_nobody_away() -> None:
    table = table_with(block((8, 12), 3.0, (6, 10), low=2.8), foe((10.0, 8.0, 3.0)))
    systems = ("main-rulebook", "five-parsecs")
    for system in systems:
        path = find_path(table, table.figure("me"), GOAL, rules=registry.system(system).movement)
        assert isinstance(path, Path)
        assert path.cost == pytest.approx(12.0, abs=1e-3)


def test_the_main_rulebook_goes_round_enemies_by_an_inch_and_five_parsecs_by_their_bases() -> None:
    table = table_with(foe((10.0, 8.0, 0.0)))
    radii = {"main-rulebook": 1.0 + BASE, "five-parsecs": BASE + 0.02}
    for system, radius in radii.items():
        path = find_path(table, table.figure("me"), GOAL, rules=registry.system(system).movement)
        assert isinstance(path, Path)
        round_it = taut((4, 8, 0), [(10.0, 8.0, 1, radius)], GOAL)
        assert path.cost == pytest.approx(round_it, rel=0.01)


def test_friends_are_passed_through_in_the_main_rulebook_only() -> None:
    table = table_with(me((10.0, 8.0, 0.0), name="mate"))
    floor = navmesh(table)
    assert len(keep_away(table, table.figure("me"), floor, MAIN)) == 0
    assert len(in_the_way(table, table.figure("me"), floor, registry.system("five-parsecs").movement)) > 0


def test_seriously_injured_enemies_need_no_inch_and_are_passed_through() -> None:
    table = table_with(foe((10.0, 8.0, 0.0), posture="on_face"))
    assert len(keep_away(table, table.figure("me"), navmesh(table), MAIN)) == 0
    path = find_path(table, table.figure("me"), GOAL, rules=registry.system("main-rulebook").movement)
    assert isinstance(path, Path)
    assert path.cost == pytest.approx(12.0, abs=1e-3)


def test_who_starts_near_an_enemy_may_leave_but_not_come_nearer() -> None:
    table = table_with(foe((5.3, 8.0, 0.0)))
    blocking = keep_away(table, table.figure("me"), navmesh(table), MAIN)
    assert not barred(blocking, navmesh(table), (4.0, 8.0, 0.0))
    assert not barred(blocking, navmesh(table), (3.9, 8.0, 0.0))
    assert barred(blocking, navmesh(table), (4.01, 8.0, 0.0))


def test_enemies_that_are_engaged_may_be_touched_but_not_entered() -> None:
    table = table_with(foe((10.0, 8.0, 0.0)))
    systems = ("main-rulebook", "five-parsecs")
    for system in systems:
        blocking = keep_away(
            table, table.figure("me"), navmesh(table), registry.system(system).movement, engaged=frozenset({"foe"})
        )
        assert not barred(blocking, navmesh(table), (10.0 - BASE - 0.001, 8.0, 0.0))
        assert barred(blocking, navmesh(table), (10.0 - BASE + 0.01, 8.0, 0.0))


def test_bodies_overlap_where_both_plan_and_heights_do() -> None:
    table = table_with(foe((10.0, 8.0, 3.0)))
    height = agent_of(table.figure("me")).height
    places = {(10.5, 8.0, 3.0): True, (11.0, 8.0, 3.0): False, (10.5, 8.0, 2.6): True, (10.5, 8.0, 2.99 - height): False}
    for place, wrong in places.items():
        assert (overlapped(table, table.figure("me"), np.array(place)) is not None) is wrong
        assert taken(table, table.figure("me"), np.array([place]))[0] == wrong


def test_contact_with_an_enemy_engages_both_unless_one_is_seriously_injured() -> None:
    beside = (4.0 + BASE, 8.0, 0.0)
    table = table_with(foe(beside))
    assert engaged_with(table, table.figure("me")) == ("foe",)
    assert not is_active(table, table.figure("foe"))
    lying = table_with(foe(beside, posture="on_face"))
    assert engaged_with(lying, lying.figure("me")) == ()
    assert is_active(lying, lying.figure("me"))
    friends = table_with(me(beside, name="mate"))
    assert engaged_with(friends, friends.figure("me")) == ()
    above = table_with(block((4.3, 8), 2.0), foe((4.0 + BASE, 8.0, 2.0)))
    assert engaged_with(above, above.figure("me")) == ()


def test_base_to_base_nobody_is_in_contact_over_an_obstacle_that_leads_through_a_wall() -> None:
    near = 4.0 + BASE / 2.0
    low = block((near, near + 1.0), 1.3, (7.0, 9.0), kind="obstacle")
    beyond = foe((near + 1.0 + BASE / 2.0, 8.0, 0.0))
    open_ = table_with(low, beyond)
    assert engaged_with(open_, open_.figure("me")) == ("foe",)
    wall = replace(block((near + 0.4, near + 0.6), 3.0, kind="wall"), id="wall")
    walled = table_with(low, wall, beyond)
    assert engaged_with(walled, walled.figure("me")) == ()
    assert not in_contact(walled, walled.figure("me"), walled.figure("foe"))


def test_pinned_figures_are_not_active() -> None:
    table = table_with(foe((10.0, 8.0, 0.0), posture="on_back"))
    assert not is_active(table, table.figure("foe"))
    assert enemies(table.figure("me"), table.figure("foe"))


def test_room_is_needed_wherever_one_started() -> None:
    table = table_with(foe((4.3, 8.0, 0.0)))
    blocking = room_needed(table, table.figure("me"), navmesh(table), apart=1.0)
    assert barred(blocking, navmesh(table), (4.3 - BASE - 0.99, 8.0, 0.0))
    assert not barred(blocking, navmesh(table), (4.3 - BASE - 1.01, 8.0, 0.0))


@pytest.mark.parametrize("height", [2.0, 3.0, 4.0])
@pytest.mark.parametrize("system", ["main-rulebook", "five-parsecs"])
def test_nobody_climbs_or_jumps_past_an_enemy_on_a_ledge(height: float, system: str) -> None:
    """A face six inches high with a ledge halfway; who climbs beside it keeps an inch, or the bodies, apart."""
    ledge, there = block((8.5, 10.0), height, (8.6, 11.0)), (9.2, 9.2, height)
    table = table_with(block((10.0, 18.0), 6.0, (2.0, 14.0)), ledge, foe(there), who=me((6.0, 8.0, 0.0)))
    for start, goal in (((6.0, 8.0, 0.0), (14.0, 8.0, 6.0)), ((14.0, 8.0, 6.0), (6.0, 8.0, 0.0))):
        found = find_path(
            replace(table, figures=(me(start), foe(there))), me(start), goal, rules=registry.system(system).movement
        )
        assert isinstance(found, Path)
        upright = [leg for leg in found.legs if leg.kind in {"climb", "jump"}]
        assert upright
        apart = BASE + (1.0 if system == "main-rulebook" else 0.0)
        for leg in upright:
            assert np.hypot(leg.start[0] - there[0], leg.start[1] - there[1]) >= apart - 0.001
