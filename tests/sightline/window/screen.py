"""Screens of their own for tests: Xvfb, windows on it, and the mouse and keyboard of a user."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

ROOT = Path(__file__).parents[3]
SIZE = (1280, 800)
NEEDED, MANAGER = ("Xvfb", "xdotool"), "openbox"
SEEN, ASKED = "seen.json", "asked.json"
"""Files in which `tests.sightline.window.recorded` tells what a window shows, and is asked for what no mouse can do."""


@dataclass(frozen=True)
class Screen:
    """A screen that nobody sees.

    Attributes:
        display: its name, such as ``:7``.
        home: the folder that programs on it take for the user's.
        server: the process that draws it.
    """

    display: str
    home: Path
    server: int = 0

    @property
    def environment(self) -> dict[str, str]:
        """What programs that show windows on it need to know; navmeshes are kept where they are kept always."""
        own = {"DISPLAY": self.display, "XDG_CONFIG_HOME": str(self.home), "XDG_STATE_HOME": str(self.home), "NO_COLOR": "1"}
        return {**os.environ, **own, "PYTHONPATH": str(ROOT), "LIBGL_ALWAYS_SOFTWARE": "1"}

    def do(self, *words: object) -> str:
        """What the mouse and the keyboard do, as xdotool says it."""
        line = ["xdotool", *(str(word) for word in words)]
        return subprocess.run(line, env=self.environment, capture_output=True, text=True, check=True, timeout=30).stdout

    def picture(self) -> Image.Image:
        """What is on the screen."""
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def captions(self) -> list[str]:
        """The captions of all windows."""
        found = subprocess.run(
            ["xdotool", "search", "--name", ".", "getwindowname", "%@"],
            env=self.environment, capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
        return [line for line in found.stdout.splitlines() if line]

    def await_caption(self, wanted: str, *, seconds: float = 60.0) -> None:
        """Wait until a window has a caption with these words in it."""
        end = time.monotonic() + seconds
        while not any(wanted in caption for caption in self.captions()):
            assert time.monotonic() < end, f"no window is called {wanted!r}: {self.captions()}"
            time.sleep(0.05)

    def await_picture(self, wanted: Callable[[Image.Image], bool], *, seconds: float = 120.0) -> Image.Image:
        """Wait until the screen looks as wanted; gives what is there."""
        end = time.monotonic() + seconds
        while not wanted(found := self.picture()):
            assert time.monotonic() < end, "the screen never looks as wanted"
            time.sleep(0.1)
        return found


@contextmanager
def managed_screen(home: Path) -> Iterator[Screen]:
    """A new screen with a window manager, which frames windows and puts them where it likes."""
    with screen(home, (*NEEDED, MANAGER)) as on:
        manager = subprocess.Popen([MANAGER, "--sm-disable"], env=on.environment, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60.0
            while subprocess.run(
                ["xdotool", "get_num_desktops"], env=on.environment, capture_output=True, check=False
            ).returncode:
                assert time.monotonic() < end, f"{MANAGER} does not start"
                time.sleep(0.05)
            yield on
        finally:
            manager.terminate()
            manager.wait(timeout=10)


@contextmanager
def screen(home: Path, needed: Sequence[str] = NEEDED) -> Iterator[Screen]:
    """A new screen, as long as it is needed."""
    if missing := [name for name in needed if shutil.which(name) is None]:
        pytest.skip(f"{' and '.join(missing)} cannot be had here")
    read, write = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    # Else the server begins anew whenever its last window goes, and whoever comes at that moment is turned away.
    line = ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(line, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            name = number.readline().strip()
        assert name, "Xvfb does not start"
        yield Screen(f":{name}", home, server.pid)
    finally:
        server.terminate()
        server.wait(timeout=10)


def script(on: Screen, code: str, *words: str, seconds: float = 240.0) -> Sequence[str]:
    """Run a program on the screen; the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=on.environment,
        cwd=on.home,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()
