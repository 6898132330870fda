"""Projection of points of the table into the photos of a survey, and how that changes with the point and with the survey."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from capture.adjustment.adjustment_problem import LENS, SHARED, bend_by_flat, bend_by_lens, numbers_of
from capture.adjustment.rotation_vectors import cross_matrices
from capture.adjustment.survey import Survey
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray

NEAREST = 1e-6
"""Inches ahead of the camera; what is nearer is not shown."""


@dataclass(frozen=True, eq=False)
class ProjectedPoints:
    """n points in one photo.

    Attributes:
        photo: its index in the survey.
        pixels: (n, 2) float, of the photo as it is stored; NaN for what it cannot show.
        by_point: (n, 2, 3) float: how the pixels change with the points.
        lens: (8,) float, the lens's numbers (see `capture.adjustment.adjustment_problem.numbers_of`).
        flat: (n, 2) float: the tangents of their directions; 0 for what cannot be shown.
        away: (n, 3) float: from the camera to the points, inches.
    """

    photo: int
    pixels: FloatArray
    by_point: FloatArray
    lens: FloatArray
    flat: FloatArray
    away: FloatArray

    @cached_property
    def by_shared(self) -> FloatArray:
        """(n, 2, 9) float: how the pixels change with the survey's shared numbers."""
        found = np.zeros((len(self.pixels), 2, SHARED))
        found[..., :LENS] = bend_by_lens(self.lens, self.flat)
        return found

    @cached_property
    def by_pose(self) -> FloatArray:
        """(n, 2, 6) float: how the pixels change with the photo's own parameters."""
        return np.concatenate([-self.by_point, self.by_point @ cross_matrices(self.away)], axis=-1)

    def by_survey(self, survey: Survey) -> FloatArray:
        """(n, 2, parameters) float: how the pixels change with all parameters of the survey."""
        found = np.zeros((len(self.pixels), 2, len(survey.covariance)))
        found[..., :SHARED] = self.by_shared
        found[..., survey.photo_slot(self.photo)] = self.by_pose
        return found


def shown(survey: Survey, photo: int, points: ArrayLike) -> ProjectedPoints:
    """Where a photo of the survey shows (n, 3) points of the table, inches."""
    return projected(survey.view(photo), photo, points)


def projected(view: CameraView, photo: int, points: ArrayLike) -> ProjectedPoints:
    """Where a view shows (n, 3) points of the table, inches; ``photo`` is the number that the answer carries."""
    return projected_in([view], [photo], np.asarray(points, dtype=np.float64).reshape(1, -1, 3))[0]


def projected_in(views: Sequence[CameraView], photos: Sequence[int], points: FloatArray) -> list[ProjectedPoints]:
    """The same of p views, which show (p, n, 3) points of their own: at once, as many views cost hardly more than one."""
    turns = np.stack([view.pose.matrix for view in views])
    away = points - np.array([view.pose.position for view in views])[:, None]
    inside = away @ turns
    depth = inside[..., 2]
    seen = depth > NEAREST
    depth = np.where(seen, depth, 1.0)
    flat = inside[..., :2] / depth[..., None]
    seen &= np.hypot(flat[..., 0], flat[..., 1]) < np.array([[view.lens.widest] for view in views])
    flat = np.where(seen[..., None], flat, 0.0)
    lenses = np.stack([numbers_of(view.lens) for view in views])
    pixels, by_flat = bend_by_flat(lenses.T[..., None], flat)
    by_inside = np.zeros((*depth.shape, 2, 3))
    by_inside[..., 0, 0] = by_inside[..., 1, 1] = 1.0 / depth
    by_inside[..., 2] = -flat / depth[..., None]
    by_point = by_flat @ by_inside @ np.swapaxes(turns, 1, 2)[:, None]
    shown = zip(photos, np.where(seen[..., None], pixels, np.nan), by_point, lenses, flat, away, strict=True)
    return [ProjectedPoints(*each) for each in shown]
