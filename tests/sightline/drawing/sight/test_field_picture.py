"""The picture of a field: every place is marked, by colour and by shape."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rules.citations import Cover
from rules.sight.verdict import SightRuling
from scene.geometry.mesh import FloatArray
from scene.table.table import Figure, Piece, Table
from scene.visibility.hidden_share import Hidden
from scene.visibility.line_of_sight import Witness
from sightline.cli.command_line import run
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.viewpoint import camera_at
from sightline.drawing.sight.field_picture import (
    BAND,
    HIDDEN_COLOURS,
    SMALLEST,
    VIEWPOINT,
    FieldMark,
    Sign,
    colour_of,
    draw_mark,
    field_picture,
    marks_of,
    sign_of,
)
from tests.plain_scenes import block, figure, table

SIGNS: tuple[Sign, ...] = ("open", "partial", "full", "none-seen")
TABLES = Path(__file__).parents[4] / "assets" / "tables"


def ruling(share: float, cover: Cover | None = None, *, seen: bool = True) -> SightRuling:
    hidden = Hidden(share, share, share, (), (), 1)
    line = Witness((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)) if seen else None
    return SightRuling(line, cover, hidden, hidden, hidden)


def drawn(sign: Sign, colour: tuple[int, int, int] = (200, 30, 30)) -> FloatArray:
    """(41, 41, 3) a mark of radius 12 in the middle of a white picture."""
    canvas = ImageCanvas(Image.new("RGB", (41, 41), (255, 255, 255)))
    draw_mark(canvas, FieldMark((20.0, 20.0), 12.0, sign, colour, behind=False))
    return np.asarray(canvas.flat()[0], dtype=np.float64)


def marks(whole: Table, places: list[list[float]], found: list[SightRuling]) -> list[FieldMark]:
    render_scene, camera = build_render_scene(whole), camera_at(VIEWPOINT, whole, (1400, 1000 - BAND))
    return marks_of(render_scene, camera, np.array(places), found)


def lightness(colour: tuple[int, int, int]) -> float:
    """CIE L* of an sRGB colour (IEC 61966-2-1, CIE 15)."""
    part = np.array(colour) / 255.0
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    y = float(linear @ [0.2126, 0.7152, 0.0722])
    return 116.0 * float(np.cbrt(y)) - 16.0


def target_and(*pieces: Piece) -> tuple[Table, Figure]:
    target = figure("target", 24.0, 18.0)
    return table(target, *pieces), target


# Two signs: colour and shape.


def test_the_colours_grow_darker_in_even_steps() -> None:
    steps = -np.diff([lightness(colour) for colour in HIDDEN_COLOURS])
    assert (steps > 0.0).all()
    assert steps.max() < 1.6 * steps.mean()


def test_a_share_between_two_colours_is_mixed_from_them() -> None:
    assert colour_of(0.0) == HIDDEN_COLOURS[0]
    assert colour_of(0.5) == HIDDEN_COLOURS[5]
    assert colour_of(1.0) == HIDDEN_COLOURS[-1]
    assert np.abs(np.array(colour_of(0.05)) - np.mean(HIDDEN_COLOURS[:2], axis=0)).max() <= 1.0


def test_without_colour_the_signs_still_differ() -> None:
    grey = [drawn(sign).mean(axis=2) for sign in SIGNS]
    for i, one in enumerate(grey):
        for other in grey[i + 1 :]:
            assert (np.abs(one - other) > 40.0).sum() > 80


def test_a_disc_is_full_half_full_or_hollow() -> None:
    red = {sign: np.abs(drawn(sign) - [200.0, 30.0, 30.0]).max(axis=2) < 20.0 for sign in SIGNS}
    disc = np.pi * 12.0**2
    assert 0.75 * disc < red["open"].sum() < disc
    assert red["partial"].sum() == pytest.approx(red["open"].sum() / 2.0, rel=0.12)
    assert not red["full"][20, 20]
    assert red["full"][:, 20].sum() >= 4
    assert not red["none-seen"].any()


# What a place says.


@pytest.mark.parametrize("cover", ["open", "partial", "full"])
def test_the_shape_follows_the_rulebook_not_the_share(cover: Cover) -> None:
    assert sign_of(ruling(0.7, cover)) == cover


@pytest.mark.parametrize(
    ("share", "sign"), [(0.0, "open"), (0.001, "partial"), (0.499, "partial"), (0.5, "full"), (1.0, "full")]
)
def test_without_a_rulebook_the_shape_follows_the_share(share: float, sign: Sign) -> None:
    assert sign_of(ruling(share)) == sign


def test_without_line_of_sight_nothing_is_seen() -> None:
    assert sign_of(ruling(0.3, seen=False)) == "none-seen"


# Where the marks are.


def test_each_place_has_its_mark_where_it_is() -> None:
    whole, _ = target_and()
    found = marks(whole, [[12.0, 9.0, 0.0], [36.0, 9.0, 0.0], [12.0, 27.0, 0.0]], [ruling(0.0), ruling(0.4), ruling(0.9)])
    by_sign = {mark.sign: mark.middle for mark in found}
    (x0, y0), (x1, y1), (x2, y2) = by_sign["open"], by_sign["partial"], by_sign["full"]
    assert x1 > x0 + 300.0  # x to the right
    assert y1 == pytest.approx(y0, abs=0.01)
    assert y2 < y0 - 150.0  # y upwards
    assert x2 > x0  # and further away, so nearer to the middle
    assert not any(mark.behind for mark in found)


def test_places_on_a_deck_are_drawn_at_its_height_over_those_below() -> None:
    whole, _ = target_and(block("deck", (8.0, 8.0, 2.9), (16.0, 16.0, 3.0)))
    first, second = marks(whole, [[12.0, 12.0, 3.0], [12.0, 12.0, 0.0]], [ruling(0.0), ruling(0.9)])
    assert (first.sign, first.behind) == ("full", True)
    assert (second.sign, second.behind) == ("open", False)
    assert second.middle[1] < first.middle[1] - 15.0


def test_a_mark_behind_something_is_paler_but_there() -> None:
    canvas = ImageCanvas(Image.new("RGB", (41, 41), (255, 255, 255)))
    draw_mark(canvas, FieldMark((20.0, 20.0), 12.0, "open", (0, 0, 0), behind=True))
    middle = np.asarray(canvas.flat()[0])[20, 20]
    assert 100 < middle[0] < 180


def test_the_picture_has_the_marks_colours() -> None:
    whole, target = target_and()
    places, found = np.array([[12.0, 9.0, 0.0], [13.0, 9.0, 0.0]]), [ruling(0.0, "open"), ruling(1.0, "full", seen=False)]
    size = (1400, 1000)
    picture = np.asarray(field_picture(whole, target, places, found, size=size), dtype=np.int64)
    assert picture.shape == (1000, 1400, 3)
    x, y = (round(value) for value in next(m for m in marks(whole, places.tolist(), found) if m.sign == "open").middle)
    assert np.abs(picture[y, x] - HIDDEN_COLOURS[0]).max() < 12


def test_no_place_at_all_still_makes_a_picture() -> None:
    whole, target = target_and()
    assert field_picture(whole, target, np.zeros((0, 3)), [], size=(10, 10)).size == SMALLEST


@pytest.mark.long
def test_the_command_writes_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "field.png"
    assert run(["field", str(TABLES / "disputed-shot.json"), "kruger", "--step", "4", "--picture", str(path)]) == 0
    assert Image.open(path).size == (1400, 1000)
