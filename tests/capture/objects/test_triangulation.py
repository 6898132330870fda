"""Triangulation: points from where photos show them, by closed forms."""

import numpy as np
import pytest

from capture.objects.triangulation import Click, triangulate
from capture.photos.exif_orientation import upright_pixels
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from tests.capture.rendered import looking, phone_lens, plain_lens
from tests.capture.surveyed import moved, survey_of

LENS = phone_lens((1600, 1200))
EYES = ((0.0, -20.0, 30.0), (50.0, -15.0, 25.0), (45.0, 55.0, 35.0), (24.0, -30.0, 40.0))
VIEWS = tuple(CameraView(LENS, looking(eye, (24.0, 18.0, 0.0))) for eye in EYES)
PLACE = np.array([20.0, 12.5, 3.0])


def clicks_on(
    place: np.ndarray, which: tuple[int, ...], views: tuple[CameraView, ...] = VIEWS, *, sigma: float = 1.0
) -> list[Click]:
    pixels = [views[i].project(place) for i in which]
    return [Click(i, (float(x), float(y)), name=f"photo-{i}.jpg", sigma=sigma) for i, (x, y) in zip(which, pixels, strict=True)]


@pytest.mark.parametrize("which", [(0, 1), (0, 1, 2), (0, 1, 2, 3)])
def test_exact_pixels_give_the_exact_place(which: tuple[int, ...]) -> None:
    found = triangulate(survey_of(VIEWS), clicks_on(PLACE, which), name="gate")
    assert np.allclose(found.thing.pose.position, PLACE, atol=1e-8)
    assert found.residual < 1e-6
    assert found.notes == ()
    assert (found.thing.id, found.thing.of) == ("gate", "point")


def test_pixels_are_those_of_the_upright_photo() -> None:
    flat = clicks_on(PLACE, (0, 1))
    turned = []
    for click, orientation in zip(flat, (6, 8), strict=True):
        x, y = upright_pixels(np.array(click.pixel), (1200, 1600), orientation).tolist()
        turned.append(Click(click.photo, (x, y), orientation))
    found = triangulate(survey_of(VIEWS), turned, name="gate")
    assert np.allclose(found.thing.pose.position, PLACE, atol=1e-8)


def test_uncertainty_of_two_cameras_side_by_side() -> None:
    """Depth Z, baseline B, focal length f, clicks off by s: depth off by sqrt 2 s Z^2 / (f B), across by s Z / (sqrt 2 f)."""
    focal, baseline, depth = 1000.0, 10.0, 40.0
    lens = plain_lens((1601, 1201), focal)
    eyes = [(x, 0.0, 5.0) for x in (-baseline / 2.0, baseline / 2.0)]
    views = tuple(CameraView(lens, looking(eye, (eye[0], 100.0, 5.0))) for eye in eyes)
    place = np.array([0.0, depth, 5.0])
    found = triangulate(survey_of(views), clicks_on(place, (0, 1), views, sigma=0.7), name="far")
    assert found.sigma[1] == pytest.approx(np.sqrt(2.0) * 0.7 * depth**2 / (focal * baseline), rel=0.02)
    assert found.sigma[2] == pytest.approx(0.7 * depth / focal / np.sqrt(2.0), rel=0.02)
    assert found.angle == pytest.approx(2.0 * np.degrees(np.arctan(baseline / 2.0 / depth)), abs=1e-6)


def test_errors_of_clicks_are_as_large_as_said() -> None:
    rng = np.random.default_rng(3)
    survey, square = survey_of(VIEWS), []
    for _ in range(150):
        # Two in small pictures of the photos, one in a photo of full size.
        noisy = []
        for each, sigma in zip(clicks_on(PLACE, (0, 1, 2)), (6.0, 3.0, 1.0), strict=True):
            x, y = np.array(each.pixel) + rng.normal(0.0, sigma, 2)
            noisy.append(Click(each.photo, (float(x), float(y)), sigma=sigma))
        found = triangulate(survey, noisy, name="p")
        off = np.array(found.thing.pose.position) - PLACE
        square.append(off @ np.linalg.solve(found.thing.own, off))
    # The mean of 150 chi-squares with three degrees: 3, give or take sqrt(6 / 150).
    assert np.mean(square) == pytest.approx(3.0, abs=4.0 * np.sqrt(6.0 / 150.0))


def test_slopes_by_the_survey_are_how_the_place_moves() -> None:
    rng = np.random.default_rng(4)
    survey, clicks = survey_of(VIEWS), clicks_on(PLACE, (0, 1, 2), sigma=50.0)
    base = triangulate(survey, clicks, name="p")
    units = np.ones(len(survey.covariance))
    units[:9] = [1.0, 1.0, 1.0, 1e-3, 1e-3, 1e-4, 1e-4, 1e-3, 0.0]
    units[9:] *= 1e-3
    for _ in range(5):
        step = rng.normal(0.0, 1e-2, len(units)) * units
        after = triangulate(moved(survey, step), clicks, name="p").thing.pose.position
        assert np.allclose(np.subtract(after, base.thing.pose.position), base.thing.slopes @ step, atol=2e-6)


def test_the_surveys_uncertainty_counts() -> None:
    count = len(survey_of(VIEWS).covariance)
    loose = np.zeros((count, count))
    for photo in range(4):
        first = 9 + 6 * photo
        loose[first : first + 3, first : first + 3] = 0.1**2 * np.eye(3)
    exact, unsure = (
        triangulate(survey_of(VIEWS, covariance=each), clicks_on(PLACE, (0, 1)), name="p") for each in (None, loose)
    )
    assert np.all(unsure.sigma > exact.sigma + 0.02)


def test_rays_that_do_not_meet_are_told_with_their_distance() -> None:
    """Two level rays, one straight over the other: they pass each other as far apart as they are high."""
    lens = plain_lens((1601, 1201), 1000.0)
    views = (
        CameraView(lens, looking((0.0, -20.0, 5.0), (0.0, 0.0, 5.0))),
        CameraView(lens, looking((20.0, 0.0, 5.6), (0.0, 0.0, 5.6))),
    )
    with pytest.raises(SceneError, match=r'point "corner": the two clicks are not the same point: rays pass 0\.6 inch apart'):
        triangulate(survey_of(views), [Click(0, (800.0, 600.0)), Click(1, (800.0, 600.0))], name="corner")


def test_one_wrong_click_of_three_is_noticed() -> None:
    clicks = clicks_on(PLACE, (0, 1, 2))
    x, y = clicks[2].pixel
    with pytest.raises(SceneError, match="the 3 clicks are not the same point"):
        triangulate(survey_of(VIEWS), [*clicks[:2], Click(2, (x + 25.0, y + 25.0))], name="p")


def test_looking_from_one_place_tells_no_depth() -> None:
    near = (VIEWS[0], CameraView(LENS, looking((0.1, -20.0, 30.0), (24.0, 18.0, 0.0))))
    with pytest.raises(SceneError, match="almost the same place"):
        triangulate(survey_of(near), clicks_on(PLACE, (0, 1), near), name="p")


def test_a_small_angle_is_noted() -> None:
    near = (VIEWS[0], CameraView(LENS, looking((2.0, -20.0, 30.0), (24.0, 18.0, 0.0))))
    found = triangulate(survey_of(near), clicks_on(PLACE, (0, 1), near), name="p")
    assert any("one more from the side" in note for note in found.notes)


def test_all_faults_at_once() -> None:
    with pytest.raises(SceneError) as caught:
        triangulate(survey_of(VIEWS), [Click(0, (1700.0, 5.0), name="a.jpg"), Click(9, (5.0, 5.0), name="b.jpg")], name="p")
    assert len(caught.value.faults) == 2
    assert "a.jpg" in caught.value.faults[0]
    with pytest.raises(SceneError, match="two photos or more"):
        triangulate(survey_of(VIEWS), [Click(0, (5.0, 5.0)), Click(0, (6.0, 5.0))], name="p")
