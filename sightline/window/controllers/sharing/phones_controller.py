"""The controller of phones: what is shown is served to them by a process of its own, beside the window."""

from scene.base.errors import SceneError
from sightline.drafts.draft_table import Draft
from sightline.window.controllers.shown_state import ShownState
from sightline.window.phones.phone_server import PhoneServer, begun
from sightline.window.view.openable_files import plain_name


def show_phones(state: ShownState) -> None:
    """Begin to serve what is shown, and show the links; the same again hides them."""
    view, served = state.view, _served(state)
    if state.phones is not None and state.phones[1].runs and state.phones[0] == served:
        state.show(phones_shown=not view.phones_shown)
        return
    end_phones(state)

    def take(server: PhoneServer) -> None:
        state.phones = (served, server)
        state.show(phones=tuple(server.links.items()), phones_shown=True, message=None)

    state.say("starting the server for phones ...")
    folder, called = state.folder, plain_name(view.table.name) or "table"
    state.workers.ask("phones", served, lambda: begun(served, folder, called), take, fail=state.failed, slow=True)


def end_phones(state: ShownState) -> None:
    """Serve nothing any more."""
    if state.phones is not None:
        state.phones[1].end()
        state.phones = None
    state.show(phones=None, phones_shown=False)


def _served(state: ShownState) -> str | Draft:
    """What is shown: the journal of a battle, or the table as it is now."""
    view = state.view
    if view.battle is not None:
        journal = view.battle.journal.absolute()
        if not journal.exists():
            raise SceneError("this battle is not kept yet: answer something first")
        return str(journal)
    assert view.history is not None
    return view.history.now
