"""The controller of questions about figures: sight, from elsewhere, through an eye, evidence, paint on the floors."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rules.engine.procedure_steps import Choose
from rules.sight.sensitivity import Sensitivity
from rules.sight.verdict import SightQuestion, SightRules, Verdict
from rules.sight.vision_arc import ARC_DEGREES
from rules.skirmish.shooting.shot_hit_roll import turned_to
from rules.skirmish.shooting.target_choice import pivots
from rules.skirmish.state.battle_rules import battle_rules
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.proof.sight_proof import SEARCHED
from scene.table.table import Figure, Table
from sightline.session.targets.decision_evidence import SHOTS, kind_of
from sightline.window.background.background_work import Telling
from sightline.window.controllers.evidence_export import draft_of_battle, write_question
from sightline.window.controllers.shown_state import ShownState
from sightline.window.view import table_questions
from sightline.window.view.camera_orbit import through_eye
from sightline.window.view.window_view import ProfilePicture, Sight, WindowView

GROUND = "working out the ground"
"""What is told while a question waits for the ground."""


def ask_sight(state: ShownState) -> None:
    """Ask who sees whom, if one figure is selected and another pointed at or pinned; else the last answer stays.

    Only in a battle an answer that is not pinned goes when something else on the table is pointed at: cards wait behind it.
    """
    view = state.view
    shooter, target = _asking(view), view.target
    if shooter is None or target is None:
        state.workers.drop("sight")
        if view.battle is not None and view.pointed.owner is not None and view.from_here is None:
            state.show(sight=None)
        return
    question = SightQuestion(shooter, target, arc=_arc(view, shooter.id))
    if view.sight is not None and view.sight.verdict.question == question:
        state.workers.drop("sight")
        return
    table, elsewhere, rules = view.table, view.from_here is not None, view.sight_rules

    def take(verdict: Verdict) -> None:
        # A proof may take seconds, and people look on to the next figure meanwhile.
        searching = verdict.ruling.certainty == SEARCHED
        state.workers.drop("proof")
        state.show(sight=Sight(verdict, elsewhere=elsewhere, searching=searching))
        if searching:
            _ask_proof(state, table, verdict)
        else:
            ask_steady(state, table, verdict)
            _ask_profile(state, table, verdict)

    work = lambda: table_questions.sight(table, question, rules=rules, proving=False)  # noqa: E731
    state.workers.ask("sight", (table, question), work, take, fail=state.failed)


def _ask_proof(state: ShownState, table: Table, searched: Verdict) -> None:
    """Ask whether there truly is no line of sight where none was found."""

    def take(verdict: Verdict) -> None:
        now = state.view.sight
        if now is not None and now.verdict is searched:
            state.show(sight=replace(now, verdict=verdict, searching=False))
            ask_steady(state, table, verdict)
            _ask_profile(state, table, verdict)

    work = lambda: _proven(table, searched.question, searched.rules)  # noqa: E731
    state.workers.ask("proof", searched, work, take, fail=state.failed, slow=True)


@lru_cache(maxsize=4)
def _proven(table: Table, question: SightQuestion, rules: SightRules) -> Verdict:
    """The verdict with its proof; kept, as its evidence may be wanted while it is being proven."""
    return table_questions.sight(table, question, rules=rules)


def _arc(view: WindowView, shooter: str) -> float:
    """The degrees that a figure sees: in a battle what its rules say of whoever carries what it does."""
    shown = view.battle
    told = battle_rules(shown.battle).arc if shown is not None and shooter in shown.fighters else None
    return ARC_DEGREES if shown is None or told is None else told(shown.battle, shooter)


def _asking(view: WindowView) -> Figure | None:
    """Whose sight is asked about; while a battle asks for the target of his shot, turned to it as he shoots."""
    shooter, target, shown = view.asker, view.target, view.battle
    question = shown.question if shown is not None and not shown.past else None
    if shooter is None or target is None or shown is None or view.from_here is not None or not isinstance(question, Choose):
        return shooter
    if question.about != shooter.id or kind_of(question) not in SHOTS or not pivots(shown.battle):
        return shooter
    return shooter.moved(shooter.position, turned_to(shown.battle, shooter.id, target.id).model(shooter.id).facing)


def ask_steady(state: ShownState, table: Table, verdict: Verdict) -> None:
    """Ask how a verdict fares under small shifts."""

    def take(found: Sensitivity | None) -> None:
        now = state.view.sight
        if now is not None and now.verdict is verdict:
            state.show(sight=replace(now, steady=found))

    state.workers.ask("steady", verdict, lambda: table_questions.steady(table, verdict), take, fail=state.failed)


def _ask_profile(state: ShownState, table: Table, verdict: Verdict) -> None:
    """Have the height profile of a verdict drawn."""

    def take(found: ProfilePicture) -> None:
        now = state.view.sight
        if now is not None and now.verdict is verdict:
            state.show(profile=found)

    work = lambda: table_questions.height_profile(table, verdict)  # noqa: E731
    state.workers.ask("profile", verdict, work, take, fail=state.failed)


def pins(state: ShownState, owner: str | None) -> bool:
    """Whether a click on somebody pins the answer about him: in looking on, if he is no friend and it is not pinned yet."""
    view, shooter = state.view, state.view.figure
    target = next((one for one in view.table.figures if one.id == owner), None)
    if view.mode != "look" or shooter is None or target is None or target == shooter or view.pinned == owner:
        return False
    return not shooter.side or shooter.side != target.side


def pin(state: ShownState, target: str) -> None:
    """From now on the answer is about a target and does not follow the cursor."""
    state.show(pinned=target)
    ask_sight(state)


def ask_from(state: ShownState, place: Point) -> None:
    """Ask as if the selected figure stood at a place."""
    if state.view.figure is None:
        raise SceneError("select a figure first; then it is asked as if it stood there")
    state.show(from_here=place, sight=None, mode="look")
    ask_sight(state)


def ask_from_here(state: ShownState) -> None:
    """Ask as if the selected figure stood under the cursor; the same again goes back."""
    view = state.view
    if view.from_here is not None:
        state.show(from_here=None, sight=None)
    elif view.mode == "from there":
        state.show(mode="look")
    elif view.figure is None:
        raise SceneError("select a figure first; then it is asked as if it stood under the cursor")
    elif view.pointed.place is None:
        raise SceneError("point at a place on the table to ask as if the figure stood there")
    else:
        state.show(from_here=view.pointed.place, sight=None)
    ask_sight(state)


def evidence(state: ShownState) -> None:
    """Write the report of the question that is shown, and show that where there is a browser."""
    sight, history, shown, table = state.view.sight, state.view.history, state.view.battle, state.view.table
    folder = state.folder
    if sight is None:
        raise SceneError("select a figure and point at another one first; the evidence is about who sees whom")

    def take(report: Path) -> None:
        state.say(f"the evidence: {report.name} in {report.parent}")
        state.show_page(report)

    def write() -> Path:
        verdict = _proven(table, sight.verdict.question, sight.verdict.rules) if sight.searching else sight.verdict
        if shown is not None:
            return write_question(draft_of_battle(shown.battle, shown.table_file), verdict, sight.steady, folder)
        assert history is not None
        return write_question(history.now, verdict, sight.steady, folder)

    state.say("writing the evidence ...")
    state.workers.ask("evidence", sight, write, take, fail=state.failed, slow=True)


def look_through_eye(state: ShownState) -> None:
    """Look through the eye of the selected figure; the same again goes back."""
    view = state.view
    if view.through_eye is not None:
        state.go(view.through_eye)
        state.show(through_eye=None)
        return
    asker = view.asker
    if asker is None:
        raise SceneError("select a figure first; V then looks through its eye")
    target = view.target or (view.sight.verdict.question.target if view.sight else None)
    toward = None if target is None else _middle(target)
    state.show(through_eye=view.orbit)
    state.go(through_eye(asker, toward))


def telling(state: ShownState, what: str) -> Telling:
    """What tells people how far some work has come."""

    def tell(share: float) -> None:
        state.share = (what, share)

    return Telling(tell)


def _middle(figure: Figure) -> Point:
    x, y, z = (float(value) for value in figure.box.mean(axis=0))
    return x, y, z
