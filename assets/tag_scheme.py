"""The scheme of printed tags: which id means what, how large it is, and how it lies on the table.

All tags on a table are of one family, AprilTag 36h11. Lengths are millimetres. A tag's own frame, everywhere: its origin in the
middle of the tag, x to the right and y up on the paper, z out of the paper. Its side is that of the black square.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FAMILY = "DICT_APRILTAG_36h11"
"""The tags' family, as OpenCV calls it. Source: Olson 2011, AprilTag: A robust and flexible visual fiducial system."""
IN_FAMILY = 587
MODULES = 8
"""Modules along a tag's side, with the black border of one module all around."""

ANCHORS = range(32)
ANCHOR_MM, ANCHOR_CARD_MM = 60.0, 80.0
CORNERS: Mapping[int, str] = {0: "origin", 1: "end of the x side", 2: "opposite of the origin", 3: "end of the y side"}
"""The anchors whose cards lie in the table's corners, flush with both edges, any way round. Others lie anywhere flat."""

TERRAIN = range(100, 300)
TERRAIN_MM, TERRAIN_CARD_MM = 30.0, 40.0


@dataclass(frozen=True)
class BaseTags:
    """The tags for bases of one size: round discs of the base's diameter.

    Attributes:
        base_mm: the base's diameter.
        side_mm: the tag's side.
        ids: the tags of this size.
    """

    base_mm: float
    side_mm: float
    ids: range


BASES = (
    BaseTags(25.0, 12.0, range(300, 360)),
    BaseTags(28.5, 14.0, range(360, 400)),
    BaseTags(32.0, 16.0, range(400, 460)),
    BaseTags(40.0, 20.0, range(460, 500)),
    BaseTags(50.0, 25.0, range(500, 540)),
)
BASE_TOP_MM = 3.0
"""The disc lies on an empty base in the figure's place, whose top is so high above its underside. The tag's y is the facing."""

CARDS, CARD_TAGS = range(40, 100), 5
"""Tags of cards that stand in figures' places, so many on each card. Scans know nothing of these."""
PROXY_CARDS = range(540, 580)
"""The same of cards for any figure of a kind."""
CARD_TAG_MM = 12.0
STANDS = range(36, 40)
"""Tags of the stand in the shooter's place."""
STAND_TAG_MM = 15.0

BOARD_SQUARES = (7, 9)
"""Across and down. An odd number of rows, so that boards of OpenCV's older and newer pattern are the same."""
BOARD_SQUARE_MM, BOARD_TAG_MM = 24.0, 17.0
BOARD_FAMILY = "DICT_5X5_50"
"""Not that of the tags on the table, so that the board may lie beside them."""
BOARD_WORDS = f"charuco:{BOARD_SQUARES[0]}x{BOARD_SQUARES[1]}:{BOARD_SQUARE_MM:g}mm:{BOARD_TAG_MM:g}mm"
"""The printed board as ``sightline calibrate --board`` takes it."""

Kind = Literal["anchor", "terrain", "base", "unknown"]


@dataclass(frozen=True)
class Role:
    """What a tag is for.

    Attributes:
        kind: what it stands for; ``unknown`` for ids without a meaning.
        side_mm: the side of its black square; None where unknown.
        card_mm: the side of its card, or the diameter of its disc; None where unknown.
        base_mm: the diameter of the base that it stands for, None for other tags.
        corner: which corner of the table it marks, 0 to 3 in the order of `CORNERS`; None for other tags.
    """

    kind: Kind
    side_mm: float | None = None
    card_mm: float | None = None
    base_mm: float | None = None
    corner: int | None = None


def role_of(tag: int) -> Role:
    """What the tag of that id is for."""
    if tag in ANCHORS:
        return Role("anchor", ANCHOR_MM, ANCHOR_CARD_MM, corner=tag if tag in CORNERS else None)
    if tag in TERRAIN:
        return Role("terrain", TERRAIN_MM, TERRAIN_CARD_MM)
    for size in BASES:
        if tag in size.ids:
            return Role("base", size.side_mm, size.base_mm, base_mm=size.base_mm)
    return Role("unknown")
