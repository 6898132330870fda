"""Occluding volumes against a slow plain reference: points along lines."""

import numpy as np
import shapely

from scene.table.occluding_volume import OccludingVolume, crossing

CRESCENT = shapely.Polygon([(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)])


def test_lines_that_lead_through_it_are_those_with_a_point_in_it() -> None:
    """A crescent: what passes between its horns does not enter it."""
    rng = np.random.default_rng(3)
    starts, ends = rng.uniform([-2, -2, -1], [8, 8, 4], (2, 400, 3))
    found = OccludingVolume(CRESCENT, 0.5, 2.0).crossed(starts, ends)
    share = np.linspace(0.0, 1.0, 4001)[:, None, None]
    points = starts + share * (ends - starts)
    inside = shapely.contains_xy(CRESCENT, points[..., 0], points[..., 1]) & (points[..., 2] > 0.5) & (points[..., 2] < 2.0)
    # Points may step over a corner that a line cuts off.
    assert (found >= inside.any(axis=0)).all()
    assert (found != inside.any(axis=0)).sum() <= 2
    assert 50 < found.sum() < 350


def test_what_only_touches_it_does_not_enter_it() -> None:
    block = OccludingVolume(shapely.box(0, 0, 2, 2), 0.0, 1.0)
    starts = np.array([[-1.0, 2.0, 0.5], [-1.0, 1.0, 1.0], [3.0, 3.0, 0.5], [1.0, 1.0, 5.0], [1.0, 1.0, 5.0], [-1.0, 1.0, 0.5]])
    ends = np.array([[3.0, 2.0, 0.5], [3.0, 1.0, 1.0], [5.0, 5.0, 0.5], [1.0, 1.0, 1.0], [1.0, 1.0, 0.5], [3.0, 1.0, 0.5]])
    assert block.crossed(starts, ends).tolist() == [False, False, False, False, True, True]
    assert crossing((), starts, ends).tolist() == [False] * 6
