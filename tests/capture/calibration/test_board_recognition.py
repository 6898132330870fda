"""Which board photos show, where another one was named."""

from pathlib import Path

import numpy as np
import pytest

from capture.calibration.board_recognition import board_shown, family_shown
from capture.calibration.boards import parse_board
from capture.calibration.lens_calibration import calibrate
from capture.photos.photo_reading import read_photo
from scene.base.errors import SceneError
from tests.capture.boardphotos import POSES, photo, photos, save
from tests.capture.real_photos import FOLDER, needs_real_photos

PRINTED, OLDER, CHESS = "charuco:7x9:24mm:17mm", "charuco:6x8:30mm:22mm:DICT_6X6_250:legacy", "chessboard:8x6:25mm"


@pytest.mark.long
@pytest.mark.parametrize(
    ("shown", "said", "told", "words"),
    [
        (PRINTED, CHESS, "a ChArUco board of 7x9 squares with tags of DICT_5X5_50", "charuco:7x9:25mm:17.2mm:DICT_5X5_50"),
        (PRINTED, "charuco:5x7:24mm:17mm", "a ChArUco board of 7x9 squares", f"{PRINTED}:DICT_5X5_50"),
        pytest.param(
            OLDER,
            PRINTED,
            "of 6x8 squares with tags of DICT_6X6_50 in the older",
            "charuco:6x8:24mm:17mm:DICT_6X6_50:legacy",
            marks=pytest.mark.long,
        ),
        pytest.param(CHESS, PRINTED, "a chessboard of 8x6 inner corners", "chessboard:8x6:24mm", marks=pytest.mark.long),
        pytest.param(
            CHESS, "chessboard:11x8:20mm", "a chessboard of 8x6 inner corners", "chessboard:8x6:20mm", marks=pytest.mark.long
        ),
    ],
)
def test_another_board_is_named_after_the_first_photos(tmp_path: Path, shown: str, said: str, told: str, words: str) -> None:
    shares = list[float]()
    with pytest.raises(SceneError) as caught:
        calibrate(photos(tmp_path, parse_board(shown)), parse_board(said), on_progress=shares.append)
    (fault,) = caught.value.faults
    assert "seem to show" in fault
    assert told in fault
    assert f"give --board {words}, with its own sizes" in fault
    # All photos were not gone through for it.
    assert shares == []


@pytest.mark.long
def test_a_larger_chessboard_is_not_taken_for_the_one_that_was_named(tmp_path: Path) -> None:
    found = calibrate(photos(tmp_path, parse_board(CHESS), POSES[:5]), parse_board("chessboard:7x5:25mm"))
    assert found.board == parse_board(CHESS)
    assert "a chessboard of 8x6 inner corners: --board chessboard:8x6:25mm" in found.remarks[0]


@pytest.mark.long
def test_bad_photos_at_the_beginning_hide_no_board(tmp_path: Path) -> None:
    empty = [save(tmp_path, f"empty{i}.png", np.full((600, 800), 90 + i, np.uint8)) for i in range(3)]
    with pytest.raises(SceneError, match="a ChArUco board of 7x9 squares"):
        calibrate([*empty, *photos(tmp_path, parse_board(PRINTED))], parse_board(CHESS))


def test_photos_of_no_board_show_none() -> None:
    noise = [np.random.default_rng(i).integers(0, 255, (300, 400), dtype=np.uint8) for i in range(3)]
    assert board_shown(noise, parse_board(PRINTED)) is None
    assert board_shown([photo(parse_board(PRINTED), (0.5, 1.0, 0.2))], parse_board(PRINTED)) is None
    assert family_shown(noise) is None


@pytest.mark.long
@needs_real_photos
@pytest.mark.parametrize(
    ("files", "said", "words"),
    [
        ("chessboard/left*.jpg", PRINTED, "chessboard:9x6:24mm"),
        ("chessboard/left*.jpg", "chessboard:7x5:25mm", "chessboard:9x6:25mm"),
        ("charuco/img_*.jpg", PRINTED, "charuco:5x7:24mm:11.5mm:DICT_6X6_50"),
        ("charuco/img_*.jpg", "charuco:5x7:40mm:20mm", "charuco:5x7:40mm:20mm:DICT_6X6_50"),
    ],
)
def test_boards_in_real_photos(files: str, said: str, words: str) -> None:
    shown = board_shown([read_photo(path).grey for path in sorted(FOLDER.glob(files))[:3]], parse_board(said))
    assert shown is not None
    assert shown.words == words
