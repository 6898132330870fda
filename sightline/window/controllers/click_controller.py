"""Clicks and the cursor on the table: what is pointed at, clicked, selected and measured."""

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from sightline.window.battle.no_answer import NOTHING, nothing_chosen
from sightline.window.controllers import aim_controller, battle_controller, build_controller, question_controller
from sightline.window.controllers.floors import paint_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import intents as want
from sightline.window.view.measure_tool import stop
from sightline.window.view.window_view import Pointed, WindowView

PLACED = frozenset({"measure", "from there"})
"""Modes in which a click is a place on the table."""
SAME_PLACE = 0.05
"""Inches between what lies under the cursor and the floor there."""


def point(state: ShownState, pointed: Pointed) -> None:
    """The cursor rests on something: who is asked about, and where what is held would go, follow it."""
    before = state.view
    state.show(pointed=pointed)
    if pointed.owner != before.pointed.owner and not battle_controller.glance(state, pointed.owner):
        question_controller.ask_sight(state)
    battle_controller.put_in_order(state)
    if pointed.place != before.pointed.place:
        build_controller.preview(state)


def click(state: ShownState, click: want.ClickAt) -> None:
    """Carry out a click on the table: measure, ask from there, place, answer a battle, pin an answer, or select."""
    owner, place = click.owner, click.place
    # What is seen through a slotted deck is not what is meant, but the deck.
    on_floor = place is not None and any(np.allclose(place, one, atol=SAME_PLACE) for one in click.floors)
    meant = click.floors[0] if on_floor else place
    if state.view.mode in PLACED and (place is None or meant is None):
        raise SceneError("nothing there: click on the table")
    if state.view.mode == "measure" and meant is not None:
        _measure(state, owner, meant)
    elif state.view.mode == "from there" and place is not None:
        question_controller.ask_from(state, click.floors[0] if click.floors else place)
    elif state.view.mode == "build" and state.view.held.what and place is not None:
        build_controller.place(state, place, click.floors)
    elif (place is not None and aim_controller.turn_arrow(state, place)) or battle_controller.answer_by_click(
        state, owner, meant, click.floors
    ):
        pass
    elif owner and not click.also and question_controller.pins(state, owner):
        question_controller.pin(state, owner)
    else:
        before = state.view.selected
        select(state, owner or None, also=click.also)
        if told := _nothing_chosen(state.view, owner, before):
            state.say_of_question(told)


def _nothing_chosen(view: WindowView, owner: str | None, before: tuple[str, ...]) -> str:
    """What is said of a click that has done nothing but let go of what was selected; empty where it has done something."""
    if view.battle is not None:
        return nothing_chosen(view.battle, owner) if view.battle.hand_over is None else ""
    if owner or before or view.mode != "look":
        return ""
    return f"{NOTHING}: click a figure or a piece of terrain"


def select(state: ShownState, owner: str | None, *, also: bool) -> None:
    """Select a figure or a piece, alone or with what is selected already; None selects nothing."""
    chosen = () if owner is None else (owner, *(one for one in state.view.selected if also and one != owner))
    state.show(selected=chosen, plan=None, from_here=None, sight=None, pinned="")
    if state.view.overlay != "none":
        paint_controller.paint(state, state.view.overlay)
    question_controller.ask_sight(state)
    battle_controller.ask_targets(state)


def _measure(state: ShownState, owner: str | None, place: Point) -> None:
    if not state.view.settings.measuring:
        raise SceneError("this game forbids measuring before declaring; the settings allow it again")
    state.show(measured=(*state.view.measured, stop(state.view.table, owner, place)))
