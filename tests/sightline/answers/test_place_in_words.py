"""Places as people tell them."""

import pytest

from scene.geometry.mesh import Point
from sightline.answers.place_in_words import places_however_seen, places_in_words
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
