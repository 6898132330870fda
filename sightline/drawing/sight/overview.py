"""The overview: the table from a side or from above, with its figures and the witness ray."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.mask_outlines import runs
from sightline.drawing.annotation.overview_frame import BAND, RULER, draw_badge, draw_band, draw_rulers
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import BASE, FIGURE, INK, PAPER, STOPPING, WHITE, WITNESS, ink_on, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import RenderedPicture, figures_in, render
from sightline.drawing.rendering.shading import quiet_light
from sightline.drawing.rendering.side_marks import SideMark, badge_shape, base_colour, sides_of
from sightline.drawing.rendering.viewpoint import Viewpoint, camera_at
from sightline.drawing.sight.eye_marks import deepest

Point = Sequence[float]

NAME_SIZE = 16
BADGE = 10.0
"""Pixels: radius of a side's badge."""
STEPS = 500
"""Into how many steps the witness ray is divided, to find where it is hidden."""


@dataclass(frozen=True)
class Badge:
    """A side's badge over a figure.

    Attributes:
        middle: where, in pixels.
        foot: the figure's top, in pixels.
        side: whose.
        hidden: the figure's top is behind something; the badge is hollow then.
    """

    middle: tuple[float, float]
    foot: tuple[float, float]
    side: SideMark
    hidden: bool


def overview(
    table: Table,
    *,
    viewpoint: Viewpoint | None = None,
    size: tuple[int, int] = (1400, 1000),
    names: bool = False,
    highlight: Mapping[str, str] | None = None,
    witness: tuple[Point, Point] | None = None,
    stopping: FloatArray | None = None,
) -> Image.Image:
    """The whole table.

    Args:
        table: what is drawn.
        viewpoint: from where; from a side, or from above as a plan with rulers.
        size: width and height in pixels, at least 400 x 300.
        names: write the ids of all pieces and figures.
        highlight: figures to be emphasised by id, and what is written beside each.
        witness: start and end of a ray that is drawn through everything, in dashes where it is hidden.
        stopping: (n, 3, 3) triangles that are coloured, through everything: those that stop all lines.
    """
    viewpoint = viewpoint or Viewpoint()
    width_, height = max(size[0], 400), max(size[1], 300)
    margin = RULER if viewpoint.above else 0
    camera = camera_at(viewpoint, table, (width_ - 2 * margin, height - BAND - 2 * margin))
    sides = sides_of(table)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
    )
    light = quiet_light(camera)
    picture = render(render_scene, camera, light)
    scene = _marked(
        table, render_scene, camera, picture, sides, names=names, highlight=highlight or {}, witness=witness, stopping=stopping
    )
    whole = Image.new("RGB", (width_, height), PAPER)
    whole.paste(scene, (margin, margin))
    if viewpoint.above:
        whole = draw_rulers(whole, table, camera, margin)
    badges = [badge.hidden for badge in _badges(table, render_scene, camera, sides)]
    return draw_band(whole, table, list(sides.values()), witness=witness is not None, hidden=any(badges))


def best_side(table: Table, start: Point, end: Point, *, elevation: float = 36.0) -> Viewpoint:
    """The side from which most of the line from ``start`` to ``end`` can be seen, looking more or less across it."""
    run = np.subtract(end, start)
    along = np.degrees(np.arctan2(run[1], run[0]))
    render_scene = build_render_scene(table)
    chosen = [Viewpoint(float(along + turn) % 360.0, elevation) for turn in (-90.0, 90.0, -55.0, 55.0, -125.0, 125.0)]
    points = _along(start, end)
    return max(chosen, key=lambda place: float(in_view(render_scene, camera_at(place, table, (400, 300)), points).mean()))


def _marked(
    table: Table,
    render_scene: RenderScene,
    camera: Camera,
    picture: RenderedPicture,
    sides: dict[str, SideMark],
    *,
    names: bool,
    highlight: Mapping[str, str],
    witness: tuple[Point, Point] | None,
    stopping: FloatArray | None,
) -> Image.Image:
    """The rendered picture with all marks and labels."""
    canvas = ImageCanvas(Image.fromarray(np.rint(picture.colour).astype(np.uint8)))
    for triangle in stopping if stopping is not None else ():
        canvas.polygon(camera.project(triangle)[0], STOPPING, alpha=0.55)
    figures = [figure for figure in table.figures if figure.id in highlight]
    for number, figure in enumerate(figures):
        draw_ring(canvas, camera, figure, dashed=number > 0)
    if witness:
        _draw_witness(canvas, render_scene, camera, *witness)
    badges = _badges(table, render_scene, camera, sides)
    for badge in badges:
        canvas.line(np.array([badge.foot, badge.middle]), mixed(badge.side.colour, INK, 0.6), thick=1.4)
        draw_badge(canvas, badge.side, badge.middle, BADGE, hollow=badge.hidden)
    texts, anchors = _labels(table, camera, picture, names=names, highlight=highlight)
    boxes = place_labels(
        [(width(text, NAME_SIZE) + 16.0, 26.0) for text in texts], anchors,
        _kept_free(picture, render_scene, badges, camera, witness),
    )  # fmt: skip
    leaders = [leader(box, anchor) for box, anchor in zip(boxes, anchors, strict=True)]
    for line in leaders:
        if np.hypot(*(line[1] - line[0])) > 10.0:
            canvas.line(line, INK, thick=1.3, alpha=0.8, casing=WHITE)
    for box in boxes:
        canvas.box(box, PAPER, alpha=0.88, edge=mixed(PAPER, INK, 0.45), corner=5.0, thick=1.0)
    flat, draw = canvas.flat()
    _write_words(draw, texts, boxes, badges)
    return flat


def _write_words(
    draw: ImageDraw.ImageDraw,
    texts: Sequence[str],
    boxes: Sequence[tuple[float, float, float, float]],
    badges: Sequence[Badge],
) -> None:
    for badge in badges:
        colour = badge.side.colour if badge.hidden else ink_on(badge.side.colour)
        place = (badge.middle[0] + 0.5, badge.middle[1] + 1.0)
        write(draw, place, badge.side.letter, 13, colour=mixed(colour, INK, 0.35) if badge.hidden else colour,
              bold=True, anchor="mm")  # fmt: skip
    for text, (left, top, right, bottom) in zip(texts, boxes, strict=True):
        write(draw, ((left + right) / 2.0, (top + bottom) / 2.0 + 1.0), text, NAME_SIZE, anchor="mm")


def draw_ring(canvas: ImageCanvas, camera: Camera, figure: Figure, *, dashed: bool) -> None:
    """A ring on the ground round a figure."""
    turns = np.linspace(0.0, 2.0 * np.pi, 65)
    radius = max(figure.base_radius, 0.4) * 1.5 + 0.1
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(65)], axis=1) * radius + figure.position
    pixels, _ = camera.project(ring)
    canvas.line(pixels, INK, thick=2.6, dash=(8.0, 5.0) if dashed else None, casing=WHITE)


def _draw_witness(canvas: ImageCanvas, render_scene: RenderScene, camera: Camera, start: Point, end: Point) -> None:
    points = _along(start, end)
    seen = in_view(render_scene, camera, points)
    pixels, _ = camera.project(points)
    for first, last in runs(seen):
        stretch = pixels[first : last + 2]
        if seen[first]:
            canvas.line(stretch, WITNESS, thick=3.4, casing=WHITE)
        else:
            canvas.line(stretch, WITNESS, thick=2.2, dash=(7.0, 6.0), casing=WHITE)
    canvas.disc((pixels[0][0], pixels[0][1]), 5.0, WITNESS, edge=WHITE, thick=1.5)
    canvas.polygon(badge_shape(4, (pixels[-1][0], pixels[-1][1]), 5.0), WITNESS, edge=WHITE, thick=1.5)


def _along(start: Point, end: Point) -> FloatArray:
    """(STEPS + 1, 3) points from ``start`` to ``end``."""
    return np.linspace(np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64), STEPS + 1)


def _badges(table: Table, render_scene: RenderScene, camera: Camera, sides: dict[str, SideMark]) -> list[Badge]:
    """Badges over all figures that have a side."""
    figures = [figure for figure in table.figures if figure.side]
    if not figures:
        return []
    tops = np.array([_top(figure) for figure in figures])
    pixels, _ = camera.project(tops)
    seen = in_view(render_scene, camera, tops)
    return [
        Badge((float(x), float(y) - 19.0), (float(x), float(y)), sides[figure.side], not bool(visible))
        for figure, (x, y), visible in zip(figures, pixels, seen, strict=True)
    ]


def _top(figure: Figure) -> tuple[float, float, float]:
    """The highest point of a figure; above the middle of its base it may well be behind its own head."""
    if len(figure.placed.faces) == 0:
        x, y, z = figure.position
        return x, y, z + figure.base_height
    x, y, z = figure.placed.vertices[figure.placed.vertices[:, 2].argmax()].tolist()
    return x, y, z


def _labels(
    table: Table, camera: Camera, picture: RenderedPicture, *, names: bool, highlight: Mapping[str, str]
) -> tuple[list[str], list[tuple[float, float]]]:
    """Words, and the pixel that each belongs to: the emphasised figures, then, on demand, all others."""
    texts, anchors = [], []
    figures = [figure for figure in table.figures if names or figure.id in highlight]
    for figure in sorted(figures, key=lambda figure: figure.id not in highlight):
        said = highlight.get(figure.id, "")
        texts.append(cut(f"{figure.called}{': ' if said else ''}{said}", NAME_SIZE, 260))
        (x, y), *_ = camera.project([figure.position])[0]
        anchors.append((float(x), float(y)))
    if names:
        coarse = picture.part[::4, ::4]
        for number, piece in enumerate(table.terrain.pieces):
            mask = np.asarray(coarse == number)
            place, _ = camera.project([piece.placed.bounds.mean(axis=0)])
            x, y = deepest(mask) if mask.any() else (place[0, 0] / 4.0, place[0, 1] / 4.0)
            texts.append(cut(piece.called, NAME_SIZE, 220))
            anchors.append((x * 4.0, y * 4.0))
    return texts, anchors


def _kept_free(
    picture: RenderedPicture,
    render_scene: RenderScene,
    badges: Sequence[Badge],
    camera: Camera,
    witness: tuple[Point, Point] | None,
) -> BoolArray:
    """(rows, columns) what labels should not cover: figures, badges, the witness ray."""
    free = figures_in(render_scene, picture)
    rows, columns = free.shape
    marks = [badge.middle for badge in badges]
    if witness:
        marks += [(x, y) for x, y in camera.project(_along(*witness))[0].tolist()]
    for x, y in marks:
        row, column, room = int(np.clip(y, 0, rows)), int(np.clip(x, 0, columns)), int(BADGE) + 3
        free[max(0, row - room) : row + room, max(0, column - room) : column + room] = True
    return free
