"""The film of the window: looking round a table, pointing from figure to figure, and a move over a rail before it is done.

Runs on a screen of its own: ``python -m docs.window_film TABLE FOLDER SECOND`` writes so many pictures for a
second, and `docs/make_images.py` joins them.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyglet
from PIL import Image
from pyglet.window import key, mouse

from scene.geometry.mesh import Point
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.rendering.palette import INK, WHITE
from sightline.window.intents.intents import Choice, Dismiss, Tour
from sightline.window.table_opening import draft_of
from sightline.window.window_app import App, opened

SIZE = (1080, 675)
ARROW = ((0.0, 0.0), (0.0, 21.0), (4.8, 16.6), (8.2, 24.2), (11.8, 22.6), (8.4, 15.2), (15.0, 15.2))
"""The corners of a mouse cursor, pixels from its tip."""


class Film:
    """A window, the mouse over it, and what was seen so far."""

    def __init__(self, app: App, folder: Path, second: int) -> None:
        self.app, self.folder, self.second, self.count = app, folder, second, 0
        self.at, self.held = np.array([620.0, 560.0]), False
        self._file = folder / "seen.png"
        app.window.flip = self._seen  # type: ignore[method-assign]  # what has gone to the screen may be gone here

    def rest(self, seconds: float) -> None:
        """Nothing moves."""
        for _ in range(round(seconds * self.second)):
            self._shoot()

    def glide(self, goal: Sequence[float], seconds: float) -> None:
        """The mouse goes to a pixel, slower at both ends; with its button down it drags."""
        start, steps = self.at.copy(), round(seconds * self.second)
        for step in range(1, steps + 1):
            share = step / steps
            self._move(start + (np.asarray(goal) - start) * share * share * (3.0 - 2.0 * share))
            self._shoot()

    def aside(self, right: float, down: float, seconds: float) -> None:
        """The mouse goes so many pixels from where it is."""
        self.glide((float(self.at[0]) + right, float(self.at[1]) + down), seconds)

    def press(self) -> None:
        """The left button goes down."""
        self.held = True
        self.app.on_mouse_press(*self._low(), mouse.LEFT, 0)

    def let_go(self) -> None:
        """It comes up."""
        self.held = False
        self.app.on_mouse_release(*self._low(), mouse.LEFT, 0)

    def wheel(self, steps: int) -> None:
        """The wheel brings the table nearer."""
        for _ in range(2 * steps):
            self.app.on_mouse_scroll(*self._low(), 0, 0.5)
            self._shoot()

    def over(self, place: Point) -> tuple[float, float]:
        """The pixel of a place on the table."""
        view = self.app.state.view
        x, y = view.orbit.camera(view.size).project([place])[0][0].tolist()
        return x, y

    def _move(self, to: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
        x, y = self._low()
        self.at = to
        now = self._low()
        if self.held:
            self.app.on_mouse_drag(*now, now[0] - x, now[1] - y, mouse.LEFT, 0)
        else:
            self.app.on_mouse_motion(*now, now[0] - x, now[1] - y)

    def _low(self) -> tuple[int, int]:
        """Where the mouse is as pyglet counts, from the lower left."""
        return round(self.at[0]), round(SIZE[1] - 1 - self.at[1])

    def _shoot(self) -> None:
        """One picture, once everything that was asked is answered and all panels lie where they stay."""
        while True:
            self.app.window.dispatch_events()
            self.app.state.tick()
            self.app.draw(1.0 / self.second)
            if not self.app.state.busy and self.app.imgui_panels.settled:
                break
            time.sleep(0.005)
        self.app.state.do(Dismiss())
        self.app.draw(1.0 / self.second)
        with Image.open(self._file) as seen:
            canvas = ImageCanvas(seen.convert("RGB"))
        canvas.polygon(np.array(ARROW) + self.at, INK if self.held else WHITE, edge=WHITE if self.held else INK, thick=1.6)
        canvas.flat()[0].save(self.folder / f"film-{self.count:03d}.png")
        self.count += 1

    def _seen(self) -> None:
        pyglet.image.get_buffer_manager().get_color_buffer().save(str(self._file))


def shoot(film: Film) -> None:
    """All that happens."""
    table = film.app.state.view.table
    breast = {figure.id: (*figure.position[:2], figure.position[2] + 0.7) for figure in table.figures}
    film.rest(0.5)
    film.glide(film.over((13.5, 9.0, 0.0)), 0.5)
    film.press()
    film.aside(-170.0, -12.0, 1.2)
    film.aside(70.0, -8.0, 0.8)
    film.let_go()
    film.glide((960.0, 330.0), 0.6)  # what lies beside the panel that comes is nearer to the middle then
    film.wheel(1)
    film.rest(0.2)
    film.glide(film.over(breast["jelena"]), 0.8)
    film.press()
    film.let_go()
    film.rest(0.4)
    for name, seconds in (("oddo", 0.9), ("kruger", 2.1)):
        film.glide(film.over(breast[name]), 0.7)
        film.rest(seconds)
    film.app.on_key_press(key.ESCAPE, 0)
    film.glide(film.over(breast["jelena"]), 0.7)
    film.press()
    film.let_go()
    film.press()
    film.glide(film.over((9.5, 8.0, 0.0)), 1.4)
    film.let_go()
    film.aside(50.0, 90.0, 0.5)
    film.rest(2.0)


def main(table: str, folder: str, second: str) -> None:
    """Take all pictures of the film of a table, so many for a second."""
    app = opened(draft_of(table), size=SIZE)
    app.state.do(Tour(-1))
    app.state.do(Choice("shadows", value=True))
    shoot(Film(app, Path(folder), int(second)))


if __name__ == "__main__":
    main(*sys.argv[1:])
