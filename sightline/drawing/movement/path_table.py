"""The table of a path's legs: number, kind, length, rise, cost, and the check with what a failed one does."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from scene.pathfinding.path_legs import Check, Leg, Path
from sightline.answers.counted_legs import counted_legs
from sightline.answers.path_answer import AtEdge, averted, check_words
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import Anchor, wrapped, write
from sightline.drawing.annotation.plan_frame import TITLE
from sightline.drawing.movement.path_lines import draw_badge, draw_warning, letter_badge, letter_warning
from sightline.drawing.rendering.palette import FAINT_INK, INK, PAPER, RULE

TEXT, SMALL = 16, 14
ROW, LINE = 26.0, 17.0
"""Pixels: height of a row, and of every further line in it."""
COLUMNS: tuple[tuple[str, float, Anchor], ...] = (
    ("leg", 48.0, "lm"), ("length", 190.0, "rm"), ("rise", 250.0, "rm"), ("cost", 310.0, "rm"),
)  # fmt: skip
"""Words, pixels from the left, and how they are aligned there."""
CHECKS = 336.0
"""Pixels from the left at which checks are described."""


@dataclass(frozen=True)
class PathTableRow:
    """A row of the list.

    Attributes:
        leg: what is shown as one leg; None for the edge that the path stops at.
        lines: what is said of its check.
        mark: whether it has a mark before that.
        roll: whether that is the mark of a check; otherwise of harm.
    """

    leg: Leg | None
    lines: list[str]
    mark: bool
    roll: bool = True

    @property
    def height(self) -> float:
        """Pixels."""
        return ROW + LINE * max(0, len(self.lines) - 1)


def rows_of(path: Path, wide: int, edge: AtEdge | None = None) -> list[PathTableRow]:
    """The rows of a list ``wide`` pixels wide."""
    rows = []
    for leg in (counted_leg.whole for counted_leg in counted_legs(path)):
        lines = _lines(_toll_words(leg), wide) + check_lines(leg.check, wide)
        rows.append(PathTableRow(leg, lines, leg.check is not None, leg.check is None or averted(leg.check)))
    return [*rows, PathTableRow(None, _lines(edge.says, wide), edge.check)] if edge else rows


def path_list(path: Path, wide: int, edge: AtEdge | None = None) -> Image.Image:
    """The list of a path's legs and of the ``edge`` that it stops at, ``wide`` pixels wide and as high as it has to be."""
    rows = rows_of(path, wide, edge)
    tops = [TITLE + sum(row.height for row in rows[:i]) for i in range(len(rows) + 1)]
    canvas = ImageCanvas(Image.new("RGB", (wide, int(tops[-1] + ROW + 16.0)), PAPER))
    for row, top in zip(rows, tops, strict=False):
        if row.leg:
            draw_badge(canvas, row.leg, (26.0, top + ROW / 2.0))
        if row.mark:
            draw_warning(canvas, (CHECKS + 9.0, top + ROW / 2.0), roll=row.roll)
    for y in {float(TITLE), tops[-1] + 2.0 * bool(rows)}:
        canvas.box((14.0, y - 1.0, wide - 14.0, y), RULE)
    flat, draw = canvas.flat()
    for words, x, anchor in (*COLUMNS, ("check", CHECKS, "lm")):
        write(draw, (x, TITLE / 2.0), words, SMALL, colour=FAINT_INK, anchor=anchor)
    for number, (row, top) in enumerate(zip(rows, tops, strict=False), start=1):
        _letter(draw, row, number, top + ROW / 2.0)
    totals = ("together", inches(path.length), "", inches(path.cost))
    for words, (_, x, anchor) in zip(totals, COLUMNS, strict=True):
        write(draw, (x, tops[-1] + 6.0 + ROW / 2.0), words, TEXT, bold=True, anchor=anchor)
    return flat


def _letter(draw: ImageDraw.ImageDraw, row: PathTableRow, number: int, middle: float) -> None:
    """What is written in a row whose first line has its middle at a pixel."""
    if row.leg:
        letter_badge(draw, number, (26.0, middle))
    for words, (_, x, anchor) in zip(leg_words(row.leg) if row.leg else ["edge"], COLUMNS, strict=False):
        write(draw, (x, middle + 1.0), words, TEXT, anchor=anchor)
    if row.mark:
        letter_warning(draw, (CHECKS + 9.0, middle))
    for line, words in enumerate(row.lines):
        write(draw, (CHECKS + 26.0, middle + 1.0 + line * LINE), words, SMALL, anchor="lm", colour=INK)


def leg_words(leg: Leg) -> Sequence[str]:
    """Kind, length, rise and cost."""
    rise = f"{leg.rise:+.2f}" if abs(leg.rise) >= 0.005 else "0"
    return leg.kind, inches(leg.length), rise, inches(leg.cost)


def inches(value: float) -> str:
    """A length as the list has it."""
    return f"{value:.2f}"


def check_lines(check: Check | None, wide: int) -> list[str]:
    """What is tested and what failing does, in lines for a list ``wide`` pixels wide."""
    if check is None:
        return []
    return _lines(check_words(check), wide)


def _toll_words(leg: Leg) -> str:
    """That a door is opened on a walk: nothing else is paid for there."""
    return f'opens a door for {leg.toll:g}"' if leg.kind == "walk" and leg.toll > 0.0 else ""


def _lines(words: str, wide: int) -> list[str]:
    if not words:
        return []
    return wrapped(words, SMALL, wide - CHECKS - 40.0)
