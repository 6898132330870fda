"""The ground plane of scans: found among scenery and rooms, however the scan lies, and its rectangle."""

import numpy as np
import pytest

from capture.registration.ground_plane import find_ground
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, joined
from tests.plain_scenes import box
from tests.sightline.scanned_board import SIZE, Frame, random_frame, surface

UP = np.array([0.0, 0.0, 1.0])


def board(frame: Frame, *, noise: float = 0.0) -> Mesh:
    points, faces = surface(noise=noise)
    return Mesh.of(frame.own(points), faces)


def up_of(frame: Frame) -> FloatArray:
    return UP if frame.rotation is None else np.asarray(frame.rotation @ UP)


@pytest.mark.parametrize("seed", range(4))
def test_the_ground_of_a_board_in_any_frame(seed: int) -> None:
    frame = random_frame(seed)
    found = find_ground(board(frame), up_of(frame), np.random.default_rng(0))
    assert found.rotation[2] @ up_of(frame) == pytest.approx(1.0, abs=1e-9)
    assert found.size / frame.scale == pytest.approx(SIZE, rel=1e-6)
    assert found.is_rectangle
    assert found.flatness < 1e-6 * frame.scale
    assert np.linalg.det(found.rotation) == pytest.approx(1.0)


def test_noise_is_the_flatness() -> None:
    found = find_ground(board(Frame(), noise=0.02), UP, np.random.default_rng(0))
    # On the surface between three noisy corners the variance is that of a corner times E[sum of squared weights] = 1/2.
    assert found.flatness == pytest.approx(0.02 * np.sqrt(0.5), rel=0.1)
    assert found.size == pytest.approx(SIZE, abs=0.2)
    assert found.rotation[2] @ UP > np.cos(np.radians(0.05))


def test_a_leaning_file_is_levelled() -> None:
    lean = np.radians(20.0)
    rotation = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    found = find_ground(board(Frame(rotation=rotation)), UP, np.random.default_rng(0))
    assert found.rotation[2] == pytest.approx(rotation @ UP, abs=1e-9)


def test_x_runs_along_the_longer_side_and_as_the_file_has_it() -> None:
    found = find_ground(board(Frame()), UP, np.random.default_rng(0))
    assert found.rotation == pytest.approx(np.eye(3), abs=1e-9)
    across = found.across()
    assert across.size == pytest.approx(SIZE[::-1])
    assert np.linalg.det(across.rotation) == pytest.approx(1.0)
    corner = np.array([*across.low, across.height]) @ across.rotation
    assert corner == pytest.approx([SIZE[0], 0.0, 0.0], abs=1e-6)


def test_a_shelf_as_high_beside_the_table_is_not_the_table() -> None:
    shelf = box((40.0, 0.0, -1.0), (50.0, 20.0, 0.0))
    found = find_ground(joined(board(Frame()), shelf), UP, np.random.default_rng(0))
    assert found.size == pytest.approx(SIZE, rel=1e-6)


def test_a_disc_is_no_rectangle() -> None:
    angles = np.linspace(0.0, 2.0 * np.pi, 200, endpoint=False)
    ring = np.column_stack([10.0 * np.cos(angles), 10.0 * np.sin(angles), np.zeros(200)])
    faces = np.column_stack([np.full(200, 200), np.arange(200), (np.arange(200) + 1) % 200])
    found = find_ground(Mesh.of(np.vstack([ring, np.zeros(3)]), faces), UP, np.random.default_rng(0))
    assert found.filled == pytest.approx(np.pi / 4.0, abs=0.01)
    assert not found.is_rectangle


def test_a_board_on_its_side_has_no_ground() -> None:
    on_side = Mesh.of(surface()[0][:, [2, 0, 1]], surface()[1])
    with pytest.raises(SceneError, match="--up"):
        find_ground(on_side, UP, np.random.default_rng(0))
