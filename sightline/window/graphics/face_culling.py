"""Which triangles of a closed surface a camera can see: fronts that are not beside its picture, and not too small.

A graphics card finds that out by itself; where software draws, each corner that it need not look at is time. Triangles are
sorted by where they are turned, by size, and by how far out their planes lie: of those that are turned alike a camera sees the
fronts of all whose planes lie on its near side, so that what is to be drawn is a few hundred stretches at most.
"""

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from sightline.window.graphics.shapes.gl_shapes import Float32

SLACK = 1e-3
"""Inches by which a triangle that is drawn may be turned away, or be beside the picture: more than comes of rounding."""
ALIKE = 0.25
"""How much the normals of triangles may differ that are sorted together."""
SIZES = (0.03, 0.06, 0.12, 0.25)
"""Inches from their middles to their corners, between which triangles are sorted together."""
GAP = 16
"""Triangles between two stretches that are drawn too, as each stretch takes its time."""
Stretches = tuple[NDArray[np.int32], NDArray[np.int32]]


class FaceCulling:
    """The planes and places of triangles, for one camera after another.

    Attributes:
        order: (m,) in which the triangles are to be drawn.
    """

    def __init__(self, places: Float32) -> None:
        """Of the corners (3 m, 3) of triangles, three by three, in inches; anticlockwise seen from outside."""
        # Columns: sums and extremes along the short side of a narrow matrix take many times as long.
        a, b, c = places.reshape(-1, 3, 3).astype(np.float64).transpose(1, 2, 0).copy()
        normals = np.cross(b - a, c - a, axis=0)
        normals /= np.maximum(np.sqrt((normals**2).sum(axis=0)), 1e-12)
        offsets = (normals * a).sum(axis=0)
        middles = (a + b + c) / 3.0
        radii = np.sqrt(np.maximum.reduce([((corner - middles) ** 2).sum(axis=0) for corner in (a, b, c)]))
        self.order = np.lexsort((offsets, *np.round(normals / ALIKE), np.searchsorted(SIZES, radii)))
        self._planes = np.vstack([normals, -offsets])[:, self.order].astype(np.float32)
        self._middles = np.vstack([middles, np.ones(len(offsets))])[:, self.order].astype(np.float32)
        self._radii = radii[self.order].astype(np.float32)
        low, high = (find([a, b, c], axis=(0, 2)) for find in (np.min, np.max))
        self._box = np.array([[*np.where(np.array([bit & 1, bit & 2, bit & 4]) > 0, high, low), 1.0] for bit in range(8)])

    def seen(self, view: FloatArray, projection: FloatArray, smallest: float) -> Stretches:
        """The first corners (k,) and numbers of corners (k,) of stretches, in their order, that hold all that can be seen.

        Args:
            view: (4, 4) from the table's frame to the camera's.
            projection: (4, 4) from the camera's frame to the picture's, of a perspective.
            smallest: the tangent of the angle from its middle to its corner under which a triangle must be seen at least.
        """
        eye = np.linalg.inv(view)[:, 3].astype(np.float32)
        seen = _dot(self._planes, eye) > -SLACK
        clip = projection @ view
        sides = np.array([clip[3] + clip[0], clip[3] - clip[0], clip[3] + clip[1], clip[3] - clip[1]])
        sides /= np.linalg.norm(sides[:, :3], axis=1, keepdims=True)
        for side in sides[(self._box @ sides.T).min(axis=0) < 0.0].astype(np.float32):
            seen &= _dot(self._middles, side) > -self._radii - SLACK
        if smallest > 0.0:
            seen &= _dot(self._middles, -smallest * view[2].astype(np.float32)) < self._radii
        return _stretches(seen)


def _dot(rows: Float32, by: Float32) -> Float32:
    """(m,) the products of columns (4, m) with a vector (4,)."""
    # The threads of a matrix product would keep those that draw from their work.
    x, y, z, w = rows
    found: Float32 = x * by[0] + y * by[1] + z * by[2] + w * by[3]
    return found


def _stretches(seen: NDArray[np.bool_]) -> Stretches:
    """First corners and numbers of corners of the stretches of triangles (m,) that are seen, short gaps left in."""
    changes = np.flatnonzero(np.diff(seen, prepend=False, append=False))
    starts, ends = changes[::2], changes[1::2]
    apart = starts[1:] - ends[:-1] > GAP
    starts, ends = starts[np.concatenate([[True], apart])[: len(starts)]], ends[np.concatenate([apart, [True]])[: len(ends)]]
    return (3 * starts).astype(np.int32), (3 * (ends - starts)).astype(np.int32)
