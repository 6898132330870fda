"""Views of a table: cameras round it."""

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

FOCAL = 0.78
"""A phone's focal length as a share of its photos' longer side; 27 mm on film."""


def phone_lens(size: tuple[int, int] = (1600, 1200)) -> Lens:
    """A phone's lens with mild distortion and its axis not quite in the middle; size is width and height in pixels."""
    width, height = size
    longer = max(size)
    focal = FOCAL * longer
    centre = ((width - 1) / 2.0 + 0.006 * longer, (height - 1) / 2.0 - 0.004 * longer)
    return Lens(size, (focal, focal), centre, (0.08, -0.2, 0.0006, -0.0004, 0.0))


def plain_lens(size: tuple[int, int], focal: float) -> Lens:
    """A pinhole of that focal length in pixels with its axis in the middle of the photo."""
    return Lens(size, (focal, focal), ((size[0] - 1) / 2.0, (size[1] - 1) / 2.0))


def looking(eye: ArrayLike, target: ArrayLike, *, roll: float = 0.0) -> RigidTransform:
    """A camera's pose at ``eye`` (3,) with ``target`` (3,) straight ahead, up in the picture, then rolled by degrees.

    A camera that is rolled by a positive angle turned clockwise as its owner sees it. Straight down, +y is up in the picture.
    """
    start = np.asarray(eye, dtype=np.float64)
    ahead = np.asarray(target, dtype=np.float64) - start
    ahead /= np.linalg.norm(ahead)
    upright = np.hypot(ahead[0], ahead[1]) < 1e-9
    right = np.cross(ahead, (0.0, 1.0, 0.0) if upright else (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    turn = np.radians(roll)
    across = np.cos(turn) * right + np.sin(turn) * down
    return RigidTransform(_triple(start), quaternion(np.stack([across, np.cross(ahead, across), ahead], axis=1)))


def quaternion(matrix: FloatArray) -> tuple[float, float, float, float]:
    """w, x, y, z of a (3, 3) rotation, w not negative."""
    from scipy.spatial.transform import Rotation

    w, x, y, z = Rotation.from_matrix(matrix).as_quat(canonical=True, scalar_first=True).tolist()
    return (w, x, y, z)


def round_the_table(
    number: int,
    lens: Lens,
    rng: np.random.Generator,
    *,
    size: tuple[float, float] = (48.0, 36.0),
    far: tuple[float, float] = (35.0, 60.0),
    above: tuple[float, float] = (25.0, 60.0),
    roll: float = 6.0,
) -> tuple[CameraView, ...]:
    """Views from all sides of a table, in order round it.

    Args:
        number: how many.
        lens: of all of them.
        rng: draws where they are.
        size: of the table, inches.
        far: nearest and farthest distance from the table's middle, inches.
        above: lowest and highest angle over the table, degrees.
        roll: standard deviation of the cameras' roll, degrees.
    """
    middle = np.array([size[0] / 2.0, size[1] / 2.0, 0.0])
    first = rng.uniform(0.0, 360.0)
    views = []
    for i in range(number):
        round_it = np.radians(first + (i + rng.uniform(-0.3, 0.3)) * 360.0 / number)
        height = np.radians(rng.uniform(*above))
        away = np.array([np.cos(round_it) * np.cos(height), np.sin(round_it) * np.cos(height), np.sin(height)])
        target = middle + rng.uniform(-1.0, 1.0, 3) * (5.0, 4.0, 1.5)
        views.append(CameraView(lens, looking(middle + rng.uniform(*far) * away, target, roll=rng.normal(0.0, roll))))
    return tuple(views)


def _triple(values: FloatArray) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return (x, y, z)
