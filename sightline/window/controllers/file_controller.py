"""What is opened, saved and recovered."""

from pathlib import Path
from typing import TYPE_CHECKING

from scene.base.errors import SceneError
from sightline.window.battle.battle_game import opened as opened_battle
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.building.draft_saving import Keeper, forget, recover, save
from sightline.window.building.draft_table import Draft
from sightline.window.building.edit_history import History
from sightline.window.controllers import battle_controller, build_controller
from sightline.window.view.camera_orbit import home
from sightline.window.view.openable_files import draft_of, is_battle

if TYPE_CHECKING:
    from sightline.window.controllers.window_state import WindowState


def open_file(desk: "WindowState", name: str) -> None:
    """Open a table or a battle; an empty name asks which."""
    if not name:
        desk.show(files="" if desk.view.files == "open" else "open")
        return
    desk.show(files="")
    if is_battle(name):
        battle_controller.begin(desk, lambda: opened_battle(name))
        return

    def take(draft: Draft) -> None:
        show_draft(desk, draft)

    desk.workers.ask("open", name, lambda: draft_of(name), take, fail=desk.failed, slow=True)


def show_draft(desk: "WindowState", draft: Draft) -> None:
    """Show another table."""
    battle_controller.end(desk)
    new_keeper(desk, None)
    # What is just opened, or empty, is no loss.
    show_history(desk, History(draft, saved=draft.document))


def show_history(desk: "WindowState", history: History) -> None:
    """Show a table with its past, as a whole."""
    desk.show(battle=None, history=None, selected=(), plan=None, sight=None, from_here=None, measured=(), targets=None)
    desk.show(overlay="none", through_eye=None, held=NOTHING_HELD, cut=float("inf"), reach=None, seen=None, files="")
    build_controller.take_history(desk, history)
    desk.show(orbit=home(desk.view.table, desk.view.size))


def new_keeper(desk: "WindowState", keeper: Keeper | None) -> None:
    """Keep another draft safe from now on."""
    if desk.keeper is not None:
        desk.keeper.close()
    desk.keeper = keeper


def save_draft(desk: "WindowState", *, elsewhere: bool) -> None:
    """Save, or ask under which name."""
    history = desk.view.history
    if history is None:
        raise SceneError("a battle is kept in its journal with every answer; there is nothing to save")
    if elsewhere or history.now.path is None:
        desk.show(files="" if desk.view.files == "save" else "save")
    else:
        save_as(desk, history.now.path, overwrite=True)


def save_as(desk: "WindowState", path: Path, *, overwrite: bool) -> None:
    """Save under a name."""
    history = desk.view.history
    if history is None:
        return
    build_controller.take_history(desk, history.stored(save(history.now, path, overwrite=overwrite)))
    desk.show(files="")
    desk.say(f"saved: {path.name}")


def recover_draft(desk: "WindowState", place: str) -> None:
    """Open what a crash left."""
    left = next((one for one in desk.view.left if str(one.place) == place), None)
    if left is None:
        return
    draft, keeper = recover(left)
    new_keeper(desk, keeper)
    desk.show(left=tuple(one for one in desk.view.left if one is not left))
    show_history(desk, History(draft))


def forget_draft(desk: "WindowState", place: str) -> None:
    """Discard what a crash left."""
    left = next((one for one in desk.view.left if str(one.place) == place), None)
    if left is not None:
        forget(left)
        desk.show(left=tuple(one for one in desk.view.left if one is not left))
