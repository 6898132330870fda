"""The picture of who sees whom: the table from above, with a line for everybody who sees somebody, each way of its own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from PIL import Image

from rules.citations import Cover
from rules.sight.verdict import COVERS, Verdict
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import Dash, ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.overview_frame import RULER, draw_rulers
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import (
    BASE,
    BLUE,
    FAINT_INK,
    FIGURE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    RULE,
    VERMILLION,
    WHITE,
    Rgb,
    ink_on,
    mixed,
)
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import quiet_light
from sightline.drawing.rendering.side_marks import SideMark, badge_shape, base_colour, sides_of
from sightline.drawing.rendering.viewpoint import Viewpoint, camera_at

Sign = Literal["open", "partial", "full", "seen"]

SMALLEST = (900, 600)
BAND = 96
"""Pixels: height of the legend."""
NAME_SIZE, TITLE_SIZE, SIZE = 16, 22, 16
QUIET = 0.4
"""How much white is mixed into the table, so that the lines stand out from it."""
ASIDE = 4.0
"""Pixels by which each way's line runs to the right of the straight one, seen from who looks; the other way runs beside it."""
BADGE = 11.0
"""Pixels: radius of the mark of somebody's side."""
HEAD = (13.0, 5.5)
"""Pixels: length and half the width of an arrow's head."""
AWAY = 0.4
"""Opacity of a line to somebody out of the vision arc."""

LOOKS: Final[dict[Sign, tuple[Rgb, Dash | None]]] = {
    "open": (GREEN, None),
    "partial": (ORANGE, (14.0, 7.0)),
    "full": (VERMILLION, (4.0, 5.0)),
    "seen": (BLUE, None),
}
"""The colour and the dash of what a line says."""
SEES = "sees"
"""What a line says where no rulebook is asked for the cover."""


@dataclass(frozen=True)
class SightLine:
    """A line of the picture.

    Attributes:
        points: (2, 2) pixels, from who looks to who is looked at.
        sign: what it says.
        in_arc: whether the target is in the vision arc.
        close: whether that is too close to call.
    """

    points: FloatArray
    sign: Sign
    in_arc: bool
    close: bool


def sight_lines_picture(
    table: Table, verdicts: Sequence[Verdict], close: Sequence[bool], *, size: tuple[int, int] = (1400, 1000)
) -> Image.Image:
    """The table from above with everybody's name, and an arrow from everybody who looks to everybody who is seen.

    Colour and dash of an arrow say the cover. The two ways between two figures run side by side, each on the right of who
    looks; it is paler where the target is out of the vision arc, and has a question mark where it is too close to call.

    Args:
        table: what is drawn.
        verdicts: who sees whom.
        close: for each, whether it is too close to call.
        size: width and height in pixels, at least `SMALLEST`.
    """
    wide, high = (max(value, least) for value, least in zip(size, SMALLEST, strict=True))
    camera = camera_at(Viewpoint(above=True), table, (wide - 2 * RULER, high - BAND - 2 * RULER))
    sides, lines = sides_of(table), sight_lines(camera, verdicts, close)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
    )
    colour = render(render_scene, camera, quiet_light(camera)).colour
    scene = Image.fromarray(np.rint(colour + (255.0 - colour) * QUIET).astype(np.uint8))
    whole = Image.new("RGB", (wide, high), PAPER)
    whole.paste(_marked(scene, table, camera, sides, lines), (RULER, RULER))
    whole = draw_rulers(whole, table, camera, RULER)
    covers = verdicts[0].rules.covers if verdicts else COVERS
    return with_reservation(_with_legend(whole, table, lines, len(verdicts), sides, covers), table)


def sight_lines(camera: Camera, verdicts: Sequence[Verdict], close: Sequence[bool]) -> list[SightLine]:
    """The lines of all who see somebody; none between two of whom one stands right above the other."""
    found = []
    for verdict, near in zip(verdicts, close, strict=True):
        one, other = verdict.question.shooter, verdict.question.target
        ends, _ = camera.project([one.position, other.position])
        way = ends[1] - ends[0]
        far = float(np.hypot(*way))
        if not verdict.line_of_sight or far < 1.0:
            continue
        along, room = way / far, min(BADGE + 3.0, 0.3 * far)
        right = np.array([-along[1], along[0]]) * ASIDE  # pixels count downwards
        points = np.array([ends[0] + along * room, ends[1] - along * room]) + right
        found.append(SightLine(points, _sign(verdict), verdict.in_arc, near))
    return found


def _sign(verdict: Verdict) -> Sign:
    cover = verdict.ruling.cover
    return "seen" if cover is None or cover == "none-seen" else cover


def _marked(
    scene: Image.Image, table: Table, camera: Camera, sides: dict[str, SideMark], lines: Sequence[SightLine]
) -> Image.Image:
    canvas = ImageCanvas(scene)
    order = ["full", "partial", "open", "seen"]
    for line in sorted(lines, key=lambda one: (one.in_arc, order.index(one.sign))):
        draw_line(canvas, line)
    places = np.array([figure.position for figure in table.figures]).reshape(-1, 3)
    middles = [(float(x), float(y)) for x, y in camera.project(places)[0]]
    for figure, middle in zip(table.figures, middles, strict=True):
        _draw_badge(canvas, sides.get(figure.side), middle)
    texts = [cut(figure.called, NAME_SIZE, 220) for figure in table.figures]
    room = [(width(text, NAME_SIZE) + 14.0, 24.0) for text in texts]
    boxes = place_labels(room, middles, _kept_free((scene.height, scene.width), middles, lines), nearest=BADGE + 3.0)
    for box, middle in zip(boxes, middles, strict=True):
        ends = leader(box, middle)
        if np.hypot(*(ends[1] - ends[0])) > 2.0 * BADGE:
            canvas.line(ends, INK, thick=1.2, alpha=0.8, casing=WHITE)
    for box in boxes:
        canvas.box(box, PAPER, alpha=0.92, edge=mixed(PAPER, INK, 0.45), corner=5.0, thick=1.0)
    flat, draw = canvas.flat()
    for figure, middle in zip(table.figures, middles, strict=True):
        if figure.side:
            mark = sides[figure.side]
            write(draw, (middle[0], middle[1] + 1.0), mark.letter, 13, colour=ink_on(mark.colour), bold=True, anchor="mm")
    for text, (left, top, right, bottom) in zip(texts, boxes, strict=True):
        write(draw, ((left + right) / 2.0, (top + bottom) / 2.0 + 1.0), text, NAME_SIZE, anchor="mm")
    for line in lines:
        if line.close:
            x, y = _question_place(line)
            write(draw, (x, y + 1.0), "?", 14, bold=True, anchor="mm")
    return flat


def draw_line(canvas: ImageCanvas, line: SightLine) -> None:
    """An arrow; with a disc for a question mark, where that is too close to call."""
    colour, dash = LOOKS[line.sign]
    alpha = 1.0 if line.in_arc else AWAY
    start, end = line.points
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    across, foot = np.array([-along[1], along[0]]) * HEAD[1], end - along * HEAD[0]
    canvas.line(np.array([start, foot]), colour, thick=2.8, dash=dash, casing=WHITE, alpha=alpha)
    canvas.polygon([tuple(end), tuple(foot + across), tuple(foot - across)], colour, alpha=alpha)
    if line.close:
        canvas.disc(_question_place(line), 9.0, PAPER, edge=INK, thick=1.4)


def _question_place(line: SightLine) -> tuple[float, float]:
    """Nearer to who looks, so that those of both ways are beside each other."""
    x, y = line.points[0] + 0.4 * (line.points[1] - line.points[0])
    return float(x), float(y)


def _draw_badge(canvas: ImageCanvas, mark: SideMark | None, middle: tuple[float, float]) -> None:
    """The mark of somebody's side; a plain disc for somebody without one."""
    colour = mark.colour if mark else BASE
    shape = badge_shape(mark.corners if mark else 0, middle, BADGE)
    canvas.polygon(shape, colour)
    canvas.line(np.concatenate([shape, shape[:1]]), mixed(colour, INK, 0.6), thick=1.6)


def _kept_free(shape: tuple[int, int], middles: Sequence[tuple[float, float]], lines: Sequence[SightLine]) -> BoolArray:
    """(rows, columns) what names should not cover: figures, and lines if that can be."""
    free = np.zeros(shape, dtype=np.bool_)
    spots = [(x, y, BADGE + 4.0) for x, y in middles]
    for line in lines:
        count = int(np.hypot(*(line.points[1] - line.points[0])) / 5.0) + 2
        spots += [(float(x), float(y), 3.0) for x, y in np.linspace(line.points[0], line.points[1], count)]
    for x, y, room in spots:
        free[max(0, int(y - room)) : max(0, int(y + room)), max(0, int(x - room)) : max(0, int(x + room))] = True
    return free


def _with_legend(
    whole: Image.Image,
    table: Table,
    lines: Sequence[SightLine],
    asked: int,
    sides: dict[str, SideMark],
    covers: Mapping[Cover, str],
) -> Image.Image:
    canvas = ImageCanvas(whole)
    top, left = float(whole.height - BAND), 22.0
    canvas.box((0.0, top, float(whole.width), float(whole.height)), PAPER)
    canvas.line(np.array([[0.0, top], [float(whole.width), top]]), RULE, thick=1.5)
    y, x, words = top + 66.0, left, list[tuple[float, str]]()
    for sample, said in _samples(lines, covers):
        draw_line(canvas, SightLine(np.array([[x, y], [x + 52.0, y]]), sample.sign, sample.in_arc, sample.close))
        words.append((x + 60.0, said))
        x += 86.0 + width(said, SIZE)
    letters = list[tuple[float, SideMark]]()
    for mark in sides.values():
        said = cut(mark.name, SIZE, 150.0)
        if x + 40.0 + width(said, SIZE) > whole.width - 20.0:
            break
        _draw_badge(canvas, mark, (x + 10.0, y))
        letters.append((x + 10.0, mark))
        words.append((x + 30.0, said))
        x += 54.0 + width(said, SIZE)
    flat, draw = canvas.flat()
    for at, mark in letters:
        write(draw, (at, y + 1.0), mark.letter, 13, colour=ink_on(mark.colour), bold=True, anchor="mm")
    for at, text in words:
        write(draw, (at, y + 1.0), text, SIZE, anchor="lm")
    for (shown, _), (at, _) in zip(_samples(lines, covers), words, strict=False):
        if shown.close:
            write(draw, (at - 39.2, y + 1.0), "?", 14, bold=True, anchor="mm")
    title = cut(f"Who sees whom: {table.name or 'a table without a name'}", TITLE_SIZE, 0.6 * whole.width)
    write(draw, (left, top + 28.0), title, TITLE_SIZE, bold=True, anchor="lm")
    about = f"{len(lines)} of {asked} see the other; the arrow points at who is seen; no arrow: not seen"
    after = left + 1.03 * width(title, TITLE_SIZE) + 22.0
    write(draw, (after, top + 28.0), cut(about, SIZE, whole.width - 20.0 - after), SIZE, colour=FAINT_INK, anchor="lm")
    return flat


def _samples(lines: Sequence[SightLine], covers: Mapping[Cover, str]) -> list[tuple[SightLine, str]]:
    """An arrow of every kind that there is, and what it means."""
    counts, nowhere = Counter(line.sign for line in lines), np.zeros((2, 2))
    plain: Sign = "seen" if counts["seen"] else "open"
    called = {sign: SEES if sign == "seen" else covers.get(sign, "") for sign in LOOKS}
    found = [
        (SightLine(nowhere, sign, in_arc=True, close=False), f"{said}  {counts[sign]:,}")
        for sign, said in called.items()
        if said and (counts[sign] or (plain == "open") == (sign != "seen"))
    ]
    if any(not line.in_arc for line in lines):
        found.append((SightLine(nowhere, plain, in_arc=False, close=False), "paler: out of the vision arc"))
    if any(line.close for line in lines):
        found.append((SightLine(nowhere, plain, in_arc=True, close=True), "too close to call"))
    return found
