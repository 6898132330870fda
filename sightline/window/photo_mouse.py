"""The mouse over a photo that is clicked in: clicks on corners, drags of clicks, and the photo slid and zoomed."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sightline.window.controllers.window_state import WindowState
from sightline.window.intents.photo_intents import ClickInPhoto, Pixel, PointInPhoto, TakeBackHere

CLICK = 4.0
"""Pixels that the mouse may move while a button is down and it is a click still."""
WHEEL = 1.2
"""By how much larger one step of the wheel makes the photo."""


@dataclass
class PhotoMouse:
    """What the mouse does over a photo.

    Attributes:
        state: what is told what is wanted.
        covered: whether a panel lies over a pixel.
    """

    state: WindowState
    covered: Callable[[Pixel], bool]
    _start: Pixel | None = field(default=None, init=False)
    _button: str = field(default="", init=False)
    _held: int | None = field(default=None, init=False)
    _begun: bool = field(default=False, init=False)

    def moved(self, pixel: Pixel) -> None:
        """The cursor moves with no button down."""
        photo = self.state.view.photo
        if photo is not None:
            self.state.do(PointInPhoto(None if self.covered(pixel) else photo.in_photo(pixel, self.state.view.size)))

    def pressed(self, pixel: Pixel, button: str) -> None:
        """A button goes down: on a click that was made before, that is taken."""
        photo = self.state.view.photo
        if self.covered(pixel) or photo is None:
            return
        self._start, self._button, self._begun = pixel, button, False
        self._held = photo.click_at(pixel, self.state.view.size) if button == "left" else None

    def dragged(self, pixel: Pixel, right: float, down: float) -> None:
        """The cursor moves with a button down."""
        photo = self.state.view.photo
        if self._start is None or photo is None:
            return
        if not self._begun and max(abs(pixel[0] - self._start[0]), abs(pixel[1] - self._start[1])) <= CLICK:
            return
        self._begun = True
        at = photo.in_photo(pixel, self.state.view.size)
        if self._held is not None:
            self.state.do(PointInPhoto(at))
            self.state.do(ClickInPhoto(at, self._held))
        else:
            self.state.show(photo=photo.slid(right, down, self.state.view.size))

    def released(self, button: str) -> None:
        """A button comes up."""
        start, self._start = self._start, None
        photo = self.state.view.photo
        if start is None or photo is None or button != self._button or self._begun:
            return
        if button == "left":
            self.state.do(ClickInPhoto(photo.in_photo(start, self.state.view.size)))
        elif button == "right":
            self.state.do(TakeBackHere())

    def scrolled(self, pixel: Pixel, steps: float) -> None:
        """The wheel turns."""
        photo = self.state.view.photo
        if photo is not None and not self.covered(pixel):
            self.state.show(photo=photo.zoomed(pixel, WHEEL**steps, self.state.view.size))
