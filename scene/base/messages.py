"""The words of messages: how they say numbers, what a file says, and many faults of one kind."""

import math
import re
from collections.abc import Iterable

SHOWN = 40
"""Characters of a user's text that a message repeats."""
OF_A_KIND = 20
"""So many lines of one kind are listed."""
MOST_LINES = 200
"""So many lines are listed in all; a file with more is not the one that was meant."""

_QUOTED_OR_NUMBER = re.compile(r'"[^"]*"|[\d.,]*\d')


def shown_text(text: str, *, most: int = SHOWN) -> str:
    """The beginning of a text, with nothing in it that cannot be printed."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return printable if len(printable) <= most else printable[:most] + "..."


def plain(value: float, digits: int = 6) -> str:
    """A number to so many digits, never in powers of ten; whole places are not rounded away, zeros at the end are."""
    if not math.isfinite(value) or abs(value) >= 1e15:  # no place or size of a table
        return f"{value:g}"
    places = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    grouped = f"{value:,.{min(max(places, 0), 9)}f}"
    written = grouped if abs(value) >= 10_000 else grouped.replace(",", "")
    return written.rstrip("0").rstrip(".") if "." in written else written


def capped(lines: Iterable[str]) -> list[str]:
    """The lines, without what is too much of one kind: lines that differ in no more than quoted names and numbers.

    What is left out is counted in a line where it would have begun, so that every kind is still there.
    """
    counts: dict[str, int] = {}
    listed: list[tuple[str, str]] = []
    for line in lines:
        kind = _QUOTED_OR_NUMBER.sub("", line)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= OF_A_KIND + 1:
            listed.append((line, kind if counts[kind] > OF_A_KIND else ""))
    found = [_rest(line, counts[kind] - OF_A_KIND) if kind else line for line, kind in listed]
    return found if len(found) <= MOST_LINES else [*found[:MOST_LINES], f"and {len(found) - MOST_LINES:,} more lines"]


def _rest(line: str, count: int) -> str:
    return line if count == 1 else f"and {count:,} more of this kind"
