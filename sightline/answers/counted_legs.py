"""The counted legs of a path: walks over one floor, bend after bend, count as one leg."""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, radians

from scene.pathfinding.path_legs import Leg, Path

NOTHING = 0.005
"""Inches; a walk that is shorter reads as 0.00 and is shown with the walk beside it."""
HEIGHT = 0.001
"""Inches: heights that differ by less are of one floor."""
BEND = radians(0.5)
"""A walk that turns by less reads as straight on."""
RATE = 1e-6
"""Inches of movement for an inch of path that rates of one price may differ by."""


@dataclass(frozen=True)
class CountedLeg:
    """Legs that are shown as one.

    Attributes:
        legs: in their order.
    """

    legs: tuple[Leg, ...]

    @property
    def whole(self) -> Leg:
        """All of them as if they were one leg."""
        first, length, cost = self.legs[0], sum(leg.length for leg in self.legs), sum(leg.cost for leg in self.legs)
        return replace(first, end=self.legs[-1].end, length=length, cost=cost)

    @property
    def bends(self) -> int:
        """How often the path turns in it."""
        ways = [(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]) for leg in self.legs if leg.length >= NOTHING]
        return sum(_turns(before, way) for before, way in pairwise(ways))


def counted_legs(path: Path) -> list[CountedLeg]:
    """The legs of a path, walks of one price at one height in one; a walk of no length goes with the one beside it, if any."""
    found: list[CountedLeg] = []
    empty: tuple[Leg, ...] = ()
    for leg in path.legs:
        if found and _one_walk(found[-1], leg):
            found[-1] = CountedLeg((*found[-1].legs, *empty, leg))
        elif _plain(leg) and leg.length < NOTHING:
            empty += (leg,)
            continue
        else:
            # Else the lengths that are shown would not add up to the whole.
            found.append(CountedLeg((*empty, leg) if _plain(leg) else (leg,)))
        empty = ()
    return found or [CountedLeg((leg,)) for leg in path.legs[-1:]]


def _one_walk(before: CountedLeg, leg: Leg) -> bool:
    """Whether a leg goes on as the counted leg before it does."""
    longest = max(before.legs, key=lambda one: one.length)
    level = abs(leg.start[2] - before.legs[-1].end[2]) <= HEIGHT
    return _plain(before.legs[-1]) and _plain(leg) and level and (_alike(longest, leg) or leg.length < NOTHING)


def _turns(before: tuple[float, float], way: tuple[float, float]) -> bool:
    """Whether one goes on in another direction than before, in plan."""
    (x, y), (u, v) = before, way
    return abs(atan2(x * v - y * u, x * u + y * v)) > BEND


def _plain(leg: Leg) -> bool:
    return leg.kind == "walk" and leg.check is None and abs(leg.rise) <= HEIGHT and not leg.toll and not leg.ends_round


def _alike(a: Leg, b: Leg) -> bool:
    """Whether an inch of both costs the same."""
    return abs(a.cost * b.length - b.cost * a.length) <= RATE * max(a.length * b.length, NOTHING**2)
