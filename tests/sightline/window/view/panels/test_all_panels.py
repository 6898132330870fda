"""Panels beside the table: plain functions of what is shown; what stands in them, and what their controls want."""

import re
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from rules.movement.path_rules import NoPath
from rules.sight.scan_sensitivity import scan_sensitivity
from rules.sight.verdict import SightQuestion
from rules.systems.registry import DEFAULT
from scene.pathfinding.path_legs import Path
from scene.table.scan_measurements import Scan, TerrainKnown
from sightline.answers.sight_answer import words as verdict_lines
from sightline.window.graphics.shapes.place_labels import kept_clear, labels
from sightline.window.intents.building_intents import PlaceKit
from sightline.window.intents.intents import (
    AskFromHere,
    Cancel,
    Choice,
    ClickAt,
    Confirm,
    DragTo,
    Intent,
    PointAt,
    Select,
    SetMode,
    ShowHelp,
    ShowOverlay,
    ShowSettings,
    Tour,
)
from sightline.window.intents.key_bindings import BOUND, HELD, KEYS
from sightline.window.intents.panel_widgets import PanelWidgets, RowWidget, Slider, buttons, every, words
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import home
from sightline.window.view.first_tour import STEPS
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.panels.help_panels import keys
from sightline.window.view.panels.measure_panel import measuring
from sightline.window.view.panels.move_panel import plan
from sightline.window.view.panels.selection_panel import card
from sightline.window.view.panels.sight_panel import sight
from sightline.window.view.panels.toolbar_panel import toolbar
from sightline.window.view.window_view import PlannedMove, Sight, WindowView
from tests.scans import apart, measured
from tests.sightline.window.window_states import done, now, rest, table, window_state


def test_what_needs_a_figure_is_greyed_with_the_reason() -> None:
    one = window_state()
    for label in ("Reach", "Seen from", "From there", "Eye view"):
        assert buttons(toolbar(one.view))[label].why_not == "select a figure first"
    done(one, Select("jelena"))
    assert all(buttons(toolbar(one.view))[label].enabled for label in ("Reach", "Seen from", "From there", "Eye view"))
    assert buttons(toolbar(one.view))["Undo"].why_not == "nothing to undo"


def test_the_panel_of_a_sight_says_what_the_command_says() -> None:
    one = window_state()
    done(one, Select("jelena"), PointAt("kruger", table().figure("kruger").position))
    told = words(sight(one.view))
    assert "Jelena sees Kruger: partial cover" in told
    ruled = verdict_lines(one.view.sight.verdict, one.view.sight.steady)  # type: ignore[union-attr]
    assert "46.4 % hidden (between 46.3 % and 46.6 %)" in told, "rounded outwards, as the command says it"
    assert f"by the rules {DEFAULT}" in told
    assert any("between 46.3 % and 46.6 %" in line for line in ruled)
    for blocker in ("east gantry: 36.9 %", "feed pipe: 5.8 %", "deck crate: 3.7 %"):
        assert blocker in told
    assert "nothing (40 tried)" in told


NOT_KNOWN = "scenery without tags is not known"


def scanned_view(terrain_known: TerrainKnown) -> WindowView:
    """A view of a table on which all was measured, nearly without errors, with Jelena selected."""
    held = table()
    things = measured(held)
    held = replace(held, scan=Scan(things, apart(len(things), mm=0.01, degrees=0.001), terrain_known=terrain_known))
    return WindowView(held, home(held, (1280, 800)), (1280, 800), selected=("jelena",))


def test_on_a_scan_of_pieces_the_panel_of_a_sight_is_never_sure() -> None:
    told = {}
    for known in get_args(TerrainKnown):
        view = scanned_view(known)
        verdict = table_questions.sight(view.table, SightQuestion(view.table.figure("jelena"), view.table.figure("kruger")))
        steady = scan_sensitivity(view.table, [verdict], draws=4, widened_draws=4)[0]
        # Also before it is known how the scan's errors change it.
        told[known] = [words(sight(replace(view, sight=Sight(verdict, found)))) for found in (None, steady)]
    for text in told["pieces"]:
        assert text.startswith(f"NOT KNOWN FROM THIS SCAN: not every line is blocked by the measured pieces; {NOT_KNOWN}")
        assert "as far as measured, Jelena sees Kruger: partial cover" in text
        assert "46.4 % hidden by what was measured" in text
        assert "change nothing" not in text
    assert "sure from this scan: at least partial cover" in told["pieces"][1]
    assert NOT_KNOWN not in " ".join(told["all"])
    assert "sure from this scan: 8 scenes drawn from its errors change nothing" in told["all"][1]


def test_nobody_is_named_on_a_level_that_is_cut_away() -> None:
    view = window_state().view
    low = replace(view, cut=1.6)
    assert {label.text[:6] for label in labels(view)} == {"Jelena", "Kruger", "Tamsin", "Oddo ["}
    assert {label.text[:6] for label in labels(low)} == {"Tamsin", "Oddo ["}, "the others stand three inches up"


def test_no_words_hide_figures_or_where_a_move_ends() -> None:
    view = scanned_view("all")
    camera = view.orbit.camera(view.size)
    figures = kept_clear(replace(view, sight=None), camera)
    middles = camera.project(np.array([figure.box.mean(axis=0) for figure in view.table.figures]))[0]
    for (a, b, c, d), (x, y) in zip(figures, middles.tolist(), strict=True):
        assert a < x < c
        assert b < y < d
    end = (3.0, 12.0, 0.0)
    moving = replace(view, sight=None, plan=PlannedMove(view.table.figure("jelena"), (end,)))
    *_, (left, top, right, low) = kept_clear(moving, camera)
    x, y = camera.project(np.array([end]))[0][0].tolist()
    assert left <= x <= right
    assert top <= y <= low + 1.0


@pytest.mark.parametrize(("known", "lines"), [("all", 0), ("pieces", 1)])
def test_on_a_scan_of_pieces_moves_and_distances_have_one_line(known: TerrainKnown, lines: int) -> None:
    view = scanned_view(known)
    jelena = view.table.figure("jelena")
    for way in (NoPath("a wall is in the way"), Path(())):
        planned = replace(view, plan=PlannedMove(jelena, ((3.0, 12.0, 0.0),), path=way))
        assert words(plan(planned)).count(NOT_KNOWN) == lines
    clicked = replace(view, mode="measure", measured=((1.0, 1.0, 0.0), (4.0, 5.0, 12.0)))
    assert words(measuring(clicked)).count(NOT_KNOWN) == lines
    for overlay in ("reach", "seen"):
        assert words(card(replace(view, overlay=overlay))).count(NOT_KNOWN) == lines


def test_the_panel_of_a_move_tells_cost_legs_and_checks_before_it_is_done() -> None:
    one = window_state()
    done(one, Select("jelena"), DragTo((3.0, 12.0, 0.0), done=True))
    found = plan(one.view)
    assert "Jelena gets there for" in words(found)
    assert "initiative" in words(found)
    assert buttons(found)["Move"].intent == Confirm()
    assert buttons(found)["Move"].enabled
    assert isinstance(found.widgets[1], RowWidget), "above the legs, of which there may be more than the window is high"
    done(one, DragTo((15.95, 14.35, 3.0), done=True))
    assert not buttons(plan(one.view))["Move"].enabled
    assert "does not get there" in words(plan(one.view))


def test_measuring_tells_straight_level_and_up() -> None:
    one = window_state()
    done(one, SetMode("measure"), ClickAt("", (1.0, 1.0, 0.0)), ClickAt("", (4.0, 5.0, 12.0)))
    assert '13.00" straight' in words(measuring(one.view))
    assert '5.00" level, 12.00" up' in words(measuring(one.view))
    done(one, Choice("centimetres", value=True))
    assert "33.0 cm straight" in words(measuring(one.view))
    done(one, ClickAt("", (4.0, 2.0, 8.0)))
    assert "45.7 cm in all" in words(measuring(one.view)), "13 and 5 inches: a straight line is shorter"
    assert "by parts: 33.0 cm, 12.7 cm" in words(measuring(one.view))


def test_every_key_does_one_thing_and_stands_in_the_help() -> None:
    names = [name for key in KEYS for name in key.keys]
    assert len(names) == len(set(names))
    assert set(names) == set(BOUND) | set(HELD)
    told = words(keys())
    for key in KEYS:
        assert key.does in told or key.group == "Stored views"
    for expected in (
        "w",
        "q",
        "r",
        "home",
        "f",
        "t",
        "v",
        "ctrl+1",
        "1",
        "m",
        "ctrl+z",
        "ctrl+shift+z",
        "f1",
        "?",
        "ctrl+o",
        "ctrl+s",
    ):
        assert expected in names


def test_the_tour_waits_until_what_it_tells_of_is_done() -> None:
    one = window_state()
    one.show(free=(0.0, 50.0, *map(float, one.view.size)))
    done(one, Tour(0), PointAt(None, None))
    assert one.view.tour == 0
    one.turn((0.0, 0.0, 0.0), 40.0, 0.0)
    rest(one)
    assert now(one).tour == 1
    done(one, Select("jelena"))
    assert now(one).tour == 1, "half of it is not enough"
    done(one, PointAt("kruger", one.view.table.figure("kruger").position))
    assert now(one).tour == 2
    done(one, Select("tamsin"), DragTo((9.0, 6.0, 0.0)))
    assert now(one).tour == 3
    done(one, DragTo((9.0, 6.0, 0.0), done=True), Confirm(), SetMode("build"))
    assert now(one).tour == 3, "a figure was moved, and nothing built"
    done(one, PlaceKit("crate", (20.0, 4.0, 0.0), 0.0))
    assert now(one).tour == 4
    done(one, Cancel(), Tour(-1))
    assert now(one).tour is None


def test_the_tour_has_five_short_steps_and_ends() -> None:
    assert len(STEPS) == 5
    assert max(len(step.words) for step in STEPS) < 260
    one = window_state()
    done(one, Tour(0))
    for _ in STEPS:
        shown = next(panel for panel in panels(one.view) if panel.name.startswith("Tour"))
        label = "Done" if "Done" in buttons(shown) else "Next"
        done(one, buttons(shown)[label].intent)
    assert one.view.tour is None
    assert one.view.settings.toured


def test_where_panels_would_lie_upon_one_another_one_line_asks_for_room() -> None:
    one = window_state()
    done(one, Select("jelena"))
    before = [panel.name for panel in panels(one.view)]
    one.resize((320, 240))
    (panel,) = panels(one.view)
    assert words(panel) == "This window is too small: make it at least 720 x 450 pixels. It has 320 x 240."
    one.resize((1280, 800))
    assert [panel.name for panel in panels(one.view)] == before


@pytest.mark.parametrize(
    "wanted",
    [
        [],
        [Select("jelena"), ShowOverlay("reach")],
        [Select("crate")],
        [Select("jelena"), PointAt("", (9.0, 6.0, 0.0)), AskFromHere()],
        [ShowHelp()],
        [ShowSettings()],
        [Tour(2)],
        [ShowOverlay("reach")],
    ],
)
def test_panels_have_names_of_their_own_and_words_in_them(wanted: list[object]) -> None:
    one = window_state()
    done(one, *wanted)  # type: ignore[arg-type]
    found = panels(one.view)
    assert len({panel.name for panel in found}) == len(found)
    assert all(panel.widgets for panel in found)
    for panel in found:
        _labels_differ(panel)


def _labels_differ(panel: PanelWidgets) -> None:
    labels = [(button.label, button.marker) for button in buttons(panel).values()]
    assert len(labels) == len(set(labels))
    assert not re.search(r"%%|None|nan", words(panel))
    for slider in (widget for widget in every(panel.widgets) if isinstance(widget, Slider)):
        assert slider.low <= slider.value <= slider.high
        assert isinstance(slider.intent(slider.value), Intent)
