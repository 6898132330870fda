"""What is asked about figures, and what comes of it: sight, from elsewhere, through an eye, evidence, paint on the floors."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rules.movement.path_rules import Reach
from rules.sight.sensitivity import Steadiness
from rules.sight.verdict import SightQuestion, Verdict
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from sightline.window.background.background_work import Telling
from sightline.window.controllers.evidence_export import draft_of_battle, write_question
from sightline.window.intents import intents as want
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import through_eye
from sightline.window.view.window_view import FigureSight, Sight

if TYPE_CHECKING:
    from sightline.window.controllers.window_state import WindowState


def ask_sight(desk: "WindowState") -> None:
    """Ask who sees whom, if one figure is selected and another pointed at."""
    view = desk.view
    shooter, target = view.asker, view.target
    if shooter is None or target is None:
        desk.workers.drop("sight")
        if view.sight is not None and view.from_here is None:
            desk.show(sight=None)
        return
    key = (view.table, shooter, target)
    if view.sight is not None and view.sight.verdict.question == SightQuestion(shooter, target):
        return
    table, elsewhere = view.table, view.from_here is not None

    def take(verdict: Verdict) -> None:
        desk.show(sight=Sight(verdict, elsewhere=elsewhere))
        ask_steady(desk, table, verdict)

    desk.workers.ask("sight", key, lambda: table_questions.sight(table, shooter, target), take, fail=desk.failed)


def ask_steady(desk: "WindowState", table: Table, verdict: Verdict) -> None:
    """Ask how a verdict fares under small shifts."""

    def take(found: Steadiness | None) -> None:
        now = desk.view.sight
        if now is not None and now.verdict is verdict:
            desk.show(sight=replace(now, steady=found))

    desk.workers.ask("steady", verdict, lambda: table_questions.steady(table, verdict), take, fail=desk.failed)


def ask_from_here(desk: "WindowState") -> None:
    """Ask as if the selected figure stood under the cursor; the same again goes back."""
    view = desk.view
    if view.from_here is not None:
        desk.show(from_here=None, sight=None)
    elif view.figure is None:
        raise SceneError("select a figure first; then it is asked as if it stood under the cursor")
    elif view.pointed.place is None:
        raise SceneError("point at a place on the table to ask as if the figure stood there")
    else:
        desk.show(from_here=view.pointed.place, sight=None)
    ask_sight(desk)


def evidence(desk: "WindowState") -> None:
    """Write the report of the question that is shown, and show that where there is a browser."""
    sight, history, shown, folder = desk.view.sight, desk.view.history, desk.view.battle, desk.folder
    if sight is None:
        raise SceneError("select a figure and point at another one first; the evidence is about who sees whom")

    def take(report: Path) -> None:
        desk.say(f"the evidence: {report.name} in {report.parent}")
        desk.show_page(report)

    def write() -> Path:
        if shown is not None:
            return write_question(draft_of_battle(shown.battle, shown.table_file), sight.verdict, sight.steady, folder)
        assert history is not None
        return write_question(history.now, sight.verdict, sight.steady, folder)

    desk.say("writing the evidence ...")
    desk.workers.ask("evidence", sight, write, take, fail=desk.failed, slow=True)


def look_through_eye(desk: "WindowState") -> None:
    """Look through the eye of the selected figure; the same again goes back."""
    view = desk.view
    if view.through_eye is not None:
        desk.go(view.through_eye)
        desk.show(through_eye=None)
        return
    asker = view.asker
    if asker is None:
        raise SceneError("select a figure first; V then looks through its eye")
    target = view.target or (view.sight.verdict.question.target if view.sight else None)
    toward = None if target is None else _middle(target)
    desk.show(through_eye=view.orbit)
    desk.go(through_eye(asker, toward))


def overlay(desk: "WindowState", overlay: want.Overlay) -> None:
    """Paint the floors; the same again takes it off."""
    if overlay in {desk.view.overlay, "none"}:
        desk.show(overlay="none")
        return
    if desk.view.figure is None:
        raise SceneError("select a figure first; the paint is about it")
    paint(desk, overlay)


def paint(desk: "WindowState", overlay: want.Overlay) -> None:
    """Ask for what the floors are painted with."""
    figure, table = desk.view.figure, desk.view.table
    desk.show(overlay=overlay, reach=None, seen=None)
    if figure is None:
        return
    if overlay == "reach":
        inches, tell = desk.view.settings.inches, telling(desk, "working out the ground")

        def reached(found: Reach) -> None:
            desk.show(reach=found)

        work = lambda: table_questions.reach(table, figure, inches, tell)  # noqa: E731
        desk.workers.ask("reach", (table, figure, inches), work, reached, fail=desk.failed, tell=tell)
    elif overlay == "seen":
        tell = telling(desk, "looking from everywhere")

        def seen(found: FigureSight) -> None:
            desk.show(seen=found)

        work_seen = lambda: table_questions.seen_from(table, figure, tell)  # noqa: E731
        desk.workers.ask("seen", (table, figure), work_seen, seen, fail=desk.failed, tell=tell, slow=True)


def telling(desk: "WindowState", what: str) -> Telling:
    """What tells people how far some work has come."""

    def tell(share: float) -> None:
        desk.share = (what, share)

    return Telling(tell)


def _middle(figure: Figure) -> Point:
    x, y, z = (float(value) for value in figure.box.mean(axis=0))
    return x, y, z
