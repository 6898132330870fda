"""The controller of many pieces at once: selected by a frame, copied and pasted, and the left half put on the right as well."""

from scene.base.errors import SceneError
from sightline.drafts.half_mirroring import uneven
from sightline.window.controllers import build_controller
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents import building_intents as building
from sightline.window.intents import intents as want
from sightline.window.view.picking import framed_owners

MOST_NAMED = 3


def select_within(state: ShownState, intent: want.SelectWithin) -> None:
    """Show the frame; once it is done, select all whose middles lie in it."""
    if not intent.done:
        state.show(frame=(intent.corner, intent.to))
        return
    view = state.view
    found = framed_owners(view.table, view.orbit.camera(view.size), (intent.corner, intent.to), view.cut)
    state.show(frame=None, selected=found)
    if not found:
        state.say("nothing has its middle in this frame")


def copy(state: ShownState) -> None:
    """Keep what is selected, to be pasted: as it is now, whatever becomes of it."""
    history, ids = state.view.history, state.view.selected
    if history is None:
        raise SceneError("while a battle is played its table stays as it is")
    if not ids:
        raise SceneError("select something first; Ctrl+V then puts a copy under the cursor")
    state.copied = (history.now, ids)
    state.say(f"copied: {history.now.called(ids)}; Ctrl+V puts it under the cursor")


def paste(state: ShownState) -> None:
    """Put a copy of what was copied under the cursor."""
    if state.copied is None:
        raise SceneError("nothing was copied yet; select something and press Ctrl+C")
    place = state.view.pointed.place
    if place is None:
        raise SceneError("point at the place on the table where the copy goes")
    build_controller.build(state, building.Paste(*state.copied, place))


def mirror(state: ShownState, intent: building.MirrorHalf) -> None:
    """Put the left half on the right as well; what is not its own mirror image is told."""
    history = state.view.history
    build_controller.build(state, intent)
    if history is None or intent.how == "turned" or not (askew := uneven(history.now)):
        return
    names = ", ".join(history.now.called([one]) for one in askew[:MOST_NAMED])
    more = f" and {len(askew) - MOST_NAMED} more" if len(askew) > MOST_NAMED else ""
    state.say(f"no mirror images of themselves, so only nearly mirrored: {names}{more}")
