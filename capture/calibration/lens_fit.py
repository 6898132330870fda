"""The fit of a lens to sightings of a flat board: least squares over it and every photo's place, with its uncertainty.

The formal uncertainty of least squares takes every corner's error for independent of the others. Corners of one photo are not:
they share a bend of the board, a blur, a rolling shutter. So the fit is done again without each photo in turn (jackknife), and
where the lens moves more than the formal uncertainty allows for, that is widened.
Sources: Zhang 2000, A flexible new technique for camera calibration; Efron 1982, The jackknife, the bootstrap and other
resampling plans.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np
from scipy import stats

from scene.base.least_squares import Attempt, least_squares
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

VALUES = 9
"""fx, fy, cx, cy, k1, k2, p1, p2, k3, in this order."""
SURE = 0.01
"""A freedom of the lens is used only if chance would make as much of it in fewer than this share of cases."""
STARTS = (0.6, 0.9, 1.3, 2.0)
"""Focal lengths to start from, in long sides of the photo."""
MOST_STEPS, QUICK_STEPS = 60, 8


@dataclass(frozen=True, eq=False)
class BoardSighting:
    """What a photo shows: (n, 3) points of the board, and (n, 2) pixels where they are."""

    points: FloatArray
    pixels: FloatArray


@dataclass(frozen=True)
class Freedom:
    """What the fit may change besides one focal length, the centre, k1, k2, p1 and p2."""

    oblong: bool = False
    k3: bool = False

    @property
    def basis(self) -> FloatArray:
        """(9, p): how the free values make up the nine."""
        rows = np.eye(VALUES)
        focal = rows[:, :2] if self.oblong else rows[:, :1] + rows[:, 1:2]
        return np.hstack([focal, rows[:, 2:8], rows[:, 8:]]) if self.k3 else np.hstack([focal, rows[:, 2:8]])


@dataclass(frozen=True, eq=False)
class Fit:
    """A lens and the photos' places.

    Attributes:
        values: (9,) fx, fy, cx, cy, k1, k2, p1, p2, k3.
        poses: (v, 6) for each photo the rotation vector and the shift from the board to the camera.
        squares: (v,) sums of squared distances in pixels between what is seen and what the lens would show.
        counts: (v,) corners a photo.
        formal: (9, 9) covariance, if every corner's error were independent.
    """

    values: FloatArray
    poses: FloatArray
    squares: FloatArray
    counts: np.ndarray
    formal: FloatArray

    @property
    def rms(self) -> float:
        """The root of the mean squared distance, pixels."""
        return float(np.sqrt(self.squares.sum() / self.counts.sum()))

    @property
    def view_rms(self) -> FloatArray:
        """(v,) the same for each photo."""
        return np.asarray(np.sqrt(self.squares / self.counts))


@dataclass(frozen=True, eq=False)
class Estimate:
    """A fit, and a covariance (9, 9) of its values that counts photos, not corners."""

    fit: Fit
    freedom: Freedom
    covariance: FloatArray
    widened: float


def lens_of(values: FloatArray, size: tuple[int, int]) -> Lens:
    """The lens with those nine values."""
    fx, fy, cx, cy, k1, k2, p1, p2, k3 = map(float, values)
    return Lens(size, (fx, fy), (cx, cy), (k1, k2, p1, p2, k3))


def first_fit(seen: Sequence[BoardSighting], size: tuple[int, int], *, focal: float | None = None) -> Fit:
    """The best fit from several starts, ``focal`` (as a camera noted it) being one."""
    starts = [part * max(size) for part in STARTS]
    with suppress(cv2.error):  # which it raises where all corners of a photo are in one line
        points, pixels = ([getattr(view, name).astype(np.float32) for view in seen] for name in ("points", "pixels"))
        starts.append(float(cv2.initCameraMatrix2D(points, pixels, size)[0, 0]))
    fits = list[Fit]()
    for start in [*([focal] if focal else []), *starts]:
        if not np.isfinite(start) or not 0.1 * max(size) < start < 50 * max(size):
            continue
        values = np.array([start, start, (size[0] - 1) / 2, (size[1] - 1) / 2, 0, 0, 0, 0, 0], dtype=float)
        poses = np.array([pose_of(view, values) for view in seen])
        fits.append(refined(seen, values, poses, Freedom(), steps=QUICK_STEPS))
    best = min(fits, key=lambda fit: fit.squares.sum())
    return refined(seen, best.values, best.poses, Freedom())


def pose_of(view: BoardSighting, values: FloatArray) -> FloatArray:
    """(6,) where a camera with that lens saw the board from: the better of two places from which a flat thing looks alike."""
    matrix, distortion = _matrix(values), values[4:]
    _, turns, shifts, errors = cv2.solvePnPGeneric(view.points, view.pixels, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
    ahead = [index for index, shift in enumerate(shifts) if np.ravel(shift)[2] > 0] or list(range(len(shifts)))
    best = min(ahead, key=lambda index: float(np.ravel(errors)[index]))
    turn, shift = cv2.solvePnPRefineLM(view.points, view.pixels, matrix, distortion, turns[best], shifts[best])
    pose = np.concatenate([np.ravel(turn), np.ravel(shift)])
    # Corners all in one place have no answer; then anywhere ahead is as good.
    x, y, _ = -view.points.mean(axis=0)
    return pose if np.isfinite(pose).all() else np.array([0.0, 0.0, 0.0, x, y, 3.0 * np.ptp(view.points)])


def _matrix(values: FloatArray) -> FloatArray:
    return np.array([[values[0], 0.0, values[2]], [0.0, values[1], values[3]], [0.0, 0.0, 1.0]])


def residuals(view: BoardSighting, values: FloatArray, pose: FloatArray) -> FloatArray:
    """(n, 2) pixels from where the lens would show the points to where they were seen."""
    shown, _ = cv2.projectPoints(view.points, pose[:3], pose[3:], _matrix(values), values[4:])
    return np.asarray(view.pixels - shown.reshape(-1, 2))


@dataclass(frozen=True, eq=False)
class _Normal:
    """The normal equations with the photos' places taken out of them (Schur complement).

    Attributes:
        matrix, right: (p, p) and (p,) for the lens alone.
        back: (v, 6, p) and (v, 6): how each place follows from the lens's step.
    """

    matrix: FloatArray
    right: FloatArray
    back: FloatArray
    own: FloatArray


def _normal(seen: Sequence[BoardSighting], values: FloatArray, poses: FloatArray, basis: FloatArray, damping: float) -> _Normal:
    count = basis.shape[1]
    matrix, right = np.zeros((count, count)), np.zeros(count)
    undamped = np.zeros(count)
    back, own = np.zeros((len(seen), 6, count)), np.zeros((len(seen), 6))
    camera = _matrix(values)
    for index, view in enumerate(seen):
        shown, slopes = cv2.projectPoints(view.points, poses[index, :3], poses[index, 3:], camera, values[4:])
        miss = (view.pixels - shown.reshape(-1, 2)).ravel()
        by_pose, by_lens = slopes[:, :6], slopes[:, 6:15] @ basis
        pose_pose = by_pose.T @ by_pose
        pose_pose[np.diag_indices(6)] *= 1.0 + damping
        cross = by_pose.T @ by_lens
        solved = np.linalg.solve(pose_pose, np.column_stack([cross, by_pose.T @ miss]))
        back[index], own[index] = solved[:, :-1], solved[:, -1]
        whole = by_lens.T @ by_lens
        undamped += np.diag(whole)
        matrix += whole - cross.T @ back[index]
        right += by_lens.T @ miss - cross.T @ own[index]
    matrix[np.diag_indices(count)] += damping * undamped
    return _Normal(matrix, right, back, own)


def refined(
    seen: Sequence[BoardSighting], values: FloatArray, poses: FloatArray, freedom: Freedom, *, steps: int = MOST_STEPS
) -> Fit:
    """The least squares near a start, by Levenberg and Marquardt's method."""
    basis = freedom.basis

    def attempts(at: tuple[FloatArray, FloatArray]) -> Attempt[tuple[FloatArray, FloatArray]]:
        def attempt(damping: float) -> tuple[tuple[FloatArray, FloatArray], float]:
            normal = _normal(seen, *at, basis, damping)
            step = _solved(normal.matrix, normal.right)
            there = at[0] + basis @ step, at[1] + normal.own - normal.back @ step
            return there, float(_squares(seen, *there).sum())

        return attempt

    values, poses = least_squares((values, poses), float(_squares(seen, values, poses).sum()), attempts, steps=steps)
    squares = _squares(seen, values, poses)
    counts = np.array([len(view.points) for view in seen])
    spare = max(2 * counts.sum() - basis.shape[1] - 6 * len(seen), 1)
    inner = np.linalg.pinv(_normal(seen, values, poses, basis, 0.0).matrix, hermitian=True)
    return Fit(values, poses, squares, counts, squares.sum() / spare * basis @ inner @ basis.T)


def _solved(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """The solution, with the unknowns of very different sizes (pixels, curvatures) brought to one."""
    scale = 1.0 / np.sqrt(np.maximum(np.diag(matrix), 1e-300))
    return np.asarray(scale * np.linalg.lstsq(matrix * np.outer(scale, scale), right * scale, rcond=1e-13)[0])


def _squares(seen: Sequence[BoardSighting], values: FloatArray, poses: FloatArray) -> FloatArray:
    with np.errstate(over="ignore", invalid="ignore"):
        sums = [np.sum(residuals(view, values, pose) ** 2) for view, pose in zip(seen, poses, strict=True)]
    return np.nan_to_num(np.array(sums), nan=np.inf)


def estimated(
    seen: Sequence[BoardSighting], fit: Fit, freedom: Freedom, *, on_progress: Callable[[int], None] | None = None
) -> Estimate:
    """The fit with that freedom, and its covariance, widened to how the lens moves when a photo is left out."""
    fit = refined(seen, fit.values, fit.poses, freedom)
    without = list[FloatArray]()
    for left in range(len(seen)):
        others = [view for index, view in enumerate(seen) if index != left]
        without.append(refined(others, fit.values, np.delete(fit.poses, left, axis=0), freedom).values)
        if on_progress is not None:
            on_progress(1)
    count = len(seen)
    spread = np.array(without) - np.mean(without, axis=0)
    jackknife = (count - 1) / count * spread.T @ spread
    widened = max(1.0, *(_ratio(jackknife, fit.formal, direction) for direction in _directions(freedom)))
    return Estimate(fit, freedom, fit.formal * widened**2, widened)


def _directions(freedom: Freedom) -> list[FloatArray]:
    """What the covariance is widened for: the mean focal length, and all free values together."""
    focal = np.zeros(VALUES)
    focal[:2] = 0.5
    return [focal[:, None], freedom.basis]


def _ratio(jackknife: FloatArray, formal: FloatArray, direction: FloatArray) -> float:
    """How many times wider the one is than the other, along a direction or on the average of several."""
    if direction.shape[1] == 1:
        inner, outer = direction.T @ formal @ direction, direction.T @ jackknife @ direction
        return float(np.sqrt(outer[0, 0] / inner[0, 0])) if inner[0, 0] > 0 else 1.0
    back = np.linalg.pinv(direction)
    inner, outer = back @ formal @ back.T, back @ jackknife @ back.T
    scale = 1.0 / np.sqrt(np.maximum(np.diag(inner), 1e-300))
    inner, outer = inner * np.outer(scale, scale), outer * np.outer(scale, scale)
    return float(np.sqrt(max(np.trace(np.linalg.pinv(inner, hermitian=True) @ outer), 0.0) / len(inner)))


def best_estimate(seen: Sequence[BoardSighting], fit: Fit, *, on_progress: Callable[[int], None] | None = None) -> Estimate:
    """The estimate with as little freedom as the photos allow: square pixels and no k3, unless they speak against it.

    ``on_progress`` is called with 1 for each photo left out, three times as many as there are photos, or four.
    """
    plain = estimated(seen, fit, Freedom(), on_progress=on_progress)
    oblong = estimated(seen, plain.fit, Freedom(oblong=True), on_progress=on_progress)
    third = estimated(seen, plain.fit, Freedom(k3=True), on_progress=on_progress)
    apart = np.zeros(VALUES)
    apart[:2] = 1.0, -1.0
    freedom = Freedom(oblong=_sure(oblong, apart, len(seen)), k3=_sure(third, np.eye(VALUES)[8], len(seen)))
    known = {Freedom(): plain, Freedom(oblong=True): oblong, Freedom(k3=True): third}
    return known.get(freedom) or estimated(seen, plain.fit, freedom, on_progress=on_progress)


def _sure(estimate: Estimate, direction: FloatArray, count: int) -> bool:
    """Whether a value is other than zero by more than chance: Student's t with as many degrees as photos, less one."""
    sigma = float(np.sqrt(direction @ estimate.covariance @ direction))
    if sigma == 0.0:
        return False
    return bool(2.0 * stats.t.sf(abs(direction @ estimate.fit.values) / sigma, count - 1) < SURE)
