"""The controller of scenery that is clicked in photos: which is shown, what is clicked, and the piece that comes of it."""

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.table.seen_table import SeenTable
from scene.table.table import MM_PER_INCH
from sightline.drafts.clicked_scenery import (
    FIGURE,
    SURFACE,
    PhotoPicture,
    ScanPhotos,
    base_near,
    corner_click,
    fitted,
    ground_picture,
    picture,
    scan_photos_of,
    shapes,
    snapped_click,
    too_few,
)
from sightline.files.surface_files import kept_surface
from sightline.window.controllers import build_controller
from sightline.window.controllers.photos.asked_clicks import ask_of_clicks
from sightline.window.controllers.photos.part_controller import find_part, place_part
from sightline.window.controllers.shown_state import ShownState
from sightline.window.intents.building_intents import PlaceBase, PlaceClicked
from sightline.window.intents.intents import Undo
from sightline.window.intents.photo_intents import Pixel
from sightline.window.view.photo_view import PhotoGround, PhotoView, lies_under, standing_place

if TYPE_CHECKING:
    from sightline.drafts.clicked_scenery import ClickedBase

ONCE = frozenset({FIGURE, SURFACE})
"""What is clicked once, and looked for in all photos."""
CLOSER = 2.2
"""Of the whole photo in the window: how large a photo is shown about what was clicked already."""


def open_photos(state: ShownState, folder: str = "") -> None:
    """Show the photos of the scan; what was clicked in them before is still there. It may be asked where they lie."""
    history = state.view.history
    if history is None:
        raise SceneError("scenery is clicked before a battle is played; open the table")
    scan = history.now.table.scan
    known = state.view.photo
    if known is None or folder or known.photos.missing:
        try:
            photos = scan_photos_of(scan, history.now.path, Path(folder) if folder else None)
        except SceneError:
            if scan is None or not scan.photos or folder:
                raise
            state.show(files="photos")
            return
        known = PhotoView(photos, shown=_like_the_view(state, photos)) if known is None else replace(known, photos=photos)
    state.show(mode="photos", files="", photo=known, sight=None, pinned="", measured=(), plan=None)
    _read(state)


def paint_ground(state: ShownState) -> None:
    """Paint the ground in the colours of the scan's photos, if they lie beside the table."""
    # That of the table before it would be taken for this one's.
    state.workers.drop("ground")
    history = state.view.history
    if history is None or history.now.table.scan is None or not history.now.table.scan.photos or history.now.path is None:
        return
    table, path = history.now.table, history.now.path

    def take(found: NDArray[np.uint8]) -> None:
        if state.view.history is not None and state.view.table.scan is not None:
            state.show(ground=PhotoGround(found))

    def work() -> NDArray[np.uint8]:
        return ground_picture(scan_photos_of(table.scan, path), table.size)

    # Without its photos a table is shown as all others are.
    state.workers.ask("ground", table, work, take, fail=lambda _error: None, slow=True)


def show_surface(state: ShownState) -> None:
    """Show what the scan's photos show of the whole table, if that is kept beside it."""
    state.workers.drop("surface")
    history = state.view.history
    if history is None or history.now.table.scan is None or history.now.path is None:
        return
    table, path = history.now.table, history.now.path

    def take(found: SeenTable | None) -> None:
        if state.view.history is not None and state.view.table.scan is not None:
            state.show(surface=found)

    # What cannot be read is as if it were not there: sightline surface tells why.
    state.workers.ask("surface", table, lambda: kept_surface(path, table.scan), take, fail=lambda _error: None, slow=True)


def _like_the_view(state: ShownState, photos: ScanPhotos) -> int:
    """The photo that was taken from where one looks, about; one that is there."""
    about = np.array(state.view.orbit.about)
    way = np.subtract(state.view.orbit.eye, about)
    ways = photos.clickable.eyes - about
    alike = (ways @ way) / (np.linalg.norm(ways, axis=1) * np.linalg.norm(way))
    there = [name in photos.files for name in photos.names]
    return int(np.argmax(np.where(there, alike, -2.0)))


def _read(state: ShownState) -> None:
    """Read the photo that is shown."""
    photo = state.view.photo
    if photo is None or photo.picture is not None:
        return
    name = photo.photos.names[photo.shown]

    def take(found: PhotoPicture) -> None:
        now = state.view.photo
        if now is not None and now.photos.names[now.shown] == name:
            state.show(photo=replace(now, picture=found))

    def fail(error: Exception) -> None:
        now = state.view.photo
        if now is not None and now.photos.names[now.shown] == name:
            state.show(photo=replace(now, unread="this photo cannot be used"))
        state.failed(error)

    state.workers.ask("photo", (photo.photos, name), lambda: picture(photo.photos, name), take, fail=fail)


def look_at(state: ShownState, index: int) -> None:
    """Show another photo, about what was clicked already if that is known."""
    photo = _shown(state)
    if not 0 <= index < len(photo.photos.names):
        return
    if photo.photos.names[index] not in photo.photos.files:
        raise SceneError(f'photo "{photo.photos.names[index]}" was not found beside the others')
    if index == photo.shown:
        return
    after = replace(photo, shown=index, picture=None, unread="", cursor=None, scale=0.0)
    after = replace(after, corner=_next_corner(replace(after, corner=-1)))
    state.show(photo=_about_it(after, state.view.size))
    _read(state)


def _about_it(photo: PhotoView, size: tuple[int, int]) -> PhotoView:
    """The photo larger about the shape, or about a corner that two photos know."""
    about = _whereabouts(photo) if photo.clicks else None
    if about is None or not photo.photos.clickable.shows(photo.shown, about[None]):
        return photo
    x, y = photo.photos.clickable.views[photo.shown].project(about[None])[0].tolist()
    whole = photo.fitted_into(size)
    return replace(whole, centre=(x, y), scale=whole.scale * CLOSER)


def look_through(state: ShownState, name: str) -> None:
    """Show the photos, and of them that one."""
    open_photos(state)
    photo = state.view.photo
    if state.view.mode == "photos" and photo is not None and name in photo.photos.names:
        look_at(state, photo.photos.names.index(name))


def next_photo(state: ShownState) -> None:
    """Show the photo that tells most beside those that were clicked in."""
    photo = _shown(state)
    used = sorted({click.photo for click in photo.clicks})
    clickable = photo.photos.clickable
    there = [index for index, name in enumerate(photo.photos.names) if name in photo.photos.files]
    gone = [index for index in range(len(photo.photos.names)) if index not in there]
    about = _whereabouts(photo)
    found = clickable.next_photo([*used, *gone, photo.shown], about) if used else None
    if found is None or found not in there:
        after = [index for index in there if index > photo.shown] or there
        found = after[0]
    look_at(state, found)


def _whereabouts(photo: PhotoView) -> FloatArray:
    """(3,) about where on the table that stands which is clicked."""
    clickable = photo.photos.clickable
    if photo.fit is not None:
        return np.asarray(photo.fit.mesh.vertices.mean(axis=0))
    for corner in {click.corner for click in photo.clicks}:
        own = [click for click in photo.clicks if click.corner == corner]
        place = clickable.nearest([click.photo for click in own], np.array([click.pixel for click in own]))
        if place is not None:
            return place
    last = photo.clicks[-1] if photo.clicks else corner_click(0, photo.shown, (photo.size[0] / 2.0, photo.size[1] / 2.0))
    eye, ray = clickable.eyes[last.photo], clickable.ray(last.photo, last.pixel)
    # One photo tells a direction only: where that meets the ground.
    far = -eye[2] / ray[2] if ray[2] < -1e-3 else 40.0
    return np.asarray(eye + min(far, 400.0) * ray)


def point(state: ShownState, pixel: Pixel | None) -> None:
    """The cursor rests on a pixel."""
    photo = _shown(state)
    if pixel != photo.cursor:
        state.show(photo=replace(photo, cursor=pixel))


def click(state: ShownState, pixel: Pixel, corner: int | None = None) -> None:
    """Click the next corner; or put a click that was made before elsewhere."""
    photo = _shown(state)
    if photo.picture is None or not photo.shows(pixel):
        return
    if corner is None and photo.corner >= len(photo.corners) and photo.shape not in ONCE:
        raise SceneError("all its corners are clicked in this photo; drag one to move it, or go to the next photo")
    which = photo.corner if corner is None else corner
    if corner is None and photo.snap and not shapes()[photo.shape].rounded:
        pixel, _ = snapped_click(photo.picture, pixel, photo.reach)
    others = tuple(one for one in photo.clicks if (one.corner, one.photo) != (which, photo.shown))
    if photo.shape in ONCE:
        which, others = 0, ()
    after = replace(photo, clicks=(*others, corner_click(which, photo.shown, pixel)))
    state.show(photo=after if corner is not None else replace(after, corner=_next_corner(after)))
    _fit(state)


def _next_corner(photo: PhotoView) -> int:
    """The next corner that was not clicked in this photo: of those that others have, or that are needed, if there are any."""
    here, needed = set(photo.here()), shapes()[photo.shape].needed
    wanted = set(range(needed)) | {click.corner for click in photo.clicks}
    after = sorted(wanted - here)
    later = [corner for corner in after if corner > photo.corner]
    if later or after:
        return (later or after)[0]
    others = [corner for corner in range(len(photo.corners)) if corner not in here]
    return others[0] if others else len(photo.corners)


def _fit(state: ShownState) -> None:
    """Work out the shape anew, or look for the base that was clicked."""
    photo = _shown(state)
    clicks, shape = photo.clicks, photo.shape
    if shape in ONCE:
        (_find_base if shape == FIGURE else find_part)(state, photo)
        return

    if len({one.photo for one in clicks}) < 2:
        state.show(photo=replace(photo, fit=None, fault=""))
        return
    ask_of_clicks(
        state,
        photo,
        lambda: fitted(photo.photos, shape, clicks),
        lambda now, found: replace(now, fit=found, fault="", doubt=lies_under(state.view.table, found)),
        wrong=lambda error: not too_few(error),
    )


def _find_base(state: ShownState, photo: PhotoView) -> None:
    """Look for a base where one was clicked: on the piece that is seen there, else on the ground."""
    clicks = photo.clicks
    if not clicks:
        state.show(photo=replace(photo, base=None, fault=""))
        return
    last, table = clicks[-1], state.view.table
    eye, ray = photo.photos.clickable.eyes[last.photo], photo.photos.clickable.ray(last.photo, last.pixel)
    place, name = standing_place(table, eye, ray), photo.name or "this figure"

    def take(now: PhotoView, found: "ClickedBase") -> PhotoView:
        there = [one for one in state.view.table.figures if math.dist(one.position, found.position) < one.base_radius]
        if there:
            return replace(now, base=None, fault=f"{there[0].called} stands there already", wrong=True)
        return replace(now, base=found, fault="")

    if place is None:
        raise SceneError("that is beside the table; click where the figure stands")
    state.show(photo=replace(photo, base=None, fault="looking for its rim in all photos ...", wrong=False))
    ask_of_clicks(state, _shown(state), lambda: base_near(photo.photos, place, name), take, slow=True)


def take_back(state: ShownState) -> None:
    """Let go of the last click; without any, of the last piece that was placed."""
    photo = _shown(state)
    if not photo.clicks:
        build_controller.build(state, Undo())
        # What was undone may be something else.
        if photo.placed is not None and photo.placed[0] not in {piece.id for piece in state.view.table.terrain.pieces}:
            _, shape, clicks, name = photo.placed
            state.show(photo=replace(photo, shape=shape, clicks=clicks, corner=len(photo.corners), name=name, placed=None))
            _fit(state)
        return
    last = photo.clicks[-1]
    if last.photo != photo.shown:
        # What is taken back is seen.
        look_at(state, last.photo)
        photo = _shown(state)
    state.show(
        photo=replace(photo, clicks=photo.clicks[:-1], corner=last.corner if last.photo == photo.shown else photo.corner)
    )
    _fit(state)


def take_back_here(state: ShownState) -> None:
    """Let go of the last click in the photo that is shown."""
    photo = _shown(state)
    here = [click for click in photo.clicks if click.photo == photo.shown]
    if not here:
        raise SceneError("nothing is clicked in this photo")
    left = tuple(click for click in photo.clicks if click is not here[-1])
    state.show(photo=replace(photo, clicks=left, corner=here[-1].corner))
    _fit(state)


def forget(state: ShownState) -> None:
    """Let go of all clicks."""
    state.show(photo=replace(_shown(state), clicks=(), corner=0, fit=None, base=None, part=None, fault=""))


def take_shape(state: ShownState, shape: str) -> None:
    """Click another shape."""
    if shape not in shapes():
        raise SceneError(f'there is no shape "{shape}"')
    photo = _shown(state)
    if shape == photo.shape:
        return
    aside = {**photo.aside, photo.shape: photo.clicks}
    clicks = aside.pop(shape, ())
    after = replace(photo, shape=shape, clicks=clicks, corner=-1, fit=None, base=None, part=None, fault="", aside=aside)
    state.show(photo=replace(after, corner=_next_corner(after)))
    _fit(state)


def take_corner(state: ShownState, corner: int) -> None:
    """Click this corner next."""
    photo = _shown(state)
    if 0 <= corner < len(photo.corners):
        state.show(photo=replace(photo, corner=corner))


def change(state: ShownState, **changes: object) -> None:
    """Change what of the photo's view people choose: whether clicks snap, or what the piece is to be called."""
    state.show(photo=replace(_shown(state), **changes))  # type: ignore[arg-type]


def call_it(state: ShownState, called: str) -> None:
    """Call the piece so, and put it on the table if its corners are known."""
    change(state, name=called.strip())
    photo = _shown(state)
    if photo.known:
        keep(state)


def keep(state: ShownState) -> None:
    """Put the shape on the table."""
    photo = _shown(state)
    if photo.base is not None:
        build_controller.build(state, PlaceBase(photo.base, photo.name, build_controller.side(state)))
        state.show(photo=replace(photo, clicks=(), corner=0, base=None, fault="", name=""))
        state.say(f"{state.view.table.called(state.view.selected[0])} stands on the table; it is not known where it faces")
        return
    if photo.part is not None:
        place_part(state, photo)
        return
    if photo.fit is None:
        raise SceneError(photo.fault or "click its corners in two photos at least, better three")
    limit = photo.limit_mm
    fit = photo.fit
    build_controller.build(state, PlaceClicked(fit, photo.name))
    name = state.view.selected[0] if state.view.selected else photo.shape
    placed = (name, photo.shape, photo.clicks, photo.name)
    state.show(photo=replace(photo, clicks=(), corner=0, fit=None, fault="", name="", placed=placed))
    state.say(
        f'{name} stands on the table; its corners are within {limit:.1f} mm ({limit / MM_PER_INCH:.2f}") in 95 of 100 cases'
    )


def _shown(state: ShownState) -> PhotoView:
    if state.view.photo is None or state.view.mode != "photos":
        raise SceneError("open the photos of the scan first")
    return state.view.photo
