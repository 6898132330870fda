"""The camera model: against OpenCV's own projection, and against its own inverse."""

import cv2
import numpy as np
import pytest

from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.rigid_transform import RigidTransform

PHONE = Lens((4000, 3000), (3050.0, 3048.0), (2011.0, 1489.0), (0.11, -0.25, 0.0006, -0.0004, 0.12))
BARREL = Lens((1600, 1200), (900.0, 905.0), (790.0, 610.0), (-0.28, 0.09, 0.001, 0.0005, -0.012))
LENSES = pytest.mark.parametrize("lens", [PHONE, BARREL, Lens((640, 480), (500.0, 500.0), (319.5, 239.5))])


def points_ahead(seed: int, count: int = 500) -> np.ndarray:
    rng = np.random.default_rng(seed)
    flat = rng.uniform(-0.6, 0.6, (count, 2)) * [1.0, 0.75]
    return np.column_stack([flat, np.ones(count)]) * rng.uniform(5.0, 80.0, (count, 1))


@LENSES
def test_projects_as_opencv_does(lens: Lens) -> None:
    points = points_ahead(1)
    theirs, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), lens.matrix, np.array(lens.distortion))
    np.testing.assert_allclose(lens.project(points), theirs.reshape(-1, 2), atol=1e-9)


@LENSES
def test_rays_lead_back_to_the_points(lens: Lens) -> None:
    points = points_ahead(2)
    rays = lens.rays(lens.project(points))
    np.testing.assert_allclose(rays, points / np.linalg.norm(points, axis=1, keepdims=True), atol=1e-11)


def test_what_is_behind_the_camera_or_beyond_the_fold_is_not_in_the_picture() -> None:
    folding = Lens((640, 480), (500.0, 500.0), (320.0, 240.0), (-0.3, 0.0, 0.0, 0.0, 0.0))
    # r (1 - 0.3 r^2) grows up to r = sqrt(1 / 0.9).
    assert folding.widest == pytest.approx(np.sqrt(1.0 / 0.9))
    pixels = folding.project([[0.0, 0.0, -1.0], [1.2, 0.0, 1.0], [1.0, 0.0, 1.0]])
    assert np.isnan(pixels[:2]).all()
    np.testing.assert_allclose(pixels[2], [320.0 + 500.0 * 0.7, 240.0])


def test_a_view_from_straight_above_shows_the_table_from_above() -> None:
    # x right, y down and z ahead of the camera are x, -y and -z of the table: half a turn about x.
    view = CameraView(
        Lens((1000, 800), (1000.0, 1000.0), (500.0, 400.0)), RigidTransform((24.0, 18.0, 50.0), (0.0, 1.0, 0.0, 0.0))
    )
    np.testing.assert_allclose(
        view.project([[24.0, 18.0, 0.0], [34.0, 18.0, 0.0], [24.0, 28.0, 0.0]]), [[500, 400], [700, 400], [500, 200]]
    )
    np.testing.assert_allclose(view.rays([[500.0, 400.0]]), [[0.0, 0.0, -1.0]], atol=1e-12)
