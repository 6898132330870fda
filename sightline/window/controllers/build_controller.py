"""The controller of building: the table changed, taken back, kept safe; and what is dropped on the window."""

from dataclasses import replace
from pathlib import Path

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure, Piece
from sightline.drafts.draft_saving import DraftKeeper
from sightline.drafts.draft_table import added
from sightline.drafts.mesh_import import MeshQuestion, needs_units, read_own
from sightline.drafts.mesh_import import question as mesh_question
from sightline.drafts.snapping import FREE, Snap
from sightline.session.journal_files import SUFFIX as JOURNAL
from sightline.window.building.apply_edits import apply
from sightline.window.building.edit_history import History
from sightline.window.controllers import question_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.intents.building_intents import placing


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
    take_history(state, apply(history, intent, snap))
    assert state.view.history is not None
    if new := added(before, state.view.history.now):
        state.show(selected=new)


def _snap(state: ShownState) -> Snap:
    return Snap() if state.view.settings.snap and state.view.mode == "build" else FREE


def _try(state: ShownState, history: History, intent: building.Move) -> None:
    """Show how it would be, once that is worked out."""
    snap = _snap(state)

    def take(tried: History) -> None:
        now = state.view.history
        if now is not None and now.now is history.now:
            take_history(state, now.tried(tried.trial))

    state.workers.ask("trial", (history.now, intent), lambda: apply(history, intent, snap), take, fail=state.failed)


def preview(state: ShownState) -> None:
    """Show what is held where it would come to rest under the cursor."""
    view, history = state.view, state.view.history
    if view.mode != "build" or history is None or not view.held.what or view.pointed.place is None:
        state.workers.drop("preview")
        if view.ghosts:
            state.show(ghosts=())
        return
    held, at, snap = view.held, view.pointed.place, _snap(state)
    intent = placing(held, at, side=side(state))

    def work() -> tuple[Piece | Figure, ...]:
        after = apply(history, intent, snap).now
        new = set(added(history.now, after))
        everything: tuple[Piece | Figure, ...] = (*after.table.terrain.pieces, *after.table.figures)
        return tuple(one for one in everything if one.id in new)

    def take(found: tuple[Piece | Figure, ...]) -> None:
        if state.view.held is held and state.view.history is history:
            state.show(ghosts=found)

    def hide(_error: Exception) -> None:
        # A click there says why it cannot be.
        state.show(ghosts=())

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
    )
    if before is None or before.now is not history.now:
        state.show(plan=None, sight=None, from_here=None, ghosts=())
        if state.view.overlay != "none":
            question_controller.paint(state, state.view.overlay)
        question_controller.ask_sight(state)
        keep_draft(state, history)


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
    ids, held, degrees = state.view.selected, state.view.held, 15.0 if what == "left" else -15.0
    if held.what and what in {"left", "right"}:
        state.show(held=replace(held, turn=(held.turn + degrees) % 360.0))
        preview(state)
        return
    if not ids:
        raise SceneError("select something first")
    turned_by = building.Turn(ids, degrees)
    intents = {
        "delete": building.Delete(ids),
        "duplicate": building.Duplicate(ids),
        "group": building.Group(ids),
        "ungroup": building.Ungroup(ids),
    }
    build(state, intents.get(what, turned_by))


def place(state: ShownState, place: Point) -> None:
    """Put down what is held; another one like it is in hand then."""
    build(state, placing(state.view.held, place, side=side(state)))
    preview(state)


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
