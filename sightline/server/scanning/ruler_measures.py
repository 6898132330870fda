"""What somebody measured with a ruler on the table that is scanned from the page, and what lines about a scan say there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assets.tag_scheme import ANCHOR_MM
from scene.base.messages import shown_text
from sightline.errors import CommandError

if TYPE_CHECKING:
    from capture.adjustment.prior_knowledge import MeasuredLength, PriorKnowledge

MOST_LENGTHS = 20
MOST_TEXT = 400
_UNDER = 'under "Measured with a ruler"'
_SAID_HERE = (
    ("give --nothing-else", "tick that here and scan again"),
    (r"\band give --known-length", f"and type it {_UNDER}"),
    (r"\bgive a --known-length", f"type such a length {_UNDER}"),
    (r"\bgive --tag-mm ([0-9.]+)", rf"type \1 as the side of a tag {_UNDER}"),
    # What the page does not ask for.
    (r", and give --[a-z-]+| \([^()]*give --[a-z-]+\)|, and say where [^,]* with --base .*", ""),
)
"""What lines say to whoever types the command, and on the page."""


@dataclass(frozen=True)
class Given:
    """What somebody said and typed on the page for a scan, so that the next scan of the same photos goes by it, too.

    Attributes:
        nothing_else: whether nothing stands on the table but figures and pieces with tags.
        tag_mm: the side of an anchor tag's black square, as it was typed.
        lengths: what was measured between tags, as it was typed.
    """

    nothing_else: bool = False
    tag_mm: str = ""
    lengths: str = ""

    @staticmethod
    def of(wanted: Mapping[str, Any]) -> "Given":
        """What a message says.

        Raises:
            CommandError: what was typed is no text, or a long one.
        """
        return Given(wanted.get("nothing_else") is True, _typed(wanted, "tag_mm"), _typed(wanted, "lengths"))


def said_on_page(line: str) -> str:
    """A line about a scan in the words of the page."""
    for command, here in _SAID_HERE:
        line = re.sub(command, here, line)
    return line


def measured(wanted: Mapping[str, Any]) -> "PriorKnowledge":
    """What is known before the photos are looked at, of a message that may have ``tag_mm`` and ``lengths`` as they were typed.

    Raises:
        CommandError: with all that is wrong with them.
    """
    # Minutes of work follow; until then nothing heavy is wanted.
    from capture.adjustment.prior_knowledge import PriorKnowledge
    from sightline.api.photo_scans import TAG_MM

    (smallest, largest), faults = TAG_MM, list[str]()
    side = _typed(wanted, "tag_mm")
    mm = ANCHOR_MM if not side else _number(side)
    if mm is None or not smallest <= mm <= largest:
        faults.append(
            f"the side of an anchor tag's black square is {smallest:g} to {largest:,.0f} mm, such as 57.1, not "
            f'"{shown_text(side)}"'
        )
    texts = [text for text in _typed(wanted, "lengths").split(";") if text.strip()]
    if len(texts) > MOST_LENGTHS:
        raise CommandError(f"these are {len(texts)} lengths; the limit is {MOST_LENGTHS}, and two or three do")
    lengths = tuple(found for text in texts if (found := _length(text, faults)) is not None)
    if faults or mm is None:
        raise CommandError(faults)
    return PriorKnowledge(None, mm, lengths)


def _typed(wanted: Mapping[str, Any], name: str) -> str:
    text = wanted.get(name, "")
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise CommandError(f"what was measured is a text of at most {MOST_TEXT} letters")
    return text.strip()


def _number(text: str) -> float | None:
    """A number as people type it, with a point or a comma; None for none."""
    found = re.fullmatch(r"(\d{1,5}(?:[.,]\d{1,4})?)(?:\s*mm)?", text.strip())
    return float(found[1].replace(",", ".")) if found else None


def _length(text: str, faults: list[str]) -> "MeasuredLength | None":
    from capture.adjustment.prior_knowledge import MeasuredLength

    found = re.fullmatch(r"(\d{1,4})\s+(\d{1,4})\s+(.+)", text.strip())
    mm = _number(found[3]) if found else None
    if found is None or mm is None:
        faults.append(f'a measured length is two tags and millimetres, such as 0 2 1412, not "{shown_text(text.strip())}"')
        return None
    length = MeasuredLength(int(found[1]), int(found[2]), mm)
    if length.fault:
        faults.append(f"{shown_text(text.strip())}: {length.fault}")
    return length
