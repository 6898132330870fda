"""String pulling: the ends of the links of routes slide along the edges of their regions until nothing gets shorter.

A link is taken to lead the same beside where it is; what seems the best of its choices is looked at before it is taken. Routes
are pulled together, all of them roughly, and the likeliest with rays.

A guide with a figure: docs/guides/string-pulling.md.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.links import Links
from scene.pathfinding.link_sliding import STEPS, Choices, Strings, StringWalk, choices, prices, strings
from scene.pathfinding.route_search import NavPoint, PricedNavMesh, Segment, WalkSegment, spent

SLIDES = (3.0, 0.9, 0.27, 0.08, 0.02, 0.004)
"""Inches; how far the ends of links are moved, round after round."""
NEAR = 2
"""The number of the first slide for links that lead the same in a few places only."""
COARSE = 2
"""Slides that show roughly what a string may come to cost."""
FINE = 3
"""The number of the first slide that is little."""
GAIN = (np.inf, 0.15, 0.03)
"""Inches that a string may still gain after each of the slides before that."""
NEARLY = 0.1
"""Inches that it may still gain after the coarse slides, without rays, beyond what rays take from it."""
AS_LONG = 0.002
"""Inches; what turns out to be dearer by no more costs what it was taken for."""
LOWER = 0.15
"""Inches by which what is climbed over may be lower beside where it was tried, or it would have been found as another link."""
LIKELY = 4
"""Strings that are pulled with rays."""
ALIKE = 0.3
"""Inches; strings that lie nearer to one another become the same."""
TOGETHER = 4
"""Choices of a link that are looked at together, the likeliest."""


def taut(given: PricedNavMesh, routes: Sequence[Sequence[Segment]], start: NavPoint, goal: NavPoint) -> list[Segment]:
    """The cheapest of some routes, pulled taut.

    Args:
        given: the priced navmesh that they were found on.
        routes: one or more, the cheapest first.
        start, goal: their ends.
    """
    some = strings(given, routes, start, goal)
    if len(some) == 1 and not len(some.links):
        # Without a link there is nothing to slide.
        return _assembled(some)
    best = _Best(*spent(given, routes[0]), some.chosen(np.arange(len(some)) == 0))
    # With rays only the likeliest are pulled.
    cost = _guessed(some) if len(some) > LIKELY else np.zeros(len(some))
    likely = np.argsort(np.argsort(cost, kind="stable")) < LIKELY
    best = _pulled(some.chosen(likely & (cost < best.cost + NEARLY)), best)
    return _assembled(best.string)


@dataclass(frozen=True, eq=False)
class _Best:
    """The cheapest string so far, what it costs, and how many checks it takes."""

    cost: float
    checks: int
    string: Strings

    def rank(self, least: float) -> tuple[bool, int, int, float]:
        """The lower the better: of what costs no more than ``least`` that with fewer checks, then with fewer links."""
        return self.cost > least, self.checks, len(self.string.links), self.cost


def _better(best: _Best, some: Strings, cost: FloatArray) -> _Best:
    """The cheapest of the best so far and strings that cost (r,)."""
    checks = some.sums(some.given.prices.link_prices(some.links, some.given.navmesh.regions).checks)
    least = min(best.cost, float(cost.min(initial=np.inf))) + AS_LONG
    each = np.arange(len(some))
    found = [_Best(float(cost[one]), int(checks[one]), some.chosen(each == one)) for one in np.flatnonzero(cost <= least)]
    return min([best, *found], key=lambda one: one.rank(least))


def _guessed(some: Strings) -> FloatArray:
    """(r,) what strings may come to cost: as if their links led the same everywhere, and coarsely."""
    cost = np.zeros(len(some))
    for number in range(COARSE):
        some, cost = _slid(_hoped(choices(some, _slides(some.links, number))), wary=False)
    same = _same(some, np.arange(len(some)))
    least = np.full(len(some), np.inf)
    np.minimum.at(least, same, cost)
    return least


def _hoped(given: Choices) -> Choices:
    """As if what is climbed over were a little lower; all else that is looked at can only turn out to be dearer."""
    links = given.links
    low = replace(
        links, level=np.minimum(links.level, np.maximum(links.level - LOWER, np.maximum(links.start, links.end)[:, 2]))
    )
    lower = np.isfinite(given.price) & ~links.narrow & (low.level < links.level)
    return replace(given, price=np.where(lower, prices(given.strings.given, low), given.price))


def _slides(links: Links, number: int) -> FloatArray:
    """(w,) how far the ends of links slide in a round."""
    fixed = links.narrow | links.door | links.stairs | links.along
    return np.minimum(SLIDES[number], np.where(fixed, SLIDES[NEAR], np.where(links.ladder, SLIDES[1], SLIDES[0])))


def _pulled(some: Strings, best: _Best) -> _Best:
    """The best string once some more are pulled."""
    for number in range(FINE):
        some, cost = _slid(choices(some, _slides(some.links, number)), wary=True)
        first = _same(some, np.argsort(cost, kind="stable")) == np.arange(len(some))
        some = some.chosen((cost < min(best.cost, cost.min(initial=np.inf)) + GAIN[number]) & first)
    # Little shifts hardly ever lead otherwise, so they are looked at in the end, and links that do are shifted with care.
    wary = np.zeros(len(some.links), dtype=bool)
    while len(some):
        moved, cost = _finely(some, wary)
        seen, dearer = moved.checked_links(some.links, ~wary)
        held = some.sums(dearer) <= AS_LONG
        best = _better(best, seen, np.where(held, cost, np.inf))
        rest = ~held & (cost < best.cost)
        wary, some = (wary | (dearer > 0.0))[rest[some.owner]], some.chosen(rest)
    return best


def _finely(some: Strings, wary: BoolArray) -> tuple[Strings, FloatArray]:
    """Strings pulled by the last slides, wary of some links (w,), and (r,) what they cost."""
    cost = np.zeros(len(some))
    # With care, thousandths of an inch are not worth it.
    for number in range(FINE, len(SLIDES) - bool(wary.any())):
        some, cost = _slid(choices(some, _slides(some.links, number)), wary=wary)
    return some, cost


def _same(some: Strings, order: IntArray) -> IntArray:
    """(r,) for each string the first in an order (r,) that it lies on, if only itself."""
    links, same = some.links, np.arange(len(some))
    places = np.split(
        np.column_stack([links.start, links.end, 1e6 * links.start_region, 1e6 * links.end_region]), some.first[1:-1]
    )
    kept = list[int]()
    for row in order.tolist():
        alike = (one for one in kept if places[one].shape == places[row].shape and _beside(places[one], places[row]))
        same[row] = next(alike, row)
        if same[row] == row:
            kept.append(row)
    return same


def _beside(some: FloatArray, others: FloatArray) -> bool:
    return float(np.abs(some - others).max(initial=0.0)) < ALIKE


def _slid(given: Choices, *, wary: bool | BoolArray) -> tuple[Strings, FloatArray]:
    """The strings with the cheapest choices taken, looked at before for links (w,) that one is wary of; (r,) what they cost."""
    while True:
        likely, cost = _likely(given)
        look = likely[wary & ~given.known[likely[:, 0]]].reshape(-1)
        # A string that nothing leads along has no choice that could be looked at: it costs without end.
        look = look[~given.known[look] & np.isfinite(given.price[look])]
        if len(look) == 0:
            return given.taken(likely[:, 0]), cost
        given = given.checked_links(look)


def _likely(given: Choices) -> tuple[IntArray, FloatArray]:
    """(w, `TOGETHER`) for each link the cheapest choices, first those that are the cheapest together; (r,) what these cost."""
    some, k = given.strings, len(STEPS)
    price, count = given.price.reshape(-1, k, k), np.diff(some.first)
    onward, rest = given.lengths[some.last, :, 0], np.empty_like(price)
    for place in range(int(count.max(initial=0)))[::-1]:
        string = np.flatnonzero(count > place)
        link = some.first[string] + place
        rest[link] = price[link] + onward[string, None]
        onward[string] = (given.lengths[link + string] + rest[link].min(axis=2)[:, None]).min(axis=2)
    found, here = np.zeros((len(price), TOGETHER), dtype=np.int64), np.zeros(len(count), dtype=np.int64)
    for place in range(int(count.max(initial=0))):
        string = np.flatnonzero(count > place)
        link = some.first[string] + place
        total = (given.lengths[link + string, here[string]][:, :, None] + rest[link]).reshape(len(link), k * k)
        order = total.argsort(axis=1, kind="stable")[:, :TOGETHER]
        found[link], here[string] = link[:, None] * k * k + order, order[:, 0] % k
    return found, onward[:, 0]


def _assembled(string: Strings) -> list[Segment]:
    """The segments of one string."""
    segments: list[Segment] = []
    here, links = string.start, string.links
    for number, walk in enumerate(string.walks):
        last = number == len(links)
        segments += _walked(string.given, walk, here, string.goal if last else links.start[number, :2])
        if not last:
            segments.append(links.chosen(np.array([number])))
            here = links.end[number, :2]
    return segments


def _walked(given: PricedNavMesh, walk: StringWalk, here: FloatArray, there: FloatArray) -> list[Segment]:
    region = np.array([walk.region])
    points = [here, there]
    if len(walk.corners) and not given.sees(region, here[None], there[None])[0]:
        points = [here, *walk.corners, there]
    return [WalkSegment(walk.region, a, b) for a, b in itertools.pairwise(points) if np.hypot(*(b - a)) > 1e-6]
