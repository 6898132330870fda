"""Where things stand: on which region, how far aside of one, and what the nearest place on the navmesh is."""

import pytest

from rules.body_limits import LIMITS
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.region_lookup import nearest_on_navmesh, region_at
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from tests.plain_scenes import block

RADIUS = 0.5
BLOCK = block("block", (8, 8, 0), (16, 16, 3))
WALL = block("wall", (19.95, 0, 0), (20.05, 24, 5))


def navmesh(*pieces: Piece) -> NavMesh:
    return navmesh_of(Terrain(pieces), (24.0, 24.0), Agent(RADIUS, 1.4, LIMITS))


def level(place: Point, stray: float = 0.75) -> float | None:
    """The height of the navmesh at a place among a block and a wall."""
    whole = navmesh(BLOCK, WALL)
    found = region_at(whole, place, stray=stray)
    return None if found is None else whole.regions[found.region].plane.z


@pytest.mark.parametrize(
    ("place", "z"),
    [
        ((4, 4, 0), 0),
        ((4, 4, 0.59), 0),
        ((4, 4, -0.59), 0),
        ((4, 4, 0.61), None),
        ((12, 12, 3.2), 3),
        ((12, 12, 0), None),
        ((12, 12, 1.5), None),
        ((30, 12, 0), None),
    ],
)
def test_the_region_at_about_that_height(place: Point, z: float | None) -> None:
    assert level(place) == z


@pytest.mark.parametrize(
    ("place", "beside"),
    [((0.1, 12, 0), (0.5, 12)), ((0, 0, 0), (0.5, 0.5)), ((7.7, 12, 0), (7.5, 12)), ((16.3, 12, 3), (16, 12))],
    ids=["over the edge", "over the corner", "touching a wall", "over the edge of a floor"],
)
def test_a_little_aside_of_free_ground(place: Point, beside: tuple[float, float]) -> None:
    found = region_at(navmesh(BLOCK, WALL), place, stray=0.75)
    assert found is not None
    assert found.xy == pytest.approx(beside, abs=0.02)
    assert region_at(navmesh(BLOCK, WALL), place) is None


def test_not_through_a_wall() -> None:
    """Its middle is in the wall; 0.55 inches to either side there is ground, behind the wall's face."""
    assert level((20.0, 12.0, 0.0)) is None
    found = region_at(navmesh(WALL), (20.06, 12.0, 0.0), stray=0.75)
    assert found is not None
    assert found.xy == pytest.approx((20.55, 12.0), abs=0.02)


@pytest.mark.parametrize(
    ("place", "nearest"),
    [
        ((-5, 12, 0), (0.5, 12, 0)),
        ((12, 12, 2), (12, 12, 3)),
        ((8.4, 12, 0), (7.5, 12, 0)),
        ((4, 4, 50), (8, 8, 3)),
        ((4, 4, 1), (4, 4, 0)),
    ],
)
def test_the_nearest_ground_can_be_stood_on(place: Point, nearest: Point) -> None:
    whole = navmesh(BLOCK)
    found = nearest_on_navmesh(whole, place)
    assert found is not None
    assert found == pytest.approx(nearest, abs=0.03)
    assert region_at(whole, found) is not None


def test_where_there_is_no_ground_there_is_none_nearest() -> None:
    tiny = navmesh_of(Terrain(()), (0.9, 0.9), Agent(RADIUS, 1.4, LIMITS))
    assert nearest_on_navmesh(tiny, (0.0, 0.0, 0.0)) is None
    assert region_at(tiny, (0.4, 0.4, 0.0), stray=1.0) is None
