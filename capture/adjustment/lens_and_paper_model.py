"""A model of each photo's lens and each tag's paper, which are not quite what the adjustment takes them for.

Phones focus anew from photo to photo, which changes the focal length, and move the lens or the sensor against shaking
hands, which shifts the centre by some pixels. Paper curls, and printers do not draw squares to a hair. The one is the same in
all tags of a photo, the other in all photos of a tag, so that they do not average out. How large they are for a set of photos
is estimated together with them. Where photos, tags and one lens agree to the noise of the corners, there is nothing of the
kind.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from capture.adjustment.adjustment_problem import Problem
from capture.adjustment.bundle_adjustment import Adjusted, adjust, robust_rows
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

LOUD = 1.3
"""Times what is known of the corners: residuals that are no larger leave nothing to explain."""

ROUNDS = 10
"""Steps; each is one of the adjustment and one of the variances."""


@dataclass(frozen=True)
class Usual:
    """Standard deviations of what is not perfect.

    Attributes:
        focus: of a photo's focal length, as a share.
        shift: of its centre along either axis, pixels.
        drawn: of a corner of a tag along the paper, inches.
        curled: of a corner out of the paper's plane, inches.
    """

    focus: float
    shift: float
    drawn: float
    curled: float

    def inverse_variances(self, problem: Problem) -> FloatArray:
        """(extra,) one over the variance of each number that is sought beside the unknowns."""
        lens = np.tile([self.focus, self.shift, self.shift], problem.photos)
        paper = np.tile([self.drawn, self.drawn, self.curled], 4 * len(problem.sides))
        return np.concatenate([lens, paper]) ** -2.0


def as_they_are(adjusted: Adjusted) -> Adjusted:
    """The adjustment with lenses and paper as the photos show them, if they need it."""
    problem = adjusted.problem
    if problem.own is None and adjusted.spread < LOUD:
        return adjusted
    extra = _extra(problem)
    numbers, usual = adjusted.numbers, _first(problem)
    try:
        for _ in range(ROUNDS):
            normal, downhill = _equations(_with(problem, extra), numbers, usual)
            factor = cho_factor(normal)
            step = cho_solve(factor, downhill)
            numbers, extra = numbers - step[: len(numbers)], extra - step[len(numbers) :]
            usual = _usual(problem, extra, usual, np.diag(_extra_covariance(factor, len(numbers))))
    except (LinAlgError, ValueError):
        return adjusted  # such photos tell nothing of it
    found = adjust(_with(problem, extra), numbers)
    return found if found.spread < adjusted.spread or problem.own is not None else adjusted


def unsure_of_them(adjusted: Adjusted) -> Adjusted:
    """The same with the errors that come of not knowing lenses and paper quite; the adjustment takes them as known.

    All numbers follow them, and that is added to their covariance. But the place of a photo goes with its own lens, so that
    it shows the same; as its lens is taken as known, that part is left out.
    """
    problem, count = adjusted.problem, len(adjusted.numbers)
    if problem.own is None:
        return adjusted
    usual = _first(problem)
    try:
        for _ in range(ROUNDS // 2):
            normal, _ = _equations(problem, adjusted.numbers, usual)
            unsure = _extra_covariance(cho_factor(normal), count)
            usual = _usual(problem, _extra(problem), usual, np.diag(unsure))
        normal, _ = _equations(problem, adjusted.numbers, usual)
        unsure = _extra_covariance(cho_factor(normal), count)
        follows = -cho_solve(cho_factor(normal[:count, :count]), normal[:count, count:])
    except (LinAlgError, ValueError):
        return adjusted
    for photo, slots in enumerate(problem.photo_columns()):
        follows[slots, 3 * photo : 3 * photo + 3] = 0.0
    return replace(adjusted, covariance=adjusted.covariance + follows @ unsure @ follows.T)


def _extra(problem: Problem) -> FloatArray:
    """What is sought beside the unknowns, in one row: three numbers for every photo, twelve for every tag."""
    own = np.zeros((problem.photos, 3)) if problem.own is None else problem.own
    paper = np.zeros((len(problem.sides), 4, 3)) if problem.paper is None else problem.paper
    return np.concatenate([own.reshape(-1), paper.reshape(-1)])


def _with(problem: Problem, extra: FloatArray) -> Problem:
    cut = 3 * problem.photos
    return replace(problem, own=extra[:cut].reshape(-1, 3), paper=extra[cut:].reshape(-1, 4, 3))


def _first(problem: Problem) -> Usual:
    """What is thought first."""
    return Usual(0.003, 0.003 * max(problem.size), 0.05 / MM_PER_INCH, 0.2 / MM_PER_INCH)


def _usual(problem: Problem, extra: FloatArray, before: Usual, variances: FloatArray) -> Usual:
    """How large they are usually: their squares over how many of them are told by the photos, not by what was thought before.

    MacKay's step (1992, Bayesian Interpolation, equation 4.10), which comes faster than expectation and maximisation to what is
    nothing. It is never thought to be quite nothing.
    """
    told = 1.0 - variances * before.inverse_variances(problem)
    cut, longer = 3 * problem.photos, max(problem.size)

    def spread(values: FloatArray, shares: FloatArray, least: float) -> float:
        return max(float(np.sqrt(np.sum(values**2) / max(float(np.sum(shares)), 0.5))), least)

    lens, lens_told = extra[:cut].reshape(-1, 3), told[:cut].reshape(-1, 3)
    paper, paper_told = extra[cut:].reshape(-1, 3), told[cut:].reshape(-1, 3)
    return Usual(
        spread(lens[:, 0], lens_told[:, 0], 1e-5),
        spread(lens[:, 1:], lens_told[:, 1:], 1e-5 * longer),
        spread(paper[:, :2], paper_told[:, :2], 1e-3 / MM_PER_INCH),
        spread(paper[:, 2], paper_told[:, 2], 1e-3 / MM_PER_INCH),
    )


def _equations(problem: Problem, numbers: FloatArray, usual: Usual) -> tuple[FloatArray, FloatArray]:
    """Normal equations of the unknowns and what is sought beside them, and their right side."""
    rows, spread = robust_rows(problem, numbers)
    slopes = np.concatenate([problem.slopes(numbers), problem.by_own(numbers), problem.by_paper(numbers)], axis=1)
    slopes *= rows[:, None] / spread
    misses = problem.residuals(numbers) * rows / spread
    nothing, before = np.zeros(len(numbers)), usual.inverse_variances(problem)
    normal = slopes.T @ slopes + np.diag(np.concatenate([nothing, before]))
    downhill = slopes.T @ misses + np.concatenate([nothing, before * _extra(problem)])
    # Shifts and turns of everything together cost nothing; held numbers tell nothing.
    return normal + 1e-10 * np.diag(np.maximum(np.diag(normal), 1e-6)), downhill


def _extra_covariance(factor: tuple[FloatArray, bool], count: int) -> FloatArray:
    """(extra, extra) the covariance of what comes after ``count`` unknowns."""
    size = len(factor[0])
    return np.asarray(cho_solve(factor, np.eye(size)[:, count:])[count:])
