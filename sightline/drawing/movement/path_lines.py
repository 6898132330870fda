"""The lines of a path over a table: its legs, dashed where something hides them, each with its number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import ImageDraw

from scene.geometry.mesh import BoolArray, FloatArray
from scene.pathfinding.path_legs import Leg, LegKind, Path
from scene.table.table import Figure
from sightline.answers.counted_legs import CountedLeg, counted_legs
from sightline.answers.path_answer import AtEdge, averted
from sightline.drawing.annotation.image_canvas import Box, ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import width, write
from sightline.drawing.annotation.mask_outlines import runs
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Rgb,
    mixed,
)
from sightline.drawing.rendering.render_scene import RenderScene, in_view

LEG_COLOURS: Final[dict[LegKind, Rgb]] = {
    "walk": BLUE, "step": SKY, "stairs": SKY, "climb": GREEN, "ladder": GREEN, "leap": PURPLE, "jump": ORANGE,
    "cross": YELLOW, "squeeze": PAPER,
}  # fmt: skip
"""Each leg has its number and the name of its kind as well."""

CHECK: Final = VERMILLION
"""Checks are marked with a triangle and an exclamation mark as well, harm that no roll averts with a diamond."""

SPACING = 0.04
"""Inches between the points of a leg's line."""
RAISED = 0.06
"""Inches above the ground at which lines are drawn."""
LABEL_SIZE = 15


@dataclass(frozen=True, eq=False)
class LegMark:
    """A leg in a picture.

    Attributes:
        number: its place among those that are shown, from 1.
        leg: the leg, or what is shown as one.
        pixels: (n, 2) its line.
        seen: (n,) bool; where nothing stands before it.
    """

    number: int
    leg: Leg
    pixels: FloatArray
    seen: BoolArray

    @property
    def colour(self) -> Rgb:
        """Of its kind."""
        return LEG_COLOURS[self.leg.kind]

    @property
    def middle(self) -> tuple[float, float]:
        """The pixel halfway along its line."""
        gone = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self.pixels, axis=0).T))])
        x, y = (float(np.interp(gone[-1] / 2.0, gone, axis)) for axis in self.pixels.T)
        return x, y


def path_marks(path: Path, render_scene: RenderScene, camera: Camera) -> list[LegMark]:
    """The legs of a path as ``camera`` shows them, in their order; walks round bends are one."""
    marks = []
    for number, counted_leg in enumerate(counted_legs(path), start=1):
        points = stride_line(counted_leg, render_scene)
        marks.append(LegMark(number, counted_leg.whole, camera.project(points)[0], in_view(render_scene, camera, points)))
    return marks


def stride_line(counted_leg: CountedLeg, render_scene: RenderScene) -> FloatArray:
    """(n, 3) the line that is drawn for legs that are shown as one."""
    return np.concatenate([leg_line(leg, render_scene) for leg in counted_leg.legs])


def leg_line(leg: Leg, render_scene: RenderScene) -> FloatArray:
    """(n, 3) the line that is drawn for a leg: straight in plan; leaps in a low arc, crossings over what they cross."""
    start, end = np.asarray(leg.start, dtype=np.float64), np.asarray(leg.end, dtype=np.float64)
    count = int(np.linalg.norm(end - start) / SPACING) + 2
    part = np.linspace(0.0, 1.0, count)
    line = start + (end - start) * part[:, None]
    if leg.kind == "leap":
        line[:, 2] += (0.2 + 0.15 * leg.length) * 4.0 * part * (1.0 - part)
    elif leg.kind == "cross":
        line[:, 2] = np.maximum(line[:, 2], _tops(render_scene, line, max(start[2], end[2]) + 2.3))
    line[:, 2] += RAISED
    return np.asarray(line)


def _tops(render_scene: RenderScene, points: FloatArray, below: float) -> FloatArray:
    """(n,) the height of the first surface of the terrain under ``points`` (n, 3) that lies lower than ``below``."""
    starts = np.column_stack([points[:, :2], np.full(len(points), below)])
    fallen = render_scene.terrain.distances(starts, np.broadcast_to([0.0, 0.0, -1.0], starts.shape))
    return np.asarray(np.where(np.isfinite(fallen), below - fallen, -np.inf), dtype=np.float64)


def draw_base(canvas: ImageCanvas, camera: Camera, figure: Figure, *, dashed: bool) -> None:
    """The outline of a figure's base, true to size, where it stands."""
    turns = np.linspace(0.0, 2.0 * np.pi, 65)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(65)], axis=1) * max(figure.base_radius, 0.1)
    pixels, _ = camera.project(ring + np.asarray(figure.position))
    canvas.line(pixels, INK, thick=2.4, dash=(7.0, 5.0) if dashed else None, casing=WHITE)


def draw_path(canvas: ImageCanvas, marks: Sequence[LegMark], *, thick: float = 4.0) -> None:
    """The lines of all legs, dashed where hidden, a ring where each ends; a square for those straight up or down."""
    for mark in marks:
        dark = mixed(mark.colour, INK, 0.72)
        for first, last in runs(mark.seen):
            stretch = mark.pixels[max(first - 1, 0) : last + 1]
            if np.hypot(*(stretch[-1] - stretch[0])) < 0.5:
                continue
            dash = None if mark.seen[first] else (8.0, 6.0)
            canvas.line(stretch, mark.colour, thick=thick if mark.seen[first] else 0.75 * thick, dash=dash, casing=dark)
    for mark in marks:
        x, y = mark.pixels[-1].tolist()
        if np.hypot(*(mark.pixels[-1] - mark.pixels[0])) < 3.0:
            box = (x - 6.0, y - 6.0, x + 6.0, y + 6.0)
            canvas.box(box, mark.colour, edge=mixed(mark.colour, INK, 0.72), thick=1.8)
        else:
            canvas.disc((x, y), 4.0, WHITE, edge=INK, thick=1.4)


def draw_edge(canvas: ImageCanvas, camera: Camera, edge: AtEdge, end: Figure) -> tuple[float, float]:
    """The edge that a figure stops at, with the triangle of the check there; the pixel of that mark."""
    point = np.array(edge.point)
    out = point[:2] - np.array(end.position[:2])
    along = np.array([-out[1], out[0], 0.0]) / max(float(np.hypot(*out)), 1e-6) * max(end.base_radius, 0.3)
    pixels, _ = camera.project(np.array([point - along, point, point + along]) + np.array([0.0, 0.0, RAISED]))
    canvas.line(pixels, CHECK, thick=4.0, casing=WHITE)
    x, y = pixels[1].tolist()
    if edge.check:
        draw_warning(canvas, (x, y))
    return x, y


def label_path(canvas: ImageCanvas, marks: Sequence[LegMark], avoid: BoolArray, *, words: bool) -> list[Box]:
    """Boxes for the legs' labels near their middles; what is in them is for `letter_path`, once the canvas is flat.

    Args:
        canvas: to draw on.
        marks: the legs.
        avoid: (rows, columns) what should not be covered besides the path itself.
        words: whether each label has the name of its kind beside its number.
    """
    kept = avoid.copy()
    for mark in marks:
        for x, y in mark.pixels[:: max(1, len(mark.pixels) // 40)]:
            row, column = int(np.clip(y, 0, kept.shape[0])), int(np.clip(x, 0, kept.shape[1]))
            kept[max(0, row - 8) : row + 8, max(0, column - 8) : column + 8] = True
    sizes = [(_wide(mark, words=words), 25.0) for mark in marks]
    anchors = [mark.middle for mark in marks]
    boxes = place_labels(sizes, anchors, kept, nearest=12.0)
    for mark, box, anchor in zip(marks, boxes, anchors, strict=True):
        canvas.line(leader(box, anchor), INK, thick=1.4, casing=WHITE)
        canvas.box(box, PAPER, alpha=0.95, edge=mixed(mark.colour, INK, 0.55), corner=12.0, thick=1.6)
        draw_badge(canvas, mark.leg, (box[0] + 12.5, (box[1] + box[3]) / 2.0))
        if mark.leg.check:
            draw_warning(canvas, (box[2] - 15.0, (box[1] + box[3]) / 2.0), roll=averted(mark.leg.check))
    return boxes


def letter_path(draw: ImageDraw.ImageDraw, marks: Sequence[LegMark], boxes: Sequence[Box], *, words: bool) -> None:
    """What is written in the labels whose boxes `label_path` placed."""
    for mark, (left, top, right, bottom) in zip(marks, boxes, strict=True):
        middle = (top + bottom) / 2.0
        letter_badge(draw, mark.number, (left + 12.5, middle))
        if words:
            write(draw, (left + 28.0, middle + 1.0), mark.leg.kind, LABEL_SIZE, anchor="lm")
        if mark.leg.check:
            letter_warning(draw, (right - 15.0, middle))


def _wide(mark: LegMark, *, words: bool) -> float:
    said = 10.0 + width(mark.leg.kind, LABEL_SIZE) if words else 0.0
    return 25.0 + said + (23.0 if mark.leg.check else 0.0)


def draw_badge(canvas: ImageCanvas, leg: Leg, middle: tuple[float, float]) -> None:
    """The disc for a leg's number: a ring of its kind's colour, white inside."""
    canvas.disc(middle, 11.0, mixed(leg_colour(leg), INK, 0.6))
    canvas.disc(middle, 10.2, leg_colour(leg))
    canvas.disc(middle, 7.8, WHITE)


def letter_badge(draw: ImageDraw.ImageDraw, number: int, middle: tuple[float, float]) -> None:
    """The number in its disc."""
    write(draw, (middle[0] + 0.5, middle[1] + 1.0), str(number), 13 if number < 10 else 11, bold=True, anchor="mm")


def draw_warning(canvas: ImageCanvas, middle: tuple[float, float], *, roll: bool = True) -> None:
    """The triangle of a check; without a ``roll`` the diamond of harm that comes in any case."""
    x, y = middle
    triangle = [(x, y - 9.0), (x + 9.5, y + 7.5), (x - 9.5, y + 7.5)]
    diamond = [(x, y - 9.0), (x + 9.5, y + 1.0), (x, y + 11.0), (x - 9.5, y + 1.0)]
    canvas.polygon(triangle if roll else diamond, CHECK, edge=mixed(CHECK, INK, 0.6), thick=1.4)


def letter_warning(draw: ImageDraw.ImageDraw, middle: tuple[float, float]) -> None:
    """The exclamation mark in the mark of a check or of harm."""
    write(draw, (middle[0] + 0.5, middle[1] + 2.0), "!", 13, colour=WHITE, bold=True, anchor="mm")


def leg_colour(leg: Leg) -> Rgb:
    """The colour of a leg's kind."""
    return LEG_COLOURS[leg.kind]
