"""What is told where no window can be opened, or none can be drawn any more."""

import os
import shutil
import sys
from collections.abc import Callable

from sightline.errors import CommandError, not_installed

NO_OPENGL = (
    "the window needs a screen and OpenGL 3.3, but the system says: {}. Install the driver of your graphics card, or Mesa "
    "(on Debian and Ubuntu: sudo apt install libgl1 libgl1-mesa-dri); all other commands of sightline work without"
)

NO_SCREEN = (
    "there is no screen here (DISPLAY is not set), and the window needs one; start it on a desktop, or log in with ssh -X. "
    "All other commands of sightline work without"
)

DIALOGS = ("zenity", "kdialog", "matedialog", "qarma", "yad")
"""Programs that show dialogs for files on Linux; elsewhere the system does it."""

LOST = "the window has lost its OpenGL, as when a driver is reset; the system says: {}. Start it again: {}"

GONE = "the screen that the window was on has gone away. Start it again: {}"


def no_window(error: Exception) -> CommandError:
    """The one line for what the system said, or for a package that is not installed, or a screen that is not there."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY") and not not_installed(error):
        return CommandError(NO_SCREEN)
    return not_installed(error) or CommandError(NO_OPENGL.format(_said(error)))


def lost_window(error: Exception, *, kept: str) -> CommandError:
    """The one line for a context of OpenGL that is lost, with what has become of all that was done."""
    return CommandError(LOST.format(_said(error), kept))


def when_the_screen_goes(told: Callable[[], str]) -> object:
    """End the program with one line should the X server go away; without that, Xlib ends it with lines of its own.

    Args:
        told: sees to it that nothing is lost, and says what has become of all that was done.

    Returns:
        What has to be kept as long as the window is open.
    """
    if not sys.platform.startswith("linux"):
        return None
    from pyglet.libs.x11 import xlib

    def gone(_display: object) -> int:
        sys.stderr.write(f"sightline: {GONE.format(told())}\n")
        sys.stderr.flush()
        # Xlib would end it otherwise, and nothing can be drawn or given back any more.
        os._exit(2)

    handler = xlib.XIOErrorHandler(gone)
    xlib.XSetIOErrorHandler(handler)
    return handler


def _said(error: Exception) -> str:
    said = " ".join(str(error).split())
    return said[:120] or type(error).__name__


def no_dialogs() -> str:
    """Why the system's dialogs for files cannot be opened, and what to do; empty where they can."""
    if not sys.platform.startswith("linux") or any(map(shutil.which, DIALOGS)):
        return ""
    return f"no program for file dialogs is installed ({', '.join(DIALOGS[:2])}); type the file's name in this panel instead"
