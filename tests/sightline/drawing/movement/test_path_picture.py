"""The picture of a path: true to scale, every leg with its number, what is hidden dashed, checks marked."""

from typing import get_args

import numpy as np
import pytest
from PIL import Image

from scene.geometry.mesh import FloatArray
from scene.pathfinding.path_legs import Check, Leg, LegKind, Path
from scene.table.table import Piece
from sightline.answers.path_answer import AtEdge
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.plan_frame import bar_of, draw_inch_grid, inches_along, plan_of
from sightline.drawing.movement.path_lines import (
    CHECK,
    LEG_COLOURS,
    RAISED,
    draw_badge,
    draw_warning,
    leg_line,
    path_marks,
)
from sightline.drawing.movement.path_picture import SMALLEST, path_picture
from sightline.drawing.movement.path_section import section_marks, section_of, section_picture
from sightline.drawing.movement.path_table import check_lines, leg_words, path_list, rows_of
from sightline.drawing.rendering.cutaway import CUT
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene
from tests.plain_scenes import block, bodiless, figure, table

Triple = tuple[float, float, float]

KINDS: tuple[LegKind, ...] = get_args(LegKind)
FALL = Check("initiative", -1, {"fall": 3.5, "strength": 3, "ap": 0, "damage": 1})


def leg(kind: LegKind, start: Triple, end: Triple, check: Check | None = None) -> Leg:
    rise = end[2] - start[2]
    plan = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    return Leg(kind, start, end, plan or abs(rise), rise, plan, check)


def render_scene_with(*pieces: Piece) -> RenderScene:
    return build_render_scene(table(*pieces))


UP_AND_DOWN = Path((
    leg("walk", (5.0, 10.0, 0.0), (9.5, 10.0, 0.0)),
    leg("climb", (9.5, 10.0, 0.0), (9.5, 10.0, 3.0)),
    leg("walk", (9.5, 10.0, 3.0), (14.5, 10.0, 3.0)),
    leg("jump", (14.5, 10.0, 3.0), (14.5, 10.0, 0.0), FALL),
))  # fmt: skip
BLOCK = block("block", (10.0, 6.0, 0.0), (14.0, 14.0, 3.0))


# Lines.


@pytest.mark.parametrize("kind", KINDS)
def test_a_legs_line_is_straight_in_plan_from_its_start_to_its_end(kind: LegKind) -> None:
    start, end = (5.0, 10.0, 0.0), (9.0, 13.0, 1.0)
    line = leg_line(leg(kind, start, end), render_scene_with())
    assert line[0] - [0.0, 0.0, RAISED] == pytest.approx(start)
    assert line[-1] - [0.0, 0.0, RAISED] == pytest.approx(end)
    aside = (line[:, :2] - start[:2]) @ np.array([-3.0, 4.0]) / 5.0
    assert np.abs(aside).max() < 1e-9


def test_a_leap_is_drawn_as_an_arc_and_a_crossing_over_what_is_crossed() -> None:
    flat = render_scene_with()
    leap = leg_line(leg("leap", (5.0, 10.0, 3.0), (8.0, 10.0, 3.0)), flat)
    assert leap[1:-1, 2].min() > 3.0 + RAISED
    wall = block("wall", (6.0, 8.0, 0.0), (6.5, 12.0, 1.2))
    crossing = leg_line(leg("cross", (5.0, 10.0, 0.0), (8.0, 10.0, 0.0)), render_scene_with(wall))
    over = (crossing[:, 0] > 6.01) & (crossing[:, 0] < 6.49)
    assert crossing[over, 2] == pytest.approx(1.2 + RAISED, abs=1e-4)
    assert crossing[~over & (np.abs(crossing[:, 0] - 6.25) > 0.3), 2] == pytest.approx(RAISED)


def test_every_kind_has_a_colour() -> None:
    assert set(LEG_COLOURS) == set(KINDS)


# From above.


def test_an_inch_is_an_inch_wherever_it_lies_in_a_plan() -> None:
    camera = plan_of(np.array([4.0, 4.0, 0.0]), np.array([16.0, 12.0, 5.0]), (700, 500), (48.0, 36.0))
    marks = path_marks(UP_AND_DOWN, render_scene_with(BLOCK), camera)
    for mark in marks:
        pixels = float(np.hypot(*(mark.pixels[-1] - mark.pixels[0])))
        plan = float(np.hypot(*np.subtract(mark.leg.end, mark.leg.start)[:2]))
        assert pixels / camera.focal == pytest.approx(plan, abs=1e-9)
    for axis in (0, 1):
        places = [at for _, at in inches_along(camera, axis, (48.0, 36.0)[axis])]
        assert np.abs(np.diff(places)) == pytest.approx(camera.focal)


@pytest.mark.parametrize("size", [(700, 500), (300, 600), (900, 200)])
def test_a_plan_shows_the_whole_box_and_the_table_rather_than_what_is_beside_it(size: tuple[int, int]) -> None:
    low, high = np.array([1.0, 2.0, 0.0]), np.array([9.0, 10.0, 4.0])
    camera = plan_of(low, high, size, (48.0, 36.0))
    pixels, _ = camera.project([low, high])
    assert pixels.min() > -1.0
    assert (pixels < np.array(size)).all()
    (left, bottom), (right, top) = camera.rays(np.array([[0.0, size[1] - 1.0], [size[0] - 1.0, 0.0]]))[0][:, :2]
    assert min(left, bottom) > -0.5
    assert right < 48.5
    assert top < 36.5


def test_grid_lines_lie_on_whole_inches() -> None:
    camera = plan_of(np.array([2.0, 2.0, 0.0]), np.array([14.0, 10.0, 5.0]), (720, 480), (48.0, 36.0))
    canvas = ImageCanvas(Image.new("RGB", camera.size, (255, 255, 255)))
    draw_inch_grid(canvas, camera, (48.0, 36.0))
    grey = np.asarray(canvas.flat()[0].convert("L"), dtype=np.float64)
    between = camera.project([[5.5, 5.5, 0.0]])[0][0].round().astype(int)
    assert grey[between[1], between[0]] == 255.0
    for x in (3.0, 6.0, 12.0):
        column = round(float(camera.project([[x, 5.5, 0.0]])[0][0, 0]))
        assert grey[between[1], column - 1 : column + 2].min() < 245.0


def test_no_line_of_the_grid_lies_off_the_table() -> None:
    camera = plan_of(np.array([-2.0, -2.0, 0.0]), np.array([14.0, 12.0, 5.0]), (640, 560), (12.0, 10.0))
    canvas = ImageCanvas(Image.new("RGB", camera.size, (255, 255, 255)))
    draw_inch_grid(canvas, camera, (12.0, 10.0))
    grey = np.asarray(canvas.flat()[0].convert("L"), dtype=np.float64)
    (left, bottom), (right, top) = camera.project([[0.0, 0.0, 0.0], [12.0, 10.0, 0.0]])[0].tolist()
    rows, columns = np.nonzero(grey < 250.0)
    assert abs(columns.min() - left) < 2.0
    assert abs(columns.max() - right) < 2.0
    assert abs(rows.min() - top) < 2.0
    assert abs(rows.max() - bottom) < 2.0


def test_the_bar_fits() -> None:
    for inches in (3.0, 8.0, 20.0, 48.0):
        camera = plan_of(np.zeros(3), np.array([inches, inches, 1.0]), (600, 600), (48.0, 48.0))
        assert 20.0 < bar_of(camera) * camera.focal < 260.0


# What is hidden.


def test_under_a_deck_a_path_is_hidden_from_above() -> None:
    deck = block("deck", (10.0, 6.0, 2.8), (14.0, 14.0, 3.0))
    camera = plan_of(np.array([4.0, 4.0, 0.0]), np.array([20.0, 16.0, 5.0]), (800, 600), (48.0, 36.0))
    below, above = path_marks(
        Path((leg("walk", (8.0, 10.0, 0.0), (16.0, 10.0, 0.0)), leg("walk", (10.0, 10.0, 3.0), (14.0, 10.0, 3.0)))),
        render_scene_with(deck), camera,
    )  # fmt: skip
    # Four of its eight inches lie under the deck.
    assert below.seen.mean() == pytest.approx(0.5, abs=0.02)
    assert above.seen.all()


# Unrolled.


def test_unrolled_an_inch_up_is_as_long_as_an_inch_on() -> None:
    render_scene = render_scene_with(BLOCK)
    section = section_of(UP_AND_DOWN, render_scene, (900, 400))
    walk, climb, upper, jump = section_marks(UP_AND_DOWN, render_scene, section)
    for mark, across, down in ((walk, 4.5, 0.0), (climb, 0.0, -3.0), (upper, 5.0, 0.0), (jump, 0.0, 3.0)):
        assert (mark.pixels[-1] - mark.pixels[0]) / section.inch == pytest.approx([across, down], abs=1e-6)
    for before, after in ((walk, climb), (climb, upper), (upper, jump)):
        assert before.pixels[-1] == pytest.approx(after.pixels[0])


def test_unrolled_points_lie_on_the_path() -> None:
    render_scene = render_scene_with(BLOCK)
    section = section_of(UP_AND_DOWN, render_scene, (900, 400))
    points = section.points()
    assert points.shape == (400, section.size[0], 3)
    past_the_end = section.size[0] - section.left - float(section.along[-1]) * section.inch
    assert past_the_end / section.inch == pytest.approx(0.8, abs=1.0 / section.inch), "no longer than the path takes"
    assert points[..., 1] == pytest.approx(10.0)
    column = round(section.left + 2.0 * section.inch)
    assert points[0, column, 0] == pytest.approx(7.0, abs=1.0 / section.inch)
    assert points[:, 0, 0] == pytest.approx(5.0 - section.left / section.inch)  # straight on before the start


def test_the_section_shows_what_the_path_goes_over() -> None:
    render_scene = render_scene_with(BLOCK)
    picture = np.asarray(section_picture(UP_AND_DOWN, render_scene, (940, 480), "A title"), dtype=np.int64)
    cut = np.abs(picture - np.array(CUT)).max(axis=2) < 30
    section = section_of(UP_AND_DOWN, render_scene, (906, 412))
    # The block is 4 inches across and 3 high; grid lines, the path's lines and labels take some of it.
    assert cut.sum() == pytest.approx(12.0 * section.inch**2, rel=0.15)


# The list.


def test_the_list_says_what_a_failed_check_does() -> None:
    said = " ".join(check_lines(FALL, 900))
    assert said == 'initiative check, -1; if it is failed, falls 3.50", a hit of strength 3, AP 0, damage 1'
    assert check_lines(None, 900) == []


def test_the_list_says_it_as_the_words_do_and_nothing_of_what_there_is_not() -> None:
    short = Check("initiative", 0, {"fall": 2.50709, "strength": None, "ap": None, "damage": None, "status": "pinned"})
    assert " ".join(check_lines(short, 900)) == 'initiative check; if it is failed, falls 2.51", pinned'
    harm = Check("none", 0, {"fall": 3.0, "strength": None, "ap": None, "damage": 0, "status": None})
    assert " ".join(check_lines(harm, 900)) == 'harm that no roll averts: falls 3.00", a hit with damage +0'


def test_the_list_has_a_row_for_every_leg() -> None:
    assert leg_words(UP_AND_DOWN.legs[1]) == ("climb", "3.00", "+3.00", "0.00")
    assert leg_words(UP_AND_DOWN.legs[0])[2] == "0"
    heights = [path_list(Path(UP_AND_DOWN.legs[:count]), 900).height for count in (1, 2, 4)]
    assert heights[2] - heights[1] == 2 * (heights[1] - heights[0]) > 30


def test_the_list_tells_checks_harm_doors_and_edges_apart() -> None:
    """A door is opened on the walk, harm comes from the jump; only the edge has a check."""
    walk = Leg("walk", (5.0, 10.0, 3.0), (9.5, 10.0, 3.0), 4.5, 0.0, 5.5, toll=1.0)
    jump = leg("jump", (9.5, 10.0, 3.0), (9.5, 10.0, 0.0), Check("none", 0, {"fall": 3.0}))
    rows = rows_of(Path((walk, jump)), 900, AtEdge((10.0, 10.0, 0.0), "stops there", check=True))
    assert [(row.mark, row.roll) for row in rows] == [(False, True), (True, False), (True, True)]
    assert [" ".join(row.lines).split(":")[0] for row in rows] == [
        'opens a door for 1"',
        "harm that no roll averts",
        "stops there",
    ]


def test_the_mark_of_harm_is_none_of_a_check() -> None:
    marks = []
    for roll in (True, False):
        canvas = ImageCanvas(Image.new("RGB", (31, 31), (90, 90, 90)))
        draw_warning(canvas, (15.0, 15.0), roll=roll)
        marks.append(np.asarray(canvas.flat()[0], dtype=np.int64))
    assert (np.abs(marks[0] - marks[1]).max(axis=2) > 60).sum() > 40


# The picture.


def red(picture: Image.Image) -> FloatArray:
    """(rows, columns) where a picture has the colour of checks."""
    return np.asarray(np.abs(np.asarray(picture, dtype=np.float64) - np.array(CHECK)).max(axis=2) < 6.0, dtype=np.float64)


def test_a_check_is_marked_in_every_part_of_the_picture_and_nowhere_without_one() -> None:
    ada = figure("ada", 5.0, 10.0)
    whole = table(ada, BLOCK)
    free = Path(tuple(Leg(one.kind, one.start, one.end, one.length, one.rise, one.cost) for one in UP_AND_DOWN.legs))
    checked, unchecked = (red(path_picture(whole, ada, path, size=SMALLEST)) for path in (UP_AND_DOWN, free))
    middle = (SMALLEST[0] // 2, 50 + int(0.6 * (SMALLEST[1] - 50)))
    for part in (
        np.s_[: middle[1], : middle[0]],
        np.s_[: middle[1], middle[0] :],
        np.s_[middle[1] :, : middle[0] - 80],
        np.s_[middle[1] :, middle[0] :],
    ):
        assert checked[part].sum() > 40
    assert unchecked.sum() == 0


def test_the_edge_that_a_straight_move_stops_at_is_drawn_with_its_check() -> None:
    ada = figure("ada", 5.0, 10.0)
    path = Path((leg("walk", (5.0, 10.0, 0.0), (9.0, 10.0, 0.0)),))
    for check in (True, False):
        edge = AtEdge((9.6, 10.0, 0.0), "stops there", check=check)
        drawn = red(path_picture(table(ada), ada, path, edge=edge, size=SMALLEST))
        middle = (SMALLEST[0] // 2, 50 + int(0.6 * (SMALLEST[1] - 50)))
        assert drawn[: middle[1], : middle[0]].sum() > 40
        assert drawn[: middle[1], middle[0] :].sum() > 40
        assert bool(drawn[middle[1] :, : middle[0] - 80].sum() > 40) is check


def test_the_paths_colours_are_in_the_picture() -> None:
    ada = figure("ada", 5.0, 10.0)
    picture = np.asarray(path_picture(table(ada, BLOCK), ada, UP_AND_DOWN, size=SMALLEST), dtype=np.int64)
    for kind in ("walk", "climb", "jump"):
        assert (np.abs(picture - np.array(LEG_COLOURS[kind])).max(axis=2) < 8).sum() > 150


def test_a_long_path_makes_a_higher_picture() -> None:
    ada = bodiless("ada", 5.0, 10.0)
    legs = tuple(leg("leap", (5.0 + 0.5 * i, 10.0, 0.0), (5.5 + 0.5 * i, 10.0, 0.0)) for i in range(40))
    wide, high = path_picture(table(ada), ada, Path(legs), size=(10, 10)).size
    assert wide == SMALLEST[0]
    assert high > 40 * 25


def test_a_figure_that_stays_makes_a_picture() -> None:
    ada = bodiless("ada", 5.0, 10.0)
    assert path_picture(table(ada), ada, Path(()), size=(10, 10)).size == SMALLEST


def test_badges_of_all_kinds_have_a_light_middle_for_their_number() -> None:
    for kind in KINDS:
        canvas = ImageCanvas(Image.new("RGB", (31, 31), (90, 90, 90)))
        draw_badge(canvas, leg(kind, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), (15.0, 15.0))
        assert min(canvas.flat()[0].getpixel((15, 15))) == 255  # type: ignore[arg-type]
