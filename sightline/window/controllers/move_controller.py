"""The controller of moves: where figures are to go, shown with the path before it is done."""

import math
from dataclasses import replace

from rules.engine.procedure_steps import Choose
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure
from sightline.window.background.path_risks import PathRisks, path_risks
from sightline.window.battle.click_answers import asks_for_a_path, offers_a_way
from sightline.window.battle.no_answer import MOVE, may_move, why_stays
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.controllers import aim_controller, build_controller, question_controller, story_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.view import table_questions
from sightline.window.view.table_questions import Way
from sightline.window.view.window_view import PlannedMove

BESIDE = 0.5
"""Inches beside two bases that touch within which whoever is dragged is taken to be dragged onto somebody."""


def drag(state: ShownState, place: Point, floors: tuple[Point, ...] = (), *, done: bool) -> None:
    """What is selected is dragged to a place, which may be on one of several floors."""
    view, figure = state.view, state.view.figure
    if aim_controller.turn_arrow(state, place):
        return
    if aim_controller.asked(state) is not None:
        aim_controller.drag(state, place)
        return
    if view.mode == "build" and view.selected:
        at = place if figure is not None else build_controller.seen_through(state, place, floors)
        build_controller.build(state, building.Move(view.selected, at, done, floors=floors))
        return
    if figure is None:
        return
    if (shown := view.battle) is not None:
        question = shown.question
        asked = isinstance(question, Choose) and asks_for_a_path(question) and question.about == figure.id
        if not asked or shown.waits != "people":
            _have_moved(state, shown, figure, want.DragTo(place, done, floors))
            return
        assert isinstance(question, Choose)
        if question.free is None:
            raise SceneError(f"{question.what}: answer it in the panel What now")
        offered = [one for one in view.table.figures if offers_a_way(question, one.id)]
        if offered:
            _drag_onto(state, figure, offered, place, done=done)
            return
    propose(state, figure, floors or (place,), done=done, answers=view.battle is not None)


def _have_moved(state: ShownState, shown: BattleSnapshot, figure: Figure, drag: want.DragTo) -> None:
    """Have somebody move who is dragged beyond his base, if he may, and go on with the drag once it is asked where to."""
    under_way = state.match is not None and state.match.busy and state.match.wanted == want.Give(MOVE)
    if under_way:
        state.dragged = drag
    elif not may_move(shown, figure.id):
        state.say_of_question(why_stays(shown, figure.id))
    elif math.dist(figure.position, drag.place) > figure.base_radius:
        state.dragged = drag
        state.next.append(want.Give(MOVE))


def _drag_onto(state: ShownState, figure: Figure, offered: list[Figure], place: Point, *, done: bool) -> None:
    """A figure is dragged onto one of those into contact with whom it can be moved."""
    near = min(offered, key=lambda one: math.dist(one.position, place))
    if math.dist(near.position, place) <= near.base_radius + figure.base_radius + BESIDE:
        propose(state, figure, (near.position,), done=done, answers=True, meant=near.id)
    elif done:
        state.show(plan=None)
        raise SceneError(f"nobody to charge there; drag {figure.called} onto an enemy")


def propose(
    state: ShownState,
    figure: Figure,
    goals: tuple[Point, ...],
    *,
    done: bool,
    answers: bool = False,
    floor: int = 0,
    meant: str = "",
) -> None:
    """Show the way of a figure to a place.

    Args:
        state: what is shown.
        figure: whose way.
        goals: where it may be meant to lead, the likeliest first.
        done: whether the figure has been let go there.
        answers: whether the way answers a question of a battle.
        floor: which of the goals that one can stand at is taken.
        meant: an answer about somebody, whose way it is; one without a way is given at once. Empty: the way to the goals.
    """
    before = state.view.plan
    same = before is not None and before.figure == figure
    shown = before.path if same and before is not None else None
    if before is not None and same and (before.goals, before.floor, before.meant) == (goals, floor, meant) and before.found:
        state.show(plan=replace(before, dropped=done))
        return
    preview = before.preview if same and before is not None and not done else None
    plan = PlannedMove(figure, goals, floor, shown if not done else None, dropped=done, answers=answers, preview=preview)
    plan = replace(plan, meant=meant)
    state.show(plan=plan, sight=None, pinned="")
    table = state.view.table

    def take(found: Way) -> None:
        plan = state.view.plan
        if plan is not None and plan.meant and found.preview is None and found.answer:
            state.show(plan=None)
            if plan.dropped:
                state.next.append(want.GiveText(plan.meant))
        elif plan is not None and plan.figure == figure:
            shown = replace(plan, path=found.path, floors=found.floors, preview=found.preview, answer=found.answer)
            state.show(plan=replace(shown, found=True, path_risks=None))
            _ask_path_risks(state)

    tell, battle = question_controller.telling(state, question_controller.GROUND), state.view.battle
    if answers and battle is not None and isinstance(question := battle.question, Choose):
        if meant:
            work = lambda: table_questions.way_of_answer(battle.battle, question, meant, goals[0], tell)  # noqa: E731
        else:
            work = lambda: table_questions.battle_way(battle.battle, question, goals, tell, floor=floor)  # noqa: E731
    else:
        work = lambda: table_questions.way(table, figure, goals, tell, floor=floor)  # noqa: E731
    state.workers.ask("way", (figure, goals, floor, meant), work, take, fail=state.failed, tell=tell)


def look_away(state: ShownState) -> None:
    """The way to somebody who was only pointed at is shown no longer."""
    if state.view.plan is not None and state.view.plan.glanced:
        state.workers.drop("way")
        state.show(plan=None)


def other_floor(state: ShownState) -> None:
    """The way to the place on the next of the floors that may be meant, after the last one to the first."""
    plan = state.view.plan
    if plan is None or len(plan.floors) < 2:
        raise SceneError("there is only one floor there")
    floor = (plan.floor + 1) % len(plan.floors)
    propose(state, plan.figure, plan.goals, done=plan.dropped, answers=plan.answers, floor=floor)


def confirm(state: ShownState) -> None:
    """Go where the path that is shown leads."""
    plan = state.view.plan
    if plan is None or plan.glanced:
        aim_controller.confirm(state)
        return
    if not plan.found:
        raise SceneError("the way is still being looked for; go it once it is shown")
    if not isinstance(plan.path, Path):
        raise SceneError(plan.path.why if plan.path is not None else "there is no way")
    # To the very end of the way that was shown: what was pointed at may be no place to stand.
    if plan.answers:
        state.show(plan=None)
        state.next.append(want.GiveText(plan.answer))
    elif plan.path.legs:
        build_controller.build(state, building.Move((plan.figure.id,), plan.end, exactly=True))
        state.show(plan=None)
        story_controller.walk(state, plan.figure, plan.path)


def _ask_path_risks(state: ShownState) -> None:
    """Ask what may go wrong on the way that is shown, as far as it is gone."""
    plan, table = state.view.plan, state.view.table
    gone = plan.gone if plan is not None else None
    if plan is None or gone is None:
        return
    figure, rules = plan.figure, state.view.movement_rules.falls
    battle = state.view.battle.battle if state.view.battle is not None and plan.answers else None

    def take(found: PathRisks) -> None:
        now = state.view.plan
        if now is not None and now.gone is gone:
            state.show(plan=replace(now, path_risks=found))

    work = lambda: path_risks(table, figure, gone, rules, battle=battle)  # noqa: E731
    state.workers.ask("path risks", gone, work, take, fail=state.failed)
