"""The renderer of the camera side's tests, held to closed forms, to plain slow sums and to OpenCV."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Piece, Table, Terrain
from tests.capture.rendered import (
    EVEN,
    Light,
    Noise,
    PrintedSheet,
    PrintedTag,
    Scenery,
    Stage,
    StandardTable,
    TagTruth,
    exposed,
    looking,
    phone_lens,
    photograph,
    plain_lens,
    round_the_table,
    standard_table,
    tags_in,
)
from tests.capture.rendered.developing import developed
from tests.scene.plain_parts import box

EMPTY = Table((48.0, 36.0))
MIDDLE = (24.0, 18.0, 0.0)

Shot = tuple[NDArray[np.float32], CameraView, tuple[TagTruth, ...]]


@pytest.fixture(scope="module")
def standard() -> StandardTable:
    return standard_table(np.random.default_rng(7))


def found_by_opencv(photo: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(photo)
    numbers = np.asarray([] if ids is None else ids, dtype=np.int64).ravel()  # type: ignore[redundant-expr]
    return {int(i): np.asarray(c[0], np.float64) for i, c in zip(numbers, corners, strict=True)}


def cut(lens: Lens, corner: tuple[int, int], size: tuple[int, int]) -> Lens:
    """A lens that takes only a part of the photo."""
    centre = (lens.centre[0] - corner[0], lens.centre[1] - corner[1])
    return Lens(size, lens.focal, centre, lens.distortion)


def brute(stage: Stage, view: CameraView, *, side: int) -> NDArray[np.float64]:
    """(h, w, 3) the mean over side x side rays in each pixel, every one through the lens's exact inverse."""
    width, height = view.lens.size
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    total = np.zeros((height * width, 3))
    rng = np.random.default_rng(1)
    for row in range(side):
        for column in range(side):
            shake = (np.array([[column], [row]]) + rng.random((2, x.size))) / side - 0.5
            ways = view.rays(np.stack([x.ravel(), y.ravel()], axis=-1) + shake.T)
            total += stage.look(np.array(view.pose.position), ways).colour
    return total.reshape(height, width, 3) / side**2


def test_a_pixel_is_the_mean_over_its_square(standard: StandardTable) -> None:
    stage = Stage(standard.scenery, Light(vignetting=0.0))
    whole = phone_lens((1600, 1200))
    pose = round_the_table(3, whole, np.random.default_rng(3))[0].pose
    tag = standard.terrain_tags[standard.scenery.table.terrain.pieces[0].id][0]
    corner = CameraView(whole, pose).project(tag.pose.position).astype(int) - (48, 36)
    view = CameraView(cut(whole, (int(corner[0]), int(corner[1])), (96, 72)), pose)
    expected = brute(stage, view, side=16)
    wrong = 255.0 * np.abs(exposed(stage, view) - expected)
    assert expected.std() > 0.05
    assert np.sqrt(np.mean(wrong**2)) < 1.0
    # Where black meets white the plain sum itself is off by as much, and so are a few dozen rays: as a sensor's noise is.
    assert np.quantile(wrong, 0.99) < 5.0
    assert abs(np.mean(exposed(stage, view) - expected)) < 0.1 / 255.0


@pytest.mark.parametrize("turn", [0.0, 3.0, 17.0, 45.0, 71.0])
@pytest.mark.parametrize("blur_px", [0.0, 1.2])
def test_an_edge_lies_where_it_is_to_a_hundredth_of_a_pixel(turn: float, blur_px: float) -> None:
    # Ink on the sheet's left half, paper on its right; what a row is short of white says where it crosses the edge.
    sheet = PrintedSheet(
        np.array([[0, 255]], dtype=np.uint8), (1000.0, 1000.0), RigidTransform.turned((24.0, 18.0, 0.0), turn - 45.0)
    )
    lens = plain_lens((120, 40), 400.0)
    view = CameraView(lens, looking((24.13, 5.0, 30.0), (24.1, 18.2, 0.0), roll=45.0))
    stage = Stage(Scenery(EMPTY, (sheet,)), EVEN)
    photo = cv2.GaussianBlur(exposed(stage, view)[..., 0], (0, 0), blur_px) if blur_px else exposed(stage, view)[..., 0]
    ends = view.project(sheet.pose.to_table([[0.0, -4.0, 0.0], [0.0, 4.0, 0.0]]))
    slope = (ends[1, 0] - ends[0, 0]) / (ends[1, 1] - ends[0, 1])
    rows = np.arange(8, 32)
    crossing = ends[0, 0] + slope * (rows - ends[0, 1])
    assert 10.0 < crossing.min() < crossing.max() < 109.0
    dark = (sheet.white - photo[rows]) / (sheet.white - sheet.ink)
    measured = dark.sum(axis=1) - 0.5
    assert np.abs(measured - crossing).max() < 0.02
    assert abs(np.mean(measured - crossing)) < 0.002


def test_the_rim_of_paper_lies_where_it_is() -> None:
    # A disc's dark mat around it: its area in pixels against that of the same disc seen straight from above.
    blank = np.full((1, 1), 255, dtype=np.uint8)
    sheet = PrintedSheet(blank, (10.0, 10.0), RigidTransform(MIDDLE), paper_mm=(50.0, 50.0), round=True)
    view = CameraView(plain_lens((120, 100), 500.0), looking((24.0, 18.0, 15.0), MIDDLE))
    photo = exposed(Stage(Scenery(EMPTY, (sheet,), grain=0.0, mat=(0.1, 0.1, 0.1)), EVEN), view)[..., 1]
    cover = (photo - 0.1) / (sheet.white - 0.1)
    # Paper is raised by 0.002 inches for the rays, which is a share of 1.3e-4 of the distance.
    radius = 25.0 / MM_PER_INCH * 500.0 / 15.0
    assert np.sqrt(cover.sum() / np.pi) == pytest.approx(radius, abs=0.01)
    y, x = np.indices(cover.shape)
    assert (cover * x).sum() / cover.sum() == pytest.approx(59.5, abs=0.005)
    assert (cover * y).sum() / cover.sum() == pytest.approx(49.5, abs=0.005)


@pytest.fixture(scope="module")
def shot(standard: StandardTable) -> list[Shot]:
    """A photo's light, with its view and truth."""
    stage = Stage(standard.scenery, Light(shadows=False))
    views = round_the_table(3, phone_lens((1400, 1050)), np.random.default_rng(5), far=(40.0, 50.0), above=(40.0, 60.0))[:1]
    return [(exposed(stage, view), view, tags_in(stage, view)) for view in views]


@pytest.mark.long
def test_opencv_finds_every_tag_that_can_be_seen(shot: list[Shot]) -> None:
    far = []
    for light, view, tags in shot:
        rng = np.random.default_rng(1)
        photo = developed(light, blur_px=0.6, noise=Noise(), jpeg_quality=92, grey=True, gamma=1.0, rng=rng)
        found = found_by_opencv(photo)
        truth = {one.tag.id: one for one in tags}
        assert set(found) <= {number for number, one in truth.items() if one.visible > 0.8}
        for number, one in truth.items():
            whole = one.visible == 1.0 and one.smallest_side > 18.0
            clear = (one.corners > 15.0).all() and (one.corners < np.array(view.lens.size) - 16.0).all()
            assert number in found or not (whole and clear), number
            if number in found and one.visible == 1.0:
                far.append(found[number] - one.corners)
    off = np.array(far)
    assert len(off) >= 12
    # A wrong corner first, or the picture the wrong way round, would be tens of pixels off.
    assert np.linalg.norm(off, axis=-1).max() < 2.0
    assert np.quantile(np.linalg.norm(off, axis=-1), 0.9) < 1.0
    # Half a pixel's fault in the convention would shift all of them.
    assert np.abs(off.mean(axis=(0, 1))).max() < 0.2


def test_corners_are_where_opencv_projects_them(shot: list[Shot]) -> None:
    for _, view, tags in shot:
        turn, _ = cv2.Rodrigues(view.pose.matrix.T)
        shift = -view.pose.matrix.T @ np.array(view.pose.position)
        for one in tags:
            corners, distortion = one.tag.sheet.corners, np.array(view.lens.distortion)
            expected, _ = cv2.projectPoints(corners, turn, shift, view.lens.matrix, distortion)
            np.testing.assert_allclose(one.corners, expected.reshape(4, 2), atol=1e-6)


def test_sides_of_tags_lie_where_they_are(shot: list[Shot]) -> None:
    # Across a side, what the black border is short of white says how far out it reaches; looked at along three fifths of it.
    reached = []
    for light, view, tags in shot:
        for one in tags:
            if one.visible < 1.0 or one.smallest_side < 44.0:
                continue
            corners = one.tag.sheet.corners
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
                outwards = (start + end) / 2.0 - corners.mean(axis=0)
                along = start + (end - start) * np.linspace(0.2, 0.8, 60)[:, None]
                middle = view.project(along)
                # A module is an eighth of the side, so this stays in the black border and in the white margin.
                way = view.project(along + 0.17 * outwards) - middle
                reach = float(np.linalg.norm(way, axis=1).min())
                way /= np.linalg.norm(way, axis=1, keepdims=True)
                places = (middle[:, None] + way[:, None] * np.linspace(-reach, reach, 401)[:, None]).astype(np.float32)
                profile = cv2.remap(light[..., 1], places[..., 0], places[..., 1], cv2.INTER_LINEAR).mean(axis=0)
                black, white = profile[:40].mean(), profile[-40:].mean()
                reached.append(reach * (2.0 * np.mean((white - profile) / (white - black)) - 1.0))
    assert len(reached) >= 16
    assert np.abs(reached).max() < 0.04
    assert abs(np.mean(reached)) < 0.01


def test_a_tag_is_hidden_as_far_as_what_stands_before_it_reaches() -> None:
    # From 20 inches straight above, a thin roof at 4 inches whose edge is 1 inch off the middle hides what lies
    # beyond 1 * 20 / 16 inches of the ground.
    tag = PrintedTag(5, 100.0, RigidTransform(MIDDLE))
    half = 50.0 / MM_PER_INCH
    roof = Piece("roof", box(10.0, 10.0, 0.01, at=(24.0 + 6.0, 18.0, 3.99)))
    scenery = Scenery(Table((48.0, 36.0), Terrain((roof,))), (tag,), grain=0.0)
    stage = Stage(scenery, EVEN)
    view = CameraView(plain_lens((200, 200), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    (truth,) = tags_in(stage, view)
    assert truth.visible == pytest.approx((half + 1.25) / (2.0 * half), abs=0.5 / 40)
    # In the photo the roof begins 1 / 16 of the focal length right of the middle.
    row = exposed(stage, view)[100, :, 0]
    edge = 99.5 + 400.0 / 16.0
    assert row[round(edge) + 2 : round(edge) + 10] == pytest.approx(row[round(edge) + 2], abs=1e-6)
    before = row[round(edge) - 4 : round(edge) - 2]
    assert (np.isclose(before, 0.06) | np.isclose(before, 0.88)).all()
    assert not np.isclose(row[round(edge) + 2], (0.06, 0.88), atol=0.05).any()
    behind = CameraView(view.lens, looking((24.0, 18.0, -20.0), MIDDLE))
    assert tags_in(stage, behind)[0].visible == 0.0


def test_a_tag_is_seen_as_far_as_it_is_in_the_picture() -> None:
    tag = PrintedTag(5, 100.0, RigidTransform(MIDDLE))
    half = 50.0 / MM_PER_INCH
    # The picture ends 100 pixels from its middle, which is 5 inches at that height; it looks 4 inches beside.
    view = CameraView(plain_lens((200, 200), 400.0), looking((28.0, 18.0, 20.0), (28.0, 18.0, 0.0)))
    (truth,) = tags_in(Stage(Scenery(EMPTY, (tag,)), EVEN), view)
    assert truth.visible == pytest.approx((half + 1.0) / (2.0 * half), abs=0.5 / 40)


def test_paper_that_the_light_falls_on_squarely_is_as_bright_as_its_share() -> None:
    sheet = PrintedSheet(np.full((1, 1), 255, dtype=np.uint8), (100.0, 100.0), RigidTransform(MIDDLE), white=0.8)
    view = CameraView(plain_lens((20, 20), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    assert exposed(Stage(Scenery(EMPTY, (sheet,)), EVEN), view) == pytest.approx(0.8, abs=1e-6)
    aslant = Light(towards=(1.0, 0.0, 1.0), lamp=1.0, around=0.0, uneven=(0.0, 0.0), vignetting=0.0)
    assert exposed(Stage(Scenery(EMPTY, (sheet,)), aslant), view) == pytest.approx(0.8 * np.sqrt(0.5), abs=1e-6)
    # The shadow of a roof 5 inches up falls 5 inches to the other side of the lamp.
    roof = Piece("roof", box(2.0, 2.0, 0.01, at=(29.0, 18.0, 5.0)))
    shaded = exposed(Stage(Scenery(Table((48.0, 36.0), Terrain((roof,))), (sheet,)), aslant), view)
    assert np.abs(shaded).max() == 0.0


def test_a_shaded_sheet_is_brighter_at_one_end() -> None:
    sheet = PrintedSheet(
        np.full((1, 1), 255, dtype=np.uint8), (254.0, 254.0), RigidTransform(MIDDLE), white=0.5, shade=(0.2, -0.1)
    )
    view = CameraView(plain_lens((200, 200), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    photo = exposed(Stage(Scenery(EMPTY, (sheet,)), EVEN), view)[..., 0]
    # The sheet is 10 inches wide and so is the picture; x goes right and y up in it.
    steps = (np.arange(10, 190) - 99.5) / 100.0
    expected = 0.5 * (1.0 + 0.2 * steps[None, :] + 0.1 * steps[:, None])
    np.testing.assert_allclose(photo[10:190, 10:190], expected, atol=1e-5)


def test_noise_grows_with_the_light_as_it_should() -> None:
    picture = np.linspace(0, 255, 4).astype(np.uint8)[None, :]
    sheet = PrintedSheet(picture, (254.0, 254.0), RigidTransform(MIDDLE), ink=0.1, white=0.7)
    view = CameraView(plain_lens((200, 200), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    stage = Stage(Scenery(EMPTY, (sheet,)), EVEN)
    noise = Noise(read=0.01, shot=4e-4)
    photo = photograph(stage, view, blur_px=0.0, noise=noise, rng=np.random.default_rng(2)).astype(float)
    for number, light in enumerate((0.1, 0.3, 0.5, 0.7)):
        part = photo[10:190, 50 * number + 5 : 50 * number + 45] / 255.0
        # Rounding to eight bits adds a twelfth of a step squared. Four standard errors of mean and variance.
        variance = 0.01**2 + 4e-4 * light + 1.0 / 12.0 / 255.0**2
        assert part.mean() == pytest.approx(light, abs=4.0 * np.sqrt(variance / part.size))
        assert part.var() == pytest.approx(variance, rel=4.0 * np.sqrt(2.0 / part.size))


def test_blur_and_motion_spread_a_point_as_wide_as_asked_and_keep_its_middle() -> None:
    dot = PrintedSheet(np.full((1, 1), 255, dtype=np.uint8), (3.0, 3.0), RigidTransform((24.1, 18.05, 0.0)), white=1.0)
    view = CameraView(plain_lens((81, 61), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    stage = Stage(Scenery(EMPTY, (dot,), mat=(0.0, 0.0, 0.0), grain=0.0), EVEN)
    where = view.project((24.1, 18.05, 0.0))
    y, x = np.indices((61, 81))

    def spread(**options: object) -> tuple[float, float, float, float]:
        photo = photograph(stage, view, rng=np.random.default_rng(0), **options)[..., 0].astype(float)  # type: ignore[arg-type]
        share = photo / photo.sum()
        middle = (share * x).sum(), (share * y).sum()
        return *middle, (share * (x - middle[0]) ** 2).sum(), (share * (y - middle[1]) ** 2).sum()

    sharp, soft, moved = spread(blur_px=0.0), spread(blur_px=1.5), spread(blur_px=0.0, motion_px=(6.0, 0.0))
    for left, top, _, _ in (sharp, soft, moved):
        assert (left, top) == pytest.approx(where, abs=0.02)
    assert soft[2] - sharp[2] == pytest.approx(1.5**2, rel=0.06)
    assert soft[3] - sharp[3] == pytest.approx(1.5**2, rel=0.06)
    # An even spread over 6 pixels has the variance 36 / 12, and sharing among pixels adds less than a quarter.
    assert 3.0 < moved[2] - sharp[2] < 3.25
    assert moved[3] - sharp[3] == pytest.approx(0.0, abs=0.02)


def test_bad_prints() -> None:
    view = CameraView(plain_lens((240, 240), 400.0), looking((24.0, 18.0, 20.0), MIDDLE))
    good, mirrored, small = (
        PrintedTag(17, 60.0, RigidTransform(MIDDLE), mirrored=mirrored, scale=scale, card_mm=80.0)
        for mirrored, scale in ((False, 1.0), (True, 1.0), (False, 0.9))
    )
    rng = np.random.default_rng(0)
    photos = [photograph(Scenery(EMPTY, (tag,)), view, light=EVEN, grey=True, rng=rng) for tag in (good, mirrored, small)]
    assert set(found_by_opencv(photos[0])) == {17}
    assert 17 not in found_by_opencv(photos[1])
    assert set(found_by_opencv(photos[1][:, ::-1].copy())) == {17}
    # 54 mm at 20 inches.
    side = np.linalg.norm(np.diff(found_by_opencv(photos[2])[17], axis=0), axis=1)
    assert side == pytest.approx(54.0 / MM_PER_INCH * 20.0, abs=0.8)
    assert np.linalg.norm(np.diff(small.sheet.corners, axis=0), axis=1) == pytest.approx(54.0 / MM_PER_INCH)
