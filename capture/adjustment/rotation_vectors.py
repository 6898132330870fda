"""Rotation vectors: direction is the axis, length the angle in radians; their matrices and derivatives."""

import numpy as np
from scipy.spatial.transform import Rotation

from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform


def matrices(vectors: FloatArray) -> FloatArray:
    """(n, 3, 3) matrices of (n, 3) rotation vectors."""
    return np.asarray(Rotation.from_rotvec(vectors).as_matrix())


def vectors(found: FloatArray) -> FloatArray:
    """(n, 3) rotation vectors of (n, 3, 3) matrices."""
    return np.asarray(rotation_of(found).as_rotvec())


def rotation_of(matrix: FloatArray) -> Rotation:
    """The rotation of a (3, 3) matrix, or of n, that is known to be one: to look whether it is takes most of the time."""
    return Rotation.from_matrix(matrix, assume_valid=True)


def cross_matrices(points: FloatArray) -> FloatArray:
    """(n, 3, 3) matrices that take a vector v to the cross product p x v, for (n, 3) p."""
    x, y, z = points.T
    zero = np.zeros_like(x)
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)


def left_jacobians(turns: FloatArray) -> FloatArray:
    """(n, 3, 3): how a small change of a (n, 3) rotation vector turns what it has turned.

    exp(v + d) = exp(J d) exp(v) to first order. Source: Barfoot, State Estimation for Robotics, equation 7.77.
    """
    angle = np.linalg.norm(turns, axis=1)[:, None, None]
    small = angle < 1e-4
    safe = np.where(small, 1.0, angle)
    across = cross_matrices(turns)
    first = np.where(small, 0.5 - angle**2 / 24.0, (1.0 - np.cos(safe)) / safe**2)
    second = np.where(small, 1.0 / 6.0 - angle**2 / 120.0, (safe - np.sin(safe)) / safe**3)
    return np.asarray(np.eye(3) + first * across + second * (across @ across))


def pose_of(rotation: FloatArray, position: FloatArray) -> RigidTransform:
    """The `RigidTransform` with a (3, 3) rotation matrix and a (3,) position."""
    x, y, z, w = rotation_of(rotation).as_quat(canonical=True).tolist()
    along, across, up = np.asarray(position, dtype=np.float64).tolist()
    return RigidTransform((along, across, up), (w, x, y, z))
