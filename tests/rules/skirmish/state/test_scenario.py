"""main-rulebook: End of round; Carrying objects and injured fighters; Fleeing the battlefield, as scenarios count them."""

from dataclasses import replace

import pytest

from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.scenario import Area, Objective, Scenario, area_of, decided, objective_place, points, scored
from rules.skirmish.state.status_changes import fled, out_of_action
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle

R = 12.5 / 25.4
LEFT, RIGHT = Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0))
MIDDLE = Objective("valve", (0.5, 0.5), points=2)
VALVES = Scenario("Valves", (LEFT, RIGHT), rounds=3, objectives=(MIDDLE,), victory="points", points_for_casualties=1)
LAST = Scenario("Last", (LEFT, RIGHT))


def fought(places: dict[str, Place], scenario: Scenario, *pieces: Piece, round: int = 1) -> Battle:  # noqa: A002
    start = battle(places, pieces=pieces)
    return replace(start, setting=replace(start.setting, scenario=scenario), round=round)


def scores(after: Battle) -> tuple[int, int]:
    return after.side("red").score, after.side("blue").score


@pytest.mark.parametrize(("gap", "score"), [(0.99, 2), (1.01, 0)])
def test_an_objective_is_held_within_an_inch_of_the_base(gap: float, score: int) -> None:
    start = fought({"anna": (24.0 + R + gap, 24.0), "bill": (40.0, 40.0)}, VALVES)
    assert scores(scored(start)) == (score, 0)


def test_an_objective_is_held_by_one_gang_alone_and_only_by_operational_fighters() -> None:
    start = fought({"anna": (25.0, 24.0), "bill": (23.0, 24.0)}, VALVES)
    assert scores(scored(start)) == (0, 0)
    for down in ({"status": "seriously_injured"}, {"broken": True}, {"insane": True}, {"whereabouts": "fled"}):
        assert scores(scored(start.changed("bill", **down))) == (2, 0)
    assert scores(scored(start.changed("bill", status="pinned"))) == (0, 0)


def test_an_objective_is_held_every_round() -> None:
    start = fought({"anna": (25.0, 24.0), "bill": (40.0, 40.0)}, VALVES)
    assert scores(scored(scored(start))) == (4, 0)


def test_measuring_through_walls_nobody_holds_what_is_behind_one() -> None:
    wall = block("wall", (24.3, 20.0, 0.0), (24.4, 28.0, 3.0), kind="wall")
    start = fought({"anna": (24.4 + R + 0.2, 24.0), "bill": (40.0, 40.0)}, VALVES)
    assert scores(scored(start)) == (2, 0)
    walled = fought({"anna": (24.4 + R + 0.2, 24.0), "bill": (40.0, 40.0)}, VALVES, wall)
    x, _, _ = objective_place(walled, MIDDLE)
    assert x < 24.3
    assert scores(scored(walled)) == (0, 0)


def test_nobody_holds_an_objective_from_the_floor_above() -> None:
    deck = block("deck", (20.0, 20.0, 3.8), (28.0, 28.0, 4.0))
    high = fought({"anna": (24.0, 24.0, 4.0), "bill": (40.0, 40.0)}, VALVES, deck)
    assert objective_place(high, MIDDLE) == pytest.approx((24.0, 24.0, 0.0))
    assert scores(scored(high)) == (0, 0)
    assert scores(scored(high.changed("anna", position=(24.0, 24.0, 0.0)))) == (2, 0)


def test_an_objective_inside_something_solid_lies_beside_or_on_it() -> None:
    low = block("plinth", (20.0, 20.0, 0.0), (28.0, 28.0, 1.0))
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, VALVES, low)
    # The top, an inch up, is nearer than the ground around, four inches aside.
    assert objective_place(start, MIDDLE) == pytest.approx((24.0, 24.0, 1.0))


CRATE = Objective("crate", (0.5, 0.5), points=3, loot=True)
FREIGHT = Scenario("Freight", (LEFT, RIGHT), rounds=5, objectives=(CRATE,), victory="points")


def carrying(at: Place) -> Battle:
    start = fought({"anna": at, "alf": (1.0, 1.0), "bill": (40.0, 40.0)}, FREIGHT)
    x, y = at[:2]
    return replace(start, things=(TableObject("crate", (x, y, 0.0), holder="anna"),)).changed("anna", carries="crate")


def test_loot_scores_once_when_it_is_carried_into_the_own_area() -> None:
    after = scored(carrying((12.0, 24.0)))
    assert scores(after) == (3, 0)
    assert (after.things, after.model("anna").carries) == ((), "")
    assert scores(scored(after)) == (3, 0)


def test_loot_elsewhere_or_on_the_ground_scores_nothing() -> None:
    for start in (carrying((12.1, 24.0)), carrying((40.0, 24.0))):
        assert scored(start) == start
    lying = replace(carrying((5.0, 5.0)).changed("anna", carries=""), things=(TableObject("crate", (5.0, 5.0, 0.0)),))
    assert scored(lying) == lying


def test_light_loot_does_not_make_its_bearer_drop_what_he_carries_besides() -> None:
    start = carrying((5.0, 5.0)).changed("anna", carries="alf")
    after = scored(start)
    assert scores(after) == (3, 0)
    assert after.model("anna").carries == "alf"


def test_end_of_round_the_battle_goes_on_until_one_gang_is_left() -> None:
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, LAST, round=50)
    assert decided(start) is None
    assert decided(out_of_action(start, "bill")) == "red"
    assert decided(fled(start, "anna")) == "blue"
    assert decided(fled(fled(start, "anna"), "bill")) == ""


def test_end_of_round_without_a_scenario_the_last_gang_wins() -> None:
    start = battle({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, round=50)
    assert decided(start) is None
    assert decided(fled(start, "anna")) == "blue"


def test_end_of_round_by_the_last_round_nobody_wins_if_more_than_one_are_standing() -> None:
    limited = replace(LAST, rounds=3)
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, limited, round=2)
    assert decided(start) is None
    assert decided(replace(start, round=3)) == ""


def test_end_of_round_most_points_win_after_the_last_round() -> None:
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, VALVES, round=3)
    assert decided(start) == ""
    assert decided(start.side_changed("blue", score=1)) == "blue"
    assert decided(replace(start.side_changed("blue", score=1), round=2)) is None


def test_fleeing_the_battlefield_counts_as_out_of_action_for_the_scenario() -> None:
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0), "bob": (42.0, 40.0)}, VALVES)
    after = fled(out_of_action(start, "bill"), "bob")
    assert points(after, after.side("red")) == 2
    assert points(after, after.side("blue")) == 0


@pytest.mark.parametrize(("first", "winner"), [(0, "red"), (1, None)])
def test_reinforcements_to_come_keep_a_gang_in_the_battle(first: int, winner: str | None) -> None:
    scenario = replace(LAST, crew=1, reinforcements_from=first)
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0), "bob": (42.0, 40.0)}, scenario)
    left = out_of_action(start.changed("bob", whereabouts="reserve"), "bill")
    assert decided(left) == winner


def test_areas_go_to_the_gangs_in_their_order() -> None:
    start = fought({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}, VALVES)
    assert (area_of(start, "red"), area_of(start, "blue")) == (LEFT, RIGHT)
    assert area_of(battle({"anna": (4.0, 4.0), "bill": (40.0, 40.0)}), "blue") == Area((0.0, 0.0), (1.0, 1.0))


def test_areas_are_shares_of_any_table() -> None:
    assert RIGHT.holds((18.0, 5.0), (24.0, 24.0))
    assert not RIGHT.holds((18.0, 5.0), (48.0, 24.0))
