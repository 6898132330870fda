"""The usual mistakes of people who scan their table: what they are told leads out of them."""

import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import MeasuredLength, PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.photos.photo_reading import Photo
from capture.results.scan_advice import advice
from capture.tags.photo_tags import PhotoTags, sharpness, why_no_tags
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from tests.capture.made_up import CORNER, SIZE, MadeUp, made_up, photo


def scanned(made: MadeUp, settings: PriorKnowledge | None = None, *, noise: float = 0.05) -> TagSurvey:
    return scan_photo_tags(made.photo_tags(np.random.default_rng(7), noise=noise), settings or PriorKnowledge(), ScanWarnings())


def apart(places: FloatArray) -> FloatArray:
    """(n, n) the distances between (n, 3) places."""
    return np.asarray(np.linalg.norm(places[:, None] - places[None], axis=2))


def wrong_by(found: TagSurvey, made: MadeUp) -> float:
    """The largest error of a distance between tags, as a share of the distance."""
    true = apart(np.array([made.tags[number].position for number in found.survey.ids]))
    seen = apart(np.array([pose.position for pose in found.survey.tags]))
    return float(np.max(np.abs(seen - true) / np.maximum(true, 10.0)))


def test_tags_printed_at_97_percent_are_right_with_the_size_that_the_sheet_says_to_give() -> None:
    """The ruler on the sheet says "--tag-mm 58.2"; terrain tags came from the same printer."""
    made = made_up(np.random.default_rng(0), anchors=8, others=5, photos=6, scale=0.97)
    assert wrong_by(scanned(made), made) == pytest.approx(1.0 / 0.97 - 1.0, abs=0.002)
    found = scanned(made, PriorKnowledge(tag_mm=58.2))
    assert wrong_by(found, made) < 0.0005
    assert found.notes == ()


def test_tags_printed_at_97_percent_are_right_and_told_with_a_length() -> None:
    made = made_up(np.random.default_rng(0), anchors=8, others=5, photos=6, scale=0.97)
    true = 25.4 * float(np.linalg.norm(np.subtract(made.tags[0].position, made.tags[2].position)))
    found = scanned(made, PriorKnowledge(lengths=(MeasuredLength(0, 2, true),)))
    assert wrong_by(found, made) < 0.0005
    assert "the tags are printed at 97.0 %, 58.2 mm for 60 mm" in found.notes[0]
    # The cards are printed at 97 % as well: taken as 80 mm wide they would put every edge 1.2 mm too far out.
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.01)


@pytest.mark.parametrize("scale", [0.97, pytest.param(1.04, marks=pytest.mark.long)])
def test_who_printed_at_another_size_is_asked_about_the_bar_on_the_sheets(scale: float) -> None:
    """A table of 48 x 36 comes out larger as its tags are smaller than thought; the sizes to give are those of the print."""
    made = made_up(np.random.default_rng(2), anchors=6, others=2, photos=6, scale=scale)
    line = advice(scanned(made))[0]
    assert 'than 48" x 36"' in line
    numbers = [float(each) for each in re.findall(r"[\d.]+(?= mm long|$)", line)]
    assert numbers == pytest.approx([100.0 * scale, 60.0 * scale], abs=0.06)
    assert not [each for each in advice(scanned(made, PriorKnowledge(tag_mm=60.0 * scale))) if "comes out" in each]


@pytest.mark.parametrize("times", [pytest.param(0.6, marks=pytest.mark.long), 1.03])
def test_a_camera_file_of_another_phone_bends_nothing_and_is_told(times: float) -> None:
    made = made_up(np.random.default_rng(3), anchors=8, others=5, photos=8)
    other = replace(made.lens, focal=(made.lens.focal[0] * times, made.lens.focal[1] * times))
    sure = np.diag([1.0, 1.0, 1.0, 1.0, 1e-6, 1e-5, 1e-9, 1e-9, 1e-6])
    assert scanned(made, PriorKnowledge(camera=(made.lens, sure))).notes == ()
    found = scanned(made, PriorKnowledge(camera=(other, sure)))
    (note,) = found.notes
    assert note.startswith(f"the camera file has a focal length of {other.focal[0]:.0f} pixels, the photos show")
    assert "leave --camera out" in note
    assert found.survey.lens.focal[0] == pytest.approx(made.lens.focal[0], rel=0.003)
    assert not found.rejected
    assert not found.strays
    assert wrong_by(found, made) < 0.001


def test_large_anchors_from_elsewhere_leave_terrain_tags_as_printed() -> None:
    made = made_up(np.random.default_rng(1), anchors=8, others=5, photos=6)
    anchors = {number: 100.0 for number in made.tags if number < 32}
    made = replace(made, sides_mm=made.sides_mm | anchors)
    assert wrong_by(scanned(made, PriorKnowledge(tag_mm=100.0)), made) < 0.0005


def blurred_card(sigma: float) -> np.ndarray:
    """A photo with a white octagon on black, so that edges run in all four directions, under a Gaussian blur."""
    picture = np.zeros((600, 800), dtype=np.uint8)
    turns = np.radians(22.5 + 45.0 * np.arange(8))
    corners = np.stack([400 + 200 * np.cos(turns), 300 + 200 * np.sin(turns)], axis=1)
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], 255)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)


@pytest.mark.parametrize("sigma", [2.0, 3.0, 4.0])
def test_sharpness_is_the_slope_of_a_blurred_edge(sigma: float) -> None:
    """Across an edge that a Gaussian blurs, the steepest pixel passes the share 1 / (sigma sqrt(2 pi)) of its contrast."""
    assert sharpness(blurred_card(sigma)) == pytest.approx(1.0 / (sigma * np.sqrt(2.0 * np.pi)), rel=0.12)


def shaken(picture: np.ndarray, along: int) -> np.ndarray:
    """The picture as of a camera that moved by some pixels along the rows meanwhile."""
    return np.asarray(cv2.blur(picture, (along, 1)), dtype=np.uint8)


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (shaken(blurred_card(0.8), 13), "blurred"),
        (blurred_card(4.0), "blurred"),
        (blurred_card(0.8), "near enough"),
        (blurred_card(0.8) // 12, "too dark"),
        (np.full((600, 800), 120, dtype=np.uint8), "hardly anything else"),
    ],
    ids=["shaken", "out of focus", "far", "dark", "blank"],
)
def test_why_a_photo_shows_no_tag(picture: np.ndarray, words: str) -> None:
    assert words in why_no_tags(PhotoTags(Photo(Path("a.jpg"), picture), ()))


def corners_in(made: MadeUp, order: tuple[int, ...]) -> MadeUp:
    """The same table with its corner tags in another order, anticlockwise."""
    return replace(made, tags=made.tags | {number: made.tags[place] for place, number in enumerate(order)})


@pytest.mark.parametrize("order", [(0, 3, 2, 1), (0, 1, 3, 2), (2, 0, 1, 3)])
def test_corner_tags_in_another_order_mark_the_edges_all_the_same_and_are_told(order: tuple[int, ...]) -> None:
    made = corners_in(made_up(np.random.default_rng(4), anchors=6, others=2, photos=6), order)
    found = scanned(made)
    first = order.index(0)
    going = [order[(first + step) % 4] for step in range(4)]
    (note,) = found.notes
    assert note.startswith(f"tags {', '.join(map(str, going))} go round the corners anticlockwise")
    assert f"with x from tag 0 to tag {going[1]}" in note
    np.testing.assert_allclose(found.survey.size, SIZE if first % 2 == 0 else SIZE[::-1], atol=0.03)
    x, y, _ = found.survey.tags[found.survey.ids.index(0)].position
    assert (x, y) == pytest.approx((CORNER, CORNER), abs=0.03)


def test_corner_tags_that_begin_at_another_corner_are_no_mistake() -> None:
    """Where x runs along the short side, the table is as deep as it is long, and right."""
    found = scanned(corners_in(made_up(np.random.default_rng(4), anchors=6, others=2, photos=6), (1, 2, 3, 0)))
    np.testing.assert_allclose(found.survey.size, SIZE[::-1], atol=0.03)
    assert found.notes == ()


def test_a_corner_tag_that_lies_elsewhere_is_told_with_how_they_go() -> None:
    made = made_up(np.random.default_rng(4), anchors=6, others=2, photos=6)
    made = replace(made, tags=made.tags | {1: made.tags[5], 5: made.tags[1]})
    note = scanned(made).notes[0]
    assert note.startswith("tags 0 to 3 do not lie in the corners of a rectangle")
    assert "0, 1, 2, 3 go round anticlockwise" in note


@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.long)])
def test_photos_of_two_tables_half_and_half_are_no_scan(seed: int) -> None:
    """Whatever is left out, nobody can say which half counts: an answer would be of neither table."""
    rng = np.random.default_rng(seed)
    one, other = (made_up(rng, anchors=5, others=0, photos=2) for _ in range(2))
    photo_tags = one.photo_tags(rng, missed=0.0)
    photo_tags += [replace(each, photo=photo(10 + i, other.lens)) for i, each in enumerate(other.photo_tags(rng, missed=0.0))]
    with pytest.raises(SceneError, match="contradict one another"):
        scan_photo_tags(photo_tags, PriorKnowledge(), ScanWarnings())


def test_tags_that_are_twice_or_mirrored_are_told_once_with_their_photos() -> None:
    made = made_up(np.random.default_rng(8), anchors=8, others=2, photos=4)
    photo_tags = [
        replace(each, tags=tuple(tag for tag in each.tags if tag.id not in {5, 6}), doubled=(5,), mirrored=(6,))
        for each in made.photo_tags(np.random.default_rng(0))
    ]
    found = scan_photo_tags(photo_tags, PriorKnowledge(), ScanWarnings())
    where = '"photo-00.jpg", "photo-01.jpg", "photo-02.jpg" and 1 more'
    assert found.notes[:2] == (
        f"tag 5 is more than once in {where}; every tag may lie on the table once, so it does not count",
        f"tag 6 is mirrored in {where}; print it anew, not mirrored",
    )
    assert not {5, 6} & set(found.survey.ids)
