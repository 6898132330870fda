"""The pose of a piece by marked points: exact marks give it exactly, errors are as large as told, wrong marks are named."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from capture.adjustment.rotation_vectors import pose_of
from capture.adjustment.survey import Survey
from capture.learning.marked_point_pose import MarkedPoint, PoseFit, pose_by_marks
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.rendered import looking
from tests.capture.surveys import LENS, difference

HOUSE = np.array([[x, y, z] for x in (-2.0, 2.0) for y in (-1.0, 1.0) for z in (0.0, 2.5)] + [[0.0, 0.0, 4.0]])
STOOD = RigidTransform.turned((7.0, 6.0, 0.0), 215.0)
EYES = ((20.0, 4.0, 12.0), (2.0, 22.0, 14.0), (-9.0, -6.0, 13.0))


def survey_of(eyes: tuple[tuple[float, float, float], ...] = EYES) -> Survey:
    photos = tuple(looking(eye, (7.0, 6.0, 1.0), roll=4.0 * i) for i, eye in enumerate(eyes))
    count = 9 + 6 * len(photos) + 2
    return Survey((), np.zeros(0), LENS, photos, (), np.array([15.0, 13.0]), np.zeros((count, count)))


def marks_of(
    survey: Survey, pose: RigidTransform, points: FloatArray = HOUSE, noise: FloatArray | float = 0.0
) -> list[MarkedPoint]:
    found = []
    for photo in range(len(survey.photos)):
        pixels = survey.view(photo).project(pose.to_table(points))
        found += [
            MarkedPoint(point, photo, pixel, f"corner {i}") for i, (point, pixel) in enumerate(zip(points, pixels, strict=True))
        ]
    shaken = np.broadcast_to(np.asarray(noise, dtype=np.float64), (len(found), 2))
    return [replace(mark, pixel=mark.pixel + shift) for mark, shift in zip(found, shaken, strict=True)]


@pytest.mark.parametrize("photos", [1, *(pytest.param(photos, marks=pytest.mark.long) for photos in (2, 3))])
def test_exact_marks_give_the_exact_place_of_a_standing_piece(photos: int) -> None:
    survey, rng = survey_of(EYES[:photos]), np.random.default_rng(photos)
    for _ in range(3):
        true = RigidTransform.turned((*rng.uniform(3.0, 11.0, 2), 0.0), float(rng.uniform(0.0, 360.0)))
        found = pose_by_marks(survey, marks_of(survey, true), on_ground=True)
        assert not found.doubts
        assert np.abs(difference(found.pose, true)).max() < 1e-5


@pytest.mark.parametrize("photos", [pytest.param(1, marks=pytest.mark.long), 3])
def test_exact_marks_give_the_exact_place_of_a_leaning_piece(photos: int) -> None:
    survey, rng = survey_of(EYES[:photos]), np.random.default_rng(photos)
    for _ in range(2):
        true = pose_of(Rotation.random(random_state=rng).as_matrix(), rng.uniform((4.0, 3.0, 1.0), (10.0, 9.0, 4.0)))
        found = pose_by_marks(survey, marks_of(survey, true), on_ground=False)
        assert not found.doubts
        assert np.abs(difference(found.pose, true)).max() < 1e-5


def test_three_points_in_one_photo_are_enough_for_a_piece_on_the_ground() -> None:
    survey = survey_of(EYES[:1])
    found = pose_by_marks(survey, marks_of(survey, STOOD, HOUSE[[1, 3, 7]]), on_ground=True)
    assert np.abs(difference(found.pose, STOOD)).max() < 1e-5


@pytest.mark.long
@pytest.mark.parametrize("standing", [True, False])
def test_errors_are_as_large_as_told(standing: bool) -> None:
    survey, rng, squares = survey_of(EYES[:2]), np.random.default_rng(4), []
    columns = [0, 1, 5] if standing else list(range(6))
    for _ in range(30 if standing else 12):
        marks = marks_of(survey, STOOD, noise=rng.normal(0.0, 1.5, (2 * len(HOUSE), 2)))
        found = pose_by_marks(survey, marks, on_ground=standing)
        miss = difference(found.pose, STOOD)[columns]
        squares.append(float(miss @ np.linalg.solve(found.own[np.ix_(columns, columns)], miss)))
    # The noise is never told to be smaller than it is thought to be, and a piece on a sheet may be a little uneven.
    assert 0.4 * len(columns) < np.mean(squares) < 1.5 * len(columns)


def test_the_slopes_say_how_the_place_follows_the_cameras() -> None:
    survey = survey_of(EYES[:2])
    marks = marks_of(survey, STOOD)
    fit = pose_by_marks(survey, marks, on_ground=True)
    for photo in (0, 1):
        for axis in (0, 2, 4):
            step = np.zeros(6)
            step[axis] = 2e-3
            ends = [_with_photo_moved(survey, marks, photo, sign * step).pose for sign in (1.0, -1.0)]
            moved = difference(*ends) / 4e-3
            assert moved == pytest.approx(fit.slopes[:, survey.photo_slot(photo)][:, axis], abs=0.02)


def _with_photo_moved(survey: Survey, marks: list[MarkedPoint], photo: int, step: FloatArray) -> PoseFit:
    photos = list(survey.photos)
    turn = Rotation.from_rotvec(step[3:]).as_matrix() @ photos[photo].matrix
    photos[photo] = pose_of(turn, np.array(photos[photo].position) + step[:3])
    return pose_by_marks(replace(survey, photos=tuple(photos)), marks, on_ground=True)


def test_a_mark_at_the_wrong_corner_is_named_and_does_not_count() -> None:
    survey, rng = survey_of(), np.random.default_rng(9)
    marks = marks_of(survey, STOOD, noise=rng.normal(0.0, 1.0, (3 * len(HOUSE), 2)))
    wrong = survey.view(1).project(STOOD.to_table(HOUSE[5]))
    marks[len(HOUSE) + 2] = replace(marks[len(HOUSE) + 2], pixel=wrong)
    found = pose_by_marks(survey, marks, on_ground=True)
    far = np.linalg.norm(wrong - CameraView(LENS, survey.photos[1]).project(found.pose.to_table(HOUSE[2])))
    assert found.doubts == (f"corner 2 is {far:.0f} pixels from where the others have it and does not count",)
    assert len(found.misses) == len(marks) - 1
    assert np.abs(difference(found.pose, STOOD)[:3]).max() < 0.03


def test_misses_in_millimetres_are_those_at_the_piece() -> None:
    """At a focal length of 1250 pixels and 20 inches, a pixel is 20 * 25.4 / 1250 mm."""
    survey = survey_of()
    marks = marks_of(survey, STOOD, noise=np.random.default_rng(1).normal(0.0, 2.0, (3 * len(HOUSE), 2)))
    found = pose_by_marks(survey, marks, on_ground=True)
    places = found.pose.to_table([mark.point for mark in marks])
    far = np.linalg.norm(places - [survey.photos[mark.photo].position for mark in marks], axis=1)
    assert found.misses_mm == pytest.approx(found.misses * far * 25.4 / 1250.0)


def test_a_second_place_that_fits_is_told() -> None:
    """A small square from afar looks alike in two tilts (Collins and Bartoli 2014)."""
    far = replace(survey_of(EYES[:1]), photos=(looking((7.0, -90.0, 60.0), (7.0, 6.0, 1.0)),))
    square = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    found = pose_by_marks(far, marks_of(far, RigidTransform((7.0, 6.0, 1.0)), square), on_ground=False)
    assert any("another place of the piece fits the points nearly as well" in doubt for doubt in found.doubts)


@pytest.mark.parametrize(
    ("points", "on_ground", "fault"),
    [
        (HOUSE[:2], True, "2 marked points do not tell the place of a piece that stands on the ground; mark at least 3"),
        (HOUSE[:3], False, "3 marked points do not tell the place of a piece without an anchor tag beside it"),
        (HOUSE[:0], True, "0 marked points"),
        (np.array([[1.0, 1.0, z] for z in (0.0, 1.0, 2.0)]), True, "lie above one another"),
        (np.array([[x, x, x] for x in (0.0, 1.0, 2.0, 3.0)]), False, "lie on one line"),
    ],
)
def test_too_few_points_are_refused(points: FloatArray, on_ground: bool, fault: str) -> None:
    survey = survey_of(EYES[:1])
    with pytest.raises(SceneError, match=fault):
        pose_by_marks(survey, marks_of(survey, STOOD, points) if len(points) else [], on_ground=on_ground)
