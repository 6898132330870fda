"""The frame of an overview: the legend below it, and rulers round a plan."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import FAINT_INK, INK, KINDS, PAPER, RULE, WITNESS, ink_on, mixed
from sightline.drawing.rendering.side_marks import SideMark, badge_shape

BAND = 56
"""Pixels: height of the legend."""
RULER = 48
"""Pixels: width of the rulers of a plan."""
SIZE = 16
TITLE_SIZE, SMALL = 18, 14


def draw_band(picture: Image.Image, table: Table, sides: Sequence[SideMark], *, witness: bool) -> Image.Image:
    """Table name and size, sides, kinds of terrain and the witness ray, along the bottom of ``picture``."""
    canvas = ImageCanvas(picture)
    wide, top = picture.width, picture.height - BAND
    canvas.box((0, top, wide, picture.height), PAPER)
    canvas.line(np.array([[0.0, top], [float(wide), top]]), RULE, thick=1.5)
    title = cut(table.name or "table without a name", TITLE_SIZE, wide * 0.45)
    measures = f"{table.size[0]:g} x {table.size[1]:g} inches"
    y = top + BAND / 2.0
    words: list[tuple[float, str]] = []
    letters: list[tuple[float, SideMark]] = []
    x = 66.0 + max(width(title, TITLE_SIZE) * 1.03, width(measures, SMALL))
    for side in sides:
        shown = cut(side.name, SIZE, 150)
        if x + 36 + width(shown, SIZE) > wide - 20:
            break
        shape = badge_shape(side.corners, (x + 10.0, y), 10.0)
        canvas.polygon(shape, side.colour, edge=mixed(side.colour, INK, 0.6))
        letters.append((x + 10.0, side))
        words.append((x + 28.0, shown))
        x += 50.0 + width(shown, SIZE)
    if witness:
        canvas.line(np.array([[x, y], [x + 20.0, y]]), WITNESS, thick=3.4)
        canvas.line(np.array([[x + 20.0, y], [x + 46.0, y]]), WITNESS, thick=2.2, dash=(6.0, 5.0))
        words.append((x + 56.0, "witness ray (dashed: behind something)"))
        x += 78.0 + width("witness ray (dashed: behind something)", SIZE)
    for kind in dict.fromkeys(piece.kind for piece in table.terrain.pieces if not piece.stands_open):
        if x + 30 + width(kind, SIZE) > wide - 20:
            break
        canvas.box((x, y - 8.0, x + 16.0, y + 8.0), KINDS[kind], edge=mixed(KINDS[kind], INK, 0.4), thick=1.0)
        words.append((x + 24.0, kind))
        x += 44.0 + width(kind, SIZE)
    flat, draw = canvas.flat()
    # One above the other, so that most names of tables have room.
    write(draw, (22.0, y - 10.0), title, TITLE_SIZE, anchor="lm", bold=True)
    write(draw, (22.0, y + 13.0), measures, SMALL, anchor="lm")
    for left, text in words:
        write(draw, (left, y + 1.0), text, SIZE, anchor="lm")
    for middle, side in letters:
        write(draw, (middle + 0.5, y + 1.0), side.letter, 13, anchor="mm", bold=True, colour=ink_on(side.colour))
    return flat


def draw_rulers(picture: Image.Image, table: Table, camera: Camera, margin: int) -> Image.Image:
    """Inch scales along the left and the lower edge of a plan that lies ``margin`` pixels inside ``picture``."""
    canvas = ImageCanvas(picture)
    bottom, left = margin + camera.size[1] + 4.0, margin - 5.0
    numbers: list[tuple[float, float, str]] = []
    for axis in (0, 1):
        for inch in range(int(table.size[axis]) + 1):
            place, _ = camera.project([[inch * (1 - axis), inch * axis, 0.0]])
            at, long = float(place[0, axis]) + margin, 12.0 if inch % 6 == 0 else 5.0
            tick = [[at, bottom], [at, bottom + long]] if axis == 0 else [[left - long, at], [left, at]]
            canvas.line(np.array(tick), FAINT_INK, thick=1.3)
            if inch % 6 == 0:
                numbers.append((at, bottom + 22.0, str(inch)) if axis == 0 else (left - 24.0, at, str(inch)))
    flat, draw = canvas.flat()
    for x, y, text in numbers:
        write(draw, (x, y), text, 15, anchor="mm", colour=FAINT_INK)
    return flat
