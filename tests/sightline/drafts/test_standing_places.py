"""Where figures can stand on a draft: on the floor that is meant, its gaps closed, in nobody's way; and why not."""

import math
from dataclasses import replace

import pytest

from assets import tables
from sightline.drafts.draft_table import Draft, open_draft, with_entries
from sightline.drafts.figure_edits import duplicate, misplaced, place_figure, stand
from sightline.drafts.move_edits import place_kit
from sightline.drafts.snapping import Snap
from sightline.drafts.standing_places import why_not
from tests.sightline.window.drafts_to_test import on_table, where

DECK = 3.0
"""Inches: the slotted deck of a gantry, which has a rail along its sides at y = 14 and y = 17."""


def gantry() -> Draft:
    return place_kit(on_table(size=(24.0, 24.0)), "gantry", (11.0, 15.5, 0.0))


def at(draft: Draft, place: tuple[float, float, float]) -> str:
    """Why a figure cannot stand just there."""
    draft = with_entries(draft, [replace(draft.figure_entry("human"), position=place)])
    return misplaced(draft, ["human"]).get("human", "")


@pytest.mark.long
@pytest.mark.parametrize("name", tables.names())
def test_everybody_on_the_bundled_tables_can_stand_where_he_does(name: str) -> None:
    draft = open_draft(tables.path(name))
    assert misplaced(draft, draft.ids) == {}


@pytest.mark.parametrize(
    "place", [(11.4, 16.9, DECK), (10.6, 15.4, DECK), (13.4, 16.4, DECK), (12.0, 14.0, DECK + 0.77), (11.6, 17.2, DECK)]
)
def test_a_figure_put_on_a_slotted_deck_stands_on_the_deck(place: tuple[float, float, float]) -> None:
    draft = place_figure(gantry(), place, snap=Snap())
    x, y, z = where(draft, "human")
    assert z == pytest.approx(DECK, abs=1e-3)
    assert math.dist((x, y), place[:2]) < 1.0
    assert misplaced(draft, ["human"]) == {}


def test_under_a_deck_the_ground_is_meant() -> None:
    assert where(place_figure(gantry(), (11.0, 15.5, 0.0)), "human")[2] == 0.0


def test_what_is_sunk_floats_overhangs_or_stands_in_something_is_told() -> None:
    draft = place_figure(gantry(), (3.0, 3.0, 0.0))
    assert at(draft, (11.0, 15.5, DECK)) == ""
    assert at(draft, (11.0, 15.5, DECK - 0.25)) == "it would be sunk 0.25 inch"
    assert at(draft, (11.0, 15.5, DECK - 0.05)) == "it would be sunk 0.05 inch"
    assert at(draft, (11.0, 15.5, DECK + 0.3)) == "it would float 0.30 inch above the floor"
    assert at(draft, (11.0, 17.0, DECK)) != ""
    assert at(draft, (0.1, 3.0, 0.0)) == "it would hang over the edge of the table"
    draft = place_kit(draft, "crate", (18.0, 6.0, 0.0))
    assert at(draft, (18.0, 6.0, 0.0)) != ""
    low, _ = draft.table.piece("crate").placed.bounds
    assert at(draft, (float(low[0]) - 0.2, 6.0, 0.0)) == "it would stand in crate"


def test_figures_do_not_stand_in_one_another_but_beside() -> None:
    draft = on_table()
    for x in (20.0, 20.6, 19.3):
        draft = place_figure(draft, (x, 20.0, 0.0), snap=Snap())
    for owner in draft.ids:
        assert why_not(draft.table, draft.table.figure(owner)) == ""
    inside = with_entries(draft, [replace(draft.figure_entry("human-3"), position=(20.1, 20.0, 0.0))])
    assert misplaced(inside, ["human-3"]) == {"human-3": f"it would stand in {inside.table.called('human')}"}


@pytest.mark.parametrize("z", [0.0, 0.5, 1.5])
def test_whoever_points_at_the_side_of_a_container_means_the_ground_beside_it(z: float) -> None:
    draft = place_kit(on_table(size=(24.0, 24.0)), "container", (12.0, 12.0, 0.0))
    low, _ = draft.table.piece("container").placed.bounds
    draft = place_figure(draft, (12.1, float(low[1]) + 0.05, z))
    _, y, height = where(draft, "human")
    assert (height, misplaced(draft, ["human"])) == (0.0, {})
    assert low[1] - 1.0 < y < low[1]


def test_copies_of_one_figure_find_room_each() -> None:
    draft = place_figure(on_table(), (20.0, 20.0, 0.0))
    for _ in range(3):
        draft = duplicate(draft, ["human"])
    assert len(draft.ids) == 4
    assert misplaced(draft, draft.ids) == {}


def test_figures_that_go_together_keep_their_places_to_one_another() -> None:
    draft = place_figure(place_figure(on_table(), (5.0, 5.0, 0.0)), (7.0, 6.0, 0.0))
    draft = stand(draft, ["human", "human-2"], (6.5, 6.0, 0.0))
    assert where(draft, "human") == (6.5, 6.0, 0.0)
    assert where(draft, "human-2") == (8.5, 7.0, 0.0)
