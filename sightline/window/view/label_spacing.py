"""The spacing of labels over the table: beside what is looked at, and never over one another."""

from bisect import insort
from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""Left, top, right and lower edge, pixels; y downwards."""
GAP = 1.0
"""Pixels that stay free between two boxes."""


def apart(boxes: Sequence[Box], clear: Sequence[Box] = ()) -> list[Box]:
    """The boxes, each as far up as it takes to lie over none before it, nor over what has to stay clear.

    What would leave the picture at its top stays where it was.

    Args:
        boxes: of the words, what matters most first.
        clear: what no words may hide.
    """
    taken, found = sorted(clear, key=_height), list[Box]()
    for box in boxes:
        raised = _raised(box, taken)
        found.append(box if raised[1] < 0.0 else raised)
        insort(taken, found[-1], key=_height)
    return found


def _raised(box: Box, taken: Sequence[Box]) -> Box:
    """The box at the lowest place above its own where it touches nothing of what is taken, the lowest of that first."""
    left, top, right, low = box
    for other in taken:
        if left < other[2] and other[0] < right and top < other[3] and other[1] < low:
            top, low = other[1] - GAP - (low - top), other[1] - GAP
    return left, top, right, low


def _height(box: Box) -> float:
    return -box[3]
