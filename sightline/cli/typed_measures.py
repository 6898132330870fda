"""Sizes and lengths as they are typed: ``X Y`` of a table, and ``A B MM``, a length that was measured between two things."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from scene.base.messages import shown_text
from scene.table_io.table_document import MAX_SIZE
from sightline.cli.typed_words import DECIMAL_COMMA
from sightline.console import words
from sightline.errors import CommandError


class TableSize(NamedTuple):
    """Inches."""

    x: float
    y: float


def typed_size(text: str) -> TableSize:
    """The size of a table in inches: ``48 36``, ``48x36`` or ``48,36``; a `CommandError` for what is none."""
    parts = text.split()
    for part in parts if len(parts) == 2 else ():
        if DECIMAL_COMMA.fullmatch(part):
            raise CommandError(f'--size: "{part}" has a comma: write {part.replace(",", ".")}')
    try:
        x, y = (float(part) for part in re.split(r"[\s,]+|\s*[xX\u00d7]\s*", text.strip()))
    except ValueError:
        raise CommandError(f'--size: "{shown_text(text)}" is no size; write X Y in inches, such as 48 36') from None
    if not (0.0 < x <= MAX_SIZE and 0.0 < y <= MAX_SIZE):
        raise CommandError(f"--size: both sides are more than 0 and at most {MAX_SIZE:.0f} inches, not {x:g} and {y:g}")
    return TableSize(x, y)


@dataclass(frozen=True)
class TypedLength:
    """A length that was measured.

    Attributes:
        a, b: what it is between, as typed.
        mm: millimetres.
    """

    a: str
    b: str
    mm: float


def typed_length(text: str) -> TypedLength | None:
    """The length that ``A B MM`` says, or, as it was written once, ``A to B = MM``; None for what is none."""
    old = re.fullmatch(r"(.+?)\s+to\s+(.+?)\s*=\s*(\S+?)(?:\s*mm)?", text.strip())
    parts = list(old.groups()) if old else text.split()
    if len(parts) != 3:
        return None
    try:
        mm = float(parts[2].removesuffix("mm"))
    except ValueError:
        return None
    if old:
        a, b = (",".join(part.replace(",", " ").split()) for part in parts[:2])
        words().print(f"--known-length is written A B MM now, such as {a} {b} {mm:g}; the older form is understood too")
    return TypedLength(parts[0], parts[1], mm)
