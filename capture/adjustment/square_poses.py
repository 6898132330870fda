"""The two poses of a square of known size: where it can be to look as it does in a photo.

A small or distant square has nearly parallel projections, and two tilts of it look nearly alike. Source: Collins and Bartoli,
Infinitesimal Plane-based Pose Estimation, 2014; OpenCV has it for squares.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from capture.adjustment.adjustment_problem import SQUARE
from scene.geometry.mesh import FloatArray


@dataclass(frozen=True, eq=False)
class TwoPoses:
    """Where a tag can be in its photo's camera frame, inches; the likelier first.

    Attributes:
        rotations: (2, 3, 3) float, positions: (2, 3) float; they take the tag's frame to the camera's.
        misses: (2,) float: root mean square of the corners' misses, as tangents.
    """

    rotations: FloatArray
    positions: FloatArray
    misses: FloatArray

    @property
    def plainness(self) -> float:
        """How much worse the second fits; 1 where nothing tells them apart."""
        return float(self.misses[1] / max(self.misses[0], 1e-12))


def two_poses(flat: FloatArray, side: float) -> TwoPoses | None:
    """Both poses of a tag of that ``side`` whose corners are seen at (4, 2) tangents; None for what is no square's picture."""
    try:
        count, turns, shifts, _ = cv2.solvePnPGeneric(
            side * SQUARE, np.ascontiguousarray(flat), np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
    except cv2.error:
        return None
    if count < 1:
        return None
    rotations = np.stack([np.asarray(cv2.Rodrigues(np.asarray(turn))[0], dtype=np.float64) for turn in turns])
    positions = np.stack([np.asarray(shift, dtype=np.float64).reshape(3) for shift in shifts])
    if count == 1:
        rotations, positions = np.repeat(rotations, 2, axis=0), np.repeat(positions, 2, axis=0)
    points = side * SQUARE @ np.swapaxes(rotations, 1, 2) + positions[:, None, :]
    if not (points[..., 2] > 0.0).all() or not np.isfinite(points).all():
        return None
    misses = np.sqrt(np.mean((points[..., :2] / points[..., 2:] - flat) ** 2, axis=(1, 2)))
    order = np.argsort(misses)
    return TwoPoses(rotations[order], positions[order], misses[order])
