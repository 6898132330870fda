"""The scheme of tags: no id means two things, everything fits on its card."""

import cv2
import numpy as np
import pytest

from assets.tag_scheme import (
    ANCHORS,
    BASES,
    BOARD_FAMILY,
    BOARD_SQUARE_MM,
    BOARD_SQUARES,
    BOARD_TAG_MM,
    BOARD_WORDS,
    CARDS,
    CORNERS,
    FAMILY,
    IN_FAMILY,
    MODULES,
    PROXY_CARDS,
    STANDS,
    TERRAIN,
    role_of,
)


def test_the_family_is_as_opencv_has_it() -> None:
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    assert len(family.bytesList) == IN_FAMILY
    assert family.markerSize + 2 == MODULES


def test_every_id_has_one_meaning() -> None:
    ranges = [ANCHORS, TERRAIN, *(size.ids for size in BASES)]
    listed = [tag for ids in ranges for tag in ids]
    assert len(listed) == len(set(listed))
    assert max(listed) < IN_FAMILY
    for ids, kind in zip(ranges, ["anchor", "terrain", *["base"] * 5], strict=True):
        assert {role_of(tag).kind for tag in ids} == {kind}
    assert {role_of(tag).kind for tag in set(range(-2, 700)) - set(listed)} == {"unknown"}
    cards = [*CARDS, *PROXY_CARDS, *STANDS]
    assert len(set(cards) - set(listed)) == len(cards)
    assert max(cards) < IN_FAMILY


@pytest.mark.parametrize(
    ("tag", "side", "card", "base"),
    [
        *[
            (0, 60, 80, None),
            (31, 60, 80, None),
            (100, 30, 40, None),
            (299, 30, 40, None),
            (300, 12, 25, 25),
            (359, 12, 25, 25),
        ],
        *[(360, 14, 28.5, 28.5), (400, 16, 32, 32), (459, 16, 32, 32), (460, 20, 40, 40), (500, 25, 50, 50), (539, 25, 50, 50)],
    ],
)
def test_sizes(tag: int, side: float, card: float, base: float | None) -> None:
    role = role_of(tag)
    assert (role.side_mm, role.card_mm, role.base_mm) == (side, card, base)
    # Tags need white around them: a module, on discs also at their corners.
    white = (card - side * (np.sqrt(2) if base else 1.0)) / 2
    assert white >= side / MODULES


def test_only_the_first_four_mark_corners() -> None:
    assert [role_of(tag).corner for tag in range(6)] == [0, 1, 2, 3, None, None]
    assert list(CORNERS) == [0, 1, 2, 3]


def test_the_boards_words_say_its_sizes() -> None:
    assert f"charuco:{BOARD_SQUARES[0]}x{BOARD_SQUARES[1]}:{BOARD_SQUARE_MM:g}mm:{BOARD_TAG_MM:g}mm" == BOARD_WORDS
    assert BOARD_SQUARES[1] % 2 == 1
    assert BOARD_FAMILY != FAMILY
