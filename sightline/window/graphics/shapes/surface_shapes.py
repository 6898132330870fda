"""The shapes of what photos show of a table: its surface in their colours, and a hatched haze where nothing is known."""

import numpy as np

from scene.base.memo import memoized
from scene.table.seen_table import UNKNOWN, SeenTable
from sightline.drawing.rendering import palette
from sightline.window.graphics.shapes.drawn_object import UNLIT, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import shape

BLOCK, LEVEL = 2, 4
"""Cells of a block of haze along x and y, and from one of its levels to the next."""
STRIPES = 3
"""Blocks from one stripe of the hatching to the next."""
MOSTLY = 0.5
"""Of a block's cells, more have to be unknown."""
OPAQUE = 0.22
NEARER = 2e-5
"""Of the depth, how much nearer the surface is drawn, some 0.05 inches seen from 50: its ground may be below the board."""


@memoized
def surface_shape(seen: SeenTable) -> DrawnObject:
    """The surface, as the photos have its light."""
    mesh = seen.surface
    colours = mesh.colours[mesh.faces].mean(axis=1) / 255.0
    drawn = shape(mesh.vertices[mesh.faces].astype(np.float64), colours.astype(np.float32))
    return DrawnObject(drawn, kind=UNLIT, nearer=NEARER)


@memoized
def haze_shape(seen: SeenTable) -> DrawnObject:
    """Striped levels of all that is unknown, from the ground to the tallest surface; one sees through them."""
    first, last = seen.layers
    unknown = seen.space[:, :, first:last] == UNKNOWN
    x, y, z = (count // step for count, step in zip(unknown.shape, (BLOCK, BLOCK, LEVEL), strict=True))
    parts = unknown[: x * BLOCK, : y * BLOCK, : z * LEVEL].reshape(x, BLOCK, y, BLOCK, z, LEVEL)
    block = np.argwhere(parts.mean(axis=(1, 3, 5)) > MOSTLY)
    block = block[block.sum(axis=1) % STRIPES == 0]
    low = np.array(seen.low) + np.array([0.0, 0.0, first * seen.cell])
    size = seen.cell * np.array([BLOCK, BLOCK, LEVEL])
    middle = low + (block + np.array([0.0, 0.0, 0.5])) * size
    flat = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0]]) * size
    triangles = (middle[:, None] + flat).reshape(-1, 3, 3)
    return DrawnObject(shape(triangles, palette.INK, opaque=OPAQUE), kind=UNLIT, blended=True)
