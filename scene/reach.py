"""All places that can be reached for some movement, on an even lattice, and what each costs."""

from dataclasses import dataclass

import numpy as np

from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import CHECK, WAY, Offers, Search

NEAREST = 10
"""Nodes that are tried as the last one before a place, one after the other, before all are looked at."""
TOGETHER = 2_000
"""Places that are worked on at one time."""


@dataclass(frozen=True, eq=False)
class Reached:
    """n places in reach.

    Attributes:
        positions: (n, 3) inches.
        zones: (n,) their zones.
        costs: (n,) inches of movement.
        checks: (n,) dice checks on the cheapest way.
    """

    positions: FloatArray
    zones: IntArray
    costs: FloatArray
    checks: IntArray


def reached(found: Search, *, limit: float, step: float) -> Reached:
    """The places of a lattice of ``step`` inches that cost no more than ``limit`` inches."""
    checks = checks_on_the_way(found)
    parts = [_in_zone(found, checks, number, limit, step) for number in _zones_near(found, limit)]
    if not parts:
        none = np.zeros(0, dtype=np.int64)
        return Reached(np.zeros((0, 3)), none, np.zeros(0), none)
    positions, costs, counts, zones = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Reached(positions, zones, costs, counts)


def _zones_near(found: Search, limit: float) -> list[int]:
    reached_nodes = found.offers.zone[found.cost[:-1] <= limit]
    return [int(number) for number in np.union1d(reached_nodes, [found.start.zone])]


def checks_on_the_way(found: Search) -> IntArray:
    """(n + 1,) how many checks the cheapest way to each node takes."""
    before = np.where(found.before >= 0, found.before, len(found.before) - 1)
    total = _checks_of_steps(found, before)
    # Pointer jumping: each round looks twice as far back.
    while (before != len(before) - 1).any():
        total = total + total[before]
        before = before[before]
    return total


def _checks_of_steps(found: Search, before: IntArray) -> IntArray:
    """(n + 1,) the checks on the last step to each node: those of the way that it was, or none."""
    ground, fares = found.offers.ground, found.offers.fares
    total = np.zeros(len(before), dtype=np.int64)
    rows = np.flatnonzero((before[ground.way_end] == ground.way_start) & (fares.checks > 0))
    tail, head = ground.way_start[rows], ground.way_end[rows]
    taken = np.abs(found.cost[head] - found.cost[tail] - _paid(found.offers, rows)) < 1e-7
    total[head[taken]] = fares.checks[rows][taken]
    return total


def _paid(given: Offers, rows: IntArray) -> FloatArray:
    return np.asarray(given.fares.cost[rows] + CHECK * given.fares.checks[rows] + WAY)


def _in_zone(
    found: Search, checks: IntArray, number: int, limit: float, step: float
) -> tuple[FloatArray, FloatArray, IntArray, IntArray]:
    """Places of a zone, what they cost, how many checks they take, and the zone again for each."""
    given, zone = found.offers, found.offers.ground.zones[number]
    source = _sources(found, number, limit)
    places = _lattice(zone.rings[0], step, found, source, limit)
    places = places[zone.holds(places)]
    home = np.full(len(places), number)
    places = places[~given.crowd.bars(home, places, places)]
    cost, last = np.full(len(places), np.inf), np.zeros(len(places), dtype=np.int64)
    for start in range(0, len(places), TOGETHER):
        part = slice(start, start + TOGETHER)
        cost[part], last[part] = _cheapest(found, source, places[part], number, limit)
    use = cost <= limit
    positions = np.column_stack([places[use], np.full(int(use.sum()), zone.z)])
    return positions, cost[use], checks[last[use]], np.full(int(use.sum()), number)


def _sources(found: Search, number: int, limit: float) -> IntArray:
    """The nodes of a zone from which a last straight walk can start: corners, ends of ways, and the start."""
    given = found.offers
    nodes = np.flatnonzero((given.zone == number) & (found.cost[:-1] <= limit))
    before = found.before[nodes]
    count = len(found.cost) - 1
    came_here = (before < count) & (before >= 0)
    walked = np.zeros(len(nodes), dtype=bool)
    walked[came_here] = given.zone[before[came_here]] == number
    # Ways over what is crossed may lead back into the same zone.
    ways = given.ground
    by_way = np.isin(nodes, ways.way_end[found.before[ways.way_end] == ways.way_start])
    use = nodes[given.bends[nodes] | by_way | ~(walked | (before == count))]
    return np.append(use, count) if found.start.zone == number else use


def _lattice(ring: FloatArray, step: float, found: Search, source: IntArray, limit: float) -> FloatArray:
    """(n, 2) places of the lattice near the sources, within the box of a ring."""
    if len(source) == 0:
        return np.zeros((0, 2))
    xy, left = _xy(found, source), limit - found.cost[source]
    low = np.maximum(ring.min(axis=0), (xy - left[:, None]).min(axis=0))
    high = np.minimum(ring.max(axis=0), (xy + left[:, None]).max(axis=0))
    x, y = (np.arange(np.ceil(a / step - 0.5), np.floor(b / step - 0.5) + 1) for a, b in zip(low, high, strict=True))
    return (np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2) + 0.5) * step


def _xy(found: Search, nodes: IntArray) -> FloatArray:
    return np.concatenate([found.offers.xy, found.start.xy[None]])[nodes]


def _cheapest(found: Search, source: IntArray, places: FloatArray, number: int, limit: float) -> tuple[FloatArray, IntArray]:
    """(n,) what places (n, 2) cost, and (n,) the last node before them: of those that are seen, the cheapest."""
    rate = found.offers.rates[number]
    xy = _xy(found, source)
    total = np.sqrt((places[:, :1] - xy[:, 0]) ** 2 + (places[:, 1:] - xy[:, 1]) ** 2) * rate + found.cost[source]
    few = min(NEAREST, len(source))
    order = np.argpartition(total, few - 1, axis=1)[:, :few] if few < len(source) else np.tile(np.arange(few), (len(places), 1))
    order = np.take_along_axis(order, np.take_along_axis(total, order, axis=1).argsort(axis=1), axis=1)
    cost, last = np.full(len(places), np.inf), np.zeros(len(places), dtype=np.int64)
    open_rows = np.arange(len(places))
    for column in order.T:
        choice = column[open_rows]
        price = total[open_rows, choice]
        near = price <= limit
        open_rows, choice, price = open_rows[near], choice[near], price[near]
        seen = found.offers.sees(np.full(len(open_rows), number), xy[choice], places[open_rows])
        cost[open_rows[seen]], last[open_rows[seen]] = price[seen], source[choice[seen]]
        open_rows = open_rows[~seen]
    if len(open_rows) and few < len(source):
        cost[open_rows], last[open_rows] = _cheapest_of_all(found, source, places[open_rows], total[open_rows], number, limit)
    return cost, last


def _cheapest_of_all(
    found: Search, source: IntArray, places: FloatArray, total: FloatArray, number: int, limit: float
) -> tuple[FloatArray, IntArray]:
    row, column = np.nonzero(total <= limit)
    seen: BoolArray = found.offers.sees(np.full(len(row), number), _xy(found, source)[column], places[row])
    price = np.full(total.shape, np.inf)
    price[row[seen], column[seen]] = total[row[seen], column[seen]]
    best = price.argmin(axis=1)
    return price[np.arange(len(best)), best], source[best]
