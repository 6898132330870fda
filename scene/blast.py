"""Whom a round blast reaches: whose base it touches, and who of them is wholly hidden from its middle by terrain.

Source: main-rulebook, Shooting with blast weapons: Determine hit fighters.
"""

from collections.abc import Sequence

import numpy as np

from scene.footprint import plan_disc
from scene.mesh import BoolArray, FloatArray
from scene.occluders import occluders
from scene.scatter import LIFT
from scene.surface import surface_points
from scene.table import Figure, Terrain

LOOKS = (6, 64, 512, 4096)
"""Points of a body that are looked for from the middle of a blast, one set after the other, until one is seen."""
EDGE = 1e-9
"""Inches of rounding in touching."""


def touched(figures: Sequence[Figure], middles: FloatArray, radius: float) -> BoolArray:
    """(n, f) whether blasts around middles (n, 3) touch the bases of figures: any point of a base is within the radius.

    Figures without a base are touched like one of the width of their bodies.
    """
    found = np.zeros((len(middles), len(figures)), dtype=bool)
    for number, figure in enumerate(figures):
        disc, foot = plan_disc(figure), figure.position[2]
        aside = np.maximum(np.hypot(*(middles[:, :2] - disc.centre).T) - disc.radius, 0.0)
        up = middles[:, 2] - middles[:, 2].clip(foot, foot + figure.base_height)
        found[:, number] = np.hypot(aside, up) <= radius + EDGE
    return found


def shielded(terrain: Terrain, figures: Sequence[Figure], middles: FloatArray, asked: BoolArray, *, looks: int) -> BoolArray:
    """(n, f) which figures, of those asked for (n, f), terrain hides wholly from middles (n, 3).

    Bodies hide nobody. Of a body up to so many points of `LOOKS` are looked for.
    """
    rays, hidden = occluders(terrain).rays, asked.copy()
    for number, figure in enumerate(figures):
        rows, before = np.flatnonzero(asked[:, number]), 0
        points = _points(figure) if len(rows) else np.zeros((0, 3))
        for count in (*(some for some in LOOKS if some < looks), looks):
            some = points[before:count]
            if len(rows) == 0 or len(some) == 0:
                break
            starts = np.repeat(middles[rows] + (0.0, 0.0, LIFT), len(some), axis=0)
            blocked = rays.blocked(starts, np.tile(some, (len(rows), 1))).reshape(len(rows), len(some))
            seen = ~blocked.all(axis=1)
            hidden[rows[seen], number] = False
            rows, before = rows[~seen], count
    return hidden


def _points(figure: Figure) -> FloatArray:
    """(k, 3) points of a body; of a figure without one, the middle of its base."""
    if len(figure.body.counts.faces) == 0:
        return np.array([[*figure.position[:2], figure.position[2] + figure.base_height + LIFT]])
    return figure.pose.to_table(surface_points(figure.body.counts))
