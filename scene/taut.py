"""Pulling a route taut: the ends of its ways slide along the edges of their zones until nothing gets shorter.

At first as if a way led the same wherever its ends are; where it turns out not to, each of its choices is looked at before it
is taken.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scene.aside import STEPS, Choices, Link, String, choices, prices
from scene.looks import looked_at, with_rows
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import Offers, Segment, Spot, Walk
from scene.ways import Ways, joined, nothing

SLIDES = (0.36, 0.12, 0.04, 0.013)
"""Inches; how far the ends are moved, round after round."""
FAR = (3.0, 1.0, *SLIDES)
"""The same where a way may well lead the same far aside; where it turns out not to, not so far, by and by."""
TRIES = 2
"""How often that is tried."""
TOGETHER = 6
"""Choices of a way that are looked at together, the likeliest."""
AS_LONG = 0.002
"""Inches; what turns out to be dearer by no more costs what it was taken for."""


def taut(given: Offers, segments: Sequence[Segment], start: Spot, goal: Spot) -> list[Segment]:
    """The same route pulled taut.

    Args:
        given: the offers that it was found among.
        segments: of the route.
        start, goal: its ends.
    """
    return taut_below(given, segments, start, goal, np.inf) or list(segments)


def taut_below(given: Offers, segments: Sequence[Segment], start: Spot, goal: Spot, most: float) -> list[Segment] | None:
    """The same route pulled taut; None for one that will cost ``most`` inches or more. The arguments are those of `taut`."""
    ways = [segment for segment in segments if isinstance(segment, Ways)]
    string = String(given, _links(segments, start, goal), start.xy, goal.xy)
    pulled = _pulled(string, joined(ways), most) if ways else nothing()
    return None if pulled is None else _assembled(string, pulled)


def _links(segments: Sequence[Segment], start: Spot, goal: Spot) -> list[Link]:
    zone, corners, links = start.zone, [], []
    for segment in segments:
        if isinstance(segment, Walk):
            corners.append(segment.end)
        else:
            links.append(Link(zone, np.array(corners[:-1]).reshape(-1, 2)))
            zone, corners = int(segment.end_zone[0]), []
    return [*links, Link(goal.zone, np.array(corners[:-1]).reshape(-1, 2))]


def _pulled(string: String, models: Ways, most: float) -> Ways | None:
    """The ways of a string pulled taut: far, if they lead the same there, else near where they are."""
    fixed = models.narrow | models.door | models.stairs | models.along
    reach = np.where(fixed, SLIDES[0], np.where(models.ladder, FAR[1], FAR[0]))
    for _ in range(TRIES):
        if (reach <= SLIDES[0]).all():
            break
        ways, cost = models, np.inf
        for slide in FAR:
            ways, cost = _slid(choices(string, ways, np.minimum(reach, slide)), fixed & False)
        if cost >= most:
            return None
        moved, seen, dearer = _checked(string, ways, models)
        if dearer.sum() <= AS_LONG:
            return with_rows(ways, moved, seen)
        wrong = moved[dearer > AS_LONG / len(moved)]
        if (reach[wrong] <= SLIDES[0]).all():
            break
        reach[wrong] = np.maximum(reach[wrong] / 3.0, SLIDES[0])
    return _near(string, models, most)


def _checked(string: String, ways: Ways, models: Ways) -> tuple[IntArray, Ways, FloatArray]:
    """The rows of ways that were moved, these as they are when looked at, and how much dearer they are than taken for."""
    moved = np.flatnonzero(((ways.start != models.start) | (ways.end != models.end)).any(axis=1))
    taken = ways.chosen(moved)
    possible, seen = looked_at(string.given.ground, taken, models.chosen(moved))
    return moved, seen, np.where(possible, prices(string.given, seen), np.inf) - prices(string.given, taken)


def _near(string: String, models: Ways, most: float) -> Ways | None:
    """The ways of a string pulled taut near where they are; those that do not lead the same everywhere with care."""
    first, wary = choices(string, models, SLIDES[0]), np.zeros(len(models), dtype=bool)
    lower = _lowerable(string, first)
    while True:
        ways, cost = _slid(first, wary)
        for slide in SLIDES[1:]:
            ways, cost = _slid(choices(string, ways, slide), wary)
        if cost >= most:
            return None
        moved = np.flatnonzero(((ways.start != models.start) | (ways.end != models.end)).any(axis=1) & ~wary)
        taken = ways.chosen(moved)
        possible, seen = looked_at(string.given.ground, taken, models.chosen(moved))
        dearer = np.where(possible, prices(string.given, seen), np.inf) - prices(string.given, taken)
        before = first.price[lower]
        first = first.looked_at(lower)
        if dearer.sum() <= AS_LONG and (first.price[lower] >= before - AS_LONG).all():
            return with_rows(ways, moved, seen)
        wary[moved[dearer > AS_LONG / len(moved)]] = True
        lower = lower[:0]


def _slid(given: Choices, wary: BoolArray) -> tuple[Ways, float]:
    """The cheapest choices, and what all costs; those of wary ways are looked at before they are taken."""
    while True:
        likely, cost = _likely(given.price.reshape(-1, len(STEPS), len(STEPS)), given.lengths)
        look = likely[wary & ~given.known[likely[:, 0]]].reshape(-1)
        if len(look) == 0:
            return given.ways.chosen(likely[:, 0]), cost
        given = given.looked_at(look[~given.known[look] & np.isfinite(given.price[look])])


def _lowerable(string: String, given: Choices) -> IntArray:
    """The choices that would be cheaper if what is crossed were lower there; all else can only turn out to be dearer."""
    ways = given.ways
    low = replace(ways, level=np.maximum(ways.start[:, 2], ways.end[:, 2]))
    gain = given.price > prices(string.given, low) + AS_LONG
    return np.flatnonzero(gain & ~given.known & ~ways.narrow & np.isfinite(given.price))


def _likely(price: FloatArray, lengths: FloatArray) -> tuple[IntArray, float]:
    """(w, `TOGETHER`) for each way the cheapest choices, the first of which are the cheapest together; and what these cost.

    Args:
        price: (w, k, k) of the ways, from k starts to k ends.
        lengths: (w + 1, k, k) what walks cost, from each end to each start behind it.
    """
    onward, rest = [lengths[-1, :, 0]], []
    for fare, length in zip(price[::-1], lengths[-2::-1], strict=True):
        rest.append(fare + onward[-1])
        onward.append((length + rest[-1].min(axis=1)).min(axis=1))
    found, here = np.zeros((len(price), TOGETHER), dtype=np.int64), 0
    for number, (length, after) in enumerate(zip(lengths[:-1], rest[::-1], strict=True)):
        order = (length[here][:, None] + after).argsort(axis=None, kind="stable")[:TOGETHER]
        found[number], here = number * after.size + order, int(order[0]) % after.shape[1]
    return found, float(onward[-1][0])


def _assembled(string: String, ways: Ways) -> list[Segment]:
    segments: list[Segment] = []
    here = string.start
    for number, link in enumerate(string.links):
        last = number == len(ways)
        segments += _walked(string.given, link, here, string.goal if last else ways.start[number, :2])
        if not last:
            segments.append(ways.chosen(np.array([number])))
            here = ways.end[number, :2]
    return segments


def _walked(given: Offers, link: Link, here: FloatArray, there: FloatArray) -> list[Segment]:
    zone = np.array([link.zone])
    points = [here, there]
    if len(link.corners) and not given.sees(zone, here[None], there[None])[0]:
        points = [here, *link.corners, there]
    return [Walk(link.zone, a, b) for a, b in itertools.pairwise(points) if np.hypot(*(b - a)) > 1e-6]
