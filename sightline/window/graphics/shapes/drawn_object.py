"""Something that is drawn: its triangles, where they are, and how they take the light."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch

PLAIN, FIGURE, BAKED, GROUND, UNLIT = 0.0, 0.125, 0.25, 0.5, 1.0
"""How something takes the light: plainly, with a bright rim, with its own share of the sky's, with the grid, not at all."""


@dataclass(frozen=True, eq=False)
class DrawnObject:
    """Something that is drawn.

    Attributes:
        shape: its triangles.
        pose: (4, 4) from its own frame to the table's; None for the table's.
        kind: how it takes the light: `PLAIN`, `FIGURE`, `BAKED`, `GROUND` or `UNLIT`.
        nearer: how much nearer to the eye it is drawn than it is, to lie upon what is behind it.
        glow: that is added to its colour.
        blended: whether it lets through what is behind it.
        upon: whether it is drawn upon all that stands on the table, and casts no shadow.
        behind: whether of it is drawn only what something else hides.
        closed: whether it is a closed surface that is turned outward, whose backs are seen only where it is cut open.
        picture: (rows, columns, 4) uint8 that is laid on it, its first row at the top; None for none.
    """

    shape: TriangleBatch
    pose: FloatArray | None = None
    kind: float = PLAIN
    nearer: float = 0.0
    glow: tuple[float, float, float] = (0.0, 0.0, 0.0)
    blended: bool = False
    upon: bool = False
    behind: bool = False
    closed: bool = False
    picture: NDArray[np.uint8] | None = None
