"""Pictures: facts that hold whatever they look like."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rules.percentages import between, percent
from scene.base.errors import SceneError
from scene.geometry.mesh import EMPTY, FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Body, Figure, Piece, Table, Terrain
from scene.visibility.hidden_share import Blocker, Hidden, hidden_shares
from scene.visibility.view_casting import SightQuery
from sightline.cli.command_line import run
from sightline.cli.commands.tables.show import picture_size
from sightline.drawing.annotation.label_layout import place_labels
from sightline.drawing.annotation.lettering import cut, fitting_file, width, wrapped
from sightline.drawing.annotation.mask_outlines import dashes, outlines, pieces_within
from sightline.drawing.annotation.overview_frame import BAND, RULER
from sightline.drawing.rendering import palette, renderer
from sightline.drawing.rendering.camera import WIDEST, Camera, axes_towards, eye_camera, orbit_camera
from sightline.drawing.rendering.palette import GREEN, VERMILLION
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.shading import Light
from sightline.drawing.rendering.side_marks import sides_of
from sightline.drawing.rendering.viewpoint import Viewpoint, camera_at, named_viewpoint
from sightline.drawing.sight.eye_marks import keys_for
from sightline.drawing.sight.eye_view import PANEL_WIDTH, eye_view
from sightline.drawing.sight.overview import best_side, overview
from sightline.drawing.sight.target_rays import PixelShares, counted, target_view

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float64)
FACES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
         [1, 5, 7], [1, 7, 3]]  # fmt: skip


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    return Mesh.of(np.array(low) + CORNERS * (np.array(high) - np.array(low)), FACES)


def piece(name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> Piece:
    return Piece(name, box(low, high))


def cube(name: str, position: tuple[float, float, float], side: str = "", *, base_mm: float = 0.0) -> Figure:
    """A cube of one inch with its eye in its middle."""
    body = Body(box((-0.5, -0.5, 0.0), (0.5, 0.5, 1.0)), np.array([0.0, 0.0, 0.5]))
    return Figure(name, body, position, side=side, base_mm=base_mm)


def shot(*pieces: Piece, others: tuple[Figure, ...] = ()) -> tuple[Table, Figure, Figure]:
    """A cube ten inches away along x, seen from the middle of another, both at y = 10."""
    shooter, target = cube("shooter", (5.0, 10.0, 0.0), "red"), cube("target", (15.0, 10.0, 0.0), "blue")
    return Table((20.0, 20.0), Terrain(pieces), (shooter, target, *others), "A test"), shooter, target


HALF_WALL = piece("wall", (10.0, 10.0, 0.0), (10.2, 14.0, 3.0))
"""Its upright edge runs through the line between the two middles, so by symmetry it hides exactly half."""


def measured(share: float, *by: tuple[str, float]) -> Hidden:
    return Hidden(share, share, share, tuple(Blocker(name, "terrain", part, name) for name, part in by), (), 0)


def test_edges_are_as_smooth_as_in_a_picture_four_times_as_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the ink along them. Where a pixel has two colours, looked at once it would be off by most of their difference."""
    monkeypatch.setattr(renderer, "ENDS", 0.0)
    monkeypatch.setattr(renderer, "CREASES", 0.0)
    table, shooter, target = shot(HALF_WALL)
    scene, camera = build_render_scene(table, without_body=("shooter",)), eye_camera(shooter, target, (96, 72))
    fine_camera = replace(camera, size=(4 * 96, 4 * 72), focal=4.0 * camera.focal)
    light = Light((0.6, 0.0, 0.8), corner_reach=0.2)
    fine = renderer.render(scene, fine_camera, light).colour.reshape(72, 4, 96, 4, 3).mean(axis=(1, 3))
    smooth = np.abs(renderer.render(scene, camera, light).colour - fine).max(axis=2)
    monkeypatch.setattr(renderer, "PLACES", np.zeros((1, 2)))
    rough = np.abs(renderer.render(scene, camera, light).colour - fine).max(axis=2)
    edges = rough > 8.0
    assert edges.sum() > 50
    assert smooth[edges].mean() < 0.2 * rough[edges].mean()
    assert smooth[~edges].mean() < 0.6


def hues(picture: Image.Image) -> tuple[int, int]:
    """How many pixels of an eye view's scene are orange (seen) and blue (hidden)."""
    scene = np.asarray(picture, dtype=np.int64)[:, : picture.width - PANEL_WIDTH]
    red, green, blue = np.moveaxis(scene, 2, 0)
    return int(((red - blue > 90) & (red - green < 110)).sum()), int((blue - red > 45).sum())


def near(picture: Image.Image, colour: palette.Rgb, within: float = 12.0) -> FloatArray:
    """(rows, columns) bool as float: where a picture has about this colour."""
    off = np.abs(np.asarray(picture, dtype=np.float64) - np.array(colour)).max(axis=2)
    return np.asarray(off <= within, dtype=np.float64)


# The share that an eye view shows.


def pixel_hidden_share(table: Table, shooter: Figure, target: Figure) -> PixelShares:
    """The hidden share as an eye view of 512 x 512 pixels shows it."""
    camera = eye_camera(shooter, target, (512, 512), fill=0.97)
    pixels = camera.grid()
    view = target_view(table, shooter, target)
    return counted(camera, pixels, view.look(*camera.rays(pixels)), view.blockers)


def test_half_a_cube_behind_a_straight_edge_is_half_the_pixels() -> None:
    found = pixel_hidden_share(*shot(HALF_WALL))
    assert found.hidden == pytest.approx(0.5, abs=0.002)
    assert found.by == {"wall": pytest.approx(found.hidden)}
    assert found.pixels > 50_000


def test_half_a_cube_hidden_is_drawn_half_orange_and_half_blue() -> None:
    seen, hidden = hues(eye_view(*shot(HALF_WALL), hidden=None, size=(900, 500)))
    assert seen > 10_000
    assert hidden / (seen + hidden) == pytest.approx(0.5, abs=0.03)


def test_a_wall_up_to_the_middle_hides_the_lower_half() -> None:
    # The eye is level with the cube's middle, so a wall up to that height ends at the horizon.
    found = pixel_hidden_share(*shot(piece("low", (9.0, 2.0, 0.0), (9.5, 18.0, 0.5))))
    assert found.hidden == pytest.approx(0.5, abs=0.002)


def test_no_terrain_hides_nothing_and_a_closed_wall_hides_all() -> None:
    assert pixel_hidden_share(*shot()).hidden == 0.0
    closed = shot(piece("closed", (9.0, 0.0, 0.0), (9.5, 20.0, 9.0)))
    assert pixel_hidden_share(*closed).by == {"closed": 1.0}


def test_what_does_not_count_hides_nothing() -> None:
    flag = replace(piece("flag", (9.0, 0.0, 0.0), (9.5, 20.0, 9.0)), insignificant=True)
    spikes = Body(EMPTY, np.zeros(3), insignificant=box((-1.0, -2.0, 0.0), (1.0, 2.0, 4.0)))
    banner = Figure("banner", spikes, (12.0, 10.0, 0.0), base_mm=80.0)
    table, shooter, target = shot(flag, others=(banner,))
    assert pixel_hidden_share(table, shooter, target).hidden == 0.0
    seen, hidden = hues(eye_view(table, shooter, target, hidden=None, size=(900, 500)))
    assert (seen > 5_000, hidden) == (True, 0)


def test_another_figure_hides_and_is_named() -> None:
    found = pixel_hidden_share(*shot(others=(cube("friend", (9.0, 10.0, 0.0)),)))
    assert found.by == {"friend": 1.0}


@pytest.mark.parametrize("seed", range(4))
def test_the_pixels_agree_with_the_measured_share(seed: int) -> None:
    generator = np.random.default_rng(seed)
    lows = generator.uniform([7.0, 8.5, 0.0], [13.0, 10.2, 0.6], (5, 3))
    highs = lows + generator.uniform(0.1, 0.6, (5, 3))
    table, shooter, target = shot(*(piece(str(i), tuple(lows[i]), tuple(highs[i])) for i in range(5)))
    (wanted,) = hidden_shares(table.terrain, [target], [SightQuery(shooter.eye, target)])
    found = pixel_hidden_share(table, shooter, target)
    assert wanted is not None
    assert wanted.low - 0.003 <= found.hidden <= wanted.high + 0.003
    for one in wanted.by:
        assert found.by.get(one.id, 0.0) == pytest.approx(one.share, abs=0.006)
    assert sum(found.by.values()) == pytest.approx(found.hidden)


# The eye view as a picture.


def test_blockers_are_outlined_and_labelled_and_nothing_else_has_their_colour() -> None:
    table, shooter, target = shot(HALF_WALL)
    marked = eye_view(table, shooter, target, hidden=measured(0.5, ("wall", 0.5)), size=(900, 600))
    plain = eye_view(table, shooter, target, hidden=measured(0.0), size=(900, 600))
    assert near(marked, palette.BLOCKERS[0]).sum() > 150
    assert near(plain, palette.BLOCKERS[0]).sum() == 0


def test_the_target_fills_the_height_and_stands_in_the_middle() -> None:
    _, shooter, target = shot()
    camera = eye_camera(shooter, target, (700, 700))
    pixels, depth = camera.project(target.placed.vertices)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    assert (high[1] - low[1]) / 700 == pytest.approx(0.57, abs=0.01)
    assert (low + high) / 2 == pytest.approx(camera.middle, abs=2.0)
    assert depth.min() > 0


@pytest.mark.parametrize("position", [(5.3, 10.0, 0.0), (5.0, 10.0, 0.0), (5.0, 10.0, 8.0), (5.0, 10.0, -9.0)])
def test_a_target_that_is_very_near_above_or_below_still_makes_a_picture(position: tuple[float, float, float]) -> None:
    table, shooter, target = shot(HALF_WALL)
    moved = target.moved(position)
    camera = eye_camera(shooter, moved, (400, 400))
    assert np.degrees(2 * np.arctan(200 / camera.focal)) <= WIDEST + 1e-6
    assert np.isfinite(camera.axes).all()
    assert eye_view(table.with_figure(moved), shooter, moved, hidden=None, size=(800, 500)).size == (800, 500)


def test_long_names_many_blockers_and_many_lines_find_room() -> None:
    posts = [piece(f"post-{'x' * 90}-{i}", (8.0 + i / 4, 9.0 + i / 5, 0.0), (8.1 + i / 4, 9.05 + i / 5, 3)) for i in range(9)]
    table, shooter, target = shot(*posts)
    by = [(post.id, 0.05) for post in posts]
    hidden = measured(0.45, *by)
    lines = ["Ворона sieht Ägir\nnicht 日本 \x07"] * 60
    shooter = replace(shooter, name="J" * 300)
    assert eye_view(table, shooter, target, hidden=hidden, verdict_lines=lines, size=(1, 1)).size == (800, 500)
    assert [key.letter for key in keys_for(hidden.by)] == list("ABCDE")


def test_a_target_without_a_body_makes_a_picture() -> None:
    table, shooter, target = shot()
    ghost = replace(target, body=Body(EMPTY, np.zeros(3)))
    assert hues(eye_view(table.with_figure(ghost), shooter, ghost, hidden=None, size=(800, 500))) == (0, 0)


# Cameras.


@pytest.mark.parametrize("parallel", [False, True])
def test_a_point_on_a_pixels_ray_projects_to_that_pixel(*, parallel: bool) -> None:
    camera = Camera(np.array([3.0, -2.0, 7.0]), axes_towards((1.0, 2.0, -0.7)), (640, 480), 210.0, parallel=parallel)
    pixels = np.random.default_rng(1).uniform(0, 480, (50, 2))
    origins, directions = camera.rays(pixels)
    back, depth = camera.project(origins + directions * 4.5)
    np.testing.assert_allclose(back, pixels, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1.0)
    assert (depth > 0).all()


def test_the_pixels_solid_angles_add_up_to_that_of_the_frame() -> None:
    camera = Camera(np.zeros(3), axes_towards((1.0, 0.0, 0.0)), (300, 200), 120.0)
    a, b = 150 / 120, 100 / 120
    # A rectangle seen from in front of its middle, half sides a and b at distance 1 (a pyramid's solid angle).
    whole = 4 * np.arcsin(a * b / np.sqrt((1 + a * a) * (1 + b * b)))
    assert camera.solid_angles(camera.grid()).sum() == pytest.approx(whole, rel=1e-4)


@pytest.mark.parametrize("azimuth", [0.0, 77.0, 250.0])
@pytest.mark.parametrize("elevation", [5.0, 38.0, 89.0])
def test_all_of_the_table_is_in_the_picture(azimuth: float, elevation: float) -> None:
    points = np.array([0.0, 0.0, -0.7]) + CORNERS * [48.0, 36.0, 9.0]
    pixels, depth = orbit_camera(points, (800, 500), azimuth=azimuth, elevation=elevation).project(points)
    assert depth.min() > 0
    assert pixels.min() > 0
    assert (pixels.max(axis=0) < [800, 500]).all()
    assert max((pixels.max(axis=0) - pixels.min(axis=0)) / [800, 500]) > 0.8


def test_sides_of_the_compass() -> None:
    table, *_ = shot()
    for name, axis, sign in (("north", 1, 1), ("south", 1, -1), ("east", 0, 1), ("west", 0, -1)):
        camera = camera_at(named_viewpoint(name), table, (400, 300))
        assert sign * (camera.position[axis] - 10.0) > 10.0
    assert named_viewpoint("-90").azimuth == 270.0
    assert named_viewpoint("above").above
    with pytest.raises(SceneError, match=r'"up".*above, east, north'):
        named_viewpoint("up")


# The overview.


def test_a_plan_shows_bases_in_their_sides_colours_where_they_stand() -> None:
    reds, blues = cube("one", (4.0, 5.0, 0.0), "red", base_mm=80.0), cube("two", (16.0, 15.0, 0.0), "blue", base_mm=80.0)
    table = Table((20.0, 20.0), Terrain(), (reds, blues))
    size = (700, 700)
    camera = camera_at(Viewpoint(above=True), table, (700 - 2 * RULER, 700 - BAND - 2 * RULER))
    picture = np.asarray(overview(table, viewpoint=Viewpoint(above=True), size=size), dtype=np.int64)
    for figure, sign in ((reds, 1), (blues, -1)):
        x, y = camera.project([np.asarray(figure.position) - [0.0, 1.0, 0.0]])[0][0] + RULER
        red, _, blue = picture[round(y), round(x)]
        assert sign * (red - blue) > 60
    assert {side.letter for side in sides_of(table).values()} == {"R", "B"}
    assert len({side.corners for side in sides_of(table).values()}) == 2


def test_gangs_have_the_colours_of_their_files_whoever_stands_on_the_table_first() -> None:
    table = Table((20.0, 20.0), Terrain(), (cube("one", (4.0, 5.0, 0.0), "nets", base_mm=80.0),))
    sides = sides_of(table, (("kilns", "red"), ("nets", "green")))
    assert {name: side.colour for name, side in sides.items()} == {"kilns": VERMILLION, "nets": GREEN}
    assert list(sides) == ["kilns", "nets"]
    twice = sides_of(table, (("kilns", "red"), ("kilns-2", "red"))).values()
    assert len({side.colour for side in twice}) == len(twice), "two of one colour are told apart"


def test_nothing_is_drawn_outside_the_board() -> None:
    table = Table((20.0, 10.0), Terrain((piece("crate", (1.0, 1.0, 0.0), (3.0, 3.0, 2.0)),)))
    picture = np.asarray(overview(table, size=(600, 400)), dtype=np.int64)
    edge = np.concatenate([picture[0], picture[: 400 - BAND - 1, 0], picture[: 400 - BAND - 1, -1]])
    assert np.abs(np.diff(edge, axis=0)).max() <= 30
    assert np.ptp(picture[0], axis=0).max() <= 3


def test_the_witness_ray_is_drawn_from_end_to_end_and_dashed_where_hidden() -> None:
    table = Table((20.0, 20.0), Terrain((piece("deck", (8.0, 2.0, 3.0), (12.0, 18.0, 3.2)),)))
    plan, line = Viewpoint(above=True), ((2.0, 10.0, 1.0), (18.0, 10.0, 1.0))
    camera = camera_at(plan, table, (700 - 2 * RULER, 700 - BAND - 2 * RULER))
    drawn = near(overview(table, viewpoint=plan, size=(700, 700), witness=line), palette.WITNESS, 30.0)

    def covered(start: float, end: float) -> float:
        (x0, y), (x1, _) = camera.project([[start, 10.0, 1.0], [end, 10.0, 1.0]])[0] + RULER
        return float(drawn[round(y) - 1 : round(y) + 2, round(x0) : round(x1)].max(axis=0).mean())

    assert covered(2.5, 7.8) == 1.0
    assert 0.3 < covered(8.2, 11.8) < 0.8
    assert covered(12.2, 17.5) == 1.0


def test_the_best_side_is_not_the_one_behind_the_wall() -> None:
    wall = piece("wall", (2.0, 12.0, 0.0), (18.0, 12.2, 6.0))
    table = Table((20.0, 20.0), Terrain((wall,)))
    chosen = best_side(table, (3.0, 11.0, 1.0), (17.0, 11.0, 1.0))
    assert 180.0 < chosen.azimuth < 360.0


def test_names_and_emphasis_change_the_picture() -> None:
    table, *_ = shot(HALF_WALL)
    plain = overview(table, size=(500, 400))
    for other in (overview(table, size=(500, 400), names=True), overview(table, size=(500, 400), highlight={"target": ""})):
        assert (np.asarray(other) != np.asarray(plain)).any(axis=2).sum() > 300


def test_the_picture_calls_people_by_their_names_and_without_one_by_their_ids() -> None:
    """Commands take both."""
    table, _, target = shot(HALF_WALL)
    christened = table.with_figure(replace(target, name="Somebody Else"))
    one, other = (np.asarray(overview(which, size=(500, 400), names=True)) for which in (table, christened))
    assert (one != other).any()
    assert christened.meant("Somebody Else").id == target.id
    renamed = replace(table, figures=tuple(replace(figure, id=f"x{figure.id}") for figure in table.figures))
    assert (one != np.asarray(overview(renamed, size=(500, 400), names=True))).any()


def test_closed_openings_and_endless_height_are_tinted() -> None:
    table, shooter, target = shot(piece("low", (9.0, 2.0, 0.0), (9.5, 18.0, 0.5)))
    endless = replace(table, terrain=Terrain((replace(table.terrain.pieces[0], infinite_height=True),)))
    assert pixel_hidden_share(endless, shooter, target).hidden == 1.0
    seen, hidden = hues(eye_view(endless, shooter, target, hidden=None, size=(800, 500)))
    assert seen == 0
    assert hidden > 5_000


# Parts of the drawing.


def test_the_outline_of_a_disc_is_a_circle() -> None:
    rows, columns = np.mgrid[0:200, 0:220]
    (line,) = outlines((columns - 110) ** 2 + (rows - 90) ** 2 <= 60.5**2)
    assert np.hypot(*(line - [110, 90]).T) == pytest.approx(60.5, abs=1.0)
    x, y = line.T
    area = 0.5 * abs(float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum()))
    assert area == pytest.approx(np.pi * 60.5**2, rel=0.01)
    assert (line[0] == line[-1]).all()


def test_a_ring_has_two_outlines_and_nothing_has_none() -> None:
    rows, columns = np.mgrid[0:100, 0:100]
    away = np.hypot(rows - 50, columns - 50)
    assert len(outlines((away < 40) & (away > 20))) == 2
    assert outlines(np.zeros((20, 20), dtype=np.bool_)) == []
    # Also what runs out of the picture has a closed outline.
    assert len(outlines(np.ones((20, 20), dtype=np.bool_))) == 1


def test_dashes_take_their_part_of_the_line() -> None:
    line = np.stack([np.linspace(0, 300, 50), np.zeros(50)], axis=1)
    parts = dashes(line, 6.0, 4.0)
    assert len(parts) == 30
    assert sum(float(part[-1, 0] - part[0, 0]) for part in parts) == pytest.approx(180.0)
    assert len(pieces_within(line, np.tile(np.arange(301) < 100, (3, 1)))) == 1


def test_labels_cover_neither_one_another_nor_what_must_be_seen() -> None:
    avoid = np.zeros((400, 600), dtype=np.bool_)
    avoid[100:300, 250:350] = True
    boxes = place_labels([(120, 30)] * 8, [(300, 200)] * 8, avoid)
    painted = np.zeros(avoid.shape, dtype=np.int64)
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= 600
        assert bottom <= 400
        painted[int(top) : int(bottom), int(left) : int(right)] += 1
    assert painted.max() == 1
    assert not (painted.astype(np.bool_) & avoid).any()


def test_words_are_cut_and_wrapped_to_their_room() -> None:
    assert cut("short", 16, 200) == "short"
    long = cut("beginning-" + "x" * 500 + "-end", 16, 150)
    assert width(long, 16) <= 150
    assert long.startswith("beg")
    assert long.endswith("end")
    lines = wrapped("as many words as there are in this line " * 3, 16, 120)
    assert all(width(line, 16) <= 120 for line in lines)
    assert " ".join(lines).split() == ("as many words as there are in this line " * 3).split()


def test_letters_that_no_font_has_become_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.drawing.annotation.lettering._present", lambda: ())
    spell: Callable[[str], tuple[str, str]] = fitting_file.__wrapped__
    assert spell("Jelena") == ("", "Jelena")
    assert spell("Ağ \U0001f600") == ("", "Ag ?")


def test_percent_never_rounds_to_nothing_or_all() -> None:
    assert [percent(share) for share in (0.0, 0.0001, 0.4125, 0.9999, 1.0)] == [
        "0 %", "< 0.1 %", "41.2 %", "> 99.9 %", "100 %"]  # fmt: skip
    assert between(0.4101, 0.4139) == "between 41.0 % and 41.4 %"


def test_pictures_are_png() -> None:
    assert png_bytes(Image.new("RGB", (3, 2))).startswith(b"\x89PNG")


# The command.


@pytest.fixture
def table_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    document = {
        "format": "sightline-table", "version": 1, "name": "Small", "size": [12, 12], "terrain": [],
        "figures": [{"id": "jelena", "side": "red", "position": [6, 6, 0]}],
    }  # fmt: skip
    path = tmp_path / "small.json"
    path.write_text(json.dumps(document))
    return path


def test_show_writes_a_picture_once(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["show", str(table_file), "--size", "400x400", "--from", "above", "--json"]
    assert run(words) == 0
    said = json.loads(capsys.readouterr().out)
    with Image.open(said["picture"]) as picture:
        assert picture.size == (400, 400)
    before = Path("small.png").read_bytes()
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out)["picture"] == "small-2.png", "a picture that nobody named takes a free name"
    assert Path("small.png").read_bytes() == before
    assert run([*words, "-o", "small.png"]) == 2
    assert "small.png" in capsys.readouterr().err
    assert run([*words, "-o", "small.png", "--overwrite"]) == 0
    assert run([*words, "--overwrite"]) == 2
    assert "-o" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--size", "big", "big"),
        ("--size", "9x9", "9 x 9"),
        ("--size", "4000x4000", "4000 x 4000"),
        ("--from", "down", "down"),
        ("-o", "a.gif", "a.gif"),
    ],
)
def test_show_refuses_what_it_cannot_do(
    option: str, value: str, named: str, table_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", str(table_file), option, value]) == 2
    said = capsys.readouterr()
    assert named in said.err
    assert not said.out
    assert sorted(path.name for path in table_file.parent.iterdir()) == ["small.json"]


def test_sizes_are_read() -> None:
    assert picture_size("1400x1000") == (1400, 1000)
    assert picture_size(" 800 X 600") == (800, 600)


def test_a_turned_table_gives_the_same_pixels() -> None:
    table, shooter, target = shot(HALF_WALL)
    turn = RigidTransform.turned((3.0, 30.0, 0.0), 37.0)
    moved = [
        replace(figure, position=tuple(turn.to_table(figure.position).tolist()), facing=37.0) for figure in (shooter, target)
    ]
    wall = replace(HALF_WALL, pose=turn)
    same = pixel_hidden_share(Table((60.0, 60.0), Terrain((wall,)), tuple(moved)), *moved)
    assert same.hidden == pytest.approx(pixel_hidden_share(table, shooter, target).hidden, abs=0.002)


def test_a_body_that_is_laid_over_the_view_casts_its_shadow_all_the_same() -> None:
    table, shooter, target = shot()
    render_scene = build_render_scene(table, without={shooter.id}, without_body={target.id})
    above, below = np.array([[15.0, 10.0, 3.0]]), np.array([[15.0, 10.0, 0.1]])
    assert render_scene.blocked(above.astype(np.float32), below.astype(np.float32)).all()
    assert render_scene.look(above, np.array([[0.0, 0.0, -1.0]])).distance[0] > 2.9
    assert not render_scene.blocked(
        (above - [10.0, 0.0, 0.0]).astype(np.float32), (below - [10.0, 0.0, 0.0]).astype(np.float32)
    ).any()
