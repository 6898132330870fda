"""Edits of figures and gangs: put on the table."""

import itertools
import math

import pytest

from assets import gangs
from scene.base.errors import SceneError
from sightline.drafts.figure_edits import edit_figure, place_figure, place_gang
from sightline.session.gang_loading import load_gang
from tests.sightline.window.drafts_to_test import DECK, on_table, where


def test_a_figure_stands_on_what_was_pointed_at() -> None:
    draft = on_table(("platform", 20, 20))
    for height in (DECK, 0.0):
        draft = place_figure(draft, (20.0, 20.0, height), side="red")
    assert draft.ids[-2:] == ("human", "human-2")
    assert [where(draft, owner)[2] for owner in draft.ids[-2:]] == pytest.approx([DECK, 0.0], abs=1e-4)
    assert {figure.side for figure in draft.table.figures} == {"red"}


@pytest.mark.parametrize("name", gangs.names())
def test_a_gang_stands_whole_apart_and_on_the_table(name: str) -> None:
    gang, _ = load_gang(name)
    draft = place_gang(on_table(), gang, (1.0, 35.0, 0.0), facing=90.0)
    assert draft.ids == tuple(fighter.id for fighter in gang.fighters)
    assert {figure.side for figure in draft.table.figures} == {gang.id}
    for figure in draft.table.figures:
        assert 0 <= figure.position[0] <= 48
        assert 0 <= figure.position[1] <= 36
    draft = place_gang(on_table(), gang, (24.0, 18.0, 0.0), facing=30.0)
    for a, b in itertools.combinations(draft.table.figures, 2):
        assert math.dist(a.position, b.position) > a.base_radius + b.base_radius
    with pytest.raises(SceneError, match="twice"):
        place_gang(draft, gang, (24.0, 18.0, 0.0))


def test_what_is_said_of_a_figure_is_what_it_is() -> None:
    draft = place_figure(on_table(), (5.0, 5.0, 0.0), name="Kai", side="red", base_mm=40.0)
    assert draft.table.figure("kai").base_mm == 40.0
    after = edit_figure(draft, ["kai"], side="", base_mm=None, status="pinned")
    figure = after.table.figure("kai")
    assert (figure.side, figure.posture, figure.name) == ("", "on_back", "Kai")
    assert after.figure_entry("kai").side is None
