"""main-rulebook: Deploying reinforcements; Standard rules for deploying reinforcements; setting up by the scenario."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rules.engine.game_history import Answered, Game
from rules.engine.procedure_steps import Answer, Choose, Question, Roll
from rules.errors import RulesError
from rules.roster.gang import Fighter, Gang
from rules.skirmish.phases.deployment import (
    arrival_places,
    arrive,
    deploy,
    picked,
    reinforcements,
    set_up,
    standard_places,
)
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.placement import an_inch_away, apart, good_places, suggested, typed_place
from rules.skirmish.state.scenario import Area, Scenario
from rules.systems import registry
from scene.measuring.distance import nearest
from scene.table.table import Piece, Table, Terrain
from sightline.session.answer_sources import meanings
from sightline.session.battle_log import lines
from tests.plain_scenes import block, figure
from tests.rules.skirmish.battles import body, gone_through

R = 12.5 / 25.4
LEFT, RIGHT = Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0))
CREW = Scenario("Crew", (LEFT, RIGHT), crew=1, reinforcements_from=2)
DECK = tuple(f"card {number}" for number in range(18))
PLATFORM = block("platform", (2.0, 2.0, 3.8), (6.0, 6.0, 4.0))


def waiting(
    scenario: Scenario | None,
    *pieces: Piece,
    red: int = 2,
    blue: int = 2,
    size: tuple[float, float] = (40.0, 24.0),
    deck: tuple[str, ...] = (),
) -> Battle:
    gangs = tuple(
        Gang(gang, gang.title(), tuple(Fighter(f"{gang[0]}{number}", "F") for number in range(1, count + 1)), deck=deck)
        for gang, count in (("red", red), ("blue", blue))
    )
    return new_battle(Setting(Table(size, Terrain(pieces)), gangs, body, registry.system("main-rulebook").battle, scenario))


def under_way(scenario: Scenario, *pieces: Piece, red: int = 4, round_number: int = 2) -> Battle:
    """The first of each gang is on the table, the others are in reserve."""
    start = waiting(scenario, *pieces, red=red, blue=1)
    start = start.changed("r1", position=(5.0, 12.0, 0.0), whereabouts="table")
    start = start.changed("b1", position=(35.0, 12.0, 0.0), whereabouts="table")
    return replace(start, phase="priority", order=("red", "blue"), turn="red", round=round_number)


def place(battle: Battle, fighter: str) -> tuple[float, float, float]:
    return battle.model(fighter).position


def set_up_all(start: Battle, *answers: Answer) -> tuple[Battle, list[Question]]:
    game = Game(start, lambda battle: deploy(battle) if battle.phase == "deploy" else None, answers)
    assert game.pending is None
    return game.state, [line.question for line in game.log if isinstance(line, Answered)]


def test_setting_up_gangs_take_turns_to_place_one_fighter_each_in_their_areas() -> None:
    start = waiting(Scenario("S", (LEFT, RIGHT)), red=2, blue=3)
    after, told = set_up_all(start, (2,), (5,), "32 2", "2 2", "32 4", "2 4", "32 6")
    assert [question.who for question in told if isinstance(question, Choose)] == ["blue", "red", "blue", "red", "blue"]
    assert [question.about for question in told if isinstance(question, Choose)] == ["b1", "r1", "b2", "r2", "b3"]
    assert all(model.on_table for model in after.models)
    assert (after.phase, after.order, after.turn) == ("priority", (), "")


def test_setting_up_outside_of_the_own_area_is_refused() -> None:
    start = waiting(Scenario("S", (LEFT, RIGHT)))
    for wrong in ("11 12", "32 12"):
        with pytest.raises(RulesError, match=r"outside the area in which Red sets up: x from 0\.0 to 10\.0"):
            gone_through(set_up(start, "r1"), wrong)
    assert place(gone_through(set_up(start, "r1"), "10 12")[0], "r1") == (10.0, 12.0, 0.0)


def test_setting_up_he_looks_to_the_middle_of_the_table() -> None:
    after, _ = gone_through(set_up(waiting(None), "r1"), "20 2")
    assert after.model("r1").facing == pytest.approx(90.0)
    after, _ = gone_through(set_up(waiting(None), "r1"), "38 12")
    assert after.model("r1").facing == pytest.approx(180.0)


def test_setting_up_all_that_is_suggested_is_allowed_and_spread_over_the_area() -> None:
    start = waiting(Scenario("S", (LEFT, RIGHT)))
    _, told = gone_through(set_up(start, "r1"), "5 5")
    (question,) = told
    assert isinstance(question, Choose)
    places = np.array([option.value for option in question.options])
    assert len(places) == 12
    assert places[:, 0].max() <= 10.0
    assert np.ptp(places[:, 0]) >= 8.0
    for option in question.options:
        assert place(gone_through(set_up(start, "r1"), option.key)[0], "r1") == option.value


@pytest.mark.parametrize("text", ["", "5", "here", "1 2 3 4", "nan 5", "inf 5", "90 5", "5 -5", "1e9 5", "5 5 3"])
def test_a_place_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        gone_through(set_up(waiting(None), "r1"), text)


def test_a_place_with_several_floors_needs_its_height() -> None:
    start = waiting(None, PLATFORM)
    with pytest.raises(RulesError, match="floors at heights 0, 4: type x y z"):
        gone_through(set_up(start, "r1"), "4 4")
    with pytest.raises(RulesError, match="no floor at height 2 there; the heights are 0, 4"):
        gone_through(set_up(start, "r1"), "4 4 2")
    for height in (0.0, 4.0):
        after, _ = gone_through(set_up(start, "r1"), f"4, 4, {height:g}")
        assert place(after, "r1") == pytest.approx((4.0, 4.0, height))


def test_a_height_may_be_left_out_where_only_one_floor_is_free() -> None:
    start = waiting(None, PLATFORM).changed("b1", position=(4.0, 4.0, 0.0), whereabouts="table")
    after, _ = gone_through(set_up(start, "r1"), "4 4")
    assert place(after, "r1") == pytest.approx((4.0, 4.0, 4.0))


def test_upper_levels_are_suggested_too() -> None:
    roofed = waiting(Scenario("S", (Area((0.0, 0.0), (0.2, 0.3)), RIGHT)), PLATFORM)
    heights = good_places(roofed, "r1", (an_inch_away(roofed, "r1"),))[:, 2]
    assert set(np.unique(np.round(heights, 6))) == {0.0, 4.0}


def test_moving_through_friendly_fighters_nobody_is_placed_on_a_base() -> None:
    start = waiting(None).changed("r2", position=(5.0, 5.0, 0.0), whereabouts="table")
    with pytest.raises(RulesError, match="taken"):
        gone_through(set_up(start, "r1"), f"{5.0 + 2 * R - 0.05} 5")
    assert gone_through(set_up(start, "r1"), f"{5.0 + 2 * R + 0.01} 5")


def test_barricades_and_obstacles_nobody_is_placed_on_one() -> None:
    fence = block("crates", (4.0, 4.0, 0.0), (6.0, 6.0, 1.0), kind="obstacle")
    with pytest.raises(RulesError, match=r"taken, or on an obstacle"):
        gone_through(set_up(waiting(None, fence), "r1"), "5 5 1")


def test_the_1_inch_rule_nobody_is_placed_within_an_inch_of_an_enemy() -> None:
    start = waiting(None).changed("b1", position=(20.0, 12.0, 0.0), whereabouts="table")
    with pytest.raises(RulesError, match=r'1" away from enemies'):
        gone_through(set_up(start, "r1"), f"{20.0 + 2 * R + 0.99} 12")
    assert gone_through(set_up(start, "r1"), f"{20.0 + 2 * R + 1.001} 12")
    hurt = start.changed("b1", status="seriously_injured")
    assert gone_through(set_up(hurt, "r1"), f"{20.0 + 2 * R + 0.5} 12")


def test_an_area_without_room_the_nearest_free_place_is_taken() -> None:
    pit = block("pit", (0.0, 0.0, -1.0), (10.0, 24.0, 0.0), kind="pit")
    holed = waiting(Scenario("S", (Area((0.0, 0.0), (0.1, 1.0)), RIGHT)), pit)
    with pytest.raises(RulesError, match="no room in the area"):
        gone_through(set_up(holed, "r1"), "20 12")
    _, told = gone_through(set_up(holed, "r1"), "11 12")
    assert isinstance(told[0], Choose)
    assert {option.value[0] for option in told[0].options} == {11.0}


def test_gang_and_crew_only_the_crew_is_set_up() -> None:
    after, _ = set_up_all(waiting(CREW, red=3, blue=1), (5,), (2,), "2 2", "38 2")
    assert [model.whereabouts for model in after.models] == ["table", "reserve", "reserve", "table"]


def test_selecting_tactic_cards_before_the_battle() -> None:
    scenario = Scenario("S", (LEFT, RIGHT), cards=1)
    start = waiting(scenario, red=1, blue=1, deck=DECK)
    # A step for each: what is ruled about a hand in the next one finds it.
    after, told = gone_through(deploy(start), (1, 1), (1, 1), "card 1")
    assert told.names() == ["tactic card", "tactic card", "discard a tactic card"]
    after, _ = gone_through(deploy(after), (1, 1), (1, 1), "card 0")
    assert [after.side(gang).hand for gang in ("red", "blue")] == [("card 0",), ("card 1",)]
    after, _ = gone_through(deploy(after), (6,), (1,), "2 2")
    again, told = gone_through(deploy(after), "38 2")
    assert (told.names(), again.side("red").hand) == (["where to set up"], ("card 0",))
    assert [one.asks for one in told] == ["where is he set up"], "its kind in documents stays"


def test_deploying_reinforcements_from_the_round_of_the_scenario_on() -> None:
    for early in (under_way(CREW, round_number=1), under_way(replace(CREW, reinforcements_from=0))):
        assert gone_through(reinforcements(early))[0] == early


@pytest.mark.parametrize(("face", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_deploying_reinforcements_d3_fighters_at_random(face: int, count: int) -> None:
    answers: list[Answer] = [(face,)]
    # Of three in reserve the first by number 0 of 36; of two left over, again the first. All of them need no dice.
    if count < 3:
        picks: list[Answer] = [(1, 1), "2 2", (1, 1), "2 4"]
        answers += picks[: 2 * count]
    else:
        answers += ["2 2", "2 4", "3 3"]
    after, _ = gone_through(reinforcements(under_way(CREW)), *answers)
    assert sum(1 for _ in after.on_table("red")) == 1 + count
    assert {model.id for model in after.on_table("red") if model.arrived == 2} == {f"r{n}" for n in range(2, 2 + count)}


def test_deploying_reinforcements_in_order_of_priority() -> None:
    start = waiting(CREW, red=2, blue=2)
    start = start.changed("r1", position=(5.0, 12.0, 0.0), whereabouts="table")
    start = start.changed("b1", position=(35.0, 12.0, 0.0), whereabouts="table")
    start = replace(start, phase="priority", order=("blue", "red"), turn="blue", round=2)
    _, told = gone_through(reinforcements(start), (1,), "38 2", (1,), "2 2")
    assert [question.who for question in told] == ["blue", "blue", "red", "red"]


def test_d66_picks_each_of_five_alike_and_rolls_the_last_number_again() -> None:
    five = ("a", "b", "c", "d", "e")
    assert gone_through(picked("red", five), (6, 6), (1, 1))[0] == "a"
    chances = [gone_through(picked("red", five), (a, b))[0] for a in range(1, 7) for b in range(1, 7) if (a, b) != (6, 6)]
    assert {name: chances.count(name) for name in five} == dict.fromkeys(five, 7)


def test_the_roll_who_arrives_says_before_it_falls_which_faces_bring_whom() -> None:
    _, told = gone_through(picked("red", ("a", "b", "c", "d", "e"), ("Ann", "Bill", "Cid", "Dora", "Eve")), (1, 2))
    assert isinstance(roll := told[0], Roll)
    assert next(meanings(roll)) == "Ann: 11 16 25 34 43 52 61"
    assert list(meanings(roll))[-1] == "rolled again: 66"
    assert fell_words(roll, (1, 2)).endswith("who arrives: 1 2 -> Bill")
    assert {face for _, faces in roll.means for face in faces} == {(a, b) for a in range(1, 7) for b in range(1, 7)}


def fell_words(roll: Roll, faces: tuple[int, ...]) -> str:
    """The line of the log that a roll comes to."""
    (line,) = lines((Answered(roll, faces),), str)
    return line


def test_standard_rules_reinforcements_come_within_3_inches_of_an_edge() -> None:
    start = under_way(CREW)
    for good in ("2 2", f"{3.0 + R} 12", f"10 {24.0 - 3.0 - R}"):
        assert gone_through(arrive(start, "r2", ()), good)
    for wrong in (f"{3.01 + R} 12", "10 12"):
        with pytest.raises(RulesError, match=r'3" of an edge'):
            gone_through(arrive(start, "r2", ()), wrong)


def test_standard_rules_reinforcements_come_on_ground_level() -> None:
    start = under_way(CREW, PLATFORM)
    with pytest.raises(RulesError, match="ground level"):
        gone_through(arrive(start, "r2", ()), "3 4 4")
    # Of the two floors there only one is meant.
    assert place(gone_through(arrive(start, "r2", ()), "3 4")[0], "r2") == (3.0, 4.0, 0.0)


def test_standard_rules_reinforcements_come_within_3_inches_of_each_other() -> None:
    start = under_way(CREW).changed("r2", position=(2.0, 2.0, 0.0), whereabouts="table")
    near, far = 2.0 + 2 * R + 2.99, 2.0 + 2 * R + 3.01
    assert gone_through(arrive(start, "r3", ("r2",)), f"2 {near}")
    with pytest.raises(RulesError, match=r'3" of each other'):
        gone_through(arrive(start, "r3", ("r2",)), f"2 {far}")
    assert gone_through(arrive(start, "r3", ()), f"2 {far}")


def test_standard_rules_reinforcements_do_not_come_within_12_inches_of_enemies() -> None:
    start = under_way(CREW)
    near, far = 35.0 - 2 * R - 11.99, 35.0 - 2 * R - 12.01
    start = start.changed("b1", position=(35.0, 2.0, 0.0))
    with pytest.raises(RulesError, match=r'12" away from enemies'):
        gone_through(arrive(start, "r2", ()), f"{near} 2")
    assert gone_through(arrive(start, "r2", ()), f"{far} 2")
    hurt = start.changed("b1", status="seriously_injured")
    with pytest.raises(RulesError, match=r'12" away from enemies'):
        gone_through(arrive(hurt, "r2", ()), f"{near} 2")


def test_standard_rules_where_that_is_impossible_as_far_as_possible_from_enemies() -> None:
    small = waiting(CREW, red=2, blue=1, size=(12.0, 12.0))
    small = small.changed("b1", position=(4.0, 4.0, 0.0), whereabouts="table")
    small = replace(small, order=("red", "blue"), round=2)
    _, told = gone_through(arrive(small, "r2", ()), "11 11")
    assert isinstance(told[0], Choose)
    # The far corner of the lattice: bases keep half their width from the edges of the table.
    assert [option.value for option in told[0].options] == [(11.0, 11.0, 0.0)]
    with pytest.raises(RulesError, match=f'as far from enemies as there is room, {math.hypot(7, 7) - 2 * R:.1f}"'):
        gone_through(arrive(small, "r2", ()), "11 1")
    # A place that is farther still than the lattice knows is taken.
    assert gone_through(arrive(small, "r2", ()), "11.4 11.4")


def test_standard_rules_reinforcements_far_from_enemies_even_if_not_near_each_other() -> None:
    """With no room near the one who came first, the others keep to the edge, and away from enemies."""
    moat = tuple(
        block(f"pit-{n}", low, high, kind="pit")
        for n, (low, high) in enumerate([((1.6, 0.0, -1.0), (8.0, 8.0, 0.0)), ((0.0, 1.6, -1.0), (1.6, 8.0, 0.0))])
    )
    start = under_way(CREW, *moat).changed("r2", position=(0.8, 0.8, 0.0), whereabouts="table")
    conditions = arrival_places(start, "r3", ("r2",))
    places = good_places(start, "r3", conditions)
    assert len(places)
    inch, on_ground, near_edge, farthest = conditions
    best = apart(figure_of(start, "r3"), good_places(start, "r3", (inch, on_ground, near_edge)), [figure_of(start, "b1")])
    found = apart(figure_of(start, "r3"), places, [figure_of(start, "b1")])
    assert found == pytest.approx(best.max())
    assert farthest.text.startswith("reinforcements come as far from enemies as there is room")


def test_reinforcements_without_any_room_stay_in_reserve() -> None:
    pit = block("pit", (0.0, 0.0, -1.0), (40.0, 24.0, 0.0), kind="pit")
    bridge = block("bridge", (3.0, 10.0, 3.8), (37.0, 14.0, 4.0))
    start = under_way(CREW, pit, bridge, red=2)
    start = start.changed("r1", position=(5.0, 12.0, 4.0)).changed("b1", position=(35.0, 12.0, 4.0))
    after, told = gone_through(reinforcements(start), (1,))
    assert (after.model("r2").whereabouts, after.model("r2").arrived) == ("reserve", 0)
    assert [line.text for line in told.said] == ["there is no room for F (r2), who stays in reserve"]


def test_dangerous_terrain_is_not_suggested_but_may_be_chosen() -> None:
    vat = block("vat", (0.0, 0.0, 0.0), (10.0, 12.0, 0.02), kind="area", ground="dangerous")
    start = waiting(Scenario("S", (LEFT, RIGHT)), vat)
    options = suggested(start, "r1", ())
    assert options
    on_vat = [option.value for option in options if option.value[0] < 10.0 - R and option.value[1] < 12.0 - R]
    assert on_vat == []
    assert typed_place(start, "r1", ())("5 5").value == pytest.approx((5.0, 5.0, 0.0), abs=0.05)


def test_measurements_distances_of_places_are_those_between_bases() -> None:
    rng = np.random.default_rng(3)
    mover, others = figure("m", 0.0, 0.0), [figure("a", 3.0, 4.0, 1.0), figure("b", -2.0, 5.0)]
    places = rng.uniform([-9.0, -9.0, 0.0], [9.0, 9.0, 6.0], (40, 3))
    expected = [min(nearest(mover.moved((x, y, z)), other).distance for other in others) for x, y, z in places.tolist()]
    assert apart(mover, places, others) == pytest.approx(np.array(expected), abs=1e-9)
    assert np.isinf(apart(mover, places, [])).all()


def test_standard_places_say_what_is_wrong() -> None:
    texts = [condition.text for condition in standard_places(under_way(CREW), "r2", ())]
    assert texts == [
        "reinforcements come on ground level",
        'reinforcements come within 3" of an edge',
        'reinforcements come within 3" of each other',
        'reinforcements keep 12" away from enemies',
    ]
