"""The legend of a picture: beside the words for each sign the very sign, in rows as long as there is room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from sightline.drawing.annotation.image_canvas import Box, Dash, ImageCanvas
from sightline.drawing.annotation.lettering import cut, width, wrapped, write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.rendering.palette import INK, PAPER, RULE, WHITE, Rgb, mixed

TEXT, TITLE = 16, 18
GAP, BESIDE = 26.0, 8.0
"""Pixels between an entry and the next, and between a sign and its words."""
ROW = 25.0
"""Pixels: height of a row."""
MARGIN, ABOVE, HEAD = 24.0, 6.0, 24.0
"""Pixels beside and above a band's words, and the height of a line of its title."""

DASHED = (4.0, 2.73)
"""Dashes of a ring: as many as go round it."""

Sign = Callable[[ImageCanvas, Box], None]
"""Draws a sign into a box: left, top, right, bottom."""


@dataclass(frozen=True)
class LegendEntry:
    """A sign and what it means.

    Attributes:
        text: what it means.
        sign: draws it; None for what is told by words alone, as nothing of the picture shows it.
        wide: pixels that the sign takes.
        letter: what is written on it.
        ink: of that.
    """

    text: str
    sign: Sign | None = None
    wide: float = 18.0
    letter: str = ""
    ink: Rgb = INK

    def long(self, size: int) -> float:
        """Pixels that it takes with words of a ``size``."""
        return (self.wide + BESIDE if self.sign else 0.0) + width(self.text, size)


@dataclass(frozen=True)
class Legend:
    """Entries in rows.

    Attributes:
        entries: from left to right, then in the row below.
        room: pixels of a row.
        size: of the words.
        row: height of a row.
    """

    entries: Sequence[LegendEntry]
    room: float
    size: int = TEXT
    row: float = ROW

    @property
    def places(self) -> list[tuple[float, float]]:
        """Where entries begin, and the upper edge of their rows; pixels from the legend's corner."""
        found, x, y = list[tuple[float, float]](), 0.0, 0.0
        for entry in self.entries:
            long = entry.long(self.size)
            if x > 0.0 and x + long > self.room:
                x, y = 0.0, y + self.row
            found.append((x, y))
            x += long + GAP
        return found

    @property
    def high(self) -> float:
        """Pixels that all rows take."""
        return self.places[-1][1] + self.row if self.entries else 0.0

    @property
    def long(self) -> float:
        """Pixels that the longest row takes."""
        ends = (x + entry.long(self.size) for entry, (x, _) in zip(self.entries, self.places, strict=True))
        return max(ends, default=0.0)

    def draw(self, canvas: ImageCanvas, corner: tuple[float, float]) -> None:
        """The signs; ``corner`` is the legend's upper left one."""
        for entry, (x, y) in zip(self.entries, self.places, strict=True):
            if entry.sign:
                entry.sign(canvas, self._box(entry, corner[0] + x, corner[1] + y))

    def write(self, draw: ImageDraw.ImageDraw, corner: tuple[float, float]) -> None:
        """The words, once the canvas is flat."""
        for entry, (x, y) in zip(self.entries, self.places, strict=True):
            left, middle = corner[0] + x, corner[1] + y + self.row / 2.0
            if entry.letter:
                at = (left + entry.wide / 2.0 + 0.5, middle + 1.0)
                write(draw, at, entry.letter, 13, colour=entry.ink, bold=True, anchor="mm")
            if entry.sign:
                left += entry.wide + BESIDE
            write(draw, (left, middle + 1.0), cut(entry.text, self.size, self.room), self.size, anchor="lm")

    def _box(self, entry: LegendEntry, left: float, top: float) -> Box:
        middle, half = top + self.row / 2.0, min(9.0, self.row / 2.0 - 2.0)
        return left, middle - half, left + entry.wide, middle + half


def with_legend(scene: Image.Image, title: str, entries: Sequence[LegendEntry]) -> Image.Image:
    """A picture with a band below it: what it is, and what the signs mean; as high as that takes."""
    room = scene.width - 2.0 * MARGIN
    legend, titles = Legend(entries, room), wrapped(title, TITLE, 0.96 * room)
    high = 2.0 * ABOVE + HEAD * len(titles) + legend.high - 5.0
    whole = Image.new("RGB", (scene.width, scene.height + round(high)), PAPER)
    whole.paste(scene, (0, 0))
    canvas, top = ImageCanvas(whole), float(scene.height)
    canvas.line(np.array([[0.0, top], [float(whole.width), top]]), RULE, thick=1.0)
    corner = (MARGIN, top + ABOVE + HEAD * len(titles))
    legend.draw(canvas, corner)
    flat, draw = canvas.flat()
    for number, line in enumerate(titles):
        write(draw, (MARGIN, top + ABOVE + (number + 0.5) * HEAD), line, TITLE, bold=True, anchor="lm")
    legend.write(draw, corner)
    return flat


def dot(colour: Rgb, *, radius: float = 6.0, alpha: float = 1.0, edge: Rgb | None = None) -> Sign:
    """A disc."""
    return lambda canvas, box: canvas.disc(middle_of(box), radius, colour, alpha=alpha, edge=edge)


def circle(colour: Rgb, *, dash: Dash | None = None, thick: float = 2.4) -> Sign:
    """A ring, as around bases and markers."""
    return lambda canvas, box: canvas.line(ring(middle_of(box), 7.5), colour, thick=thick, dash=dash)


def stroke(colour: Rgb, *, dash: Dash | None = None, thick: float = 3.0, casing: Rgb | None = None, alpha: float = 1.0) -> Sign:
    """A line."""
    return lambda canvas, box: canvas.line(_across(box), colour, thick=thick, dash=dash, casing=casing, alpha=alpha)


def arrow(colour: Rgb) -> Sign:
    """A line with a head."""

    def draw(canvas: ImageCanvas, box: Box) -> None:
        canvas.line(_across(box) - np.array([[0.0, 0.0], [6.0, 0.0]]), colour, thick=3.4)
        right, middle = box[2], (box[1] + box[3]) / 2.0
        head = [(right, middle), (right - 12.0, middle - 6.0), (right - 12.0, middle + 6.0)]
        canvas.polygon(head, colour, edge=WHITE, thick=1.0)

    return draw


def fill(colour: Rgb, *, edge: Rgb | None = None, hatches: Sequence[float] = (), hatch: Rgb = INK) -> Sign:
    """A rectangle, hatched by lines that lean as said: 1 as a slash, -1 as a backslash."""

    def draw(canvas: ImageCanvas, box: Box) -> None:
        canvas.box(box, colour, edge=edge or mixed(colour, INK, 0.5), thick=1.2)
        for lean in hatches:
            canvas.hatch(box, hatch, lean=lean)

    return draw


def middle_of(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0


def _across(box: Box) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    middle = (box[1] + box[3]) / 2.0
    return np.array([[box[0], middle], [box[2], middle]])
