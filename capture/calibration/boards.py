"""Calibration boards, and the words that name them: ``charuco:7x9:24mm:17mm``, ``chessboard:9x6:25mm``."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

import numpy as np

from assets.tag_scheme import BOARD_FAMILY, BOARD_WORDS
from capture.tags.tag_families import FAMILIES
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.geometry.mesh import FloatArray

CHESSBOARD = "chessboard:9x6:25mm"
LEAST_SIDE, MOST_SIDE = 2, 60
LEAST_MM, MOST_MM = 0.5, 2_000.0


@dataclass(frozen=True)
class Board:
    """A flat board of squares.

    Attributes:
        kind: a plain chessboard, or one with tags in its white squares.
        across, down: squares along x and along y.
        square_mm: the side of a square.
        tag_mm: the side of a tag; 0 on a plain chessboard.
        family: the family of the tags, as OpenCV calls it.
        legacy: whether tags are placed as by OpenCV up to 4.5; the same for odd numbers of rows.
    """

    kind: Literal["charuco", "chessboard"]
    across: int
    down: int
    square_mm: float
    tag_mm: float = 0.0
    family: str = BOARD_FAMILY
    legacy: bool = False

    @property
    def inner(self) -> tuple[int, int]:
        """Inner corners along x and along y."""
        return self.across - 1, self.down - 1

    @property
    def corners(self) -> FloatArray:
        """(n, 3) millimetres: all inner corners, row by row, in the order of their ids."""
        columns, rows = self.inner
        y, x = np.mgrid[1 : rows + 1, 1 : columns + 1]
        return np.stack([x.ravel(), y.ravel(), np.zeros(columns * rows)], axis=1) * self.square_mm

    @property
    def tags(self) -> int:
        """How many tags are on it."""
        return self.across * self.down // 2 if self.kind == "charuco" else 0

    @property
    def words(self) -> str:
        """The board as ``--board`` takes it."""
        if self.kind == "chessboard":
            return f"chessboard:{self.inner[0]}x{self.inner[1]}:{self.square_mm:g}mm"
        sizes = f"charuco:{self.across}x{self.down}:{self.square_mm:g}mm:{self.tag_mm:g}mm"
        return f"{sizes}:{self.family}{':legacy' if self.legacy else ''}"


def parse_board(words: str) -> Board:
    """The board of those words; a `SceneError` with all that is wrong with them."""
    kind, *parts = words.strip().split(":")
    faults = list[str]()
    if kind not in {"charuco", "chessboard"}:
        raise SceneError(
            f'--board: "{shown_text(words)}" names no board; write {BOARD_WORDS} (squares, square, tag)'
            f" or {CHESSBOARD} (inner corners, square)"
        )
    needed = 3 if kind == "charuco" else 2
    if len(parts) < needed:
        example = BOARD_WORDS if kind == "charuco" else CHESSBOARD
        raise SceneError(f'--board: "{shown_text(words)}" is too short; a {kind} is written {example}')
    across, down = _counts(kind, parts[0], faults)
    square = _length("square", parts[1], faults)
    if kind == "chessboard":
        faults += [f'--board: "{shown_text(part)}" is too much; a chessboard is written {CHESSBOARD}' for part in parts[2:]]
        board = Board("chessboard", across + 1, down + 1, square)
    else:
        tag = _length("tag", parts[2], faults)
        legacy = "legacy" in parts[3:]
        families = [part for part in parts[3:] if part != "legacy"]
        family = _family(families, faults)
        if not faults and tag >= square:
            faults.append(f"--board: the tag's side of {tag:g} mm must be less than the square's of {square:g} mm")
        board = Board("charuco", across, down, square, tag, family, legacy)
        if not faults and board.tags > FAMILIES[family]:
            faults.append(f"--board: {across} x {down} squares take {board.tags} tags, and {family} has {FAMILIES[family]}")
    if faults:
        raise SceneError(faults)
    return board


def _counts(kind: str, part: str, faults: list[str]) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})[xX](\d{1,4})", part)
    what = "squares" if kind == "charuco" else "inner corners"
    low = LEAST_SIDE + (1 if kind == "charuco" else 0)
    if match is None:
        faults.append(f'--board: "{shown_text(part)}" must be two numbers of {what}, such as 7x9')
        return 0, 0
    across, down = int(match[1]), int(match[2])
    if not (low <= across <= MOST_SIDE and low <= down <= MOST_SIDE):
        faults.append(f'--board: "{part}": boards have {low} to {MOST_SIDE} {what} along each side')
    return across, down


def _length(what: str, part: str, faults: list[str]) -> float:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)mm", part)
    if match is None:
        faults.append(f'--board: "{shown_text(part)}" must be the {what}\'s side in millimetres, such as 30mm')
        return 0.0
    length = float(match[1])
    if not LEAST_MM <= length <= MOST_MM:
        faults.append(f"--board: the {what}'s side must be from {LEAST_MM:g} to {MOST_MM:,g} mm, not {part}")
    return length


def _family(parts: list[str], faults: list[str]) -> str:
    known = {family.upper(): family for family in FAMILIES}
    if not parts:
        return BOARD_FAMILY
    if len(parts) > 1:
        faults.append(
            f'--board: "{shown_text(":".join(parts[1:]))}" is too much after the family of the tags; "legacy" may follow'
        )
    word = parts[0].upper()
    found = known.get(word) or known.get(f"DICT_{word}")
    if found is None:
        close = get_close_matches(word, known, n=1, cutoff=0.6)
        hint = f"did you mean {known[close[0]]}?" if close else "such as DICT_5X5_50 or DICT_6X6_250"
        faults.append(f'--board: there is no family of tags "{shown_text(parts[0])}"; {hint}')
    return found or BOARD_FAMILY
