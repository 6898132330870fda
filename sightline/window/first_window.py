"""The window before all that draws in it has been imported: it says what it is opening, so that nobody waits before nothing."""

from ctypes import byref
from importlib.util import find_spec

import pyglet
from PIL import Image, ImageDraw

# pyglet would make another window as soon as its parts are imported.
pyglet.options["shadow_window"] = False

from pyglet import gl  # noqa: E402
from pyglet.window import BaseWindow, Window  # noqa: E402

from scene.table.table import Table  # noqa: E402
from sightline.drawing.annotation.lettering import font  # noqa: E402
from sightline.window.no_window import no_window  # noqa: E402
from sightline.window.view.window_settings import WindowSettings  # noqa: E402

SIZE = (1280, 800)
SMALLEST = (320, 240)
FILLED_BY = ("imgui_bundle", "pyrender")
"""Packages that draw in the window."""
LETTERS = 22
"""Pixels high."""


def blank_window(size: tuple[int, int] = SIZE) -> BaseWindow:
    """A window that is not seen yet; the canvas smooths edges by itself.

    Raises:
        CommandError: where there is no screen, or no OpenGL.
    """
    config = gl.Config(double_buffer=True, depth_size=24, major_version=3, minor_version=3)  # type: ignore[abstract]
    try:
        window: BaseWindow = Window(
            *size, caption="Sightline", resizable=True, config=config, vsync=False, visible=False, file_drops=True
        )
    except Exception as error:  # noqa: BLE001 - pyglet raises whatever the system does
        raise no_window(error) from None
    window.set_minimum_size(*SMALLEST)
    return window


def first_window(line: str, settings: WindowSettings, table: Table | None = None) -> BaseWindow:
    """A window that is seen at once, with a line in its middle, and then with a table.

    Args:
        line: what is being opened.
        settings: of the window.
        table: what is seen of it soon; None for nothing.

    Raises:
        ModuleNotFoundError: where it could not be filled.
        CommandError: where there is no screen, or no OpenGL.
    """
    for name in FILLED_BY:
        if find_spec(name) is None:
            raise ModuleNotFoundError(name, name=name)
    window = blank_window()
    window.set_visible()
    for _ in range(2):
        # A window manager may give it another size once it is seen.
        window.dispatch_events()
        write(window, line, settings)
    if table is not None:
        # Later than the window, which has nothing to import for its line.
        from sightline.window.first_picture import first_picture

        write(window, line, settings, first_picture(table, window.get_framebuffer_size(), settings))
    return window


def write(window: BaseWindow, line: str, settings: WindowSettings, behind: Image.Image | None = None) -> None:
    """Show nothing but a line in the middle of the window; or at the top of a picture of its size that is behind it."""
    size = window.get_framebuffer_size()
    paper, ink = settings.backdrop, (0.92,) * 3 if settings.dark else (0.1,) * 3
    picture = behind or Image.new("RGB", size, tuple(round(255 * part) for part in paper))
    place = (size[0] / 2, 1.5 * LETTERS if behind else size[1] / 2)
    ImageDraw.Draw(picture).text(place, line, tuple(round(255 * part) for part in ink), font(LETTERS), anchor="mm")
    _show(picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM))
    window.flip()


def _show(picture: Image.Image) -> None:
    """Copy a picture, whose rows are counted from below, into the window: for a line, no shaders have to be made."""
    texture, buffer = gl.GLuint(), gl.GLuint()
    gl.glGenTextures(1, byref(texture))
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGB8, *picture.size, 0, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, picture.tobytes()
    )  # fmt: skip
    gl.glGenFramebuffers(1, byref(buffer))
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, buffer)
    gl.glFramebufferTexture2D(gl.GL_READ_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture, 0)
    whole = (0, 0, *picture.size)
    gl.glBlitFramebuffer(*whole, *whole, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glDeleteFramebuffers(1, byref(buffer))
    gl.glDeleteTextures(1, byref(texture))
