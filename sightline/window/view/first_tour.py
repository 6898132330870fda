"""The tour of a few short steps that the first start begins with; each waits until what it tells of is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sightline.window.view.window_view import WindowView


@dataclass(frozen=True)
class TourStep:
    """A step.

    Attributes:
        title: what it is about.
        words: what to try.
        is_done: whether it has been tried, of the view when the step began and the view now.
    """

    title: str
    words: str
    is_done: Callable[[WindowView, WindowView], bool]


def _pieces(view: WindowView) -> set[str]:
    return {piece.id for piece in view.table.terrain.pieces}


def _answers(view: WindowView) -> int:
    return view.battle.answers if view.battle is not None else 0


STEPS: Sequence[TourStep] = (
    TourStep(
        "Look around",
        "Drag the table to turn it, drag with the right button to slide it; the wheel zooms to the cursor. "
        "R shows the whole table again, T looks from above.",
        lambda began, now: now.orbit != began.orbit and now.through_eye is None,
    ),
    TourStep(
        "Who sees whom",
        "Click a figure, then point at another one: you are told at once if it is seen, how much of it is hidden, and by what. "
        "V looks through the figure's eye.",
        lambda _, now: now.sight is not None,
    ),
    TourStep(
        "Move",
        "Drag a figure to where it shall go: you see the way, what it costs and where dice are needed before it is done. "
        "Return does it, Esc takes it back. B paints all that it can reach.",
        lambda _, now: now.plan is not None and now.plan.found,
    ),
    TourStep(
        "Build",
        "New table makes a table of your own; G or Build opens the gallery of terrain on the one that is shown. "
        "Click a piece, then where it shall stand; it lands on what is there. Ctrl+Z undoes whatever you do.",
        lambda began, now: now.mode == "build" and now.changed and bool(_pieces(now) - _pieces(began)),
    ),
    TourStep(
        "Play",
        "Open a battle, and the panel on the right asks what comes next. Dice are rolled for you, or typed as they fell. "
        "F1 shows all keys.",
        lambda _, now: now.battle is not None,
    ),
)
"""Of the tour on a table."""
IN_BATTLE: Sequence[TourStep] = (
    *STEPS[:3],
    TourStep(
        "Play",
        "The panel What now asks what comes next: press an answer, or click on the table. Dice are rolled for you, or typed as "
        "they fell. Undo takes back what was answered; F1 shows all keys.",
        lambda began, now: _answers(now) > _answers(began),
    ),
)
"""Of the tour in a battle, where nothing is built."""


def tour_steps(view: WindowView) -> Sequence[TourStep]:
    """The steps of the tour of what is shown."""
    return STEPS if view.battle is None else IN_BATTLE
