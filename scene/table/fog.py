"""Fog: round upright banks through which one sees so many inches and no more."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray


@dataclass(frozen=True)
class Fog:
    """A bank of fog, as high as the table's scenery and higher.

    Attributes:
        middle: x and y, inches.
        radius: inches.
        through: inches of it that one sees through; what is farther off in it, or behind more of it, is not seen.
    """

    middle: tuple[float, float]
    radius: float
    through: float = 0.0


def veiled(fogs: Sequence[Fog], starts: FloatArray, ends: FloatArray) -> BoolArray:
    """(n,) which lines between starts and ends (n, 3) lead through more of a bank than one sees through."""
    found = np.zeros(len(starts), dtype=bool)
    for fog in fogs:
        found |= _inside(fog, starts, ends) > fog.through + 1e-9
    return found


def _inside(fog: Fog, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(n,) inches of each line that are in a bank: those of the chord in plan, aslant as the line is."""
    from_middle, way = starts[:, :2] - fog.middle, (ends - starts)[:, :2]
    # Where |from_middle + t way| is the radius: the roots of a square equation.
    a, b = (way * way).sum(axis=1), (from_middle * way).sum(axis=1)
    c = (from_middle * from_middle).sum(axis=1) - fog.radius**2
    root = np.sqrt(np.maximum(b * b - a * c, 0.0))
    flat = np.maximum(a, 1e-18)
    begins, stops = ((-b - root) / flat).clip(0.0, 1.0), ((-b + root) / flat).clip(0.0, 1.0)
    # Straight up and down one is in it all the way or not at all.
    share = np.where(a > 1e-18, np.where(b * b > a * c, stops - begins, 0.0), c < 0.0)
    return np.asarray(share * np.linalg.norm(ends - starts, axis=1))
