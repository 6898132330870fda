"""The controller of the battle: what comes of it is shown, clicks answer it, chances are worked out."""

from collections.abc import Callable

from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from sightline.files.table_loading import ground_words
from sightline.session.targets.decision_evidence import candidates, evidence_on
from sightline.session.targets.evidence_log import log_evidence
from sightline.session.targets.evidence_order import best_first
from sightline.session.targets.evidence_words import out_of_reach
from sightline.session.targets.target_chances import Chances, EnemyTarget, chances, targets_of
from sightline.session.targets.target_evidence import TargetEvidence
from sightline.window.battle.battle_game import BattleGame
from sightline.window.battle.battle_panels import LINES_BEFORE
from sightline.window.battle.battle_thread import BattleThread
from sightline.window.battle.click_answers import asks_for_a_path, beyond_reach, click_text, into_contact, is_place
from sightline.window.battle.decision_panel import chooses
from sightline.window.battle.fighter_panels import unknown, way_of
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot, as_it_was
from sightline.window.battle.template_aim import asks_for_an_aim
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.controllers import aim_controller, move_controller, question_controller, story_controller
from sightline.window.controllers.floors import paint_controller
from sightline.window.controllers.sharing import moment_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import intents as want
from sightline.window.view.window_view import Pointed

BETWEEN_LOOKS = 0.3
"""Seconds after which it is looked again whether other programs have answered."""


def begin(state: ShownState, begin: Callable[[], BattleGame], name: str = "", *, stands: bool = False) -> None:
    """Play a battle of a name; opening it may take a while, and what is shown stays until it is open.

    With ``stands`` the program waits until people want something.
    """
    _close(state.opening)
    state.opening = BattleThread(begin, name, stands=stands)
    state.show(busy=opening_words(state.opening))


def opening_words(match: BattleThread) -> str:
    """That a battle is being opened, and what is being worked out for it."""
    done = match.navmeshes.under_way
    what = "" if done is None else f": {ground_words(done[0])}"
    return f"opening {match.name or 'the battle'}{what or ' ...'}"


def end(state: ShownState) -> None:
    """Play no battle any more, and open none."""
    story_controller.skip(state)
    state.workers.battles = None
    _close(state.match)
    _close(state.opening)
    state.match = state.opening = None


def _close(match: BattleThread | None) -> None:
    if match is not None:
        match.close()


def follow_battle(state: ShownState) -> None:
    """Show what has come of the battle, also in other programs, and let the program go on where it is its turn."""
    if state.opening is not None:
        _follow_opening(state, state.opening)
    if state.match is None or state.clock() < state.held_until or (state.view.stopped and not state.one_more):
        return
    if state.clock() >= state.looks_again:
        state.looks_again = state.clock() + BETWEEN_LOOKS
        state.match.look()
    try:
        shown = state.match.collect()
    except Exception as error:  # noqa: BLE001 - whatever it is, the window goes on
        state.failed(error)
        return
    if shown is None:
        return
    before = state.view.battle
    if before is None or shown.answers != before.answers:
        state.one_more = False
    if shown.waits != "program":
        state.show(stopped=False)
    # Whoever looks at how it was is not torn away from it.
    show_battle(state, as_it_was(shown, before.at) if before is not None and before.past else shown)
    _take_up(state, shown)


def _follow_opening(state: ShownState, opening: BattleThread) -> None:
    """Play the battle that is being opened once it is open; where it cannot be, what is shown stays."""
    try:
        shown = opening.collect()
    except Exception as error:  # noqa: BLE001 - whatever it is, the window goes on
        _give_up(state, error)
        return
    if shown is None:
        return
    state.opening = None
    end(state)
    state.match = opening
    state.workers.battles = opening.navmeshes
    show_battle(state, shown, first=True)
    _take_up(state, shown)


def _give_up(state: ShownState, error: Exception) -> None:
    """Open no battle: the one that is played is played on."""
    _close(state.opening)
    state.opening = state.moment = None
    state.failed(error)


def _take_up(state: ShownState, shown: BattleSnapshot) -> None:
    if state.moment is not None and state.opening is None and shown.hand_over is None:
        moment_controller.take_up(state)
        ask_targets(state)
    go_on(state)


def go_on(state: ShownState) -> None:
    """Let the program give its next answer, if it is its turn and nothing is under way."""
    match, shown = state.match, state.view.battle
    if match is not None and shown is not None and shown.waits == "program" and not match.busy and not match.stands:
        match.go_on()


def next_step(state: ShownState) -> None:
    """What the program does next is shown at once; a moment that was shared goes on."""
    story_controller.skip(state)
    state.one_more = state.view.stopped
    match, shown = state.match, state.view.battle
    if match is None or shown is None or not match.stands or shown.past:
        return
    match.stands = False
    go_on(state)


def stop_program(state: ShownState) -> None:
    """The program stops, and what it thinks about is not shown; or it goes on."""
    shown = state.view.battle
    if shown is None or shown.waits != "program":
        raise SceneError("the program plays nothing now; while it does, this stops it")
    state.one_more = False
    state.show(stopped=not state.view.stopped)
    if not state.view.stopped:
        next_step(state)


def show_battle(state: ShownState, shown: BattleSnapshot, *, first: bool = False) -> None:
    """Show a moment of a battle; with ``first`` it is another one than before."""
    before = None if first else state.view.battle
    moved = before is None or before.battle is not shown.battle
    story_controller.begin(state, before, shown)
    if first:
        state.keep(None)
    state.show(battle=shown, table=shown.table, history=None, undo=shown.undo, redo=shown.redo, changed=False, picked=())
    if first:
        state.show(selected=(), mode="look", held=NOTHING_HELD, stopped=False)
        state.show_whole()
    handed = before is not None and before.hand_over != shown.hand_over
    if shown.hand_over is not None and (handed or before is None):
        _cover(state)
    if moved:
        state.show(plan=None, sight=None, pinned="", from_here=None, chances={}, targets=None, target_lines=None)
        acting = shown.acting
        if acting and (before is None or before.acting != acting):
            # Of whom the program plays nothing is to be chosen: his card would only lie in the way.
            state.show(selected=() if shown.waits == "program" else (acting,))
        if state.view.overlay != "none":
            paint_controller.paint(state, state.view.overlay)
        question_controller.ask_sight(state)
    _go_on_dragging(state, shown)
    if (said := state.view.message) is not None and said.question not in {None, shown.question}:
        state.show(message=None)
    rolls = before is not None and before.typed != shown.typed
    if moved or handed or rolls or before is None or before.question is not shown.question:
        if not moved:
            # Asked for a target, he is looked from as he turns to him.
            question_controller.ask_sight(state)
        state.show(evidence={})
        if asked := _asked_about(shown):
            state.show(selected=(asked,))
        aim_controller.begin(state)
        ask_targets(state)
    ask_evidence(state)


def _go_on_dragging(state: ShownState, shown: BattleSnapshot) -> None:
    """Whoever was dragged before it was asked where he goes is on his way there once it is."""
    if state.match is not None and state.match.busy:
        return
    drag, state.dragged = state.dragged, None
    question = shown.question
    if (
        drag is not None
        and isinstance(question, Choose)
        and asks_for_a_path(question)
        and question.about in state.view.selected[:1]
    ):
        state.next.append(drag)


def _cover(state: ShownState) -> None:
    """Take away whatever tells what somebody chooses in secret, or what he looks at for it."""
    for work in ("sight", "proof", "steady", "way", "path risks", "aim", "evidence on targets"):
        state.workers.drop(work)
    state.show(
        plan=None, aim=None, sight=None, pinned="", from_here=None, measured=(), selected=(), pointed=Pointed(), picked=(),
        overlay="none", evidence={}, message=None, rulings_shown=False, targets=None, target_lines=None,
    )  # fmt: skip


def _asked_about(shown: BattleSnapshot) -> str:
    """Who is on the table, and people are asked what he does though nobody is activated; empty for nobody."""
    question = shown.question
    if shown.acting or shown.waits != "people" or not isinstance(question, Choose):
        return ""
    on_table = question.about in shown.fighters and shown.fighters[question.about].model.on_table
    return question.about if on_table else ""


def ask_evidence(state: ShownState) -> None:
    """Have the next candidate looked at whom people may choose; once all are, what was known of those in the log."""
    shown = state.view.battle
    if shown is None:
        return
    left = [key for key in candidates(shown.question) if key not in state.view.evidence]
    if shown.waits != "people" or not left or not isinstance(shown.question, Choose):
        ask_known(state)
        return
    battle, question, key = shown.battle, shown.question, left[0]

    def take(found: TargetEvidence | None) -> None:
        now = state.view.battle
        if now is not None and now.battle is battle and now.question is question:
            state.show(evidence={**state.view.evidence, key: found})
            put_in_order(state)
            ask_evidence(state)

    work = lambda: evidence_on(battle, question, key)  # noqa: E731
    state.workers.ask("evidence on targets", (battle, key), work, take, fail=state.failed, slow=True)


def put_in_order(state: ShownState) -> None:
    """Show the best candidates first, once all are looked at and none is pointed at: no button goes away under the cursor."""
    shown, known = state.view.battle, state.view.evidence
    found = [one for one in known.values() if one is not None]
    pointed = any(one.target == state.view.pointed.owner for one in found)
    if shown is None or pointed or not known or any(key not in known for key in candidates(shown.question)):
        return
    ordered = {one.key: one for one in best_first(found)} | {key: one for key, one in known.items() if one is None}
    if list(ordered) != list(known):
        state.show(evidence=ordered)


def ask_known(state: ShownState) -> None:
    """Have worked out what was known of the target that a line of the log chose, the last line first."""
    shown, known = state.view.battle, state.view.known
    decided = () if shown is None else (line.decision for line in reversed(shown.log[-LINES_BEFORE:]))
    decision = next((one for one in decided if one is not None and one not in known), None)
    if decision is None:
        return

    def take(words: str) -> None:
        state.show(known={**state.view.known, decision: words})
        ask_known(state)

    work = lambda: log_evidence(decision.entry, decision.before)  # noqa: E731
    state.workers.ask("known", decision, work, take, fail=state.failed, slow=True)


def ask_targets(state: ShownState) -> None:
    """The targets of the selected fighter, and then the chances against them; not of one whose target is being chosen."""
    shown, fighter = state.view.battle, state.view.figure
    if shown is None or fighter is None or fighter.id not in shown.fighters or chooses(shown, fighter.id):
        state.show(targets=None, target_lines=None)
        return
    battle, name = shown.battle, fighter.id
    if (told := battle_rules(battle).targets) is not None:
        _ask_lines(state, battle, name, told)
        return

    def take(found: tuple[EnemyTarget, ...]) -> None:
        now = state.view.battle
        if now is not None and now.battle is battle:
            state.show(targets=(name, found))
            ask_chances(state)

    state.workers.ask("targets", (battle, name), lambda: targets_of(battle, name), take, fail=state.failed, slow=True)


def _ask_lines(state: ShownState, battle: Battle, name: str, told: Callable[[Battle, str], tuple[str, ...]]) -> None:
    """The targets of a fighter by rules that tell them in lines of their own."""
    if (state.view.target_lines or ("",))[0] != name:
        state.show(target_lines=None)

    def take(found: tuple[str, ...]) -> None:
        now = state.view.battle
        if now is not None and now.battle is battle:
            state.show(target_lines=(name, found))

    state.workers.ask("targets", (battle, name), lambda: told(battle, name), take, fail=state.failed, slow=True)


def ask_chances(state: ShownState) -> None:
    """Have the next chance worked out that the panel of targets waits for."""
    shown, targets = state.view.battle, state.view.targets
    if shown is None or targets is None:
        return
    name, found = targets
    way = way_of(shown, name, state.view.way_label)
    left = unknown(name, found, way, state.view.chances)
    if not left or way is None:
        return
    asked, battle = left[0], shown.battle

    def take(known: Chances) -> None:
        now = state.view.battle
        if now is not None and now.battle is battle:
            state.show(chances={**state.view.chances, asked: known})
            ask_chances(state)

    state.workers.ask("chances", (battle, asked), lambda: chances(battle, *asked[:2], way), take, fail=state.failed, slow=True)


def show_way_to(state: ShownState, answer: str, *, chosen: bool = True, owner: str = "") -> None:
    """Show the way that an answer leads, to be confirmed if it is ``chosen``, and not only pointed at.

    ``owner`` is to whom it leads, where neither the answer is his id nor the question about him.
    """
    shown = state.view.battle
    if shown is None or not isinstance(shown.question, Choose):
        return
    figures = {one.id: one for one in shown.table.figures}
    met = owner or (answer if answer in figures else shown.question.against)
    who = figures.get(shown.question.about)
    if who is not None and shown.waits == "people":
        move_controller.propose(state, who, (figures.get(met, who).position,), done=chosen, answers=True, meant=answer)
    elif chosen:
        state.next.append(want.GiveText(answer))


def glance(state: ShownState, owner: str | None) -> bool:
    """Show the way to whom the cursor rests on, where it is asked whom to move into contact with; whether it is shown.

    Nothing is looked for where it is known that he is out of reach: that may take seconds.
    """
    shown, plan = state.view.battle, state.view.plan
    if plan is not None and not plan.glanced:
        return False
    if owner is None:
        return False
    answer = ""
    if shown is not None and shown.waits == "people" and not shown.own_turn and owner in shown.fighters:
        answer = into_contact(shown.battle, shown.question, owner)
    if not answer or shown is None or beyond_reach(shown.battle, shown.question, owner):
        move_controller.look_away(state)
        return False
    known = state.view.evidence.get(owner)
    if known is not None and out_of_reach(known):
        move_controller.look_away(state)
        return False
    state.workers.drop("sight")
    show_way_to(state, answer, chosen=False, owner=owner)
    return True


def answer_by_click(state: ShownState, owner: str | None, place: Point | None, floors: tuple[Point, ...] = ()) -> bool:
    """What a click answers in a battle: nothing, or at once, or once the way that is shown is confirmed.

    Args:
        state: what is shown.
        owner: of what was clicked.
        place: that was clicked.
        floors: those that may be meant by it, the nearest first.
    """
    shown = state.view.battle
    if shown is None or shown.past or shown.waits != "people" or not isinstance(shown.question, Choose):
        return False
    text = click_text(shown.battle, shown.question, owner, place)
    if not text:
        return False
    if asks_for_an_aim(shown.question):
        aim_controller.propose(state, text)
        return True
    figures = {one.id: one for one in shown.table.figures}
    if asks_for_a_path(shown.question) and (figure := figures.get(shown.question.about)) is not None:
        if place is not None and is_place(text):
            move_controller.propose(state, figure, floors or (place,), done=True, answers=True)
            return True
        if owner in figures:
            move_controller.propose(state, figure, (figures[owner].position,), done=True, answers=True, meant=text)
            return True
    state.next.append(want.GiveText(text))
    return True
