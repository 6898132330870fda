"""The legs of a path over a table: values, with what each costs and may go wrong on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scene.geometry.mesh import Point
from scene.table.table import place_words

LegKind = Literal["walk", "step", "climb", "ladder", "stairs", "leap", "jump", "cross", "squeeze"]


@dataclass(frozen=True)
class Check:
    """A dice check on a leg.

    Attributes:
        characteristic: what is tested, such as ``initiative``.
        modifier: what is added to the roll.
        if_failed: what happens then, by name: ``fall`` (inches) with ``strength``, ``ap``, ``damage``; ``cost`` (further
            inches of movement); ``status``.
    """

    characteristic: str
    modifier: int = 0
    if_failed: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Leg:
    """A part of a path that is of one kind.

    Attributes:
        kind: how the figure moves there.
        start, end: the middle of the underside of its base.
        length: inches, in space; along the face on climbs, 0 on jumps.
        rise: inches; how much higher the end is.
        cost: inches of movement.
        check: the dice check, or None.
        ends_round: whether nothing may follow in this round.
        toll: inches of the cost that are spent at the start, before stepping onto what is crossed; the rest is spent evenly.
    """

    kind: LegKind
    start: Point
    end: Point
    length: float
    rise: float
    cost: float
    check: Check | None = None
    ends_round: bool = False
    toll: float = 0.0

    def __repr__(self) -> str:
        """What it is, from where to where, and what it costs."""
        check = f", {self.check.characteristic} check" if self.check else ""
        return f'<Leg {self.kind} from {place_words(self.start)} to {place_words(self.end)}: {self.cost:.2f}"{check}>'


@dataclass(frozen=True)
class Path:
    """A path from a start to a goal, leg after leg; none where the figure stays."""

    legs: tuple[Leg, ...]

    @property
    def length(self) -> float:
        """Inches."""
        return sum(leg.length for leg in self.legs)

    @property
    def cost(self) -> float:
        """Inches of movement."""
        return sum(leg.cost for leg in self.legs)

    @property
    def checks(self) -> tuple[Check, ...]:
        """All dice checks, in their order."""
        return tuple(leg.check for leg in self.legs if leg.check is not None)
