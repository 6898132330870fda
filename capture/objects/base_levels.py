"""Levels of the table that bases stand on, and where on them bases are looked for."""

from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import role_of
from capture.adjustment.survey import Survey
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH

GROUND_SIGMA_MM = 0.4
"""How even the ground is: standard deviation of its height under a base."""

CARD_MM, DISC_MM = 1.5, 6.0
"""How far around tags nothing is looked for: cards lie flat, discs on bases of 3 mm, whose rims come to lie farther off."""

SAME_LEVEL = 0.35
"""Inches: a tag this near in height lies on the level that is searched."""


@dataclass(frozen=True, eq=False)
class BaseLevel:
    """A level that bases stand on.

    Attributes:
        height: inches.
        sigma: inches, how well that is known under a base, beside the survey.
        slopes: (n,) float: how it changes with the survey's parameters; None where it does not, as the ground.
        box: (2, 2) float: lowest and highest x, y of the part where bases are looked for; None is the whole table.
    """

    height: float
    sigma: float = GROUND_SIGMA_MM / MM_PER_INCH
    slopes: FloatArray | None = None
    box: FloatArray | None = None


def level_of(height: float | BaseLevel) -> BaseLevel:
    """A level by its height alone."""
    return height if isinstance(height, BaseLevel) else BaseLevel(height)


def searched(survey: Survey, level: BaseLevel) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Lowest and highest x, y of what is searched of a level; None where that is not on the table."""
    low, high = np.zeros(2), np.asarray(survey.size, dtype=np.float64)
    if level.box is not None:
        low, high = np.maximum(low, level.box[0]), np.minimum(high, level.box[1])
    if np.any(high - low <= 0.0):
        return None
    (left, near), (right, far) = low.tolist(), high.tolist()
    return (left, near), (right, far)


def cards_on(survey: Survey, height: float) -> list[FloatArray]:
    """(4, 2) polygons around the cards and discs of the tags that lie on a level."""
    found = []
    for number, side, pose in zip(survey.ids, survey.sides, survey.tags, strict=True):
        if abs(pose.position[2] - height) > SAME_LEVEL:
            continue
        role = role_of(number)
        card = (role.card_mm or 1.5 * side * MM_PER_INCH) / 2.0 + (DISC_MM if role.kind == "base" else CARD_MM)
        corners = card / MM_PER_INCH * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
        found.append(pose.to_table(corners)[:, :2])
    return found
