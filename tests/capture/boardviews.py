"""Photos of boards as numbers: corners as a known lens shows them, with known errors. No pictures."""

import numpy as np

from capture.calibration.boards import Board
from capture.calibration.lens_fit import BoardSighting
from scene.geometry.camera_model import Lens

PHONE = Lens((1600, 1200), (1240.0, 1240.0), (811.0, 589.0), (0.11, -0.25, 0.0006, -0.0004, 0.0))
BOARD = Board("charuco", 7, 9, 24.0, 17.0)


def turned(tilt: float, toward: float, roll: float) -> np.ndarray:
    """(3, 3) from a board to a camera that looks at it aslant by ``tilt``, from the side ``toward``; radians."""

    def about(axis: int, angle: float) -> np.ndarray:
        matrix = np.eye(3)
        a, b = (axis + 1) % 3, (axis + 2) % 3
        matrix[a, a] = matrix[b, b] = np.cos(angle)
        matrix[a, b], matrix[b, a] = -np.sin(angle), np.sin(angle)
        return matrix

    matrix: np.ndarray = about(2, toward) @ about(0, tilt) @ about(2, -toward) @ about(2, roll)
    return matrix


def views(
    lens: Lens,
    board: Board,
    rng: np.random.Generator,
    *,
    count: int = 12,
    noise: float = 0.2,
    tilts: tuple[float, float] = (0.0, 0.8),
    bend: float = 0.0,
) -> list[BoardSighting]:
    """What ``count`` photos of a whole board show; ``bend`` mm is how far each photo's board is hollow or domed."""
    points = board.corners
    middle, radius = points.mean(axis=0), np.linalg.norm(np.ptp(points, axis=0)) / 2
    found = list[BoardSighting]()
    while len(found) < count:
        matrix = turned(rng.uniform(*tilts), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi))
        distance = rng.uniform(1.0, 1.8) * radius * lens.focal[0] / (min(lens.size) / 2)
        aim = lens.rays(rng.uniform([0.3, 0.3], [0.7, 0.7]) * lens.size)
        away = np.sum((points - middle) ** 2, axis=1) / radius**2
        real = points + np.outer(rng.normal() * bend * away, [0.0, 0.0, 1.0])
        pixels = lens.project((real - middle) @ matrix.T + aim * distance / aim[2])
        if np.isfinite(pixels).all() and (pixels > 0).all() and (pixels < np.array(lens.size) - 1).all():
            found.append(BoardSighting(points, pixels + rng.normal(0.0, noise, pixels.shape)))
    return found
