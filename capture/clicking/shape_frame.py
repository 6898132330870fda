"""What a shape to be clicked is: its numbers, its corners and its mesh; and the frame of one that stands and leans."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.table.table import MM_PER_INCH, Kind

UPRIGHT = np.radians(0.4)
"""Radians: what stands upright leans by so much, a standard deviation about either axis."""
ASLANT = np.radians(2.0)
"""Radians: by so much where a foot was clicked, for then the clicks tell how far."""
GROUND = 0.3 / MM_PER_INCH
"""Inches: how level the ground is, a standard deviation."""

LEAST = 0.01
"""Inches: what is thinner than a sheet of card is no solid."""

Prior = tuple[int, float, float]
"""Which number, what it is likely to be, and with what standard deviation."""


@dataclass(frozen=True)
class ClickShape:
    """A kind of solid.

    Attributes:
        name: what people call it.
        kind: what it is to the rules unless somebody says otherwise.
        corners: what is clicked, in this order, in words.
        needed: so many of them, the first ones, have to be clicked, each in two photos; the others may be left out.
        feet: which corners tell how high its foot is.
        start: a first row of numbers from the places of corners (k, 3) by their numbers.
        corner_places: (m, 3) of the row of numbers, corners (m,) and the eyes (m, 3) that look at them.
        solid: its mesh in the table's frame, always of the same faces.
        turn: radians by which its own frame is turned about z, of the row of numbers.
        lower: the number that is the height of its foot.
        level: the angles that are 0 but for how far it leans; none where it may lie as it likes.
        lengths: the numbers that are more than 0.
        rests: whether it stands on the ground unless one of its feet is clicked.
        rounded: whether its corners are the ends of outlines, the left one and the right one of a rim after each other.
        assumed: what of it nobody measured, in words; empty for nothing.
        fault: why a row of numbers makes no such solid; empty where it does.
    """

    name: str
    kind: Kind
    corners: tuple[str, ...]
    needed: int
    feet: tuple[int, ...]
    start: Callable[[Mapping[int, FloatArray]], FloatArray]
    corner_places: Callable[[FloatArray, IntArray, FloatArray], FloatArray]
    solid: Callable[[FloatArray], Mesh]
    turn: Callable[[FloatArray], float]
    lower: int = 2
    level: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    rests: bool = True
    rounded: bool = False
    assumed: str = ""
    fault: Callable[[FloatArray], str] = lambda _numbers: ""

    def on_ground(self, clicked: Sequence[int]) -> bool:
        """Whether it is taken to stand on the ground, as no foot of it was clicked."""
        return self.rests and not set(self.feet) & set(clicked)

    def priors(self, clicked: Sequence[int]) -> list[Prior]:
        """What is known before anything is clicked."""
        # Feet that have to be clicked anyway, those of ramps, have no corner straight above them.
        below = any(foot in clicked for foot in self.feet if foot >= self.needed)
        found = [(number, 0.0, ASLANT if below else UPRIGHT) for number in self.level]
        return [*found, (self.lower, 0.0, GROUND)] if self.on_ground(clicked) else found


def frame_of(numbers: FloatArray) -> FloatArray:
    """(3, 3) the axes of x, y, z, turn, and how far it leans about its own x and y."""
    turn, a, b = numbers[3:6]
    ca, sa, cb, sb, ct, st = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.cos(turn), np.sin(turn)
    lean = np.array([[cb, sa * sb, ca * sb], [0.0, ca, -sa], [-sb, sa * cb, ca * cb]])
    return np.asarray(np.array([[ct, -st, 0.0], [st, ct, 0.0], [0.0, 0.0, 1.0]]) @ lean)


def placed(numbers: FloatArray, own: FloatArray) -> FloatArray:
    """(n, 3) points of the own frame on the table; its origin is the middle of the foot."""
    return own @ frame_of(numbers).T + numbers[:3]


def turn_of(numbers: FloatArray) -> float:
    """The turn of a shape with such a frame, radians."""
    return float(numbers[3])


def no_turn(_numbers: FloatArray) -> float:
    """That of a shape which looks alike from all sides, or says itself where its corners are."""
    return 0.0
