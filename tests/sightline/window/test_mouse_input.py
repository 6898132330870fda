"""The mouse over the table, without a window: what its drags want."""

from dataclasses import replace

import numpy as np
import pytest

from scene.pathfinding.path_legs import Path
from sightline.window.intents.building_intents import PlaceKit, Take
from sightline.window.intents.intents import Choice, NewTable, Select, SetMode
from sightline.window.mouse_input import MouseInput
from tests.sightline.window.window_states import SIZE, done, now, rest, table, window_state


def test_a_figure_can_be_dragged_to_a_place_that_it_covers_on_the_screen() -> None:
    """From the south, what lies a little north of Jelena's feet is behind her legs."""
    state = window_state()
    jelena, camera = table().figure("jelena"), state.view.orbit.camera(state.view.size)
    x, y, z = jelena.position
    goal = (x, y + 0.8, z)
    (start, end), _ = camera.project(np.array([(x, y, z + 1.0), goal]))
    assert state.under((float(end[0]), float(end[1]))).owner == "jelena"
    mouse = MouseInput(state, lambda _pixel: False)
    mouse.pressed((float(start[0]), float(start[1])), "left", shift=False)
    mouse.dragged((float(start[0]) + 30.0, float(start[1])), 30.0, 0.0)
    mouse.dragged((float(end[0]), float(end[1])), -30.0, 0.0)
    mouse.released("left", also=False)
    rest(state)
    plan = state.view.plan
    assert plan is not None
    assert isinstance(plan.path, Path)
    assert plan.end == pytest.approx(goal, abs=0.1)


def test_the_wheel_with_ctrl_turns_what_is_in_hand_and_else_zooms() -> None:
    state = window_state()
    done(state, Take("kit", "crate"))
    mouse, before = MouseInput(state, lambda _pixel: False), state.view.orbit
    mouse.scrolled((640.0, 400.0), 1.0, turns=True)
    assert state.view.held.turn == 15.0
    mouse.scrolled((640.0, 400.0), -2.0, turns=True)
    assert state.view.held.turn == 0.0
    assert state.view.orbit is before
    mouse.scrolled((640.0, 400.0), 1.0)
    assert state.view.orbit is not before


def test_a_figure_that_is_drawn_larger_is_meant_wherever_it_is_drawn() -> None:
    state = window_state()
    tamsin = table().figure("tamsin")
    (x, y, z), top = tamsin.position, float(tamsin.box[1, 2])
    (pixel,), _ = state.view.orbit.camera(state.view.size).project(np.array([(x, y, z + 1.3 * (top - z))]))
    above = (float(pixel[0]), float(pixel[1]))
    assert state.under(above).owner != "tamsin"
    done(state, Choice("larger", value=True))
    assert state.under(above).owner == "tamsin"


def test_over_a_panel_nothing_on_the_table_is_pointed_at() -> None:
    state, panel = window_state(), list[bool]()
    mouse = MouseInput(state, lambda _pixel: bool(panel))
    (pixel,), _ = state.view.orbit.camera(state.view.size).project(np.array([table().figure("kruger").box.mean(axis=0)]))
    done(state, Select("jelena"))
    mouse.moved((float(pixel[0]), float(pixel[1])))
    rest(state)
    assert (state.view.pointed.owner, state.view.sight is None) == ("kruger", False)
    panel.append(True)
    mouse.moved((30.0, 30.0))
    assert state.view.pointed.owner is None
    assert state.view.sight is not None, "the answer stays"


def test_a_name_is_its_figure_but_where_a_place_is_asked_for() -> None:
    state, named = window_state(), ["kruger"]
    mouse, corner = MouseInput(state, lambda _pixel: False, lambda _pixel: named[0]), (5.0, 5.0)
    done(state, Select("jelena"))
    mouse.moved(corner)
    rest(state)
    assert (state.view.pointed.owner, state.view.sight is None) == ("kruger", False), "who sees whom is told"
    named[0] = "tamsin"
    mouse.pressed(corner, "left", shift=False)
    mouse.released("left", also=False)
    assert state.view.selected == ("tamsin",)
    done(state, SetMode("measure"))
    mouse.moved(corner)
    assert state.view.pointed.owner == "tamsin", "who is measured from is named, too"
    done(state, SetMode("look"), Take("kit", "crate"))
    mouse.moved(corner)
    assert state.view.pointed.owner is None, "beside the table nothing can be put down"


def test_a_figure_that_is_seen_through_terrain_is_pointed_at_where_no_place_is_asked_for() -> None:
    state = window_state()
    mouse, oddo = MouseInput(state, lambda _pixel: False), state.view.table.figure("oddo")
    for azimuth in range(0, 360, 10):
        state.show(orbit=replace(state.view.orbit, azimuth=float(azimuth), elevation=20.0))
        (x, y), _ = (some[0].tolist() for some in state.view.orbit.camera(SIZE).project(oddo.box.mean(axis=0)))
        before = state.under((x, y)).owner
        if before in {piece.id for piece in state.view.table.terrain.pieces}:
            break
    else:
        raise AssertionError("he is behind something from somewhere")
    mouse.moved((x, y))
    assert now(state).pointed.owner == "oddo"
    row = [x + right for right in range(-60, 61)]
    upon = {one for one in row if state.seen_through((one, y)).owner == "oddo"}
    mouse.moved((max(upon) + 4.0, y))
    assert now(state).pointed.owner == "oddo", "a hand that misses his outline by little means him"
    mouse.moved((max(upon) + 20.0, y))
    assert now(state).pointed.owner != "oddo"
    state.do(Choice("hidden", False))
    mouse.moved((x, y))
    assert now(state).pointed.owner == before, "what is not seen is not pointed at"
    state.do(Choice("hidden", True))
    done(state, SetMode("measure"))
    mouse.moved((x, y))
    assert now(state).pointed.owner == before, "a place is meant"


def test_after_a_click_the_next_one_in_hand_is_shown_before_the_mouse_moves() -> None:
    state = window_state()
    mouse, pixel = MouseInput(state, lambda _pixel: False), (640.0, 400.0)
    done(state, NewTable((24.0, 24.0)), SetMode("build"), Take("kit", "crate"))
    mouse.moved(pixel)
    mouse.pressed(pixel, "left", shift=False)
    mouse.released("left", also=False)
    rest(state)
    (crate,), (ghost,) = state.view.table.terrain.pieces, state.view.ghosts
    assert state.view.pointed.owner == crate.id
    assert ghost.id != crate.id


def test_a_frame_selects_what_lies_in_it_and_one_of_them_drags_all() -> None:
    state = window_state()
    done(state, NewTable((24.0, 24.0)), SetMode("build"))
    for x in (8.0, 12.0, 20.0):
        done(state, PlaceKit("crate", (x, 12.0, 0.0)))
    mouse, camera = MouseInput(state, lambda _pixel: False), state.view.orbit.camera(state.view.size)
    (low, high, crate, goal), _ = camera.project(np.array([(6, 9, 0), (14, 15, 0), (12, 12, 0.9), (12, 4, 0)], np.float64))
    mouse.pressed((low[0], low[1]), "left", shift=False, ctrl=True)
    mouse.dragged((high[0], high[1]), 0.0, 0.0)
    assert state.view.frame == ((low[0], low[1]), (high[0], high[1]))
    mouse.released("left", also=True)
    assert (now(state).frame, set(state.view.selected)) == (None, {"crate", "crate-2"})
    mouse.pressed((crate[0], crate[1]), "left", shift=False)
    mouse.dragged((goal[0], goal[1]), 0.0, 0.0)
    mouse.released("left", also=False)
    rest(state)
    places = [piece.pose.position for piece in state.view.table.terrain.pieces]
    assert np.subtract(places[1], places[0]) == pytest.approx((4.0, 0.0, 0.0), abs=0.02)
    assert places[1][1] < 6.0
    assert places[2] == (20.0, 12.0, 0.0)
