"""The shapes of fog: pale banks through which one sees the table, and their rims on the ground."""

from collections.abc import Iterator

import numpy as np

from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.table.fog import Fog
from sightline.drawing.rendering import palette
from sightline.window.graphics.gl_shapes import TriangleBatch, disc, ribbon

LAYERS = (0.08, 0.8, 1.6, 2.4, 3.2)
"""Inches above the table at which a bank is drawn; it hides upwards without end."""
OPAQUE = 0.2


def fog_shapes(fog: Fog) -> Iterator[TriangleBatch]:
    """Layers of a bank, all of them see-through, and the rim of the lowest."""
    x, y = fog.middle
    for height in LAYERS:
        yield disc((x, y, height), fog.radius, palette.WHITE, opaque=OPAQUE)
    turn = np.linspace(0.0, 2.0 * np.pi, 97)
    ring = np.column_stack([x + fog.radius * np.cos(turn), y + fog.radius * np.sin(turn), np.full(97, LAYERS[0])])
    yield ribbon(ring, 0.12, palette.INK, dashed=0.6)


def fog_label(fog: Fog) -> tuple[Point, str]:
    """Where it is written that this is fog, and what of it one sees through."""
    return (*fog.middle, LAYERS[-1]), f'fog, {plain(fog.through)}" seen through' if fog.through else "fog"
