"""The least-squares loop against SciPy's, on problems with known and unknown optima."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import optimize

from scene.base.least_squares import Attempt, dense_least_squares, least_squares
from scene.geometry.mesh import FloatArray

TIMES = np.linspace(0.0, 4.0, 40)
NOISE = np.random.default_rng(3).normal(0.0, 0.02, len(TIMES))

Miss = Callable[[FloatArray], FloatArray]


def valley(x: FloatArray) -> FloatArray:
    return np.array([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0]])


def decay(x: FloatArray) -> FloatArray:
    return np.asarray(x[0] * np.exp(-x[1] * TIMES) + x[2] - (2.5 * np.exp(-1.3 * TIMES) + 0.5 + NOISE))


def uneven(x: FloatArray) -> FloatArray:
    return np.array([x[0] / 1e4 - 3.0, 1e3 * x[1] - 2.0, x[0] * x[1] / 50.0 - 1.0])


def linear(x: FloatArray) -> FloatArray:
    return np.asarray(np.array([[2.0, 1.0], [1.0, 3.0], [0.0, 1.0]]) @ x - np.array([1.0, 2.0, 5.0]))


def powers(x: FloatArray) -> FloatArray:
    """Powell's, whose slope vanishes at the optimum."""
    a, b, c, d = x
    return np.array([a + 10.0 * b, 5.0**0.5 * (c - d), (b - 2.0 * c) ** 2, 10.0**0.5 * (a - d) ** 2])


PROBLEMS: dict[Miss, list[float]] = {
    valley: [-1.2, 1.0],
    decay: [1.0, 0.3, 0.0],
    uneven: [1.0, 1e-3],
    linear: [9.0, 9.0],
    powers: [3.0, -1.0, 0.0, 1.0],
}


def found(miss: Miss, start: FloatArray) -> FloatArray:
    """By the normal equations, with slopes by differences."""

    def attempts(at: FloatArray) -> Attempt[FloatArray]:
        slopes, here = optimize.approx_fprime(at, miss, 1e-8 * np.maximum(np.abs(at), 1e-3)), miss(at)
        normal = slopes.T @ slopes

        def attempt(damping: float) -> tuple[FloatArray, float]:
            there = at - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), slopes.T @ here)
            return there, float(np.sum(miss(there) ** 2))

        return attempt

    return least_squares(start, float(np.sum(miss(start) ** 2)), attempts, steps=200)


@pytest.mark.parametrize("miss", PROBLEMS)
def test_it_finds_what_scipy_finds(miss: Miss) -> None:
    start = PROBLEMS[miss]
    ours = found(miss, np.array(start))
    theirs = optimize.least_squares(miss, np.array(start), method="lm", xtol=1e-14, ftol=1e-14, gtol=1e-14).x
    assert np.sum(miss(ours) ** 2) <= np.sum(miss(theirs) ** 2) * (1.0 + 1e-6) + 1e-12
    if miss is not powers:
        assert ours == pytest.approx(theirs, rel=1e-4)


def test_it_never_goes_up_and_ends_where_nothing_is_lower() -> None:
    tried: list[float] = []

    def attempts(_at: float) -> Attempt[float]:
        def attempt(damping: float) -> tuple[float, float]:
            tried.append(damping)
            return 1.0, float("nan")

        return attempt

    assert least_squares(0.0, 1.0, attempts) == 0.0
    assert len(tried) == 12
    assert tried == sorted(tried)


@pytest.mark.parametrize("soft", [None, 0.05])
def test_few_numbers_are_found_as_scipy_finds_them_far_misses_or_not(soft: float | None) -> None:
    def miss(x: FloatArray) -> FloatArray:
        return np.asarray(decay(x) + np.where(np.arange(len(TIMES)) % 9 == 0, 1.0, 0.0))

    def slopes(x: FloatArray) -> FloatArray:
        fall = np.exp(-x[1] * TIMES)
        return np.stack([fall, -x[0] * TIMES * fall, np.ones_like(TIMES)], axis=1)

    start = np.array([1.0, 0.3, 0.0])
    loss = {"loss": "linear"} if soft is None else {"loss": "soft_l1", "f_scale": soft}
    expected = optimize.least_squares(miss, start, jac=slopes, xtol=1e-12, ftol=1e-12, gtol=1e-12, **loss)
    np.testing.assert_allclose(dense_least_squares(miss, slopes, start, soft=soft), expected.x, rtol=1e-3)
