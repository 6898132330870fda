"""Bundle adjustment by the normal equations: the lens and the poses of photos and tags of least reprojection error.

Levenberg and Marquardt's method on the normal equations: first with plain squares, which finds the way from afar, then with
robust weights for each tag in each photo, which keep bad ones from pulling (Triggs and others, sections 3 and 9).
Where no tag's place is known from before, nothing holds the whole: shifts and turns of everything cost nothing, and the
covariance leaves them out.

A guide with a figure: docs/guides/bundle-adjustment.md.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh

from capture.adjustment.adjustment_problem import LENS, Problem, lens_of
from scene.base.least_squares import Attempt, least_squares
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import BoolArray, FloatArray

HUBER = 2.0
"""Times what is usual, of a whole tag in a photo: beyond, a residual counts in proportion, no longer squared.

In later rounds its weight goes down with its square, as Cauchy has it, so that what is far off hardly pulls at all.
"""

ROUNDS = 6
"""Reweightings at most."""

EXPECTED = 8.0
"""Residuals that what is said before of the corners' standard deviations is worth, where they seem to be smaller."""


@dataclass(frozen=True, eq=False)
class Adjusted:
    """The answer of an adjustment.

    Attributes:
        numbers: the unknowns (see `Problem`).
        misses: (n, 4, 2) float, pixels: shown minus seen, for every tag in a photo.
        weights: (n,) float, 0..1: how far each counted in the end.
        covariance: (unknowns, unknowns) float; widened to what the residuals are like, without the freedom of the whole.
        spread: what the corners' standard deviations were multiplied by for that.
    """

    problem: Problem
    numbers: FloatArray
    misses: FloatArray
    weights: FloatArray
    covariance: FloatArray
    spread: float

    @property
    def lens(self) -> Lens:
        """The camera."""
        return lens_of(self.problem.split(self.numbers)[0], self.problem.size)

    @property
    def photos(self) -> FloatArray:
        """(photos, 6) float: position and rotation vector of each."""
        return self.problem.split(self.numbers)[1]

    @property
    def tags(self) -> FloatArray:
        """(t, 6) float: position and rotation vector of each."""
        return self.problem.split(self.numbers)[2]

    @property
    def print_scale(self) -> float:
        """How large the tags are for the sides that they were thought to have."""
        return 1.0 + float(self.problem.split(self.numbers)[0][LENS])

    @property
    def rms(self) -> float:
        """Pixels: root of the mean square distance between shown and seen corners, of what counted."""
        counted = self.weights > 0.5
        return float(np.sqrt(np.mean(np.sum(self.misses[counted] ** 2, axis=2)))) if counted.any() else 0.0


def adjust(problem: Problem, start: FloatArray, *, trust: FloatArray | None = None) -> Adjusted:
    """The best unknowns, from ``start``, and how sure they are.

    ``trust`` (n,) are first weights, 0..1, where something is known already about which tags in which photos may be wrong.
    """
    count = len(problem.photo)
    weights = np.ones(count) if trust is None else trust
    numbers = _descend(problem, start, weights)
    for number in range(ROUNDS):
        before, weights = weights, _huber(problem, numbers) ** (1 if number < 2 else 2)
        numbers = _descend(problem, numbers, weights)
        if np.abs(weights - before).max(initial=0.0) < 0.02:
            break
    residuals = problem.residuals(numbers)
    misses = (residuals[: 8 * count].reshape(count, 4, 2)) * problem.sigma[:, None, None]
    spread = _spread(problem, residuals, weights)
    return Adjusted(problem, numbers, misses, weights, _covariance(problem, numbers, weights / spread**2), spread)


def _rows(problem: Problem, weights: FloatArray) -> FloatArray:
    """(residuals,) the square root of every residual's weight."""
    return np.concatenate([np.repeat(np.sqrt(weights), 8), np.ones(problem.residuals_beside)])


def _descend(problem: Problem, start: FloatArray, weights: FloatArray) -> FloatArray:
    rows = _rows(problem, weights)

    def attempts(at: tuple[FloatArray, FloatArray]) -> Attempt[tuple[FloatArray, FloatArray]]:
        numbers, residuals = at
        slopes = problem.slopes(numbers) * rows[:, None]
        normal, downhill = slopes.T @ slopes, slopes.T @ residuals
        scale = np.maximum(np.diag(normal), 1e-12)

        def attempt(damping: float) -> tuple[tuple[FloatArray, FloatArray], float]:
            there = numbers - _solved(normal + damping * np.diag(scale), downhill)
            tried = problem.residuals(there) * rows
            return (there, tried), float(tried @ tried)

        return attempt

    residuals = problem.residuals(start) * rows
    return least_squares((start, residuals), float(residuals @ residuals), attempts)[0]


def _solved(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """The solution of a set of equations whose (n, n) matrix should be positive; no step where it is not."""
    try:
        return np.asarray(cho_solve(cho_factor(matrix), right))
    except LinAlgError:
        return np.zeros_like(right)


def _huber(problem: Problem, numbers: FloatArray) -> FloatArray:
    """(n,) weights of each tag in each photo: by the root mean square of its eight residuals, against what is usual."""
    count = len(problem.photo)
    each = np.sqrt(np.mean(problem.residuals(numbers)[: 8 * count].reshape(count, 8) ** 2, axis=1))
    usual = max(float(np.median(each)), 1e-9)
    return np.asarray(np.minimum(1.0, HUBER * usual / np.maximum(each, 1e-12)))


def robust_rows(problem: Problem, numbers: FloatArray) -> tuple[FloatArray, float]:
    """(residuals,) the square roots of robust weights, and what the corners' standard deviations are to be multiplied by."""
    weights = _huber(problem, numbers) ** 2
    return _rows(problem, weights), _spread(problem, problem.residuals(numbers), weights)


def _spread(problem: Problem, residuals: FloatArray, weights: FloatArray) -> float:
    """What the residuals are in their own standard deviations: more where something is not as the model has it."""
    seen = residuals[: 8 * len(weights)].reshape(-1, 8) ** 2
    # What is known of the lens and the lengths settles as many unknowns as it has residuals.
    freedom = 8.0 * float(weights.sum()) - (problem.unknowns - problem.free - problem.residuals_beside - problem.held)
    square = float(np.sum(weights[:, None] * seen)) / max(freedom, 1.0)
    if square < 1.0:
        # So few residuals may be small by chance; that they are as large as said before is worth some of them.
        known = max(freedom, 0.0)
        square = (square * known + EXPECTED) / (known + EXPECTED)
    return float(np.sqrt(square)) or 1e-6


def _covariance(problem: Problem, numbers: FloatArray, weights: FloatArray) -> FloatArray:
    """The inverse of the normal matrix, but for the freedom of the whole; shared numbers that are held have none."""
    slopes = problem.slopes(numbers) * _rows(problem, weights)[:, None]
    normal = slopes.T @ slopes
    # Scaled to ones on the diagonal, so that pixels, inches and radians are of one size.
    scale = np.sqrt(np.maximum(np.diag(normal), 1e-30))
    held = np.diag(normal) < 1e-20
    values, axes = eigh(normal / np.outer(scale, scale))
    kept = values > values[-1] * 1e-13
    kept[: problem.free + int(held.sum())] = False
    inverse = (axes[:, kept] / values[kept]) @ axes[:, kept].T / np.outer(scale, scale)
    inverse[held, :] = inverse[:, held] = 0.0
    return np.asarray(inverse)


def without(problem: Problem, dropped: BoolArray) -> Problem:
    """The same problem without some tags in photos, (n,) bool; everybody keeps their numbers."""
    keep = ~dropped
    return replace(
        problem, photo=problem.photo[keep], tag=problem.tag[keep], pixels=problem.pixels[keep], sigma=problem.sigma[keep]
    )
