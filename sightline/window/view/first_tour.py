"""The tour of five short steps that the first start begins with."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TourStep:
    """A step: what it is about, and what to try."""

    title: str
    words: str


STEPS: Sequence[TourStep] = (
    TourStep(
        "Look around",
        "Drag the table to turn it, drag with the right button to slide it; the wheel zooms to the cursor. "
        "R shows the whole table again, T looks from above.",
    ),
    TourStep(
        "Who sees whom",
        "Click a figure, then point at another one: you are told at once if it is seen, how much of it is hidden, and by what. "
        "V looks through the figure's eye.",
    ),
    TourStep(
        "Move",
        "Drag a figure to where it shall go: you see the way, what it costs and where dice are needed before it is done. "
        "Return does it, Esc takes it back. B paints all that it can reach.",
    ),
    TourStep(
        "Build",
        "New table makes a table of your own; G or Build opens the gallery of terrain on the one that is shown. "
        "Click a piece, then where it shall stand; it lands on what is there. Ctrl+Z undoes whatever you do.",
    ),
    TourStep(
        "Play",
        "Open a battle, and the panel on the right asks what comes next. Dice are rolled for you, or typed as they fell. "
        "F1 shows all keys.",
    ),
)
