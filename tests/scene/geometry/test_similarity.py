"""Similarities: exact where the points are, the best where they are not, and how points move with small changes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from scene.geometry.similarity import Similarity, fit_similarity, slopes


def random_similarity(rng: np.random.Generator) -> Similarity:
    rotation = np.asarray(Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix())
    return Similarity(float(np.exp(rng.uniform(-4.0, 4.0))), rotation, rng.uniform(-50.0, 50.0, 3))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 9), st.booleans())
def test_exact_points_give_the_similarity_back(seed: int, count: int, known: bool) -> None:
    rng = np.random.default_rng(seed)
    true = random_similarity(rng)
    points = rng.uniform(-1.0, 1.0, (count, 3))
    found = fit_similarity(points, true.to_table(points), scale=true.scale if known else None)
    assert found.scale == pytest.approx(true.scale, rel=1e-9)
    assert np.allclose(found.rotation, true.rotation, atol=1e-7)
    assert np.linalg.det(found.rotation) == pytest.approx(1.0)
    assert np.allclose(found.to_table(points), true.to_table(points), atol=1e-9 * max(true.scale, 1.0) + 1e-9)


@pytest.mark.parametrize("known", [False, True])
def test_no_other_similarity_is_nearer(known: bool) -> None:
    """A slow search from many starts around the closed form and far from it."""
    rng = np.random.default_rng(4)
    points, targets = rng.uniform(-1.0, 1.0, (5, 3)), rng.uniform(-2.0, 2.0, (5, 3))

    def cost(numbers: np.ndarray) -> float:
        scale = 1.3 if known else np.exp(numbers[6])
        turned = points @ Rotation.from_rotvec(numbers[3:6]).as_matrix().T
        return float(((scale * turned + numbers[:3] - targets) ** 2).sum())

    found = fit_similarity(points, targets, scale=1.3 if known else None)
    own = float(((found.to_table(points) - targets) ** 2).sum())
    others = [minimize(cost, rng.normal(0.0, 1.5, 7)).fun for _ in range(12)]
    assert own == pytest.approx(min(others), rel=1e-6)


def test_a_mirror_image_is_found_where_it_is_asked_for() -> None:
    rng = np.random.default_rng(5)
    points = rng.uniform(-1.0, 1.0, (5, 3))
    targets = random_similarity(rng).to_table(points * (1.0, 1.0, -1.0))
    found = fit_similarity(points, targets, mirrored=True)
    assert np.allclose(found.to_table(points), targets)
    assert np.linalg.det(found.rotation) == pytest.approx(-1.0)
    assert np.abs(fit_similarity(points, targets).to_table(points) - targets).max() > 0.01


def test_one_after_the_other() -> None:
    rng = np.random.default_rng(6)
    one, two, points = random_similarity(rng), random_similarity(rng), rng.uniform(-1.0, 1.0, (4, 3))
    assert np.allclose(one.then(two).to_table(points), two.to_table(one.to_table(points)))


def test_slopes_are_those_of_small_changes() -> None:
    """Central differences of the transform itself."""
    rng = np.random.default_rng(7)
    points, centre, step = rng.uniform(-9.0, 9.0, (3, 3)), rng.uniform(-9.0, 9.0, 3), 1e-6

    def moved(change: np.ndarray) -> np.ndarray:
        turned = (points - centre) @ Rotation.from_rotvec(change[3:6]).as_matrix().T
        return np.asarray(turned * (1.0 + change[6]) + centre + change[:3])

    found = slopes(points, centre)
    for number in range(7):
        change = step * np.eye(7)[number]
        assert np.allclose(found[:, :, number], (moved(change) - moved(-change)) / (2.0 * step), atol=1e-6)
