"""Surveys without photos: tags at given places, with given errors."""

from collections.abc import Mapping

import numpy as np
from scipy.spatial.transform import Rotation

from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.rotation_vectors import pose_of
from capture.adjustment.survey import Survey
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

LENS = Lens((1600, 1200), (1250.0, 1250.0), (799.5, 599.5))


def survey_of(tags: Mapping[int, RigidTransform], covariance: FloatArray | None = None, *, side_mm: float = 30.0) -> Survey:
    """A survey of tags alone; ``covariance`` (6t, 6t) of their x, y, z in inches and small turns in radians."""
    count = SHARED + 6 * len(tags) + 2
    whole = np.zeros((count, count))
    whole[SHARED:-2, SHARED:-2] = 1e-10 * np.eye(6 * len(tags)) if covariance is None else covariance
    sides = np.full(len(tags), side_mm / 25.4)
    return Survey(tuple(tags), sides, LENS, (), tuple(tags.values()), np.array([48.0, 36.0]), whole)


def shaken(pose: RigidTransform, errors: FloatArray) -> RigidTransform:
    """A pose with errors (6,): a shift, and a small turn in radians about the table's axes through it."""
    turn = Rotation.from_rotvec(errors[3:]).as_matrix() @ pose.matrix
    return pose_of(turn, np.array(pose.position) + errors[:3])


def difference(one: RigidTransform, other: RigidTransform) -> FloatArray:
    """(6,) the errors that take ``other`` to ``one``: inches and radians."""
    turn = Rotation.from_matrix(one.matrix @ other.matrix.T).as_rotvec()
    return np.concatenate([np.subtract(one.position, other.position), turn])


def spread(rng: np.random.Generator, *, mm: float, degrees: float, count: int) -> FloatArray:
    """(6 count, 6 count) a random covariance, with correlations between all tags, of about those standard deviations."""
    size = 6 * count
    mixed = rng.standard_normal((size, 3 * size)) / np.sqrt(3 * size)
    scale = np.tile(np.repeat([mm / 25.4, np.radians(degrees)], 3), count)
    return np.asarray((mixed @ mixed.T) * np.outer(scale, scale))
