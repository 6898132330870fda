"""The legs of a way as a list: number, kind, length, rise, cost, and the check with what a failed one does."""

from collections.abc import Sequence

from PIL import Image

from scene.legs import Check, Leg, Path
from sightline.paths import check_words
from sightline.pictures.lettering import Anchor, wrapped, write
from sightline.pictures.palette import FAINT_INK, INK, PAPER, RULE
from sightline.pictures.plan_frame import TITLE
from sightline.pictures.sheet import Sheet
from sightline.pictures.way import draw_badge, draw_warning, letter_badge, letter_warning
from sightline.strides import strides

TEXT, SMALL = 16, 14
ROW, LINE = 26.0, 17.0
"""Pixels: height of a row, and of every further line in it."""
COLUMNS: tuple[tuple[str, float, Anchor], ...] = (
    ("leg", 48.0, "lm"), ("length", 190.0, "rm"), ("rise", 250.0, "rm"), ("cost", 310.0, "rm"),
)  # fmt: skip
"""Words, pixels from the left, and how they are aligned there."""
CHECKS = 336.0
"""Pixels from the left at which checks are described."""


def way_list(path: Path, wide: int) -> Image.Image:
    """The list of a way's legs, ``wide`` pixels wide and as high as it has to be."""
    legs = [stride.whole for stride in strides(path)]
    said = [check_lines(leg.check, wide) for leg in legs]
    heights = [ROW + LINE * max(0, len(lines) - 1) for lines in said]
    sheet = Sheet(Image.new("RGB", (wide, int(TITLE + sum(heights) + ROW + 16.0)), PAPER))
    tops = [TITLE + sum(heights[:i]) for i in range(len(heights) + 1)]
    for leg, top in zip(legs, tops, strict=False):
        draw_badge(sheet, leg, (26.0, top + ROW / 2.0))
        if leg.check:
            draw_warning(sheet, (CHECKS + 9.0, top + ROW / 2.0))
    for y in {float(TITLE), tops[-1] + 2.0 * bool(path.legs)}:
        sheet.box((14.0, y - 1.0, wide - 14.0, y), RULE)
    flat, draw = sheet.flat()
    for words, x, anchor in (*COLUMNS, ("check", CHECKS, "lm")):
        write(draw, (x, TITLE / 2.0), words, SMALL, colour=FAINT_INK, anchor=anchor)
    for number, (leg, lines, top) in enumerate(zip(legs, said, tops, strict=False), start=1):
        middle = top + ROW / 2.0
        letter_badge(draw, number, (26.0, middle))
        for words, (_, x, anchor) in zip(leg_words(leg), COLUMNS, strict=True):
            write(draw, (x, middle + 1.0), words, TEXT, anchor=anchor)
        if leg.check:
            letter_warning(draw, (CHECKS + 9.0, middle))
        for line, words in enumerate(lines):
            write(draw, (CHECKS + 26.0, middle + 1.0 + line * LINE), words, SMALL, anchor="lm", colour=INK)
    totals = ("together", inches(path.length), "", inches(path.cost))
    for words, (_, x, anchor) in zip(totals, COLUMNS, strict=True):
        write(draw, (x, tops[-1] + 6.0 + ROW / 2.0), words, TEXT, bold=True, anchor=anchor)
    return flat


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
    return wrapped(check_words(check), SMALL, wide - CHECKS - 40.0)
