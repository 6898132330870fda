"""The pose of a piece in photos, from marked points: points of its mesh that somebody marked in them.

The place is the one that shows the points where they were marked, by least squares in pixels. It is sought everywhere: for each
of many turns the shift that brings the points nearest to their rays is the solution of three linear equations, and the best of
these are refined. So no first guess is needed, and a second place that fits as well is noticed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from capture.adjustment.adjustment_problem import LENS, lens_of, numbers_of
from capture.adjustment.rotation_vectors import pose_of, rotation_of
from capture.adjustment.survey import Survey
from capture.objects.terrain_placement import FREE, GROUND, moved, stance_variances
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

MARK_SIGMA = 1.5
"""Pixels: how well people mark a point, along either axis, if the points do not tell otherwise."""

LEAST_MARKS = {True: 3, False: 4}
"""How many marks a place needs, for pieces that stand on the ground and for others."""

REFINED = 8
"""So many of the best turns are refined."""

RIVAL = 2.0
"""A second place is a rival unless its misses are so much larger."""

ELSEWHERE = (0.2, float(np.radians(6.0)))
"""Inches and radians: places farther apart are two."""

BEHIND = 1e5
"""Pixels: where points behind the camera are held to be shown."""

LENS_STEPS = np.array([1e-2, 1e-2, 1e-2, 1e-5, 1e-5, 1e-6, 1e-6, 1e-5])
"""By how much the lens's numbers are changed to see what changes."""

SUSPECTS = 6
"""So many marks are tried for the one that was put to the wrong point, those that miss most."""

ASTRAY = 6.0
"""A mark that misses by so many times what the others do was put to the wrong point."""


@dataclass(frozen=True, eq=False)
class MarkedPoint:
    """A point of a piece in a photo.

    Attributes:
        point: (3,) float: in the piece's own frame, inches.
        photo: index of the photo in the survey.
        pixel: (2,) float: where it is seen, in the frame in which photos are stored.
        called: what messages call it.
    """

    point: FloatArray
    photo: int
    pixel: FloatArray
    called: str = "a point"


@dataclass(frozen=True, eq=False)
class PoseFit:
    """Where a piece is.

    Attributes:
        pose: in the survey's frame.
        slopes: (6, n) float: how its parameters change with the survey's n.
        own: (6, 6) float: their covariance beside the survey's.
        misses: (m,) float, pixels: how far each mark is from its point, misses_mm the same at the piece, millimetres.
        doubts: what is doubtful, a line each.
        called: what was marked, for each miss; empty where edges were fitted.
    """

    pose: RigidTransform
    slopes: FloatArray
    own: FloatArray
    misses: FloatArray
    misses_mm: FloatArray
    doubts: tuple[str, ...] = ()
    called: tuple[str, ...] = ()

    def covariance(self, survey: Survey) -> FloatArray:
        """(6, 6) float, inches and radians, of all errors together."""
        return np.asarray(self.own + self.slopes @ survey.covariance @ self.slopes.T)


def pose_by_marks(survey: Survey, marks: Sequence[MarkedPoint], *, on_ground: bool) -> PoseFit:
    """The place of a piece whose points were marked.

    Args:
        survey: the photos.
        marks: at least three for a piece on the ground, four for another; of one photo or of several.
        on_ground: whether it stands upright on z = 0.

    Raises:
        SceneError: if the marks do not tell the place, or cannot all be right.
    """
    _check(marks, on_ground=on_ground)
    best, rivals = _places(survey, marks, on_ground=on_ground)
    kept, doubts = list(marks), list[str]()
    misses = _misses(survey, marks, best)
    if np.abs(misses).max() > ASTRAY * MARK_SIGMA * 0.67 and len(marks) > LEAST_MARKS[on_ground]:
        dropped = _without_one(survey, marks, misses, on_ground=on_ground)
        if dropped is not None:
            index, best, rivals = dropped
            kept = [mark for i, mark in enumerate(marks) if i != index]
            far = float(np.linalg.norm(_misses(survey, marks, best).reshape(-1, 2)[index]))
            doubts.append(f"{marks[index].called} is {far:.0f} pixels from where the others have it and does not count")
    if rivals:
        doubts.append("another place of the piece fits the points nearly as well; mark more points, in more photos")
    return _told(survey, kept, best, tuple(doubts), on_ground=on_ground)


def _check(marks: Sequence[MarkedPoint], *, on_ground: bool) -> None:
    least = LEAST_MARKS[on_ground]
    points = np.unique(np.round([mark.point for mark in marks], 6), axis=0) if marks else np.zeros((0, 3))
    if len(marks) < least:
        stands = "that stands on the ground" if on_ground else "without an anchor tag beside it"
        raise SceneError(f"{len(marks)} marked points do not tell the place of a piece {stands}; mark at least {least}")
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    apart = np.ptp(points[:, :2], axis=0).max() if on_ground else spread[1]
    if len(points) < 2 or apart < 1e-3:
        raise SceneError(
            "the marked points lie on one line, about which the piece could turn; mark points beside it"
            if not on_ground
            else "the marked points lie above one another, so nothing tells how the piece is turned; mark points beside them"
        )


def _places(survey: Survey, marks: Sequence[MarkedPoint], *, on_ground: bool) -> tuple[RigidTransform, list[RigidTransform]]:
    """The best place, and others that fit nearly as well."""
    found = []
    for start in _starts(survey, marks, on_ground=on_ground)[:REFINED]:
        pose = _refined(survey, marks, start, on_ground=on_ground)
        found.append((_size(_misses(survey, marks, pose)), pose))
    if not found:
        raise SceneError("no place of the piece shows the marked points where they were marked; are they the right points?")
    found.sort(key=lambda each: each[0])
    least, best = found[0]
    limit = RIVAL * max(least, MARK_SIGMA / 2.0)
    return best, [pose for size, pose in found[1:] if size < limit and _apart(pose, best)]


def _apart(one: RigidTransform, other: RigidTransform) -> bool:
    turn = rotation_of(one.matrix @ other.matrix.T).magnitude()
    return bool(float(np.linalg.norm(np.subtract(one.position, other.position))) > ELSEWHERE[0] or turn > ELSEWHERE[1])


def _starts(survey: Survey, marks: Sequence[MarkedPoint], *, on_ground: bool) -> list[RigidTransform]:
    """First guesses, the best first: for each of many turns the shift that brings the points nearest to their rays."""
    points = np.array([mark.point for mark in marks])
    eyes = np.array([survey.photos[mark.photo].position for mark in marks])
    rays = np.array([survey.view(mark.photo).rays(mark.pixel) for mark in marks])
    across = np.eye(3) - rays[:, :, None] * rays[:, None, :]
    turns = _turns(on_ground=on_ground)
    away = eyes - np.einsum("rij,nj->rni", turns, points)
    free = 2 if on_ground else 3
    pushes = np.einsum("nij,rnj->ri", across, away)[:, :free]
    shifts = np.zeros((len(turns), 3))
    shifts[:, :free] = np.linalg.lstsq(across.sum(axis=0)[:free, :free], pushes.T, rcond=1e-9)[0].T
    off = shifts[:, None, :] - away
    ahead = np.einsum("rni,ni->rn", off, rays)
    # As angles: what is nearer to its camera is seen larger.
    cost = np.sum(np.einsum("nij,rnj->rni", across, off) ** 2, axis=2) / np.maximum(ahead, 1e-3) ** 2
    total = np.where((ahead > 0.0).all(axis=1), cost.sum(axis=1), np.inf)
    kept: list[RigidTransform] = []
    for index in np.argsort(total)[: 40 * REFINED]:
        if not np.isfinite(total[index]) or len(kept) == REFINED:
            break
        pose = pose_of(turns[index], shifts[index])
        if all(rotation_of(turns[index] @ old.matrix.T).magnitude() > np.radians(12.0) for old in kept):
            kept.append(pose)
    return kept


def _turns(*, on_ground: bool) -> FloatArray:
    """(r, 3, 3) turns that leave no gap wider than some degrees."""
    if on_ground:
        angles = np.radians(np.arange(0.0, 360.0, 4.0))
        return np.asarray(Rotation.from_rotvec(np.outer(angles, (0.0, 0.0, 1.0))).as_matrix())
    steps = np.radians(np.arange(0.0, 360.0, 15.0))
    tilts = np.arccos(np.linspace(-0.98, 0.98, 14))
    grid = np.stack([part.reshape(-1) for part in np.meshgrid(steps, tilts, steps)], axis=1)
    return np.asarray(Rotation.from_euler("ZYZ", grid).as_matrix())


def _refined(survey: Survey, marks: Sequence[MarkedPoint], start: RigidTransform, *, on_ground: bool) -> RigidTransform:
    columns = list(GROUND if on_ground else FREE)

    def placed(numbers: FloatArray) -> RigidTransform:
        step = np.zeros(6)
        step[columns] = numbers
        return moved(start, step)

    def missed(numbers: FloatArray) -> FloatArray:
        return _misses(survey, marks, placed(numbers))

    return placed(np.asarray(least_squares(missed, np.zeros(len(columns)), max_nfev=200).x))


def _misses(survey: Survey, marks: Sequence[MarkedPoint], pose: RigidTransform) -> FloatArray:
    """(2m,) pixels: shown minus marked."""
    points, photo, pixels = _arrays(marks)
    return (shown(points, photo, pose, survey) - pixels).reshape(-1)


def _arrays(marks: Sequence[MarkedPoint]) -> tuple[FloatArray, IntArray, FloatArray]:
    """(m, 3) points, (m,) photos, (m, 2) pixels."""
    return (
        np.array([mark.point for mark in marks], dtype=np.float64),
        np.array([mark.photo for mark in marks]),
        np.array([mark.pixel for mark in marks], dtype=np.float64),
    )


def shown(points: FloatArray, photo: IntArray, pose: RigidTransform, survey: Survey) -> FloatArray:
    """(m, 2) pixels of (m, 3) points of a piece at ``pose``, each in its (m,) photo; far off where behind the camera."""
    places, found = pose.to_table(points), np.full((len(points), 2), BEHIND)
    for number in np.unique(photo):
        here = photo == number
        found[here] = survey.view(int(number)).project(places[here])
    return np.asarray(np.nan_to_num(found, nan=BEHIND))


def _size(misses: FloatArray) -> float:
    return float(np.sqrt(np.mean(misses**2)))


def _without_one(
    survey: Survey, marks: Sequence[MarkedPoint], misses: FloatArray, *, on_ground: bool
) -> tuple[int, RigidTransform, list[RigidTransform]] | None:
    """The mark without which the others agree far better, and the place by the others."""
    best = None
    size, suspects = _size(misses), np.argsort(-np.linalg.norm(misses.reshape(-1, 2), axis=1))[:SUSPECTS]
    for index in suspects.tolist():
        rest = [mark for i, mark in enumerate(marks) if i != index]
        try:
            _check(rest, on_ground=on_ground)
            pose, rivals = _places(survey, rest, on_ground=on_ground)
        except SceneError:
            continue
        left = _size(_misses(survey, rest, pose))
        far = float(np.linalg.norm(_misses(survey, marks, pose).reshape(-1, 2)[index]))
        spare = 2 * len(rest) - (3 if on_ground else 6)
        usual = max(MARK_SIGMA, left * np.sqrt(2.0 * len(rest) / max(spare, 1)))
        if far > ASTRAY * usual and left < size / 2.0 and (best is None or left < best[0]):
            best = (left, index, pose, rivals)
    return best[1:] if best is not None else None


def _told(
    survey: Survey, marks: Sequence[MarkedPoint], pose: RigidTransform, doubts: tuple[str, ...], *, on_ground: bool
) -> PoseFit:
    misses = _misses(survey, marks, pose)
    spare = len(misses) - (3 if on_ground else 6)
    sigma = max(MARK_SIGMA, float(np.sqrt(np.sum(misses**2) / spare)) if spare > 0 else 0.0)
    points, photo, _ = _arrays(marks)
    slopes, own = errors_of(survey, points, photo, pose, sigma=sigma, sought=GROUND if on_ground else FREE)
    each = np.linalg.norm(misses.reshape(-1, 2), axis=1)
    return PoseFit(
        pose,
        slopes,
        own,
        each,
        each * sizes_of_pixels(survey, points, photo, pose),
        doubts,
        tuple(mark.called for mark in marks),
    )


def sizes_of_pixels(survey: Survey, points: FloatArray, photo: IntArray, pose: RigidTransform) -> FloatArray:
    """(m,) millimetres: how long a pixel is at each of (m, 3) points of a piece, across its (m,) photo."""
    eyes = np.array([survey.photos[number].position for number in photo])
    depth = np.linalg.norm(pose.to_table(points) - eyes, axis=1)
    return np.asarray(depth / float(np.mean(survey.lens.focal)) * MM_PER_INCH)


def errors_of(
    survey: Survey,
    points: FloatArray,
    photo: IntArray,
    pose: RigidTransform,
    *,
    sigma: float,
    sought: tuple[int, ...],
    across: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray]:
    """The errors of a piece that was fitted to (m, 3) points in (m,) photos: (6, n) slopes by the survey, (6, 6) its own.

    Args:
        survey: the photos.
        points, photo: what was fitted.
        pose: the fitted one.
        sigma: of each coordinate in the photos, pixels.
        sought: which of x, y, z and the turns about them were fitted; the others were held.
        across: (m, 2) unit directions; only how far points are off along these was measured. Both axes without.
    """

    def seen(pixels: FloatArray) -> FloatArray:
        return pixels.reshape(-1) if across is None else np.sum(pixels * across, axis=1)

    def by(place: RigidTransform, known: Survey = survey) -> FloatArray:
        return seen(shown(points, photo, place, known))

    by_piece = _slopes(lambda step: by(moved(pose, step)), np.full(6, 1e-5))
    columns = list(sought)
    gain = np.zeros((6, len(by_piece)))
    gain[columns] = np.linalg.pinv(by_piece[:, columns])
    by_survey = np.zeros((len(by_piece), len(survey.covariance)))
    numbers = numbers_of(survey.lens)
    size = survey.lens.size
    by_survey[:, :LENS] = _slopes(lambda step: by(pose, replace(survey, lens=lens_of(numbers + step, size))), LENS_STEPS)
    for number in np.unique(photo).tolist():

        def by_photo(step: FloatArray, number: int = number) -> FloatArray:
            photos = list(survey.photos)
            photos[number] = moved(photos[number], step)
            return by(pose, replace(survey, photos=tuple(photos)))

        by_survey[:, survey.photo_slot(number)] = _slopes(by_photo, np.full(6, 1e-5))
    # The piece follows so that its points are shown where they were marked.
    leaning = gain @ by_piece - np.eye(6)
    own = sigma**2 * gain @ gain.T + leaning @ (stance_variances(sought)[:, None] * leaning.T)
    return -gain @ by_survey, own


def _slopes(pixels: Callable[[FloatArray], FloatArray], steps: FloatArray) -> FloatArray:
    """(m, s) central differences."""
    return np.stack([(pixels(step) - pixels(-step)) / (2.0 * step.sum()) for step in np.diag(steps)], axis=1)
