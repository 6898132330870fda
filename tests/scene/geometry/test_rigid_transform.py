"""Rigid transforms of points, and the bounds of meshes."""

import numpy as np
import pytest

from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform, turned


def test_a_quarter_turn_takes_x_to_y_and_then_the_shift_follows() -> None:
    pose = RigidTransform.turned((10, 20, 30), 90)
    np.testing.assert_allclose(pose.to_table([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), [[10, 21, 30], [9, 20, 30], [10, 20, 31]])
    np.testing.assert_allclose(pose.to_table([1.0, 0, 0]), [10, 21, 30])


@pytest.mark.parametrize("shape", [(3,), (1, 3), (1000, 3), (4, 5, 3), (0, 3)])
def test_points_come_back_and_keep_their_shape(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    points = rng.normal(size=shape)
    pose = RigidTransform((1, -2, 3), (0.3, -0.4, 0.5, 0.7))
    there = pose.to_table(points)
    assert there.shape == points.shape
    np.testing.assert_allclose(pose.to_own(there), points, atol=1e-12)
    np.testing.assert_allclose(there, points @ pose.matrix.T + pose.position, atol=1e-12)


def test_small_floats_are_turned_in_large_ones() -> None:
    third = np.array([[1 / 3, 0, 0]], dtype=np.float32)
    assert turned(third, np.eye(3) * 3)[0, 0] == float(third[0, 0]) * 3


def test_the_bounds_are_of_points_that_faces_use() -> None:
    points = np.array([[9.0, 9, 9], [0, 0, 0], [1, 0, 5], [0, -2, 0], [np.nan, np.inf, -9]])
    np.testing.assert_array_equal(Mesh.of(points, [[1, 2, 3]]).bounds, [[0, -2, 0], [1, 0, 5]])
    np.testing.assert_array_equal(Mesh.of(points[1:4], [[0, 1, 2]]).bounds, [[0, -2, 0], [1, 0, 5]])
    np.testing.assert_array_equal(Mesh.of(points, np.zeros((0, 3))).bounds, np.zeros((2, 3)))
