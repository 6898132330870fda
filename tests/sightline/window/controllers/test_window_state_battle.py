"""The window state in a battle: clicks answer, paths are shown before they are gone, and the program goes on by itself."""

import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from rules.body_limits import LIMITS
from rules.engine.procedure_steps import Choose, Roll
from scene.geometry.mesh import Point as Place
from scene.pathfinding.path_legs import Path as FigurePath
from scene.walkable.agent import Agent
from sightline.cli.command_line import run
from sightline.window.battle.battle_game import opened
from sightline.window.battle.battle_story import way_places
from sightline.window.battle.battle_thread import BattleThread
from sightline.window.controllers import battle_controller
from sightline.window.controllers.question_controller import GROUND
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.shapes.deployment_shapes import place_shapes
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.graphics.status_icons import GLYPHS
from sightline.window.intents.battle_intents import STEPWISE, NextStep, ShowWayTo, StopProgram, TypeDice
from sightline.window.intents.intents import (
    Cancel,
    Choice,
    ClickAt,
    Confirm,
    DragTo,
    EditSelection,
    Evidence,
    Give,
    GiveText,
    GoTo,
    Intent,
    Open,
    PlayedBy,
    PointAt,
    Redo,
    RollDice,
    Save,
    Select,
    Tour,
    Undo,
)
from sightline.window.intents.panel_widgets import Entry, ProgressBar, TextWidget, buttons, every
from sightline.window.table_opening import battlefield, draft_of
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.window_view import Pointed
from tests.sightline.window.boards import AT_ANNA, ON_DECK, SET_UP, given, solo, yard
from tests.sightline.window.window_states import done, now, rest, shown, window_state


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[WindowState]:
    """A battle that is set up, with dice that people roll."""
    one = window_state()
    done(one, Open(str(yard(tmp_path))), TypeDice(on=True))
    for answer in SET_UP:
        done(one, GiveText(answer))
    yield one
    one.close()


def asked(one: WindowState) -> str:
    question = shown(one).question
    return question.what if question is not None else ""


def press(one: WindowState, label: str) -> None:
    (found,) = [buttons(panel)[label] for panel in panels(one.view) if label in buttons(panel)]
    assert found.enabled, found.why_not
    done(one, found.intent)


def test_where_a_fighter_may_be_set_up_is_drawn(tmp_path: Path) -> None:
    """The area of red is three tenths of a table of 16 inches; a ring lies about every place that is offered."""
    one = window_state()
    done(one, Open(str(yard(tmp_path))), TypeDice(on=True), GiveText(SET_UP[0]), GiveText(SET_UP[1]))
    question = shown(one).question
    assert isinstance(question, Choose)
    assert question.what == "where to set up"
    *rings, area = place_shapes(shown(one))
    assert len(rings) == len(question.options)
    places = np.array([ring.places.mean(axis=0)[:2] for ring in rings])
    np.testing.assert_allclose(places, [option.value[:2] for option in question.options], atol=0.01)
    low, high = area.places.min(axis=0)[:2], area.places.max(axis=0)[:2]
    np.testing.assert_allclose([low, high], [[0.0, 0.0], [4.8, 16.0]], atol=0.1)
    done(one, GoTo(0))
    assert list(place_shapes(shown(one))) == []
    one.close()


def test_a_turn_is_played_with_the_mouse(playing: WindowState) -> None:
    assert asked(playing) == "who is activated"
    done(playing, ClickAt("anna", playing.view.table.figure("anna").position))
    assert shown(playing).acting == "anna"
    assert playing.view.selected == ("anna",)
    assert playing.view.targets is not None
    press(playing, "Move")
    before = shown(playing).answers
    done(playing, ClickAt("deck", ON_DECK))
    assert playing.view.plan is not None
    assert isinstance(playing.view.plan.path, FigurePath)
    assert shown(playing).answers == before, "nothing is answered before it is confirmed"
    done(playing, Cancel())
    assert now(playing).plan is None
    done(playing, DragTo(ON_DECK), DragTo(ON_DECK, done=True), Confirm())
    assert playing.view.table.figure("anna").position == pytest.approx(ON_DECK)
    press(playing, "Shoot")
    done(playing, ClickAt("bill", playing.view.table.figure("bill").position))
    assert isinstance(shown(playing).question, Roll)
    press(playing, "5")
    assert playing.view.table.figure("bill").posture == "on_back"
    told = [label.text for label in labels(playing.view)]
    assert f"Bill [B]  {GLYPHS['pinned']}" in told, "an icon tells it"
    assert "hit" in told, "and what came of the shot stands at the target"
    done(playing, PointAt("bill", None))
    assert any("pinned" in label.text for label in labels(playing.view)), "words, when looked at"
    done(playing, Undo(), Redo())
    assert playing.view.table.figure("bill").posture == "on_back"
    done(playing, GoTo(before))
    assert playing.view.table.figure("anna").position != pytest.approx(ON_DECK)
    done(playing, GoTo(shown(playing).answers))
    assert playing.view.table.figure("anna").position == pytest.approx(ON_DECK)
    assert things(playing.view)


def test_a_move_is_gone_before_eyes_and_at_once_for_who_asks(playing: WindowState) -> None:
    """She walks from where she stood along her way to where she stands; rules, clicks and answers have her there at once."""
    time = [0.0]
    playing.clock = lambda: time[0]
    done(playing, Choice("motion", value=True), GiveText("anna"), GiveText("move"))
    was = playing.view.table.figure("anna").position
    done(playing, ClickAt("deck", ON_DECK))
    assert playing.view.plan is not None
    assert isinstance(playing.view.plan.path, FigurePath)
    way = np.array(way_places(playing.view.plan.path))
    playing.do(Confirm())
    while playing.story is None:
        playing.tick()
    assert playing.view.table.figure("anna").position == pytest.approx(ON_DECK)
    assert playing.view.walking["anna"].position == pytest.approx(was)
    seen, lasts = [], playing.story[1].lasts
    assert lasts <= 2.0
    for time[0] in np.linspace(0.05, 0.999 * lasts, 12):
        playing.tick()
        seen.append(playing.view.walking["anna"].position)
        drawn = things(playing.view)["anna", "body"].pose
        assert drawn is not None
        assert drawn[:2, 3] == pytest.approx(seen[-1][:2])
    assert max(_off(np.array(place), way) for place in seen) < 1e-6
    assert [place[2] for place in seen] == sorted(place[2] for place in seen), "the way leads up"
    playing.do(NextStep())
    assert not now(playing).walking
    done(playing, Undo())
    assert not playing.view.walking, "nobody walks back what is taken back"


def _off(place: np.ndarray, way: np.ndarray) -> float:
    """Inches from a place to the nearest stretch of a way."""
    starts, along = way[:-1], np.diff(way, axis=0)
    share = np.clip(((place - starts) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12), 0.0, 1.0)
    return float(np.linalg.norm(starts + share[:, None] * along - place, axis=1).min())


def test_a_confirmed_move_is_the_previewed_move(playing: WindowState) -> None:
    """Pointed at is the foot of the wall, where no base can stand: she goes to where she was shown to go."""
    done(playing, GiveText("anna"), GiveText("move"))
    wall = next(piece for piece in playing.view.table.terrain.pieces if piece.id == "wall")
    (x, y, _), (_, far, _) = wall.placed.bounds
    done(playing, ClickAt("", (float(x) - 0.1, float(y + far) / 2.0, 0.0)))
    plan = playing.view.plan
    assert plan is not None
    assert isinstance(plan.path, FigurePath)
    end = plan.path.legs[-1].end
    assert end[0] < x - 0.25
    done(playing, Confirm())
    assert playing.view.message is None
    assert playing.view.table.figure("anna").position == pytest.approx(end, abs=2e-3)


def _said(one: WindowState) -> list[str]:
    """All that panels say."""
    return [row.words for panel in panels(one.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]


def test_a_click_on_an_enemy_shows_the_way_into_contact_before_it_is_gone(tmp_path: Path) -> None:
    one = window_state()
    done(one, Open(str(solo(tmp_path))), TypeDice(on=True))
    for answer in (*AT_ANNA, "move"):
        done(one, GiveText(answer))
    before = shown(one).answers
    bill, bob = (one.view.table.figure(name).position for name in ("bill", "bob"))
    done(one, PointAt("bob", bob))
    assert now(one).plan is None, "no way is looked for to who is too far off"
    assert now(one).sight is not None
    level = math.dist(one.view.table.figure("anna").position, bob) - 25.0 / 25.4
    assert f'Bob: out of reach with 5": {level:.1f}" away' in _said(one)
    done(one, ClickAt("bill", bill))
    plan = now(one).plan
    assert plan is not None
    assert plan.preview is not None
    assert (plan.answer, plan.preview.meets, plan.preview.done) == ("engage bill", ("bill",), False)
    assert isinstance(plan.path, FigurePath)
    assert f'out of reach: {plan.path.cost - 5.0:.2f}" of movement are missing' in _said(one)
    assert 'this action gives 5", and ends where the pale figure stands, out of contact' in _said(one)
    assert shown(one).answers == before, "nothing is answered before it is confirmed"
    press(one, "Engage")
    assert shown(one).answers == before + 1
    assert one.view.table.figure("anna").position == pytest.approx(plan.end, abs=1e-3)
    one.close()


def test_the_way_into_contact_is_shown_to_whom_a_move_may_engage_and_who_is_pointed_at(tmp_path: Path) -> None:
    one = window_state()
    done(one, Open(str(solo(tmp_path))), TypeDice(on=True))
    for answer in (*AT_ANNA, "rule move bill 7.1 8 0", "move"):
        done(one, GiveText(answer))
    done(one, PointAt("bill", one.view.table.figure("bill").position))
    plan = now(one).plan
    assert plan is not None
    assert plan.preview is not None
    assert (plan.glanced, plan.preview.meets, plan.preview.done) == (True, ("bill",), True)
    assert "Engage: click Bill, then Return" in _said(one)
    done(one, PointAt("", (1.0, 1.0, 0.0)))
    assert now(one).plan is None
    one.close()


def test_a_charge_is_shown_to_whoever_is_pointed_at_and_done_once_it_is_confirmed(playing: WindowState) -> None:
    done(playing, GiveText("anna"), GiveText("charge"), PointAt("bill", playing.view.table.figure("bill").position))
    before, glanced = shown(playing).answers, now(playing).plan
    assert glanced is not None
    assert (glanced.meant, glanced.glanced, now(playing).sight) == ("bill", True, None)
    text = [row.words for panel in panels(playing.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]
    assert 'this action gives 10"' in text
    done(playing, Confirm())
    assert shown(playing).answers == before, "nobody is charged who is only pointed at"
    done(playing, PointAt("", (2.0, 2.0, 0.0)))
    assert now(playing).plan is None
    press(playing, "Bill")
    plan = now(playing).plan
    assert plan is not None
    assert plan.preview is not None
    press(playing, "Charge")
    done(playing, GiveText("6"))
    assert now(playing).table.figure("anna").position == pytest.approx(plan.end, abs=1e-3)


def test_who_is_asked_for_a_target_is_looked_from_as_he_turns_to_him(tmp_path: Path) -> None:
    """Anna faces away from Bill while she picks her weapon, and does not once she is asked at whom she shoots."""
    one, path = window_state(), yard(tmp_path)
    red = tmp_path / "red.toml"
    other = red.read_text().replace('["gun"]', '["gun", "other"]')
    red.write_text(other + other[other.index("[[weapon]]") : other.index("[[fighter]]")].replace('"gun"', '"other"'))
    done(one, Open(str(path)), TypeDice(on=True))
    for answer in (*SET_UP, "anna", "face", "180", "shoot"):
        done(one, GiveText(answer))
    done(one, PointAt("bill", one.view.table.figure("bill").position))
    assert (asked(one), _faces(one)) == ("weapon", 180.0)
    done(one, GiveText("gun"))
    assert asked(one) == "target"
    assert _faces(one) != 180.0
    one.close()


def _faces(one: WindowState) -> float:
    """Degrees that the one faces whose line of sight is told of."""
    assert one.view.sight is not None
    return one.view.sight.verdict.question.shooter.facing


def test_an_answer_about_somebody_who_is_pointed_at_no_more_is_not_shown() -> None:
    one = window_state()
    kruger, tamsin = (one.view.table.figure(name) for name in ("kruger", "tamsin"))
    done(one, Select("jelena"), PointAt("kruger", kruger.position))
    found = one.view.sight
    one.do(PointAt("tamsin", tamsin.position))
    one.do(PointAt("kruger", kruger.position))
    rest(one)
    assert found is not None
    assert one.view.sight is not None
    assert one.view.sight.verdict is found.verdict
    one.close()


@pytest.mark.parametrize(
    ("action", "typed", "called", "ends"),
    [
        ("charge", "Bill", "Charge", None),
        ("charge", "1", "Charge", None),
        ("move", "6.5 6", "Move", (6.5, 6.0, 0.0)),
        ("move", "stay", "", (4.0, 8.0, 0.0)),
    ],
)
def test_the_way_of_an_answer_that_is_typed_is_shown_before_it_is_gone(
    playing: WindowState, action: str, typed: str, called: str, ends: Place | None
) -> None:
    done(playing, GiveText("anna"), GiveText(action))
    before = shown(playing).answers
    (line,) = (row for panel in panels(playing.view) for row in every(panel.widgets) if isinstance(row, Entry))
    done(playing, line.intent(typed))
    assert (shown(playing).answers == before) == bool(called), "what has no way is done at once"
    if called:
        plan = now(playing).plan
        assert plan is not None
        assert plan.found
        press(playing, called)
        assert shown(playing).answers == before + 1
        ends = ends or plan.end
        done(playing, GiveText("6"))
    assert now(playing).table.figure("anna").position == pytest.approx(ends, abs=1e-3)


def test_what_is_typed_wrong_is_told_and_stands_there_to_be_typed_over(playing: WindowState) -> None:
    done(playing, GiveText("anna"), GiveText("charge"), ShowWayTo("nobody"))
    assert shown(playing).refused == "nobody"
    assert shown(playing).faults == ('there is no enemy "nobody"; there are: Bill, Bob',)


def test_in_a_battle_a_figure_sees_as_far_round_as_its_weapons_have_it(tmp_path: Path) -> None:
    one = window_state()
    path = solo(tmp_path)
    own = path.parent / "own.toml"
    own.write_text(own.read_text().replace('"Crew rifle", "Work knife"', '"Dock pistol"'))
    done(one, Open(str(path)), TypeDice(on=True))
    for answer in AT_ANNA:
        done(one, GiveText(answer))
    for shooter, target, arc in (("anna", "bill", 180.0), ("bill", "anna", 90.0)):
        done(one, Select(shooter), PointAt(target, one.view.table.figure(target).position))
        assert one.view.sight is not None
        assert one.view.sight.verdict.question.arc == arc
    one.close()


@pytest.mark.parametrize(("first", "goal"), [(None, (1.5, 15.0, 0.0)), ((6.5, 6.0, 0.0), ON_DECK)])
def test_a_way_beyond_the_movement_is_shown_to_where_it_ends(playing: WindowState, first: Place | None, goal: Place) -> None:
    """On the board, or on the ladder: there she is once it is confirmed, and not where was clicked."""
    done(playing, GiveText("anna"))
    if first is not None:
        done(playing, GiveText("move"), ClickAt("", first), Confirm())
    done(playing, GiveText("move"), ClickAt("", goal))
    plan = playing.view.plan
    assert plan is not None
    assert isinstance(plan.path, FigurePath)
    assert plan.preview is not None
    assert plan.path.cost > plan.preview.inches == 5.0
    assert (plan.end[2] > 0.1) == (first is not None)
    text = [row.words for panel in panels(playing.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]
    assert 'this action gives 5", and ends where the pale figure stands' in text
    assert any("ladder" in words for words in text) == (first is not None)
    done(playing, Confirm())
    assert playing.view.table.figure("anna").position == pytest.approx(plan.end, abs=1e-3)


def told(one: WindowState, *intents: Intent) -> str:
    """The line for people once something has been done."""
    done(one, *intents)
    return now(one).message.text if now(one).message is not None else ""  # type: ignore[union-attr]


def test_a_click_that_means_nothing_says_so_and_what_would(playing: WindowState) -> None:
    floor, alan = ClickAt("", (1.0, 1.0, 0.0)), ClickAt("alan", (3.0, 3.0, 0.0))
    assert told(playing, floor) == "nothing there to choose: who is activated: click a fighter who is offered"
    chosen = "nothing there to choose: choose Move first, then click where Anna is to go"
    assert told(playing, GiveText("anna"), floor) == chosen
    assert told(playing, Select("bill")) == "", "to look at somebody means something"
    assert told(playing, GiveText("charge"), floor) == "nothing there to choose: whom to charge: click a fighter who is offered"
    assert told(playing, alan) == "Alan cannot be chosen here: whom to charge"
    assert told(playing, GiveText("stay"), GiveText("end")) == "", "what is said of a question goes with it"
    assert told(playing, alan) == "Alan is of red, and blue has the turn: who is activated"
    assert told(playing, GoTo(3), floor) == "nothing there to choose: this is how it was; go on to now to play"


def test_a_click_beside_the_table_says_so_where_a_place_is_asked_for(tmp_path: Path) -> None:
    one = window_state()
    done(one, Open(str(yard(tmp_path))), TypeDice(on=True), GiveText(SET_UP[0]), GiveText(SET_UP[1]))
    beside = "nothing there to choose: that is beside the table; click on it for where to set up"
    assert told(one, ClickAt(None, None)) == beside
    one.close()


def test_who_is_dragged_goes_nowhere_but_for_a_reason_that_is_told(playing: WindowState) -> None:
    def dragged(name: str) -> str:
        return told(playing, Select(name), DragTo((6.0, 6.0, 0.0)))

    assert dragged("anna") == "Anna is not activated yet: click Anna first"
    assert dragged("bill") == "Bill is of blue, and red has the turn: who is activated"
    done(playing, GiveText("anna"))
    assert dragged("alan") == "it is not Alan's turn: action (Anna)"
    done(playing, GiveText("charge"))
    onto_nobody = told(playing, Select("anna"), DragTo((6.0, 6.0, 0.0), done=True))
    assert onto_nobody == "nobody to charge there; drag Anna onto an enemy"
    done(playing, GiveText("stay"), GiveText("rule anna broken"))
    assert dragged("anna") == "Anna cannot move: Anna is broken  [main-rulebook: Broken]"
    done(playing, GiveText("rule anna broken off"), GiveText("end"))
    assert dragged("anna") == "Anna is of red, and blue has the turn: who is activated"
    done(playing, GiveText("bill"), GiveText("end"))
    assert dragged("anna") == "Anna has acted already in this round", "it is asked what Alan does"


@pytest.mark.parametrize("fast", [True, False])
def test_whoever_may_move_is_dragged_without_choosing_it_first(playing: WindowState, fast: bool) -> None:
    done(playing, GiveText("anna"), DragTo((4.1, 8.0, 0.0), done=True))
    assert (asked(playing), now(playing).message) == ("action", None), "a hand that trembles moves nobody"
    for drag in (DragTo((6.0, 6.0, 0.0)), DragTo((6.5, 6.0, 0.0), done=True)):
        if fast:
            playing.do(drag)
        else:
            done(playing, drag)
    rest(playing)
    plan = playing.view.plan
    assert asked(playing) == "where to"
    assert plan is not None
    assert (plan.dropped, plan.found) == (True, True)
    done(playing, Confirm())
    assert playing.view.table.figure("anna").position == pytest.approx((6.5, 6.0, 0.0))


def test_the_tour_of_a_battle_counts_the_steps_that_it_has(playing: WindowState) -> None:
    playing.do(Tour(0))
    titles = []
    while (tour := next((one for one in panels(playing.view) if one.name.startswith("Tour")), None)) is not None:
        titles.append(tour.name.partition(":")[0])
        press(playing, "Done" if "Done" in buttons(tour) else "Next")
    assert titles == [f"Tour {number} of 4" for number in (1, 2, 3, 4)]
    assert playing.view.settings.toured


@pytest.mark.parametrize("floor", [0, 1])
def test_a_click_that_may_mean_two_floors_goes_to_the_one_that_is_shown(playing: WindowState, floor: int) -> None:
    done(playing, GiveText("anna"), GiveText("move"))
    below = (4.0, 9.6, 0.0)
    done(playing, ClickAt("deck", ON_DECK, floors=(ON_DECK, below)))
    text = [row.words for panel in panels(playing.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]
    assert 'to the floor 3.00" up; there is the ground, too' in text
    for _ in range(floor):
        press(playing, "Other floor")
    done(playing, Confirm())
    assert playing.view.table.figure("anna").position == pytest.approx((ON_DECK, below)[floor])


def test_the_chances_of_the_checks_on_a_way_stand_beside_it(playing: WindowState) -> None:
    """Anna's initiative is 4+: down three inches is a jump with -1, which she makes in a third of all cases."""
    done(playing, GiveText("anna"), GiveText("move"), DragTo(ON_DECK, done=True), Confirm())
    press(playing, "Move")
    done(playing, ClickAt("", (7.2, 11.0, 0.0)))
    plan = playing.view.plan
    assert plan is not None
    assert isinstance(plan.path, FigurePath)
    assert [(one.characteristic, one.modifier) for one in plan.path.checks] == [("initiative", -1)]
    text = [row.words for panel in panels(playing.view) for row in every(panel.widgets) if isinstance(row, TextWidget)]
    assert "initiative check passed: 33.3 %" in text
    told = "\n".join(text)
    assert 'if the jump is failed: Anna falls 3.00"' in told
    assert "a hit of strength 3, AP 0, damage 1" in told
    # A strength of 3 wounds a toughness of 3 on 4+, and she wears nothing.
    assert "not hurt 50.0 %" in told.partition("once the jump is failed: ")[2]
    playing.show(plan=replace(plan, path=FigurePath(2 * plan.path.legs)))
    assert "as far as this action leads: initiative check passed: 33.3 %" in _said(playing), "the whole way has two"


def test_the_log_lies_between_the_panels_where_there_is_room_and_else_is_one_of_them(playing: WindowState) -> None:
    def log() -> tuple[str, bool]:
        return next((one.place, one.folded) for one in panels(playing.view) if one.name == "Log")

    assert log() == ("bottom", False)
    playing.resize((725, 455))
    assert log() == ("left", True)


def test_the_panels_make_room_for_a_click_on_the_table(playing: WindowState) -> None:
    done(playing, GiveText("anna"))
    assert {"Anna", "Targets of Anna"} <= {panel.name for panel in panels(playing.view)}
    press(playing, "Move")
    assert not {"Anna", "Targets of Anna"} & {panel.name for panel in panels(playing.view)}
    done(playing, Select("bill"))
    assert "Bill" in {panel.name for panel in panels(playing.view)}


def test_candidates_are_put_in_order_as_soon_as_none_of_them_is_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    one = window_state()
    known = {name: SimpleNamespace(key=name, target=name) for name in ("oddo", "kruger")}
    monkeypatch.setattr(battle_controller, "candidates", lambda _question: tuple(known))
    monkeypatch.setattr(battle_controller, "best_first", lambda found: tuple(reversed(found)))
    one.show(battle=SimpleNamespace(question=None), evidence=known, pointed=Pointed("oddo"))
    battle_controller.put_in_order(one)
    assert list(one.view.evidence) == ["oddo", "kruger"], "no button goes away under the cursor"
    one.show(pointed=Pointed("tank"))
    battle_controller.put_in_order(one)
    assert list(one.view.evidence) == ["kruger", "oddo"]


def test_the_program_is_stopped_shows_single_steps_and_goes_on(playing: WindowState) -> None:
    done(playing, TypeDice(on=False))
    assert told(playing, StopProgram()) == "the program plays nothing now; while it does, this stops it"
    playing.do(PlayedBy("red", program=True))
    playing.do(PlayedBy("blue", program=True))
    while shown(playing).waits != "program":
        playing.tick()
    playing.do(StopProgram())
    stood = shown(playing).answers
    _wait_for_the_program(playing)
    assert (shown(playing).answers, now(playing).stopped) == (stood, True)
    assert "Go on" in {label for panel in panels(playing.view) for label in buttons(panel)}
    playing.do(NextStep())
    while shown(playing).answers == stood:
        playing.tick()
    _wait_for_the_program(playing)
    assert (shown(playing).answers, now(playing).stopped) == (stood + 1, True)
    playing.do(StopProgram())
    while shown(playing).answers < stood + 3:
        playing.tick()


def _wait_for_the_program(one: WindowState) -> None:
    """Until its next answer is there, shown or not, and then a little."""
    assert one.match is not None
    while not one.match._shown[0].done():
        one.tick()
    for _ in range(5):
        one.tick()


def test_the_program_goes_on_at_once_at_another_pace() -> None:
    one = window_state()
    one.held_until = one.clock() + STEPWISE
    one.do(Choice("pause", 0.0))
    assert one.held_until <= one.clock()


def test_the_evidence_of_a_question_in_a_battle_is_that_of_the_battle(
    playing: WindowState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of somebody who lies, and of how things were before."""
    pages = list[Path]()
    playing.folder, playing.show_page = tmp_path, pages.append
    done(playing, GiveText("anna"), GiveText("shoot"), GiveText("bill"))
    press(playing, "5")
    bill = playing.view.table.figure("bill")
    assert bill.posture == "on_back"
    done(playing, Select("anna"), PointAt("bill", bill.position), Evidence())
    sight = playing.view.sight
    assert sight is not None
    assert [page.name for page in pages] == ["anna-bill.html"]
    loaded = draft_of(str(tmp_path / "anna-bill.sightline")).table
    for figure in playing.view.table.figures:
        other = loaded.figure(figure.id)
        assert (other.posture, other.side, other.name, other.base_mm) == (
            figure.posture,
            figure.side,
            figure.name,
            figure.base_mm,
        )
        np.testing.assert_allclose(other.placed.vertices, figure.placed.vertices, atol=1e-9)
    assert run(["los", str(tmp_path / "anna-bill.sightline"), "anna", "bill", "--json"]) in {0, 1}
    again = json.loads(capsys.readouterr().out)
    assert again["line_of_sight"] == sight.verdict.line_of_sight
    assert sight.verdict.ruling.geometry is not None
    assert again["hidden"]["share"] == pytest.approx(sight.verdict.ruling.geometry.share)


def test_what_a_battle_does_not_allow_is_told_and_changes_nothing(playing: WindowState) -> None:
    before = shown(playing)
    for intent in (EditSelection("delete"), Save(), DragTo((5.0, 5.0, 0.0))):
        done(playing, ClickAt("wall", (12.0, 8.0, 1.0)), intent)
        assert shown(playing) is before
    done(playing, RollDice(), GiveText("nobody"))
    assert shown(playing).answers == before.answers
    assert shown(playing).faults


def test_the_program_goes_on_until_people_are_asked(playing: WindowState) -> None:
    done(playing, TypeDice(on=False), PlayedBy("red", program=True))
    rest(playing)
    assert shown(playing).answers > len(SET_UP)
    assert shown(playing).waits == "people"


def test_a_table_that_is_opened_ends_the_battle_and_frees_its_journal(playing: WindowState, tmp_path: Path) -> None:
    journal = shown(playing).journal
    done(playing, Open("disputed-shot"))
    assert playing.view.battle is None
    assert playing.view.history is not None
    done(playing, Open(str(journal)))
    assert asked(playing) == "who is activated"
    assert journal.parent == tmp_path


def test_what_cannot_be_opened_leaves_the_battle_that_is_played_and_the_same_one_is_opened_again(
    playing: WindowState, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text('name = "x"\n[[gang]]\n')
    done(playing, Open(str(tmp_path / "bad.toml")))
    assert playing.view.message is not None
    assert "gang" in playing.view.message.text
    done(playing, Give("anna"))
    assert asked(playing) == "action"
    done(playing, Open(str(shown(playing).journal)))
    assert asked(playing) == "action"
    assert now(playing).selected == ("anna",)
    done(playing, Undo())
    assert asked(playing) == "who is activated"


def test_what_another_program_answers_is_shown_on_its_way_and_a_click_meant_before_is_refused(playing: WindowState) -> None:
    other = opened(str(shown(playing).journal), typed=True)
    given(other, "anna")
    before = shown(playing)
    playing.do(Give("alan"))
    while playing.match is not None and playing.match.busy:
        playing.tick()
    assert shown(playing).answers == before.answers + 1
    assert shown(playing).faults == ("the battle has gone on meanwhile; look what is asked now",)
    playing.show(settings=replace(playing.view.settings, motion=True))
    given(other, "move", "4 9.6 3")
    until = time.monotonic() + 30.0
    while not playing.view.walking:
        playing.tick()
        assert time.monotonic() < until, "nobody looks whether there is anything new"
    assert shown(playing).undo == "Anna goes: 4 9.6 3"
    playing.do(Undo())
    rest(playing)
    assert other.shown().answers > shown(playing).answers
    other.look()
    assert other.shown().answers == shown(playing).answers
    other.close()


def test_a_fighter_that_is_clicked_twice_is_activated_once(playing: WindowState) -> None:
    playing.do(ClickAt("anna", (4.0, 8.0, 0.5)))
    playing.do(ClickAt("anna", (4.0, 8.0, 0.5)))
    rest(playing)
    assert asked(playing) == "action"
    assert shown(playing).faults == ()


def test_the_past_is_looked_at_while_the_program_plays_and_it_waits_until_now(playing: WindowState) -> None:
    done(playing, TypeDice(on=False))
    playing.do(PlayedBy("red", program=True))
    playing.do(PlayedBy("blue", program=True))
    while shown(playing).waits != "program":
        playing.tick()
    playing.do(GoTo(2))
    rest(playing)
    assert shown(playing).at == 2
    waited = shown(playing).answers
    assert waited <= len(SET_UP) + 1
    playing.do(GoTo(waited))
    while shown(playing).answers <= waited + 1:
        playing.tick()
    assert not shown(playing).past


def test_a_battle_that_cannot_be_opened_is_told_in_a_line() -> None:
    one = window_state()
    done(one, Open("nothing.toml"))
    assert one.view.message is not None
    assert "nothing.toml" in one.view.message.text
    assert one.view.history is not None
    done(one, Give("x"))
    assert one.view.message is not None
    assert "no battle" in one.view.message.text
    one.close()


def test_opening_a_battle_says_what_is_worked_out_and_how_far_it_is() -> None:
    """The first time on a table the ground takes most of a minute: the bar names it, and the battlefield is there to see."""
    found = battlefield("foundry-valves")
    assert found is not None
    assert len(found.table.terrain.pieces) > 50
    assert found.table.figures == ()
    assert battlefield("nowhere.toml") is None
    one = window_state()
    agent = Agent(12.5 / 25.4, 1.3, LIMITS)
    match = SimpleNamespace(name="foundry-valves", busy=True, navmeshes=SimpleNamespace(under_way=None), collect=lambda: None)
    one.opening = cast("BattleThread", match)
    one.tick()
    assert (one.view.busy, one.view.done) == ("opening foundry-valves ...", None)
    match.navmeshes.under_way = (agent, 0.58)
    one.tick()
    said = "opening foundry-valves: working out the ground for bases of 25 mm, once for this table"
    assert (one.view.busy, one.view.done) == (said, 0.58)
    one.share, one.workers.asked["way"] = (GROUND, 0.2), cast("Any", SimpleNamespace(future=Future(), drop=lambda: None))
    one.tick()
    assert (one.view.busy, one.view.done) == (said, 0.58), "it is told once, whoever else waits for it"
    (shown_panel,) = (panel for panel in panels(one.view) if panel.name == "Opening")
    assert shown_panel.widgets[:3] == [TextWidget("foundry-valves ...", "title"), TextWidget(said), ProgressBar(0.58)]
    assert one.view.title == "opening foundry-valves - Sightline"
    one.opening = None
    one.close()
