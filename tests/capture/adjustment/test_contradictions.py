"""What contradicts the rest is left out and named, what is sound is measured, and the table's frame is the cards'."""

from dataclasses import replace

import numpy as np
import pytest

from capture.adjustment.outlier_rejection import ScanWarnings, one_camera
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.results.scan_advice import advice
from capture.tags.corner_refinement import Tone
from capture.tags.photo_tags import PhotoTags
from capture.tags.tag_detection import SeenTag
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.made_up import MadeUp, made_up, photo, with_tag


def scanned(made: MadeUp, photo_tags: list[PhotoTags], settings: PriorKnowledge | None = None) -> TagSurvey:
    assert made.tags
    return scan_photo_tags(photo_tags, settings or PriorKnowledge(), ScanWarnings())


def worst(found: TagSurvey, made: MadeUp) -> float:
    """Inches: the largest error of any tag that lies where ``made`` has it."""
    pairs = zip(found.survey.ids, found.survey.tags, strict=True)
    return max(float(np.linalg.norm(np.subtract(pose.position, made.tags[number].position))) for number, pose in pairs)


def test_a_tag_of_another_size_is_measured_and_named() -> None:
    rng = np.random.default_rng(0)
    made = made_up(rng, anchors=8, others=4, photos=8)
    made = with_tag(made, 150, RigidTransform.turned((20.0, 12.0, 3.0), 40.0), 60.0)  # printed at 60 where its id says 30
    made = with_tag(made, 151, RigidTransform.turned((30.0, 20.0, 0.0), 10.0), 41.3)
    found = scanned(made, made.photo_tags(rng))
    assert worst(found, made) < 0.03
    told = [note for note in found.notes if "wide by the photos" in note]
    assert any("tag 150 is 60.0 mm" in note and "taken as that" in note for note in told)
    assert any("tag 151 is 41.3 mm" in note and "another scale" in note for note in told)


def test_tags_without_a_meaning_are_as_large_as_anchors_or_as_is_said() -> None:
    rng = np.random.default_rng(1)
    made = made_up(rng, anchors=6, others=0, photos=6)
    for i, number in enumerate((40, 560, 586)):
        made = with_tag(made, number, RigidTransform.turned((10.0 + 8 * i, 15.0, 0.0), 30.0 * i), 60.0)
    assert worst(scanned(made, made.photo_tags(rng)), made) < 0.03
    half = replace(made, sides_mm=dict.fromkeys(made.sides_mm, 40.0))
    found = scanned(half, half.photo_tags(rng), PriorKnowledge(tag_mm=40.0))
    places = {number: np.array(pose.position) for number, pose in zip(found.survey.ids, found.survey.tags, strict=True)}
    apart = np.linalg.norm(np.subtract(half.tags[40].position, half.tags[586].position))
    assert np.linalg.norm(places[40] - places[586]) == pytest.approx(float(apart), abs=0.02)


def test_a_tag_that_was_moved_is_left_out_with_the_photos() -> None:
    rng = np.random.default_rng(2)
    made = made_up(rng, anchors=8, others=4, photos=8)
    elsewhere = RigidTransform.turned((9.0, 30.0, 0.0), 77.0)
    made = replace(made, moved={(i, 5): elsewhere for i in range(4)})
    found = scanned(made, made.photo_tags(rng, missed=0.0))
    assert 5 not in found.survey.ids
    assert worst(found, made) < 0.03
    assert any(note.startswith("tag 5 is elsewhere") and "moved, or printed twice" in note for note in found.notes)


@pytest.mark.parametrize(
    ("number", "copies"),
    [(5, 1), (100, 5), *(pytest.param(*each, marks=pytest.mark.long) for each in ((5, 3), (5, 5), (100, 3)))],
)
def test_a_tag_whose_two_copies_never_show_together_bends_nothing(number: int, copies: int) -> None:
    """Some of eight photos show one copy, the others the other: it is left out, or the photos of one copy are named."""
    made = made_up(np.random.default_rng(3), anchors=8, others=4, photos=8)
    other = RigidTransform.turned((30.0, 9.0, 4.0 if number == 100 else 0.0), 12.0)
    found = scanned(made, replace(made, moved={(i, number): other for i in range(copies)}).photo_tags(np.random.default_rng(1)))
    named = [note for note in found.notes if note.startswith(f"tag {number} is") and "printed twice" in note]
    assert (number in found.survey.ids) != bool(named)
    assert named or {photo for photo, tag, _ in found.strays if tag == number} <= {f"photo-0{i}.jpg" for i in range(copies)}
    assert {tag for _, tag, _ in found.strays} <= {number}
    assert len(found.survey.ids) == 12 - len(named)
    assert worst(found, made) < 0.03


def test_a_photo_of_another_table_is_named_and_left_out() -> None:
    rng = np.random.default_rng(3)
    made, other = (made_up(np.random.default_rng(seed), anchors=8, others=4, photos=8) for seed in (4, 5))
    photo_tags = made.photo_tags(rng)
    photo_tags[3] = replace(other.photo_tags(rng)[3], photo=replace(photo_tags[3].photo))
    found = scanned(made, photo_tags)
    assert [name for name, _ in found.rejected] == ["photo-03.jpg"]
    assert "another table" in found.rejected[0][1]
    assert worst(found, made) < 0.03


def test_a_photo_that_shares_no_tag_is_named() -> None:
    rng = np.random.default_rng(6)
    made = made_up(rng, anchors=6, others=2, photos=6)
    photo_tags = made.photo_tags(rng)
    stranger = SeenTag(31, np.array([[500.0, 500.0], [700, 510], [690, 700], [505, 690]]), 0.05, 0.8, Tone(2.2), 0.1)
    photo_tags.append(replace(photo_tags[0], photo=photo(9, made.lens), tags=(stranger,)))
    found = scanned(made, photo_tags)
    assert found.rejected == (
        ("photo-09.jpg", "shares no tag with the other photos; take one that shows both its tags and theirs"),
    )


def test_a_tag_that_is_twice_in_one_photo_is_used_in_none() -> None:
    rng = np.random.default_rng(7)
    made = made_up(rng, anchors=6, others=2, photos=6)
    photo_tags = made.photo_tags(rng, missed=0.0)
    photo_tags[0] = replace(photo_tags[0], doubled=(4,))
    found = scanned(made, photo_tags)
    assert 4 not in found.survey.ids
    assert any("tag 4" in note and "more than once" in note for note in found.notes)


def test_one_tag_or_none_is_said_with_the_reasons() -> None:
    rng = np.random.default_rng(8)
    made = made_up(rng, anchors=1, others=0, photos=5)
    with pytest.raises(SceneError, match="only tag 0 was found"):
        scanned(made, made.photo_tags(rng, missed=0.0))
    bare = [replace(each, tags=()) for each in made.photo_tags(rng)]
    with pytest.raises(SceneError) as caught:
        scanned(made, bare)
    assert caught.value.faults[0].startswith("no photo shows a tag")
    assert len(caught.value.faults) == 6
    assert all("hardly anything else" in fault for fault in caught.value.faults[1:])


def test_photos_of_another_lens_are_named() -> None:
    rng = np.random.default_rng(9)
    made = made_up(rng, anchors=6, others=0, photos=6)
    photos = [each.photo for each in made.photo_tags(rng)]
    photos[2] = replace(photos[2], model="Other Phone")
    photos[4] = replace(photos[4], grey=photos[4].grey[:900])
    photos[:2] = [replace(each, orientation=3) for each in photos[:2]]
    photos[5] = replace(photos[5], orientation=6)
    told = ScanWarnings()
    assert [each.name for each in one_camera(photos, told)] == [f"photo-0{i}.jpg" for i in (0, 1, 3)]
    assert [name for name, _ in told.rejected] == ["photo-02.jpg", "photo-04.jpg", "photo-05.jpg"]
    assert "3000 x 4000 pixels in its file, the 3 others that count 4000 x 3000: a program turned it" in told.rejected[2][1]
    assert "another camera (Other Phone)" in told.rejected[0][1]
    assert "4000 x 900 pixels" in told.rejected[1][1]


@pytest.mark.long
def test_without_a_noted_focal_length_the_scan_is_the_same() -> None:
    rng = np.random.default_rng(10)
    made = made_up(rng, anchors=8, others=4, photos=8)
    photo_tags = [replace(each, photo=replace(each.photo, focal_px=None)) for each in made.photo_tags(rng)]
    assert worst(scanned(made, photo_tags), made) < 0.03


@pytest.mark.parametrize("lost", [(1,), (0, 2), (0, 1, 2), (0, 1, 2, 3)])
def test_frames_without_all_corner_cards(lost: tuple[int, ...]) -> None:
    """Any two tags are as far apart as before, the ground is level, and what the edges are is said."""
    rng = np.random.default_rng(11)
    made = made_up(rng, anchors=9, others=3, photos=8)
    made = replace(made, tags={number: pose for number, pose in made.tags.items() if number not in lost})
    found = scanned(made, made.photo_tags(rng, missed=0.0))
    places = {number: np.array(pose.position) for number, pose in zip(found.survey.ids, found.survey.tags, strict=True)}
    for one, other in ((4, 8), (5, 100), (6, 102)):
        apart = float(np.linalg.norm(np.subtract(made.tags[one].position, made.tags[other].position)))
        assert np.linalg.norm(places[one] - places[other]) == pytest.approx(apart, abs=0.02)
    assert all(abs(places[number][2]) < 0.01 for number in places if number < 32)
    if len(lost) <= 2:
        # Two cards are left at every edge, or two across with their own directions: the frame is still the table's.
        assert worst(found, made) < 0.05 or any("no card marks" in note for note in found.notes)
    if len(lost) == 3:
        assert any("no card marks" in note for note in found.notes)
    if len(lost) == 4:
        assert any("edges are guessed" in note for note in found.notes)
    assert found.survey.size.min() > 20.0


def test_advice_names_what_is_lacking() -> None:
    rng = np.random.default_rng(12)
    made = made_up(rng, anchors=8, others=2, photos=12)
    half = [each for each, view in zip(made.photo_tags(rng), made.views, strict=True) if view.pose.position[1] < 18.0]
    lines = advice(scanned(made, half))
    assert any("north" in line and "no photo was taken" in line for line in lines)
    few = advice(scanned(made, made.photo_tags(rng)[:3]))
    assert any("take eight or more" in line for line in few)
