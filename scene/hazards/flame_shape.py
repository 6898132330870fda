"""The shape of the flame template: a flat teardrop, held in space by its narrow end, and whose bases it lies over.

Its outline are a small and a large circle and the two lines that touch both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.footprints import plan_disc
from scene.table.table import Figure
from scene.walkable.agent_limits import EQUAL

HEAD = 1.25
"""Inches from a fighter's base to his head: what is higher than this goes over him."""
EDGE = 1e-9
"""Inches of rounding in touching."""
HALVINGS = 48
"""How often a template is halved in looking for the nearest point: to less than 1e-13 inches."""


@dataclass(frozen=True)
class TeardropShape:
    """What a template is cut like: the length from end to end, and the widths across its wide and its narrow end; inches."""

    length: float
    width: float
    tip: float

    @property
    def near(self) -> float:
        """The radius of the small circle."""
        return self.tip / 2.0

    @property
    def far(self) -> float:
        """The radius of the large circle."""
        return self.width / 2.0

    @property
    def first(self) -> float:
        """From the narrow end to the middle of the small circle."""
        return self.near

    @property
    def last(self) -> float:
        """From the narrow end to the middle of the large circle."""
        return self.length - self.far

    @property
    def sine(self) -> float:
        """Of the angle between the axis and either side."""
        return (self.far - self.near) / (self.last - self.first)

    @property
    def cosine(self) -> float:
        """The same angle's."""
        return float(np.sqrt(1.0 - self.sine**2))

    def half_width(self, along: FloatArray) -> FloatArray:
        """(n,) inches from the axis to the outline, ``along`` (n,) inches from the narrow end, 0 to the length."""
        middle, radius = self.circle(along)
        round_ = np.sqrt(np.maximum(radius**2 - (along - middle) ** 2, 0.0))
        return np.where(self.straight(along), (self.near + (along - self.first) * self.sine) / self.cosine, round_)

    def straight(self, along: FloatArray) -> BoolArray:
        """(n,) whether the sides are straight there."""
        return (along > self.first - self.near * self.sine) & (along < self.last - self.far * self.sine)

    def circle(self, along: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(n,) each: the middle and the radius of the circle of that half of a template."""
        small = along < (self.first + self.last) / 2.0
        return np.where(small, self.first, self.last), np.where(small, self.near, self.far)


@dataclass(frozen=True, eq=False)
class Teardrops:
    """n templates of one shape, each held by the end of its narrow end. None leans sideways: across, it is level.

    Attributes:
        shape: of all of them.
        tips: (n, 3) inches; the end of the narrow end.
        headings: (n,) where the wide end points in plan, radians anticlockwise from +x.
        tilts: (n,) how far the wide end is lifted, radians; negative where it is lowered. Less than a right angle.
    """

    shape: TeardropShape
    tips: FloatArray
    headings: FloatArray
    tilts: FloatArray


def over(figures: Sequence[Figure], drops: Teardrops, *, step: float) -> BoolArray:
    """(n, f) whether templates lie over any point of the bases of figures, in plan and in height.

    In height a template is over a base where it is, at that place, at most `HEAD` above the top of the base, below which
    it would go through the fighter, and at most ``step`` below it: a template that lies on a floor lies on its steps too.
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
    start, end = _at_height(drops.shape.length, rise, tops - step - EQUAL, tops + HEAD + EQUAL)
    slack = (radii + EDGE) / level
    near = (start <= end) & (aside <= drops.shape.far + radii + EDGE) & (along >= start - slack) & (along <= end + slack)
    row, column = np.nonzero(near)
    gap = _gaps(drops.shape, along[near], aside[near], np.broadcast_to(level, near.shape)[near], start[near], end[near])
    found = np.zeros(near.shape, dtype=bool)
    found[row, column] = gap <= radii[column] + EDGE
    return found


def half_angle(shape: TeardropShape, behind: FloatArray, tilts: FloatArray) -> FloatArray:
    """(n,) radians: half of the angle that a template takes up in plan, seen from a point on its axis behind its tip.

    Args:
        shape: of the template.
        behind: (n,) inches in plan from the point to the tip.
        tilts: (n,) radians.
    """
    level = np.cos(tilts)
    # Tilted, a circle is an ellipse in plan; the lines that touch it are those that touch the circle, squeezed.
    squares = [
        (radius**2, np.maximum((behind + middle * level) ** 2 - (radius * level) ** 2, 1e-18))
        for middle, radius in ((shape.first, shape.near), (shape.last, shape.far))
    ]
    return np.asarray(np.arctan(np.sqrt(np.maximum(*(across / away for across, away in squares)))))


def outline(drops: Teardrops, *, points: int = 49) -> FloatArray:
    """(n, 2 * points, 3) the outlines, closed, from the tip along the right side to the wide end and back."""
    # Even steps of angle on either circle; the straight sides come by themselves.
    shape = drops.shape
    turn = float(np.arcsin(shape.sine))
    split = points // 4
    small = np.linspace(np.pi, np.pi / 2.0 + turn, split)
    large = np.linspace(np.pi / 2.0 + turn, 0.0, points - split)
    along = np.concatenate([shape.first + shape.near * np.cos(small), shape.last + shape.far * np.cos(large)])
    aside = np.concatenate([shape.near * np.sin(small), shape.far * np.sin(large)])
    return at(drops, np.concatenate([along, along[::-1]]), np.concatenate([-aside, aside[::-1]]))


def at(drops: Teardrops, along: FloatArray, aside: FloatArray) -> FloatArray:
    """(n, k, 3) points of templates, ``along`` (k,) inches from the tip and ``aside`` (k,) to the left of the axis."""
    ahead, left = np.cos(drops.headings)[:, None], np.sin(drops.headings)[:, None]
    gone = along * np.cos(drops.tilts)[:, None]
    up = along * np.sin(drops.tilts)[:, None]
    return drops.tips[:, None] + np.stack([gone * ahead - aside * left, gone * left + aside * ahead, up], axis=2)


def _at_height(length: float, rise: FloatArray, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n, f) from where to where along a template it is between two heights above its tip; start > end where it never is."""
    tilted = np.abs(rise) > EDGE
    slope = np.where(tilted, rise, 1.0)
    one, other = low / slope, high / slope
    never = np.where((low <= 0.0) & (high >= 0.0), 0.0, np.inf)
    start = np.where(tilted, np.minimum(one, other), never)
    end = np.where(tilted, np.maximum(one, other), length)
    return np.maximum(start, 0.0), np.minimum(end, length)


def _gaps(
    shape: TeardropShape, along: FloatArray, aside: FloatArray, level: FloatArray, start: FloatArray, end: FloatArray
) -> FloatArray:
    """(n,) inches in plan from points to the part of a template between ``start`` and ``end`` along it; 0 over it.

    Args:
        shape: of the template.
        along: of the points, in inches of the template.
        aside: from its axis, 0 or more.
        level: what an inch along the template is in plan.
        start, end: along the template.
    """
    low, high = start.copy(), end.copy()
    # The square of the distance to what lies at one place along the template is convex there: halve where it turns.
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        width = shape.half_width(middle)
        circle, _ = shape.circle(middle)
        widening = np.where(shape.straight(middle), shape.sine / shape.cosine, (circle - middle) / np.maximum(width, 1e-300))
        rising = level**2 * (middle - along) - np.maximum(aside - width, 0.0) * widening > 0.0
        low, high = np.where(rising, low, middle), np.where(rising, middle, high)
    middle = (low + high) / 2.0
    return np.hypot(level * (middle - along), np.maximum(aside - shape.half_width(middle), 0.0))
