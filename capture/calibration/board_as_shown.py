"""Whether photos show the board that was named, told from a few of them; and what is said where they show another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from assets.tag_scheme import FAMILY
from capture.calibration.board_detection import sight
from capture.calibration.board_recognition import as_said, board_shown, easily_mistaken, family_shown, what_is_shown
from capture.calibration.boards import Board
from capture.photos.photo_reading import GreyPicture, each_photo
from capture.tags.tag_families import largest
from scene.base.errors import SceneError

SAMPLED = 3
"""So many photos are looked at first: whether they show the board that was named."""


def first_of(paths: Sequence[Path]) -> Iterator[GreyPicture]:
    """The first photos, and then some more from all over them."""
    yield from _greys([*paths[:SAMPLED], *_spread(paths[SAMPLED:])])


def some_of(paths: Sequence[Path]) -> Iterator[GreyPicture]:
    """A few photos from all over them."""
    yield from _greys(_spread(paths))


def _spread(paths: Sequence[Path]) -> Sequence[Path]:
    return paths[:: max(len(paths) // SAMPLED, 1)][:SAMPLED]


def _greys(paths: Iterable[Path]) -> Iterator[GreyPicture]:
    """The photos that can be read."""
    yield from (photo.grey for _, photo in each_photo(paths) if not isinstance(photo, str))


def as_shown(some: Iterable[GreyPicture], board: Board) -> tuple[Board, list[str]]:
    """The board as some photos show it, and what is other than was said; photos are looked at until that is clear.

    Raises:
        SceneError: they show another board, or tags of another family.
    """
    greys, seen = list[GreyPicture](), 0
    for grey in some:
        greys.append(grey)
        seen += bool(len(sight(grey, board, thorough=False).ids))
        if len(greys) < SAMPLED:
            continue
        if seen == len(greys):
            break
        if (shown := board_shown(greys, board)) is not None:
            if not easily_mistaken(shown, board):
                raise SceneError(_another(shown, board))
            shown = as_said(shown, board)
            return shown, [f"the photos show {what_is_shown(shown, board)}: --board {shown.words}"]
        if seen:
            break
    if not seen and greys and (family := family_shown(greys)) and largest(family) != largest(board.family):
        raise SceneError(_other_family(family, board))
    return board, []


def _another(shown: Board, board: Board) -> str:
    """What is told where the photos show another board."""
    if shown.family == FAMILY and shown.kind == "charuco":
        return _other_family(FAMILY, board)
    seem = f"the photos seem to show {what_is_shown(shown, board)}, not {board.words}"
    return f"{seem}; if that is your board, give --board {shown.words}, with its own sizes"


def _other_family(family: str, board: Board) -> str:
    """What is told where the photos show tags of another family than the board's."""
    named = replace(board, family=family).words
    if family == FAMILY:
        said = f"not those of the board ({board.family})" if board.kind == "charuco" else "and no chessboard"
        show = f"the photos show tags as they lie on tables ({family}), {said}; take photos of the board"
        return f"{show}, or if its tags are of that family, give --board {named}" if board.kind == "charuco" else show
    show = f"the photos show tags of {family} (or a larger family that begins with it), not"
    if board.kind == "chessboard":
        return f"{show} a chessboard; print the board of sightline markers, or say which board it is"
    return f"{show} of {board.family}; if the rest is right, give --board {named}"
