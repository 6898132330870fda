"""Tag detection in made-up photos, whose corners are known exactly, in whole photos, and in photos of other people."""

import cv2
import numpy as np
import pytest

from capture.tags import tag_detection
from capture.tags.corner_refinement import bent_levels, fit_pattern
from capture.tags.tag_detection import find_mirrored, find_tags, photo_tone
from scene.geometry.mesh import FloatArray
from tests.capture.real_photos import CHARUCO, grey_of, needs_real_photos

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def tag_photo(
    rng: np.random.Generator,
    side: float,
    *,
    blur: float = 0.7,
    noise: float = 2.0,
    gamma: float = 1.0,
    mirrored: bool = False,
    shade: float = 0.0,
    modules: np.ndarray | None = None,
    sharpened: float = 0.0,
) -> tuple[np.ndarray, FloatArray, int]:
    """A photo of one tag of about ``side`` pixels, aslant and in perspective; its true corners, and its id.

    A shadow with a sharp edge lies over a part of it, by ``shade`` darker than the rest. ``modules`` are shown in its place.
    """
    fine = 6 if side < 100 else 4  # samples along and across each pixel
    size, number = int(side * 2.2) + 8, int(rng.integers(0, 587))
    turn, slant = (rotation(rng.uniform(0.0, 2.0 * np.pi)) for _ in range(2))
    plane: FloatArray = np.eye(3)
    plane[:2, :2] = side * slant @ np.diag([1.0, rng.uniform(0.6, 1.0)]) @ slant.T @ turn
    plane[:2, 2] = (size - 1) / 2.0 + rng.uniform(-1.0, 1.0, 2)
    plane[2, :2] = rng.uniform(-0.12, 0.12, 2)
    grid = (np.arange(size * fine) + 0.5) / fine - 0.5
    pixels = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    paper = through(np.asarray(np.linalg.inv(plane), dtype=np.float64), pixels)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    shown = np.asarray(cv2.aruco.generateImageMarker(family, number, 8, borderBits=1) if modules is None else modules)
    if mirrored:
        shown = shown[:, ::-1]
    cell = np.clip(np.floor((paper + 0.5) * len(shown)).astype(int), -1, len(shown))
    on_tag = ((cell >= 0) & (cell < len(shown))).all(axis=1)
    card = (np.abs(paper) < 0.625).all(axis=1)
    light = np.where(card, 0.62, 0.25)
    light[on_tag] = np.where(shown[cell[on_tag, 1], cell[on_tag, 0]] > 127, 0.62, 0.03)
    if shade:
        light[(paper @ rotation(rng.uniform(0.0, 2.0 * np.pi)))[:, 0] > rng.uniform(-0.4, 0.4)] *= 1.0 - shade
    light *= 1.0 + 0.2 * (pixels[:, 0] / size - 0.5)
    exact: FloatArray = light.reshape(size, fine, size, fine).mean(axis=(1, 3))
    seen = 255.0 * cv2.GaussianBlur(exact, (0, 0), blur) ** (1.0 / gamma) + rng.normal(0.0, noise, exact.shape)
    seen += sharpened * (seen - cv2.GaussianBlur(seen, (0, 0), 2.0))
    return np.clip(np.rint(seen), 0, 255).astype(np.uint8), through(plane, SQUARE), number


def rotation(angle: float) -> FloatArray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def through(plane: FloatArray, points: FloatArray) -> FloatArray:
    found = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(found[:, :2] / found[:, 2:])


@pytest.mark.long
@pytest.mark.parametrize("gamma", [1.0, 2.2])
@pytest.mark.parametrize(("side", "within"), [(28.0, 0.05), (60.0, 0.025), (150.0, 0.025)])
def test_corners_are_found_to_hundredths_of_a_pixel(side: float, within: float, gamma: float) -> None:
    rng = np.random.default_rng(int(side) + int(gamma * 10))
    misses, missed = [], 0
    count = 6 if side < 100 else 3
    for _ in range(count):
        grey, corners, number = tag_photo(rng, side, gamma=gamma)
        found = [tag for tag in find_tags(grey) if tag.id == number]
        missed += not found
        # The second look knows the tone, as it does in a scan.
        tone = photo_tone(found)
        again = [fit_pattern(grey, tag.id, tag.corners, blur=tag.blur, tone=tone) for tag in found]
        misses += [fit.corners - corners for fit in again if fit is not None]
    assert missed <= 1
    assert len(misses) >= count - 1
    assert np.sqrt(np.mean(np.square(misses))) < within


def test_stated_sigma_is_that_of_the_misses() -> None:
    rng = np.random.default_rng(3)
    scores = []
    for _ in range(12):
        grey, corners, number = tag_photo(rng, 48.0, noise=4.0)
        scores += [(tag.corners - corners) / tag.sigma for tag in find_tags(grey) if tag.id == number]
    assert 0.7 < np.sqrt(np.mean(np.square(scores))) < 1.4


def test_tags_under_a_shadows_edge_are_less_sure() -> None:
    rng = np.random.default_rng(8)
    scores, sigmas = [], []
    for shade in (0.3, 0.4, 0.5) * 6:
        grey, corners, number = tag_photo(rng, float(rng.uniform(24.0, 60.0)), shade=shade)
        for tag in find_tags(grey):
            if tag.id == number:
                scores.append(np.sqrt(np.mean(np.square(tag.corners - corners))) / tag.sigma)
                sigmas.append(tag.sigma)
    assert len(scores) >= 12
    assert np.median(scores) < 2.0
    assert np.max(scores) < 4.0
    # Not by calling everything unsure.
    assert np.median(sigmas) < 0.2


def test_blurred_and_noisy_tags_are_found_in_the_sharpened_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    def number_found() -> int:
        rng, count = np.random.default_rng(9), 0
        for _ in range(16):
            grey, corners, number = tag_photo(rng, 30.0, blur=1.9, noise=5.0)
            for tag in find_tags(grey):
                assert tag.id == number
                assert np.abs(tag.corners - corners).max() < 1.0
                count += 1
        return count

    sharpened = number_found()
    monkeypatch.setattr("capture.tags.tag_detection.SOFT", 99.0)
    monkeypatch.setattr("capture.tags.tag_detection._sharpened", lambda grey: grey)
    assert sharpened >= number_found() + 3


def test_a_photo_that_is_sharpened_in_strips_is_as_sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(4).integers(0, 256, (101, 64), dtype=np.uint8)
    whole = tag_detection._sharpened(noise)
    monkeypatch.setattr(tag_detection, "STRIP_ROWS", 20)
    np.testing.assert_array_equal(tag_detection._sharpened(noise), whole)


def test_gamma_is_found() -> None:
    for gamma in (1.0, 2.2):
        rng = np.random.default_rng(4)
        tags = [tag for _ in range(4) for tag in find_tags(tag_photo(rng, 56.0, gamma=gamma)[0])]
        tone = photo_tone(tags)
        assert tone is not None
        assert tone.gamma == pytest.approx(gamma, abs=0.15)
        assert tone.sharpening == pytest.approx(0.0, abs=0.1)


@pytest.mark.parametrize("side", [60.0, 130.0])
def test_a_phones_gamma_and_sharpening_do_not_make_tags_smaller_or_larger(side: float) -> None:
    """Without the sharpening 60 pixels are 0.1 % too many; without a tone, as large tags had none, 130 are 0.3 % too few."""
    sizes = []
    for seed in range(4):
        grey, corners, number = tag_photo(np.random.default_rng(seed), side, gamma=2.2, sharpened=1.0)
        (tag,) = [tag for tag in find_tags(grey) if tag.id == number]
        sizes.append(np.linalg.norm(tag.corners - tag.corners.mean(axis=0)) / np.linalg.norm(corners - corners.mean(axis=0)))
    assert np.mean(sizes) == pytest.approx(1.0, abs=3e-4)


def test_bent_levels_run_from_ink_to_paper_and_their_slopes_are_derivatives() -> None:
    light = np.linspace(0.0, 1.0, 11)
    levels, by_light, by_gamma = bent_levels(light, 0.2, 1.8)
    assert levels[0] == pytest.approx(0.0, abs=1e-12)
    assert levels[-1] == pytest.approx(1.0)
    # (0.2^1.8 + (1 - 0.2^1.8) / 2)^(1 / 1.8), from ink at 0.2 to paper at 1.
    assert levels[5] == pytest.approx((((0.2**1.8 + 1.0) / 2.0) ** (1.0 / 1.8) - 0.2) / 0.8)
    step = 1e-6
    np.testing.assert_allclose(by_light[1:-1], (bent_levels(light + step, 0.2, 1.8)[0] - levels)[1:-1] / step, rtol=1e-4)
    np.testing.assert_allclose(by_gamma, (bent_levels(light, 0.2, 1.8 + step)[0] - levels) / step, atol=1e-4)


def test_mirrored_tags_are_no_tags_but_told() -> None:
    rng = np.random.default_rng(5)
    grey, _, number = tag_photo(rng, 80.0, mirrored=True)
    assert find_tags(grey) == []
    assert find_mirrored(grey) == [number]
    upright, _, _ = tag_photo(rng, 80.0)
    assert find_mirrored(upright) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "border", "numbers"),
    [
        # Of AprilGrids' tags these were read as themselves or others, with sides of the wrong length by a quarter.
        ("DICT_APRILTAG_36h11", 2, (7, 32, 129)),
        ("DICT_APRILTAG_36h11", 3, (572, 25, 7)),
        # These differ from tags of ours by five modules of thirty-six.
        ("DICT_APRILTAG_36h10", 1, (13, 184, 386)),
    ],
)
def test_tags_with_another_border_or_of_another_family_are_not_ours(name: str, border: int, numbers: tuple[int, ...]) -> None:
    rng, count = np.random.default_rng(12), 6 + 2 * border
    for side in (28.0, 40.0, 90.0):
        for number in numbers:
            family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
            modules = np.asarray(cv2.aruco.generateImageMarker(family, number, count, borderBits=border))
            assert find_tags(tag_photo(rng, side, modules=modules)[0]) == []


def test_noise_shows_no_tags() -> None:
    rng = np.random.default_rng(6)
    assert find_tags(rng.integers(0, 255, (600, 800), dtype=np.uint8)) == []
    checks = np.kron(np.indices((30, 40)).sum(axis=0) % 2, np.ones((16, 16))) * 200
    assert find_tags(checks.astype(np.uint8)) == []


def test_a_tag_that_is_there_twice_is_found_twice() -> None:
    rng = np.random.default_rng(7)
    grey, _, number = tag_photo(rng, 60.0)
    assert [tag.id for tag in find_tags(np.concatenate([grey, grey], axis=1))] == [number, number]


@needs_real_photos
def test_single_tags_of_another_family_in_a_real_photo() -> None:
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    found = find_tags(grey_of(CHARUCO / "singlemarkersoriginal.jpg"), family=family)
    assert {tag.id for tag in found} == {40, 98, 62, 23, 124, 203}
    assert len(found) == 6


@needs_real_photos
def test_all_tags_of_a_board_of_an_own_family_in_a_real_photo() -> None:
    family = cv2.aruco.Dictionary()
    words = cv2.FileStorage(str(CHARUCO / "tutorial_dict.yml"), cv2.FILE_STORAGE_READ)
    assert family.readDictionary(words.root())
    found = find_tags(grey_of(CHARUCO / "gboriginal.png"), family=family)
    assert [tag.id for tag in found] == list(range(35))
    # The board's tags lie in five columns and seven rows: a homography from their middles to a lattice leaves hardly anything.
    middles = np.array([tag.corners.mean(axis=0) for tag in found])
    lattice = np.array([(i % 5, i // 5) for i in range(35)], dtype=np.float64)
    plane, _ = cv2.findHomography(lattice, middles)
    assert np.abs(through(np.asarray(plane), lattice) - middles).max() < 1.5
