"""Calibration boards: the words that name one, and where its corners are."""

import cv2
import numpy as np
import pytest

from assets.tag_scheme import BOARD_WORDS
from capture.calibration.boards import Board, parse_board
from capture.tags.tag_families import FAMILIES
from scene.base.errors import SceneError


@pytest.mark.parametrize(
    ("words", "board"),
    [
        ("charuco:7x9:30mm:22mm", Board("charuco", 7, 9, 30.0, 22.0, "DICT_5X5_50")),
        ("charuco:5x7:40mm:20mm:DICT_6X6_250", Board("charuco", 5, 7, 40.0, 20.0, "DICT_6X6_250")),
        ("charuco:6x8:23.28mm:16.49mm:6x6_250:legacy", Board("charuco", 6, 8, 23.28, 16.49, "DICT_6X6_250", legacy=True)),
        ("charuco:6x8:30mm:20mm:legacy", Board("charuco", 6, 8, 30.0, 20.0, legacy=True)),
        ("chessboard:9x6:25mm", Board("chessboard", 10, 7, 25.0)),
    ],
)
def test_words_name_boards_and_boards_are_written_in_words(words: str, board: Board) -> None:
    assert parse_board(words) == board
    assert parse_board(board.words) == board


def test_the_printed_board_can_be_named_as_its_sheet_says() -> None:
    assert parse_board(BOARD_WORDS).inner == (6, 8)


@pytest.mark.parametrize(
    ("words", "whys"),
    [
        ("", ["names no board"]),
        ("chequer:5x7:40mm", ["names no board"]),
        ("charuco:5x7:40mm", ["too short"]),
        ("chessboard:9x6", ["too short"]),
        ("chessboard:9x6:25mm:20mm", ["too much"]),
        ("charuco:5:40:20mm", ["two numbers of squares", "in millimetres, such as 30mm"]),
        ("charuco:5x7:20mm:40mm", ["must be less than"]),
        ("charuco:5x7:20mm:20mm", ["must be less than"]),
        ("charuco:1x7:0.1mm:20mm", ["3 to 60 squares", "from 0.5 to"]),
        ("charuco:5x7:40mm:20mm:DICT_6X6_520", ["did you mean DICT_6X6_"]),
        ("charuco:5x7:40mm:20mm:tags", ["no family of tags"]),
        ("charuco:5x7:40mm:20mm:DICT_4X4_50:new", ["too much"]),
        ("charuco:20x20:40mm:20mm:DICT_4X4_50", ["200 tags", "has 50"]),
    ],
)
def test_all_that_is_wrong_with_the_words_is_said(words: str, whys: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        parse_board(words)
    for why in whys:
        assert any(why in fault for fault in caught.value.faults)
    assert all(fault.startswith("--board") for fault in caught.value.faults)


def test_corners_and_tags_are_as_opencv_counts_them() -> None:
    board = parse_board("charuco:5x7:40mm:20mm:DICT_6X6_250")
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    theirs = cv2.aruco.CharucoBoard((5, 7), 40.0, 20.0, family)
    np.testing.assert_allclose(board.corners, theirs.getChessboardCorners())
    assert board.tags == len(np.ravel(theirs.getIds()))


@pytest.mark.parametrize("family", FAMILIES)
def test_families_are_opencvs_and_hold_so_many_tags(family: str) -> None:
    assert len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family)).bytesList) == FAMILIES[family]
