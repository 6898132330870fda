"""The error of the program itself: a command that cannot be carried out as it was given."""

import sys
from collections.abc import Iterable


class CommandError(Exception):
    """What is wrong with a command or with the files that it should write, in the user's own words.

    ``faults`` holds one line each: what is wrong, where, and what to do. Everything that is wrong is reported at once.
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


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
