"""The levels of a table, and how many of them are shown: those above can be cut away."""

import math

from scene.table.table import Table

LEVEL = 2.0
"""Inches by which floors have to be apart to be levels of their own for cutting away."""
HEAD = 1.6
"""Inches above a floor at which the level on it is cut off."""


def levels(table: Table) -> list[float]:
    """The heights of floors that somebody could stand on, far enough apart; the ground first."""
    tops = sorted({round(float(piece.placed.bounds[1, 2]), 1) for piece in table.terrain.pieces})
    found = [0.0]
    for top in tops:
        if top - found[-1] >= LEVEL:
            found.append(top)
    return found


def cut_above(heights: list[float], count: int) -> float:
    """The height above which nothing is shown when so many levels are; infinite for all of them."""
    count = min(max(count, 1), len(heights))
    return math.inf if count == len(heights) else heights[count - 1] + HEAD


def levels_shown(heights: list[float], cut: float) -> int:
    """How many levels are shown below a cut."""
    return max(sum(height < cut - 1e-6 for height in heights), 1)
