"""Ruins and field walls: their openings are open, their joints are not, and inside a wall is no floor."""

import numpy as np
import pytest

from assets.kit import KIT, piece
from assets.kit.ruins_walls import COURSE
from scene.base.errors import SceneError
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece
from scene.walkable.floors import floors
from tests.assets.rays import first_hits

_RUINS: list[dict[str, float]] = [
    {},
    {"walls": 3, "floor": 1},
    {"length": 4, "width": 3, "height": 3},
    {"length": 12, "width": 9, "height": 7, "thickness": 0.6, "walls": 3},
]


@pytest.mark.parametrize("asked", _RUINS)
def test_a_ruin_is_as_large_as_asked(asked: dict[str, float]) -> None:
    given = KIT["ruin"].complete(asked)
    low, high = piece("ruin", asked)[0].bounds
    np.testing.assert_allclose(high - low, [given["length"], given["width"], given["height"]], atol=1e-9)


@pytest.mark.parametrize("asked", _RUINS)
def test_its_doorway_and_windows_are_open_and_nothing_else_up_to_their_heads(asked: dict[str, float]) -> None:
    given = KIT["ruin"].complete(asked)
    mesh, kind = piece("ruin", asked)
    assert kind == "structure"
    a, b, half = given["length"] / 2, given["width"] / 2, given["door"] / 2
    across = np.linspace(-half + 0.02, half - 0.02, 15)
    through = [(x, -b - 1.0, z) for x in across for z in (0.7, 1.2, 1.7)]
    # Rays along y end at the rubble or go on through the open back.
    assert (first_hits(mesh, through, (0, 1, 0)) > 1.0 + given["thickness"]).all()
    beside = [(side * (half + 0.05), -b - 1.0, z) for side in (-1, 1) for z in np.linspace(0.05, 1.9, 40)]
    assert (first_hits(mesh, beside, (0, 1, 0)) < 1.1).all()
    over = [(x, -b - 1.0, 2.4) for x in across]
    assert (first_hits(mesh, over, (0, 1, 0)) < 1.1).all()
    side = given["width"] - given["thickness"]
    y = given["thickness"] - b + 0.45 * side
    for x, towards in ((-a - 1.0, 1.0), (a + 1.0, -1.0))[: int(given["walls"]) - 1]:
        assert first_hits(mesh, [(x, y, 1.7)], (towards, 0, 0))[0] > 1.0 + given["thickness"]
        assert first_hits(mesh, [(x, y, 0.6)], (towards, 0, 0))[0] < 1.1


def test_the_joints_of_a_wall_let_no_light_through() -> None:
    mesh, _ = piece("ruin", {"height": 6})
    scene = RayScene([mesh])
    front = np.array([(x, -4.0, z) for x in np.linspace(-3.4, -1.5, 60) for z in np.linspace(0.0, 3.0, 90) + 0.0013])
    assert np.isfinite(scene.distances(front, np.tile([0.0, 1.0, 0.0], (len(front), 1)))).all()
    # Where two walls meet, too, behind the joints in the face of the one along x.
    side = np.array([(-5.0, y, z) for y in np.arange(-2.7, -1.5, 0.013) for z in np.linspace(0.0, 4.0, 10 * 12 + 1)])
    assert np.isfinite(scene.distances(side, np.tile([1.0, 0.0, 0.0], (len(side), 1)))).all()


@pytest.mark.parametrize("asked", _RUINS)
def test_a_ruin_is_ragged_and_stands_highest_in_its_corner(asked: dict[str, float]) -> None:
    given = KIT["ruin"].complete(asked)
    mesh, _ = piece("ruin", asked)
    a, b, inside = given["length"] / 2, given["width"] / 2, given["thickness"] / 2

    def top(x: float, y: float) -> float:
        return 20.0 - float(first_hits(mesh, [(x, y, 20.0)], (0, 0, -1))[0])

    assert top(inside - a, inside - b) == pytest.approx(given["height"])
    assert top(inside - a, b - 0.1) < given["height"] - COURSE
    along = {round(top(x, inside - b), 3) for x in np.linspace(-a + 0.1, a - 0.1, 60)}
    assert len(along) >= 4


def test_inside_walls_is_no_floor() -> None:
    """What lies under a course of stones is no way up to it, so from the ground nobody steps on a field wall."""
    field = Piece("wall", piece("stone_wall", {"height": 0.9})[0], RigidTransform())
    assert min(floor.plane.z for floor in floors(field)) > 0.5
    ruin = Piece("ruin", piece("ruin")[0], RigidTransform())
    tops = sum(floor.outline.area() for floor in floors(ruin))
    # The two walls in plan, seven inches and five; sills, and what lies under stones that stick out, come on top.
    assert tops <= 1.4 * (7.0 + 5.05) * 0.45


def test_part_of_the_upper_floor_bears_a_rider() -> None:
    made = Piece("ruin", piece("ruin", {"floor": 1, "floor_height": 3.1})[0], RigidTransform())
    floor = max(floors(made), key=lambda one: one.outline.area())
    assert floor.plane.z == pytest.approx(3.1)
    assert floor.outline.area() > 6.0


def test_an_upper_floor_over_the_top_of_the_ruin_is_refused() -> None:
    with pytest.raises(SceneError, match=f"give at most {4.0 - COURSE:g}, or a higher ruin"):
        KIT["ruin"].make(height=4, floor=1, floor_height=3.8)
    KIT["ruin"].make(height=4, floor=0, floor_height=3.8)


@pytest.mark.parametrize("asked", [{}, {"length": 1, "height": 0.6, "thickness": 0.3}, {"length": 16, "height": 2}])
def test_a_field_wall_is_an_obstacle_as_large_as_asked_that_can_be_crossed(asked: dict[str, float]) -> None:
    given = KIT["stone_wall"].complete(asked)
    mesh, kind = piece("stone_wall", asked)
    assert kind == "obstacle"
    np.testing.assert_allclose(np.ptp(mesh.bounds, axis=0), [given["length"], given["thickness"], given["height"]], atol=1e-9)
    # Main rulebook, barricades and obstacles: at least half an inch and no more than two inches high.
    limits = KIT["stone_wall"].parameters["height"].range
    assert 0.5 <= limits.low <= limits.high <= 2.0
