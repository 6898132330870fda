"""The mouse over the table: what moving, clicking, dragging and the wheel want. It knows pixels and intents, and no window."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from scene.geometry.mesh import Point
from sightline.window.battle.click_answers import takes_places
from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.intents import Cancel, ClickAt, DragTo, EditSelection, PointAt, Select, SelectWithin
from sightline.window.intents.photo_intents import LookThroughCamera, PointInPhoto
from sightline.window.photo_mouse import PhotoMouse
from sightline.window.view.picking import camera_at
from sightline.window.view.window_view import Pointed

CLICK = 4
"""Pixels that the mouse may move while a button is down and it is a click still."""
WHEEL = 0.87
"""By how much nearer one step of the wheel brings."""

MouseButton: TypeAlias = Literal["left", "middle", "right"]
Pixel: TypeAlias = tuple[float, float]


@dataclass
class _Drag:
    """A button that is down over the table: where it went down, what lay there, and what moving it does."""

    button: MouseButton
    start: Pixel
    owner: str | None
    place: Point
    moves: bool
    slides: bool
    frames: bool = False
    begun: bool = False
    last: Pixel = (0.0, 0.0)
    at: Point | None = None
    floors: tuple[Point, ...] = ()


@dataclass
class MouseInput:
    """What the mouse does.

    Attributes:
        state: what is told what is wanted.
        covered: whether a panel lies over a pixel; what the mouse does there is the panel's.
        named: the id of the figure whose name is written at a pixel; empty for none.
    """

    state: WindowState
    covered: Callable[[Pixel], bool]
    named: Callable[[Pixel], str] = lambda _pixel: ""
    _drag: _Drag | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._photo = PhotoMouse(self.state, self.covered)

    @property
    def _in_photo(self) -> bool:
        return self.state.view.mode == "photos"

    def moved(self, pixel: Pixel) -> None:
        """The cursor moves with no button down; over a panel it points at nothing on the table."""
        if self._in_photo:
            self._photo.moved(pixel)
            return
        if self.covered(pixel):
            if self.state.view.pointed.owner is not None:
                self.left()
            return
        found = self._under(pixel)
        # Where something is to be placed, pointing at a slotted deck means the deck.
        floors = self.state.floors(pixel) if self.state.view.held.what and found.owner is not None else ()
        self.state.do(PointAt(found.owner, found.place, floors))

    def _under(self, pixel: Pixel) -> Pointed:
        """What lies under a pixel; where no place is asked for, also by its name, through terrain, or close beside it.

        Whom one measures from is meant by his name, too, but through terrain the terrain is.
        """
        view = self.state.view
        if view.mode not in {"look", "measure"} or view.held.what or view.aim is not None:
            return self.state.under(pixel)
        found = self.state.under(pixel)
        if any(one.id == found.owner for one in view.shown_figures):
            return found
        owner = self.named(pixel)
        meant = next((one for one in view.shown_figures if one.id == owner), None)
        if meant is not None:
            return Pointed(meant.id, meant.position)
        if view.mode == "measure" or (view.battle is not None and takes_places(view.battle.question)):
            return found
        near = (self.state.seen_through, self.state.beside_figure, self.state.beside_hidden)
        return next((one for one in (look(pixel) for look in near) if one.owner is not None), found)

    def left(self) -> None:
        """The cursor leaves the window."""
        if self._in_photo:
            self.state.do(PointInPhoto(None))
            return
        self.state.do(PointAt(None, None))

    def pressed(self, pixel: Pixel, button: MouseButton, *, shift: bool, ctrl: bool = False) -> None:
        """A button goes down; in building, a drag with Ctrl held draws a frame about what is to be selected."""
        if self._in_photo:
            self._photo.pressed(pixel, button)
            return
        if self.covered(pixel):
            return
        found = self._under(pixel)
        place = found.place or self.state.on_plane(pixel, 0.0) or self.state.view.orbit.about
        frames = button == "left" and ctrl and self.state.view.mode == "build"
        moves = button == "left" and not (shift or frames) and self.state.drags(found.owner, place)
        self._drag = _Drag(button, pixel, found.owner, place, moves, slides=button != "left" or shift, frames=frames)

    def dragged(self, pixel: Pixel, right: float, down: float) -> None:
        """The cursor has moved so many pixels with a button down."""
        if self._in_photo:
            self._photo.dragged(pixel, right, down)
            return
        drag = self._drag
        if drag is None:
            return
        if not drag.begun:
            if max(abs(pixel[0] - drag.start[0]), abs(pixel[1] - drag.start[1])) <= CLICK:
                return
            drag.begun = True
            if drag.moves and self.state.view.aim is None and drag.owner not in self.state.view.selected[:1]:
                # The one that is dragged leads all others that are selected.
                self.state.do(Select(drag.owner, also=drag.owner in self.state.view.selected))
        if drag.frames:
            drag.last = pixel
            self.state.do(SelectWithin(drag.start, pixel))
        elif drag.moves:
            found, floors = self.state.beneath(pixel), self.state.floors(pixel)
            own = found.owner is not None and found.owner == drag.owner
            # What is dragged may cover the place that it goes to: then the floor behind it is meant.
            place = floors[0] if own and floors else None if own else found.place
            if place is not None:
                drag.at, drag.floors = place, floors
                self.state.do(DragTo(place, floors=floors))
        elif drag.slides:
            self.state.slide(drag.place, pixel)
        else:
            self.state.turn(drag.place, right, down)

    def released(self, button: MouseButton, *, also: bool) -> None:
        """A button comes up; with ``also`` a click takes what lies there to what is selected already."""
        if self._in_photo:
            self._photo.released(button)
            return
        drag, self._drag = self._drag, None
        if drag is None or drag.button != button:
            return
        if drag.begun:
            if drag.frames:
                self.state.do(SelectWithin(drag.start, drag.last, done=True))
            elif drag.moves and drag.at is not None:
                self.state.do(DragTo(drag.at, done=True, floors=drag.floors))
        elif button == "left" and (camera := camera_at(self.state.view, drag.start)) is not None:
            self.state.do(LookThroughCamera(camera))
        elif button == "left":
            place = None if drag.owner is None else drag.place
            # Behind a name no floor is meant.
            meant = drag.owner is not None and self.state.under(drag.start).owner == drag.owner
            floors = self.state.floors(drag.start) if meant else ()
            self.state.do(ClickAt(drag.owner, place, also, floors))
            if self.state.view.held.what:
                # What was put down lies under the cursor now, and what is in hand upon it.
                self.moved(drag.start)
        elif button == "right":
            self.state.do(Cancel())

    def give_up(self) -> None:
        """What is taken back while the button is down is not done when it comes up."""
        if self._drag is not None and self._drag.begun:
            self._drag = None
            self.state.show(frame=None)

    def scrolled(self, pixel: Pixel, steps: float, *, turns: bool = False) -> None:
        """The wheel turns; with ``turns`` what is in hand, or selected in building, turns with it."""
        view = self.state.view
        if self._in_photo:
            self._photo.scrolled(pixel, steps)
            return
        if self.covered(pixel):
            return
        if turns and view.mode == "build" and (view.held.what or view.selected):
            self.state.do(EditSelection("left" if steps > 0.0 else "right"))
        else:
            self.state.zoom(pixel, WHEEL**steps)
