"""Similarity transforms: a scale, a turn and a shift that take one set of points as near as can be to another.

Source: Umeyama 1991, Least-squares estimation of transformation parameters between two point patterns, equations 40 to 43.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import turned

SHIFT, TURN, SCALE = slice(0, 3), slice(3, 6), slice(6, 7)
"""The seven small changes of a similarity: inches; radians about x, y, z through a centre; and the scale's relative change."""


@dataclass(frozen=True, eq=False)
class Similarity:
    """Takes points p of a mesh's own frame to the table's: scale * rotation p + shift.

    Attributes:
        scale: inches of the table to one unit of the mesh.
        rotation: (3, 3) float, determinant 1.
        shift: (3,) float, inches.
    """

    scale: float
    rotation: FloatArray
    shift: FloatArray

    def to_table(self, points: ArrayLike) -> FloatArray:
        """(..., 3) points of the mesh's own frame, on the table."""
        found = turned(np.asarray(points, dtype=np.float64), self.scale * self.rotation)
        found += self.shift
        return found

    def then(self, other: "Similarity") -> "Similarity":
        """This one, and the other after it."""
        return Similarity(self.scale * other.scale, other.rotation @ self.rotation, other.to_table(self.shift))


def fit_similarity(
    points: FloatArray, targets: FloatArray, *, scale: float | None = None, mirrored: bool = False
) -> Similarity:
    """The similarity that takes (n, 3) points as near to (n, 3) targets as can be, in the sum of squares.

    Args:
        points: of the mesh; not all on a line.
        targets: where they are on the table, inches.
        scale: the scale, where it is known.
        mirrored: the best that mirrors as well; its rotation has the determinant -1.
    """
    middle, aim = points.mean(axis=0), targets.mean(axis=0)
    own, wanted = points - middle, targets - aim
    left, strengths, right = np.linalg.svd(wanted.T @ own)
    signs = np.ones(3)
    if (np.linalg.det(left) * np.linalg.det(right) < 0.0) != mirrored:
        signs[2] = -1.0
    rotation = (left * signs) @ right
    if scale is None:
        scale = float((strengths * signs).sum() / (own**2).sum())
    return Similarity(scale, rotation, aim - scale * (rotation @ middle))


def slopes(points: FloatArray, centre: FloatArray) -> FloatArray:
    """(..., 3, 7): how (..., 3) points of the table move with the seven small changes about a centre."""
    arm = points - centre
    x, y, z = np.moveaxis(arm, -1, 0)
    found = np.zeros((*points.shape, 7))
    found[..., SHIFT] = np.eye(3)
    found[..., 0, 4], found[..., 0, 5] = z, -y
    found[..., 1, 3], found[..., 1, 5] = -z, x
    found[..., 2, 3], found[..., 2, 4] = y, -x
    found[..., 6] = arm
    return found
