"""Lines looked through in photos: what stands in one is never called clear, and what nobody could compare is not known."""

from collections.abc import Sequence

import numpy as np
import pytest

from capture.dense.dense_lines import DenseLine, judged, look_along, points_along
from capture.dense.line_strips import GreyPhoto
from scene.geometry.mesh import FloatArray
from tests.capture.dense.painted import Sheet, mat, painted, post, ring

MIDDLE = (7.0, 5.0, 0.5)
VIEWS = ring(10, MIDDLE)
MM = 1 / 25.4


def line(height: float = 1.0) -> FloatArray:
    """A line over the mat, so many inches high."""
    return points_along(np.array([4.5, 5.0, height]), np.array([9.5, 5.0, height]), ())


def photos(*sheets: Sheet, exposures: Sequence[float] = (1.0,)) -> list[GreyPhoto]:
    return [painted(view, sheets, seed=i, name=str(i), exposure=exposures[i % len(exposures)]) for i, view in enumerate(VIEWS)]


def told(pictures: list[GreyPhoto], height: float = 1.0) -> DenseLine:
    return look_along(pictures, [line(height)])[0]


def test_nothing_on_the_mat_is_seen_through_whatever_the_exposure() -> None:
    assert told(photos(mat(), exposures=(1.0, 0.7))) == DenseLine(clear=True)


@pytest.mark.parametrize("mean", [50.0, 110.0, 190.0])
def test_a_thin_post_is_never_called_clear(mean: float) -> None:
    found = told(photos(mat(), *post(7.0, 5.0, wide=2.5 * MM, high=1.6, mean=mean)))
    assert not found.clear
    assert any(begin[0] <= 7.0 + MM and end[0] >= 7.0 - MM for begin, end in found.unseen)


def test_a_surface_within_the_margin_is_not_behind() -> None:
    pictures = photos(mat())
    assert told(pictures, 6.0 * MM).clear
    assert not told(pictures, 1.5 * MM).clear


def test_bare_surfaces_tell_nothing() -> None:
    assert told(photos(mat(grain=0.0))) == DenseLine(clear=False, unseen=((tuple(line()[0]), tuple(line()[-1])),))


def test_votes() -> None:
    points, enough = line()[:6], np.array([2, 2, 3, 2, 2, 2])
    assert judged(points, enough, np.zeros(6, int)).clear
    once = judged(points, np.array([2, 1, 0, 2, 2, 1]), np.array([0, 0, 3, 0, 0, 0]))
    assert [(begin[0], end[0]) for begin, end in once.unseen] == [(points[1, 0], points[2, 0]), (points[5, 0],) * 2]
    assert once.hint == tuple(points[2])
    contradicted = judged(points, 3 * enough, np.array([0, 0, 0, 1, 0, 2]))
    assert (contradicted.unseen, contradicted.hint) == (((tuple(points[5]), tuple(points[5])),), None)


def test_what_is_above_bases_is_not_asked_about() -> None:
    start, end = np.array([2.0, 5.0, 1.0]), np.array([8.0, 5.0, 1.0])
    x = points_along(start, end, [(2.0, 5.0, 0.5), (8.5, 5.0, 1.0)])[:, 0]
    assert x.min() == pytest.approx(2.5, abs=2 * MM)
    assert x.max() == pytest.approx(7.5, abs=2 * MM)
    assert len(points_along(start, end, [(5.0, 5.0, 4.0)])) == 0
