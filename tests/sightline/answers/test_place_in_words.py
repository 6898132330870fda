"""Places as people tell them."""

import pytest

from scene.geometry.mesh import Point
from sightline.answers.place_in_words import places_however_seen, places_in_words, without_numbers
from tests.plain_scenes import block, table

DECK, LOW = block("long-deck", (20.0, 16.0, 2.7), (28.0, 20.0, 3.0)), block("low-wall", (10.0, 6.0, 0.0), (14.0, 6.5, 2.0))
BOARD = table(DECK, LOW)
"""48 by 36 inches."""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((1.0, 1.0, 0.0), "near left corner, on the ground"),
        ((46.0, 33.0, 0.0), "far right corner, on the ground"),
        ((47.0, 18.0, 0.0), "right edge, in its middle, on the ground"),
        ((12.0, 35.0, 0.0), "far edge, left part, on the ground"),
        ((12.0, 8.0, 0.0), "near left, on the ground, beside low wall"),
        ((24.0, 18.0, 3.0), 'middle, 3" up on long deck'),
        ((24.0, 8.0, 0.0), "near middle, on the ground"),
        ((40.0, 18.0, 0.0), "right side, on the ground"),
    ],
)
def test_a_place_is_told_by_its_part_of_the_table_its_level_and_what_stands_beside_it(place: Point, words: str) -> None:
    assert places_in_words(BOARD, [place]) == (words,)


def test_a_table_that_is_turned_has_no_left_and_no_near() -> None:
    places = [(46.0, 33.0, 0.0), (12.0, 35.0, 0.0), (12.0, 8.0, 0.0), (24.0, 18.0, 3.0)]
    assert places_however_seen(BOARD, places) == (
        "in a corner, on the ground",
        "at an edge, on the ground",
        "away from the edges, on the ground, beside low wall",
        'away from the edges, 3" up on long deck',
    )


def test_places_that_would_read_the_same_have_their_inches_besides() -> None:
    told = places_in_words(BOARD, [(1.0, 1.0, 0.0), (2.0, 4.0, 0.0), (1.0, 35.0, 0.0)])
    assert told == (
        'near left corner, on the ground (1", 1")',
        'near left corner, on the ground (2", 4")',
        "far left corner, on the ground",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('falls 3.00" over the edge at 8.50, 15.60, 6.00, and so on', 'falls 3.00" over the edge, and so on'),
        ('lies 0.12" from the edge at 8.99, 15.00, 3.00 (3.00" down)', 'lies 0.12" from the edge (3.00" down)'),
        ('the point 1.5, 2, 4 is inside terrain "long-deck"; give another', "that place is inside long deck; give another"),
        ("the nearest is 0.63 inches from the rim, at 7.125, 9.3", "the nearest is 0.63 inches from the rim"),
        ("the line from Ann at (6.17, 9.33, 4.15) to Bob at (15.82, 14.55, 4.07) is free", "the line from Ann to Bob is free"),
        ("Ann is placed (Ann at 7 6.9 0)", "Ann is placed"),
        ('  3. jump 3.00" down to 13.87, 11.52, 0.00: costs 0.00"', '  3. jump 3.00" down: costs 0.00"'),
        ('Ann to 6,6,0: 4.11" (2.81" level, 3.00" in height)', 'Ann to the mark: 4.11" (2.81" level, 3.00" in height)'),
        ("is then moved to 15.72, 13.25, 3.00", "is then moved aside"),
        ("Ann: hit roll: 3, 4 -> hit", "Ann: hit roll: 3, 4 -> hit"),
    ],
)  # fmt: skip
def test_lines_beside_a_table_that_shows_their_places_have_no_numbers_of_them(line: str, said: str) -> None:
    assert without_numbers(BOARD, line) == said
