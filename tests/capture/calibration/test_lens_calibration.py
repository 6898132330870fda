"""Lens calibration from photos of a board: drawn photos of a known camera, some of which do not serve."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from capture.calibration.board_detection import blur_of, sight
from capture.calibration.boards import Board, parse_board
from capture.calibration.lens_calibration import Calibration, calibrate
from scene.base.errors import SceneError
from tests.capture import flatphotos
from tests.capture.boardphotos import CENTRE, FOCAL, POSES, SIZE, photo, photos, save

BOARD = parse_board("charuco:7x9:24mm:17mm")
EVEN = parse_board("charuco:6x8:30mm:22mm:DICT_6X6_250")
CHESS = parse_board("chessboard:8x6:25mm")


def holds(found: Calibration) -> None:
    """The true lens lies within what is told, which is tight."""
    focal, sigma = found.focal
    assert abs(focal - FOCAL) < 4 * sigma
    assert sigma < 0.004 * FOCAL
    np.testing.assert_allclose(found.lens.centre, CENTRE, atol=1.5)
    assert found.rms_px < 0.15
    assert found.lens.size == SIZE


@pytest.mark.long
@pytest.mark.parametrize(
    "board", [BOARD, EVEN, pytest.param(CHESS, marks=pytest.mark.long)], ids=["charuco", "even rows", "chessboard"]
)
def test_the_lens_of_a_known_camera_is_found(tmp_path: Path, board: Board) -> None:
    shares = list[float]()
    found = calibrate(photos(tmp_path, board), board, on_progress=shares.append)
    holds(found)
    assert found.sufficient
    assert [used.name for used in found.used] == [f"p{number}.png" for number in range(len(POSES))]
    np.testing.assert_allclose([used.tilt for used in found.used], np.degrees([tilt for tilt, _, _ in POSES]), atol=0.3)
    assert found.rejected == ()
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.long
@pytest.mark.parametrize(
    ("shown", "said", "word"),
    [
        ("charuco:6x8:30mm:22mm:DICT_6X6_250:legacy", "charuco:6x8:30mm:22mm:DICT_6X6_250", "(legacy)"),
        ("charuco:6x8:30mm:22mm:DICT_6X6_250", "charuco:6x8:30mm:22mm:DICT_6X6_250:legacy", "(not legacy)"),
        ("charuco:6x8:30mm:22mm:legacy", "charuco:8x6:30mm:22mm", "(legacy)"),
        pytest.param("chessboard:8x6:25mm", "chessboard:9x7:25mm", "8x6 inner corners", marks=pytest.mark.long),
    ],
)
def test_a_board_that_is_other_than_said_is_taken_for_what_it_is(tmp_path: Path, shown: str, said: str, word: str) -> None:
    board = parse_board(shown)
    found = calibrate(photos(tmp_path, board, POSES[:6]), parse_board(said))
    assert found.board == board
    assert any(word in remark and board.words in remark for remark in found.remarks)
    holds(found)


def test_tags_of_another_family_are_named(tmp_path: Path) -> None:
    with pytest.raises(SceneError) as caught:
        calibrate(photos(tmp_path, EVEN), parse_board("charuco:6x8:30mm:22mm"))
    (fault,) = caught.value.faults
    assert "a ChArUco board of 6x8 squares with tags of DICT_6X6_50, not charuco:6x8:30mm:22mm:DICT_5X5_50" in fault
    assert "--board charuco:6x8:30mm:22mm:DICT_6X6_50" in fault


def test_photos_of_a_table_with_its_tags_are_not_taken_for_a_board_of_another_family(tmp_path: Path) -> None:
    with pytest.raises(SceneError) as caught:
        calibrate(flatphotos.photos(tmp_path), BOARD)
    (fault,) = caught.value.faults
    assert "tags as they lie on tables" in fault
    assert "take photos of the board" in fault


def test_photos_that_do_not_serve_are_named_and_left_out(tmp_path: Path) -> None:
    good = photos(tmp_path, BOARD)
    rng = np.random.default_rng(2)
    blurred = cv2.GaussianBlur(photo(BOARD, (0.4, 1.0, 0.0)), (0, 0), 5.0)
    part = photo(BOARD, (0.2, 0.0, 0.0))
    part[:, : SIZE[0] // 2 + 40] = 230
    bad = {
        "empty.png": (np.clip(rng.normal(128, 20, SIZE[::-1]), 0, 255).astype(np.uint8), "shows"),
        "blurred.png": (blurred, "blurred"),
        "part.png": (part, "too little of the board"),
        "stretched.png": (photo(BOARD, (0.5, 2.0, 0.3), stretch=1.05), "does not fit the others"),
        "small.png": (photo(BOARD, (0.5, 2.0, 0.3), scale=0.75), "600 x 450"),
    }
    paths = [save(tmp_path, name, picture) for name, (picture, _) in bad.items()]
    (tmp_path / "notes.jpg").write_text("no photo")
    twin = tmp_path / "twin.png"
    twin.write_bytes(good[0].read_bytes())
    found = calibrate([paths[0], *good, *paths[1:], tmp_path / "notes.jpg", twin, tmp_path / "gone.jpg"], BOARD)
    rejected = dict(found.rejected)
    assert list(rejected) == [*bad, "notes.jpg", "twin.png", "gone.jpg"]
    for name, (_, why) in bad.items():
        assert why in rejected[name]
    assert "same photo" in rejected["twin.png"]
    holds(found)
    assert len(found.used) == len(good)


def test_photos_of_another_zoom_are_left_out_and_how_the_camera_was_held_does_not_matter(tmp_path: Path) -> None:
    paths = photos(tmp_path, BOARD)
    for number, path in enumerate(paths):
        exif = Image.Exif()
        exif[271], exif[272] = "Maker", "Phone"
        exif.get_ifd(0x8769)[37386] = 8.0 if number == 7 else 4.0
        with Image.open(path) as image:
            # As stored by a camera held upright, that notes a quarter turn.
            exif[274] = 6 if number % 2 else 1
            image.save(path, exif=exif.tobytes())
    found = calibrate(paths, BOARD)
    assert [name for name, _ in found.rejected] == ["p7.png"]
    assert "8 mm, most others at 4 mm" in found.rejected[0][1]
    holds(found)
    assert found.taken_with[:2] == ("Maker", "Phone")


def test_four_photos_from_one_side_are_not_enough_and_it_is_said_why(tmp_path: Path) -> None:
    poses = tuple((0.4, 0.5, 0.02 * number) for number in range(4))
    found = calibrate(photos(tmp_path, BOARD, poses), BOARD)
    assert not found.sufficient
    assert "4 photos are too few" in found.why[0]
    assert "nearly the same direction" in found.why[1]


@pytest.mark.parametrize("sigma", [2.0, 4.0])
def test_blur_is_how_much_of_a_square_an_edge_takes(sigma: float) -> None:
    """An edge blurred by a normal distribution goes from a tenth to nine tenths in 2.563 standard deviations."""
    board = parse_board("chessboard:8x6:25mm")
    y, x = np.mgrid[0:480, 0:600] // 60
    sharp = np.where((x + y) % 2, 220.0, 30.0).astype(np.uint8)
    grid = np.stack(np.meshgrid(np.arange(1, 9), np.arange(1, 7)), axis=-1).reshape(-1, 2).astype(np.float64) * 60.0 - 0.5
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), sigma), dtype=np.uint8)
    assert blur_of(blurred, board, grid, np.arange(48)) == pytest.approx(2.563 * sigma / 60.0, abs=0.03)


@pytest.mark.long
def test_one_far_corner_does_not_spoil_the_lens(tmp_path: Path) -> None:
    paths = photos(tmp_path, CHESS)
    picture = photo(CHESS, POSES[2])
    corners = sight(picture, CHESS).corners
    x, y = np.round(corners[20]).astype(int)
    # A figure's shadow, say, beside the corner: the corner is found, but elsewhere.
    picture[y - 3 : y + 9, x + 2 : x + 6] = picture[y - 6, x + 6]
    moved = sight(picture, CHESS).corners
    assert np.linalg.norm(moved - corners, axis=1).max() > 1.0
    save(tmp_path, "p2.png", picture)
    found = calibrate(paths, CHESS)
    holds(found)
    assert any("left out" in remark for remark in found.remarks) or found.rejected


@pytest.mark.long
@pytest.mark.parametrize(("stretch", "reasons"), [(0.02, []), (0.05, ["1 %"]), (0.25, ["px off", "1 %"])])
def test_a_board_of_another_shape_in_each_photo_is_told_by_the_uncertainty(
    tmp_path: Path, stretch: float, reasons: list[str]
) -> None:
    """As bent paper is: no lens has all photos right, corners of one photo err together, and what is told holds the truth."""
    rng = np.random.default_rng(6)
    paths = [
        save(tmp_path, f"p{number}.png", photo(BOARD, pose, stretch=1.0 + rng.uniform(-stretch, stretch)))
        for number, pose in enumerate(POSES)
    ]
    found = calibrate(paths, BOARD)
    focal, sigma = found.focal
    assert abs(focal - FOCAL) < 3 * sigma
    assert any("quite flat" in remark for remark in found.remarks)
    assert len(found.why) == len(reasons)
    assert all(reason in why for reason, why in zip(reasons, found.why, strict=True))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_photos_is_a_line_and_one_for_each_that_did_not_serve(tmp_path: Path, count: int) -> None:
    paths = photos(tmp_path, BOARD, POSES[:count])
    paths += [save(tmp_path, "empty.png", np.full(SIZE[::-1], 99, np.uint8)), tmp_path / "gone.jpg"]
    with pytest.raises(SceneError) as caught:
        calibrate(paths, BOARD)
    assert len(caught.value.faults) == 3
    assert "10 to 20" in caught.value.faults[0]
    assert 'photo "empty.png"' in "".join(caught.value.faults)
    assert 'photo "gone.jpg" is not there: there is no such file' in caught.value.faults


def test_no_photos_at_all() -> None:
    with pytest.raises(SceneError, match="none of the photos"):
        calibrate([], BOARD)
