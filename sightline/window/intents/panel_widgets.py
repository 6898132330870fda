"""The widgets of panels, as values: what stands in them, and what each control wants done.

A panel is a plain function of what is shown; whoever draws it gives back the intents of what was used. So panels are tested
without a window.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scene.geometry.mesh import FloatArray
from sightline.drawing.rendering.palette import Rgb
from sightline.window.intents.intents import Intent

Place = Literal["left", "right", "top", "bottom", "middle", "cursor"]
Tone = Literal["plain", "strong", "faint", "good", "bad", "title"]


@dataclass(frozen=True)
class TextWidget:
    """Words.

    Attributes:
        words: that stand there.
        tone: how.
        colour: of a mark before them; None for no mark.
        tip: what is told when the cursor rests on them.
        mark: how large the mark is, as a part of its usual size, so that it is the very sign of what is painted.
        lines: that are kept for them, at least, so that what stands below stays where it is.
    """

    words: str
    tone: Tone = "plain"
    colour: Rgb | None = None
    tip: str = ""
    mark: float = 1.0
    lines: int = 1


@dataclass(frozen=True)
class Button:
    """Something to press.

    Attributes:
        label: on it.
        intent: what it does.
        why_not: why it cannot be pressed now; empty where it can.
        tip: what is told when the cursor rests on it.
        key: that does the same, as people call it.
        chosen: whether it is what is chosen now.
        marker: tells it from others with the same label.
        points: what the cursor does that rests on it, such as pointing at somebody on the table; None for nothing.
    """

    label: str
    intent: Intent
    why_not: str = ""
    tip: str = ""
    key: str = ""
    chosen: bool = False
    marker: str = ""
    points: Intent | None = None

    @property
    def enabled(self) -> bool:
        """Whether it can be pressed."""
        return not self.why_not


@dataclass(frozen=True)
class RowWidget:
    """Widgets side by side; what does not fit goes on below."""

    widgets: Sequence["Widget"]


@dataclass(frozen=True)
class Switch:
    """Something that is on or off.

    Attributes:
        label: beside it.
        on: whether it is.
        intent: that changes it.
    """

    label: str
    on: bool
    intent: Intent
    tip: str = ""


@dataclass(frozen=True)
class ProgressBar:
    """How far something has come that takes a while.

    Attributes:
        share: of the work that is done, 0 to 1.
    """

    share: float


@dataclass(frozen=True)
class Slider:
    """A number that is dragged.

    Attributes:
        label: before it; empty for none.
        value, low, high: where it stands, and between what.
        intent: makes the intent of a new number.
        whole: whether only whole numbers count.
        shown: how the number is written, as for ``%``: with ``%d`` where only whole ones count.
        wide: pixels that it is wide at the usual size of letters; 0 for all the room that there is.
        dropped: whether the number counts when the slider is let go only, as where it changes the slider's own size.
    """

    label: str
    value: float
    low: float
    high: float
    intent: Callable[[float], Intent]
    whole: bool = False
    shown: str = "%.1f"
    wide: float = 0.0
    dropped: bool = False


@dataclass(frozen=True)
class Entry:
    """A line to type in; pressing return gives the intent.

    Attributes:
        label: before it; also tells it from others.
        hint: what stands in it while it is empty.
        intent: makes it of the text.
        text: what stands in it to begin with.
        button: what a button behind it is called that does the same as return; a line with one takes the keys when it appears.
        after: what has come of such lines so far; when it changes, what was typed has been taken, and the line is empty again.
        leaving: whether a line without a button gives the intent also when somebody leaves it, as by pressing a button.
    """

    label: str
    hint: str
    intent: Callable[[str], Intent]
    text: str = ""
    button: str = ""
    after: int = 0
    leaving: bool = False


@dataclass(frozen=True)
class Separator:
    """A line across."""


@dataclass(frozen=True)
class ImageWidget:
    """A picture.

    Attributes:
        name: under which the window finds it; empty for a picture that there is not.
        size: width and height in pixels.
        intent: what a click on it does; None for nothing.
        tip: what is told when the cursor rests on it.
        framed: the colour of a frame around it; None for no frame.
        lines: (k, 2, 2) each: lines over it, by shares of its width and height.
    """

    name: str
    size: tuple[int, int]
    intent: Intent | None = None
    tip: str = ""
    framed: Rgb | None = None
    lines: Sequence[FloatArray] = ()


@dataclass(frozen=True)
class DieFace:
    """A die as it lies.

    Attributes:
        text: on it; empty where it shows pips, or an arrow.
        pips: on it, 1 to 6; 0 for none. With a text they are small.
        arrow: the way of its arrow, degrees anticlockwise from the right; None for none.
    """

    text: str = ""
    pips: int = 0
    arrow: float | None = None


@dataclass(frozen=True)
class DiceWidget:
    """Dice that lie side by side.

    Attributes:
        dice: as they lie.
        good: whether the roll is a success; None where it tells more than that.
    """

    dice: Sequence[DieFace]
    good: bool | None = None


@dataclass(frozen=True)
class Columns:
    """A table of widgets.

    Attributes:
        heads: of the columns; empty for none.
        rows: of widgets.
        wrap: letters after which a text in them wraps.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence["Widget"]]
    wrap: float = 50.0


@dataclass(frozen=True)
class Scrolled:
    """Widgets in a box that scrolls; to its end, if ``to_end``, whenever something is added."""

    widgets: Sequence["Widget"]
    height: float = 200.0
    to_end: bool = False
    name: str = "scrolled"


Widget = (
    TextWidget
    | Button
    | RowWidget
    | Switch
    | Slider
    | Entry
    | Separator
    | ImageWidget
    | Columns
    | Scrolled
    | ProgressBar
    | DiceWidget
)


@dataclass(frozen=True)
class PanelWidgets:
    """A panel of the window.

    Attributes:
        name: its title; also tells it from others.
        place: where it lies.
        widgets: what stands in it, one below the other.
        closes: what closing it does; None where it cannot be closed.
        modal: whether nothing else can be used meanwhile.
        width: in letters, at least.
        beside: letters that a panel at the bottom leaves free for the panels at the left and at the right, if there is room.
        height: in pixels at the usual size of letters, at least.
        key: what tells it from others where its title changes; empty where the title does.
        folded: whether only its title is shown to begin with, and whenever this changes; else people fold it and unfold it.
    """

    name: str
    place: Place
    widgets: Sequence[Widget] = field(default=())
    closes: Intent | None = None
    modal: bool = False
    width: float = 34.0
    beside: tuple[float, float] = (0.0, 0.0)
    height: float = 0.0
    key: str = ""
    folded: bool = False

    @property
    def told_by(self) -> str:
        """What tells it from all others."""
        return self.key or self.name


def every(widgets: Sequence[Widget]) -> Iterator[Widget]:
    """All widgets, also those within others."""
    for widget in widgets:
        yield widget
        match widget:
            case RowWidget() | Scrolled():
                yield from every(widget.widgets)
            case Columns():
                for row in widget.rows:
                    yield from every(row)


def buttons(panel: PanelWidgets) -> dict[str, Button]:
    """The buttons of a panel by their labels."""
    return {widget.label: widget for widget in every(panel.widgets) if isinstance(widget, Button)}


def words(panel: PanelWidgets) -> str:
    """All words of a panel, one text a line."""
    return "\n".join(widget.words for widget in every(panel.widgets) if isinstance(widget, TextWidget))
