"""Single flat faces that hide one body from another: against walls worked by hand, and against lines that are looked for."""

import numpy as np
import pytest

from assets import tables
from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Figure, Piece, Terrain
from scene.visibility.line_of_sight import find_lines
from scene.visibility.planar_occluders import hidden_by_one_face
from sightline.files.table_loading import load
from tests.plain_scenes import box, figure

ONE, OTHER = figure("one", -4.0, 0.0, 1.0), figure("other", 4.0, 0.0, 1.0, facing=180.0)
"""Bodies 0.6 inches wide and 1.2 high, on bases whose undersides are an inch above the table."""


def hidden(*meshes: Mesh, one: Figure = ONE, other: Figure = OTHER, pose: RigidTransform | None = None) -> bool:
    return hidden_by_one_face(Terrain((Piece("wall", joined(*meshes), pose or RigidTransform()),)), one, other)


@pytest.mark.parametrize(("half", "wide"), [(0.31, True), (0.29, False)])
def test_a_wall_half_way_has_to_be_as_wide_as_the_bodies(half: float, wide: bool) -> None:
    assert hidden(box((-0.1, -half, 0.0), (0.1, half, 3.0))) is wide


@pytest.mark.parametrize(("x", "high"), [(0.0, True), (-3.0, True), (3.0, False)])
def test_a_wall_lower_than_the_farther_body_hides_it_only_from_below(x: float, high: bool) -> None:
    """The other stands two inches higher: beside it the wall of 3.5 inches is too low, half way it is not."""
    raised = OTHER.moved((4.0, 0.0, 3.0))
    assert hidden(box((x - 0.1, -2.0, 0.0), (x + 0.1, 2.0, 3.5)), other=raised) is high


def test_a_wall_that_is_turned_and_moved_with_the_bodies_hides_them_still() -> None:
    pose = RigidTransform.turned((3.0, 7.0, 0.0), 33.0)
    one, other = (body.moved(tuple(pose.to_table(body.position)), body.facing + 33.0) for body in (ONE, OTHER))
    assert hidden(box((-0.1, -2.0, 0.0), (0.1, 2.0, 3.0)), one=one, other=other, pose=pose)


def test_two_walls_that_hide_only_together_prove_nothing_nor_does_one_that_is_not_between() -> None:
    halves = box((-0.1, -2.0, 0.0), (0.1, 0.1, 3.0)), box((0.3, -0.1, 0.0), (0.5, 2.0, 3.0))
    assert not hidden(*halves)
    assert not hidden(box((-6.1, -2.0, 0.0), (-5.9, 2.0, 3.0)))
    assert not hidden(box((-4.1, -2.0, 0.0), (-3.9, 2.0, 3.0)))


def sheet(*triangles: tuple[tuple[float, float], ...]) -> Mesh:
    """Triangles in the plane x = 0, given by y and z."""
    corners = [(0.0, y, z) for triangle in triangles for y, z in triangle]
    return Mesh.of(corners, np.arange(len(corners)).reshape(-1, 3))


LOW, HIGH = ((-2.0, 0.0), (2.0, 0.0), (2.0, 3.0)), ((-2.0, 0.0), (2.0, 3.0), (-2.0, 3.0))
"""The two halves of a sheet 4 inches wide and 3 high."""


def test_what_is_filled_twice_in_one_half_and_not_in_the_other_hides_nothing() -> None:
    assert hidden(sheet(LOW, HIGH))
    assert hidden(sheet(LOW, HIGH, LOW, HIGH))
    assert not hidden(sheet(LOW, LOW))
    back = ((HIGH[0], HIGH[2], HIGH[1]),)
    assert not hidden(sheet(LOW, *back)), "the halves look to different sides, which is not looked at"


def test_a_wall_with_a_window_in_it_hides_nothing() -> None:
    """Also where triangles beside the window lie on one another, so that the area is that of the whole."""
    frame = [
        box((-0.1, low, bottom), (0.1, high, top))
        for low, high, bottom, top in ((-2, -0.1, 0, 3), (0.1, 2, 0, 3), (-0.1, 0.1, 0, 1.5), (-0.1, 0.1, 1.7, 3))
    ]
    assert not hidden(*frame)
    square = (((0.5, 0.5), (0.7, 0.5), (0.7, 0.7)), ((0.5, 0.5), (0.7, 0.7), (0.5, 0.7)))
    parts = [quad(-2, -0.1, 0, 3), quad(0.1, 2, 0, 3), quad(-0.1, 0.1, 0, 1.5), quad(-0.1, 0.1, 1.7, 3), square]
    assert not hidden(sheet(*(triangle for part in parts for triangle in part)))


def quad(left: float, right: float, low: float, high: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    return ((left, low), (right, low), (right, high)), ((left, low), (right, high), (left, high))


@pytest.mark.long
@pytest.mark.parametrize(("name", "least"), [("sluice-warren", 15), ("high-foundry", 1)])
def test_where_a_face_hides_no_line_is_found(name: str, least: int) -> None:
    table = load(tables.path(name), max_faces=10**7)[0]
    rng, proven = np.random.default_rng(7), 0
    for _ in range(40):
        places = rng.uniform([2.0, 2.0, 0.0], [table.size[0] - 2.0, table.size[1] - 2.0, 3.0], (2, 3))
        pair = figure("a", *places[0].tolist(), base_mm=25.0), figure("b", *places[1].tolist(), base_mm=25.0)
        if hidden_by_one_face(table.terrain, *pair):
            proven += 1
            assert find_lines(table.terrain, [pair]) == [None]
            assert hidden_by_one_face(table.terrain, pair[1], pair[0])
    assert proven >= least
