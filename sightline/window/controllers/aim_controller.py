"""The controller of aims in a battle: where markers and templates are to go, and where the arrow of a scatter die points."""

import math
from dataclasses import replace

import numpy as np

from rules.engine.dice import SCATTER
from rules.engine.procedure_steps import Choose, Roll
from rules.hazards.blast_marker import FARTHEST, Marker
from rules.skirmish.shooting.blast_attack import PUT, MarkerShown
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from sightline.window.battle.click_answers import click_text
from sightline.window.battle.dice_panel import picked_with
from sightline.window.battle.template_aim import Laid, aim_of, asks_for_an_aim, covers, laid
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import intents as want
from sightline.window.intents.battle_intents import PickArrow
from sightline.window.view.camera_orbit import HOME, STEEPEST, framed


def asked(state: ShownState) -> Choose | None:
    """The question where a marker or a template goes, if people are asked that now."""
    shown = state.view.battle
    if shown is None or shown.waits != "people" or not asks_for_an_aim(shown.question):
        return None
    assert isinstance(shown.question, Choose)
    return shown.question


def begin(state: ShownState) -> None:
    """Show the marker or the template as it would lie if nobody chose anything else."""
    question = asked(state)
    state.workers.drop("aim")
    state.show(aim=None)
    if (middle := scattering(state)) is not None:
        # An arrow to take hold of; it says nothing before it is given.
        turn_arrow(state, (middle[0] + 1.0, middle[1], middle[2]))
        if state.view.settings.follow:
            _look_down(state, middle)
    if question is not None and question.options:
        propose(state, question.options[0].key)


def is_moved(state: ShownState) -> bool:
    """Whether it is shown elsewhere than where it was to begin with."""
    question, aim = asked(state), state.view.aim
    return question is not None and aim is not None and aim.answer != question.options[0].key


def drag(state: ShownState, place: Point) -> None:
    """Show it at another place on the table."""
    shown, question = state.view.battle, asked(state)
    if shown is not None and question is not None:
        propose(state, click_text(shown.battle, question, "", place))


def propose(state: ShownState, answer: str) -> None:
    """Show it at a place that could be typed."""
    question, shown, before = asked(state), state.view.battle, state.view.aim
    if question is None or shown is None or (before is not None and before.answer == answer):
        return
    state.show(aim=replace(aim_of(answer), laid=before.laid if before is not None else None), sight=None)
    battle = shown.battle

    def take(found: Laid) -> None:
        aim = state.view.aim
        if aim is not None and aim.answer == answer:
            state.show(aim=replace(aim, laid=found, found=True, agreed=False))
            if aim.agreed:
                state.next.append(want.Confirm())

    state.workers.ask("aim", (battle, answer), lambda: laid(battle, question, answer), take, fail=state.failed)


def confirm(state: ShownState) -> None:
    """Lay it where it is shown; where its chances are not known yet, once they are."""
    aim = state.view.aim
    if aim is None:
        return
    if not aim.found or aim.laid is None:
        state.show(aim=replace(aim, agreed=True))
    elif aim.laid.why_not:
        raise SceneError(aim.laid.why_not)
    else:
        state.show(aim=None)
        state.next.append(want.GiveText(aim.answer))


def scattering(state: ShownState) -> Point | None:
    """The middle of the marker whose scatter die people read off their own table now; None where they do not."""
    shown = state.view.battle
    question = shown.question if shown is not None and shown.waits == "people" and shown.typed else None
    if not isinstance(question, Roll) or question.dice != SCATTER:
        return None
    about = question.shown
    return about.marker.middle if isinstance(about, MarkerShown) else about.middle if isinstance(about, Marker) else None


def turn_arrow(state: ShownState, place: Point) -> bool:
    """Point the arrow of the scatter die at a place; whether there is such an arrow."""
    middle, shown = scattering(state), state.view.battle
    if middle is None or shown is None:
        return False
    degrees = math.degrees(math.atan2(place[1] - middle[1], place[0] - middle[0])) % 360.0
    state.show(picked=picked_with(state.view.picked, shown.question, PickArrow(degrees)))
    return True


def _look_down(state: ShownState, middle: Point) -> None:
    """Look at a marker and all that it may scatter to from above, as at the die on the table."""
    view = state.view
    around = np.array([[x, y, 0.0] for x in (-FARTHEST, FARTHEST) for y in (-FARTHEST, FARTHEST)]) + middle
    from_above = replace(view.orbit, azimuth=HOME[0], elevation=STEEPEST)
    state.go(framed(from_above, around, view.size, view.free))


def place_under(state: ShownState, pixel: tuple[float, float]) -> Point | None:
    """Where something dragged to a pixel comes to lie: a marker stays on its level, a template is aimed at what is there."""
    if (middle := scattering(state)) is not None:
        return state.on_plane(pixel, middle[2])
    question, aim = asked(state), state.view.aim
    if question is None or aim is None:
        return None
    if question.what == PUT:
        return state.on_plane(pixel, aim.place[2])
    found = state.under(pixel)
    return next((one.position for one in state.view.table.figures if one.id == found.owner), found.place)


def holds(state: ShownState, place: Point) -> bool:
    """Whether a place lies on the marker or the template that is shown, so that a drag moves it, or turns its arrow."""
    if (middle := scattering(state)) is not None:
        return math.dist(place[:2], middle[:2]) <= FARTHEST
    aim = state.view.aim
    return aim is not None and aim.laid is not None and covers(aim.laid, place)
