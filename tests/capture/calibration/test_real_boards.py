"""Photos that other people took, with known answers; left out where they are not at hand."""

import cv2
import numpy as np
import pytest

from capture.calibration.board_detection import charuco_detector, sight
from capture.calibration.boards import parse_board
from capture.calibration.lens_calibration import calibrate
from capture.photos.photo_reading import read_photo
from tests.capture.real_photos import CHARUCO, CHESSBOARD, needs_real_photos

pytestmark = needs_real_photos
BOARD = parse_board("charuco:5x7:40mm:20mm:DICT_6X6_250")


def test_the_chessboards_lens_is_the_published_one() -> None:
    found = calibrate(sorted(CHESSBOARD.glob("*.jpg")), parse_board("chessboard:9x6:25mm"))
    focal, sigma = found.focal
    assert abs(focal - 534.0) < 5.0
    assert 0.2 < sigma < 3.0
    np.testing.assert_allclose(found.lens.centre, (342.3, 235.6), atol=3.0)
    assert found.rms_px <= 0.25
    # Whether the second photo is good is for its own corners to say: fitted well, or named.
    fitted = {photo.name: photo.rms_px for photo in found.used}
    assert fitted.get("left02.jpg", 0.0) < 0.5
    assert set(fitted) | {name for name, _ in found.rejected} == {path.name for path in CHESSBOARD.glob("*.jpg")}
    assert found.sufficient


def test_four_views_alike_are_not_enough() -> None:
    found = calibrate(sorted(CHARUCO.glob("img_*.jpg")), BOARD)
    focal, sigma = found.focal
    assert not found.sufficient
    assert "direction" in " ".join(found.why)
    # It comes out anywhere from 452 to 480 by others' reckonings.
    assert focal - 2 * sigma < 452.0
    assert focal + 2 * sigma > 480.0
    assert found.rms_px < 0.25


@pytest.mark.parametrize(
    ("name", "tags", "corners"), [("choriginal.jpg", set(range(17)), 24), ("chocclusion_original.jpg", None, None)]
)
def test_tags_and_corners_of_the_charuco_board(name: str, tags: set[int] | None, corners: int | None) -> None:
    grey = read_photo(CHARUCO / name).grey
    _, _, _, ids = charuco_detector(BOARD).detectBoard(grey)
    found = sight(grey, BOARD)
    if tags is None:
        assert len(np.ravel(ids)) == 13
        assert 8 <= len(found.ids) < 24
    else:
        assert set(np.ravel(ids).tolist()) == tags
        assert len(found.ids) == corners
    # A flat board through a lens of little distortion: its corners are where one homography wants them.
    plane, _ = cv2.findHomography(BOARD.corners[found.ids][:, :2], found.corners)
    shown = cv2.perspectiveTransform(BOARD.corners[None, found.ids, :2], plane)[0]
    assert np.sqrt(np.mean(np.sum((shown - found.corners) ** 2, axis=1))) < 1.0
