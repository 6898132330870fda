"""A body that changes: another built-in figure stands for a fighter, on the base of his card and over its navmesh."""

from dataclasses import replace

import pytest

from assets.mesh_library import LIBRARY
from rules.roster.gang import Fighter
from rules.skirmish.opponent.place_scores import at_places
from rules.skirmish.opponent.style import BALANCED
from rules.skirmish.state.battle_navmesh import mover, navmesh_for
from rules.skirmish.state.battle_sight import distance, figure_of, sees, table_of, verdict
from rules.skirmish.state.placement import good_places
from scene.navmesh import navmesh as navmeshes
from tests.plain_scenes import block
from tests.rules.skirmish.battles import battle

PLACES = {"anna": (10, 10), "bill": (14, 10)}
WALL = block("wall", (12.0, 0.0, 0.0), (12.2, 24.0, 1.6))
"""Taller than humans on their bases, lower than brutes."""
BRUTE = LIBRARY.body("brute", "upright", "upright")


def test_another_figure_stands_for_him_on_the_base_of_his_card() -> None:
    start = battle(PLACES)
    after = start.changed("anna", proxy="brute")
    assert (start.proxy("anna"), after.proxy("anna"), after.proxy("bill")) == ("human", "brute", "human")
    assert table_of(start).figure("anna").body is LIBRARY.body("human", "upright", "upright")
    assert table_of(after).figure("anna").body is figure_of(after, "anna").body is BRUTE
    assert table_of(after).figure("anna").base_mm == 25.0
    assert distance(after, "anna", "bill") == distance(start, "anna", "bill")
    lying = after.changed("anna", status="pinned")
    assert figure_of(lying, "anna").body is LIBRARY.body("brute", "on_back", "upright")
    assert table_of(after.changed("anna", proxy="")) is table_of(start)


def test_sight_and_cover_are_of_the_body_that_he_has_now() -> None:
    start = battle(PLACES, pieces=[WALL], size=(24.0, 24.0))
    after = start.changed("anna", proxy="brute").changed("bill", proxy="brute")
    assert (sees(start, "anna", "bill"), sees(after, "anna", "bill")) == (False, True)
    assert (verdict(start, "bill", "anna").ruling.cover, verdict(after, "bill", "anna").ruling.cover) == ("none-seen", "full")


def test_whoever_plays_for_him_reckons_with_that_body() -> None:
    start = battle(PLACES, pieces=[WALL], size=(24.0, 24.0))
    after = start.changed("anna", proxy="brute").changed("bill", proxy="brute")
    here, there = (at_places(one, "anna", [(10.0, 10.0, 0.0)], BALANCED) for one in (start, after))
    assert (here.targets[0, 0], there.targets[0, 0]) == (0, 1)


@pytest.mark.parametrize("status", ["standing", "pinned"])
def test_he_moves_over_the_navmesh_of_his_card(status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = battle(PLACES, cards=[Fighter("anna", "Anna", proxy="small")], size=(24.0, 24.0))
    own = navmesh_for(start, "anna")
    after = start.changed("anna", proxy="brute", status=status)
    assert navmesh_for(after, "anna") is own
    assert mover(after, "anna") == replace(mover(start, "anna"), posture=figure_of(after, "anna").posture)
    # Nor is another one made to find out where he may be placed.
    monkeypatch.setattr(navmeshes, "build", lambda *_: pytest.fail("a second navmesh"))
    assert len(good_places(after, "anna", ()))
