"""The controller of files: what is opened, saved and recovered."""

import re
from dataclasses import replace
from pathlib import Path

from scene.base.errors import SceneError
from sightline.drafts.draft_saving import forget, recover, save
from sightline.drafts.draft_table import Draft, new_draft
from sightline.files.shared_moments import read_moment, shares_moment
from sightline.window.battle.battle_game import opened as opened_battle
from sightline.window.building.building_panels import NOTHING_HELD
from sightline.window.building.edit_history import History
from sightline.window.controllers import battle_controller, build_controller
from sightline.window.controllers.photos import photo_controller
from sightline.window.controllers.sharing import moment_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.table_opening import draft_of, is_battle, is_mesh
from sightline.window.view import table_questions


def open_file(state: ShownState, name: str, rules: str = "") -> None:
    """Open a table or a battle, which is begun by those rules; an empty name asks which."""
    if not name:
        state.show(files="" if state.view.files == "open" else "open")
        return
    state.show(files="")
    if is_mesh(name):
        build_controller.drop(state, name)
        return
    if _told_of_clicks(state, "open it again") or _told_of_loss(state, "open it again"):
        return
    path = Path(name).expanduser()
    shared = shares_moment(path)
    moment = read_moment(path)[0] if shared else None
    if is_battle(name):
        battle = str(path) if shared else name
        battle_controller.begin(state, lambda: opened_battle(battle, rules=rules), path.name, stands=shared)
        state.moment = moment
        if path.is_file():
            state.remember(state.view.recent.with_file(path))
        return

    def take(draft: Draft) -> None:
        show_draft(state, draft)
        if path.is_file():
            state.remember(state.view.recent.with_file(path))
        state.moment = moment
        moment_controller.take_up(state)

    state.workers.ask("open", name, lambda: draft_of(name), take, fail=state.failed, slow=True)


def choose_size(state: ShownState) -> None:
    """Ask how large a new table is to be."""
    state.show(files="" if state.view.files == "new" else "new")


def new_table(state: ShownState, size: tuple[float, float] | str, *, build: bool) -> None:
    """Show an empty table, with the gallery beside it if it is to be built at once."""
    draft = new_draft(_typed_size(size) if isinstance(size, str) else size)
    if _told_of_clicks(state, "press again") or _told_of_loss(state, "press again"):
        return
    show_draft(state, draft)
    if build:
        state.show(mode="build")


def _typed_size(typed: str) -> tuple[float, float]:
    """A size of a table as people type it: 60 x 40, 60x40 or 60 40."""
    found = re.fullmatch(r'\s*(\d+(?:[.,]\d+)?)"?\s*(?:[xX×*]|by|\s)\s*(\d+(?:[.,]\d+)?)\s*(?:"|in|inch|inches)?\s*', typed)
    if found is None:
        raise SceneError(f'"{typed[:40]}" is no size of a table; type two numbers of inches, such as 60 x 40')
    along, across = (float(number.replace(",", ".")) for number in found.groups())
    return along, across


def leave(state: ShownState, unsaved: str) -> None:
    """Close the window; it is asked first what becomes of what is not saved."""
    if unsaved == "ask" and _told_of_clicks(state, "close again"):
        return
    if unsaved == "leave" or not state.view.changed:
        state.quitting = True
    elif unsaved == "ask":
        state.show(leaving="asked", files="")
    else:
        state.show(leaving="saving")
        save_draft(state, elsewhere=False)


def _told_of_clicks(state: ShownState, again: str) -> bool:
    """Whether people have just been told, once, that clicks in photos would be lost; whoever asks again leaves them."""
    photo = state.view.photo
    if photo is None or not photo.pending or photo.warned:
        return False
    state.show(photo=replace(photo, warned=True))
    clicks = f"{photo.pending} click{'' if photo.pending == 1 else 's'}"
    state.say(f"{clicks} in the photos are on no piece yet, and would be lost; {again} to leave them", bad=True)
    return True


def _told_of_loss(state: ShownState, again: str) -> bool:
    """Whether people have just been told, once, that what they built is kept nowhere, and would be lost with this table."""
    view = state.view
    if not (view.changed and view.not_kept) or state.told_of is view.history:
        return False
    state.told_of = view.history
    name = view.table.name or "This table"
    state.say(f"{name} is not saved, and would be lost, as {view.not_kept}: save it, or {again} to leave it", bad=True)
    return True


def show_draft(state: ShownState, draft: Draft) -> None:
    """Show another table."""
    battle_controller.end(state)
    state.moment = None
    state.keep(None)
    # What is just opened, or empty, is no loss.
    show_history(state, History(draft, saved=draft.document))


def show_history(state: ShownState, history: History) -> None:
    """Show a table with its past, as a whole."""
    state.show(
        battle=None, history=None, selected=(), plan=None, sight=None, pinned="", from_here=None, measured=(), targets=None
    )
    state.show(card=None, card_shots=(), counted=None)
    state.show(photo=None, ground=None, surface=None, mode="look" if state.view.mode == "photos" else state.view.mode)
    state.show(overlay="none", through_eye=None, held=NOTHING_HELD, cut=float("inf"), reach=None, seen=None, files="")
    build_controller.take_history(state, history)
    photo_controller.paint_ground(state)
    photo_controller.show_surface(state)
    state.show_whole()


def save_draft(state: ShownState, *, elsewhere: bool) -> None:
    """Save, or ask under which name."""
    history = state.view.history
    if history is None:
        raise SceneError("a battle is kept in its journal with every answer; there is nothing to save")
    if elsewhere or history.now.path is None:
        state.show(files="" if state.view.files == "save" else "save")
    else:
        save_as(state, history.now.path, overwrite=True)


def save_as(state: ShownState, path: Path, *, overwrite: bool) -> None:
    """Save under a name; one without an ending gets that of tables, and then replaces nothing."""
    history = state.view.history
    if history is None:
        return
    if path.name and not path.suffix and not path.is_dir():
        path, overwrite = path.with_name(f"{path.name}.json"), False
    build_controller.take_history(state, history.stored(save(history.now, path, overwrite=overwrite)))
    state.show(files="")
    state.remember(state.view.recent.with_file(path))
    state.quitting = state.view.leaving == "saving"
    found = table_questions.faults(history.now.table)
    doubt = f"; but {table_questions.refused(found)}" if found else ""
    state.say(f"saved: {path.name} in {path.absolute().parent}{doubt}", bad=bool(found))


def recover_draft(state: ShownState, place: str) -> None:
    """Open what a crash left."""
    left = next((one for one in state.view.left if str(one.place) == place), None)
    if left is None:
        return
    if _told_of_clicks(state, "press again") or _told_of_loss(state, "press again"):
        return
    draft, keeper = recover(left)
    state.keep(keeper)
    state.show(left=tuple(one for one in state.view.left if one is not left))
    show_history(state, History(draft))


def forget_draft(state: ShownState, place: str) -> None:
    """Discard what a crash left."""
    left = next((one for one in state.view.left if str(one.place) == place), None)
    if left is not None:
        forget(left)
        state.show(left=tuple(one for one in state.view.left if one is not left))
