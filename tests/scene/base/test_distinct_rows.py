"""Distinct rows, as NumPy has them."""

import numpy as np
import pytest

from scene.base.distinct_rows import distinct_rows


@pytest.mark.parametrize("shape", [(0, 3), (1, 4), (200, 1), (500, 3), (300, 11)])
def test_they_are_those_of_numpy(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(shape[0])
    for rows in (rng.integers(-2, 3, shape).astype(np.float64), rng.random(shape) < 0.3, rng.integers(0, 4, shape)):
        wanted, which = np.unique(rows, axis=0, return_inverse=True)
        found, own = distinct_rows(rows)
        assert np.array_equal(found, wanted)
        assert np.array_equal(own, which.reshape(-1))
