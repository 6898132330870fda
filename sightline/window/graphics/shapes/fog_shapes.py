"""The shapes of fog: pale banks through which one sees the table, and their rims on the ground."""

from collections.abc import Iterator

import numpy as np

from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.table.fog import Fog
from sightline.drawing.rendering import palette
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch, disc, ribbon

LAYERS = 5
LOWEST, LEAST_HIGH, OVER = 0.08, 3.2, 1.0
"""Inches above the table at which a bank begins, that it is drawn high at least, and over the scenery; it hides without end."""
OPAQUE = 0.2


def fog_high(top: float) -> float:
    """Inches that a bank is drawn high over scenery whose top is at a height."""
    return max(LEAST_HIGH, top + OVER)


def fog_shapes(fog: Fog, high: float) -> Iterator[TriangleBatch]:
    """Layers of a bank up to a height, all of them see-through, and the rim of the lowest."""
    x, y = fog.middle
    for height in np.linspace(LOWEST, high, LAYERS).tolist():
        yield disc((x, y, height), fog.radius, palette.WHITE, opaque=OPAQUE)
    turn = np.linspace(0.0, 2.0 * np.pi, 97)
    ring = np.column_stack([x + fog.radius * np.cos(turn), y + fog.radius * np.sin(turn), np.full(97, LOWEST)])
    yield ribbon(ring, 0.12, palette.INK, dashed=0.6)


def fog_label(fog: Fog, high: float) -> tuple[Point, str]:
    """Where it is written that this is fog, and what of it one sees through."""
    return (*fog.middle, high), f'fog, {plain(fog.through)}" seen through' if fog.through else "fog"
