"""The odds of random moves and spatial shifts: how likely a figure ends how, over all directions and dice.

Sources: as in `rules.hazards.random_move` and `rules.movement.spatial_shift`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from rules.hazards.random_move import Ended, RandomMoveRules, random_move_line
from rules.movement.keep_out_discs import taken
from rules.movement.movement_end import cut
from rules.movement.spatial_shift import ARRIVALS, Arrivals, arrivals
from rules.movement.straight_walk import Run, StraightWalk
from scene.geometry.mesh import FloatArray, IntArray, Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Table

Throws = Mapping[float, float]
"""Inches, and how likely the dice show them."""

DIRECTIONS = 720
"""Directions that are walked to begin with."""
ALIKE = 16
"""Directions in a row that stop at terrain in front of an edge, if the first and the last of them do."""
HALVINGS = 5
"""How often the step between two that end otherwise is halved."""
JUMP = 0.5
"""Inches that the walks to one and the same thing may differ in length from one direction to the next."""
SHIFTS = 360
"""Directions of shifts that are looked at to begin with."""
SHOWN = 120
"""Directions of which the cloud holds the ends."""
KINDS: tuple[Ended, ...] = ("free", "terrain", "edge", "figure", "table")


@dataclass(frozen=True, eq=False)
class RandomMoveOdds:
    """How likely a figure ends how.

    Attributes:
        ends: how likely each end is; those that cannot be are left out.
        figures: for the ids of figures at which, or in whose places, it may end: how likely.
        sure: how far off the chances may be, at most, where the directions between two that end alike do so too.
        cloud: (k, 3) where it may end, before it is given room or falls.
        kinds: (k,) how it ends there, the place among ``names``.
        names: of the ends.
    """

    ends: Mapping[str, float]
    figures: Mapping[str, float]
    sure: float
    cloud: FloatArray
    kinds: IntArray
    names: tuple[str, ...]


def thrown(dice: int) -> Throws:
    """How likely each sum of so many D6 is."""
    ways = np.ones(1)
    for _ in range(dice):
        ways = np.convolve(ways, np.full(6, 1.0 / 6.0))
    return {dice + more: float(share) for more, share in enumerate(ways)}


def random_move_odds(table: Table, figure: str, throws: Throws, *, rules: RandomMoveRules) -> RandomMoveOdds:
    """The chances of a figure that moves straight on in a random direction, as `rules.hazards.random_move` moves it.

    Directions are walked evenly; between two that end otherwise the place where one becomes the other is looked for, and
    between two that end at the same thing the walk to it is taken to change evenly.

    Args:
        table: where.
        figure: the id of who moves.
        throws: the inches.
        rules: whose.

    Raises:
        SceneError: there is no such figure, or it is on no ground.
    """
    line, most = random_move_line(table, table.figure(figure), 0.0, rules), float(max(throws))
    step = 360.0 / DIRECTIONS
    walks = _sorted(line, [_walk(line, (number + 0.5) * step, most) for number in range(DIRECTIONS)])
    stretches: list[_Stretch] = []
    unsure = 0
    for first, second in zip(walks, [*walks[1:], replace(walks[0], degrees=walks[0].degrees + 360.0)], strict=True):
        here, there = _parted(line, first, second, most) if first.differs(second) else (second, second)
        middle = (here.degrees + there.degrees) / 2.0
        stretches.append(_Stretch(first, here, (middle - first.degrees) / 360.0))
        stretches.append(_Stretch(there, second, (second.degrees - middle) / 360.0))
        unsure += here is not there
    ends, figures = _chances(stretches, throws)
    cloud, kinds = _cloud(line, walks[:: DIRECTIONS // SHOWN], throws)
    return RandomMoveOdds(ends, figures, unsure * step / 2**HALVINGS / 2.0 / 360.0, cloud, kinds, KINDS)


@dataclass(frozen=True)
class _Walk:
    """A walk in one direction: how far it gets, what ends it, what it costs until then, and whom it meets."""

    degrees: float
    run: Run
    end: Ended
    cost: float
    by: str | None

    def differs(self, other: "_Walk") -> bool:
        """Whether they end at different things, or at different sides of one."""
        if (self.end, self.by) != (other.end, other.by):
            return True
        return self.end != "free" and abs(self.cost - other.cost) > JUMP


@dataclass(frozen=True)
class _Stretch:
    """Directions between two walks that end alike, and their share of the circle."""

    first: _Walk
    second: _Walk
    share: float


def _walk(line: StraightWalk, degrees: float, most: float) -> _Walk:
    """A walk; whether there is an edge behind the terrain that ends it is not looked for."""
    run = line.towards(degrees).run(most)
    if run.stop is None:
        return _Walk(degrees, run, "free", np.inf, None)
    return _Walk(degrees, run, run.stop, run.path.cost, run.stopped_by if run.stop == "figure" else None)


def _at_edge(line: StraightWalk, walk: _Walk) -> _Walk:
    """The same, ended by an edge if what ends it is a rail that bounds one."""
    if walk.end != "terrain" or line.over_edges:
        return walk
    edge = line.towards(walk.degrees).edge_ahead(_end(walk.run.path, line.figure.position), behind_rail=True)
    return replace(walk, end="edge") if edge else walk


def _sorted(line: StraightWalk, walks: list[_Walk]) -> list[_Walk]:
    """All walks with the edges for which they end. In a row that ends at one thing only some are looked at."""
    breaks = [number for number in range(1, len(walks)) if walks[number].differs(walks[number - 1])]
    found = list(walks)
    for first, after in zip([0, *breaks], [*breaks, len(walks)], strict=True):
        rows = list(range(first, after))
        for start in range(0, len(rows), ALIKE):
            _sort(line, found, rows[start], rows[min(start + ALIKE, len(rows)) - 1])
    return found


def _sort(line: StraightWalk, walks: list[_Walk], first: int, last: int) -> None:
    """Those from first to last: if both end alike all do, otherwise each half is looked at."""
    walks[first], walks[last] = _at_edge(line, walks[first]), _at_edge(line, walks[last])
    if walks[first].end == walks[last].end:
        walks[first:last] = [replace(walk, end=walks[first].end) for walk in walks[first:last]]
    elif last - first > 1:
        _sort(line, walks, first, (first + last) // 2)
        _sort(line, walks, (first + last) // 2, last)


def _parted(line: StraightWalk, first: _Walk, second: _Walk, most: float) -> tuple[_Walk, _Walk]:
    """The last walk that ends as the first does, and the next that does not, as far as they are looked for."""
    sides = {first.end, second.end} & {"terrain", "edge"}
    for _ in range(HALVINGS):
        middle = _walk(line, (first.degrees + second.degrees) / 2.0, most)
        if middle.end == "terrain":
            (side,) = sides if len(sides) == 1 else (_at_edge(line, middle).end,)
            middle = replace(middle, end=side)
        if _nearer(middle, first, second):
            first = middle
        else:
            second = middle
    return first, second


def _nearer(middle: _Walk, first: _Walk, second: _Walk) -> bool:
    """Whether it ends as the first does rather than as the second."""
    if (first.end, first.by) != (second.end, second.by):
        return (middle.end, middle.by) == (first.end, first.by)
    return abs(middle.cost - first.cost) <= abs(middle.cost - second.cost)


def _chances(stretches: list[_Stretch], throws: Throws) -> tuple[dict[str, float], dict[str, float]]:
    """How likely each end is, and each figure."""
    ends, figures = dict.fromkeys(KINDS, 0.0), dict[str, float]()
    for stretch in stretches:
        low, high = sorted((stretch.first.cost, stretch.second.cost))
        for inches, chance in throws.items():
            stopped = 0.0 if np.isinf(low) else float(inches >= low)
            if np.isfinite(high) and high - low > 1e-9:
                stopped = min(max((inches - low) / (high - low), 0.0), 1.0)
            share = stretch.share * chance
            ends["free"] += share * (1.0 - stopped)
            if stopped > 0.0:
                ends[stretch.first.end] += share * stopped
                if stretch.first.by is not None:
                    figures[stretch.first.by] = figures.get(stretch.first.by, 0.0) + share * stopped
    return {end: share for end, share in ends.items() if share > 0.0}, figures


def _cloud(line: StraightWalk, walks: list[_Walk], throws: Throws) -> tuple[FloatArray, IntArray]:
    """Where the walks end with each throw, (k, 3), and how, (k,)."""
    places, kinds = [], []
    for walk in walks:
        for inches in throws:
            gone, rest = cut(walk.run.path, inches)
            places.append(_end(gone, line.figure.position))
            kinds.append(KINDS.index("free" if rest.legs else walk.end))
    return np.array(places), np.array(kinds)


def _end(path: Path, start: Point) -> Point:
    return path.legs[-1].end if path.legs else start


def shift_odds(table: Table, figure: str, throws: Throws, *, at: Point | None = None) -> RandomMoveOdds:
    """The chances of one spatial shift, as `rules.movement.spatial_shift.shifted` makes it: what there is where it comes out.

    Args:
        table: where.
        figure: the id of who is shifted.
        throws: the inches.
        at: the place where it would have materialised; where it stands, if None.
    """
    who = table.figure(figure)
    who = who.moved(at or who.position)
    every = np.arange(len(throws) * SHIFTS)
    throw, number, step = every // SHIFTS, every % SHIFTS, 2.0 * np.pi / SHIFTS
    turns, inches = np.asarray((number + 0.5) * step), np.array(list(throws), dtype=np.float64)[throw]
    chance = np.array(list(throws.values()))[throw]
    found = arrivals(table, who, turns, inches)
    after, before = (throw * SHIFTS + (number + aside) % SHIFTS for aside in (1, -1))
    differ = found.kind != found.kind[after]
    here, there = turns[differ], turns[differ] + step
    for _ in range(HALVINGS):
        middle = np.asarray((here + there) / 2.0, dtype=np.float64)
        same = arrivals(table, who, middle, inches[differ]).kind == found.kind[differ]
        here, there = np.where(same, middle, here), np.where(same, there, middle)
    edge = np.full(len(every), 0.5)
    edge[differ] = ((here + there) / 2.0 - turns[differ]) / step
    shares = chance * (edge + 1.0 - edge[before]) / SHIFTS
    ends: dict[str, float] = {name: float(shares[found.kind == kind].sum()) for kind, name in enumerate(ARRIVALS)}
    sure = float(chance[differ].sum()) / SHIFTS / 2**HALVINGS / 2.0
    met = _met(table, who, found, shares)
    shown = number % (SHIFTS // SHOWN) == 0
    likely = {name: share for name, share in ends.items() if share > 0.0}
    return RandomMoveOdds(likely, met, sure, found.place[shown], found.kind[shown], ARRIVALS)


def _met(table: Table, figure: Figure, found: Arrivals, shares: FloatArray) -> dict[str, float]:
    """For each figure how likely one comes out in its place; where two are, the first counts."""
    left = found.kind == ARRIVALS.index("figure")
    chances = {}
    for other in table.figures:
        if other.id == figure.id:
            continue
        here = left & taken(replace(table, figures=(other,)), figure, found.place)
        left &= ~here
        if here.any():
            chances[other.id] = float(shares[here].sum())
    return chances
