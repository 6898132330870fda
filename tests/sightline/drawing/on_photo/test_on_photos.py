"""What is drawn on photos lies where it is and says what is hidden: held to the renderer, to OpenCV, to closed forms."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from rules.movement.path_rules import find_reach
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import BoolArray, FloatArray
from scene.measuring.distance import nearest
from scene.table.table import Table
from scene.visibility.hidden_share import hidden_shares
from scene.visibility.view_casting import SightQuery as Look
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.on_photo.photo_frame import PhotoFrame, holds_camera, part_of_photo, whole_photo
from sightline.drawing.on_photo.photo_marks import Silhouette, draw_outline, figure_silhouette, piece_silhouette
from sightline.drawing.on_photo.photo_measure import measure_on_photo
from sightline.drawing.on_photo.photo_reach import reached_in
from sightline.drawing.on_photo.photo_sight import sight_on_photo
from sightline.drawing.on_photo.photo_target import AWAY, HIDDEN, SEEN, Classed, classed
from sightline.drawing.rendering.palette import HIDDEN as BLUE
from sightline.files.scan_photo_lookup import Taken
from tests.capture.rendered import looking, plain_lens
from tests.plain_scenes import block, figure, table
from tests.sightline.photographed import bent_lens, blank, overlap, solid_angles, truth, yard_table

FROM_ASIDE = CameraView(bent_lens((1000, 750), 800.0), looking((11.0, -8.0, 9.0), (12.0, 10.0, 0.5), roll=3.0))


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return yard_table(tmp_path_factory.mktemp("yard"))[1]


@pytest.fixture(scope="module")
def aside(yard: Table) -> PhotoFrame:
    frame = whole_photo(blank(FROM_ASIDE), yard)
    assert frame.view == FROM_ASIDE
    return frame


def mask(frame: PhotoFrame, thing: Silhouette | None, part: NDArray[np.bool_] | None = None) -> BoolArray:
    """(rows, columns) all of an object, or the given part of its masks, in the picture."""
    assert thing is not None
    whole = np.zeros(frame.shape, dtype=np.bool_)
    whole[thing.rows, thing.columns] = thing.full if part is None else part
    return whole


def held_at_the_eye(yard: Table) -> CameraView:
    """A phone at Ada's eye, aimed past Bruno: he is off the middle, where the lens bends."""
    eye, middle = yard.figure("ada").eye, yard.figure("bruno").placed.bounds.mean(axis=0)
    return CameraView(bent_lens((1000, 750), 1500.0), looking(eye, middle + np.array([0.0, 2.4, 0.4]), roll=5.0))


def drawn_from_the_eye(yard: Table, view: CameraView) -> tuple[PhotoFrame, Classed]:
    frame = whole_photo(blank(view), yard)
    found = classed(frame, yard, yard.figure("ada"), yard.figure("bruno"))
    assert found is not None
    return frame, found


@pytest.mark.long
def test_a_photo_from_the_figures_eye_shows_the_same_cut_as_the_computed_one(yard: Table) -> None:
    ada, bruno = yard.figure("ada"), yard.figure("bruno")
    view = held_at_the_eye(yard)
    # Ada was taken away for the photo: nobody can hold a phone in her head.
    shown, whole = truth(yard, view, without="ada")["bruno"], truth(yard, view, alone="bruno")["bruno"]
    weights = solid_angles(view)
    share = 1.0 - weights[shown].sum() / weights[whole].sum()
    (computed,) = hidden_shares(yard.terrain, yard.figures, [Look(ada.eye, bruno, frozenset({"ada"}))])
    assert computed is not None
    assert 0.2 < computed.share < 0.8
    # What pixels along the outlines are worth, which are one or the other by chance.
    assert computed.low - 0.002 < share < computed.high + 0.002
    frame, drawn = drawn_from_the_eye(yard, view)
    assert overlap(mask(frame, drawn.outline), whole) > 0.99
    assert overlap(mask(frame, drawn.outline, drawn.kinds == HIDDEN), whole & ~shown) > 0.98
    assert overlap(mask(frame, drawn.outline, drawn.kinds == SEEN), shown) > 0.98
    assert (drawn.kinds == AWAY).mean() < 0.01
    own = weights[drawn.outline.rows, drawn.outline.columns]
    assert own[drawn.kinds == HIDDEN].sum() / own[drawn.kinds > 0].sum() == pytest.approx(computed.share, abs=0.004)


def test_without_its_distortion_that_photo_would_be_missed(yard: Table) -> None:
    view = held_at_the_eye(yard)
    whole = truth(yard, view, alone="bruno")["bruno"]
    frame, drawn = drawn_from_the_eye(yard, CameraView(Lens(view.lens.size, view.lens.focal, view.lens.centre), view.pose))
    assert overlap(mask(frame, drawn.outline), whole) < 0.97


def test_hatches_and_tints_are_painted_where_the_photo_shows_the_cut(yard: Table) -> None:
    ada, bruno = yard.figure("ada"), yard.figure("bruno")
    view = held_at_the_eye(yard)
    shown, whole = truth(yard, view, without="ada")["bruno"], truth(yard, view, alone="bruno")["bruno"]
    (verdict,) = settle_shots(yard, [SightQuestion(ada, bruno)], rules=registry.system("geometry").sight)
    picture = sight_on_photo(yard, blank(view), verdict, ["as it is"])
    colour = np.asarray(picture, dtype=np.float64)[:750]
    # Labels and lines cover some of it; inside, blue over grey is bluer than red, orange redder than blue.
    inside = cv2.erode((whole & ~shown).astype(np.uint8), np.ones((9, 9))).astype(bool)
    seen = cv2.erode(shown.astype(np.uint8), np.ones((9, 9))).astype(bool)
    bluer = colour[..., 2] - colour[..., 0]
    assert (bluer[inside] > 20.0).mean() > 0.8
    assert (bluer[seen] < -20.0).mean() > 0.8
    # Blue is hatched: both its light and its dark are there.
    assert np.ptp(np.quantile(colour[inside].mean(axis=1), [0.1, 0.9])) > 20.0
    assert BLUE[2] > BLUE[0]


def test_outlines_are_those_of_the_renderer(yard: Table, aside: PhotoFrame) -> None:
    shown = truth(yard, FROM_ASIDE)
    for one in yard.figures:
        thing = figure_silhouette(aside, one, with_base=False)
        assert thing is not None
        assert overlap(mask(aside, thing, thing.seen), shown[one.id]) > 0.97, one.id
    dario = figure_silhouette(aside, yard.figure("dario"), with_base=False)
    assert overlap(mask(aside, dario), truth(yard, FROM_ASIDE, alone="dario")["dario"]) > 0.98
    for piece in yard.terrain.pieces:
        thing = piece_silhouette(aside, piece)
        assert thing is not None
        assert overlap(mask(aside, thing, thing.seen), shown[piece.id]) > 0.98, piece.id


def test_somebody_behind_a_wall_is_outlined_in_dashes(yard: Table, aside: PhotoFrame) -> None:
    ink = {}
    for name in ("bruno", "dario"):
        thing = figure_silhouette(aside, yard.figure(name), with_base=False)
        assert thing is not None
        canvas = ImageCanvas(Image.new("RGB", aside.picture.size))
        draw_outline(canvas, thing, (255, 255, 255))
        edge = mask(aside, thing).astype(np.uint8)
        rim = (edge - cv2.erode(edge, np.ones((3, 3)))).astype(bool)
        ink[name] = (np.asarray(canvas.flat()[0])[rim].mean(axis=1) > 90.0).mean()
        assert (thing.seen.sum() > 0.9 * thing.full.sum()) == (name == "bruno")
    assert ink["bruno"] > 0.85
    assert 0.2 < ink["dario"] < 0.75


def projected(view: CameraView, points: FloatArray) -> FloatArray:
    """(n, 2) pixels by OpenCV."""
    turn, _ = cv2.Rodrigues(view.pose.matrix.T)
    shift = -view.pose.matrix.T @ np.array(view.pose.position)
    pixels, _ = cv2.projectPoints(points[:, None], turn, shift, view.lens.matrix, np.array(view.lens.distortion))
    return np.asarray(pixels.reshape(-1, 2), dtype=np.float64)


@pytest.mark.parametrize("box", [(0.0, 0.0, 1000.0, 750.0), (310.5, 200.25, 790.5, 560.25)])
def test_places_in_a_part_of_a_photo_are_opencvs_places_in_the_photo(box: tuple[float, ...], yard: Table) -> None:
    left, top, right, bottom = box
    frame = part_of_photo(
        blank(FROM_ASIDE), whole_photo(blank(FROM_ASIDE), yard).render_scene, (left, top, right, bottom), (640, 480)
    )
    points = np.concatenate([one.box for one in yard.figures])
    # Both counted from the corner of the picture, half a pixel before its first pixel's middle.
    expected = (projected(FROM_ASIDE, points) + 0.5 - (left, top)) * (640.0 / (right - left), 480.0 / (bottom - top))
    assert frame.view.project(points) + 0.5 == pytest.approx(expected, abs=1e-6)


def test_a_part_of_a_photo_shows_that_part() -> None:
    # Every pixel is as bright as its middle is far from the left edge; half-way between two middles the mean of both.
    colour = np.repeat(np.arange(80, dtype=np.uint8)[None, :, None] * 3, 60, axis=0).repeat(3, axis=2)
    view = CameraView(plain_lens((80, 60), 70.0), looking((0.0, 0.0, 5.0), (10.0, 0.0, 0.0)))
    photo = Taken("grey.png", colour, view)
    frame = part_of_photo(photo, whole_photo(photo, table()).render_scene, (40.0, 20.0, 60.0, 30.0), (200, 100))
    places = (np.arange(200) + 0.5) / 10.0 + 40.0 - 0.5
    assert np.abs(np.asarray(frame.picture)[50, 30:-30, 0] - 3.0 * places[30:-30]).max() < 1.0


def test_a_line_behind_a_wall_is_cut_where_it_comes_into_view() -> None:
    # From a camera 2" up, a wall 3" high half-way hides a pole behind it up to 4": similar triangles.
    here = table(block("wall", (10.0, 0.0, 0.0), (10.01, 36.0, 3.0)))
    view = CameraView(bent_lens((1000, 750), 800.0), looking((4.0, 18.0, 2.0), (16.0, 18.0, 3.0)))
    pole = np.linspace((16.0, 18.0, 0.0), (16.0, 18.0, 6.0), 601)
    frame = whole_photo(blank(view), here)
    (low, hidden), (high, seen) = frame.stretches(pole)
    assert (hidden, seen) == (False, True)
    assert low[-1] == pytest.approx(high[0])
    # What is hidden by less than the tolerance for touching counts as seen: a hair of the pole.
    assert high[0] == pytest.approx(projected(view, np.array([[16.0, 18.0, 4.0]]))[0], abs=2.0)
    # What is behind the camera, or far beside, is no line at all.
    assert frame.stretches(np.linspace((-5.0, 18.0, 0.0), (-9.0, 18.0, 0.0), 50)) == []
    assert frame.stretches(np.linspace((4.1, 30.0, 0.0), (4.1, 34.0, 0.0), 50)) == []


def test_what_is_hidden_from_the_eye_is_told_from_what_faces_away() -> None:
    # A box's front is 8.8" from the eye at 1.1", and a wall half-way hides what is lower than twice its height less 1.1".
    wall = block("wall", (9.49, 14.0, 0.0), (9.5, 22.0, 0.9))
    here = table(figure("one", 5.0, 18.0, base_mm=0.0), figure("other", 14.1, 18.0, base_mm=0.0), wall)
    one, other = here.figures
    assert one.eye[0] == pytest.approx(5.1)
    view = CameraView(bent_lens((1000, 750), 4000.0), looking((11.0, 8.0, 4.0), (14.1, 18.0, 0.6)))
    frame = whole_photo(blank(view), here)
    found = classed(frame, here, one, other)
    assert found is not None
    ways = frame.ways[found.outline.rows, found.outline.columns].astype(np.float64)
    points = frame.eye + ways * np.where(found.outline.full, found.outline.distance, 0.0)[..., None]
    front = found.outline.full & (np.abs(points[..., 0] - 13.9) < 1e-3)
    side = found.outline.full & (np.abs(points[..., 1] - 17.7) < 1e-3) & (points[..., 0] > 13.95)
    share = (13.9 - 5.1) / (9.5 - 5.1)
    edge = 1.1 + (0.9 - 1.1) * share
    # Off its edges, and off the shadow's.
    clear = (
        (np.abs(points[..., 1] - 18.0) < 0.29) & (np.abs(points[..., 2] - 0.6) < 0.59) & (np.abs(points[..., 2] - edge) > 0.01)
    )
    assert front.sum() > 5_000
    assert side.sum() > 5_000
    assert ((found.kinds == HIDDEN) == (points[..., 2] < edge))[front & clear].all()
    assert (found.kinds == SEEN)[front & clear & (points[..., 2] > edge)].all()
    assert (found.kinds == AWAY)[side].mean() > 0.999


def test_a_figure_at_the_camera_was_taken_away() -> None:
    here = table(figure("one", 5.0, 18.0), figure("other", 9.0, 18.0))
    one = here.figures[0]
    view = CameraView(plain_lens((1000, 750), 800.0), looking(one.eye, (20.0, 18.0, 1.0)))
    frame = whole_photo(blank(view), here)
    assert holds_camera(one, one.eye)
    assert not holds_camera(here.figures[1], one.eye)
    assert figure_silhouette(frame, one) is None
    assert figure_silhouette(frame, here.figures[1]) is not None


def test_every_inch_of_a_way_has_a_tick_where_it_is() -> None:
    here = table(figure("one", 10.0, 18.0, base_mm=0.0), figure("other", 20.7, 18.0, base_mm=0.0))
    view = CameraView(bent_lens((1200, 900), 1100.0), looking((15.0, 8.0, 9.0), (15.5, 18.0, 0.0)))
    one, other = here.figures
    span = nearest(one, other)
    assert span.distance == pytest.approx(10.3)
    photo = blank(view, grey=90)
    picture = measure_on_photo(here, photo, {"one": one, "other": other}, span, through=(), length="10.30", lines=["so far"])
    colour = np.asarray(picture, dtype=np.float64)
    ahead = (np.array(span.to) - span.from_) / span.distance
    inches = np.arange(1.0, 11.0)
    places = np.array(span.from_) + inches[:, None] * ahead
    pixels, along = projected(view, places), projected(view, places + 0.01 * ahead) - projected(view, places)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)

    def white(at: FloatArray) -> NDArray[np.bool_]:
        x, y = np.rint(at).astype(int).T
        return np.asarray(
            np.stack([colour[y + dy, x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)]).max(axis=0).min(axis=1) > 200
        )

    # The label of the length covers the line's middle at one side of it at most.
    on = white(pixels + 5.0 * across) | white(pixels - 5.0 * across)
    assert on.all()
    long = white(pixels + 9.5 * across) & white(pixels - 9.5 * across)
    assert long[5]
    assert not long[[1, 2, 7, 8]].any()


def test_reachable_ground_is_a_disc_on_an_empty_table_and_nothing_is_painted_behind_walls() -> None:
    wall = block("wall", (10.0, 11.5, 0.0), (26.0, 11.6, 4.0))
    here = table(figure("one", 18.0, 18.0, base_mm=25.4), wall)
    found = find_reach(
        here, here.figures[0], inches=4.0, rules=registry.system("main-rulebook").movement, move=5.0, safe=False, step=0.1
    )
    view = CameraView(bent_lens((1000, 750), 800.0), looking((18.0, 1.0, 12.0), (18.0, 18.0, 0.0)))
    frame = whole_photo(blank(view), here)
    painted = reached_in(frame, found).reached.reshape(frame.shape)
    # Where the rays through the pixels meet the ground, and whether they pass the wall's upper edge before.
    y, x = np.indices(frame.shape)
    ways = view.rays(np.stack([x, y], axis=-1))
    ground = np.array(view.pose.position) - ways * (view.pose.position[2] / ways[..., 2])[..., None]
    on_disc = (np.hypot(ground[..., 0] - 18.0, ground[..., 1] - 18.0) < 4.0) & (ways[..., 2] < 0.0)
    at_wall = 12.0 + ways[..., 2] / ways[..., 1] * 10.6
    free = (at_wall > 4.0) | (ground[..., 1] < 11.6)
    own = truth(here, view, alone="one")
    body = ~own["ground"] & on_disc
    assert (on_disc & ~free).sum() > 1_000
    assert overlap(painted & ~body, on_disc & free & ~body) > 0.97
    assert not (painted & on_disc & ~free).any()
