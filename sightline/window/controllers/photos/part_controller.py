"""The controller of things that are cut out of the surface that a scan's photos show, where somebody clicks in one of them."""

from dataclasses import replace

from scene.base.errors import SceneError
from scene.table.table import MM_PER_INCH
from sightline.drafts.cut_scenery import cut_from_surface, seen_along
from sightline.window.controllers import build_controller
from sightline.window.controllers.photos.asked_clicks import ask_of_clicks
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents.building_intents import PlaceCut
from sightline.window.view.photo_view import PhotoView

NOTHING_KEPT = (
    "the whole table is not looked at yet; save it, close the window, and have its photos compared by: sightline surface"
)


def find_part(state: ShownState, photo: PhotoView) -> None:
    """Cut out what was clicked, if photos show the surface of something there that is not a piece yet."""
    clicks, seen, table = photo.clicks, state.view.surface, state.view.table
    if not clicks:
        state.show(photo=replace(photo, part=None, fault=""))
        return
    if seen is None:
        raise SceneError(f'{NOTHING_KEPT} "{_file(state)}" --photos FOLDER')
    last, clickable = clicks[-1], photo.photos.clickable
    eye, ray = clickable.eyes[last.photo], clickable.ray(last.photo, last.pixel)

    state.show(photo=replace(photo, part=None, fault="looking what hangs together there ...", wrong=False))
    ask_of_clicks(
        state,
        photo,
        lambda: cut_from_surface(seen, table, clickable, seen_along(seen, eye, ray)),
        lambda now, found: replace(now, part=found, fault=""),
        slow=True,
    )


def place_part(state: ShownState, photo: PhotoView) -> None:
    """Put what was cut out on the table."""
    assert photo.part is not None
    limit = photo.part.limit * MM_PER_INCH
    build_controller.build(state, PlaceCut(photo.part, photo.name))
    name = state.view.selected[0] if state.view.selected else photo.shape
    state.show(photo=replace(photo, clicks=(), corner=0, part=None, fault="", name=""))
    state.say(f"{name} stands on the table; its corners are within {limit:.1f} mm in 95 of 100 cases, and it has holes")


def _file(state: ShownState) -> str:
    history = state.view.history
    return history.now.path.name if history is not None and history.now.path is not None else "table.json"
