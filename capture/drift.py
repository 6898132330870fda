"""Lenses that are not quite the same in every photo.

Phones focus anew, which changes the focal length, and move the lens or the sensor against shaking hands, which shifts the
centre by some pixels. How large that is for a set of photos is estimated together with the shifts themselves: variances by
expectation and maximisation (Dempster and others 1977). Where all photos agree on one lens, to the noise of their corners,
there is nothing of the kind.
"""

from dataclasses import replace

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from capture.adjust import Adjusted, adjust, robust_rows
from capture.problem import Problem
from scene.mesh import FloatArray

LOUD = 1.3
"""Times what is known of the corners: residuals that are no larger leave nothing to explain."""

FOCUS, SHIFT = 0.003, 0.003
"""What is thought first: standard deviations of the focal length, and of the centre as a share of the photo's longer side."""

LEAST_FOCUS, LEAST_SHIFT = 1e-5, 1e-5
"""They are never thought to be smaller."""

ROUNDS = 8
"""Steps; each is one of the adjustment and one of the variances."""


def with_drift(adjusted: Adjusted) -> Adjusted:
    """The adjustment with a lens of its own for each photo, if the photos need it."""
    problem = adjusted.problem
    if problem.own is None and adjusted.spread < LOUD:
        return adjusted
    longer = max(problem.size)
    own = np.zeros((problem.photos, 3)) if problem.own is None else problem.own
    usual, numbers = np.array([FOCUS, SHIFT * longer, SHIFT * longer]), adjusted.numbers
    for _ in range(ROUNDS):
        normal, downhill = _equations(replace(problem, own=own), numbers, usual)
        factor = cho_factor(normal)
        step = cho_solve(factor, downhill)
        numbers, own = numbers - step[: len(numbers)], own - step[len(numbers) :].reshape(-1, 3)
        usual = _usual(own, _own_covariance(factor, len(numbers)), longer)
    return adjust(replace(problem, own=own), numbers)


def lenses_unsure(adjusted: Adjusted) -> Adjusted:
    """The same with the errors that come of not knowing the photos' own lenses quite; the adjustment takes them as known.

    All numbers follow the lenses, and that is added to their covariance. But the place of a photo goes with its own lens, so
    that it shows the same; as its lens is taken as known, that part is left out.
    """
    problem, count = adjusted.problem, len(adjusted.numbers)
    if problem.own is None:
        return adjusted
    usual = _usual(problem.own, np.zeros((problem.own.size,) * 2), max(problem.size))
    normal, _ = _equations(problem, adjusted.numbers, usual)
    unsure = _own_covariance(cho_factor(normal), count)
    follows = -cho_solve(cho_factor(normal[:count, :count]), normal[:count, count:])
    for photo, slots in enumerate(problem.photo_columns()):
        follows[slots, 3 * photo : 3 * photo + 3] = 0.0
    return replace(adjusted, covariance=adjusted.covariance + follows @ unsure @ follows.T)


def _equations(problem: Problem, numbers: FloatArray, usual: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Normal equations of the unknowns and the photos' own lenses, ``usual`` (3,) large; and their right side."""
    assert problem.own is not None
    rows, spread = robust_rows(problem, numbers)
    slopes = np.concatenate([problem.slopes(numbers), problem.by_own(numbers).reshape(len(rows), -1)], axis=1)
    slopes = slopes * rows[:, None] / spread
    misses = problem.residuals(numbers) * rows / spread
    before = np.concatenate([np.zeros(len(numbers)), np.tile(usual**-2, problem.photos)])
    normal = slopes.T @ slopes + np.diag(before)
    downhill = slopes.T @ misses + before * np.concatenate([np.zeros(len(numbers)), problem.own.reshape(-1)])
    # Shifts and turns of everything together cost nothing; held numbers tell nothing.
    return normal + 1e-10 * np.diag(np.maximum(np.diag(normal), 1e-6)), downhill


def _own_covariance(factor: tuple[FloatArray, bool], count: int) -> FloatArray:
    """(3 photos, 3 photos) the covariance of the photos' own lenses, which come after ``count`` unknowns."""
    size = len(factor[0])
    return np.asarray(cho_solve(factor, np.eye(size)[:, count:])[count:])


def _usual(own: FloatArray, covariance: FloatArray, longer: int) -> FloatArray:
    """(3,) how large photos' own lenses are usually: what was found, and how unsure that is."""
    share, right, down = np.mean(own**2 + np.diag(covariance).reshape(-1, 3), axis=0)
    shift = max(float(np.sqrt((right + down) / 2.0)), LEAST_SHIFT * longer)
    return np.array([max(float(np.sqrt(share)), LEAST_FOCUS), shift, shift])
