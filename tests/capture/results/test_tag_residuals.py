"""Residuals of tags in photos: where they were seen, where the scan has them, and why some do not count."""

from dataclasses import replace

import numpy as np
import pytest

from capture.results.tag_residuals import residuals, root_mean_square
from tests.capture.made_scans import TAGS, made_scan, ring


@pytest.mark.parametrize("scale", [1.0, 0.97])
def test_misses_are_those_of_the_adjustment_however_the_camera_was_held(scale: float) -> None:
    lengths = ((0, 2), (1, 3)) if scale != 1.0 else ()
    scanned = made_scan(ring(8), orientations=(1, 6, 3, 8, 1, 6, 8, 3), lengths=lengths, scale=scale)
    problem, misses = scanned.adjusted.problem, scanned.adjusted.misses
    found = residuals(scanned)
    assert [len(photo.tags) for photo in found] == np.bincount(problem.photo).tolist()
    by_pair = {(i, tag.id): tag for i, photo in enumerate(found) for tag in photo.tags}
    for photo, tag, miss in zip(problem.photo, problem.tag, misses, strict=True):
        there = by_pair[int(photo), scanned.survey.ids[int(tag)]]
        assert there.shown is not None
        lengths_there = np.linalg.norm(there.shown - there.seen, axis=1)
        assert lengths_there == pytest.approx(np.linalg.norm(miss, axis=1), abs=2e-6)
        assert there.counted
    assert root_mean_square([tag.miss for photo in found for tag in photo.tags]) == pytest.approx(
        float(np.sqrt(np.mean(np.sum(misses**2, axis=2)))), abs=1e-6
    )


def test_a_photo_tells_its_worst_tag() -> None:
    scanned = made_scan(ring(8))
    for photo in residuals(scanned):
        assert photo.worst is not None
        assert photo.worst.miss == max(tag.miss for tag in photo.tags)
        assert photo.rms <= photo.worst.miss


def test_tags_that_are_left_out_say_why() -> None:
    """One that the scan knows is moved by 30 pixels, one is as it should be, and one has no place."""
    scanned = made_scan(ring(8), sees=lambda photo, tag: not (photo == 2 and tag in {4, 9}))
    whole = made_scan(ring(8), noise=1e-6)
    near = {tag.id: tag for tag in whole.photo_tags[2].tags}
    stray = replace(near[4], corners=near[4].corners + np.array([30.0, 0.0]))
    nowhere = replace(near[11], id=17)
    photo_tags = replace(scanned.photo_tags[2], left_out=(stray, near[9], nowhere))
    changed = replace(scanned, photo_tags=(*scanned.photo_tags[:2], photo_tags, *scanned.photo_tags[3:]))
    found = {tag.id: tag for tag in residuals(changed)[2].left_out}
    assert sorted(found) == [4, 9, 17]
    assert found[4].miss == pytest.approx(30.0, abs=0.5)
    assert found[4].why == f"it is {found[4].miss:.1f} pixels off where it should be"
    assert "at first" in found[9].why
    assert found[17].shown is None
    assert found[17].why == "it is left out of the whole scan"
    assert len(residuals(changed)[2].counted) == len(scanned.photo_tags[2].tags)


def test_the_made_up_scans_see_most_of_the_table() -> None:
    assert np.bincount(made_scan(ring(8)).adjusted.problem.tag).min() >= 3
    assert len(made_scan(ring(8)).survey.ids) == len(TAGS)
