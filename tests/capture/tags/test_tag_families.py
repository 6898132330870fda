"""Tags of other families, drawn flat and in photos of other people."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from capture.photos.photo_reading import Photo
from capture.tags.photo_tags import tags_in_photo, why_no_tags
from capture.tags.tag_detection import find_tags
from capture.tags.tag_families import FAMILIES, dark_around, largest, smallest, strange_tags, tags_by_family
from tests.capture.real_photos import FOLDER, grey_of, needs_real_photos


def sheet(name: str, numbers: tuple[int, ...], *, border: int = 1, module: int = 6) -> np.ndarray:
    """(h, w) tags side by side on white paper, a little soft."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    side = (int(family.markerSize) + 2 * border) * module
    tags = [cv2.aruco.generateImageMarker(family, number, side, borderBits=border) for number in numbers]
    row = np.concatenate([np.pad(tag, 3 * module, constant_values=255) for tag in tags], axis=1)
    return np.asarray(cv2.GaussianBlur(20 + row // 4 * 3, (0, 0), 0.8), dtype=np.uint8)


@pytest.mark.parametrize("name", [name for name in FAMILIES if name == largest(name)])
def test_every_family_is_told_from_the_others(name: str) -> None:
    numbers = (3, 8, 17, 29)
    found = tags_by_family(sheet(name, numbers))
    assert found == {smallest(name, numbers): numbers}


def test_the_smallest_family_that_has_the_tags() -> None:
    assert smallest("DICT_6X6_1000", [3, 49]) == "DICT_6X6_50"
    assert smallest("DICT_6X6_50", [3, 203]) == "DICT_6X6_250"
    assert smallest("DICT_APRILTAG_25h9", [3]) == "DICT_APRILTAG_25h9"


@pytest.mark.parametrize(("border", "module"), [(2, 19), (3, 12)])
def test_a_square_within_a_wide_border_is_no_tag(border: int, module: int) -> None:
    # OpenCV finds squares within the border here, on which all modules are those of the tag with a border of one.
    picture = sheet("DICT_APRILTAG_36h11", (7, 32, 18), border=border, module=module)
    noise = np.random.default_rng(module).normal(0.0, 2.0, picture.shape)
    assert find_tags(np.clip(picture + noise, 0, 255).astype(np.uint8)) == []


def test_other_families_are_told_before_what_of_them_looks_mirrored() -> None:
    seen = replace(tags_in_photo(Photo(Path("p.jpg"), sheet("DICT_APRILTAG_36h10", tuple(range(6))))), mirrored=(5,))
    assert "6 tags (0, 1, 2, 3, 4 ...) of DICT_APRILTAG_36h10" in why_no_tags(seen)


def test_what_lies_around_a_tag_is_paper() -> None:
    plain, wide = (sheet("DICT_APRILTAG_36h11", (7,), border=border, module=10) for border in (1, 2))
    square = np.array([[30, 30], [110, 30], [110, 110], [30, 110]]) - 0.5
    assert dark_around(plain, square) == 0.0
    assert dark_around(wide, square + 10.0) == 1.0


def test_why_a_photo_of_other_tags_shows_none_of_ours() -> None:
    def why(picture: np.ndarray) -> str:
        return why_no_tags(tags_in_photo(Photo(Path("p.jpg"), picture)))

    numbers = tuple(range(6))
    assert "shows none of the tags for tables, but 6 tags (0, 1, 2, 3, 4 ...) of DICT_5X5_50" in why(
        sheet("DICT_5X5_50", numbers)
    )
    wide = why(sheet("DICT_APRILTAG_36h11", numbers, border=2))
    assert "but 6 tags (0, 1, 2, 3, 4 ...) with a border of two modules or more, as on AprilGrids" in wide
    assert "none of the tags" not in why(np.full((300, 400), 128, dtype=np.uint8))


@needs_real_photos
def test_real_photos_of_other_tags_and_of_none() -> None:
    def told(name: str) -> str:
        return strange_tags(grey_of(FOLDER / name))

    assert told("charuco/singlemarkersoriginal.jpg") == "6 tags (23, 40, 62, 98, 124 ...) of DICT_6X6_250"
    assert told("charuco/choriginal.jpg").endswith("of DICT_6X6_50")
    assert [told(f"chessboard/left0{number}.jpg") for number in (1, 5, 9)] == ["", "", ""]
