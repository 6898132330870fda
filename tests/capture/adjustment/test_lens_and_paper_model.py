"""Lenses that differ from photo to photo, and paper that is not flat: found where it is so, and only there."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.results.scan_advice import distance_sigma
from capture.results.scan_writing import document_of
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.made_up import MadeUp, made_up

COUNT = 3


def drifting(made: MadeUp, rng: np.random.Generator, *, shift: float, focus: float) -> MadeUp:
    """The same, each photo with a lens of its own: the centre off by ``shift`` pixels, the focal length by a share."""
    views = []
    for view in made.views:
        x, y = np.array(view.lens.centre) + rng.normal(0.0, 1.0, 2) * shift
        f = view.lens.focal[0] * (1.0 + rng.normal(0.0, 1.0) * focus)
        views.append(CameraView(replace(view.lens, focal=(f, f), centre=(float(x), float(y))), view.pose))
    return replace(made, views=tuple(views))


@cache
def table(shift: float, focus: float, seed: int = 0) -> tuple[MadeUp, TagSurvey]:
    rng = np.random.default_rng(40 + seed)
    made = drifting(made_up(rng, anchors=10, others=8, photos=10), rng, shift=shift, focus=focus)
    return made, scan_photo_tags(made.photo_tags(rng), PriorKnowledge(print_sigma=1e-6), ScanWarnings())


def errors(made: MadeUp, found: TagSurvey) -> tuple[list[float], list[float]]:
    """Of the distances between all tags: millimetres, and standard deviations."""
    off, scores = list[float](), list[float]()
    for one, other in combinations(range(len(found.survey.ids)), 2):
        here, there = (made.tags[found.survey.ids[i]].position for i in (one, other))
        true = np.linalg.norm(np.subtract(here, there))
        apart = np.linalg.norm(np.subtract(found.survey.tags[one].position, found.survey.tags[other].position))
        off.append(float(apart - true) * 25.4)
        scores.append(float(apart - true) / distance_sigma(found.survey, one, other))
    return off, scores


@pytest.mark.long
@pytest.mark.parametrize(("shift", "focus"), [(0.0, 0.005), (15.0, 0.003)])
def test_shifted_centres_and_focal_lengths_cost_little_and_limits_hold(shift: float, focus: float) -> None:
    off, scores = list[float](), list[float]()
    for made, found in (table(shift, focus, seed) for seed in range(COUNT)):
        assert found.adjusted.problem.own is not None
        more = errors(made, found)
        off, scores = off + more[0], scores + more[1]
    # With one lens for all, they are 0.2 and 0.5 millimetres off, and twice as much as is told.
    assert np.sqrt(np.mean(np.square(off))) < 0.06
    # All distances of a table hang on one scale, and there are three tables.
    assert np.sqrt(np.mean(np.square(scores))) < 1.6


def test_photos_with_one_lens_get_none_of_their_own() -> None:
    for _, found in (table(0.0, 0.0, seed) for seed in range(COUNT)):
        assert found.adjusted.problem.own is None
        assert len({found.survey.view(i).lens for i in range(10)}) == 1


def test_every_photo_is_shown_and_written_with_its_own_lens() -> None:
    made, found = table(15.0, 0.003)
    written = document_of(found).scan
    assert written is not None
    points = np.array([pose.position for pose in made.tags.values()])
    for number, view in enumerate(made.views):
        pixels = view.project(points)
        inside = ((pixels > 0) & (pixels < made.lens.size)).all(axis=1)
        for mine in (found.survey.view(number), written.views[made_name(number)]):
            assert np.abs(mine.project(points)[inside] - pixels[inside]).max() < 0.5
    assert len(written.cameras) == len(made.views)


def made_name(number: int) -> str:
    """What the made-up photo is called."""
    return f"photo-{number:02d}.jpg"


def test_slopes_by_lenses_and_paper() -> None:
    _, found = table(15.0, 0.003)
    problem, numbers = found.adjusted.problem, found.adjusted.numbers
    assert problem.own is not None
    assert problem.paper is not None
    for slopes, values, name, sizes in (
        (problem.by_own(numbers), problem.own, "own", (1e-6, 1e-3, 1e-3)),
        (problem.by_paper(numbers), problem.paper, "paper", (1e-5, 1e-5, 1e-5)),
    ):
        for column in (4, 7, 9, 11):
            step = np.zeros(values.size)
            step[column] = sizes[column % 3]
            moved = [replace(problem, **{name: values + sign * step.reshape(values.shape)}) for sign in (1.0, -1.0)]  # type: ignore[arg-type]
            there, back = (each.residuals(numbers) for each in moved)
            expected = (there - back) / (2.0 * step[column])
            np.testing.assert_allclose(slopes[:, column], expected, rtol=1e-4, atol=1e-6 * np.abs(expected).max())


class Curled(MadeUp):
    """A table whose tags are not flat and not quite square: each corner is off, the same in all photos."""

    def corners(self, tag: int, pose: RigidTransform | None = None) -> FloatArray:
        """(4, 3) a tag's corners on the table, inches."""
        rng = np.random.default_rng([tag, int(1e6 * self.tags[tag].position[1])])
        off = rng.normal(0.0, 1.0, (4, 3)) * (0.05 / 25.4, 0.05 / 25.4, 0.3 / 25.4)
        return (pose or self.tags[tag]).to_table(self.sides_mm[tag] / 25.4 * SQUARE + off)


@pytest.mark.long
def test_curled_paper_is_in_the_errors() -> None:
    heights, scores = list[float](), list[float]()
    for seed in range(COUNT):
        rng = np.random.default_rng(70 + seed)
        made = made_up(rng, anchors=10, others=8, photos=10)
        made = Curled(made.tags, made.sides_mm, made.views, made.lens)
        found = scan_photo_tags(made.photo_tags(rng), PriorKnowledge(), ScanWarnings())
        for i, number in enumerate(found.survey.ids):
            off = found.survey.tags[i].position[2] - made.tags[number].position[2]
            slot = found.survey.tag_slot(i).start + 2
            heights.append(off * 25.4)
            scores.append(off / np.sqrt(found.survey.covariance[slot, slot]))
        scores += errors(made, found)[1]
    # The middle of four corners that are 0.3 mm off; as flat paper, four times as much as was told.
    assert np.sqrt(np.mean(np.square(heights))) < 0.25
    assert np.sqrt(np.mean(np.square(scores))) < 1.3
    assert np.mean(np.abs(scores) < 1.96) > 0.9
