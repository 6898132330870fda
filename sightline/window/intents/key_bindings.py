"""Key bindings: one table, from which the keys are bound and from which the help is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from sightline.window.intents.battle_intents import NextStep, StopProgram
from sightline.window.intents.intents import (
    AskFromHere,
    Cancel,
    Choice,
    Confirm,
    CutLower,
    EditSelection,
    Evidence,
    FrameSelection,
    FromAbove,
    Intent,
    Open,
    OtherFloor,
    Quit,
    RecallView,
    Redo,
    ResetView,
    Save,
    SetMode,
    ShareMoment,
    ShowHelp,
    ShowOverlay,
    StoreView,
    ThroughEye,
    Undo,
)


@dataclass(frozen=True)
class KeyBinding:
    """A key and what it does.

    Attributes:
        keys: names that do it, such as ``ctrl+shift+z``.
        intent: what it wants done; None for keys that work as long as they are held.
        does: for the help.
        group: of keys that belong together.
    """

    keys: tuple[str, ...]
    intent: Intent | None
    does: str
    group: str


KEYS: Sequence[KeyBinding] = (
    KeyBinding(("w", "up"), None, "slide ahead", "View"),
    KeyBinding(("s", "down"), None, "slide back", "View"),
    KeyBinding(("a", "left"), None, "slide left", "View"),
    KeyBinding(("d", "right"), None, "slide right", "View"),
    KeyBinding(("q",), None, "turn left", "View"),
    KeyBinding(("e",), None, "turn right", "View"),
    KeyBinding(("r", "home"), ResetView(), "the whole table", "View"),
    KeyBinding(("f",), FrameSelection(), "what is selected, from near", "View"),
    KeyBinding(("t",), FromAbove(), "from above", "View"),
    KeyBinding(("v",), ThroughEye(), "through the eye of the selected figure, and back", "View"),
    KeyBinding(("l",), Choice("larger", None), "draw figures larger than they are, and back", "View"),
    KeyBinding(("pagedown",), CutLower(1), "cut the uppermost level away", "View"),
    KeyBinding(("pageup",), CutLower(-1), "show one level more", "View"),
    *(KeyBinding((f"ctrl+{number}",), StoreView(number), f"store view {number}", "Stored views") for number in range(1, 10)),
    *(KeyBinding((f"{number}",), RecallView(number), f"recall view {number}", "Stored views") for number in range(1, 10)),
    KeyBinding(("b",), ShowOverlay("reach"), "paint what can be reached", "Questions"),
    KeyBinding(("n",), ShowOverlay("seen"), "paint from where the selected figure is seen", "Questions"),
    KeyBinding(("h",), ShowOverlay("watched"), "paint who sees the figure at all places in its reach", "Questions"),
    KeyBinding(("x",), ShowOverlay("threat"), "paint where enemies can shoot at the figure next turn", "Questions"),
    KeyBinding(("p",), AskFromHere(), "ask as if the figure stood under the cursor, and back", "Questions"),
    KeyBinding(("i",), Evidence(), "the evidence of this very question", "Questions"),
    KeyBinding(("m",), SetMode("measure"), "measure, and back", "Doing"),
    KeyBinding(("g",), SetMode("build"), "build, and back", "Doing"),
    KeyBinding(("delete",), EditSelection("delete"), "take what is selected off the table", "Building"),
    KeyBinding(("ctrl+d",), EditSelection("duplicate"), "duplicate what is selected", "Building"),
    KeyBinding(("ctrl+c",), EditSelection("copy"), "copy what is selected", "Building"),
    KeyBinding(("ctrl+v",), EditSelection("paste"), "put a copy under the cursor", "Building"),
    KeyBinding(("ctrl+g",), EditSelection("group"), "group what is selected", "Building"),
    KeyBinding(("ctrl+shift+g",), EditSelection("ungroup"), "dissolve the group", "Building"),
    KeyBinding((",",), EditSelection("left"), "turn what is in hand, else what is selected, left", "Building"),
    KeyBinding((".",), EditSelection("right"), "turn the same right", "Building"),
    KeyBinding(("return", "enter"), Confirm(), "do what is shown", "Doing"),
    KeyBinding(("space",), NextStep(), "the next step of the program, at once", "Doing"),
    KeyBinding(("k",), StopProgram(), "stop the program, and let it go on", "Doing"),
    KeyBinding(("tab",), OtherFloor(), "the way to the other floor that may be meant", "Doing"),
    KeyBinding(("escape",), Cancel(), "take back what is shown; else select nothing", "Doing"),
    KeyBinding(("ctrl+z",), Undo(), "undo", "Doing"),
    KeyBinding(("ctrl+shift+z", "ctrl+y"), Redo(), "redo", "Doing"),
    KeyBinding(("ctrl+o",), Open(), "open", "Files"),
    KeyBinding(("ctrl+s",), Save(), "save", "Files"),
    KeyBinding(("ctrl+shift+s",), Save(elsewhere=True), "save as", "Files"),
    KeyBinding(("ctrl+m",), ShareMoment(), "share this moment as one file", "Files"),
    KeyBinding(("ctrl+q",), Quit(), "close the window", "Files"),
    KeyBinding(("f1", "?"), ShowHelp(), "these keys", "Help"),
)

MOUSE: Sequence[tuple[str, str]] = (
    ("click", "selects; on the bare table: selects nothing"),
    ("click on who is asked about", "the answer stays, wherever the cursor goes; again: selects"),
    ("Shift or Ctrl + click", "selects one more"),
    ("Ctrl + drag", "in building: a frame that selects all in it"),
    ("drag a figure", "shows its move, with cost and checks; Return does it"),
    ("drag elsewhere", "turns the view about what is under the cursor"),
    ("right or middle drag, Shift + drag", "slides the view"),
    ("wheel", "zooms to the cursor"),
    ("Ctrl + wheel", "in building: turns what is in hand, else what is selected"),
    ("right click", "takes back what is shown"),
    ("drag the inner edge of a panel", "makes all at that side as wide; a double click: as they come"),
)

BOUND: dict[str, Intent] = {name: key.intent for key in KEYS if key.intent is not None for name in key.keys}
"""What each key wants done."""
HELD: dict[str, tuple[float, float, float]] = {
    "w": (1.0, 0.0, 0.0), "up": (1.0, 0.0, 0.0), "s": (-1.0, 0.0, 0.0), "down": (-1.0, 0.0, 0.0),
    "a": (0.0, -1.0, 0.0), "left": (0.0, -1.0, 0.0), "d": (0.0, 1.0, 0.0), "right": (0.0, 1.0, 0.0),
    "q": (0.0, 0.0, -1.0), "e": (0.0, 0.0, 1.0),
}  # fmt: skip
"""What keys do while they are held: ahead, right, turn."""


def key_of(intent: Intent) -> str:
    """How people call the key that does something; empty for none."""
    return next((called(name) for name, bound in BOUND.items() if bound == intent), "")


def called(name: str) -> str:
    """How people call a key."""
    return "+".join(part.capitalize() for part in name.split("+"))
