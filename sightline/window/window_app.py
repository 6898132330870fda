"""The window itself: pyglet's window, its frames and its events; `mouse_input` says what those of the mouse want."""

import os
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

# First, as it says how pyglet is to be imported.
from sightline.window.first_window import SIZE, blank_window  # isort: skip
import pyglet
from imgui_bundle import imgui
from imgui_bundle import portable_file_dialogs as dialogs
from imgui_bundle.python_backends import pyglet_backend
from numpy.typing import NDArray
from OpenGL.error import Error as OpenGLError
from pyglet import gl
from pyglet.window import BaseWindow, key, mouse

from scene.table.table import Table
from sightline.console import words
from sightline.drafts.clicked_scenery import small_picture
from sightline.drafts.draft_table import Draft, new_draft
from sightline.drawing.rendering.camera import Camera
from sightline.files.photo_files import PHOTOS
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.gl_canvas import Canvas
from sightline.window.graphics.imgui_panels import DARK, LIGHT, ImguiPanels, begin, outline
from sightline.window.graphics.imgui_photo import paint
from sightline.window.graphics.photo_picture import photo_painting
from sightline.window.graphics.shapes.place_labels import kept_clear, labels
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.battle_intents import NextStep
from sightline.window.intents.card_intents import AddCardPhotos, BrowsePhotos
from sightline.window.intents.intents import Browse, Cancel, Open, PointAt, Quit, SaveAs, Select
from sightline.window.intents.key_bindings import BOUND, HELD
from sightline.window.mouse_input import MouseButton, MouseInput
from sightline.window.no_window import lost_window, no_dialogs, when_the_screen_goes
from sightline.window.view.camera_orbit import home
from sightline.window.view.panels.all_panels import cramped, panels
from sightline.window.view.picking import hidden_figure
from sightline.window.view.thumbnails import thumbnail
from sightline.window.view.window_settings import load_settings, settings_path
from sightline.window.view.window_view import ProfilePicture, WindowView

USUAL_HEIGHT = 1200
"""Pixels of a screen up to which letters have their usual size."""
TABLE_FILES = ["Tables", "*.json *.sightline"]
ALL_FILES = ["Tables, battles and meshes", "*.json *.sightline *.toml *.journal *.stl *.obj *.ply *.glb *.3mf"]
PHOTO_FILES = ["Photos", " ".join(f"*{end} *{end.upper()}" for end in sorted(PHOTOS))]
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader")
SAMPLES = 4
"""For each pixel, where a graphics card draws."""
HINT = 0.6
"""Seconds that pictures are drawn for after the mouse has moved over a panel: a hint comes when it has rested for a while."""
SLOW, MOVING = 0.05, 0.3
"""Seconds that a picture may take; where it takes longer, it is coarse for so long after the board has moved."""
SLIDE = 900.0
"""Pixels in a second that held keys slide a photo by."""
STEP, TURN = 0.9, 260.0
"""Parts of the distance in a second that held keys slide by, and pixels that they turn by."""
NAMES = {
    key.UP: "up", key.DOWN: "down", key.LEFT: "left", key.RIGHT: "right", key.HOME: "home", key.PAGEDOWN: "pagedown",
    key.PAGEUP: "pageup", key.RETURN: "return", key.ENTER: "enter", key.ESCAPE: "escape", key.F1: "f1", key.QUESTION: "?",
    key.SLASH: "/", key.DELETE: "delete", key.SPACE: "space", key.TAB: "tab",
}  # fmt: skip


CTRLS = {key.LCTRL, key.RCTRL, key.LCOMMAND, key.RCOMMAND}
BUTTONS: dict[int, MouseButton] = {mouse.LEFT: "left", mouse.MIDDLE: "middle", mouse.RIGHT: "right"}


@dataclass
class App:
    """The window with all that belongs to it.

    Attributes:
        state: what is shown.
        window: pyglet's.
    """

    state: WindowState
    window: BaseWindow
    canvas: Canvas = field(default_factory=Canvas)
    imgui_panels: ImguiPanels = field(default_factory=ImguiPanels)

    def __post_init__(self) -> None:
        self.imgui_panels.pictures = self._texture
        self.state.picture = self._picture
        self._textures: dict[str, Any] = {}
        self._dialog: Any = None
        self._photos = False
        self._profile: ProfilePicture | None = None
        imgui.create_context()
        imgui.get_io().set_ini_filename("")
        begin()
        self._backend = pyglet_backend.create_renderer(self.window, attach_callbacks=False)  # type: ignore[attr-defined]
        # It learns of its window together with the events, and these come here first.
        self._backend._window = self.window  # noqa: SLF001
        self._held: set[str] = set()
        # Dear ImGui learns of it a picture later, and the wheel may be turned at once.
        self._ctrls: set[int] = set()
        self.mouse = MouseInput(self.state, self._covers, self.imgui_panels.named)
        self._drawn: WindowView | None = None
        self._restless, self._hint = 3, 0.0
        self._slow, self._moved = False, 0.0
        self.window.push_handlers(self)

    # Frames

    def frame(self, dt: float) -> None:
        """One turn of the loop: what goes on by itself, and a picture if anything has changed."""
        if self._held:
            ahead, right, turn = np.sum([HELD[name] for name in self._held], axis=0)
            if self.state.view.mode == "photos" and self.state.view.photo is not None:
                slid = self.state.view.photo.slid(-right * SLIDE * dt, ahead * SLIDE * dt, self.state.view.size)
                self.state.show(photo=slid)
            else:
                self.state.step(ahead * STEP * dt, right * STEP * dt, turn * TURN * dt)
        self.state.tick()
        if self.state.view is not self._drawn:
            self._wake()
        self._hint -= dt
        if self._restless > 0 or self._hint > 0.0:
            self._restless -= 1
            self.draw(dt)
        else:
            self.state.ahead()
        self._take_browsed()
        if self.state.quitting:
            self.window.close()

    def draw(self, dt: float = 1.0 / 60.0) -> None:
        """Draw what is shown, and do what people do in the panels."""
        began = monotonic()
        view = self.state.view
        camera, changed = view.orbit.camera(view.size), False
        painting = photo_painting(view)
        if painting is None:
            self.canvas.show(things(view))
            changed = self._draw_table(view, camera, coarse=self._slow and began - self._moved < MOVING)
        self._drawn = view
        self._name(view)
        io = imgui.get_io()
        io.delta_time = max(dt, 1e-4)
        self.imgui_panels.wear(DARK if view.settings.dark else LIGHT)
        imgui.new_frame()
        written = labels(view) if painting is None else []
        if painting is not None:
            paint(painting, self._photo_texture)
        spots, depth = camera.project(np.array([label.place for label in written]).reshape(-1, 3))
        self.imgui_panels.write(written, spots, depth > 0.0, kept_clear(view, camera) if written else ())
        if view.frame is not None:
            outline(*view.frame)
        self.imgui_panels.widths.take({"left": view.settings.left, "right": view.settings.right})
        wanted = self.imgui_panels.draw(panels(view), view.size, view.settings.text)
        if self.imgui_panels.settled:
            self.state.take_free(self.imgui_panels.free(view.size))
        imgui.render()
        self._backend.render(imgui.get_draw_data())
        self.window.flip()
        if changed:
            self._moved = monotonic()
            self._slow = self.canvas.coarse or self._moved - began > SLOW
        if gl.glGetError() == gl.GL_CONTEXT_LOST:
            raise gl.GLException("context lost")
        for intent in wanted:
            if isinstance(intent, Browse | BrowsePhotos):
                self._browse(intent)
            else:
                self.state.do(intent)
        # Of what is typed fast, Dear ImGui takes a little in every frame.
        waiting = len(imgui.get_current_context().input_events_queue)
        if wanted or not self.imgui_panels.settled or waiting or self.canvas.coarse:
            self._wake()

    def _draw_table(self, view: WindowView, camera: Camera, *, coarse: bool = False) -> bool:
        """Draw the table, maybe coarsely while it moves; gives whether it was drawn because it has changed."""
        chosen, pixels = view.settings, self.window.get_framebuffer_size()
        return self.canvas.draw(
            camera,
            pixels,
            shadows=chosen.shadows,
            grid=chosen.grid,
            cut=view.cut,
            backdrop=chosen.backdrop,
            freed=hidden_figure(view, camera),
            coarse=coarse,
        )

    def _picture(self) -> bytes:
        """The picture that was drawn last, as a PNG file: drawn again, as what was shown already cannot be read for sure."""
        view = self._drawn
        if view is None:
            return b""
        if photo_painting(view) is None:
            self._draw_table(view, view.orbit.camera(view.size))
        self._backend.render(imgui.get_draw_data())
        file = BytesIO()
        pyglet.image.get_buffer_manager().get_color_buffer().save("picture.png", file=file)
        return file.getvalue()

    def _covers(self, pixel: tuple[float, float]) -> bool:
        return cramped(self.state.view.size) or self.imgui_panels.cover(pixel)

    def _name(self, view: WindowView) -> None:
        if self.window.caption != view.title:
            self.window.set_caption(view.title)

    def _browse(self, intent: Browse | BrowsePhotos) -> None:
        """Ask for a file by the system's own dialog, which stays open beside the frames."""
        if why_not := no_dialogs():
            self.state.say(why_not, bad=True)
        elif isinstance(intent, BrowsePhotos):
            self._dialog, self._photos = dialogs.open_file("Photos of the card", "", PHOTO_FILES, dialogs.opt.multiselect), True
        elif intent.save:
            self._dialog = dialogs.save_file("Save the table", "table.json", TABLE_FILES)
        else:
            self._dialog = dialogs.open_file("Open a table, a battle or a mesh", "", ALL_FILES)

    def _take_browsed(self) -> None:
        dialog = self._dialog
        if dialog is None or not dialog.ready(0):
            return
        photos, self._dialog, self._photos = self._photos, None, False
        found = dialog.result()
        if photos and found:
            self.state.do(AddCardPhotos(tuple(found)))
        elif isinstance(dialog, dialogs.save_file) and found:
            # The dialog has asked already whether a file is to be replaced.
            self.state.do(SaveAs(found, overwrite=True))
        elif found:
            self.state.do(Open(found[0]))

    def _texture(self, name: str) -> int:
        """The number of a picture's texture; 0 as long as it is being drawn, which happens beside the frames."""
        if name.startswith("card/") and name not in self._textures:
            number, photo_number, which_one = map(int, name.split("/")[1:])
            self._drawn_picture(name, self.state.view.card_shots[number].photos[photo_number].pictures[which_one])
        if name.startswith("profile/"):
            return self._profile_texture(name)
        if name not in self._textures:
            self._textures[name] = None
            photo, (what, _, which) = self.state.view.photo, name.partition("/")
            draw = (
                partial(small_picture, photo.photos, which)
                if what == "small" and photo is not None
                else partial(thumbnail, name)
            )
            self.state.workers.ask(
                f"picture {name}",
                name,
                draw,
                lambda drawn: self._drawn_picture(name, drawn),
                fail=lambda _error: None,
                slow=what in {"file", "mesh"},
            )
        known = self._textures[name]
        return 0 if known is None else int(known.id)

    def _profile_texture(self, name: str) -> int:
        """The number of the texture of the height profile that is shown; of those before nothing is kept."""
        profile = self.state.view.profile
        if profile is None:
            return 0
        if self._profile is not profile:
            for old in [one for one in self._textures if one.startswith("profile/")]:
                self._textures.pop(old).delete()
            self._profile = profile
        if name not in self._textures:
            self._drawn_picture(name, profile.small if name.endswith("small") else profile.large)
        return int(self._textures[name].id)

    def _photo_texture(self, name: str) -> int:
        """The number of the texture of the photo that is clicked in; of the one before nothing is kept."""
        photo = self.state.view.photo
        if name not in self._textures and photo is not None and photo.picture is not None:
            for old in [one for one in self._textures if one.startswith("photo/")]:
                self._textures.pop(old).delete()
            self._drawn_picture(name, photo.picture.colour)
        known = self._textures.get(name)
        return 0 if known is None else int(known.id)

    def _drawn_picture(self, name: str, drawn: NDArray[np.uint8]) -> None:
        height, width, _ = drawn.shape
        self._textures[name] = pyglet.image.ImageData(width, height, "RGB", drawn.tobytes()).get_texture()
        self._wake()

    def _wake(self) -> None:
        # Dear ImGui takes a frame or two to settle after every event and whenever panels change.
        self._restless = 3

    # Events

    def on_draw(self) -> None:
        """The system wants the window drawn."""
        self._wake()

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self._backend.on_resize(width, height)
        self.state.resize((width, height))
        self._wake()

    def on_close(self) -> bool:
        """People close the window: it may be asked first what becomes of what is not saved."""
        self.state.do(Quit())
        self._wake()
        return True

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key goes down."""
        self._backend.on_key_press(symbol, modifiers)
        if symbol in CTRLS:
            self._ctrls.add(symbol)
        self._wake()
        if self.state.story is not None:
            # Any key shows at once what moves.
            self.state.do(NextStep())
        name = key_name(symbol, modifiers)
        # Whoever is asked for a file's name types it, even if the line has not got the keys yet.
        asked = self.state.view.files and name != "escape" and not name.startswith("ctrl+")
        # Neither types anything: Esc closes what asks, and F1 tells the keys.
        meant = name == "f1" or (name == "escape" and (self.state.view.files or self.state.view.leaving))
        if meant or (not imgui.get_io().want_text_input and not asked):
            if name in HELD:
                self._held.add(name)
            elif name in BOUND:
                if BOUND[name] == Cancel():
                    self.mouse.give_up()
                self.state.do(BOUND[name])
        return True

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key comes up."""
        self._backend.on_key_release(symbol, modifiers)
        self._held.discard(key_name(symbol, 0))
        self._ctrls.discard(symbol)
        self._wake()

    def on_text(self, text: str) -> None:
        """Somebody types."""
        self._backend.on_text(text)
        self._wake()

    def on_deactivate(self) -> None:
        """Another window is in front: no key is held any more."""
        self._held.clear()
        self._ctrls.clear()

    def on_mouse_leave(self, _x: int, _y: int) -> None:
        """The cursor leaves the window."""
        self.mouse.left()

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The cursor moves."""
        self._backend.on_mouse_motion(x, y, dx, dy)
        self._wake()
        if self.imgui_panels.cover(self._pixel(x, y)):
            self._hint = HINT
        self.mouse.moved(self._pixel(x, y))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button of the mouse goes down."""
        self._backend.on_mouse_motion(x, y, 0, 0)
        self._backend.on_mouse_press(x, y, button, modifiers)
        self._wake()
        if button in BUTTONS:
            self.mouse.pressed(
                self._pixel(x, y), BUTTONS[button], shift=bool(modifiers & key.MOD_SHIFT), ctrl=bool(modifiers & key.MOD_CTRL)
            )

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The mouse moves with a button down."""
        first = next((one for one in BUTTONS if buttons & one), mouse.LEFT)
        self._backend.on_mouse_drag(x, y, dx, dy, first, modifiers)
        self._wake()
        self.mouse.dragged(self._pixel(x, y), dx, -dy)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button of the mouse comes up."""
        self._backend.on_mouse_release(x, y, button, modifiers)
        self._wake()
        if button in BUTTONS:
            self.mouse.released(BUTTONS[button], also=bool(modifiers & (key.MOD_CTRL | key.MOD_SHIFT)))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turns."""
        self._backend.on_mouse_scroll(x, y, scroll_x, scroll_y)
        self._wake()
        self.mouse.scrolled(self._pixel(x, y), scroll_y, turns=bool(self._ctrls))

    def on_file_drop(self, _x: int, _y: int, paths: list[str]) -> None:
        """Files are dropped on the window."""
        # Of a card there are several photos.
        for path in paths if self.state.view.card is not None else paths[:1]:
            self.state.drop(path)
        self._wake()

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """A place in the window as pictures count: from the upper left, y downwards."""
        return float(x), self.state.view.size[1] - 1.0 - float(y)

    def abandon(self) -> None:
        """Let go of everything that OpenGL does not have any more."""
        self.state.close()
        for texture in self._textures.values():
            if texture is not None:
                # Else it asks OpenGL to delete it once nobody has it.
                texture.id = None

    def close(self) -> None:
        """Give everything back."""
        self.state.close()
        self.canvas.close()
        imgui.destroy_context()


def key_name(symbol: int, modifiers: int) -> str:
    """The name of a key as the table of keys has it."""
    name = NAMES.get(symbol) or (chr(symbol) if 33 <= symbol < 127 else "")
    if modifiers & key.MOD_SHIFT and name == "/":
        return "?"
    held = ("ctrl+" if modifiers & (key.MOD_CTRL | key.MOD_COMMAND) else "") + ("shift+" if modifiers & key.MOD_SHIFT else "")
    return held + name if name != "?" else name


def opened(draft: Draft | None = None, *, size: tuple[int, int] = SIZE, kept_in: Path | None = None) -> App:
    """A window with a table in it, or with an empty one.

    Raises:
        CommandError: where there is no screen, or no OpenGL.
    """
    app = filled(blank_window(size), draft, kept_in=kept_in)
    app.window.set_visible()
    return app


def filled(window: BaseWindow, draft: Draft | None, *, kept_in: Path | None = None) -> App:
    """All that belongs to a window, with a table in it, or with an empty one."""
    size = window.get_size()
    settings = load_settings(kept_in) if kept_in is not None else load_settings(Path(os.devnull))
    if not (kept_in and kept_in.exists()):
        # Where software draws, shadows take half of the time of a picture.
        settings = settings.with_choice("shadows", value=settings.shadows and not by_software(window))
        settings = settings.with_choice("text", letters_for(window.screen.height))
    view = WindowView(Table((48.0, 36.0)), home(Table((48.0, 36.0)), size), size, settings, tour=None if settings.toured else 0)
    # Software would take several times as long for smooth edges.
    software = by_software(window)
    canvas = Canvas(samples=0 if software else SAMPLES, by_software=software)
    app = App(WindowState(view, kept_in, show_page=_browser), window, canvas)
    app.state.show_table(draft or new_draft((48.0, 36.0)))
    return app


def letters_for(height: int) -> float:
    """The size of letters on a screen so many pixels high, 1 as usual: on finer screens they would be too small to read."""
    return max(1.0, height / USUAL_HEIGHT)


def _browser(page: Path) -> None:
    """Show a page in the browser, unless the only one would take over the terminal."""
    with suppress(webbrowser.Error):
        if type(webbrowser.get()) is not webbrowser.GenericBrowser:
            webbrowser.open(page.absolute().as_uri())


def by_software(window: BaseWindow) -> bool:
    """Whether no graphics card draws the window."""
    return any(name in window.context.get_info().get_renderer().lower() for name in SOFTWARE)


def run(app: App) -> None:
    """Show the window until it is closed.

    Raises:
        CommandError: where OpenGL fails meanwhile; what was not saved is kept safe.
    """

    def told() -> str:
        app.state.close()
        return _what_is_kept(app.state.view)

    handler = when_the_screen_goes(told)
    try:
        _turn(app)
    except (gl.GLException, OpenGLError) as error:
        app.abandon()
        raise lost_window(error, kept=_what_is_kept(app.state.view)) from None
    app.close()
    del handler


def _what_is_kept(view: WindowView) -> str:
    """What has become of all that was done when the window cannot be drawn any more."""
    if view.battle is not None:
        return "the battle goes on where it was"
    if not view.changed:
        return "nothing was unsaved"
    return f"what was not saved is lost, as {view.not_kept}" if view.not_kept else "what was not saved is offered then"


def where_kept(state: WindowState) -> str:
    """Where what was not saved is kept when the window was closed, in a line; empty where all is saved."""
    if not state.view.changed or state.view.battle is not None:
        return ""
    if state.keeper is None or state.view.not_kept:
        return f"what was not saved is lost{f', as {state.view.not_kept}' if state.view.not_kept else ''}"
    return f"what was not saved is kept in {state.keeper.place}; sightline play offers it again"


def _turn(app: App) -> None:
    """One turn of the loop after the other."""
    clock = pyglet.clock.get_default()
    last = clock.time()
    while not app.window.has_exit and not app.state.quitting:
        app.window.switch_to()
        app.window.dispatch_events()
        now = clock.time()
        app.frame(max(now - last, 1e-4))
        pause = 1.0 / app.state.view.settings.frames - (clock.time() - now)
        last = now
        if pause > 0.0:
            clock.sleep(pause * 1e6)


def show(window: BaseWindow, draft: Draft | None, battle: str, shot: tuple[str, str] | None, rules: str = "") -> int:
    """Fill a window with a table or a battle, and stay until it is closed.

    Args:
        window: which is seen already.
        draft: the table.
        battle: a battle, or a moment that somebody shared; empty for none.
        shot: two figures of the table, to begin with who sees whom.
        rules: by which a new battle goes; empty: as its file says.
    """
    app = filled(window, draft, kept_in=settings_path())
    app.on_resize(*window.get_size())
    if battle:
        app.state.do(Open(battle, rules))
    if shot is not None:
        app.state.do(Select(shot[0]))
        app.state.do(PointAt(shot[1], app.state.view.table.figure(shot[1]).position))
    run(app)
    if kept := where_kept(app.state):
        words().print(kept)
    sys.stdout.flush()
    return 0
