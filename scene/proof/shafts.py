"""Shafts: the convex hulls of pairs of boxes, which hold every line from one box to the other.

Haines and Wallace, Shaft culling for efficient ray-traced radiosity, 1991.
"""

import numpy as np

from scene.geometry.mesh import FloatArray

PLANES = 18
"""Half spaces of a shaft: six of the box around both boxes, and four along each axis, of which some are void."""
MARGIN = 1e-7
"""Inches by which shafts are wider than their boxes: a thousand times what rounding moves anything on a table."""


def shaft_planes(a: FloatArray, b: FloatArray) -> FloatArray:
    """(n, `PLANES`, 4) half spaces x . p[:3] <= p[3] that hold the hulls of boxes a and b; void ones are 0 <= infinity.

    Both are (n, 2, 3), the lowest and the highest corners. These are all planes that the hulls have: as edges of boxes go along
    axes, a face of a hull that is none of theirs goes along one of them.
    """
    count = len(a)
    planes = np.zeros((count, PLANES, 4))
    planes[..., 3] = np.inf
    for axis in range(3):
        planes[:, 2 * axis, axis], planes[:, 2 * axis + 1, axis] = 1.0, -1.0
        planes[:, 2 * axis, 3] = np.maximum(a[:, 1, axis], b[:, 1, axis]) + MARGIN
        planes[:, 2 * axis + 1, 3] = -np.minimum(a[:, 0, axis], b[:, 0, axis]) + MARGIN
        for high in range(4):
            planes[:, 6 + 4 * axis + high] = _tangents(a, b, axis, (high & 1, high >> 1))
    return planes


def _tangents(a: FloatArray, b: FloatArray, axis: int, high: tuple[int, int]) -> FloatArray:
    """(n, 4) planes along an axis that touch the same corner of both boxes, of which other corners lie within."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    one, other = np.stack([a[:, high[0], u], a[:, high[1], v]], axis=1), np.stack([b[:, high[0], u], b[:, high[1], v]], axis=1)
    way = other - one
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
    # Outward, which is towards the corner: both parts of the normal have to point to its sides.
    outward = np.where(np.array(high) == 1, 1.0, -1.0)
    normal = normal * np.where((normal * outward).sum(axis=1, keepdims=True) < 0.0, -1.0, 1.0)
    length = np.sqrt((normal * normal).sum(axis=1))
    sound = (length > 1e-9) & (normal * outward >= 0.0).all(axis=1)
    normal = normal / np.maximum(length, 1e-9)[:, None]
    # The farther of the two corners, so that rounding makes shafts wider only.
    offset = np.maximum((normal * one).sum(axis=1), (normal * other).sum(axis=1)) + MARGIN
    planes = np.zeros((len(a), 4))
    planes[:, u], planes[:, v] = np.where(sound, normal[:, 0], 0.0), np.where(sound, normal[:, 1], 0.0)
    planes[:, 3] = np.where(sound, offset, np.inf)
    return planes
