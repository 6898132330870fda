"""Figures that are placed and dragged in building: on the floor that is meant, red and refused where they cannot stand."""

import json
from pathlib import Path

import numpy as np
import pytest

from scene.geometry.mesh import Point
from scene.table.table import Figure
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.shapes.place_labels import labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.building_intents import Raise, Take
from sightline.window.intents.intents import (
    Cancel,
    ClickAt,
    EditSelection,
    NewTable,
    Open,
    PointAt,
    SaveAs,
    Select,
    SetMode,
)
from sightline.window.mouse_input import MouseInput
from tests.sightline.window.window_states import done, rest, window_state

DECK = 3.0
ON_DECK = [(11.5, 16.5), (10.5, 15.5), (13.3, 16.2), (12.0, 14.4), (9.0, 15.0), (11.2, 16.9)]
"""Places all over a deck of 6 x 3 inches about (11, 15.5)."""


def pixel(one: WindowState, place: Point) -> tuple[float, float]:
    x, y = one.view.orbit.camera(one.view.size).project(np.array([place]))[0][0].tolist()
    return x, y


def gantry() -> tuple[WindowState, MouseInput]:
    """A table with a slotted gantry, looked at as it opens, and the mouse."""
    one = window_state()
    done(one, NewTable((24.0, 24.0)), Take("kit", "gantry"), ClickAt("", (11.0, 15.5, 0.0)))
    return one, MouseInput(one, lambda _: False)


def click(one: WindowState, mouse: MouseInput, place: Point) -> None:
    """Move the mouse to where a place is seen, and click."""
    spot = pixel(one, place)
    mouse.moved(spot)
    rest(one)
    mouse.pressed(spot, "left", shift=False)
    mouse.released("left", also=False)
    rest(one)


@pytest.mark.parametrize("place", ON_DECK)
def test_a_figure_that_is_clicked_onto_a_slotted_deck_stands_on_it(place: tuple[float, float]) -> None:
    one, mouse = gantry()
    done(one, Take("figure", "human"))
    click(one, mouse, (*place, DECK))
    (figure,) = one.view.table.figures
    assert figure.position[2] == pytest.approx(DECK, abs=1e-3)
    assert np.hypot(figure.position[0] - place[0], figure.position[1] - place[1]) < 1.0


@pytest.mark.parametrize("place", ON_DECK)
def test_a_figure_that_is_dragged_onto_a_slotted_deck_stands_on_it(place: tuple[float, float]) -> None:
    one, mouse = gantry()
    done(one, Take("figure", "human"), ClickAt("", (3.0, 6.0, 0.0)), Cancel())
    mouse.pressed(pixel(one, (3.0, 6.0, 0.6)), "left", shift=False)
    for stop in ((5.0, 9.0, 0.0), (*place, DECK)):
        mouse.dragged(pixel(one, stop), 1.0, 1.0)
        rest(one)
    mouse.released("left", also=False)
    rest(one)
    (figure,) = one.view.table.figures
    assert figure.position[2] == pytest.approx(DECK, abs=1e-3)


def test_a_piece_that_is_clicked_onto_a_slotted_deck_lies_on_it() -> None:
    for place in ON_DECK[:3]:
        one, mouse = gantry()
        done(one, Take("kit", "crate"))
        click(one, mouse, (*place, DECK))
        assert one.view.table.piece("crate").placed.bounds[0, 2] == pytest.approx(DECK, abs=0.02)


def test_where_a_figure_cannot_stand_its_shadow_is_red_says_why_and_is_not_placed() -> None:
    one = window_state()
    done(one, NewTable((24.0, 24.0)), Take("kit", "container"), ClickAt("", (12.0, 12.0, 0.0)))
    done(one, Take("figure", "human"), PointAt("", (12.0, 12.0, 0.0)))
    (ghost,) = one.view.ghosts
    assert list(one.view.misplaced) == [ghost.id]
    assert one.view.misplaced[ghost.id] in {label.text for label in labels(one.view)}
    assert things(one.view)
    done(one, ClickAt("", (12.0, 12.0, 0.0)))
    assert one.view.table.figures == ()
    assert one.view.message is not None
    assert one.view.message.bad
    assert "cannot stand there" in one.view.message.text
    done(one, PointAt("", (3.0, 3.0, 0.0)))
    assert one.view.misplaced == {}


def test_a_figure_that_is_let_go_where_it_cannot_stand_stays_where_it_was() -> None:
    one = window_state()
    done(one, NewTable((24.0, 24.0)), Take("kit", "container"), ClickAt("", (12.0, 12.0, 0.0)))
    done(one, Take("figure", "human"), ClickAt("", (3.0, 3.0, 0.0)), Cancel())
    mouse = MouseInput(one, lambda _: False)
    mouse.pressed(pixel(one, (3.0, 3.0, 0.6)), "left", shift=False)
    off = one.view.table.size[0] - 0.05
    mouse.dragged(pixel(one, (5.0, 5.0, 0.0)), 1.0, 1.0)
    mouse.dragged(pixel(one, (off, 3.0, 0.0)), 1.0, 1.0)
    rest(one)
    mouse.released("left", also=False)
    rest(one)
    (figure,) = one.view.table.figures
    radius = figure.base_radius
    assert figure.position[0] + radius <= one.view.table.size[0] + 0.05


def test_figures_look_at_the_nearest_enemy_or_to_the_middle_until_they_are_turned() -> None:
    one = window_state()
    done(one, NewTable((24.0, 24.0)), Take("figure", "human"), PointAt("", (12.0, 2.0, 0.0)))
    assert [ghost.facing for ghost in one.view.ghosts if isinstance(ghost, Figure)] == [90.0]
    done(one, EditSelection("left"))
    assert [ghost.facing for ghost in one.view.ghosts if isinstance(ghost, Figure)] == [105.0]
    done(one, ClickAt("", (12.0, 2.0, 0.0)), PointAt("", (12.0, 22.0, 0.0)))
    assert [figure.facing for figure in one.view.table.figures] == [105.0]
    assert [ghost.facing for ghost in one.view.ghosts if isinstance(ghost, Figure)] == [105.0], "it was turned by hand"


def test_faults_are_told_on_opening_and_on_saving_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "crowd.json"
    figures = [{"id": name, "position": [x, 5, 0]} for name, x in (("anna", 5.0), ("bert", 5.2))]
    head = {"format": "sightline-table", "version": 1, "size": [24, 24], "terrain": []}
    path.write_text(json.dumps({**head, "figures": figures}))
    one = window_state()
    done(one, Open(str(path)))
    assert any("stand in one another" in fault for fault in one.view.faults)
    assert one.view.message is not None
    assert "anna" in one.view.message.text
    assert "bert" in one.view.message.text
    done(one, SetMode("build"), Select("anna"), Raise(("anna",), 0.0), SaveAs(str(tmp_path / "other.json")))
    assert one.view.message is not None
    assert "saved: other.json" in one.view.message.text
    assert "stand in one another" in one.view.message.text
    assert (tmp_path / "other.json").exists()
