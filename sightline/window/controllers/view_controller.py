"""How the table is looked at: framed, stored and recalled views, levels cut away; and the settings and the tour."""

from dataclasses import replace

import numpy as np

from scene.base.errors import SceneError
from sightline.window.controllers import story_controller
from sightline.window.controllers.floors import paint_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view.camera_orbit import framed, home
from sightline.window.view.first_tour import tour_steps
from sightline.window.view.levels import cut_above, levels_shown
from sightline.window.view.levels import levels as found_levels
from sightline.window.view.window_settings import WindowSettings, save_settings

AROUND = np.array([3.0, 3.0, 0.0])
"""Inches about what is selected that are shown with it."""


def frame(state: ShownState, owners: tuple[str, ...]) -> None:
    """Fill the window with pieces and figures; without any, with the whole table."""
    view = state.view
    boxes = [piece.placed.bounds for piece in view.table.terrain.pieces if piece.id in owners]
    boxes += [figure.box for figure in view.table.figures if figure.id in owners]
    if not boxes:
        state.go(home(view.table, view.size, view.free))
        return
    corners = np.concatenate(boxes)
    points = np.concatenate([corners.min(axis=0) - AROUND, corners.max(axis=0) + AROUND]).reshape(-1, 3)
    state.go(framed(view.orbit, points, view.size, view.free))


def store(state: ShownState, number: int) -> None:
    """Remember from where the table is looked at."""
    state.show(stored={**state.view.stored, number: state.view.orbit})
    state.say(f"view {number} stored; key {number} comes back to it")


def recall(state: ShownState, number: int) -> None:
    """Look from where a stored view looks."""
    if number not in state.view.stored:
        raise SceneError(f"no view {number} is stored; Ctrl+{number} stores the one you see")
    state.show(through_eye=None)
    state.go(state.view.stored[number])


def cut_away(state: ShownState, levels: int) -> None:
    """Cut so many more levels away, or show more where the number is below zero."""
    heights = found_levels(state.view.table)
    cut = cut_above(heights, levels_shown(heights, state.view.cut) - levels)
    state.show(cut=cut)
    state.say("all levels are shown" if np.isinf(cut) else f'nothing above {cut:.1f}" is shown')


def choose(state: ShownState, name: str, value: object) -> None:
    """Another value for a setting, None for the other one of a switch; kept for the next start."""
    now = state.view.settings
    settings = now.with_choice(name, not getattr(now, name) if value is None else value)
    state.show(settings=settings)
    _keep(state, settings)
    if name == "pause":
        story_controller.at_pace(state, settings.pause)
    if name == "inches" and state.view.overlay not in {"none", "seen"}:
        paint_controller.paint(state, state.view.overlay)


def tour(state: ShownState, step: int) -> None:
    """Another step of the tour; beyond the last it is over, and does not begin by itself again."""
    over = not 0 <= step < len(tour_steps(state.view))
    state.show(tour=None if over else step)
    state.toured_from = None
    if over:
        settings = replace(state.view.settings, toured=True)
        state.show(settings=settings)
        _keep(state, settings)


def follow_tour(state: ShownState) -> None:
    """Go on with the tour once what its step tells of has been done."""
    view = state.view
    if view.tour is None or view.free is None:
        return
    began, steps = state.toured_from, tour_steps(view)
    if view.tour >= len(steps):
        # A battle was opened meanwhile, as the last step on a table tells.
        tour(state, view.tour)
    elif began is None or tour_steps(began) is not steps:
        state.toured_from = view
    elif steps[view.tour].is_done(began, view) and state.glide is None:
        tour(state, view.tour + 1)


def _keep(state: ShownState, settings: WindowSettings) -> None:
    if state.kept_in is not None:
        save_settings(settings, state.kept_in)
