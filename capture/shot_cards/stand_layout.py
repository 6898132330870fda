"""The stand in the shooter's place: where its tags are beside the hole that is where the eye was."""

import numpy as np

from assets.tag_scheme import STAND_TAG_MM, STANDS
from capture.shot_cards.card_layout import CardLayout
from scene.table.table import MM_PER_INCH, Figure

ASIDE_MM, ABOVE_MM = 24.0, 14.0
"""Millimetres from the hole's middle to those of the tags beside it."""
STAND_EDGE_MM = STAND_TAG_MM / 2.0 * 1.25 + 0.5
"""From a tag's middle to where the stand is cut."""


def eye_over_base(layout: CardLayout, shooter: Figure) -> tuple[float, float, float]:
    """Millimetres of an eye before the middle of its base, to the left of it and above it, as the shooter looks at a card."""
    x, y, z = shooter.position
    to_target = layout.to_table(np.zeros(3))[:2] - [x, y]
    ahead = to_target / max(float(np.hypot(*to_target)), 1e-9)
    before, left, up = ahead, np.array([-ahead[1], ahead[0]]), shooter.eye[2] - z
    eye = shooter.eye[:2] - [x, y]
    return float(eye @ before) * MM_PER_INCH, float(eye @ left) * MM_PER_INCH, float(up) * MM_PER_INCH


def stand_tags(up: float) -> dict[int, tuple[float, float]]:
    """Where a stand's tags are, seen from the target: right of its hole and above it; that is ``up`` over the ground."""
    lowest = STAND_EDGE_MM + 0.5
    low = max(lowest, up - ABOVE_MM)
    high = max(lowest + 2.0 * STAND_EDGE_MM, up + ABOVE_MM)
    places = [(side * ASIDE_MM, row - up) for row in (high, low) for side in (-1.0, 1.0)]
    return dict(zip(STANDS, places, strict=True))
