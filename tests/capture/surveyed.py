"""Surveys and pictures for tests that need no adjustment: the photos' places are known, and bases are drawn as they are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from assets.tag_scheme import role_of
from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.rotation_vectors import pose_of
from capture.adjustment.survey import Survey
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

FINER = 4
"""Pictures are drawn so many times finer, and then made smaller."""


def survey_of(
    views: Sequence[CameraView],
    *,
    size: tuple[float, float] = (48.0, 36.0),
    tags: dict[int, RigidTransform] | None = None,
    covariance: FloatArray | None = None,
) -> Survey:
    """A survey of photos at known places, and of tags by their ids; without a covariance everything is known exactly."""
    placed = tags or {}
    count = SHARED + 6 * (len(views) + len(placed)) + 2
    sides = np.array([(role_of(number).side_mm or 60.0) / 25.4 for number in placed])
    known = np.zeros((count, count)) if covariance is None else covariance
    poses, where = tuple(view.pose for view in views), tuple(placed.values())
    return Survey(tuple(placed), sides, views[0].lens, poses, where, np.array(size), known)


def moved(survey: Survey, step: FloatArray) -> Survey:
    """The survey with all its parameters changed a little: what its parameters mean, written out."""
    f, cx, cy, k1, k2, p1, p2, k3 = step[:8]
    lens, old = survey.lens, survey.lens.distortion
    new = Lens(
        lens.size,
        (lens.focal[0] + f, lens.focal[1] + f),
        (lens.centre[0] + cx, lens.centre[1] + cy),
        (old[0] + k1, old[1] + k2, old[2] + p1, old[3] + p2, old[4] + k3),
    )
    photos = tuple(_moved(pose, step[survey.photo_slot(i)]) for i, pose in enumerate(survey.photos))
    tags = tuple(_moved(pose, step[survey.tag_slot(i)]) for i, pose in enumerate(survey.tags))
    return replace(survey, lens=new, photos=photos, tags=tags)


def _moved(pose: RigidTransform, step: FloatArray) -> RigidTransform:
    turned = Rotation.from_rotvec(step[3:]).as_matrix() @ pose.matrix
    return pose_of(turned, np.asarray(pose.position) + step[:3])


@dataclass(frozen=True)
class Disc:
    """A round base on the ground: grey levels of its sides and top, millimetres of its size."""

    x: float
    y: float
    base_mm: float
    sides: float = 40.0
    top: float = 40.0
    slope_mm: float = 0.5
    height_mm: float = 3.0
    z: float = 0.0


def drawn(
    view: CameraView,
    discs: Sequence[Disc],
    rng: np.random.Generator,
    *,
    ground: float = 120.0,
    half_hidden: bool = False,
    noise: float = 2.0,
    blur: float = 0.7,
) -> NDArray[np.uint8]:
    """(h, w) a grey picture of bases, by polygons of their sides and tops.

    ``half_hidden`` draws, in every picture along another direction, ground over half of each base.
    """
    width, height = view.lens.size
    picture = np.full((height * FINER, width * FINER), ground, dtype=np.float32)
    turns = np.linspace(0.0, 2.0 * np.pi, 256, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(256)], axis=1)
    for disc in discs:
        middle = np.array([disc.x, disc.y, disc.z])
        foot = view.project(middle + ring * disc.base_mm / 50.8)
        lifted = middle + np.array([0.0, 0.0, disc.height_mm / 25.4])
        top = view.project(lifted + ring * (disc.base_mm / 2.0 - disc.slope_mm) / 25.4)
        if np.isnan(foot).any() or np.isnan(top).any():
            continue
        hull = np.asarray(cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)), dtype=np.float64).reshape(-1, 2)
        _fill(picture, hull, disc.sides)
        _fill(picture, top, disc.top)
        if half_hidden:
            angle = rng.uniform(0.0, 2.0 * np.pi)
            along = np.array([np.cos(angle), np.sin(angle)])
            across = np.array([-along[1], along[0]])
            far = 0.75 * disc.base_mm / 25.4
            corners = [along * far, along * far + across * far, -along * far + across * far, -along * far]
            _fill(picture, view.project(middle + np.column_stack([np.array(corners), np.full(4, 0.06)])), ground)
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(small, (0, 0), blur) + rng.normal(0.0, noise, small.shape)
    return np.clip(np.round(seen), 0, 255).astype(np.uint8)


def _fill(picture: NDArray[np.float32], outline: FloatArray, grey: float) -> None:
    # The middle of a pixel is a whole number, before as after.
    fine = (np.asarray(outline) + 0.5) * FINER - 0.5
    cv2.fillPoly(picture, [np.round(fine * 16.0).astype(np.int32)], (grey,), lineType=cv2.LINE_8, shift=4)
