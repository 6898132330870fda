"""Words in a picture: a font that is always there, others where it lacks a letter, and cutting to fit."""

import unicodedata
from functools import cache
from typing import Literal

from PIL import ImageDraw, ImageFont

from sightline.drawing.rendering.palette import INK, Rgb

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Anchor = Literal["ls", "ms", "rs", "lm", "mm", "rm", "la", "ma", "ra"]

OTHER_FONTS = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf", "Arial Unicode.ttf",
    "segoeui.ttf", "NotoSansCJK-Regular.ttc", "msgothic.ttc", "Hiragino Sans GB.ttc",
)  # fmt: skip
"""Tried in this order for words that Pillow's own font cannot spell."""

ELLIPSIS = "…"


@cache
def font(size: int, file: str = "") -> Font:
    """Pillow's own scalable font in ``size`` pixels, or that in a font ``file`` of the system."""
    return ImageFont.truetype(file, size) if file else ImageFont.load_default(size)


@cache
def fitting_file(text: str) -> tuple[str, str]:
    """Which font file can spell ``text``, and the text with what even that cannot spell replaced."""
    for file in ("", *_present()):
        if all(_has(file, letter) for letter in set(text)):
            return file, text
    best = max(("", *_present()), key=lambda file: sum(_has(file, letter) for letter in text))
    return best, "".join(letter if _has(best, letter) else _plain(letter, best) for letter in text)


def width(text: str, size: int) -> float:
    """How many pixels wide ``text`` is."""
    file, spelled = fitting_file(text)
    return font(size, file).getlength(spelled)


def write(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    *,
    colour: Rgb = INK,
    bold: bool = False,
    anchor: Anchor = "ls",
) -> None:
    """Writes ``text`` at ``place``; ``anchor`` as in Pillow (l, m, r; a top, m middle, s baseline)."""
    file, spelled = fitting_file(one_line(text))
    stroke = size / 46.0 if bold else 0.0
    draw.text(place, spelled, fill=colour, font=font(size, file), anchor=anchor, stroke_width=stroke)


def one_line(text: str) -> str:
    """``text`` without line ends and other letters that cannot be drawn."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def cut(text: str, size: int, room: float) -> str:
    """``text``, shortened in its middle if it is wider than ``room`` pixels: ids often differ at their ends."""
    text = one_line(text)
    if len(text) > 400:
        text = text[:200] + text[-200:]
    if width(text, size) <= room:
        return text
    kept = len(text)
    while kept > 1:
        kept -= 1
        short = text[: (kept + 1) // 2].rstrip() + ELLIPSIS + text[len(text) - kept // 2 :].lstrip()
        if width(short, size) <= room:
            return short
    return ELLIPSIS


def wrapped(text: str, size: int, room: float) -> list[str]:
    """``text`` in lines no wider than ``room`` pixels, broken between words; a word too long for a line is cut."""
    lines: list[str] = []
    line = ""
    for word in one_line(text).split():
        longer = f"{line} {word}" if line else word
        if width(longer, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = cut(word, size, room)
    return [*lines, line] if line else lines


@cache
def _present() -> tuple[str, ...]:
    """Those of `OTHER_FONTS` that this system has."""
    found = []
    for file in OTHER_FONTS:
        try:
            font(16, file)
        except OSError:
            continue
        found.append(file)
    return tuple(found)


@cache
def _has(file: str, letter: str) -> bool:
    """Whether the font spells ``letter`` with something other than its box for unknown letters."""
    if letter.isspace():
        return True
    # A place that Unicode never gives to a letter.
    return bytes(font(24, file).getmask(letter)) != bytes(font(24, file).getmask("\uffff"))


def _plain(letter: str, file: str) -> str:
    """``letter`` without its accents, or a question mark."""
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    return bare if bare and all(_has(file, part) for part in bare) else "?"
