"""Upward extrusion of terrain that hides upwards without end, checked with rays over, beside, under and through it."""

import numpy as np
import pytest

from scene.geometry.mesh import EMPTY, BoolArray, FloatArray, Mesh, joined
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.upward_extrusion import upward_shadow
from scene.table.table import Piece
from scene.visibility.occluders import hiding_mesh


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    corners = np.array([[(low, high)[bit][axis] for axis, bit in enumerate(bits)] for bits in np.ndindex(2, 2, 2)])
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return Mesh.of(corners, [[quad[i] for i in part] for quad in quads for part in ((0, 1, 2), (0, 2, 3))])


def wall(x: tuple[float, float], z: tuple[float, float]) -> Mesh:
    """Part of a wall along x, 0.2 thick, in the middle of y."""
    return box((x[0], -0.1, z[0]), (x[1], 0.1, z[1]))


def sheet(*quads: list[list[float]]) -> Mesh:
    return joined(*(Mesh.of(quad, [[0, 1, 2], [0, 2, 3]]) for quad in quads))


def across(
    x: tuple[float, float], z: tuple[float, float], *, steepness: float = 0.0, count: int = 1000
) -> tuple[FloatArray, FloatArray]:
    """Lines that pass y = 0 within x and z and go over 2 in y; they climb by up to ``steepness`` an inch."""
    rng = np.random.default_rng(4)
    places = np.stack([rng.uniform(*x, count), np.zeros(count), rng.uniform(*z, count)], axis=1)
    slant, climb = rng.uniform(-0.2, 0.2, count), rng.uniform(-steepness, steepness, count)
    ways = np.stack([slant, np.ones(count), climb], axis=1)
    return places - ways, places + ways


def blocked(mesh: Mesh, lines: tuple[FloatArray, FloatArray]) -> BoolArray:
    return RayScene([mesh, upward_shadow(mesh)]).blocked(*lines)


WINDOWED = joined(wall((-2, -0.5), (0, 3)), wall((0.5, 2), (0, 3)), wall((-0.5, 0.5), (0, 1)), wall((-0.5, 0.5), (2, 3)))
LEAN_TO = Mesh.of(
    [[-2, -1, 1], [2, -1, 1], [2, 1, 2], [-2, 1, 2], [-2, -1, 0], [2, -1, 0], [2, 1, 0], [-2, 1, 0]],
    [[0, 1, 2], [0, 2, 3], [0, 4, 5], [0, 5, 1], [1, 5, 6], [1, 6, 2], [2, 6, 7], [2, 7, 3], [3, 7, 4], [3, 4, 0]],
)
ROOF = Mesh.of(
    np.array([[-2, -0.8, 1], [2, -0.8, 1], [2, 0.8, 1], [-2, 0.8, 1], [-2, 0, 2], [2, 0, 2]]),
    [[0, 1, 5], [0, 5, 4], [2, 3, 4], [2, 4, 5], [0, 4, 3], [1, 2, 5]],
)


@pytest.mark.parametrize("steepness", [0.0, 1.0, 8.0])
def test_no_line_is_drawn_over_an_infinite_wall_from_any_angle(steepness: float) -> None:
    lines = across((-1.7, 1.7), (3 + 0.2 * steepness, 60), steepness=steepness)
    assert not RayScene([wall((-2, 2), (0, 3))]).blocked(*lines).any()
    assert blocked(wall((-2, 2), (0, 3)), lines).all()


def test_beside_the_wall_sight_stays_free() -> None:
    for x in [(-4.0, -2.21), (2.21, 4.0)]:
        assert not blocked(wall((-2, 2), (0, 3)), across(x, (0.1, 60), steepness=4.0)).any()


def test_windows_and_doorways_stay_open() -> None:
    starts, ends = across((-0.45, 0.45), (1.1, 1.9))
    assert not blocked(WINDOWED, (starts * [0.9, 1, 1], ends * [0.9, 1, 1])).any()
    assert blocked(WINDOWED, across((-1.7, 1.7), (3, 20))).all()
    gate = joined(wall((-2, -0.5), (0, 3)), wall((0.5, 2), (0, 3)), wall((-0.5, 0.5), (2, 3)))
    assert not blocked(gate, across((-0.25, 0.25), (0.01, 1.99))).any()


def test_a_window_above_a_sill_a_plinth_and_a_floor_plate_stays_open() -> None:
    sill = box((-0.6, -0.5, 0.9), (0.6, 0.1, 1.0))
    plinth = box((-2, -0.3, 0), (2, 0.3, 0.6))
    plate = box((-3, -3, -0.1), (3, 3, 0))
    mesh = joined(WINDOWED, sill, plinth, plate)
    assert not blocked(mesh, across((-0.25, 0.25), (1.1, 1.9))).any()
    assert blocked(mesh, across((-1.7, 1.7), (3, 20))).all()


def test_crenels_count_as_part_of_the_wall() -> None:
    merlons = [wall((x, x + 0.4), (2, 2.5)) for x in np.arange(-2, 2, 0.8)]
    mesh = joined(wall((-2, 2), (0, 2)), *merlons)
    assert blocked(mesh, across((-1.7, 1.7), (2.01, 20))).all()


def test_a_wall_partly_under_a_beam_is_closed_beside_it() -> None:
    mesh = joined(wall((-2, 2), (0, 1)), box((-0.33, -1.5, 2), (0.33, 1.5, 2.2)))
    assert blocked(mesh, across((-1.7, -0.55), (1.01, 20))).all()
    assert blocked(mesh, across((0.55, 1.7), (1.01, 20))).all()
    assert not blocked(mesh, across((-0.1, 0.1), (1.05, 1.95))).any()


def test_sheets_without_thickness_are_carried_up_and_keep_their_windows() -> None:
    def part(x: tuple[float, float], z: tuple[float, float]) -> list[list[float]]:
        return [[x[0], 0, z[0]], [x[1], 0, z[0]], [x[1], 0, z[1]], [x[0], 0, z[1]]]

    plane = sheet(part((-2, -0.5), (0, 3)), part((0.5, 2), (0, 3)), part((-0.5, 0.5), (0, 1)), part((-0.5, 0.5), (2, 3)))
    assert blocked(plane, across((-2, 2), (3, 40))).all()
    assert not blocked(plane, across((-0.49, 0.49), (1.01, 1.99))).any()
    marker = sheet([[-2, -0.1, 0.01], [2, -0.1, 0.01], [2, 0.1, 0.01], [-2, 0.1, 0.01]])
    assert blocked(marker, across((-1.7, 1.7), (0.02, 40))).all()


@pytest.mark.parametrize("mesh", [ROOF, LEAN_TO])
def test_sloped_tops_are_carried_up_whichever_way_they_are_looked_over(mesh: Mesh) -> None:
    rng = np.random.default_rng(6)
    # Level lines through a place over the roof, in every direction, longer than the roof.
    places = rng.uniform([-1.9, -0.7, 1.0], [1.9, 0.7, 6.0], (2000, 3))
    angle = rng.uniform(0, 2 * np.pi, 2000)
    ways = 6 * np.stack([np.cos(angle), np.sin(angle), np.zeros(2000)], axis=1)
    assert blocked(mesh, (places - ways, places + ways)).all()
    # Beside the roof, which ends at y = 1 at the latest.
    places[:, 1] += 1.8
    along = np.array([6.0, 0.0, 0.0])
    assert not blocked(mesh, (places - along, places + along)).any()


def test_sight_under_an_arch_stays_free_and_over_it_does_not() -> None:
    arch = joined(box((-2, -1, 1.8), (2, 1, 2)), box((-2, -1, 0), (-1.8, 1, 2)), box((1.8, -1, 0), (2, 1, 2)))
    starts, ends = across((-1.4, 1.4), (0.1, 1.7))
    assert not blocked(arch, (starts * [1, 3, 1], ends * [1, 3, 1])).any()
    starts, ends = across((-1.4, 1.4), (2.1, 30))
    assert blocked(arch, (starts * [1, 3, 1], ends * [1, 3, 1])).all()


def test_two_places_on_the_same_level_top_see_each_other() -> None:
    rng = np.random.default_rng(9)
    starts, ends = rng.uniform([-1.5, -1.5, 2.05], [1.5, 1.5, 3], (2, 500, 3))
    assert not blocked(box((-2, -2, 0), (2, 2, 2)), (starts, ends)).any()


def test_a_piece_that_lies_on_its_side_is_carried_up_along_the_table() -> None:
    lying = RigidTransform((10, 10, 0.1), (float(np.sqrt(0.5)), float(np.sqrt(0.5)), 0.0, 0.0))
    piece = Piece("w", wall((-2, 2), (0, 3)), lying, infinite_height=True)
    # It now lies from y = 7 to y = 10 and is 0.2 high.
    assert piece.placed.bounds == pytest.approx(np.array([[8, 7, 0], [12, 10, 0.2]]))
    starts = np.stack([np.full(100, 5.0), np.full(100, 8.5), np.linspace(0.3, 50, 100)], axis=1)
    assert RayScene([hiding_mesh(piece)]).blocked(starts, starts * [3, 1, 1]).all()


def test_winding_and_doubled_vertices_and_faces_do_not_matter() -> None:
    rng = np.random.default_rng(2)
    triangles = WINDOWED.triangles
    triangles = np.where(rng.random((len(triangles), 1, 1)) < 0.5, triangles[:, ::-1], triangles)
    triangles = np.concatenate([triangles, triangles[:7], triangles[:3, [0, 0, 1]]])
    soup = Mesh.of(triangles, np.arange(3 * len(triangles)))
    assert blocked(soup, across((-1.7, 1.7), (3.3, 60), steepness=1.0)).all()
    assert not blocked(soup, across((-0.25, 0.25), (1.1, 1.9))).any()


def test_gaps_close_before_the_piece_is_carried_up() -> None:
    piece = Piece("w", WINDOWED, RigidTransform.turned((0, 0, 0), 0), see_through_gaps=False, infinite_height=True)
    assert RayScene([hiding_mesh(piece)]).blocked(*across((-1.7, 1.7), (0.1, 60))).all()


def test_nothing_to_carry_up() -> None:
    assert upward_shadow(EMPTY) is EMPTY


def test_it_is_computed_once() -> None:
    assert upward_shadow(WINDOWED) is upward_shadow(WINDOWED)
