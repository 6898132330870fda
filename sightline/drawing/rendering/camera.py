"""Cameras: which ray belongs to a pixel, and which pixel to a point."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray
from scene.table.table import Figure

WIDEST = 100.0
"""Degrees: the eye view never opens further, however near the target is."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera without distortion. Pixels: x right, y down, the centre of the top-left pixel is (0, 0).

    Attributes:
        position: (3,) inches; where the rays start (for a parallel camera, those of the picture's middle).
        axes: (3, 3); rows are right, down and forward in the table's frame, orthonormal.
        size: width and height in pixels.
        focal: pixels for a tangent of 1; for a parallel camera pixels for an inch.
        parallel: all rays are parallel (an orthographic plan).
    """

    position: FloatArray
    axes: FloatArray
    size: tuple[int, int]
    focal: float
    parallel: bool = False

    @property
    def middle(self) -> FloatArray:
        """(2,) the pixel coordinates of the picture's middle."""
        return (np.array(self.size, dtype=np.float64) - 1.0) / 2.0

    def rays(self, pixels: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Origins (n, 3) and unit directions (n, 3) of the rays through ``pixels`` (n, 2)."""
        flat = (pixels - self.middle) / self.focal
        # Written out: for so narrow matrices a general product is many times slower.
        across = flat[:, :1] * self.axes[0] + flat[:, 1:] * self.axes[1]
        if self.parallel:
            return self.position + across, np.broadcast_to(self.axes[2], across.shape)
        ways = across + self.axes[2]
        ways /= np.sqrt((flat**2).sum(axis=1) + 1.0)[:, None]
        return np.broadcast_to(self.position, ways.shape), ways

    def project(self, points: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Pixels (n, 2) and depths (n,) in inches of ``points`` (n, 3); behind the camera the depth is negative."""
        local = (np.asarray(points, dtype=np.float64).reshape(-1, 3) - self.position) @ self.axes.T
        depth = local[:, 2]
        if self.parallel:
            return local[:, :2] * self.focal + self.middle, depth
        ahead = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        return local[:, :2] / ahead[:, None] * self.focal + self.middle, depth

    def solid_angles(self, pixels: FloatArray) -> FloatArray:
        """(n,) the solid angle of each pixel in steradians (perspective only).

        A flat picture at distance f shows an area A as A cos^3(angle) / f^2.
        """
        tangents = (pixels - self.middle) / self.focal
        return np.asarray((1.0 + (tangents**2).sum(axis=1)) ** -1.5 / self.focal**2)

    def grid(self, step: int = 1) -> FloatArray:
        """(rows * columns, 2) the middles of all blocks of ``step`` x ``step`` pixels, row after row."""
        width, height = self.size
        offset = (step - 1) / 2.0
        columns, rows = np.meshgrid(np.arange(0, width, step) + offset, np.arange(0, height, step) + offset)
        return np.stack([columns.ravel(), rows.ravel()], axis=1)


def axes_towards(forward: ArrayLike, up: ArrayLike = (0.0, 0.0, 1.0)) -> FloatArray:
    """(3, 3) rows right, down, forward of a camera that looks along ``forward`` with ``up`` upwards in the picture."""
    ahead = np.asarray(forward, dtype=np.float64)
    ahead = ahead / np.linalg.norm(ahead)
    right = np.cross(ahead, np.asarray(up, dtype=np.float64))
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(ahead, right), ahead])


def eye_camera(shooter: Figure, target: Figure, size: tuple[int, int], *, fill: float = 0.57) -> Camera:
    """The camera in the shooter's eye, zoomed to the target's body.

    Args:
        shooter: from whose eye.
        target: at whose body; without a body at its position.
        size: width and height in pixels.
        fill: how much of the picture's height the target takes; less if it would be too wide, or nearer than
            `WIDEST` shows.
    """
    eye = shooter.eye
    corners = _outline_points(target)
    forward = corners.mean(axis=0) - eye
    if np.linalg.norm(forward) < 1e-6:
        forward = np.array([np.cos(np.radians(shooter.facing)), np.sin(np.radians(shooter.facing)), 0.0])
    widest = max(size) / 2.0 / np.tan(np.radians(WIDEST / 2.0))
    camera = Camera(eye, axes_towards(forward, _upwards(forward, shooter)), size, widest)
    for _ in range(4):
        local = (corners - eye) @ camera.axes.T
        if local[:, 2].min() < 0.05:
            return camera
        tangents = local[:, :2] / local[:, 2:]
        low, high = tangents.min(axis=0), tangents.max(axis=0)
        need = max((high[1] - low[1]) / (fill * size[1]), (high[0] - low[0]) / (0.72 * size[0]), 1e-6)
        aim = camera.axes[2] + (low + high) / 2.0 @ camera.axes[:2]
        camera = replace(camera, axes=axes_towards(aim, _upwards(aim, shooter)), focal=max(widest, 1.0 / need))
    return camera


def orbit_camera(
    points: FloatArray, size: tuple[int, int], *, azimuth: float, elevation: float, opening: float = 28.0
) -> Camera:
    """A camera outside that sees all of ``points`` and as little else as it can.

    Args:
        points: (n, 3) inches.
        size: width and height in pixels.
        azimuth: from which side, degrees anticlockwise from +x; 270 stands on the side of small y.
        elevation: degrees above the horizon, 5 to 89.
        opening: degrees across the picture's height.
    """
    turn, rise = np.radians(azimuth), np.radians(np.clip(elevation, 5.0, 89.0))
    outwards = np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])
    axes = axes_towards(-outwards)
    focal = size[1] / 2.0 / np.tan(np.radians(opening / 2.0))
    low, high = points.min(axis=0), points.max(axis=0)
    aim = (low + high) / 2.0
    camera = Camera(aim, axes, size, focal)
    away = float(np.linalg.norm(high - low)) * 3.0
    for _ in range(12):
        camera = replace(camera, position=aim + outwards * away)
        pixels, depth = camera.project(points)
        first, last = pixels.min(axis=0), pixels.max(axis=0)
        inch = float(depth.mean()) / focal
        aim = aim + ((first + last) / 2.0 - camera.middle) * inch @ axes[:2]
        away *= float(((last - first) / (np.array(size) * [0.92, 0.88])).max()) ** 0.9
    return camera


def plan_camera(points: FloatArray, size: tuple[int, int]) -> Camera:
    """Straight from above, parallel, x to the right and y upwards in the picture; all of ``points`` (n, 3) are in it."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2.0
    focal = float((np.array(size) / (high - low)[:2]).min())
    axes = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    return Camera(np.array([middle[0], middle[1], high[2] + 50.0]), axes, size, focal, parallel=True)


def _upwards(forward: FloatArray, shooter: Figure) -> FloatArray:
    """Up in the picture: the table's z, or the way the shooter faces when it looks straight down."""
    steepness = forward[2] / np.linalg.norm(forward)
    if abs(steepness) < 0.985:
        return np.array([0.0, 0.0, 1.0])
    turn, sign = np.radians(shooter.facing), -1.0 if steepness > 0 else 1.0
    return np.array([sign * np.cos(turn), sign * np.sin(turn), 0.0], dtype=np.float64)


def _outline_points(target: Figure) -> FloatArray:
    mesh = target.placed
    if len(mesh.faces) == 0:
        return np.array([[-0.5, -0.5, 0.0], [0.5, 0.5, 1.2]], dtype=np.float64) + target.position
    return mesh.triangles.reshape(-1, 3)
