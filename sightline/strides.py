"""The legs of a way as people count them: a walk and the bend that follows it are one."""

from dataclasses import dataclass, replace

from scene.legs import Leg, Path

SHORT = 0.3
"""Inches; a base goes round a corner in straight walks that are no longer."""


@dataclass(frozen=True)
class Stride:
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


def strides(path: Path) -> list[Stride]:
    """The legs of a way, short walks with the walk before them."""
    found: list[Stride] = []
    for leg in path.legs:
        if found and leg.length <= SHORT and _plain(leg) and _plain(found[-1].legs[-1]) and _alike(found[-1].legs[-1], leg):
            found[-1] = Stride((*found[-1].legs, leg))
        else:
            found.append(Stride((leg,)))
    return found


def _plain(leg: Leg) -> bool:
    return leg.kind == "walk" and leg.check is None and leg.rise == 0.0


def _alike(a: Leg, b: Leg) -> bool:
    """Whether an inch of both costs the same."""
    return abs(a.cost * b.length - b.cost * a.length) <= 1e-6
