"""The controller of the paint on the floors: what is in reach, from where one is seen, who watches, where enemies threaten."""

from rules.movement.path_rules import Reach
from scene.base.errors import SceneError
from sightline.window.controllers.floors.stand_asking import stand_question, threats_of
from sightline.window.controllers.question_controller import GROUND, telling
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import intents as want
from sightline.window.stand_points.threat_places import ThreatPlaces, more_threats, threat_places
from sightline.window.stand_points.watched_places import WatchedPlaces, looked_closer, watched_places
from sightline.window.view import table_questions
from sightline.window.view.floor_panels import WATCHED, why_no_chances
from sightline.window.view.window_view import FigureSight


def overlay(state: ShownState, overlay: want.Overlay) -> None:
    """Paint the floors; the same again takes it off."""
    view = state.view
    if overlay in {view.overlay, "none"}:
        _drop(state)
        state.show(overlay="none")
        return
    if view.figure is None:
        raise SceneError("select a figure first; the paint is about it")
    if overlay == "chance" and (why := why_no_chances(view)):
        raise SceneError(why)
    if overlay in WATCHED and view.overlay in WATCHED:
        # All of them are painted from the same look.
        state.show(overlay=overlay)
        return
    paint(state, overlay)


def paint(state: ShownState, overlay: want.Overlay) -> None:
    """Ask for what the floors are painted with."""
    _drop(state)
    state.show(overlay=overlay, reach=None, seen=None, watched=None, threat=None)
    if state.view.figure is None:
        return
    if overlay == "reach":
        _paint_reach(state)
    elif overlay == "seen":
        _paint_seen(state)
    elif overlay in WATCHED:
        _paint_watched(state)
    elif overlay == "threat":
        _paint_threat(state)


def _drop(state: ShownState) -> None:
    for kind in ("reach", "seen", "watched", "threat"):
        state.workers.drop(kind)


def _paint_reach(state: ShownState) -> None:
    figure, table, inches = state.view.figure, state.view.table, state.view.settings.inches
    tell, movement = telling(state, GROUND), state.view.movement_rules
    assert figure is not None

    def take(found: Reach) -> None:
        state.show(reach=found)

    work = lambda: table_questions.reach(table, figure, inches, tell, movement)  # noqa: E731
    state.workers.ask("reach", (table, figure, inches), work, take, fail=state.failed, tell=tell)


def _paint_seen(state: ShownState) -> None:
    figure, table, rules = state.view.figure, state.view.table, state.view.sight_rules
    tell = telling(state, "looking from everywhere")
    assert figure is not None

    def take(found: FigureSight) -> None:
        state.show(seen=found)

    work = lambda: table_questions.seen_from(table, figure, tell, rules)  # noqa: E731
    state.workers.ask("seen", (table, figure), work, take, fail=state.failed, tell=tell, slow=True)


def _paint_watched(state: ShownState) -> None:
    """Who watches the places in reach: a picture at once, then closer and closer looks at those that nobody seems to see."""
    question, tell = stand_question(state.view), telling(state, GROUND)

    def first() -> WatchedPlaces:
        table_questions.ready(question.table, question.figure, tell)
        return watched_places(question)

    def take(found: WatchedPlaces) -> None:
        state.show(watched=found)
        if not found.settled:
            state.workers.ask("watched", found, lambda: looked_closer(found), take, fail=state.failed, slow=True)

    state.workers.ask("watched", question, first, take, fail=state.failed, tell=tell)


def _paint_threat(state: ShownState) -> None:
    """Where enemies can shoot next turn: few lines at once, then more."""
    question, threats, tell = stand_question(state.view), threats_of(state.view), telling(state, GROUND)

    def first() -> ThreatPlaces:
        for figure in (question.figure, *question.foes):
            table_questions.ready(question.table, figure, tell)
        return threat_places(question, threats)

    def take(found: ThreatPlaces) -> None:
        state.show(threat=found)
        if not found.done:
            state.workers.ask("threat", found, lambda: more_threats(found), take, fail=state.failed, slow=True)

    state.workers.ask("threat", question, first, take, fail=state.failed, tell=tell, slow=True)
