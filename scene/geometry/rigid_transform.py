"""Rigid transforms: a turn about the origin, then a shift."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scene.geometry.mesh import FloatArray


@dataclass(frozen=True)
class RigidTransform:
    """Takes points of a piece's or figure's own frame to the table's frame.

    Attributes:
        position: x, y, z in inches; where the own frame's origin comes to lie.
        rotation: unit quaternion w, x, y, z; applied before the shift.
    """

    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)

    @staticmethod
    def turned(position: ArrayLike, degrees: float) -> "RigidTransform":
        """Upright at ``position``, turned anticlockwise seen from above by ``degrees``."""
        half = np.radians(degrees) / 2.0
        x, y, z = np.asarray(position, dtype=np.float64)
        return RigidTransform((float(x), float(y), float(z)), (float(np.cos(half)), 0.0, 0.0, float(np.sin(half))))

    @cached_property
    def matrix(self) -> FloatArray:
        """(3, 3) float: the rotation as a matrix; columns are the own frame's axes in the table's frame."""
        length = math.sqrt(sum(part * part for part in self.rotation))
        w, x, y, z = (part / length for part in self.rotation)
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )

    def to_table(self, points: ArrayLike) -> FloatArray:
        """(..., 3) points of the own frame, in the table's frame."""
        found = turned(np.asarray(points, dtype=np.float64), self.matrix)
        found += np.asarray(self.position)
        return found

    def to_own(self, points: ArrayLike) -> FloatArray:
        """(..., 3) points of the table's frame, in the own frame."""
        return turned(np.asarray(points, dtype=np.float64) - np.asarray(self.position), self.matrix.T)


def turned(points: NDArray[np.floating[Any]], matrix: FloatArray) -> FloatArray:
    """(..., 3) points taken through a (3, 3) matrix.

    Written out by columns: so many small products cost a matrix multiplication more in waking its threads than in work.
    """
    if points.ndim == 1:
        x, y, z = points.tolist()
        return np.array([x * along_x + y * along_y + z * along_z for along_x, along_y, along_z in matrix.tolist()])
    found = np.empty(points.shape)
    x, y, z = (np.asarray(points[..., axis], dtype=np.float64) for axis in range(3))
    for axis, (along_x, along_y, along_z) in enumerate(matrix.tolist()):
        found[..., axis] = x * along_x + y * along_y + z * along_z
    return found
