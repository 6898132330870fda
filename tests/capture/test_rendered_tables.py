"""What the renderer is asked for: the standard table, boards, views round the table, and files as phones write them."""

from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

from scene.geometry.camera_model import CameraView
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH, Table
from tests.capture.rendered import (
    EVEN,
    Noise,
    PrintedSheet,
    Scenery,
    Stage,
    charuco_picture,
    chessboard_picture,
    focal_35mm,
    jpeg,
    looking,
    phone_lens,
    photograph,
    plain_lens,
    round_the_table,
    standard_table,
    tags_in,
)

EMPTY = Table((48.0, 36.0))
MIDDLE = (24.0, 18.0, 0.0)


def test_a_board_is_where_opencv_finds_it() -> None:
    board = PrintedSheet(charuco_picture(5, 7, square=90, marker=66), (150.0, 210.0), RigidTransform.turned(MIDDLE, 20.0))
    view = CameraView(phone_lens((800, 600)), looking((26.0, 10.0, 11.0), MIDDLE, roll=4.0))
    scenery = Scenery(EMPTY, (board,))
    photo = photograph(scenery, view, light=EVEN, noise=Noise(), grey=True, rng=np.random.default_rng(0))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.CharucoDetector(cv2.aruco.CharucoBoard((5, 7), 30.0, 22.0, dictionary))
    corners, ids, _, _ = detector.detectBoard(photo)
    assert sorted(ids.ravel().tolist()) == list(range(24))
    # Inner corners are numbered along the rows, from the top left of the board.
    row, column = np.divmod(ids.ravel(), 4)
    truth = view.project(board.at(np.stack([(column + 1) / 5.0, (row + 1) / 7.0], axis=1)))
    off = corners.reshape(-1, 2) - truth
    assert np.linalg.norm(off, axis=1).max() < 0.25
    assert np.abs(off.mean(axis=0)).max() < 0.03


def test_a_chessboard_is_where_opencv_finds_it() -> None:
    board = PrintedSheet(chessboard_picture(6, 5), (175.0, 150.0), RigidTransform.turned(MIDDLE, -8.0), paper_mm=(210.0, 180.0))
    view = CameraView(phone_lens((800, 600)), looking((24.0, 9.0, 12.0), MIDDLE, roll=-3.0))
    photo = photograph(Scenery(EMPTY, (board,)), view, light=EVEN, noise=Noise(), grey=True, rng=np.random.default_rng(0))
    done, corners = cv2.findChessboardCornersSB(photo, (6, 5))
    assert done
    row, column = np.divmod(np.arange(30), 6)
    truth = view.project(board.at(np.stack([(column + 1) / 7.0, (row + 1) / 6.0], axis=1)))
    # OpenCV may begin at either end.
    off = min((corners.reshape(-1, 2) - order for order in (truth, truth[::-1])), key=lambda apart: float(np.abs(apart).max()))
    assert np.linalg.norm(off, axis=1).max() < 0.25
    assert np.abs(off.mean(axis=0)).max() < 0.03


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_phones_file(orientation: int) -> None:
    photo = np.zeros((60, 80, 3), dtype=np.uint8)
    photo[:30, :40] = (200, 60, 20)
    photo[:30, 40:] = (20, 200, 60)
    lens = phone_lens((80, 60))
    file = Image.open(BytesIO(jpeg(photo, lens=lens, orientation=orientation, make="Maker", model="One", focal_mm=5.5)))
    exif = file.getexif()
    assert (exif[ExifTags.Base.Make], exif[ExifTags.Base.Model]) == ("Maker", "One")
    assert exif[ExifTags.Base.Orientation] == orientation
    inner = exif.get_ifd(ExifTags.IFD.Exif)
    assert float(inner[ExifTags.Base.FocalLength]) == pytest.approx(5.5)
    assert inner[ExifTags.Base.FocalLengthIn35mmFilm] == round(focal_35mm(lens))
    upright = np.asarray(ImageOps.exif_transpose(file)).astype(int)
    assert upright.shape == photo.shape
    assert np.abs(upright - photo).mean() < 4.0
    # 0.78 of the width is 0.624 of the diagonal of a photo of 4 to 3; film's diagonal is 43.27 mm.
    assert focal_35mm(lens) == pytest.approx(0.624 * 43.27, abs=0.01)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_standard_table_is_as_the_tests_expect_it(seed: int) -> None:
    made = standard_table(np.random.default_rng(seed))
    assert [tag.id for tag in made.anchors] == list(range(12))
    edge = 40.0 / MM_PER_INCH
    corners = [(edge, edge), (48.0 - edge, edge), (48.0 - edge, 36.0 - edge), (edge, 36.0 - edge)]
    assert np.array([tag.pose.position[:2] for tag in made.anchors[:4]]) == pytest.approx(np.array(corners))
    assert len(made.terrain_tags) == len(made.scenery.table.terrain.pieces) == 6
    assert all(len(tags) in {1, 2} for tags in made.terrain_tags.values())
    heights = [tag.pose.position[2] for tags in made.terrain_tags.values() for tag in tags]
    assert min(heights) > 2.0
    assert max(heights) == pytest.approx(8.0)
    assert len(made.figures) == 8
    assert set(made.base_tags) == made.scenery.bare
    for name, tag in made.base_tags.items():
        x, y, _ = made.scenery.table.figure(name).position
        assert tag.pose.position == pytest.approx((x, y, BASE_HEIGHT_MM / MM_PER_INCH))
    numbers = [tag.id for tag in made.scenery.tags]
    assert len(set(numbers)) == len(numbers)
    # From straight above all can be seen but what lies under a deck, and nothing of this does.
    view = CameraView(plain_lens((500, 400), 4500.0), looking((24.0, 18.0, 500.0), MIDDLE))
    assert [one.tag.id for one in tags_in(Stage(made.scenery, EVEN), view) if one.visible < 1.0] == []


def test_figures_may_stand_on_decks() -> None:
    made = standard_table(np.random.default_rng(1), on_decks=3)
    heights = [figure.position[2] for figure in made.figures]
    # The tops of the first three pieces: two platforms and a gantry.
    assert heights == pytest.approx([3.0, 5.5, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    view = CameraView(plain_lens((500, 400), 4500.0), looking((24.0, 18.0, 500.0), MIDDLE))
    hidden = [one.tag.id for one in tags_in(Stage(made.scenery, EVEN), view) if one.visible < 0.9]
    assert hidden == []


def test_views_go_round_the_table() -> None:
    views = round_the_table(12, phone_lens((400, 300)), np.random.default_rng(4))
    away = np.array([view.pose.position for view in views]) - MIDDLE
    far = np.linalg.norm(away, axis=1)
    above = np.degrees(np.arcsin(away[:, 2] / far))
    assert far.min() >= 35.0
    assert far.max() <= 60.0
    assert above.min() >= 25.0
    assert above.max() <= 60.0
    turns = np.sort(np.degrees(np.arctan2(away[:, 1], away[:, 0])))
    assert np.diff(turns, append=turns[0] + 360.0).max() < 50.0
    middles = np.array([view.project(MIDDLE) for view in views])
    assert (np.abs(middles - (199.5, 149.5)) < (110.0, 90.0)).all()
    # Up is up: a place above the middle is higher in the picture.
    assert all(view.project((24.0, 18.0, 4.0))[1] < view.project(MIDDLE)[1] for view in views)
