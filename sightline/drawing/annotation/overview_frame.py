"""The frame of an overview: the legend below it, and rulers round a plan."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import Box, ImageCanvas
from sightline.drawing.annotation.legend import ROW, Legend, LegendEntry, Sign, fill, middle_of
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


def draw_band(
    picture: Image.Image, table: Table, sides: Sequence[SideMark], *, witness: bool, hidden: bool = False
) -> Image.Image:
    """Table name and size, sides, the witness ray and kinds of terrain, along the bottom of ``picture``.

    Args:
        picture: whose lowest `BAND` pixels are free.
        table: what it shows.
        sides: of its figures.
        witness: whether it has a witness ray.
        hidden: whether it has hollow badges, of figures behind something.
    """
    canvas = ImageCanvas(picture)
    wide, top = float(picture.width), float(picture.height - BAND)
    canvas.box((0, top, wide, picture.height), PAPER)
    canvas.line(np.array([[0.0, top], [wide, top]]), RULE, thick=1.5)
    entries = band_entries(table, sides, witness=witness, hidden=hidden)
    whole = Legend(entries, float("inf"))
    measures = f"{table.size[0]:g} x {table.size[1]:g} inches"
    # In two rows the legend takes about half of its length; the title may have the rest.
    title = cut(table.name or "table without a name", TITLE_SIZE, max(0.45 * wide, wide - 110.0 - 0.55 * whole.long))
    left = 66.0 + max(width(title, TITLE_SIZE) * 1.03, width(measures, SMALL))
    legend = _two_rows(entries, wide - left - 20.0)
    corner = (left, top + (BAND - legend.high) / 2.0)
    legend.draw(canvas, corner)
    flat, draw = canvas.flat()
    # One above the other, so that most names of tables have room.
    write(draw, (22.0, top + BAND / 2.0 - 10.0), title, TITLE_SIZE, anchor="lm", bold=True)
    write(draw, (22.0, top + BAND / 2.0 + 13.0), measures, SMALL, anchor="lm")
    legend.write(draw, corner)
    return flat


def band_entries(table: Table, sides: Sequence[SideMark], *, witness: bool, hidden: bool = False) -> list[LegendEntry]:
    """The sides, the witness ray, and the kinds of terrain of a table."""
    entries = [LegendEntry(cut(side.name, SIZE, 150), _badge(side), 20.0, side.letter, ink_on(side.colour)) for side in sides]
    if hidden and sides:
        ink = mixed(sides[0].colour, INK, 0.35)
        entries.append(LegendEntry("behind something", _badge(sides[0], hollow=True), 20.0, sides[0].letter, ink))
    if witness:
        entries.append(LegendEntry("witness ray (dashed: behind something)", _witness, wide=46.0))
    kinds = dict.fromkeys(piece.kind for piece in table.terrain.pieces if not piece.stands_open)
    return [*entries, *(LegendEntry(kind, fill(KINDS[kind], edge=mixed(KINDS[kind], INK, 0.4)), 16.0) for kind in kinds)]


def draw_badge(canvas: ImageCanvas, side: SideMark, middle: tuple[float, float], radius: float, *, hollow: bool) -> None:
    """The badge of a side; of a figure behind something it is hollow and dashed."""
    dark = mixed(side.colour, INK, 0.6)
    shape = badge_shape(side.corners, middle, radius)
    canvas.polygon(shape, PAPER if hollow else side.colour)
    canvas.line(np.concatenate([shape, shape[:1]]), dark, thick=1.6, dash=(4.0, 3.0) if hollow else None)


def _two_rows(entries: Sequence[LegendEntry], room: float) -> Legend:
    """As many of the entries, from the first on, as there is room for in two rows."""
    fitting = [entry for entry in entries if entry.long(SIZE) <= room]
    while fitting and Legend(fitting, room).high > 2.0 * ROW:
        fitting.pop()
    return Legend(fitting, room)


def _badge(side: SideMark, *, hollow: bool = False) -> Sign:
    return lambda canvas, box: draw_badge(canvas, side, middle_of(box), 10.0, hollow=hollow)


def _witness(canvas: ImageCanvas, box: Box) -> None:
    """A witness ray that goes behind something."""
    (left, y), half = (box[0], middle_of(box)[1]), box[0] + 20.0
    canvas.line(np.array([[left, y], [half, y]]), WITNESS, thick=3.4)
    canvas.line(np.array([[half, y], [box[2], y]]), WITNESS, thick=2.2, dash=(6.0, 5.0))


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
