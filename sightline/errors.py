"""The error of the program itself: a command that cannot be carried out as it was given."""

import sys

from scene.base.errors import Error


class CommandError(Error):
    """What is wrong with a command, with what a function was given, or with the files that it should write."""


OPTIONAL = {
    "cv2": ("opencv-python-headless", "reading photos and making tags"),
    "imgui_bundle": ("imgui-bundle", "the window"),
    "pyglet": ("pyglet", "the window"),
    "pyrender": ("scikit-robot-pyrender", "the window"),
}
"""Modules of packages that are left out on machines for which they are not built: their names for pip, and what needs them."""


def not_installed(error: BaseException) -> CommandError | None:
    """The one line where an optional package is missing; None for any other error."""
    known = OPTIONAL.get((error.name or "").partition(".")[0]) if isinstance(error, ModuleNotFoundError) else None
    if known is None:
        return None
    package, need = known
    return CommandError(
        f"{need} needs {package}, which is not installed, as not every machine has a build of it; where there is one, "
        f"{sys.executable} -m pip install {package} brings it, and all else works without"
    )
