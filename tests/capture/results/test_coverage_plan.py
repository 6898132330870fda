"""A plan of the photos while one walks round a table: where they were taken from, and where the next one helps most."""

import numpy as np
import pytest

from capture.results.coverage_plan import coverage_plan
from tests.capture.made_scans import SIZE, TAGS, made_scan, view_from


def test_photos_and_tags_are_about_where_they_are() -> None:
    views = [view_from(turn) for turn in (10.0, 50.0, 100.0)]
    plan = coverage_plan(made_scan(views).photo_tags)
    assert plan is not None
    np.testing.assert_allclose(plan.size, SIZE, rtol=0.05)
    for (_, x, y, z, _), view in zip(plan.photos, views, strict=True):
        assert np.linalg.norm(np.subtract((x, y, z), view.pose.position)) < 4.0
    for number, x, y, views_of in plan.tags:
        assert np.hypot(*np.subtract((x, y), TAGS[number].position[:2])) < 1.0
        assert 0 < views_of <= 3


@pytest.mark.parametrize(
    ("turns", "height", "side", "how"),
    [
        ((0.0, 60.0, 120.0), 34.0, "tags 0 and 1", "low"),
        ((150.0, 200.0, 280.0), 15.0, "tags 1 and 2", "high"),
        ((0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0), 50.0, "", "low"),
    ],
)
def test_the_next_photo_is_from_where_none_was(turns: tuple[float, ...], height: float, side: str, how: str) -> None:
    plan = coverage_plan(made_scan([view_from(turn, height=height) for turn in turns]).photo_tags)
    assert plan is not None
    assert side in plan.words
    assert how in plan.words
    assert plan.following is not None
    x, y, low = plan.following
    assert not (0.0 < x < SIZE[0] and 0.0 < y < SIZE[1])
    assert low == (how == "low")


def test_nothing_is_said_where_nothing_is_lacking_or_known() -> None:
    views = [view_from(40.0 * i, height=15.0 + 40.0 * (i % 2)) for i in range(9)]
    plan = coverage_plan(made_scan(views).photo_tags)
    assert plan is not None
    assert (plan.following, plan.words) == (None, "")
    assert coverage_plan(made_scan(views[:1]).photo_tags) is None
    assert coverage_plan(()) is None
