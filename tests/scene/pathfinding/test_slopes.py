"""Slopes are slopes: costs over planes, ridges and leaning faces against closed forms, turned and divided as one likes."""

from collections.abc import Callable
from functools import cache
from math import cos, dist, hypot, radians, sin

import numpy as np
import pytest
from scipy.optimize import minimize

from rules.movement.path_rules import agent_of, find_path, find_reach
from rules.systems import registry
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece, Table, Terrain
from scene.walkable.floors import floors
from scene.walkable.local_floors import heights_at
from tests.plain_scenes import box
from tests.rules.course_parts import SIZE, R, infinite, kinds, me

RULES = registry.system("main-rulebook").movement
CLIMB = RULES.costs.climb
MIDDLE = (10.0, 8.0)
EXACT = 1e-3
"""The share of a cost that may be missing or too much."""
STEEP = 3 / 8
ALONG = hypot(1.0, STEEP)


def hull(low: list[Point], high: list[Point]) -> Mesh:
    """A block with four corners below, anticlockwise, and the four above them."""
    sides = [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7], [3, 2, 1, 0], [4, 5, 6, 7]]
    return Mesh.of(np.array(low + high), [[a, *rest] for a, b, c, d in sides for rest in ((b, c), (c, d))])


def leaning(x: tuple[float, float], y: tuple[float, float], heights: tuple[float, float], lean: float = 0.0) -> Mesh:
    """A block whose top rises from the one height to the other along x, and whose face at its lower x leans back."""
    (a, b), (c, d), (low, high) = x, y, heights
    foot: list[Point] = [(a, c, 0.0), (b, c, 0.0), (b, d, 0.0), (a, d, 0.0)]
    return hull(foot, [(a + lean, c, low), (b, c, high), (b, d, high), (a + lean, d, low)])


def roof(ridge: float) -> Mesh:
    """8 by 8 inches and 3 high over the middle of the table, with a ridge along x."""
    foot: list[Point] = [(6.0, 4.0, 0.0), (14.0, 4.0, 0.0), (14.0, 12.0, 0.0), (6.0, 12.0, 0.0)]
    left, right = (10.0 - ridge / 2, 8.0, 3.0), (10.0 + ridge / 2, 8.0, 3.0)
    return hull(foot, [left, right, right, left])


RAMP, HIP, GABLE = leaning((6.0, 14.0), (6.0, 10.0), (0.0, 3.0)), roof(0.0), roof(8.0)
VALLEY = [leaning((10.0, 14.0), (3.0, 13.0), (0.0, 3.0)), leaning((10.0, 6.0), (13.0, 3.0), (0.0, 3.0))]


def z(x: float) -> float:
    """How high the ramp is."""
    return STEEP * (x - 6.0)


def least(cost: Callable[[FloatArray], float], *start: float) -> float:
    """What a cost comes to where it is the least."""
    return float(minimize(cost, start, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-10}).fun)


def onto_the_side(v: FloatArray) -> float:
    """From (11, 3) up the side of the ramp to (11, 8): from the one place before it to the other one on its edge."""
    foot, edge, goal = (v[0], 6.0 - R), (v[1], 6.0), (11.0, 8.0, z(11.0))
    return dist((11, 3), foot) + CLIMB * z(v[1]) + dist(foot, edge) + dist((*edge, z(v[1])), goal)


def over_the_hip(v: FloatArray) -> float:
    """From one side of a pyramid to the next, over the edge between them so far from its top."""
    edge = (10 + v[0], 8 + v[0], 3 - 0.75 * v[0])
    return dist((12.5, 8.3, 3 - 0.75 * 2.5), edge) + dist(edge, (9.9, 10.8, 3 - 0.75 * 2.8))


def up_leaning(lean: float) -> float:
    """Up a wall three inches high whose top lies so far behind its foot, and as far as the goal 11 inches away in plan."""
    return 11.0 - lean + CLIMB * hypot(3.0, lean)


TRIPS: dict[str, tuple[list[Mesh], Point, Point, float]] = {
    "up": ([RAMP], (3, 8, 0), (13.5, 8, z(13.5)), 3 + 7.5 * ALONG),
    "down": ([RAMP], (13.5, 8, z(13.5)), (8, 8, z(8)), 5.5 * ALONG),
    "across": ([RAMP], (9, 6.5, z(9)), (9, 9.5, z(9)), 3.0),
    "aslant": ([RAMP], (7, 6.5, z(7)), (13, 9.5, z(13)), hypot(6 * ALONG, 3)),
    "onto its high end": ([RAMP], (17, 8, 0), (13, 8, z(13)), 3 + CLIMB * 3 + ALONG),
    "onto its side": ([RAMP], (11, 3, 0), (11, 8, z(11)), least(onto_the_side, 10.5, 10.5)),
    "over the edge of a hip roof": ([HIP], (12.5, 8.3, 1.125), (9.9, 10.8, 0.9), least(over_the_hip, 1.0)),
    "over the ridge of a gable": ([GABLE], (10, 5, 0.75), (10, 11, 0.75), 6 * 1.25),
    "through a valley": (VALLEY, (8, 8, 1.5), (12, 8, 1.5), 4 * 1.25),
    "up a wall that leans a little": ([leaning((10, 18), (0, 16), (3, 3), 0.3)], (4, 8, 0), (15, 8, 3), up_leaning(0.3)),
    "up a wall that leans much": ([leaning((10, 18), (0, 16), (3, 3), 2.5)], (4, 8, 0), (15, 8, 3), up_leaning(2.5)),
}


def divided(mesh: Mesh, times: int) -> Mesh:
    """The same surface, of four times as many triangles each time."""
    found = mesh.triangles
    for _ in range(times):
        a, b, c = np.moveaxis(found, 1, 0)
        d, e, f = (a + b) / 2, (b + c) / 2, (c + a) / 2
        found = np.concatenate([np.stack(one, axis=1) for one in ((a, d, f), (d, b, e), (f, e, c), (d, e, f))])
    return Mesh.of(found.reshape(-1, 3), np.arange(3 * len(found)).reshape(-1, 3))


def turned(place: Point, degrees: float) -> Point:
    x, y, c, s = place[0] - MIDDLE[0], place[1] - MIDDLE[1], cos(radians(degrees)), sin(radians(degrees))
    return MIDDLE[0] + c * x - s * y, MIDDLE[1] + s * x + c * y, place[2]


@cache
def _terrain(name: str, degrees: float, times: int) -> Terrain:
    meshes = [divided(mesh, times) for mesh in TRIPS[name][0]]
    corners = [np.array([turned((x, y, h), degrees) for x, y, h in mesh.vertices.tolist()]) for mesh in meshes]
    return Terrain(tuple(Piece(f"p{n}", Mesh.of(v, m.faces)) for n, (v, m) in enumerate(zip(corners, meshes, strict=True))))


def travelled(name: str, *, degrees: float = 0.0, times: int = 0, base_mm: float = 25.0) -> Path:
    start, goal = (turned(place, degrees) for place in TRIPS[name][1:3])
    table = Table(SIZE, _terrain(name, degrees, times), (me(start, base_mm=base_mm),))
    found = find_path(table, table.figures[0], goal, rules=RULES, one_round=True)
    assert isinstance(found, Path)
    return found


@pytest.mark.parametrize(("degrees", "times"), [(0.0, 0), (0.0, 3), (20.0, 0)])
@pytest.mark.parametrize("name", TRIPS)
def test_slopes_cost_their_length_in_space_however_they_lie_and_are_divided(name: str, degrees: float, times: int) -> None:
    found = travelled(name, degrees=degrees, times=times)
    assert found.cost == pytest.approx(TRIPS[name][3], rel=EXACT)
    # Legs follow one another; where planes meet, outlines are known to thousandths of an inch.
    assert all(a.end == pytest.approx(b.start, abs=0.005) for a, b in zip(found.legs, found.legs[1:], strict=False))
    assert found.cost >= dist(*TRIPS[name][1:3]) - 1e-6


@pytest.mark.parametrize("name", ["up", "through a valley"])
def test_large_bases_go_up_where_small_ones_do(name: str) -> None:
    """Before the foot of a slope they reach over it higher than a step."""
    found = travelled(name, base_mm=60.0)
    assert found.cost == pytest.approx(TRIPS[name][3], rel=2 * EXACT)
    assert set(kinds(found)) == {"walk"}


@pytest.mark.parametrize(("room", "fits"), [(1.47, False), (1.55, True)])
def test_head_room_is_measured_from_the_slope(room: float, fits: bool) -> None:
    """Under a bar across a ramp that spans the table; a human is 1.51 inches high."""
    ramp = leaning((6.0, 14.0), (0.0, 16.0), (0.0, 3.0))
    bar = box((9.99, 0.0, z(10.0) + room), (10.01, 16.0, 12.0))
    table = Table(SIZE, Terrain((Piece("ramp", ramp), Piece("bar", bar, infinite_height=True))), (me((7, 8, z(7))),))
    found = find_path(table, table.figures[0], (13, 8, z(13)), rules=RULES)
    assert isinstance(found, Path)
    assert ("squeeze" not in kinds(found)) == fits
    assert not fits or found.cost == pytest.approx(6 * ALONG, rel=EXACT)


def test_who_stands_on_a_slope_stands_on_its_plane() -> None:
    table = Table(SIZE, _terrain("up", 0.0, 0), (me((9, 8, z(9))),))
    assert heights_at(table, (9.3, 7.7))[0] == pytest.approx(z(9.3))
    (slope,) = (floor for floor in floors(table.terrain.pieces[0]) if not floor.plane.level)
    assert slope.plane.gradient == pytest.approx((STEEP, 0.0))
    reach = find_reach(table, table.figures[0], inches=3.0, rules=RULES, safe=True)
    on = reach.positions[(np.abs(reach.positions[:, :2] - MIDDLE) < (4, 2)).all(axis=1) & (reach.positions[:, 2] > 0.0)]
    assert len(on) > 100
    assert on[:, 2] == pytest.approx(slope.plane.at(on), abs=1e-9)
    assert reach.costs.max() <= 3.0
    walked = np.hypot(*(on - (9, 8, z(9)))[:, [0, 2]].T)
    assert (np.hypot(walked, on[:, 1] - 8) <= 3.0 + 1e-6).all()


def test_on_a_slope_walks_there_and_back_cost_the_same_and_never_less_than_straight() -> None:
    rng = np.random.default_rng(5)
    for mesh, height in ((RAMP, lambda x, _y: z(x)), (HIP, lambda x, y: 3 - 0.75 * max(abs(x - 10), abs(y - 8)))):
        places = [(float(x), float(y), height(x, y)) for x, y in rng.uniform((7, 6.2), (13, 9.8), (8, 2))]
        terrain = Terrain((Piece("slope", mesh),))
        navmesh_of(terrain, SIZE, agent_of(me()))
        for a, b in zip(places[::2], places[1::2], strict=True):
            costs = []
            for start, goal in ((a, b), (b, a)):
                table = Table(SIZE, terrain, (me(start),))
                found = find_path(table, table.figures[0], goal, rules=RULES, one_round=True)
                assert isinstance(found, Path)
                costs.append(found.cost)
            assert costs[0] == pytest.approx(costs[1], rel=1e-6)
            assert dist(a, b) - 1e-6 <= costs[0] <= 1.2 * dist(a, b)


def test_reach_counts_slopes_round_corners_too() -> None:
    """A block stands on the ramp, up to where the base goes past its two corners; behind it is what lies low."""
    start, first, last = (7.5, 7.0, z(7.5)), (9.0, 9.0 + R, z(9.0)), (11.0, 9.0 + R, z(11.0))
    terrain = Terrain((Piece("ramp", RAMP), infinite((9.0, 11.0), (2.0, 9.0))))
    table = Table(SIZE, terrain, (me(start),))
    reach = find_reach(table, table.figures[0], inches=9.0, rules=RULES, safe=True)
    x, y, height = reach.positions.T
    behind = (x > 11.6) & (y > 6.0) & (y < 8.5) & (height > 1.0)
    assert behind.sum() > 50
    least = dist(start, first) + dist(first, last) + np.linalg.norm(reach.positions - last, axis=1)
    assert (reach.costs >= least - 1e-3)[behind].all()
