"""An orthophoto of a scan: a picture straight from above, in which every pixel knows its place on the mesh."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.registration.coloured_mesh import Coloured
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.ray_casting import RayScene

FINE = 3_000
"""Pixels of the longer side: 0.4 mm on a table of 48 inches."""

COARSE = 1_200
"""Enough to tell whether there are anchor tags at all."""

ROWS = 200
"""Rows of pixels that are looked at together, so that memory does not grow with the picture."""

NOTHING = 128.0
"""The grey of what the scan has no surface for."""


@dataclass(frozen=True, eq=False)
class TopView:
    """A picture from above, in a frame whose z is up.

    Attributes:
        grey: (h, w) uint8.
        depth: (h, w) float32: z of what is seen; NaN where there is nothing.
        origin: (2,) float: x, y of the middle of the top left pixel.
        pixel: the side of a pixel.
    """

    grey: NDArray[np.uint8]
    depth: NDArray[np.float32]
    origin: FloatArray
    pixel: float

    def places(self, pixels: FloatArray) -> FloatArray:
        """(..., 2) x, y of (..., 2) pixels; y runs up and rows run down."""
        return np.asarray(self.origin + pixels * (self.pixel, -self.pixel))


def top_view(scan: Coloured, low: FloatArray, high: FloatArray, *, longest: int = FINE) -> TopView:
    """What one sees of a scan from straight above.

    Args:
        scan: in a frame whose z is up.
        low, high: (2,) float: the rectangle to look at.
        longest: pixels of its longer side.
    """
    pixel = float((high - low).max()) / longest
    width, height = (int(np.ceil(side / pixel)) for side in high - low)
    origin = np.array([low[0] + 0.5 * pixel, high[1] - 0.5 * pixel])
    # In pixels, so that a scan in any unit is as exact.
    middle = np.array([*(low + high) / 2.0, scan.mesh.vertices[:, 2].min()])
    small = scan.mesh.with_vertices((scan.mesh.vertices - middle) / pixel)
    rays, top = RayScene([small]), float(small.vertices[:, 2].max()) + 1.0
    grey, depth = np.full((height, width), NOTHING), np.full((height, width), np.nan, dtype=np.float32)
    x = (origin[0] - middle[0]) / pixel + np.arange(width)
    for first in range(0, height, ROWS):
        rows = np.arange(first, min(first + ROWS, height))
        y = (origin[1] - middle[1]) / pixel - rows
        starts = np.stack([*(axis.reshape(-1) for axis in np.meshgrid(x, y)), np.full(width * len(rows), top)], axis=1)
        hits = rays.first_hits(starts, np.tile([0.0, 0.0, -1.0], (len(starts), 1)))
        met = np.flatnonzero(hits.face >= 0)
        faces = hits.face[met].astype(np.int64)
        seen = scan.grey(faces, _weights(small.vertices, small.faces[faces], starts[met]))
        grey[rows[0] : rows[-1] + 1].reshape(-1)[met] = seen
        depth[rows[0] : rows[-1] + 1].reshape(-1)[met] = (top - hits.distance[met]) * pixel + middle[2]
    return TopView(np.clip(np.round(grey), 0, 255).astype(np.uint8), depth, origin, pixel)


def _weights(points: FloatArray, faces: IntArray, places: FloatArray) -> FloatArray:
    """(n, 3) how much each corner of (n, 3) faces counts at places straight above or below them."""
    a, b, c = (points[faces[:, corner], :2] for corner in range(3))
    p = places[:, :2]
    whole = _turn(b - a, c - a)
    safe = np.where(np.abs(whole) > 1e-12, whole, 1.0)
    found = np.stack([_turn(c - b, p - b), _turn(a - c, p - c), _turn(b - a, p - a)], axis=1) / safe[:, None]
    found = np.clip(found, 0.0, 1.0)
    total = found.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 0.0, found / np.where(total > 0.0, total, 1.0), 1.0 / 3.0))


def _turn(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
