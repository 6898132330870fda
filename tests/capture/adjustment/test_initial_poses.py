"""Initial poses: the slopes of tangents by a camera's pose and by a tag's, against small differences."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.initial_poses import camera_slopes, tag_slopes
from scene.geometry.mesh import FloatArray

STEP = 1e-6


def turned(vector: FloatArray) -> FloatArray:
    return np.asarray(Rotation.from_rotvec(vector).as_matrix())


def tangents(own: FloatArray) -> FloatArray:
    return np.asarray(own[..., :2] / own[..., 2:])


def by_differences(shown: Callable[[FloatArray], FloatArray], numbers: FloatArray) -> FloatArray:
    """(..., 2, 6) central differences of tangents."""
    steps = STEP * np.eye(6)
    return np.stack([(shown(numbers + step) - shown(numbers - step)) / (2.0 * STEP) for step in steps], axis=-1)


@pytest.mark.parametrize("angle", [0.0, 1e-5, 0.7, 3.0])
def test_slopes_are_what_small_differences_give(angle: float) -> None:
    rng = np.random.default_rng(5)
    axis = np.array([0.6, -0.48, 0.64])
    camera = np.array([2.0, -1.0, -30.0, *(angle * axis)])
    points = camera[:3] + (turned(camera[3:]) @ rng.uniform([-8, -8, 15], [8, 8, 40], (20, 3)).T).T

    def from_camera(numbers: FloatArray) -> FloatArray:
        return tangents((points - numbers[:3]) @ turned(numbers[3:]))

    assert camera_slopes(camera, points) == pytest.approx(by_differences(from_camera, camera), abs=1e-7)

    tag = np.array([1.0, 2.0, 0.5, *(angle * axis)])
    rotations = np.stack([turned(np.array([np.pi, 0.1 * view, 0.2])) for view in range(3)])
    positions = np.array([[0.0, 0.0, 25.0], [6.0, 1.0, 20.0], [-5.0, 3.0, 30.0]])
    corners = 1.5 * SQUARE

    def of_tag(numbers: FloatArray) -> FloatArray:
        placed = corners @ turned(numbers[3:]).T + numbers[:3]
        return tangents((placed - positions[:, None]) @ rotations)

    assert tag_slopes(tag, corners, rotations, positions) == pytest.approx(by_differences(of_tag, tag), abs=1e-7)
