"""Tagged bases: figures by base tags, by closed forms."""

import numpy as np
import pytest

from assets.tag_scheme import BASES
from capture.objects.tagged_bases import CENTRED_MM, tagged_figures
from scene.geometry.camera_model import CameraView
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.rendered import looking, phone_lens
from tests.capture.surveyed import moved, survey_of

VIEWS = (CameraView(phone_lens(), looking((0.0, -20.0, 30.0), (24.0, 18.0, 0.0))),)
TOP = 3.0 / 25.4


def about(axis: tuple[float, float, float], degrees: float) -> tuple[float, float, float, float]:
    half = np.radians(degrees) / 2.0
    x, y, z = (np.array(axis) * np.sin(half)).tolist()
    return float(np.cos(half)), x, y, z


@pytest.mark.parametrize("size", BASES, ids=lambda size: f"{size.base_mm:g}")
@pytest.mark.parametrize("turn", [0.0, 35.0, 200.0])
def test_the_figure_stands_under_its_tag_and_faces_the_tags_y(size: object, turn: float) -> None:
    number = size.ids[3]  # type: ignore[attr-defined]
    survey = survey_of(VIEWS, tags={0: RigidTransform(), number: RigidTransform.turned((10.0, 12.0, 3.0 + TOP), turn)})
    (found,) = tagged_figures(survey)
    assert (found.tag, found.base_mm) == (number, size.base_mm)  # type: ignore[attr-defined]
    assert np.allclose(found.thing.pose.position, (10.0, 12.0, 3.0))
    assert (found.facing - (turn + 90.0) + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=1e-9)
    assert np.allclose(found.thing.pose.matrix[:, 2], (0.0, 0.0, 1.0))
    assert not found.lies
    assert found.notes == ()


def test_a_little_tilt_is_the_tags_not_the_figures() -> None:
    pose = RigidTransform((10.0, 12.0, TOP), about((1.0, 0.0, 0.0), 8.0))
    (found,) = tagged_figures(survey_of(VIEWS, tags={300: pose}))
    assert np.allclose(found.thing.pose.position, (10.0, 12.0, 0.0))
    assert np.allclose(found.thing.pose.matrix[:, 2], (0.0, 0.0, 1.0))
    (leaning,) = tagged_figures(survey_of(VIEWS, tags={300: RigidTransform((10.0, 12.0, TOP), about((1.0, 0.0, 0.0), 20.0))}))
    assert "leans 20 degrees" in leaning.notes[0]


def test_a_base_on_its_side_lies() -> None:
    """The tag looks along -y: the base's underside is 3 mm farther along y."""
    pose = RigidTransform((10.0, 12.0, 0.5), about((1.0, 0.0, 0.0), 90.0))
    (found,) = tagged_figures(survey_of(VIEWS, tags={300: pose}))
    assert found.lies
    assert np.allclose(found.thing.pose.position, (10.0, 12.0 + TOP, 0.5))
    assert np.allclose(found.thing.pose.matrix[:, 0], (0.0, 0.0, 1.0))
    assert "lies on its side" in found.notes[0]


@pytest.mark.parametrize("tilt", [0.0, 6.0, 90.0])
def test_slopes_are_how_the_figure_moves_with_its_tag(tilt: float) -> None:
    pose = RigidTransform((10.0, 12.0, 0.5), about((0.6, 0.8, 0.0), tilt))
    survey = survey_of(VIEWS, tags={0: RigidTransform(), 300: pose})
    (base,) = tagged_figures(survey)
    rng = np.random.default_rng(1)
    for _ in range(4):
        step = np.zeros(len(survey.covariance))
        step[survey.tag_slot(1)] = rng.normal(0.0, 1e-5, 6)
        (after,) = tagged_figures(moved(survey, step))
        off = np.subtract(after.thing.pose.position, base.thing.pose.position)
        skew = after.thing.pose.matrix @ base.thing.pose.matrix.T
        turn = 0.5 * np.array([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]])
        assert np.allclose(np.concatenate([off, turn]), base.thing.slopes @ step, atol=1e-9)


def test_the_disc_may_lie_a_little_off_the_middle() -> None:
    (found,) = tagged_figures(survey_of(VIEWS, tags={300: RigidTransform((10.0, 12.0, TOP))}))
    assert np.allclose(np.sqrt(np.diag(found.thing.own)[:3]) * 25.4, (CENTRED_MM, CENTRED_MM, 0.0))


def test_other_tags_are_no_figures() -> None:
    assert tagged_figures(survey_of(VIEWS, tags={0: RigidTransform(), 100: RigidTransform((5.0, 5.0, 3.0))})) == ()
