"""What is seen of a link does not depend on what else is looked at, before it or together with it. Inches."""

import numpy as np
import pytest

from rules.body_limits import LIMITS
from rules.movement.link_costs import MovementCosts
from rules.systems import registry
from scene.geometry.mesh import BoolArray
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.link_checks import checked_links
from scene.pathfinding.route_search import NavPoint, PricedNavMesh, Segment, priced_navmesh, route, search, spent
from scene.pathfinding.string_pulling import taut
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from scene.walkable.climbable_faces import climbable, face_along
from scene.walkable.obstacles import solids
from scene.walkable.swept_clearance import shafts
from tests.plain_scenes import block, box

AGENT = Agent(0.5, 1.3, LIMITS)
SIZE = (20.0, 16.0)
HIGHEST = 12.0


def slotted() -> Terrain:
    """Floors from x = 4 on, an inch apart, each 0.6 inches thick: a face with slots that a climber reaches over, up to 12."""
    return Terrain(tuple(block(f"floor {z}", (4, 2, z), (8, 14, z + 0.6)) for z in range(int(HIGHEST))))


def wall() -> Terrain:
    """A wall an inch high across the table, but for a gap in the north."""
    return Terrain((block("wall", (9.9, 0, 0), (10.1, 13, 1)),))


def both_ends() -> tuple[NavPoint, NavPoint]:
    return NavPoint(np.array([4.0, 3.0]), 0), NavPoint(np.array([16.0, 10.0]), 0)


@pytest.fixture
def navmesh() -> NavMesh:
    return navmesh_of(wall(), SIZE, AGENT)


def straight(given: PricedNavMesh) -> list[Segment]:
    start, goal = both_ends()
    found = route(search(given, start), goal)
    assert found is not None
    return found


def test_climbs_do_not_depend_on_others() -> None:
    scene, rise = solids(slotted()).rays, np.array([0.55, 0.75, 0.95, 1.3, 2.2, 4.7, HIGHEST])
    feet = np.column_stack([np.full(len(rise), 3.4), np.linspace(3.0, 12.0, len(rise)), np.zeros(len(rise))])
    toward = np.tile([1.0, 0.0], (len(rise), 1))

    def climbed(rows: slice) -> BoolArray:
        return climbable(scene, feet[rows], rise[rows], toward[rows], AGENT).held

    # The slots are 0.4 inches high: less than a climber reaches over.
    assert climbed(slice(None)).all()
    assert all(climbed(slice(row, row + 1)).all() for row in range(len(rise)))


@pytest.mark.parametrize(("low", "high", "held"), [(0.29, 0.71, True), (0.2, 0.72, False)])
def test_a_slot_ends_a_climb_or_not_whoever_else_climbs(low: float, high: float, *, held: bool) -> None:
    # A climber reaches over 0.45 inches.
    scene = solids(Terrain((block("low", (4, 2, 0), (8, 14, low)), block("high", (4, 2, high), (8, 14, 20))))).rays
    rise, feet, toward = np.array([0.8, 1.5, HIGHEST]), np.tile([3.4, 8.0, 0.0], (3, 1)), np.tile([1.0, 0.0], (3, 1))
    assert climbable(scene, feet, rise, toward, AGENT).held.tolist() == [held] * 3
    assert [bool(climbable(scene, feet[:1], rise[[n]], toward[:1], AGENT).held[0]) for n in range(3)] == [held] * 3


def test_shafts_and_faces_do_not_depend_on_others() -> None:
    scene = solids(slotted()).rays
    feet = np.array([[3.4, 8.0, 0.0], [3.6, 8.0, 0.0], [3.4, 4.0, 0.0]])
    top, radius = np.array([1.5, 3.0, 12.0]), np.full(3, 0.5)
    assert shafts(scene, feet, top, radius, 0.5).tolist() == [True, False, True]
    assert [bool(shafts(scene, feet[[n]], top[[n]], radius[[n]], 0.5)[0]) for n in range(3)] == [True, False, True]
    # Along a face, past its end, and away from it.
    scene = solids(Terrain((block("solid", (4, 2, 0), (8, 14, HIGHEST)),))).rays
    a, b = np.array([[3.4, 4, 0], [3.4, 12, 0], [2.0, 4, 0]]), np.array([[3.4, 12, 0], [3.4, 15, 0], [2.0, 5, 0]])
    assert face_along(scene, a, b, AGENT).tolist() == [True, False, False]
    assert [bool(face_along(scene, a[[n]], b[[n]], AGENT)[0]) for n in range(3)] == [True, False, False]


def test_what_is_remembered_is_what_was_seen(navmesh: NavMesh) -> None:
    links = navmesh.links.chosen((navmesh.links.gap == 0.0) & ~navmesh.links.ladder)
    assert len(links) > 5
    possible, seen = checked_links(navmesh, links, links)
    again, same = checked_links(navmesh, links.chosen(np.arange(len(links))[::-1]), links.chosen(np.arange(len(links))[::-1]))
    assert possible.all()
    assert again.all()
    for name in ("level", "across", "narrow", "face_up", "face_down", "gap"):
        assert (getattr(seen, name) == getattr(same, name)[::-1]).all(), name
    assert seen.level == pytest.approx(np.full(len(links), 1.0), abs=0.01)


def test_a_taut_way_over_a_wall_is_straight(navmesh: NavMesh) -> None:
    given = priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement))
    start, goal = both_ends()
    cost, checks = spent(given, taut(given, [straight(given)], start, goal))
    assert cost == pytest.approx(np.hypot(12.0, 7.0), abs=0.005)
    assert checks == 1


@pytest.mark.parametrize(("thick", "held"), [(0.15, False), (0.21, False), (0.25, True), (0.4, True)])
@pytest.mark.parametrize("degrees", [0.0, 20.0, 45.0, 71.0])
def test_posts_are_held_by_the_width_of_their_faces_from_wherever_they_are_felt(
    thick: float, degrees: float, *, held: bool
) -> None:
    """A quarter of an inch is enough to hold on to, and the diagonal of a post counts for nothing."""
    post = box((-thick / 2, -thick / 2, 0), (thick / 2, thick / 2, 3))
    scene = solids(Terrain((Piece("post", post, RigidTransform.turned((8.0, 8.0, 0.0), degrees)),))).rays
    turn = np.radians(np.arange(0.0, 360.0, 3.0))
    toward = np.column_stack([np.cos(turn), np.sin(turn)])
    feet = np.column_stack([8.0 - 0.72 * toward, np.zeros(len(turn))])
    assert (climbable(scene, feet, np.full(len(turn), 3.0), toward, AGENT).held == held).all()
