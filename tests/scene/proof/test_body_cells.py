"""Points of bodies that are the nearest to others: against triangles worked by hand."""

import numpy as np
import pytest

from scene.proof.body_cells import nearest_on_triangles

TRIANGLE = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 3.0, 0.0))
NEEDLE = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (2.0, 0.0, 0.0))
"""One without an area."""


@pytest.mark.parametrize(
    ("triangle", "point", "nearest"),
    [
        (TRIANGLE, (1.0, 1.0, 2.0), (1.0, 1.0, 0.0)),
        (TRIANGLE, (-1.0, 1.0, 2.0), (0.0, 1.0, 0.0)),
        (TRIANGLE, (7.0, -1.0, 1.0), (4.0, 0.0, 0.0)),
        (NEEDLE, (1.0, 2.0, 3.0), (1.0, 0.0, 0.0)),
    ],
)
def test_the_nearest_point_is_on_the_triangle(
    triangle: tuple[tuple[float, ...], ...], point: tuple[float, ...], nearest: tuple[float, ...]
) -> None:
    assert nearest_on_triangles(np.array([triangle]), np.array([point]))[0] == pytest.approx(nearest)
