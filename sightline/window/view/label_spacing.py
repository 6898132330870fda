"""The room in a window: labels lie beside what is looked at and never over one another, the board between the panels."""

from bisect import insort
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from sightline.window.intents.panel_widgets import Place

Box = tuple[float, float, float, float]
"""Left, top, right and lower edge, pixels; y downwards."""
LEAST = 0.3
"""The share of a window's width and height below which it is no use to look into a part of it."""
GAP = 1.0
"""Pixels that stay free between two boxes."""
RATHER_UP = 1.5
"""How many times as far words go up rather than down."""


def free_part(at: Mapping[Place, Sequence[Box]], size: tuple[int, int]) -> Box:
    """The part of a window between the panels at its edges; all of it where hardly anything would be left.

    Args:
        at: the boxes of the panels, by where they lie.
        size: of the window, width and height.
    """
    wide, high = (float(side) for side in size)
    left = max((box[2] for box in at.get("left", ())), default=0.0)
    right = min((box[0] for box in at.get("right", ())), default=wide)
    top = max((box[3] for box in at.get("top", ())), default=0.0)
    low = min((box[1] for box in at.get("bottom", ())), default=high)
    enough = right - left > LEAST * wide and low - top > LEAST * high
    return (left, top, right, low) if enough else (0.0, 0.0, wide, high)


def board_share(boxes: Sequence[Box], size: tuple[int, int]) -> float:
    """The share of a window over which no panel lies, 0 to 1."""
    taken = np.zeros((size[1], size[0]), dtype=bool)
    for left, top, right, low in boxes:
        taken[max(round(top), 0) : max(round(low), 0), max(round(left), 0) : max(round(right), 0)] = True
    return float(1.0 - taken.mean())


def apart(boxes: Sequence[Box], clear: Sequence[Box] = (), held: Collection[int] = ()) -> list[Box]:
    """The boxes, each as far up as it takes to lie over none before it, nor over what has to stay clear.

    What would go much farther up than down, or would leave the picture at its top, goes down.

    Args:
        boxes: of the words, what matters most first.
        clear: what no words may hide.
        held: the numbers of those that lie where they are, whatever is there; all others keep clear of them.
    """
    kept = [*clear, *(boxes[number] for number in held)]
    taken, beneath, found = sorted(kept, key=_height), sorted(kept, key=_top), list[Box]()
    for number, box in enumerate(boxes):
        if number in held:
            found.append(box)
            continue
        raised, lowered = _raised(box, taken), _lowered(box, beneath)
        down = raised[1] < 0.0 or box[1] - raised[1] > RATHER_UP * (lowered[1] - box[1])
        found.append(lowered if down else raised)
        insort(taken, found[-1], key=_height)
        insort(beneath, found[-1], key=_top)
    return found


def _raised(box: Box, taken: Sequence[Box]) -> Box:
    """The box at the lowest place above its own where it touches nothing of what is taken, the lowest of that first."""
    left, top, right, low = box
    for other in taken:
        if left < other[2] and other[0] < right and top < other[3] and other[1] < low:
            top, low = other[1] - GAP - (low - top), other[1] - GAP
    return left, top, right, low


def _lowered(box: Box, beneath: Sequence[Box]) -> Box:
    """The box at the highest place from its own on where it touches nothing of what is taken, the highest of that first."""
    left, top, right, low = box
    for other in beneath:
        if left < other[2] and other[0] < right and top < other[3] and other[1] < low:
            top, low = other[3] + GAP, other[3] + GAP + (low - top)
    return left, top, right, low


def _top(box: Box) -> float:
    return box[1]


def _height(box: Box) -> float:
    return -box[3]
