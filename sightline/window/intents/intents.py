"""Intents: what people want done, the only way in which anything in the window changes."""

from dataclasses import dataclass
from typing import Literal

from rules.engine.procedure_steps import Answer
from scene.geometry.mesh import Point

Mode = Literal["look", "from there", "measure", "build", "photos"]
"""What a click and a drag on the table do."""
Overlay = Literal["none", "seen", "reach", "watched", "cover", "chance", "threat"]
"""What the floors are painted with: about the selected figure."""


@dataclass(frozen=True)
class Intent:
    """Something that somebody wants done."""


@dataclass(frozen=True)
class Nothing(Intent):
    """Nothing at all: for what only shows."""


# The view


@dataclass(frozen=True)
class ResetView(Intent):
    """The whole table from its long side."""


@dataclass(frozen=True)
class FromAbove(Intent):
    """Straight from above, north up."""


@dataclass(frozen=True)
class FrameSelection(Intent):
    """What is selected fills the window; else the whole table."""


@dataclass(frozen=True)
class ThroughEye(Intent):
    """Through the eye of the selected figure, and back."""


@dataclass(frozen=True)
class ShowPhones(Intent):
    """Show what is shown to phones as well, and the links to it; the same again hides the links."""


@dataclass(frozen=True)
class EndPhones(Intent):
    """Show phones nothing any more."""


@dataclass(frozen=True)
class StoreView(Intent):
    """Remember from where the table is looked at."""

    number: int


@dataclass(frozen=True)
class RecallView(Intent):
    """Look from there again."""

    number: int


@dataclass(frozen=True)
class CutAbove(Intent):
    """Show nothing that is higher up than so many inches; infinite shows everything."""

    height: float


@dataclass(frozen=True)
class CutLower(Intent):
    """Cut one level more away, or one less."""

    levels: int


@dataclass(frozen=True)
class Choice(Intent):
    """Another value for a setting, by its name; None for the other one of a switch."""

    name: str
    value: bool | float | str | None


# What is pointed at


@dataclass(frozen=True)
class Select(Intent):
    """Select a figure or a piece; None for nothing."""

    owner: str | None
    also: bool = False


@dataclass(frozen=True)
class SelectWithin(Intent):
    """Select all in a frame between two pixels; while ``done`` is false it is only shown."""

    corner: tuple[float, float]
    to: tuple[float, float]
    done: bool = False


@dataclass(frozen=True)
class PointAt(Intent):
    """The cursor rests on a place of something; ``owner`` is empty on the ground, None beside the table.

    While something is to be placed, ``floors`` are those that may be meant, as for clicks.
    """

    owner: str | None
    place: Point | None
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True)
class ClickAt(Intent):
    """A click on a place of something; ``floors`` are those that may be meant by it, the nearest first."""

    owner: str | None
    place: Point | None
    also: bool = False
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True)
class DragTo(Intent):
    """What is selected is dragged to a place; ``done`` when it is let go there. ``floors`` as for clicks."""

    place: Point
    done: bool = False
    floors: tuple[Point, ...] = ()


@dataclass(frozen=True)
class OtherFloor(Intent):
    """Where a place that was clicked can be on one floor or another: the other one."""


@dataclass(frozen=True)
class Confirm(Intent):
    """Do what is shown."""


@dataclass(frozen=True)
class Cancel(Intent):
    """Take back what is shown and not done yet; else select nothing."""


@dataclass(frozen=True)
class SetMode(Intent):
    """What clicks and drags do."""

    mode: Mode


@dataclass(frozen=True)
class ShowOverlay(Intent):
    """Paint the floors; the same again takes it off."""

    overlay: Overlay


@dataclass(frozen=True)
class AskFromHere(Intent):
    """Answer as if the selected figure stood under the cursor; the same again goes back."""


@dataclass(frozen=True)
class AskAbout(Intent):
    """The line of sight to somebody, until another question."""

    owner: str


@dataclass(frozen=True)
class ShowProfile(Intent):
    """The height profile of the line of sight large; the same again small."""


@dataclass(frozen=True)
class Evidence(Intent):
    """The report of the very question that is shown."""


@dataclass(frozen=True)
class ShareMoment(Intent):
    """One file of all that is shown, which opens at this moment with the same question."""


# What is done


@dataclass(frozen=True)
class Undo(Intent):
    """Take back the last thing that was done."""


@dataclass(frozen=True)
class Redo(Intent):
    """Do again what was taken back."""


@dataclass(frozen=True)
class Open(Intent):
    """Open a table or a battle; an empty name asks for it. ``rules`` are those of a new battle, if not as it says."""

    path: str = ""
    rules: str = ""


@dataclass(frozen=True)
class Save(Intent):
    """Save; ``elsewhere`` asks where."""

    elsewhere: bool = False


@dataclass(frozen=True)
class Quit(Intent):
    """Close the window; where something is not saved it is asked first what becomes of that, unless that is said here."""

    unsaved: Literal["ask", "save", "leave"] = "ask"


@dataclass(frozen=True)
class SaveAs(Intent):
    """Save under a name; a file of that name is replaced if ``overwrite``."""

    path: str
    overwrite: bool = False


@dataclass(frozen=True)
class ChooseSize(Intent):
    """Ask how large a new table is to be; the same again takes the question away."""


@dataclass(frozen=True)
class NewTable(Intent):
    """Begin with an empty table; with ``build`` the gallery opens beside it. A size may be as it was typed: 60 x 40."""

    size: tuple[float, float] | str = (48.0, 36.0)
    build: bool = False


@dataclass(frozen=True)
class EditSelection(Intent):
    """Change what is selected, in building."""

    what: Literal["delete", "duplicate", "copy", "paste", "group", "ungroup", "left", "right"]


@dataclass(frozen=True)
class Browse(Intent):
    """Ask for a file by the system's own dialog; ``save`` asks for a new one."""

    save: bool = False


# A battle


@dataclass(frozen=True)
class Give(Intent):
    """Answer what is asked."""

    answer: Answer


@dataclass(frozen=True)
class GiveText(Intent):
    """Answer what is asked with what was typed."""

    text: str


@dataclass(frozen=True)
class RollDice(Intent):
    """Let the program roll."""


@dataclass(frozen=True)
class GoTo(Intent):
    """Show the battle as it was after so many answers; the last number shows it as it is."""

    answers: float


@dataclass(frozen=True)
class PlayedBy(Intent):
    """Who plays a gang: people, or the program."""

    gang: str
    program: bool


# Help


@dataclass(frozen=True)
class ShowHelp(Intent):
    """The keys, on or off."""


@dataclass(frozen=True)
class ShowSettings(Intent):
    """The settings, on or off."""


@dataclass(frozen=True)
class Tour(Intent):
    """Go to a step of the tour; a negative one ends it."""

    step: int


@dataclass(frozen=True)
class Dismiss(Intent):
    """Take the message away."""
