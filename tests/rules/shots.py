"""Jelena, Kruger and what stands between them, for tests of the main rulebook.

Jelena stands at the origin and looks along x at Kruger, 10 inches off. Both are boxes of 0.4 by 0.6 by 1.2 inches on bases of
one inch radius, so that only Kruger's front, at x = 9.8, can be seen from Jelena's eye.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from scene.table.table import MM_PER_INCH, Body, Figure, Piece
from tests.plain_scenes import Triple, block, box, figure
from tests.scene import reference

JELENA = figure("jelena", 0, 0, side="red")
KRUGER = figure("kruger", 10, 0, side="blue")

FEET = 3.0 / MM_PER_INCH
"""Height of a base; bodies begin there."""
EYE = (0.1, 0.0, FEET + 1.1)
FRONT, ACROSS, UP = 9.8, (-0.3, 0.3), (FEET, FEET + 1.2)
"""What of Kruger can be seen."""


def screen(name: str, share: float, *, x: float = 5.0, **fields: Any) -> Piece:  # noqa: ANN401
    """A sheet that hides this share of Kruger's front from Jelena's eye, from his right side on."""
    whole = reference.rectangle_angle(np.array(EYE), ACROSS, UP, x=FRONT)
    low, high = ACROSS
    for _ in range(60):
        middle = (low + high) / 2.0
        part = reference.rectangle_angle(np.array(EYE), (ACROSS[0], middle), UP, x=FRONT) / whole
        low, high = (middle, high) if part < share else (low, middle)
    edge = low * (x - EYE[0]) / (FRONT - EYE[0])
    return block(name, (x, -30, 0), (x, edge, 9), **fields)


def closed(x: float = 5.0, **fields: Any) -> Piece:  # noqa: ANN401
    return block("wall", (x, -30, 0), (x + 0.2, 30, 9), **fields)


def shaped(who: Figure, low: Triple, high: Triple, *, eye: Triple | None = None) -> Figure:
    """The same figure with another box for a body; it looks from where it did unless ``eye`` says otherwise."""
    return replace(who, body=Body(box(low, high), who.body.eye if eye is None else np.array(eye)))


def giant(x: float, y: float = 0.0) -> Figure:
    """Somebody who hides all that is behind him."""
    return shaped(figure("giant", x, y), (-0.5, -9, 0), (0.5, 9, 9))
