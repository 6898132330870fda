"""Photos that a phone has turned itself: told by their size beside others, and turned back the way that fits."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from capture.adjustment.outlier_rejection import ScanWarnings, one_camera
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.calibration.lens_calibration import calibrate
from capture.photos.exif_orientation import upright_lens, upright_pixels, upright_size
from capture.photos.photo_reading import Taken
from capture.photos.turned_photos import fit_either_way, missed_by, turned_by_phone
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from tests.capture.boardphotos import CENTRE, FOCAL, POSES, SIZE, photo
from tests.capture.boardviews import BOARD
from tests.capture.made_up import MadeUp, made_up
from tests.capture.rendered import jpeg
from tests.capture.upright import upright_covariance

ACROSS, UPRIGHT, SQUARE, OTHER = (4080, 3072), (3072, 4080), (3072, 3072), (4080, 2296)


def taken(size: tuple[int, int]) -> Taken:
    return ("Google", "Pixel 8", 6.9, 24.0, size)


@pytest.mark.parametrize(
    ("photos", "sensor", "expected"),
    [
        ([(ACROSS, 1), (UPRIGHT, 1), (ACROSS, 1)], None, [False, True, False]),
        ([(UPRIGHT, 1), (UPRIGHT, 1), (ACROSS, 1)], None, [True, True, False]),
        # As most phones have it: across in the file, with a note. Beside such photos what is upright was turned.
        ([(ACROSS, 6), (ACROSS, 1), (ACROSS, 3)], None, [False, False, False]),
        ([(ACROSS, 6), (UPRIGHT, 1)], None, [False, True]),
        # A sensor that stands upright, as in some tablets.
        ([(UPRIGHT, 6), (ACROSS, 1), (UPRIGHT, 1)], None, [False, True, False]),
        # Nothing is known of the sensor, and its frame may be any.
        ([(UPRIGHT, 1), (UPRIGHT, 1)], None, [False, False]),
        ([(UPRIGHT, 1), (UPRIGHT, 1)], ACROSS, [True, True]),
        ([(UPRIGHT, 1), (ACROSS, 1)], UPRIGHT, [False, True]),
        ([(UPRIGHT, 1), (UPRIGHT, 1)], SQUARE, [False, False]),
        ([(SQUARE, 1), (SQUARE, 1)], ACROSS, [False, False]),
        # Photos of another shape are none of the same sensor's frame.
        ([(OTHER, 1), (UPRIGHT, 1)], None, [False, False]),
    ],
)
def test_which_photos_the_phone_has_turned(
    photos: list[tuple[tuple[int, int], int]], sensor: tuple[int, int] | None, expected: list[bool]
) -> None:
    sizes, orientations = zip(*photos, strict=True)
    assert turned_by_phone([taken(size) for size in sizes], orientations, sensor) == expected


def test_each_photo_goes_the_way_that_fits() -> None:
    true, tried = (6, 1, 8, 8, 6), list[tuple[int, ...]]()

    def fit(ways: tuple[int, ...]) -> tuple[int, ...]:
        tried.append(ways)
        return ways

    def wrong(ways: tuple[int, ...]) -> float:
        return float(sum(way != here for way, here in zip(ways, true, strict=True)))

    turned = [way != 1 for way in true]
    assert fit_either_way(turned, fit, wrong, lambda _ways, i, way: float(way != true[i])) == true
    assert tried == [(6, 1, 6, 6, 6), true]
    # Where nothing was turned there is one fit only.
    tried.clear()
    assert fit_either_way([False, False], fit, lambda _: 0.0, lambda *_: 0.0) == (1, 1)
    assert tried == [(1, 1)]


def test_of_ways_that_cannot_be_the_other_is_taken() -> None:
    def fit(ways: tuple[int, ...]) -> int:
        if ways[0] == 6:
            raise SceneError("nothing fits")
        return ways[0]

    assert fit_either_way([True], fit, lambda _: 0.0, lambda *_: 0.0) == 8
    with pytest.raises(SceneError, match="nothing fits"):
        fit_either_way([True], lambda _: fit((6,)), lambda _: 0.0, lambda *_: 0.0)


def test_how_far_points_are_missed_from_the_best_place() -> None:
    lens = Lens((4000, 3000), (3100.0, 3100.0), (2040.0, 1480.0), (0.08, -0.2, 0.0006, -0.0004, 0.0))
    rng = np.random.default_rng(3)
    points = np.column_stack([rng.uniform(-8.0, 8.0, (40, 2)), rng.uniform(20.0, 30.0, 40)])
    pixels = lens.project(points)
    assert missed_by(points - 5.0, pixels, lens) < 1e-3
    assert missed_by(points, pixels + rng.normal(0.0, 1.0, pixels.shape), lens) == pytest.approx(1.35, abs=0.25)
    # Upside down, the lens's axis is on its other side.
    assert missed_by(points, upright_pixels(pixels, lens.size, 3), lens) > 1.0
    assert missed_by(points[:3], pixels[:3], lens) == 0.0


def as_stored(photo_tags: list[PhotoTags], ways: tuple[int, ...]) -> list[PhotoTags]:
    """The photos as a phone stores them that has turned each that way, without a note of it."""
    found = []
    for each, way in zip(photo_tags, ways, strict=True):
        size = upright_size(each.photo.size, way)
        tags = tuple(replace(tag, corners=upright_pixels(tag.corners, size, way)) for tag in each.tags)
        grey = np.broadcast_to(np.uint8(90), size[::-1])
        found.append(replace(each, tags=tags, photo=replace(each.photo, grey=grey, make="Google", model="Pixel 8")))
    return found


def scanned(photo_tags: list[PhotoTags], camera: tuple[Lens, FloatArray] | None = None) -> TagSurvey:
    told = ScanWarnings()
    counted = one_camera([each.photo for each in photo_tags], told, camera[0].size if camera else None)
    assert len(counted) == len(photo_tags)
    marked = [replace(each, photo=photo) for each, photo in zip(photo_tags, counted, strict=True)]
    found = scan_photo_tags(marked, PriorKnowledge(camera=camera), told)
    assert (found.rejected, found.strays) == ((), ())
    assert len(found.photos) == len(photo_tags)
    return found


def errors_mm(made: MadeUp, found: TagSurvey) -> FloatArray:
    """Of the distances between all tags."""
    here = np.array([pose.position for pose in found.survey.tags])
    true = np.array([made.tags[number].position for number in found.survey.ids])
    apart = [np.linalg.norm(each[:, None] - each[None], axis=2) for each in (here, true)]
    return np.asarray(25.4 * (apart[0] - apart[1]))


@pytest.fixture(scope="module")
def table() -> tuple[MadeUp, list[PhotoTags], TagSurvey]:
    """A table, the photos that a sensor sees of it, and the scan of these."""
    rng = np.random.default_rng(25)
    made = made_up(rng, anchors=8, others=6, photos=6)
    photo_tags = made.photo_tags(rng, noise=0.1, missed=0.0)
    return made, photo_tags, scanned(photo_tags)


@pytest.mark.long
@pytest.mark.parametrize(
    "ways",
    [(1, 6, 1, 6, 1, 6), pytest.param((6, 1, 8, 8, 1, 6), marks=pytest.mark.long)],
)
def test_photos_held_both_ways_are_as_good_as_all_across(
    table: tuple[MadeUp, list[PhotoTags], TagSurvey], ways: tuple[int, ...]
) -> None:
    made, photo_tags, plain = table
    found = scanned(as_stored(photo_tags, ways))
    assert tuple(photo.turned for photo in found.photos) == ways
    np.testing.assert_allclose(errors_mm(made, found), errors_mm(made, plain), atol=0.02)
    # The lens that is told is the sensor's, and its axis is on its own side of the middle.
    assert found.survey.lens.size == plain.survey.lens.size
    np.testing.assert_allclose(found.survey.lens.centre, plain.survey.lens.centre, atol=0.2)
    np.testing.assert_allclose(found.survey.lens.distortion, plain.survey.lens.distortion, atol=1e-3)


def test_photos_that_are_all_upright_have_a_frame_of_their_own(table: tuple[MadeUp, list[PhotoTags], TagSurvey]) -> None:
    made, photo_tags, plain = table
    found = scanned(as_stored(photo_tags, (8,) * 6))
    assert {photo.turned for photo in found.photos} == {1}
    np.testing.assert_allclose(errors_mm(made, found), errors_mm(made, plain), atol=0.02)
    assert found.survey.lens.size == (3000, 4000)
    np.testing.assert_allclose(found.survey.lens.centre, upright_lens(plain.survey.lens, 8).centre, atol=0.2)


@pytest.mark.parametrize("upright", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_calibrated_lens_tells_how_every_photo_was_turned(
    table: tuple[MadeUp, list[PhotoTags], TagSurvey], *, upright: bool
) -> None:
    made, photo_tags, plain = table
    known = np.diag([1.0, 1.0, 1.0, 1.0, 1e-3, 1e-3, 1e-5, 1e-5, 1e-3]) ** 2
    # The board was photographed across, the table upright to the left and the right; or the other way round.
    camera = (upright_lens(made.lens, 6), upright_covariance(known, 6)) if upright else (made.lens, known)
    found = scanned(photo_tags if upright else as_stored(photo_tags, (6, 8, 6, 6, 8, 8)), camera)
    assert tuple(photo.turned for photo in found.photos) == ((8,) * 6 if upright else (6, 8, 6, 6, 8, 8))
    assert not [note for note in found.notes if "camera file" in note]
    assert found.survey.lens.size == camera[0].size
    assert np.abs(errors_mm(made, found)).max() < np.abs(errors_mm(made, plain)).max() + 0.1


@pytest.mark.long
def test_a_lens_is_calibrated_from_photos_held_both_ways(tmp_path: Path) -> None:
    paths, ways = [], (1, 1, 8, 6, 6, 8, 1, 8)
    for i, (pose, way) in enumerate(zip(POSES, ways, strict=True)):
        shown = np.rot90(photo(BOARD, pose), {1: 0, 6: -1, 8: 1}[way])
        paths.append(tmp_path / f"PXL_{i}.jpg")
        paths[-1].write_bytes(jpeg(shown, quality=95, lens=Lens(SIZE, (FOCAL, FOCAL), CENTRE), make="Google", model="Pixel 8"))
    found = calibrate(paths, BOARD)
    assert len(found.used) == len(paths)
    assert found.lens.size == found.taken_with[4] == SIZE
    assert found.focal[0] == pytest.approx(FOCAL, rel=0.002)
    np.testing.assert_allclose(found.lens.centre, CENTRE, atol=1.0)
    assert found.sufficient
