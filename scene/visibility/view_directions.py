"""Directions of a view, from an eye to a body, in cells of equal solid angle.

Each view has a frame whose x axis points from the eye to the middle of the body. In it a direction is given by its azimuth
and by the sine of its elevation: equal rectangles of these two are equal solid angles (Lambert's cylindrical projection).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from scene.base.array_file import packed_arrays, unpacked_arrays
from scene.base.disk_cache import fetched, keep
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import Float32
from scene.geometry.surface_samples import crosses
from scene.table.table import Figure

NEARLY_BESIDE = 0.05
"""Cosine below which a body's corner is too far from the middle of the view to be projected flat."""

OUTLINE_FILE = (("<i4", ()),)
"""How the numbers of a hull's corners are kept on disk."""


@dataclass(frozen=True, eq=False)
class Frames:
    """How p views look at their bodies.

    Attributes:
        eye: (p, 3) in the table's frame.
        eye_own: (p, 3) the same in the body's own frame.
        turn: (p, 3, 3) takes the body's own axes to the table's (columns are its axes).
        axes: (p, 3, 3) rows are the view's axes in the body's own frame.
        window: (p, 4) azimuth from and to (radians), sine of elevation from and to; all of the body lies within.
        reach: (p,) distance beyond which nothing of the body lies.
        spread: (p,) cosine of the angle from the x axis within which the body lies.
    """

    eye: FloatArray
    eye_own: FloatArray
    turn: FloatArray
    axes: FloatArray
    window: FloatArray
    reach: FloatArray
    spread: FloatArray

    def directions(self, view: IntArray, across: Float32, up: Float32) -> Float32:
        """(n, 3) unit directions in the bodies' own frames.

        Args:
            view: (n,) which view each belongs to.
            across: (n,) place in the window from 0 to 1, along the azimuth.
            up: (n,) the same along the sine of the elevation.
        """
        start, width = self.window[:, [0, 2]], self.window[:, [1, 3]] - self.window[:, [0, 2]]
        first, size = start.astype(np.float32)[view], width.astype(np.float32)[view]
        azimuth = first[:, 0] + across * size[:, 0]
        sine = first[:, 1] + up * size[:, 1]
        cosine = np.sqrt(np.maximum(np.float32(0.0), np.float32(1.0) - sine * sine))
        local = np.stack([cosine * np.cos(azimuth), cosine * np.sin(azimuth), sine], axis=1)
        return turned(local, np.swapaxes(self.axes, 1, 2), view)


def turned(vectors: Float32, matrices: FloatArray, which: IntArray) -> Float32:
    """(n, 3) vectors, each multiplied by the matrix (of (p, 3, 3)) that ``which`` (sorted) names."""
    small = matrices.astype(np.float32)
    if len(small) == 1:
        return np.asarray(vectors @ small[0].T)
    if len(vectors) < 64 * len(small):
        return np.asarray(np.einsum("nij,nj->ni", small[which], vectors))
    result = np.empty_like(vectors)
    edges = np.searchsorted(which, np.arange(len(small) + 1))
    for i, matrix in enumerate(small):
        part = slice(edges[i], edges[i + 1])
        result[part] = vectors[part] @ matrix.T
    return result


def frames(eyes: FloatArray, targets: Sequence[Figure]) -> Frames:
    """The frames of p eyes (p, 3), each looking at its target's body."""
    turn = np.stack([target.pose.matrix for target in targets])
    origin = np.array([target.pose.position for target in targets])
    eye_own = np.einsum("pji,pj->pi", turn, eyes - origin)
    axes = np.empty((len(targets), 3, 3))
    window = np.empty((len(targets), 4))
    reach = np.empty(len(targets))
    spread = np.empty(len(targets))
    order = sorted(range(len(targets)), key=lambda i: id(targets[i].body.counts))
    for _, group in groupby(order, key=lambda i: id(targets[i].body.counts)):
        views = np.array(list(group))
        corners = outline_points(targets[views[0]].body.counts)
        axes[views], window[views], reach[views], spread[views] = _framed(eye_own[views], corners)
    return Frames(eyes, eye_own, turn, axes, window, reach, spread)


@memoized
def outline_points(mesh: Mesh) -> FloatArray:
    """(n, 3) the corners of the mesh's convex hull: no outline reaches beyond them."""
    points = np.unique(mesh.vertices[mesh.faces.reshape(-1)], axis=0)
    if len(points) < 64:
        return points
    key = blake2b(points.tobytes(), digest_size=20).hexdigest()
    content = fetched(key, "outline")
    kept = None if content is None else unpacked_arrays(content, key, OUTLINE_FILE)
    if kept is not None and len(kept[0]) and ((kept[0] >= 0) & (kept[0] < len(points))).all():
        return np.asarray(points[kept[0]])
    corners = _hull_corners(points)
    keep(key, packed_arrays(key, OUTLINE_FILE, [corners]), "outline")
    return np.asarray(points[corners])


def _hull_corners(points: FloatArray) -> NDArray[np.int32]:
    """Which of (n, 3) points are corners of their convex hull; finding out wants a library that is slow to import."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        return np.asarray(ConvexHull(points).vertices)
    except QhullError:
        # Flat bodies have no hull; all their points serve as well.
        return np.arange(len(points), dtype=np.int32)


def _framed(eye: FloatArray, corners: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Axes, window, reach and spread of q eyes (q, 3) for a body with these hull corners (v, 3)."""
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
    axes = _axes(middle - eye)
    offsets = corners[None] - eye[:, None]
    x, y, z = np.moveaxis(np.einsum("qij,qvj->qvi", axes, offsets), 2, 0)
    length = np.linalg.norm(offsets, axis=2)
    cosine = x / np.maximum(length, 1e-12)
    beside = (cosine < NEARLY_BESIDE).any(axis=1)
    ahead = np.where(cosine < NEARLY_BESIDE, np.inf, x)
    flat = _flat_window((y / ahead), (z / ahead))
    sphere = np.array([-np.pi, np.pi, -1.0, 1.0])
    window = np.where(beside[:, None], sphere, flat)
    return axes, window, length.max(axis=1), np.where(beside, -1.0, cosine.min(axis=1))


def _axes(ahead: FloatArray) -> FloatArray:
    """(q, 3, 3) frames with x along ``ahead`` and z as nearly upright as can be."""
    distance = np.linalg.norm(ahead, axis=1, keepdims=True)
    x = np.where(distance > 0, ahead / np.maximum(distance, 1e-12), [1.0, 0.0, 0.0])
    upright = np.where(np.abs(x[:, 2:]) < 0.9, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    z = upright - (upright * x).sum(axis=1, keepdims=True) * x
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    return np.stack([x, crosses(z, x), z], axis=1)


def _flat_window(across: FloatArray, up: FloatArray) -> FloatArray:
    """(q, 4) windows around points of the plane x = 1, which keeps straight edges straight, so corners bound them."""
    left, right, low, high = across.min(axis=1), across.max(axis=1), up.min(axis=1), up.max(axis=1)
    nearest = np.where((left <= 0) & (right >= 0), 0.0, np.minimum(np.abs(left), np.abs(right)))
    farthest = np.maximum(np.abs(left), np.abs(right))

    def sine(height: FloatArray, widest: FloatArray) -> FloatArray:
        return np.asarray(height / np.sqrt(1.0 + widest**2 + height**2))

    bottom = sine(low, np.where(low < 0, nearest, farthest))
    top = sine(high, np.where(high > 0, nearest, farthest))
    window = np.stack([np.arctan(left), np.arctan(right), bottom, top], axis=1)
    middle = (window[:, [0, 0, 2, 2]] + window[:, [1, 1, 3, 3]]) / 2.0
    # A hair wider, so that rounding leaves no rim outside.
    return np.asarray(middle + (window - middle) * (1.0 + 1e-6) + np.array([-1e-9, 1e-9, -1e-9, 1e-9]))
