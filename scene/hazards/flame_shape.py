"""The shape of the flame template: a flat teardrop, held in space by its narrow end, and whose bases it lies over.

Its outline are a small and a large circle and the two lines that touch both. Nothing but the length is in a rulebook; the
widths are an assumption, made once, here.

Source: main-rulebook, Shooting with template weapons: Determine hit targets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.footprints import plan_disc
from scene.table.table import Figure
from scene.walkable.agent_limits import EQUAL, STEP

LENGTH = 8.1
"""Inches from end to end. Source: main-rulebook, Shooting with template weapons: what is measured without a template."""
WIDTH = 2.5
"""Inches across the wide end: an assumption, as templates of this kind are made. Published texts only say about 8" long."""
TIP = 0.25
"""Inches across the narrow end, which is round too: an assumption."""
HEAD = 1.25
"""Inches from a fighter's base to his head: what is higher than this goes over him."""

NEAR, FAR = TIP / 2.0, WIDTH / 2.0
FIRST, LAST = NEAR, LENGTH - FAR
"""Inches from the narrow end to the middles of the two circles."""
SINE = (FAR - NEAR) / (LAST - FIRST)
"""Of the angle between the axis and either side."""
COSINE = float(np.sqrt(1.0 - SINE**2))
EDGE = 1e-9
"""Inches of rounding in touching."""
HALVINGS = 48
"""How often the 8.1 inches are halved in looking for the nearest point: to less than 1e-13 inches."""


@dataclass(frozen=True, eq=False)
class Teardrops:
    """n templates, each held by the end of its narrow end. None leans sideways: across, it is level.

    Attributes:
        tips: (n, 3) inches; the end of the narrow end.
        headings: (n,) where the wide end points in plan, radians anticlockwise from +x.
        tilts: (n,) how far the wide end is lifted, radians; negative where it is lowered. Less than a right angle.
    """

    tips: FloatArray
    headings: FloatArray
    tilts: FloatArray


def over(figures: Sequence[Figure], drops: Teardrops) -> BoolArray:
    """(n, f) whether templates lie over any point of the bases of figures, in plan and in height.

    In height a template is over a base where it is, at that place, at most `HEAD` above the top of the base, below which
    it would go through the fighter, and at most `STEP` below it: a template that lies on a floor lies on its steps too.
    Other levels are farther off than that. Figures without a base count like one of the width of their bodies.

    Exact but for rounding (`EDGE`).
    """
    discs = [plan_disc(figure) for figure in figures]
    middles, radii = np.array([disc.centre for disc in discs]).reshape(-1, 2), np.array([disc.radius for disc in discs])
    tops = np.array([figure.position[2] + figure.base_height for figure in figures]) - drops.tips[:, 2:]
    level, rise = np.cos(drops.tilts)[:, None], np.sin(drops.tilts)[:, None]
    ahead, left = np.cos(drops.headings)[:, None], np.sin(drops.headings)[:, None]
    away = middles - drops.tips[:, None, :2]
    along = (away[..., 0] * ahead + away[..., 1] * left) / level
    aside = np.abs(away[..., 1] * ahead - away[..., 0] * left)
    start, end = _at_height(rise, tops - STEP - EQUAL, tops + HEAD + EQUAL)
    slack = (radii + EDGE) / level
    near = (start <= end) & (aside <= FAR + radii + EDGE) & (along >= start - slack) & (along <= end + slack)
    row, column = np.nonzero(near)
    gap = _gaps(along[near], aside[near], np.broadcast_to(level, near.shape)[near], start[near], end[near])
    found = np.zeros(near.shape, dtype=bool)
    found[row, column] = gap <= radii[column] + EDGE
    return found


def half_width(along: FloatArray) -> FloatArray:
    """(n,) inches from the axis to the outline, ``along`` (n,) inches from the narrow end, 0 to `LENGTH`."""
    middle, radius = _circle(along)
    round_ = np.sqrt(np.maximum(radius**2 - (along - middle) ** 2, 0.0))
    return np.where(_straight(along), (NEAR + (along - FIRST) * SINE) / COSINE, round_)


def half_angle(behind: FloatArray, tilts: FloatArray) -> FloatArray:
    """(n,) radians: half of the angle that a template takes up in plan, seen from a point on its axis behind its tip.

    Args:
        behind: (n,) inches in plan from the point to the tip.
        tilts: (n,) radians.
    """
    level = np.cos(tilts)
    # Tilted, a circle is an ellipse in plan; the lines that touch it are those that touch the circle, squeezed.
    squares = [
        (radius**2, np.maximum((behind + middle * level) ** 2 - (radius * level) ** 2, 1e-18))
        for middle, radius in ((FIRST, NEAR), (LAST, FAR))
    ]
    return np.asarray(np.arctan(np.sqrt(np.maximum(*(across / away for across, away in squares)))))


def outline(drops: Teardrops, *, points: int = 49) -> FloatArray:
    """(n, 2 * points, 3) the outlines, closed, from the tip along the right side to the wide end and back."""
    # Even steps of angle on either circle; the straight sides come by themselves.
    turn = float(np.arcsin(SINE))
    split = points // 4
    small = np.linspace(np.pi, np.pi / 2.0 + turn, split)
    large = np.linspace(np.pi / 2.0 + turn, 0.0, points - split)
    along = np.concatenate([FIRST + NEAR * np.cos(small), LAST + FAR * np.cos(large)])
    aside = np.concatenate([NEAR * np.sin(small), FAR * np.sin(large)])
    return at(drops, np.concatenate([along, along[::-1]]), np.concatenate([-aside, aside[::-1]]))


def at(drops: Teardrops, along: FloatArray, aside: FloatArray) -> FloatArray:
    """(n, k, 3) points of templates, ``along`` (k,) inches from the tip and ``aside`` (k,) to the left of the axis."""
    ahead, left = np.cos(drops.headings)[:, None], np.sin(drops.headings)[:, None]
    gone = along * np.cos(drops.tilts)[:, None]
    up = along * np.sin(drops.tilts)[:, None]
    return drops.tips[:, None] + np.stack([gone * ahead - aside * left, gone * left + aside * ahead, up], axis=2)


def _at_height(rise: FloatArray, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n, f) from where to where along a template it is between two heights above its tip; start > end where it never is."""
    tilted = np.abs(rise) > EDGE
    slope = np.where(tilted, rise, 1.0)
    one, other = low / slope, high / slope
    never = np.where((low <= 0.0) & (high >= 0.0), 0.0, np.inf)
    start = np.where(tilted, np.minimum(one, other), never)
    end = np.where(tilted, np.maximum(one, other), LENGTH)
    return np.maximum(start, 0.0), np.minimum(end, LENGTH)


def _gaps(along: FloatArray, aside: FloatArray, level: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    """(n,) inches in plan from points to the part of a template between ``start`` and ``end`` along it; 0 over it.

    Args:
        along: of the points, in inches of the template.
        aside: from its axis, 0 or more.
        level: what an inch along the template is in plan.
        start, end: along the template.
    """
    low, high = start.copy(), end.copy()
    # The square of the distance to what lies at one place along the template is convex there: halve where it turns.
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        width = half_width(middle)
        circle, _ = _circle(middle)
        widening = np.where(_straight(middle), SINE / COSINE, (circle - middle) / np.maximum(width, 1e-300))
        rising = level**2 * (middle - along) - np.maximum(aside - width, 0.0) * widening > 0.0
        low, high = np.where(rising, low, middle), np.where(rising, middle, high)
    middle = (low + high) / 2.0
    return np.hypot(level * (middle - along), np.maximum(aside - half_width(middle), 0.0))


def _straight(along: FloatArray) -> BoolArray:
    return (along > FIRST - NEAR * SINE) & (along < LAST - FAR * SINE)


def _circle(along: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n,) each: the middle and the radius of the circle of that half of a template."""
    small = along < (FIRST + LAST) / 2.0
    return np.where(small, FIRST, LAST), np.where(small, NEAR, FAR)
