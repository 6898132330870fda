"""Which board photos show, where it may not be the one that was named."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from capture.calibration.board_detection import sight
from capture.calibration.boards import Board
from capture.photos.photo_reading import GreyPicture
from capture.tags.tag_families import largest, smallest, squares_of, tags_by_family
from scene.geometry.mesh import FloatArray

LEAST_TAGS = 4
"""Fewer tags of a family may be something else."""

LEAST_PLACED = 6
"""Fewer tags in one photo lie as on boards of any number of squares."""

MOST_ACROSS = 30
"""Squares along a ChArUco board that are tried."""

AMISS = 0.12
"""Squares: the middles of a board's tags are not farther from where it has them."""

SAME_SHARE = 0.05
"""Of a square: tags of no more another width are as wide as was said."""

LEAST_INNER = 3
"""Inner corners along the shorter side of a chessboard; patterns of fewer are everywhere."""

LARGE = 1_200
"""Pixels: at this length chessboards of any size are looked for."""

ANY_SIZE = cv2.CALIB_CB_ACCURACY + cv2.CALIB_CB_LARGER


def board_shown(photos: Sequence[GreyPicture], said: Board) -> Board | None:
    """The board that most of the photos show, with the sizes of the one that was named; None where they show no other."""
    family = family_shown(photos)
    found = charuco_shown(photos, said, family) if family else _chessboard_shown(photos, said)
    return None if found is None or _alike(found, said) else found


def family_shown(photos: Sequence[GreyPicture]) -> str | None:
    """The family of which the photos show most tags; None where they show fewer than four of any."""
    seen: dict[str, set[int]] = {}
    for grey in photos:
        for family, ids in tags_by_family(grey).items():
            seen.setdefault(largest(family), set()).update(ids)
    family = max(seen, key=lambda each: len(seen[each]), default="")
    return smallest(family, seen[family]) if family and len(seen[family]) >= LEAST_TAGS else None


def _alike(one: Board, other: Board) -> bool:
    """Whether two boards are found as one: of the same pattern, and with tags of families that begin one another."""
    if one.kind != other.kind:
        return False
    if one.kind == "chessboard":
        return sorted(one.inner) == sorted(other.inner)
    same = (one.across, one.down) == (other.across, other.down) and largest(one.family) == largest(other.family)
    return same and (one.legacy == other.legacy or one.down % 2 == 1)


def charuco_shown(photos: Sequence[GreyPicture], said: Board, family: str) -> Board | None:
    """The ChArUco board on which tags of a family lie as the photos have them; None where they lie on none."""
    seen = [tags for grey in photos if len(tags := dict(squares_of(grey, family))) >= LEAST_PLACED]
    if not seen:
        return None
    wide = [(across, legacy) for across, legacy in product(range(2, MOST_ACROSS + 1), (False, True))]
    amiss = [float(np.median([_placed(tags, *each)[0] for tags in seen])) for each in wide]
    across, legacy = wide[int(np.argmin(amiss))]
    if min(amiss) > AMISS:
        return None
    count = max(max(tags) for tags in seen) + 1
    down = next(rows for rows in range(2, 2 * count + 2) if len(_cells(across, rows, legacy=legacy)) >= count)
    if legacy and down % 2:
        down += 1  # with an odd number of rows the older and the newer pattern are the same
    share = float(np.median([_placed(tags, across, legacy)[1] for tags in seen]))
    as_wide = said.tag_mm > 0.0 and abs(said.tag_mm / said.square_mm - share) < SAME_SHARE
    tag_mm = said.tag_mm if as_wide else round(share * said.square_mm, 1)
    return Board("charuco", across, down, said.square_mm, tag_mm, family, legacy)


def _cells(across: int, down: int, *, legacy: bool) -> FloatArray:
    """(n, 2) column and row of the squares with tags, in the order of the tags' numbers."""
    y, x = np.divmod(np.arange(across * down), across)
    return np.asarray(np.stack([x, y], axis=1)[(x + y) % 2 == (0 if legacy else 1)], dtype=np.float64)


def _placed(tags: dict[int, FloatArray], across: int, legacy: bool) -> tuple[float, float]:  # noqa: FBT001
    """How far tags are from where a board of so many squares across has them, and their sides; both in squares."""
    cells = _cells(across, 2 * (max(tags) + 2), legacy=legacy)[list(tags)]
    if np.linalg.matrix_rank(cells - cells.mean(axis=0)) < 2:
        return np.inf, 0.0
    pixels = np.stack(list(tags.values()))
    plane = np.asarray(cv2.findHomography(pixels.mean(axis=1), cells)[0], dtype=np.float64)
    if plane.shape != (3, 3):  # none was found, which OpenCV's own types leave out
        return np.inf, 0.0
    flat = cv2.perspectiveTransform(pixels, plane)
    off = np.linalg.norm(flat.mean(axis=1) - cells, axis=1)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    return float(np.sqrt(np.mean(off**2))), float(np.median(sides))


def _chessboard_shown(photos: Sequence[GreyPicture], said: Board) -> Board | None:
    """The chessboard that is found in most of the photos, of those that were found in any, and the one that was named."""
    sizes, smaller = Counter[tuple[int, int]](), [_smaller(grey) for grey in photos]
    for grey in smaller:
        size = _any_chessboard(grey)
        if min(size) >= LEAST_INNER:
            sizes[size] += 1
    chess = said.kind == "chessboard"
    own = (max(said.inner), min(said.inner)) if chess else (0, 0)
    if chess:
        # People count squares for corners, or forget an edge.
        for more, less in ((0, 0), (-1, -1), (1, 1), (-1, 0), (0, -1)):
            sizes[own[0] + more, own[1] + less] += 0
    tried = {
        size: sum(bool(len(sight(grey, _chessboard(size, said), thorough=False).ids)) for grey in smaller) for size in sizes
    }
    # Of a larger board a part is found as well, here and there, and of a smaller one a row too many.
    best = max(tried, key=lambda size: (tried[size], size == own, size[0] * size[1]), default=own)
    if tried.get(best, 0) == 0 or (not chess and tried[best] * 2 < len(photos)):
        return None
    return _chessboard(best, said)


def _chessboard(size: tuple[int, int], said: Board) -> Board:
    """The chessboard of that many inner corners, lying as the named one does."""
    low, high = sorted(size)
    upright = said.kind == "chessboard" and said.inner[0] < said.inner[1]
    across, down = (low, high) if upright else (high, low)
    return Board("chessboard", across + 1, down + 1, said.square_mm)


def _smaller(grey: GreyPicture) -> GreyPicture:
    """The photo no larger than it takes to see which board it shows."""
    scale = LARGE / max(grey.shape)
    if scale >= 1.0:
        return grey
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _any_chessboard(grey: GreyPicture) -> tuple[int, int]:
    """Inner corners, the larger number first, of the chessboard in a photo; zeros where there is none."""
    found, _, meta = cv2.findChessboardCornersSBWithMeta(grey, (LEAST_INNER, LEAST_INNER), ANY_SIZE)
    if not found or meta is None:
        return 0, 0
    rows, columns = np.asarray(meta).shape[:2]
    return max(rows, columns), min(rows, columns)


def easily_mistaken(shown: Board, said: Board) -> bool:
    """Whether one board is named for another by a slip: squares for corners, one side for the other, older for newer."""
    if shown.kind != said.kind:
        return False
    if shown.kind == "chessboard":
        return bool(np.abs(np.subtract(sorted(shown.inner), sorted(said.inner))).max() <= 1)
    turned = sorted((shown.across, shown.down)) == sorted((said.across, said.down))
    return turned and largest(shown.family) == largest(said.family)


def what_is_shown(shown: Board, said: Board) -> str:
    """A board that is not the one that was named, in words."""
    if shown.kind == "chessboard":
        return f"a chessboard of {shown.inner[0]}x{shown.inner[1]} inner corners"
    squares = f"a ChArUco board of {shown.across}x{shown.down} squares with tags of {shown.family}"
    if said.kind == "chessboard" or shown.legacy == said.legacy or (shown.across, shown.down) != (said.across, said.down):
        return squares + (" in the older places (legacy)" if shown.legacy else "")
    return squares + (" in the older places (legacy)" if shown.legacy else " in the newer places (not legacy)")


def as_said(shown: Board, said: Board) -> Board:
    """The board that is shown, as the words of the named one have its sizes and its family."""
    return replace(said, across=shown.across, down=shown.down, legacy=shown.legacy)
