"""New photos of a table that was measured before: placed by its tags, as well as is said, whatever was moved meanwhile."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from capture.adjustment.known_tags import KnownTags, elsewhere, tags_in_corners, tags_of_scan
from capture.adjustment.prior_knowledge import PRINT_UNKNOWN, PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_looked_at
from capture.results.scan_writing import document_of
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.made_scans import SIZE, TAGS, made_scan, ring, view_from


@pytest.fixture(autouse=True)
def no_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners stay as they were seen: there are no pixels to find them in once more."""
    monkeypatch.setattr(PhotoTags, "with_lens", lambda seen, _lens: seen)


NEW = 300
"""A base tag, which stands elsewhere in new photos."""


@cache
def known_tags() -> KnownTags:
    document = document_of(made_scan(ring(), tags=TAGS | {NEW: RigidTransform.turned((10.0, 20.0, 0.118), 30.0)}))
    assert document.scan is not None
    return tags_of_scan(document.scan, document.size)


def placed(views: list[CameraView], known: KnownTags, *, seed: int = 2, **moved: RigidTransform) -> TagSurvey:
    """The survey of new photos, with some tags elsewhere ("t100")."""
    tags = TAGS | {NEW: RigidTransform.turned((30.0, 10.0, 0.118), 75.0)} | {int(k[1:]): v for k, v in moved.items()}
    seen = made_scan(views, tags=tags, seed=seed, scale=1.01).photo_tags
    return scan_looked_at(seen, PriorKnowledge(None, 60.0, print_sigma=PRINT_UNKNOWN, before=known))


def test_tags_that_go_about_with_figures_hold_nothing() -> None:
    assert set(known_tags().ids) == set(TAGS)


@pytest.mark.parametrize("count", [1, 3])
def test_photos_are_placed_and_errors_are_as_large_as_said(count: int) -> None:
    known, scores = known_tags(), []
    for seed in range(4):
        views = [view_from(40.0 + 80.0 * seed + 30.0 * i) for i in range(count)]
        found = placed(views, known, seed=seed)
        assert found.moved == ()
        assert found.adjusted.print_scale == pytest.approx(1.01, abs=0.004)
        survey = found.survey
        place = np.asarray(survey.tags[survey.ids.index(NEW)].position)
        slot = survey.tag_slot(survey.ids.index(NEW))
        off = place - (30.0, 10.0, 0.118)
        scores.append(off @ np.linalg.solve(survey.covariance[slot, slot][:3, :3], off) / 3.0)
        for i, (view, pose) in enumerate(zip(views, survey.photos, strict=True)):
            off = np.subtract(pose.position, view.pose.position)
            slot = survey.photo_slot(i)
            scores.append(off @ np.linalg.solve(survey.covariance[slot, slot][:3, :3], off) / 3.0)
    # Cards are taken to have been pushed about a little, and were not.
    assert 0.02 < np.mean(scores) < 2.0


def test_what_was_moved_is_named_and_moves_nothing_else() -> None:
    known, views = known_tags(), [view_from(30.0), view_from(90.0)]
    as_it_was = placed(views, known).survey
    far = RigidTransform.turned((26.0, 22.0, 5.0), 15.0)
    near = RigidTransform.turned((20.25, 20.2, 5.0), 15.0)
    for moved in (far, near):
        found = placed(views, known, t100=moved)
        assert found.moved == (100,)
        assert np.allclose(found.survey.tags[found.survey.ids.index(100)].position, moved.position, atol=0.25)
        for one, other in zip(found.survey.photos, as_it_was.photos, strict=True):
            assert np.linalg.norm(np.subtract(one.position, other.position)) < 0.12


def test_what_was_known_before_moves_the_answer_as_is_said() -> None:
    known, views = known_tags(), [view_from(30.0), view_from(140.0)]
    first = placed(views, known).survey
    step = np.zeros(3 * len(first.known))
    step[[0, 4, 8]] = 0.004, -0.003, 0.002
    shifted = known.places.copy()
    for i, number in enumerate(first.known):
        shifted[known.ids.index(number)] += step[3 * i : 3 * i + 3]
    second = placed(views, replace(known, places=shifted)).survey
    slot = first.tag_slot(first.ids.index(NEW))
    by_step = (first.by_known @ step)[slot][:3]
    moved = np.subtract(second.tags[second.ids.index(NEW)].position, first.tags[first.ids.index(NEW)].position)
    np.testing.assert_allclose(moved, by_step, atol=0.15 * np.abs(by_step).max() + 1e-5)


def test_a_table_that_was_not_scanned_has_tags_in_its_corners() -> None:
    found = placed([view_from(60.0, away=60.0, height=60.0)], tags_in_corners(SIZE))
    assert set(found.survey.known) == {0, 1, 2, 3}
    assert np.linalg.norm(np.subtract(found.survey.tags[found.survey.ids.index(NEW)].position, (30.0, 10.0, 0.118))) < 0.2


def test_too_few_tags_are_told() -> None:
    seen = made_scan([view_from(60.0)], sees=lambda _photo, tag: tag in {4, 9}).photo_tags
    with pytest.raises(SceneError, match=r"the photos show tags 4, 9; to place them takes 3 tags"):
        scan_looked_at(seen, PriorKnowledge(None, 60.0, before=known_tags()))


def test_photos_of_another_table_are_refused_and_not_placed_by_tags_that_agree_by_chance() -> None:
    rng = np.random.default_rng(5)
    # Three tags lie there as they do here.
    kept = {0, 1, 2}
    other = {
        number: TAGS[number] if number in kept else RigidTransform.turned((*rng.uniform(5.0, 31.0, 2), 0.0), 40.0 * number)
        for number in TAGS
    }
    views = [view_from(60.0), view_from(150.0)]
    seen = made_scan(views, tags=other).photo_tags
    with pytest.raises(SceneError, match=r"tags do not lie where they lay in the scan; are the photos of this table"):
        scan_looked_at(seen, PriorKnowledge(None, 60.0, print_sigma=PRINT_UNKNOWN, before=known_tags()))
    small = {
        number: RigidTransform((x / 1.3, y / 1.3, z / 1.3), pose.rotation)
        for number, pose in TAGS.items()
        for x, y, z in [pose.position]
    }
    seen = made_scan(views, tags=small).photo_tags
    with pytest.raises(SceneError, match=r"1\.3. times as large as printed; are the photos of this table"):
        scan_looked_at(seen, PriorKnowledge(None, 60.0, print_sigma=PRINT_UNKNOWN, before=known_tags()))
    one_of_each = [made_scan(views[:1]).photo_tags[0], made_scan(views[1:], tags=other, names=["other.jpg"]).photo_tags[0]]
    with pytest.raises(SceneError, match="are all photos of this table, or was something moved between them"):
        scan_looked_at(one_of_each, PriorKnowledge(None, 60.0, print_sigma=PRINT_UNKNOWN, before=known_tags()))


def test_a_tag_beside_one_that_was_moved_is_not_said_to_have_been() -> None:
    survey = placed([view_from(30.0)], known_tags()).survey
    # Left out for others that pulled at it, it lies where it lay all the same.
    left_out = replace(survey, known=tuple(number for number in survey.known if number != 100))
    assert elsewhere(left_out, known_tags()) == ()
    shifted = known_tags().places.copy()
    shifted[known_tags().ids.index(100), 1] += 0.3
    assert elsewhere(left_out, replace(known_tags(), places=shifted)) == (100,)
