"""Z-order: an order of points in which neighbours are near to one another.

Morton, A computer oriented geodetic data base and a new technique in file sequencing, 1966.
"""

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray

BITS = 10
"""Cells a side, as a power of two."""


def z_order(points: FloatArray) -> IntArray:
    """(n,) the order of points (n, 3) along a Z-order curve through the box around them."""
    if len(points) == 0:
        return np.zeros(0, dtype=np.int64)
    low, high = points.min(axis=0), points.max(axis=0)
    cells = ((points - low) / np.maximum(high - low, 1e-300) * (2**BITS - 1)).astype(np.int64)
    key = np.zeros(len(points), dtype=np.int64)
    for bit in range(BITS):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")
