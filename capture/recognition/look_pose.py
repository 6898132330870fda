"""The pose of a piece by its look: fitted to where photos show its points, with the errors of the photos' places."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from capture.adjustment.rotation_vectors import cross_matrices, matrices, pose_of
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.shape_frame import ASLANT
from capture.objects.projection import projected
from capture.recognition.local_features import LocalFeatures
from capture.recognition.look import Look
from capture.recognition.upright_search import LARGER, SIDEWAYS
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.rigid_transform import RigidTransform

ALIKE = 260.0
"""Distance of descriptors above which they are not of one point."""
REACHES = (8.0, 4.0, 3.0)
"""Pixels within which features are looked for, step by step."""
BESIDE = 16
"""Pixels around a piece that are looked at as well."""
LOCATED = 0.5
"""Pixels: features are not taken to be located better, along either axis."""
UPRIGHT = np.diag([0.0, 0.0, 0.0, ASLANT**-2, ASLANT**-2, 0.0])
"""What is known of a pose before: it leans little."""
STEPS, SMALL = 10, 1e-7
TINY = 1e-18
"""Added to variances of the photos' places, so that those that are exact have a square root."""

Features = Callable[[tuple[int, int, int, int]], LocalFeatures]
"""Local features in a window of a photo."""


@dataclass(frozen=True, eq=False)
class SeenPoints:
    """Where photos show points of a look: (n,) photo and sighting each, (n, 2) pixels."""

    photo: IntArray
    sighting: IntArray
    pixels: FloatArray


@dataclass(frozen=True, eq=False)
class LookPose:
    """A piece where its look was found.

    Attributes:
        pose: of its own frame.
        seen: the points that were found there.
        expected: (k,) bool: which points some photo ought to show if nothing hides them.
        slopes: (6, 6 photos) float: how place and turn, about the table's axes, change with errors of the photos' places.
        own: (6, 6) float: the covariance that features leave beside these.
        sigma: pixels by which they miss, along either axis.
    """

    pose: RigidTransform
    seen: SeenPoints
    expected: BoolArray
    slopes: FloatArray
    own: FloatArray
    sigma: float


def pose_by_look(
    photos: ClickablePhotos, features: Mapping[int, Features], look: Look, start: RigidTransform
) -> LookPose | None:
    """The pose near one that was found roughly; None where its look is not there.

    Args:
        photos: with their places.
        features: of those photos that are there, by their numbers.
        look: of the piece.
        start: where it may be.
    """
    pose = start
    found: LookPose | None = None
    windows = {photo: one for photo in features if (one := _window(photos, photo, look, start)) is not None}
    there = {photo: features[photo](window) for photo, window in windows.items()}
    for reach in REACHES:
        seen, expected = _guided(photos, there, look, pose, reach)
        if len(seen.photo) < 6:
            return None
        found = _fitted(photos, look, seen, pose, expected)
        pose = found.pose
    return found


def _window(photos: ClickablePhotos, photo: int, look: Look, pose: RigidTransform) -> tuple[int, int, int, int] | None:
    shown = photos.views[photo].project(pose.to_table(look.points))
    wide, high = photos.views[photo].lens.size
    # What cannot be shown is not a number, and not greater than anything.
    inside = np.all((shown > 0.0) & (shown < [wide, high]), axis=1)
    if inside.sum() < 6:
        return None
    left, top = np.maximum(shown[inside].min(axis=0).astype(int) - BESIDE, 0).tolist()
    right, bottom = np.minimum(shown[inside].max(axis=0).astype(int) + BESIDE, [wide, high]).tolist()
    return left, top, right, bottom


def _guided(
    photos: ClickablePhotos, there: Mapping[int, LocalFeatures], look: Look, pose: RigidTransform, reach: float
) -> tuple[SeenPoints, BoolArray]:
    """Features that lie within reach of where a point is to be, and look like it; and which points ought to be seen."""
    points, towards = pose.to_table(look.points), look.towards @ pose.matrix.T
    parts, expected = list[tuple[IntArray, IntArray, FloatArray]](), np.zeros(len(points), bool)
    for photo, one in there.items():
        view = photos.views[photo]
        shown = view.project(points)
        ways = photos.eyes[photo] - points
        far = np.linalg.norm(ways, axis=1)
        ahead = np.sum(towards * (ways / far[:, None])[look.of], axis=1) > SIDEWAYS
        size = look.sizes * view.lens.focal[0] / far[look.of]
        inside = np.all((shown > 0.0) & (shown < np.array(view.lens.size) - 1.0), axis=1)[look.of]
        asked = np.flatnonzero(ahead & inside)
        expected[look.of[asked]] = True
        if not len(asked) or not len(one.pixels):
            continue
        near = cKDTree(shown[look.of[asked]]).sparse_distance_matrix(cKDTree(one.pixels), reach, output_type="coo_matrix")
        sighting, feature = asked[near.row], near.col
        larger = size[sighting] / one.sizes[feature]
        good = (larger < LARGER) & (larger > 1.0 / LARGER)
        sighting, feature = sighting[good], feature[good]
        apart = np.linalg.norm(look.descriptors[sighting].astype(np.float32) - one.descriptors[feature], axis=1)
        order = np.argsort(apart, kind="stable")
        order = order[apart[order] < ALIKE]
        # Each feature is one point, and each point one feature: the most alike first.
        order = order[np.unique(feature[order], return_index=True)[1]]
        order = order[np.argsort(apart[order], kind="stable")]
        order = order[np.unique(look.of[sighting[order]], return_index=True)[1]]
        parts.append((np.full(len(order), photo), sighting[order], one.pixels[feature[order]]))
    if not parts:
        return SeenPoints(np.zeros(0, int), np.zeros(0, int), np.zeros((0, 2))), expected
    return SeenPoints(*(np.concatenate(column) for column in zip(*parts, strict=True))), expected


def _fitted(photos: ClickablePhotos, look: Look, seen: SeenPoints, start: RigidTransform, expected: BoolArray) -> LookPose:
    """The pose by Gauss's and Newton's steps; what misses by far counts less (Huber's weights)."""
    pose, points = start, look.points[look.of[seen.sighting]]
    for _ in range(STEPS):
        state = _step(photos, seen, pose, points)
        pose = pose_of(matrices(state.step[None, 3:])[0] @ pose.matrix, np.array(pose.position) + state.step[:3])
        if np.abs(state.step).max() < SMALL:
            break
    last = _step(photos, seen, pose, points)
    # What one feature misses in one photo, the same point mostly misses in others.
    often = len(seen.photo) / len(np.unique(look.of[seen.sighting]))
    own = often * last.sigma**2 * last.gain @ last.gain.T + last.by_prior
    return LookPose(pose, seen, expected, -last.gain @ last.by_photos, own, last.sigma)


@dataclass(frozen=True, eq=False)
class _Step:
    """One step: (6,) how far, (6, 2n) what the pixels have to do with it, the rest as in a pose."""

    step: FloatArray
    gain: FloatArray
    by_prior: FloatArray
    by_photos: FloatArray
    sigma: float


def _step(photos: ClickablePhotos, seen: SeenPoints, pose: RigidTransform, points: FloatArray) -> _Step:
    misses, slopes, by_photos = _equations(photos, seen, pose, points)
    sigma = max(1.4826 * float(np.median(np.abs(misses))), LOCATED)
    far = np.linalg.norm(misses.reshape(-1, 2), axis=1)
    weights = np.repeat(np.minimum(2.0 * sigma / np.maximum(far, 1e-9), 1.0), 2) / sigma**2
    # Woodbury's identity: errors of the photos' places have few parameters, and there are many features.
    shared = by_photos @ np.linalg.cholesky(photos.covariance + TINY * np.eye(len(photos.covariance)))
    weighed = weights[:, None] * shared
    inner = np.linalg.inv(np.eye(shared.shape[1]) + shared.T @ weighed)
    moving = slopes.T * weights
    moving = moving - (moving @ shared) @ inner @ weighed.T
    inverse = np.linalg.inv(moving @ slopes + UPRIGHT)
    up = pose.matrix[:, 2]
    lean = np.array([0.0, 0.0, 0.0, -up[1], up[0], 0.0])
    step = -inverse @ (moving @ misses + UPRIGHT @ lean)
    return _Step(step, inverse @ moving, inverse @ UPRIGHT @ inverse, by_photos, sigma)


def _equations(
    photos: ClickablePhotos, seen: SeenPoints, pose: RigidTransform, points: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(2n,) shown minus found; (2n, 6) and (2n, 6 photos) how that changes with the pose and with the photos' places."""
    places = pose.to_table(points)
    arms = places - np.array(pose.position)
    moves = np.concatenate([np.broadcast_to(np.eye(3), (len(points), 3, 3)), -cross_matrices(arms)], axis=2)
    misses, slopes = np.zeros((len(points), 2)), np.zeros((len(points), 2, 6))
    by_photos = np.zeros((len(points), 2, len(photos.covariance)))
    for photo in np.unique(seen.photo).tolist():
        which = np.flatnonzero(seen.photo == photo)
        shown = projected(photos.views[photo], photo, places[which])
        misses[which] = shown.pixels - seen.pixels[which]
        slopes[which] = shown.by_point @ moves[which]
        by_photos[which, :, 6 * photo : 6 * photo + 6] = shown.by_pose
    return misses.reshape(-1), slopes.reshape(-1, 6), by_photos.reshape(2 * len(points), -1)
