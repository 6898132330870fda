"""Planes and rings that cut a terrain piece into slices: across the directions its faces look in, and around its axis."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray, Mesh

ALIGNED = np.cos(np.radians(10.0))
"""Faces that look less than 10 degrees apart share their slices."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A way to cut a piece into slices: new coordinates whose first counts the slices, second and third lie in them.

    Attributes:
        to_slices: (n, 3) points of the own frame to (n, 3) coordinates.
        across: (n, 3) points to the (n, 3) or (3,) unit direction across the slices there.
        back: the inverse of ``to_slices``.
        rise: (2,) float; how much height the first and the third coordinate bring. The second is level.
    """

    to_slices: Callable[[FloatArray], FloatArray]
    across: Callable[[FloatArray], FloatArray]
    back: Callable[[FloatArray], FloatArray]
    rise: tuple[float, float]


def cuts_of(mesh: Mesh) -> list[Cut]:
    """Across the directions that most faces look in, across the three axes, and in rings if the piece is round."""
    used = mesh.areas > 0
    areas = mesh.areas[used]
    a, b, c = np.moveaxis(mesh.triangles[used], 1, 0)
    normals = np.cross(b - a, c - a) / (2 * areas[:, None])
    directions = _facings(normals, areas)
    for axis in np.eye(3):
        if not directions or np.abs(np.array(directions) @ axis).max() < ALIGNED:
            directions.append(axis)
    cuts = [_flat(direction) for direction in directions]
    upright = np.abs(normals[:, 2]) < 0.5
    odd = upright & (np.abs(normals @ np.array(directions).T).max(axis=1) < ALIGNED)
    if areas[odd].sum() > 0.25 * areas[upright].sum() > 0:
        middles = (a + b + c)[upright, :2] / 3
        centre = _axis(middles, normals[upright, :2], areas[upright])
        radius = float(np.average(np.linalg.norm(middles - centre, axis=1), weights=areas[upright]))
        # Twice, opened on opposite sides, so that every window lies in one piece in one of them.
        cuts += [_rings(centre, radius, side=1.0), _rings(centre, radius, side=-1.0)]
    return cuts


def _facings(normals: FloatArray, areas: FloatArray) -> list[FloatArray]:
    """Up to five unit directions, most area first, each faced either way by at least a twentieth of all area."""
    found: list[FloatArray] = []
    left = areas.copy()
    groups, group = np.unique(np.round(normals * 12), axis=0, return_inverse=True)
    for _ in range(5):
        best = groups[np.bincount(group.reshape(-1), weights=left).argmax()]
        near = normals @ (best / np.linalg.norm(best))
        weights = np.where(np.abs(near) > ALIGNED, left * np.sign(near), 0.0)
        if np.abs(weights).sum() < 0.05 * areas.sum():
            break
        direction = weights @ normals
        direction /= np.linalg.norm(direction)
        found.append(direction)
        left[np.abs(normals @ direction) > ALIGNED] = 0.0
    return found


def _flat(direction: FloatArray) -> Cut:
    """Plane slices across a unit direction."""
    level = np.cross([0.0, 0.0, 1.0], direction)
    level = level / np.linalg.norm(level) if np.linalg.norm(level) > 1e-6 else np.array([1.0, 0.0, 0.0])
    axes = np.stack([direction, level, np.cross(direction, level)])
    return Cut(
        # One product an axis: NumPy is many times slower at a single product with a 3 by 3 matrix.
        to_slices=lambda points: np.stack([points @ axis for axis in axes], axis=1),
        across=lambda _: direction,
        back=lambda coordinates: coordinates @ axes,
        rise=(float(axes[0, 2]), float(axes[2, 2])),
    )


def _axis(middles: FloatArray, normals: FloatArray, areas: FloatArray) -> FloatArray:
    """(2,) x and y of the upright axis that most of the upright faces look away from.

    Args:
        middles: (n, 2), x and y of the faces' middles.
        normals: (n, 2), not zero.
        areas: (n,), their weights.
    """
    # The line through a face's middle along its normal meets the axis: least absolute distances by reweighting.
    beside = normals[:, ::-1] * [-1.0, 1.0]
    target = (beside * middles).sum(axis=1)
    weights, centre = areas, np.zeros(2)
    for _ in range(12):
        centre = np.linalg.lstsq(beside * weights[:, None], target * weights, rcond=None)[0]
        weights = np.sqrt(areas / (np.abs(beside @ centre - target) + 1e-3))
    return np.asarray(centre)


def _rings(centre: FloatArray, radius: float, *, side: float) -> Cut:
    """Slices around an upright axis, opened on the side of -x (``side`` 1) or of +x (``side`` -1).

    Args:
        centre: (2,) x and y of the axis.
        radius: where the second coordinate is in inches.
    """

    def to_slices(points: FloatArray) -> FloatArray:
        x, y = (points[:, :2] - centre).T * side
        return np.stack([np.hypot(x, y), np.arctan2(y, x) * radius, points[:, 2]], axis=1)

    def across(points: FloatArray) -> FloatArray:
        out = np.zeros_like(points)
        out[:, :2] = points[:, :2] - centre
        return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9))

    def back(coordinates: FloatArray) -> FloatArray:
        away, angle = coordinates[:, 0] * side, coordinates[:, 1] / radius
        x, y = centre[0] + away * np.cos(angle), centre[1] + away * np.sin(angle)
        return np.stack([x, y, coordinates[:, 2]], axis=1)

    return Cut(to_slices, across, back, rise=(0.0, 1.0))
