"""Where a figure could stand: what is painted is held against exact answers about single places, both ways round."""

from functools import cache

import numpy as np

from rules.sight.verdict import SightQuestion
from rules.systems.registry import DEFAULT, system
from scene.geometry.mesh import FloatArray
from scene.table.table import Table, Terrain
from sightline.window.intents.intents import AskAbout, ClickAt, PointAt, Select, SetMode
from sightline.window.intents.panel_widgets import buttons, words
from sightline.window.stand_points.stand_question import StandQuestion
from sightline.window.stand_points.threat_places import Threat, threat_places
from sightline.window.stand_points.watched_places import WatchedPlaces, looked_closer, watched_places
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import home
from sightline.window.view.floor_panels import floors_panel, there_panel
from sightline.window.view.window_view import WindowView
from tests.plain_scenes import block, figure
from tests.sightline.window.window_states import SIZE, done, now, table, window_state

RULES = system(DEFAULT)


@cache
def at_a_wall(*, slot: float = 0.0, inches: float = 0.35) -> StandQuestion:
    """Somebody at the end of a wall that is too high to look over, with enemies beyond it; it may have a slot so wide."""
    low, high = 4.0 - slot / 2.0, 4.0 + slot / 2.0
    wall = (block("one", (6.8, 1.0, 0.0), (7.0, low, 5.0)), block("two", (6.8, high, 0.0), (7.0, 7.0, 5.0)))
    ours = figure("ours", 5.5, 4.0 if slot else 7.15, side="red", base_mm=25.0)
    foes = tuple(figure(name, 12.0, y, side="blue", base_mm=25.0) for name, y in (("near", 4.0), ("far", 2.0)))
    held = Table((14.0, 10.0), Terrain(wall), (ours, *foes))
    return StandQuestion(held, ours, foes, inches, RULES.movement, RULES.sight)


def looked(question: StandQuestion) -> WatchedPlaces:
    found = watched_places(question)
    while not found.settled:
        found = looked_closer(found)
    return found


def asked(question: StandQuestion, place: FloatArray, number: int) -> set[bool]:
    """Whether an enemy sees the figure at a place, and the other way round, as people ask about a shot."""
    x, y, z = place.tolist()
    pair = question.at((x, y, z)), question.foes[number]
    held = question.table.with_figure(pair[0])
    return {table_questions.sight(held, SightQuestion(*both)).line_of_sight for both in (pair, pair[::-1])}


def test_what_is_painted_is_what_is_told_of_a_single_place_both_ways_round() -> None:
    question = at_a_wall()
    found = looked(question)
    assert 0 < found.hidden.sum() < len(found.places)
    for row, by in enumerate(found.seen.tolist()):
        for number, seen in enumerate(by):
            # Of a place that one is found to see, the others are not looked at more closely.
            if seen or found.hidden[row]:
                assert asked(question, found.places[row], number) == {seen}


def test_who_is_seen_through_a_slot_that_few_lines_miss_is_found_by_the_closer_look() -> None:
    question = at_a_wall(slot=0.004)
    assert not watched_places(question).seen.any()
    found = looked(question)
    assert found.seen.any()
    assert all(asked(question, found.places[row], 0) == {False} for row in np.flatnonzero(found.hidden)[:2])


def test_a_place_is_threatened_in_range_only_and_by_who_may_move_wherever_he_may_stay() -> None:
    question = at_a_wall()
    foe = question.foes[0]
    stays, moves, short = (threat_places(question, [Threat(foe, *can)]) for can in ((0.0,), (4.0,), (4.0, 3.0)))
    assert stays.seen[0].shape[1] == 1
    assert not np.any((stays.shares > 0.0) & (moves.shares == 0.0))
    assert (stays.shares > 0.0).sum() < (moves.shares > 0.0).sum()
    behind = (stays.places[:, 0] < 6.0) & (stays.places[:, 0] > 4.0) & (np.abs(stays.places[:, 1] - 4.0) < 1.0)
    assert behind.any()
    assert not stays.shares[behind].any(), "the wall is too high, and he stays"
    middles = np.linalg.norm(short.places[:, None, :2] - short.stands[0][None, :, :2], axis=2)
    assert np.all(middles[short.seen[0]] <= 3.0 + foe.base_radius + question.figure.base_radius + 1e-9)


def test_a_click_tells_of_every_enemy_and_his_name_shows_the_line() -> None:
    one = window_state()
    place = (4.0, 4.0, 0.0)
    done(one, Select("jelena"), SetMode("from there"), ClickAt("", place, floors=(place,)))
    held = one.view.there
    assert held is not None
    foes = [foe for foe in table().figures if foe.side != "red" and foe.id != "jelena"]
    assert set(held.answers) == {foe.id for foe in one.view.foes} == {foe.id for foe in foes}
    for foe, answer in held.answers.items():
        verdict = table_questions.sight(table(), SightQuestion(table().figure("jelena").moved(place), table().figure(foe)))
        assert answer.sees.line_of_sight == answer.seen_by.line_of_sight == verdict.line_of_sight
    button = buttons(there_panel(one.view))[table().figure("kruger").called]
    assert (button.intent, button.points) == (AskAbout("kruger"), PointAt("kruger", None))
    done(one, button.intent)
    assert one.view.sight is not None
    assert one.view.sight.verdict.question.target.id == "kruger"
    assert one.view.profile is not None
    assert one.view.profile.verdict is one.view.sight.verdict
    done(one, Select(None))
    assert now(one).there is None


def test_the_panel_counts_what_is_painted_and_chances_need_a_battle() -> None:
    question = at_a_wall()
    found = watched_places(question)
    view = WindowView(question.table, home(question.table, SIZE), SIZE, selected=("ours",), overlay="watched", watched=found)
    told = words(floors_panel(view))
    assert f"seen by one: {int((found.by == 1).sum())}" in told
    assert f"seen by more: {int((found.by > 1).sum())}" in told
    assert "battle" in buttons(floors_panel(view))["Chance"].why_not
