"""The controller of building: the table changed, taken back, kept safe; and what is dropped on the window."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure, Piece
from sightline.drafts.draft_saving import DraftKeeper
from sightline.drafts.draft_table import Draft, added
from sightline.drafts.figure_edits import misplaced
from sightline.drafts.mesh_import import MeshQuestion, needs_units, read_own
from sightline.drafts.mesh_import import question as mesh_question
from sightline.drafts.placing import first_facing
from sightline.drafts.snapping import FREE, Snap
from sightline.session.journal_files import SUFFIX as JOURNAL
from sightline.window.building.apply_edits import apply
from sightline.window.building.edit_history import History
from sightline.window.controllers import question_controller
from sightline.window.controllers.floors import paint_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.intents.building_intents import placing
from sightline.window.view import table_questions

SAME_FLOOR = 0.05
"""Inches by which a floor may lie lower than what is seen there, and be meant."""
STEP = 15.0
"""Degrees that a key turns, and that first facings are rounded to."""


def build(state: ShownState, intent: want.Intent) -> None:
    """Change the table."""
    history = state.view.history
    if history is None:
        raise SceneError("while a battle is played its table stays as it is")
    if isinstance(intent, want.Undo | want.Redo):
        name = history.undo_name if isinstance(intent, want.Undo) else history.redo_name
        if not name:
            raise SceneError("nothing to undo" if isinstance(intent, want.Undo) else "nothing to redo")
        state.say(f"{'undone' if isinstance(intent, want.Undo) else 'done again'}: {name}")
    before, snap = history.now, _snap(state)
    if isinstance(intent, building.Move) and not intent.done:
        _try(state, history, intent)
        return
    state.workers.drop("trial")
    after = apply(history, intent, snap)
    if why_not := _refused(before, after.now, intent):
        take_history(state, history.tried(None))
        state.say(why_not, bad=True)
        return
    take_history(state, after)
    if new := added(before, after.now):
        state.show(selected=new)


def _refused(before: Draft, after: Draft, intent: want.Intent) -> str:
    """Why figures cannot be put where they are pointed to; empty if they can, and for all else that is done."""
    match intent:
        case building.PlaceFigure() | building.PlaceGang():
            wrong = misplaced(after, added(before, after))
        case building.Move(exactly=False):
            wrong = misplaced(after, intent.ids)
        case _:
            return ""
    words = [f"{after.called([owner])} cannot stand there: {fault}" for owner, fault in wrong.items()]
    more = f" (and {len(words) - 1} more)" if len(words) > 1 else ""
    return f"{words[0]}{more}; point elsewhere" if words else ""


def seen_through(state: ShownState, place: Point, floors: tuple[Point, ...]) -> Point:
    """The place that is meant with a piece: what is seen there, or the floor that it is seen through, as a grating is."""
    eye = state.view.orbit.eye
    way = np.subtract(place, eye) / np.linalg.norm(np.subtract(place, eye))
    for floor in floors:
        aside = np.linalg.norm(np.cross(np.subtract(floor, eye), way))
        if floor[2] >= place[2] - SAME_FLOOR and aside <= SAME_FLOOR:
            return floor
    return place


def _snap(state: ShownState) -> Snap:
    return Snap() if state.view.settings.snap and state.view.mode == "build" else FREE


def _try(state: ShownState, history: History, intent: building.Move) -> None:
    """Show how it would be, once that is worked out."""
    snap = _snap(state)

    def work() -> tuple[History, Mapping[str, str]]:
        tried = apply(history, intent, snap)
        return tried, misplaced(tried.trial, intent.ids) if tried.trial is not None else {}

    def take(found: tuple[History, Mapping[str, str]]) -> None:
        now, (tried, wrong) = state.view.history, found
        if now is not None and now.now is history.now:
            take_history(state, now.tried(tried.trial))
            state.show(misplaced=wrong)

    state.workers.ask("trial", (history.now, intent), work, take, fail=state.failed)


def preview(state: ShownState) -> None:
    """Show what is held where it would come to rest under the cursor."""
    view, history = state.view, state.view.history
    if view.mode != "build" or history is None or not view.held.what or view.pointed.place is None:
        state.workers.drop("preview")
        if view.ghosts:
            state.show(ghosts=(), misplaced={})
        return
    held, snap = view.held, _snap(state)
    intent = _placing(state, view.pointed.place, view.pointed.floors)

    def work() -> tuple[tuple[Piece | Figure, ...], Mapping[str, str]]:
        after = apply(history, intent, snap).now
        new = added(history.now, after)
        everything: tuple[Piece | Figure, ...] = (*after.table.terrain.pieces, *after.table.figures)
        return tuple(one for one in everything if one.id in set(new)), misplaced(after, new)

    def take(found: tuple[tuple[Piece | Figure, ...], Mapping[str, str]]) -> None:
        if state.view.held is held and state.view.history is history:
            state.show(ghosts=found[0], misplaced=found[1])

    def hide(_error: Exception) -> None:
        # A click there says why it cannot be.
        state.show(ghosts=(), misplaced={})

    # Reading a mesh may take a while.
    slow = held.what == "mesh"
    state.workers.ask("preview", (history.now, intent, snap), work, take, fail=hide, slow=slow)


def take_history(state: ShownState, history: History) -> None:
    """The table is another one from now on."""
    before = state.view.history
    table = history.shown.table
    known = {piece.id for piece in table.terrain.pieces} | {figure.id for figure in table.figures}
    state.show(
        history=history,
        table=table,
        undo=history.undo_name,
        redo=history.redo_name,
        changed=history.unsaved,
        selected=tuple(owner for owner in state.view.selected if owner in known),
        misplaced={},
    )
    if before is None or before.now is not history.now:
        # Nobody goes on walking to where he stands no more.
        state.story = None
        state.show(walking={})
        state.show(plan=None, sight=None, from_here=None, ghosts=())
        if state.view.overlay != "none":
            paint_controller.paint(state, state.view.overlay)
        question_controller.ask_sight(state)
        _ask_faults(state)
        keep_draft(state, history)


def _ask_faults(state: ShownState) -> None:
    """Look through who stands where; of a table that was just opened it is told."""
    history = state.view.history
    assert history is not None
    table, opened = history.now.table, not history.past and not history.future

    def take(found: tuple[str, ...]) -> None:
        state.show(faults=found)
        if found and opened and state.view.mode != "build":
            state.say(f"{table_questions.refused(found)}; Build shows where", bad=True)

    state.workers.ask("faults", table, lambda: table_questions.faults(table), take, fail=lambda _: None, slow=True)


def keep_draft(state: ShownState, history: History) -> None:
    """Keep what is not saved safe, in case of a crash."""
    if state.kept_in is None:
        return

    def not_kept(error: Exception) -> None:
        state.show(not_kept=error.faults[0] if isinstance(error, SceneError) else type(error).__name__)

    try:
        keeper = state.keeper = state.keeper or DraftKeeper()
    except SceneError as error:
        not_kept(error)
        return

    def keep() -> None:
        if history.unsaved:
            keeper.keep(history.now)
        else:
            keeper.discard()

    def kept(_nothing: None) -> None:
        state.show(not_kept="")

    state.workers.ask("keep", history.now, keep, kept, fail=not_kept, slow=True)


def edit(state: ShownState, what: str) -> None:
    """Change what is selected; what is in hand is turned rather than that."""
    ids, held, by = state.view.selected, state.view.held, STEP if what == "left" else -STEP
    if held.what and what in {"left", "right"}:
        now = held.turn if held.turn is not None else _first_turn(state, held, state.view.pointed.place)
        state.show(held=replace(held, turn=(now + by) % 360.0))
        preview(state)
        return
    if not ids:
        raise SceneError("select something first")
    turned_by = building.Turn(ids, by)
    intents = {
        "delete": building.Delete(ids),
        "duplicate": building.Duplicate(ids),
        "group": building.Group(ids),
        "ungroup": building.Ungroup(ids),
    }
    build(state, intents.get(what, turned_by))


def place(state: ShownState, place: Point, floors: tuple[Point, ...]) -> None:
    """Put down what is held; another one like it is in hand then."""
    build(state, _placing(state, place, floors))
    preview(state)


def _placing(state: ShownState, place: Point, floors: tuple[Point, ...]) -> want.Intent:
    """What a click at a place wants while something is held."""
    held = state.view.held
    at = place if held.what in {"figure", "gang"} else seen_through(state, place, floors)
    turn = held.turn if held.turn is not None else _first_turn(state, held, at)
    return placing(replace(held, turn=turn), at, side=side(state), floors=floors)


def _first_turn(state: ShownState, held: building.Take, at: Point | None) -> float:
    """How what is held stands as long as nobody has turned it: figures look at the nearest enemy, else to the middle."""
    if held.what not in {"figure", "gang"} or at is None:
        return 0.0
    facing = first_facing(state.view.table, at, None if held.what == "gang" else side(state))
    return round(facing / STEP) * STEP % 360.0


def side(state: ShownState) -> str:
    """For whom a new figure fights: for whom the last one does."""
    figures = state.view.table.figures
    return figures[-1].side if figures else "red"


def drop(state: ShownState, path: str) -> None:
    """A file is dropped on the window: a table or a battle is opened, a mesh is put in hand."""
    if Path(path).suffix.lower() in {".json", ".sightline", ".toml", JOURNAL}:
        state.next.append(want.Open(path))
        return
    state.show(mode="build")

    def read() -> MeshQuestion | None:
        content = read_own(path)
        return mesh_question(Path(path).name, content) if needs_units(Path(path).name) else None

    def take(asked: MeshQuestion | None) -> None:
        if asked is not None:
            state.show(dropped=(path, asked))
        else:
            state.next.append(building.Take("mesh", path))

    state.workers.ask("drop", path, read, take, fail=state.failed, slow=True)
