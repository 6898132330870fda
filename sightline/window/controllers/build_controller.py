"""The table as it is built: changed, taken back, kept safe; and what is dropped on the window."""

from pathlib import Path
from typing import TYPE_CHECKING

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure, Piece
from sightline.session.journal_files import SUFFIX as JOURNAL
from sightline.window.building.apply_edits import apply
from sightline.window.building.draft_saving import Keeper
from sightline.window.building.draft_table import added
from sightline.window.building.edit_history import History
from sightline.window.building.mesh_import import MeshQuestion, needs_units, read_own
from sightline.window.building.mesh_import import question as mesh_question
from sightline.window.building.snapping import FREE, Snap
from sightline.window.controllers import question_controller
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.intents.building_intents import placing

if TYPE_CHECKING:
    from sightline.window.controllers.window_state import WindowState


def build(desk: "WindowState", intent: want.Intent) -> None:
    """Change the table."""
    history = desk.view.history
    if history is None:
        raise SceneError("while a battle is played its table stays as it is")
    if isinstance(intent, want.Undo | want.Redo):
        name = history.undo_name if isinstance(intent, want.Undo) else history.redo_name
        if not name:
            raise SceneError("nothing to undo" if isinstance(intent, want.Undo) else "nothing to redo")
        desk.say(f"{'undone' if isinstance(intent, want.Undo) else 'done again'}: {name}")
    before, snap = history.now, _snap(desk)
    if isinstance(intent, building.Move) and not intent.done:
        _try(desk, history, intent)
        return
    desk.workers.drop("trial")
    take_history(desk, apply(history, intent, snap))
    assert desk.view.history is not None
    if new := added(before, desk.view.history.now):
        desk.show(selected=new)


def _snap(desk: "WindowState") -> Snap:
    return Snap() if desk.view.settings.snap and desk.view.mode == "build" else FREE


def _try(desk: "WindowState", history: History, intent: building.Move) -> None:
    """Show how it would be, once that is worked out."""
    snap = _snap(desk)

    def take(tried: History) -> None:
        now = desk.view.history
        if now is not None and now.now is history.now:
            take_history(desk, now.tried(tried.trial))

    desk.workers.ask("trial", (history.now, intent), lambda: apply(history, intent, snap), take, fail=desk.failed)


def preview(desk: "WindowState") -> None:
    """Show what is held where it would come to rest under the cursor."""
    view, history = desk.view, desk.view.history
    if view.mode != "build" or history is None or not view.held.what or view.pointed.place is None:
        desk.workers.drop("preview")
        if view.ghosts:
            desk.show(ghosts=())
        return
    held, at, snap = view.held, view.pointed.place, _snap(desk)
    intent = placing(held, at, side=side(desk))

    def work() -> tuple[Piece | Figure, ...]:
        after = apply(history, intent, snap).now
        new = set(added(history.now, after))
        everything: tuple[Piece | Figure, ...] = (*after.table.terrain.pieces, *after.table.figures)
        return tuple(one for one in everything if one.id in new)

    def take(found: tuple[Piece | Figure, ...]) -> None:
        if desk.view.held is held and desk.view.history is history:
            desk.show(ghosts=found)

    def hide(_error: Exception) -> None:
        # A click there says why it cannot be.
        desk.show(ghosts=())

    # Reading a mesh may take a while.
    slow = held.what == "mesh"
    desk.workers.ask("preview", (history.now, intent, snap), work, take, fail=hide, slow=slow)


def take_history(desk: "WindowState", history: History) -> None:
    """The table is another one from now on."""
    before = desk.view.history
    table = history.shown.table
    known = {piece.id for piece in table.terrain.pieces} | {figure.id for figure in table.figures}
    desk.show(
        history=history,
        table=table,
        undo=history.undo_name,
        redo=history.redo_name,
        changed=history.unsaved,
        selected=tuple(owner for owner in desk.view.selected if owner in known),
    )
    if before is None or before.now is not history.now:
        desk.show(plan=None, sight=None, from_here=None, ghosts=())
        if desk.view.overlay != "none":
            question_controller.paint(desk, desk.view.overlay)
        question_controller.ask_sight(desk)
        keep_draft(desk, history)


def keep_draft(desk: "WindowState", history: History) -> None:
    """Keep what is not saved safe, in case of a crash."""
    if desk.kept_in is None:
        return

    def not_kept(error: Exception) -> None:
        desk.show(not_kept=error.faults[0] if isinstance(error, SceneError) else type(error).__name__)

    try:
        keeper = desk.keeper = desk.keeper or Keeper()
    except SceneError as error:
        not_kept(error)
        return

    def keep() -> None:
        if history.unsaved:
            keeper.keep(history.now)
        else:
            keeper.discard()

    def kept(_nothing: None) -> None:
        desk.show(not_kept="")

    desk.workers.ask("keep", history.now, keep, kept, fail=not_kept, slow=True)


def edit(desk: "WindowState", what: str) -> None:
    """Change what is selected."""
    ids = desk.view.selected
    if not ids:
        raise SceneError("select something first")
    turned_by = building.Turn(ids, 15.0 if what == "left" else -15.0)
    intents = {
        "delete": building.Delete(ids),
        "duplicate": building.Duplicate(ids),
        "group": building.Group(ids),
        "ungroup": building.Ungroup(ids),
    }
    build(desk, intents.get(what, turned_by))


def place(desk: "WindowState", place: Point) -> None:
    """Put down what is held."""
    build(desk, placing(desk.view.held, place, side=side(desk)))


def side(desk: "WindowState") -> str:
    """For whom a new figure fights: for whom the last one does."""
    figures = desk.view.table.figures
    return figures[-1].side if figures else "red"


def drop(desk: "WindowState", path: str) -> None:
    """A file is dropped on the window: a table or a battle is opened, a mesh is put in hand."""
    if Path(path).suffix.lower() in {".json", ".sightline", ".toml", JOURNAL}:
        desk.do(want.Open(path))
        return
    desk.show(mode="build")

    def read() -> MeshQuestion | None:
        content = read_own(path)
        return mesh_question(Path(path).name, content) if needs_units(Path(path).name) else None

    def take(asked: MeshQuestion | None) -> None:
        if asked is not None:
            desk.show(dropped=(path, asked))
        else:
            desk.do(building.Take("mesh", path))

    desk.workers.ask("drop", path, read, take, fail=desk.failed, slow=True)
