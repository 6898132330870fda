"""The hands of a user at a window: what to press is found by its name, and everything waits until it has come about."""

import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from scene.geometry.mesh import Point
from sightline.window.view.camera_orbit import Orbit
from tests.sightline.window.screen import ASKED, SEEN, Screen

PATIENCE = 120.0
"""Seconds; a loaded machine may need most of a minute for what takes a second."""
EDGE = 6.0
"""Pixels from the edge of a panel within which nothing is pressed."""
NOTCHES = 40
"""Steps of the wheel after which what is looked for is not in a panel."""

State = dict[str, Any]
View = dict[str, Any]
Widget = dict[str, Any]


@dataclass
class Window:
    """A window of the program, with a mouse and a keyboard.

    Attributes:
        on: the screen that it is on.
        program: the process.
        folder: where the program writes what it shows.
    """

    on: Screen
    program: "subprocess.Popen[str]"
    folder: Path
    _asked: int = field(default=0)
    _own: str = field(default="")

    # What is shown

    def await_state(self, wanted: Callable[[State], object], what: str = "", *, seconds: float = PATIENCE) -> State:
        """Wait until the window is so; gives how it is then."""
        end, state = time.monotonic() + seconds, self._state()
        while state is None or not wanted(state):
            if self.program.poll() is not None:
                _, errors = self.program.communicate()
                raise AssertionError(f"the program has ended with {self.program.returncode}: {errors[-3000:]}")
            assert time.monotonic() < end, f"it never comes about{': ' if what else ''}{what}; {_told(state)}"
            time.sleep(0.02)
            state = self._state()
        return state

    def await_view(self, wanted: Callable[[View], object], *, seconds: float = PATIENCE) -> View:
        """Wait until what is shown is so; gives it. See `tests.sightline.window.recorded.digest`."""
        view: View = self.await_state(lambda state: wanted(state["view"]), seconds=seconds)["view"]
        return view

    def await_rest(self) -> View:
        """Wait until the window is drawn, nothing moves and nothing is worked out any more; gives what is shown."""
        view: View = self.await_state(lambda state: state["still"] and not state["view"]["working"], "rest")["view"]
        return view

    @property
    def view(self) -> View:
        """What is shown now."""
        return self.await_view(lambda _: True)

    def pixel(self, place: Point) -> tuple[int, int]:
        """Where a place of the table lies in the window, looked at as it is now."""
        state = self.await_state(lambda state: state["still"], "a view that stands still")
        view = state["view"]
        x, y = Orbit(*view["orbit"]).camera(tuple(view["size"])).project(np.array([place]))[0][0].tolist()
        over = [name for name, (left, top, right, low) in state["panels"].items() if left <= x < right and top <= y < low]
        assert not over, f"{place} lies under the panel {over}"
        return round(x), round(y)

    def middle(self, piece: str) -> Point:
        """The middle of a piece."""
        low, high = np.array(self.view["pieces"][piece])
        x, y, z = ((low + high) / 2.0).tolist()
        return x, y, z

    # What the hands do

    def do(self, *words: object) -> None:
        """What the mouse and the keyboard do, as xdotool says it; waits until the window has taken it and drawn it."""
        self._do(*words)
        self.ask()

    def _do(self, *words: object) -> None:
        if not self._own:
            self._own = self.on.do("search", "--onlyvisible", "--name", "Sightline").split()[0]
        # A window manager puts it where it likes.
        found = [("mousemove", "--window", self._own) if word == "mousemove" else (word,) for word in words]
        self.on.do(*itertools.chain.from_iterable(found))

    def ask(self, **what: str) -> None:
        """Wait until the window has taken all that was done to it, and what no mouse can do, and has drawn it."""
        number = self._ask(what)
        self.await_state(lambda state: state["done"] >= number and state["still"], "what was done is taken")

    def key(self, *names: str) -> None:
        """Press keys."""
        self.do("key", *names)

    def click(self, place: Point, button: int = 1) -> None:
        """Click on a place of the table."""
        self.do("mousemove", *self.pixel(place), "click", button)

    def point(self, place: Point) -> None:
        """Rest on a place of the table."""
        self.do("mousemove", *self.pixel(place))

    def drag(self, start: Point, *stops: Point) -> None:
        """Drag what lies at a place over others, and let it go at the last."""
        pixels = [self.pixel(place) for place in (start, *stops)]
        self.do("mousemove", *pixels[0], "mousedown", 1)
        for pixel in pixels[1:]:
            self.do("mousemove", *pixel)
        self.do("mouseup", 1)

    def press(self, label: str, *, panel: str = "", marker: str = "", held: str = "") -> None:
        """Press what has a label: whole, or all that stands before a star; scrolls to it, and waits until it can be pressed."""
        x, y = self.find(label, panel=panel, marker=marker)
        words = ["mousemove", x, y, "click", 1]
        self.do(*([*words[:3], "keydown", held, *words[3:], "keyup", held] if held else words))

    def slide(self, label: str, share: float) -> None:
        """Drag a slider to a share of its length."""
        self.find(label, kind="Slider")
        left, top, right, low = self.widget(label, kind="Slider")["place"]
        self.do("mousemove", round(left + 0.5 * (right - left)), round((top + low) / 2.0), "mousedown", 1)
        self.do("mousemove", round(left + share * (right - left)), round((top + low) / 2.0))
        self.do("mouseup", 1)

    def type(self, label: str, text: str, *, returns: bool = True) -> None:
        """Type into a line, in place of what stands there, and press return, or leave that to whoever goes elsewhere."""
        x, y = self.find(label, kind="Entry")
        self.do("mousemove", x, y, "click", 1)
        self.await_state(lambda state: state["typing"], "a line to type in")
        # Ctrl is held until it has been seen: Dear ImGui forgets what is let go in the frame in which the letter is pressed.
        self.do("keydown", "ctrl", "key", "a")
        self.do("keyup", "ctrl")
        self.do("type", "--delay", 2, text)
        if returns:
            self.do("key", "Return")

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.on.do("search", "--onlyvisible", "--name", "Sightline", "windowsize", width, height)
        self.await_view(lambda view: view["size"] == [width, height])
        self.ask()

    def find(self, label: str, *, panel: str = "", marker: str = "", kind: str = "") -> tuple[int, int]:
        """The middle of what has a label, once it is there, can be used and is scrolled to."""
        for _ in range(NOTCHES):
            state, found = self._found(label, panel=panel, marker=marker, kind=kind)
            scroll = _out_of_sight(state, found)
            if scroll is None:
                left, top, right, low = found["place"]
                return round((left + right) / 2.0), round((top + low) / 2.0)
            (x, y), down = scroll
            self.do("mousemove", x, y, "click", 5 if down else 4)
        raise AssertionError(f"{label!r} is in no part of its panel that one can scroll to")

    def widget(self, label: str, *, panel: str = "", marker: str = "", kind: str = "") -> Widget:
        """What is known of what has a label, once it is there and can be used."""
        return self._found(label, panel=panel, marker=marker, kind=kind)[1]

    def quit(self) -> None:
        """Close the window as people do; it ends without a word, or says where it keeps what is not saved."""
        unsaved = self.view["changed"]
        if unsaved:
            self.key("ctrl+q")
            self._do("mousemove", *self.find("Don't save"), "click", 1)
        else:
            self.on.do("key", "ctrl+q")
        said, errors = self.program.communicate(timeout=PATIENCE)
        errors = "".join(line for line in errors.splitlines(keepends=True) if not line.startswith("wrote "))
        assert (self.program.returncode, said) == (0, ""), (said, errors)
        assert errors.startswith("what was not saved is kept in ") if unsaved else errors == "", errors

    def lose(self, how: str) -> str:
        """Have OpenGL go away, see `tests.sightline.window.recorded.lose`; what the program says at its end."""
        self._ask({"lose": how})
        _, errors = self.program.communicate(timeout=PATIENCE)
        return errors

    def _ask(self, what: dict[str, str]) -> int:
        self._asked += 1
        beside = self.folder / f".{ASKED}"
        beside.write_text(json.dumps({"number": self._asked, **what}))
        beside.replace(self.folder / ASKED)
        return self._asked

    def _found(self, label: str, *, panel: str, marker: str, kind: str) -> tuple[State, Widget]:
        def those(state: State) -> list[Widget]:
            return [
                one
                for one in state["widgets"]
                if (one["label"] == label or (label.endswith("*") and one["label"].startswith(label[:-1])))
                and (one["kind"] == kind if kind else one["kind"] not in {"TextWidget", "Scrolled"})
                and panel in {"", one["panel"]}
                and marker in {"", one["marker"]}
            ]

        def ready(state: State) -> bool:
            return state["still"] and any(one["enabled"] for one in those(state))

        state = self.await_state(ready, f"something called {label!r} that can be used")
        found = [one for one in those(state) if one["enabled"]]
        assert len(found) == 1, f"{label!r} is not one thing: {found}"
        return state, found[0]

    def _state(self) -> State | None:
        try:
            state: State = json.loads((self.folder / SEEN).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return state


def _told(state: State | None) -> str:
    """What a test that waits in vain tells."""
    if state is None:
        return "nothing was ever drawn"
    view = state["view"]
    labels = [one["label"] + ("" if one["enabled"] else f" ({one['why_not']})") for one in state["widgets"]]
    short = {name: value for name, value in view.items() if name not in {"pieces", "battle"}}
    battle = {name: value for name, value in (view["battle"] or {}).items() if name != "fighters"}
    return f"done {state['done']}, still {state['still']}, {short}, battle {battle}, widgets {labels}"


def _out_of_sight(state: State, widget: Widget) -> tuple[tuple[int, int], bool] | None:
    """Where to turn the wheel to see the middle of a widget, and whether down; None where it is seen."""
    boxes = [tuple(state["panels"][widget["panel"]])]
    boxes += [tuple(one["place"]) for one in state["widgets"] if one["kind"] == "Scrolled" and one["box"] == widget["box"]]
    y = (widget["place"][1] + widget["place"][3]) / 2.0
    for left, top, right, low in reversed(boxes):
        if not top + EDGE <= y <= low - EDGE:
            return (round((left + right) / 2.0), round((top + low) / 2.0)), y > low - EDGE
    return None


@contextmanager
def playing(on: Screen, *words: str, folder: Path) -> Iterator[Window]:
    """``sightline play`` with some words, from a folder, as long as it is needed; its window is drawn already."""
    seen = folder / ".seen"
    seen.mkdir(exist_ok=True)
    for name in (SEEN, ASKED):
        (seen / name).unlink(missing_ok=True)
    line = [sys.executable, "-m", "tests.sightline.window.recorded", str(seen), "play", *words]
    with started(on, line, folder) as program:
        window = Window(on, program, seen)
        window.await_state(lambda state: state["still"], "a window")
        yield window


@contextmanager
def started(on: Screen, line: Sequence[str], folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A program on a screen, from a folder, as long as it is needed."""
    program = subprocess.Popen(line, env=on.environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield program
    finally:
        if program.poll() is None:
            program.kill()
        program.communicate(timeout=20)
