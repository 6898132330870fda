"""The band below a photo that was drawn on: the answer, what the marks mean, and a part of the photo enlarged."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from scene.table.scan_measurements import RESERVATION
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.legend import Legend, LegendEntry, dot, fill, stroke
from sightline.drawing.annotation.lettering import cut, wrapped, write
from sightline.drawing.rendering.palette import FAINT_INK, INK, PAPER, RULE, Rgb, mixed

MARGIN = 26
TITLE, TEXT, SMALL = 24, 17, 15
ROW = 30.0
CLOSE_UP = (560, 400)
"""Pixels: width and height of a part of the photo, enlarged."""
LEAST_ROOM = 380
"""Pixels: words need that much beside a close-up; otherwise they go below it."""
ABOVE, BELOW, SWATCH = 20.0, 44.0, 36.0


def drawn_line(colour: Rgb, text: str, *, dashed: bool = False) -> LegendEntry:
    """A line on the photo and what it means; of what is dashed something stands before it."""
    return LegendEntry(text, stroke(colour, thick=3.4, casing=INK, dash=(8.0, 6.0) if dashed else None), SWATCH)


def drawn_area(colour: Rgb, text: str, *, hatches: Sequence[float] = ()) -> LegendEntry:
    """A part of the photo that is painted or hatched, and what that means."""
    dark = mixed(colour, INK, 0.6)
    return LegendEntry(text, fill(mixed(colour, PAPER, 0.45), edge=dark, hatches=hatches, hatch=dark), SWATCH)


def drawn_dot(colour: Rgb, text: str) -> LegendEntry:
    """A dot on the photo and what it means."""
    return LegendEntry(text, dot(colour, radius=5.0, edge=mixed(colour, INK, 0.6)), SWATCH)


@dataclass(frozen=True)
class _Row:
    text: str
    size: int = TEXT
    colour: Rgb = INK

    @property
    def high(self) -> float:
        return self.size + (12.0 if self.size == TITLE else 8.0)


def reserved(table: Table, lines: Sequence[str]) -> list[str]:
    """The lines of an answer about ways or ground and, where only the table's pieces are known, that it counts only these."""
    return [*lines, RESERVATION] if table.terrain_known == "pieces" else list(lines)


def with_band(
    photo: Image.Image,
    lines: Sequence[str],
    marks: Sequence[LegendEntry],
    *,
    source: str,
    reasons: Sequence[str] = (),
    close_up: Image.Image | None = None,
    close_up_says: str = "",
) -> Image.Image:
    """The photo with a band below it.

    Args:
        photo: drawn on.
        lines: the answer, the first line the most important.
        marks: the legend.
        source: which photo that is.
        reasons: what else is to be said, as far as there is room beside the close-up.
        close_up: a part of the photo in the size of `CLOSE_UP`, drawn on as well.
        close_up_says: what it shows.
    """
    beside = close_up is not None and photo.width >= CLOSE_UP[0] + 2 * MARGIN + LEAST_ROOM
    left = MARGIN + (CLOSE_UP[0] + MARGIN if beside else 0.0)
    room = photo.width - left - MARGIN
    legend = Legend(marks, room, size=TEXT, row=ROW)
    rows = [_Row(text, TITLE) for text in wrapped(lines[0], TITLE, room)]
    rows += [_Row(text) for line in lines[1:] for text in wrapped(line, TEXT, room)]
    around = ABOVE + BELOW + legend.high + SMALL
    shown = CLOSE_UP[1] + MARGIN + SMALL + 14.0 if close_up else 0.0
    if beside:
        rows += _fitting(reasons, room, shown - around - sum(row.high for row in rows))
    text = around + sum(row.high for row in rows)
    whole = Image.new("RGB", (photo.width, photo.height + round(max(text, shown) if beside else text + shown)), PAPER)
    whole.paste(photo, (0, 0))
    canvas = ImageCanvas(whole)
    canvas.line(np.array([[0.0, photo.height], [float(photo.width), photo.height]]), INK, thick=2.0)
    if close_up is not None:
        whole.paste(close_up, (MARGIN, photo.height + MARGIN))
        _rectangle(canvas, (MARGIN - 1.0, photo.height + MARGIN - 1.0), close_up.size)
    start = photo.height + ABOVE + (0.0 if beside else shown)
    under = start + sum(row.high for row in rows) + 14.0
    if marks:
        canvas.line(np.array([[left, under - 8.0], [left + room, under - 8.0]]), RULE, thick=1.5)
    legend.draw(canvas, (left, under))
    flat, draw = canvas.flat()
    for row in rows:
        start += row.high
        write(draw, (left, start - 8.0), row.text, row.size, bold=row.size == TITLE, colour=row.colour)
    legend.write(draw, (left, under))
    write(draw, (left, whole.height - 12.0), cut(source, SMALL, room), SMALL, colour=FAINT_INK)
    if close_up is not None:
        below = photo.height + MARGIN + close_up.height + SMALL + 7.0
        write(draw, (MARGIN, below), cut(close_up_says, SMALL, CLOSE_UP[0]), SMALL, colour=FAINT_INK)
    return flat


def _fitting(lines: Sequence[str], room: float, high: float) -> list[_Row]:
    """As many of the lines, from the first on, as there is room for."""
    rows = list[_Row]()
    for line in lines:
        more = [_Row(text, SMALL, FAINT_INK) for text in wrapped(line, SMALL, room)]
        high -= sum(row.high for row in more)
        if high < 0.0:
            break
        rows += more
    return rows


def _rectangle(canvas: ImageCanvas, corner: tuple[float, float], size: tuple[int, int]) -> None:
    (left, top), (right, bottom) = corner, (corner[0] + size[0] + 1.0, corner[1] + size[1] + 1.0)
    canvas.line(np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]), INK, thick=2.0)
