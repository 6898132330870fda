"""The panel beside an eye view: who looks at whom, how much is hidden, by what, and what follows from it."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from rules.percentages import between, percent
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Hidden
from sightline.drawing.annotation.image_canvas import Box, ImageCanvas
from sightline.drawing.annotation.lettering import cut, width, wrapped, write
from sightline.drawing.rendering.palette import FAINT_INK, HIDDEN, INK, INSIGNIFICANT, PAPER, RULE, VISIBLE, mixed
from sightline.drawing.sight.eye_marks import BlockerMark, badge, letter_badge

MARGIN = 30
LEGEND_ROW = 33.0
ROW = 31
FIRST, REASONS = 20, (17, 16, 15)
"""Sizes of the verdict and, by what there is room for, of its reasons."""


class EyePanel:
    """Writes from top to bottom: shapes at once, words when the canvas is flat."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.canvas = ImageCanvas(Image.new("RGB", size, PAPER))
        self.room = size[0] - 2 * MARGIN
        self.y = 26.0
        self._words: list[tuple[tuple[float, float], str, int, dict[str, object]]] = []
        self._badges: list[tuple[BlockerMark, tuple[float, float]]] = []

    def words(self, x: float, y: float, text: str, size: int, **style: object) -> None:
        """Words at a place of their own."""
        self._words.append(((x, y), text, size, style))

    def line(self, text: str, size: int, *, after: float = 8.0, most: int = 1, **style: object) -> None:
        """The next line, or as many as the text takes, up to ``most``; what is longer is cut."""
        lines = wrapped(text, size, self.room)
        for one in lines if len(lines) <= most else [cut(text, size, self.room)]:
            self.y += size
            self.words(MARGIN, self.y, one, size, **style)
            self.y += 4.0
        self.y += after - 4.0

    def rule(self) -> None:
        """A thin line across."""
        self.y += 10.0
        self.canvas.line(np.array([[MARGIN, self.y], [MARGIN + self.room, self.y]]), RULE, thick=1.5)
        self.y += 14.0

    def badge(self, key: BlockerMark, middle: tuple[float, float]) -> None:
        """A blocker's letter."""
        badge(self.canvas, key, middle)
        self._badges.append((key, middle))

    def finished(self) -> Image.Image:
        """The panel with its words."""
        picture, draw = self.canvas.flat()
        for place, text, size, style in self._words:
            _write(draw, place, text, size, style)
        for key, middle in self._badges:
            letter_badge(draw, key, middle)
        return picture


def eye_panel(
    table: Table,
    shooter: Figure,
    target: Figure,
    *,
    hidden: Hidden | None,
    keys: Sequence[BlockerMark],
    verdict_lines: Sequence[str],
    size: tuple[int, int],
    closed: bool = False,
) -> Image.Image:
    """The margin beside an eye view.

    Args:
        table: for its name, and whether more may hide than was measured.
        shooter: who looks.
        target: at whom.
        hidden: the hidden share, its bound and blockers; None if the target has no body to be seen.
        keys: the marks of those blockers that are drawn.
        verdict_lines: what the rules make of it, the first one the most important.
        size: width and height in pixels.
        closed: some openings in the view count as closed, so the legend explains them.
    """
    panel = EyePanel(size)
    name = table.name or "table without a name"
    letters = next((letters for letters in (16, 15, 14, 13) if width(name, letters) <= panel.room), 16)
    panel.line(name, letters, after=12, most=2, colour=FAINT_INK)
    panel.line(shooter.called, 30, most=2, bold=True)
    panel.line(f"looks at {target.called}", 22, after=2, most=2)
    panel.rule()
    measured = table.terrain_known == "pieces"
    if hidden is None:
        panel.line("There is no body to be seen.", 20)
    else:
        _share(panel, hidden, measured=measured)
        _bar(panel, hidden, keys)
        _list(panel, hidden, keys)
    panel.rule()
    _verdict(panel, verdict_lines, panel.size[1] - legend_height(closed=closed) - 14.0)
    _legend(panel, closed=closed, measured=measured)
    return panel.finished()


def _write(draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, style: dict[str, object]) -> None:
    write(draw, place, text, size, **style)  # type: ignore[arg-type]


def _share(panel: EyePanel, hidden: Hidden, *, measured: bool) -> None:
    panel.line(f"{percent(hidden.share)} hidden", 44, bold=True, after=10)
    panel.line(between(hidden.low, hidden.high), 16, colour=FAINT_INK, after=6 if measured else 14)
    if measured:
        panel.line("by what was measured", 16, colour=FAINT_INK, after=14)


def _bar(panel: EyePanel, hidden: Hidden, keys: Sequence[BlockerMark]) -> None:
    """The whole body as a bar: each blocker's share in its colour and hatched, what is seen plain."""
    left, top, bottom = float(MARGIN), panel.y, panel.y + 24.0
    right = left + panel.room
    panel.canvas.box((left, top, right, bottom), VISIBLE)
    x = left
    for colour, share in _stretches(hidden, keys):
        end = min(x + share * panel.room, right)
        if end - x >= 1.0:
            panel.canvas.box((x, top, end, bottom), mixed(colour, PAPER, 0.25))
            panel.canvas.hatch((x, top, end, bottom), mixed(colour, INK, 0.45))
            panel.canvas.line(np.array([[end, top], [end, bottom]]), INK, thick=1.5)
        x = end
    frame = np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]])
    panel.canvas.line(frame, INK, thick=1.8)
    half = (left + right) / 2.0
    panel.canvas.line(np.array([[half, bottom], [half, bottom + 6.0]]), INK, thick=1.8)
    panel.words(half, bottom + 21.0, "half", 14, anchor="ms", colour=FAINT_INK)
    panel.y = bottom + 30.0


def _stretches(hidden: Hidden, keys: Sequence[BlockerMark]) -> list[tuple[tuple[int, int, int], float]]:
    """Colours and shares of the hidden part of the bar."""
    marked = [(key.colour, key.blocker.share) for key in keys]
    rest = hidden.share - sum(share for _, share in marked)
    return [*marked, (HIDDEN, rest)] if rest > 1e-6 else marked


def _list(panel: EyePanel, hidden: Hidden, keys: Sequence[BlockerMark]) -> None:
    for key in keys:
        middle = panel.y + ROW / 2.0
        share = percent(key.blocker.share)
        panel.badge(key, (MARGIN + 12.0, middle))
        kind = "  (figure)" if key.blocker.kind == "figure" else ""
        panel.words(MARGIN + 34.0, middle + 6.0, cut(key.blocker.called, 18, panel.room - 195.0) + kind, 18)
        panel.words(MARGIN + panel.room, middle + 6.0, share, 18, anchor="rs")
        panel.y += ROW
    more = len(hidden.by) - len(keys)
    if more > 0:
        rest = sum(sorted((blocker.share for blocker in hidden.by), reverse=True)[len(keys) :])
        panel.words(MARGIN + 34.0, panel.y + ROW / 2.0 + 6.0, f"and {more} more", 18, colour=FAINT_INK)
        panel.words(MARGIN + panel.room, panel.y + ROW / 2.0 + 6.0, percent(rest), 18, colour=FAINT_INK, anchor="rs")
        panel.y += ROW


def _verdict(panel: EyePanel, verdict_lines: Sequence[str], end: float) -> None:
    """As many of the lines as there is room for above ``end``, in letters a little smaller where all have room then."""
    room = end - panel.y
    small = next((size for size in REASONS if _high(verdict_lines, size, panel.room) <= room), REASONS[0])
    for number, text in enumerate(verdict_lines):
        size = FIRST if number == 0 else small
        lines = wrapped(text, size, panel.room)
        left = len(verdict_lines) - number
        last = left == 1
        if panel.y + len(lines) * (size + 6.0) + (0.0 if last else 26.0) > end:
            panel.line(f"and {left} more", small, colour=FAINT_INK)
            return
        for line in lines:
            panel.line(line, size, bold=number == 0, after=6.0)
        panel.y += 6.0


def _high(verdict_lines: Sequence[str], small: int, room: float) -> float:
    """Pixels that the lines take, all but the first in letters of that size."""
    sizes = [FIRST if number == 0 else small for number in range(len(verdict_lines))]
    return sum(len(wrapped(text, size, room)) * (size + 6.0) + 6.0 for text, size in zip(verdict_lines, sizes, strict=True))


def _legend(panel: EyePanel, *, closed: bool, measured: bool) -> None:
    left, top = float(MARGIN), panel.size[1] - legend_height(closed=closed) + 6.0
    panel.canvas.line(np.array([[left, top - 10.0], [left + panel.room, top - 10.0]]), RULE, thick=1.5)
    seen = "not hidden by what was measured" if measured else "seen"
    words = [seen, "hidden by something nearer", "not counted: base, gun barrel, spikes"]
    for number, text in enumerate([*words, "counts as closed"] if closed else words):
        y = top + number * LEGEND_ROW
        _swatch(panel.canvas, number, (left, y, left + 38.0, y + 22.0))
        panel.words(left + 50.0, y + 17.0, cut(text, 16, panel.room - 50.0), 16)


def _swatch(canvas: ImageCanvas, number: int, box: Box) -> None:
    """A sample of what is seen 0, hidden 1, does not count 2, counts as closed 3."""
    edge = np.array([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]], [box[0], box[1]]])
    canvas.box(box, (VISIBLE, mixed(HIDDEN, PAPER, 0.5), INSIGNIFICANT, (206, 208, 211))[number])
    if number == 0:
        canvas.line(edge, INK, thick=2.4)
    elif number == 1:
        canvas.hatch(box, mixed(HIDDEN, INK, 0.4))
        canvas.line(edge, mixed(HIDDEN, INK, 0.45), thick=2.0, dash=(6.0, 4.0))
    elif number == 3:
        canvas.hatch(box, (150, 153, 158), lean=-1.0, thick=1.5)


def legend_height(*, closed: bool) -> float:
    """Pixels that the legend takes."""
    return 19.0 + LEGEND_ROW * (4 if closed else 3)
