"""The camera model: from points of the table to pixels and back, with the lens's distortion.

It is Brown and Conrady's, as OpenCV has it: a pinhole, three radial and two tangential coefficients.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

Distortion = tuple[float, float, float, float, float]

NEAREST = 1e-9
"""Points less far ahead of the camera than this, in its units, are not in the picture."""

NEWTON_STEPS = 12
"""Steps for taking the distortion off; phones need three, fisheyes that still fold up need ten."""


@dataclass(frozen=True)
class Lens:
    """A camera's intrinsics. Pixels: x right, y down, the centre of the top-left pixel is (0, 0).

    Attributes:
        size: width and height of its photos in pixels.
        focal: focal length in pixels, along x and along y.
        centre: the principal point in pixels.
        distortion: k1, k2, p1, p2, k3.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: Distortion = (0.0, 0.0, 0.0, 0.0, 0.0)

    @property
    def matrix(self) -> FloatArray:
        """(3, 3) float: the camera matrix."""
        return np.array([[self.focal[0], 0.0, self.centre[0]], [0.0, self.focal[1], self.centre[1]], [0.0, 0.0, 1.0]])

    @cached_property
    def widest(self) -> float:
        """The tangent of the angle up to which the picture grows outwards; farther out the radial distortion folds back."""
        k1, k2, _, _, k3 = self.distortion
        # d/dr of r (1 + k1 r^2 + k2 r^4 + k3 r^6), as a polynomial in r^2.
        roots = np.roots([7.0 * k3, 5.0 * k2, 3.0 * k1, 1.0])
        real = [float(root.real) for root in roots if abs(root.imag) < 1e-9 and root.real > 0.0]
        return float(np.sqrt(min(real))) if real else np.inf

    def project(self, points: ArrayLike) -> FloatArray:
        """(..., 2) pixels of (..., 3) points in the camera's frame (x right, y down, z ahead); NaN for what is behind it."""
        places = np.asarray(points, dtype=np.float64)
        ahead = places[..., 2] > NEAREST
        flat = places[..., :2] / np.where(ahead, places[..., 2], 1.0)[..., None]
        hidden = ~(ahead & (np.hypot(flat[..., 0], flat[..., 1]) < self.widest))
        flat[hidden] = 0.0
        pixels = self.bent(flat)
        pixels *= self.focal
        pixels += self.centre
        pixels[hidden] = np.nan
        return pixels

    def bent(self, flat: FloatArray) -> FloatArray:
        """(..., 2) where the lens shows the (..., 2) tangents of directions."""
        k1, k2, p1, p2, k3 = self.distortion
        x, y = flat[..., 0], flat[..., 1]
        square = x * x + y * y
        radial = 1.0 + square * (k1 + square * (k2 + square * k3))
        found = np.empty(flat.shape)
        found[..., 0] = x * radial + 2.0 * p1 * x * y + p2 * (square + 2.0 * x * x)
        found[..., 1] = y * radial + p1 * (square + 2.0 * y * y) + 2.0 * p2 * x * y
        return found

    def straightened(self, pixels: ArrayLike) -> FloatArray:
        """(..., 2) tangents of the directions of (..., 2) pixels; the inverse of `bent`, by Newton's method."""
        wanted = (np.asarray(pixels, dtype=np.float64) - self.centre) / self.focal
        if not any(self.distortion):
            return wanted
        flat = wanted.copy()
        for _ in range(NEWTON_STEPS):
            miss = self.bent(flat) - wanted
            if not np.any(np.abs(miss) > 1e-13):
                break
            (a, b), (_, d) = self._slopes(flat)
            determinant = a * d - b * b
            determinant = np.where(np.abs(determinant) > 1e-6, determinant, 1e-6)
            step = np.stack(
                [(d * miss[..., 0] - b * miss[..., 1]) / determinant, (a * miss[..., 1] - b * miss[..., 0]) / determinant],
                axis=-1,
            )
            flat -= np.clip(step, -0.5, 0.5)
        return flat

    def _slopes(self, flat: FloatArray) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
        """The derivatives of `bent`; the matrix is symmetric."""
        k1, k2, p1, p2, k3 = self.distortion
        x, y = flat[..., 0], flat[..., 1]
        square = x * x + y * y
        radial = 1.0 + square * (k1 + square * (k2 + square * k3))
        slope = 2.0 * (k1 + square * (2.0 * k2 + square * 3.0 * k3))
        along_x = radial + x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x
        across = x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y
        along_y = radial + y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x
        return (along_x, across), (across, along_y)

    def rays(self, pixels: ArrayLike) -> FloatArray:
        """(..., 3) unit directions in the camera's frame of (..., 2) pixels."""
        flat = self.straightened(pixels)
        directions = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1)
        return np.asarray(directions / np.linalg.norm(directions, axis=-1, keepdims=True))


@dataclass(frozen=True)
class CameraView:
    """A photo's place: which lens took it, and from where.

    Attributes:
        pose: takes the camera's frame (x right, y down, z ahead) to the table's; its position is the camera's eye, inches.
    """

    lens: Lens
    pose: RigidTransform

    def project(self, points: ArrayLike) -> FloatArray:
        """(..., 2) pixels of (..., 3) points of the table; NaN for what is behind the camera or beyond the lens's reach."""
        return self.lens.project(self.pose.to_own(points))

    def rays(self, pixels: ArrayLike) -> FloatArray:
        """(..., 3) unit directions in the table's frame of (..., 2) pixels; they begin at the camera's eye."""
        return np.asarray(self.lens.rays(pixels) @ self.pose.matrix.T)
