"""Words on a plan: each beside what it names, off one another and off what must be seen, with a line where it had to go far."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

import numpy as np

from scene.geometry.mesh import FloatArray

LETTER, HIGH = 0.64, 1.25
"""Of a font's size: how wide a letter is at most on the average, in the widest of the fonts that browsers take, and a line."""

GAP = 2.0
"""Units between a thing and its words, and between words."""

STEPS = (0.0, 4.0, 9.0, 16.0, 26.0, 40.0, 58.0, 80.0, 110.0, 150.0, 200.0, 260.0)
"""Units farther out than that, tried one after the other."""

FAR = 12.0
"""Units from which on a line leads from the words to what they name."""

AROUND = np.array(
    [(x, y) for x in (-1.0, -0.5, 0.0, 0.5, 1.0) for y in (-1.0, -0.5, 0.0, 0.5, 1.0) if max(abs(x), abs(y)) == 1.0]
)
"""(16, 2) where words may lie beside a thing, in parts of what both are wide and high."""

COVERED, OUTSIDE, CROSSED = 1e4, 1e6, 0.02
"""What it costs to cover words or things, to leave the drawing, and to lie over a unit squared of an ellipse."""


@dataclass(frozen=True)
class PlanLabel:
    """Words for a thing.

    Attributes:
        words: what is written.
        size: of the font, units.
        middle: (x, y) of the thing, units; y downwards.
        half: (x, y) how far the thing reaches from there.
        toward: (x, y) the side on which the words lie best.
    """

    words: str
    size: float
    middle: tuple[float, float]
    half: tuple[float, float] = (0.0, 0.0)
    toward: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True)
class PlacedLabel:
    """Where words lie.

    Attributes:
        box: left, top, right, bottom, units.
        leader: (2, 2) from them to what they name; None where they lie beside it.
    """

    box: tuple[float, float, float, float]
    leader: FloatArray | None


def room_of(words: str, size: float) -> tuple[float, float]:
    """How wide and high words are, units: no less than in any usual font."""
    letters = sum(1.6 if east_asian_width(letter) in "WF" else 1.0 for letter in words)
    return LETTER * size * letters, HIGH * size


def placed(
    labels: Sequence[PlanLabel],
    *,
    taken: FloatArray,
    crossed: FloatArray,
    within: tuple[float, float, float, float],
) -> list[PlacedLabel]:
    """Where each label lies: the first ones have the best choice, and the same labels lie the same every time.

    Args:
        labels: what is named.
        taken: (n, 4) boxes that nothing must cover: left, top, right, bottom.
        crossed: (m, 4) boxes that had better not be covered.
        within: the box that the drawing has.
    """
    found = []
    boxes = np.asarray(taken, dtype=np.float64).reshape(-1, 4)
    for label in labels:
        tried = _candidates(label)
        cost = _far(label, tried) + COVERED * (_covered(tried, boxes) > 0.0).sum(axis=1)
        cost += CROSSED * _covered(tried, crossed).sum(axis=1)
        cost += OUTSIDE * ((tried[:, :2] < within[:2]) | (tried[:, 2:] > within[2:])).any(axis=1)
        left, top, right, bottom = tried[int(np.argmin(cost))].tolist()
        boxes = np.concatenate([boxes, [[left - GAP, top - GAP / 2.0, right + GAP, bottom + GAP / 2.0]]])
        found.append(PlacedLabel((left, top, right, bottom), _leader(label, (left, top, right, bottom))))
    return found


def _candidates(label: PlanLabel) -> FloatArray:
    """(n, 4) the boxes that are tried, the nearest first."""
    room, half = np.array(room_of(label.words, label.size)) / 2.0, np.array(label.half)
    steps = np.array(STEPS)[:, None, None] + GAP
    middles = np.array(label.middle) + AROUND * (half + room + steps)
    middles = middles.reshape(-1, 2)
    return np.concatenate([middles - room, middles + room], axis=1)


def _far(label: PlanLabel, tried: FloatArray) -> FloatArray:
    """(n,) what it costs to lie so far away, and on another side than the best."""
    middles = (tried[:, :2] + tried[:, 2:]) / 2.0 - label.middle
    ahead = np.array(label.toward) / max(float(np.hypot(*label.toward)), 1e-9)
    aside = 1.0 - middles @ ahead / np.maximum(np.hypot(*middles.T), 1e-9)
    return np.asarray(np.repeat(np.array(STEPS), len(AROUND)) + 5.0 * aside)


def _covered(tried: FloatArray, boxes: FloatArray) -> FloatArray:
    """(n, m) how much of each box each of those that are tried covers, units squared."""
    low = np.maximum(tried[:, None, :2], boxes[None, :, :2])
    high = np.minimum(tried[:, None, 2:], boxes[None, :, 2:])
    return np.asarray(np.prod(np.clip(high - low, 0.0, None), axis=2))


def _leader(label: PlanLabel, box: tuple[float, float, float, float]) -> FloatArray | None:
    """From the nearest place of the words to the thing's rim; None where they lie beside it."""
    middle, half = np.array(label.middle), np.array(label.half)
    start = np.clip(middle, box[:2], box[2:])
    end = np.clip(start, middle - half, middle + half)
    return np.stack([start, end]) if np.hypot(*(start - end)) > FAR else None
