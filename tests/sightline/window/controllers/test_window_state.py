"""The window state: what is wanted is done, or refused with a line that says why, and nothing else changes."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.movement.path_rules import NoPath, find_path, find_reach
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.pathfinding.path_legs import Path as FigurePath
from scene.table.table import Table, Terrain
from sightline.cli.command_line import run
from sightline.window.intents import building_intents as building
from sightline.window.intents.intents import (
    AskFromHere,
    Cancel,
    Choice,
    ClickAt,
    Confirm,
    CutLower,
    DragTo,
    Evidence,
    FrameSelection,
    FromAbove,
    Intent,
    PointAt,
    Quit,
    RecallView,
    Redo,
    ResetView,
    Select,
    SetMode,
    ShowHelp,
    ShowOverlay,
    StoreView,
    ThroughEye,
    Tour,
    Undo,
)
from sightline.window.intents.panel_widgets import TextWidget, words
from sightline.window.view.camera_orbit import home
from sightline.window.view.measure_tool import spans
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.panels.measure_panel import measuring
from sightline.window.view.panels.sight_panel import sight as sight_panel
from sightline.window.view.table_questions import meant, sight
from sightline.window.view.window_settings import load_settings
from sightline.window.view.window_view import Sight, WindowView
from tests.plain_scenes import block, figure
from tests.sightline.window.window_states import SIZE, done, now, rest, table, window_state

GOAL = (9.0, 6.0, 0.0)


def test_a_no_is_told_as_searched_before_it_is_proven() -> None:
    one, told = window_state(), list[Sight]()
    wall, foe = block("wall", (12.0, 0.0, 0.0), (12.3, 24.0, 9.0)), figure("b", 20.0, 12.0)
    one.show(table=Table((24.0, 24.0), Terrain((wall,)), (figure("a", 4.0, 12.0), foe)))
    done(one, Select("a"))
    one.do(PointAt("b", foe.position))
    while one.busy or not told:
        one.tick()
        if one.view.sight is not None and (not told or told[-1] is not one.view.sight):
            told.append(one.view.sight)
    first, last = told[0], told[-1]
    assert first.searching
    assert first.verdict.ruling.certainty.kind == "searched"
    assert "proving that there is none" in words(sight_panel(replace(one.view, sight=first)))
    assert not last.searching
    assert last.verdict.ruling.certainty.kind == "proven"
    assert last.steady is not None


def view_without_message(view: WindowView) -> WindowView:
    return replace(view, message=None)


def test_pointing_at_somebody_while_another_is_selected_settles_who_sees_whom() -> None:
    one = window_state()
    kruger = table().figure("kruger")
    done(one, Select("jelena"), PointAt("kruger", kruger.position))
    found = one.view.sight
    assert found is not None
    assert found.verdict.ruling.geometry == sight(table(), SightQuestion(table().figure("jelena"), kruger)).ruling.geometry
    assert found.steady is not None
    assert not found.elsewhere
    done(one, PointAt("tank", (10.5, 19.5, 4.0)))
    assert one.view.sight is found, "it stays until another question"
    done(one, PointAt(None, None))
    assert one.view.sight is found, "also where the cursor leaves the window"
    oddo = table().figure("oddo")
    done(one, PointAt("oddo", oddo.position))
    assert one.view.sight is not None
    assert one.view.sight.verdict.question.target == oddo
    done(one, Cancel())
    assert now(one).sight is None
    assert one.view.selected == ("jelena",)


def test_a_click_pins_the_answer_and_another_selects() -> None:
    one = window_state()
    kruger, oddo = table().figure("kruger"), table().figure("oddo")
    done(one, Select("jelena"), PointAt("kruger", kruger.position), ClickAt("kruger", kruger.position))
    found = one.view.sight
    assert found is not None
    done(one, PointAt("oddo", oddo.position))
    assert one.view.sight is found
    assert one.view.selected == ("jelena",)
    assert "pinned; Esc lets it go" in words(sight_panel(one.view))
    done(one, ClickAt("kruger", kruger.position))
    assert one.view.selected == ("kruger",)
    assert one.view.pinned == ""


def test_a_click_on_a_friend_selects_at_once() -> None:
    one = window_state()
    tamsin = table().figure("tamsin")
    done(one, Select("jelena"), PointAt("tamsin", tamsin.position), ClickAt("tamsin", tamsin.position))
    assert one.view.selected == ("tamsin",)


def test_a_pinned_answer_follows_the_table() -> None:
    one = window_state()
    kruger = table().figure("kruger")
    done(one, Select("jelena"), PointAt("kruger", kruger.position), ClickAt("kruger", kruger.position), PointAt("", GOAL))
    done(one, building.Move(("kruger",), (20.0, 20.0, 0.0)))
    assert one.view.sight is not None
    assert one.view.sight.verdict.question.target.position == pytest.approx((20.0, 20.0, 0.0))


def test_from_there_by_mouse_is_pressed_and_then_the_place_is_clicked() -> None:
    one = window_state()
    done(one, SetMode("from there"), Select("jelena"), SetMode("from there"), SetMode("from there"))
    assert one.view.mode == "from there"
    (asked,) = (panel for panel in panels(one.view) if panel.name == "From there")
    assert words(asked).startswith("click where Jelena is to stand")
    done(one, ClickAt("", GOAL, floors=(GOAL,)))
    assert (one.view.from_here, one.view.selected) == (GOAL, ("jelena",))
    done(one, SetMode("from there"))
    assert one.view.mode == "from there"
    done(one, Cancel())
    assert (one.view.mode, one.view.from_here) == ("look", GOAL), "only the clicking is left"


def test_asked_from_there_the_answer_is_that_of_the_table_with_the_figure_there() -> None:
    one = window_state()
    done(one, Select("jelena"), PointAt("", GOAL), AskFromHere())
    assert one.view.from_here == GOAL
    kruger = table().figure("kruger")
    done(one, PointAt("kruger", kruger.position))
    found, moved = one.view.sight, table().figure("jelena").moved(GOAL)
    assert found is not None
    assert found.elsewhere
    assert found.verdict.question == SightQuestion(moved, kruger)
    assert found.verdict.ruling.geometry == sight(table().with_figure(moved), SightQuestion(moved, kruger)).ruling.geometry
    assert one.view.table is table()
    done(one, Cancel())
    assert one.view.from_here is None


def test_a_dragged_figure_shows_its_path_and_moves_once_that_is_confirmed() -> None:
    one = window_state()
    done(one, Select("tamsin"), DragTo(GOAL), DragTo(GOAL, done=True))
    plan, straight = (
        one.view.plan,
        find_path(table(), table().figure("tamsin"), GOAL, rules=registry.system("main-rulebook").movement),
    )
    assert plan is not None
    assert plan.dropped
    assert isinstance(plan.path, FigurePath)
    assert isinstance(straight, FigurePath)
    assert plan.path.cost == straight.cost
    assert one.view.table is table()
    done(one, Confirm())
    assert one.view.plan is None
    assert one.view.table.figure("tamsin").position == pytest.approx(GOAL)
    assert one.view.undo == "move Tamsin"
    assert one.view.changed


def test_a_move_is_not_done_before_its_path_was_shown() -> None:
    one = window_state()
    done(one, Select("tamsin"), DragTo((9.5, 8.0, 0.0)))
    one.do(DragTo(GOAL, done=True))
    one.do(Confirm())
    assert one.view.message is not None
    assert "still being looked for" in one.view.message.text
    rest(one)
    assert one.view.table is table()
    done(one, Confirm())
    assert one.view.table.figure("tamsin").position == pytest.approx(GOAL)


def test_a_figure_is_shown_on_its_way_over_a_table_until_something_else_is_done() -> None:
    one = window_state()
    one.show(settings=replace(one.view.settings, motion=True))
    start = one.view.table.figure("tamsin").position
    done(one, Select("tamsin"), DragTo(GOAL, done=True))
    one.do(Confirm())
    assert one.view.table.figure("tamsin").position == pytest.approx(GOAL), "it is there already"
    assert now(one).walking["tamsin"].position == pytest.approx(start), "and shown where it was"
    one.do(Undo())
    assert not now(one).walking
    rest(one)
    done(one, Redo())
    assert one.view.table.figure("tamsin").position == pytest.approx(GOAL)
    assert not one.view.walking


def test_undo_and_redo_say_what_they_do_and_do_it() -> None:
    one = window_state()
    done(one, Select("tamsin"), DragTo(GOAL, done=True), Confirm(), Undo())
    assert one.view.table is table()
    assert (one.view.undo, one.view.redo) == ("", "move Tamsin")
    done(one, Redo())
    assert one.view.table.figure("tamsin").position == pytest.approx(GOAL)
    done(one, Redo())
    assert one.view.message is not None
    assert one.view.message.text == "nothing to redo"


def test_a_move_that_cannot_be_says_why_and_is_not_done() -> None:
    one = window_state()
    done(one, Select("tamsin"), DragTo((15.95, 14.35, 3.0), done=True))
    assert one.view.plan is not None
    assert isinstance(one.view.plan.path, NoPath)
    done(one, Confirm())
    assert one.view.table is table()
    assert one.view.message is not None
    assert "Kruger" in one.view.message.text


def test_dragged_onto_what_stands_on_a_floor_one_is_led_to_its_foot_or_told_who_stands_there() -> None:
    """The body of a figure, and the side of a rail: nobody stands at such a height. High up a wall there is no foot."""
    on = table()
    x, y, z = on.figure("kruger").position
    one = window_state()
    done(one, Select("tamsin"), DragTo((x + 0.2, y, z + 1.2), done=True))
    assert one.view.plan is not None
    assert isinstance(one.view.plan.path, NoPath)
    assert "Kruger" in one.view.plan.path.why
    wall = Table((24.0, 24.0), Terrain((block("wall", (8.0, 12.0, 0.0), (16.0, 12.3, 9.0)),)), (figure("a", 4.0, 4.0),))
    for height, there in ((1.1, True), (8.0, False)):
        (place,) = meant(wall, wall.figure("a"), [(12.0, 12.0, height)]) or (None,)
        assert (place is not None) == there
        if place is not None:
            assert place == pytest.approx((12.0, 12.0 - wall.figure("a").base_radius, 0.0), abs=0.05)


@pytest.mark.parametrize(
    "intent",
    [ShowOverlay("reach"), ShowOverlay("seen"), AskFromHere(), ThroughEye(), Undo(), Redo(), RecallView(4), Evidence()],
)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(intent: Intent) -> None:
    one = window_state()
    before = one.view
    done(one, intent)
    assert one.view.message is not None
    assert one.view.message.bad
    assert "\n" not in one.view.message.text
    assert view_without_message(one.view).__dict__ == before.__dict__


def test_reach_is_painted_for_the_inches_that_are_set() -> None:
    one = window_state()
    done(one, Select("tamsin"), ShowOverlay("reach"), Choice("inches", 3.0))
    found = one.view.reach
    assert found is not None
    assert (
        found.costs.tolist()
        == find_reach(
            table(), table().figure("tamsin"), inches=3.0, rules=registry.system("main-rulebook").movement
        ).costs.tolist()
    )
    done(one, ShowOverlay("reach"))
    assert one.view.overlay == "none"


def test_places_from_where_somebody_is_seen_agree_with_single_questions() -> None:
    one = window_state()
    done(one, Select("kruger"), ShowOverlay("seen"))
    found = one.view.seen
    assert found is not None
    seen = np.isfinite(found.hidden)
    assert 20 < seen.sum() < len(seen)
    assert found.hidden[seen].min() >= 0.0
    assert found.hidden[seen].max() <= 1.0


def test_through_the_eye_and_back() -> None:
    one = window_state()
    kruger, before = table().figure("kruger"), one.view.orbit
    done(one, Select("jelena"), PointAt("kruger", kruger.position), ThroughEye())
    assert one.view.orbit.eye == pytest.approx(table().figure("jelena").eye, abs=1e-6)
    done(one, ThroughEye())
    assert one.view.orbit == before


def test_views_are_stored_recalled_and_reset() -> None:
    one = window_state()
    done(one, FromAbove(), StoreView(3), ResetView())
    assert one.view.orbit == home(table(), SIZE)
    done(one, RecallView(3))
    assert one.view.orbit.elevation > 89.0
    done(one, Select("crate"), FrameSelection())
    assert one.view.orbit.distance < 20.0


def test_levels_are_cut_away_one_by_one_and_come_back() -> None:
    one = window_state()
    cuts = []
    for _ in range(12):
        done(one, CutLower(1))
        cuts.append(one.view.cut)
    assert cuts == sorted(cuts, reverse=True)
    assert 0.0 < cuts[-1] < 2.0
    pixel = one.view.orbit.camera(SIZE).project([(17.5, 14.0, 0.0)])[0][0]
    assert one.under((pixel[0], pixel[1])).place == pytest.approx((17.5, 14.0, 0.0), abs=0.5)
    for _ in range(12):
        done(one, CutLower(-1))
    assert one.view.cut == float("inf")


def test_what_was_told_goes_with_the_next_thing_that_is_done() -> None:
    one = window_state()
    done(one, Select("jelena"), Undo())
    assert one.view.message is not None
    done(one, PointAt("", GOAL), DragTo(GOAL, done=True))
    assert one.view.message is not None, "looking on does nothing"
    done(one, Confirm())
    assert one.view.undo == "move Jelena"
    assert now(one).message is None
    done(one, StoreView(1))
    assert one.view.message is not None, "what this tells stays"


def test_escape_closes_what_lies_before_the_table_first() -> None:
    one = window_state()
    done(one, Select("jelena"), DragTo(GOAL, done=True), ShowHelp(), Cancel())
    assert not one.view.help_shown
    assert one.view.plan is not None
    done(one, Cancel())
    assert one.view.plan is None


def test_the_wheel_leaves_the_eye_for_the_view_before() -> None:
    one = window_state()
    before = one.view.orbit
    done(one, Select("jelena"), ThroughEye())
    assert one.view.orbit.eye != pytest.approx(before.eye)
    one.zoom((640.0, 400.0), 0.87)
    rest(one)
    assert one.view.through_eye is None
    assert one.view.orbit.eye == pytest.approx(before.eye)


def test_escape_leaves_the_eye_and_comes_back_to_the_view_before() -> None:
    one = window_state()
    before = one.view.orbit
    done(one, Select("jelena"), ThroughEye())
    assert one.view.orbit != before
    done(one, Cancel())
    assert one.view.through_eye is None
    assert one.view.orbit == before
    assert one.view.selected == ("jelena",)


def test_measuring_goes_from_click_to_click_and_back() -> None:
    one = window_state()
    done(one, SetMode("measure"), ClickAt("", (1.0, 1.0, 0.0)), ClickAt("", (4.0, 5.0, 0.0)))
    assert one.view.measured == ((1.0, 1.0, 0.0), (4.0, 5.0, 0.0))
    done(one, Cancel())
    assert len(now(one).measured) == 1
    done(one, Choice("measuring", value=False), ClickAt("", (4.0, 5.0, 0.0)))
    assert len(now(one).measured) == 1
    assert one.view.message is not None
    assert "forbids measuring" in one.view.message.text


def test_figures_are_measured_to_the_edges_or_the_middles_of_their_bases() -> None:
    """Both stand on the ground; clicked on the head, they are measured by their bases all the same."""
    one = window_state()
    tamsin, oddo = (table().figure(name) for name in ("tamsin", "oddo"))
    x, y, z = tamsin.position
    done(one, SetMode("measure"), ClickAt("tamsin", (x, y, z + 1.2)), ClickAt("oddo", oddo.position))
    assert one.view.measured == ("tamsin", "oddo")
    middles = float(np.hypot(*np.subtract(tamsin.position, oddo.position)[:2]))
    (span,) = spans(one.view.table, one.view.measured, edges=True)
    assert span.distance == pytest.approx(middles - tamsin.base_radius - oddo.base_radius)
    (span,) = spans(one.view.table, one.view.measured, edges=False)
    assert span.distance == pytest.approx(middles)
    for edges in (True, False):
        done(one, Choice("edges", edges))
        (span,) = spans(one.view.table, one.view.measured, edges=edges)
        text = " ".join(row.words for row in measuring(one.view).widgets if isinstance(row, TextWidget))
        assert f'{span.distance:.2f}" straight' in text
    assert spans(replace(table(), figures=()), one.view.measured, edges=True) == ()


def test_what_is_under_a_pixel_is_what_is_drawn_there() -> None:
    one = window_state()
    for somebody in table().figures[:2]:
        pixel = one.view.orbit.camera(SIZE).project([somebody.box.mean(axis=0)])[0][0]
        assert one.under((pixel[0], pixel[1])).owner == somebody.id
    assert one.under((2.0, 2.0)).owner is None


def test_settings_are_kept_and_damaged_ones_are_as_they_come(tmp_path: Path) -> None:
    one = window_state()
    one.kept_in = tmp_path / "deep" / "window.json"
    done(one, Choice("grid", value=False), Choice("text", 1.5), Choice("frames", 1e9), Tour(5))
    kept = load_settings(one.kept_in)
    assert (kept.grid, kept.text, kept.frames, kept.toured) == (False, 1.5, 240.0, True)
    for damaged in (b"\x00\xff", b"[1, 2]", b'{"text": "large", "grid": 7, "more": 1}', b"[" * 90_000, b"\x00" * 200_000):
        one.kept_in.write_bytes(damaged)
        load_settings(one.kept_in)
    assert load_settings(tmp_path / "nothing.json").text == 1.0


def test_a_fault_inside_is_told_and_the_window_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **_also: object) -> None:
        raise ZeroDivisionError

    one = window_state()
    monkeypatch.setattr("sightline.window.view.table_questions.sight", broken)
    done(one, Select("jelena"), PointAt("kruger", (0.0, 0.0, 0.0)))
    assert one.view.message is not None
    assert "ZeroDivisionError" in one.view.message.text
    done(one, Quit())
    assert one.quitting


def test_an_answer_to_an_older_question_never_replaces_a_newer_one() -> None:
    one = window_state()
    one.do(Select("jelena"))
    for name in ("kruger", "oddo", "kruger", "oddo", "tamsin", "oddo"):
        one.do(PointAt(name, (0.0, 0.0, 0.0)))
    done(one, PointAt("kruger", (0.0, 0.0, 0.0)))
    assert one.view.sight is not None
    assert one.view.sight.verdict.question.target.id == "kruger"


@pytest.mark.long
def test_the_evidence_is_that_of_this_very_question_and_can_be_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, pages = window_state(), list[Path]()
    one.folder, one.show_page = tmp_path, pages.append
    kruger = table().figure("kruger")
    done(one, Select("jelena"), PointAt("", GOAL), AskFromHere(), PointAt("kruger", kruger.position), Evidence(), Evidence())
    assert [page.name for page in pages] == ["jelena-kruger.html", "jelena-kruger-2.html"]
    assert one.view.sight is not None
    asked = one.view.sight.verdict
    assert run(["los", str(tmp_path / "jelena-kruger.sightline"), "jelena", "kruger", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert asked.ruling.geometry is not None
    assert again["hidden"]["share"] == pytest.approx(asked.ruling.geometry.share)
    assert again["line_of_sight"] == asked.line_of_sight
    assert "jelena-kruger.sightline" in pages[0].read_text(encoding="utf-8")
