"""The story of a battle on the board: what moves is shown on its way, the view follows the program, and it waits meanwhile."""

from dataclasses import replace

import numpy as np

from rules.engine.shown_events import FallShown, MoveShown
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure
from sightline.window.battle.battle_story import story_along, story_of
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.battle.snapshots.logged_lines import LogLine, ShotFired
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view.camera_orbit import centred, framed

QUIET = 0.35
"""What a step without anything to see waits, as a part of the pause after others."""
SHOWN = 0.8
"""The part of the free window about its middle in which the view does not have to follow anybody."""
AROUND = np.array([3.0, 3.0, 0.0])
"""Inches about what happens that are to be seen with it."""


def begin(state: ShownState, before: BattleSnapshot | None, shown: BattleSnapshot) -> None:
    """Play what has happened since a moment, and let the program wait until it has been seen."""
    skip(state)
    if before is None or before.battle is shown.battle:
        return
    lasts = 0.0
    if state.view.settings.motion and (story := story_of(before, shown)).motions:
        state.story, lasts = (state.clock(), story), story.lasts
        state.show(walking=story.at(0.0))
    if before.waits == "program" or shown.heard > before.heard:
        new = shown.log[len(before.log) :]
        pause = state.view.settings.pause * (1.0 if any(_is_seen(line) for line in new) else QUIET)
        state.held_until = state.clock() + lasts + pause
        follow(state, _places(new, shown))
    elif shown.acting and shown.acting != before.acting:
        follow(state, _places((), shown))


def walk(state: ShownState, figure: Figure, path: Path) -> None:
    """Show a figure on its way, that stands at its end already."""
    if state.view.settings.motion and (story := story_along(figure, path)).motions:
        state.story = (state.clock(), story)
        state.show(walking=story.at(0.0))


def play_on(state: ShownState) -> None:
    """Show everybody where they are by now."""
    if state.story is None:
        return
    began, story = state.story
    since = state.clock() - began
    if since >= story.lasts:
        state.story = None
    state.show(walking=story.at(since))


def skip(state: ShownState) -> None:
    """Everybody is where they stand, and the program waits no longer."""
    state.story, state.held_until = None, 0.0
    if state.view.walking:
        state.show(walking={})


def at_pace(state: ShownState, pause: float) -> None:
    """The program waits no longer than it does from now on after a step, however slowly it was to go before."""
    state.held_until = min(state.held_until, state.clock() + pause)


def _is_seen(line: LogLine) -> bool:
    return line.shown is not None or line.roll is not None


def follow(state: ShownState, places: list[Point]) -> None:
    """Look at places, where they are not well in view."""
    view = state.view
    if not view.settings.follow or view.through_eye is not None or view.mode != "look" or not places:
        return
    left, top, right, low = view.free or (0.0, 0.0, *view.size)
    pixels, depth = view.orbit.camera(view.size).project(np.array(places))
    off = np.abs((pixels - [left, top]) / [right - left, low - top] - 0.5).max(initial=0.0)
    if depth.min() > 0.0 and off <= SHOWN / 2.0:
        return
    # No nearer than before: whoever watches has chosen how near.
    around = np.concatenate([np.array(places) - AROUND, np.array(places) + AROUND])
    near = framed(view.orbit, around, view.size, view.free)
    far = max(view.orbit.distance, near.distance)
    state.go(centred(replace(view.orbit, distance=far), around.mean(axis=0), view.size, view.free))


def _places(new: tuple[LogLine, ...], shown: BattleSnapshot) -> list[Point]:
    """Where that lies which a step is about: both ends of ways, falls and shots, else who is activated."""
    found: list[Point] = []
    for event in (line.shown for line in new):
        match event:
            case MoveShown() if event.path.legs:
                found += [event.path.legs[0].start, event.path.legs[-1].end]
            case FallShown():
                found += [event.fall.start, event.fall.landing]
            case ShotFired():
                found += list(event.line)
    figure = _acting(shown)
    return found or ([figure.position] if figure is not None else [])


def _acting(shown: BattleSnapshot) -> Figure | None:
    return next((one for one in shown.table.figures if one.id == shown.acting), None)
