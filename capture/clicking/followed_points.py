"""Points seen in several photos, and how they follow when the photos' places are off: each is the point nearest to its rays."""

from dataclasses import dataclass

import numpy as np

from capture.adjustment.rotation_vectors import cross_matrices
from capture.clicking.clickable_photos import ClickablePhotos
from scene.geometry.mesh import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class FollowedPoints:
    """How points go with the rays that show them.

    Attributes:
        by_photos: (3 k, 6 photos) float: how their places change with errors of the photos' places.
        shares: (m, 3, 3) float: the share of its ray's shift that each sighting gives its point.
    """

    by_photos: FloatArray
    shares: FloatArray


def across_rays(rays: FloatArray) -> FloatArray:
    """(m, 3, 3) what takes the part of a shift across rays (m, 3)."""
    return np.asarray(np.eye(3) - rays[:, :, None] * rays[:, None, :])


def followed_points(
    photos: ClickablePhotos, points: FloatArray, of: IntArray, photo: IntArray, rays: FloatArray
) -> FollowedPoints:
    """Of points (k, 3), each the nearest to its rays in the sense of least squares.

    Args:
        photos: with their places.
        points: as the rays have them; each with rays that differ.
        of, photo, rays: (m,) which point a sighting shows, (m,) in which photo, and (m, 3) along which ray.
    """
    across, count = across_rays(rays), len(points)
    sums = np.zeros((count, 3, 3))
    np.add.at(sums, of, across)
    # A ray that its photo shifts by d and turns by w takes the point along by its share of d + w x (point - eye).
    shares = np.linalg.inv(sums)[of] @ across
    turned = -shares @ cross_matrices(points[of] - photos.eyes[photo])
    blocks = np.zeros((count, len(photos.views), 3, 6))
    np.add.at(blocks, (of, photo), np.concatenate([shares, turned], axis=2))
    return FollowedPoints(blocks.transpose(0, 2, 1, 3).reshape(3 * count, -1), np.asarray(shares))
