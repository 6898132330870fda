"""Crossings of straight lines with a mesh: all of them, not only the first.

Upright lines are followed in plain NumPy, which finds them by the faces' places; others by Embree, hit after hit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
from scene.geometry.large_mesh import LargeMesh
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import mesh_rays

MANY = 250_000
"""Pairs of line and triangle that are computed at one time."""
STEP = 1e-4
"""Inches that a ray is taken beyond a surface before it goes on; Embree's float32 errs by a twentieth of it."""
MOST_CROSSINGS = 64


def heights(mesh: Mesh, points: FloatArray) -> tuple[FloatArray, IntArray]:
    """Where the upright lines through (n, 2) points cross the mesh.

    Returns:
        (k,) the z of every crossing, and (k,) the number of the point that it belongs to.
    """
    triangles = _under(mesh, points)
    step = max(1, MANY // max(1, len(points)))
    found = [_heights(triangles[start : start + step], points) for start in range(0, len(triangles), step)]
    if not found:
        return np.zeros(0), np.zeros(0, dtype=np.int64)
    return np.concatenate([z for z, _ in found]), np.concatenate([point for _, point in found])


@dataclass(frozen=True, eq=False)
class _ByX:
    """The faces of a mesh from left to right, so that those over a place are found without looking at all.

    Attributes:
        faces: (m, 3) in the order of their lowest x.
        low, high: (m,) their lowest and highest x.
        reach: (m,) the highest x of each face and all before it.
        front, back: (m,) their lowest and highest y.
    """

    faces: IntArray
    low: FloatArray
    high: FloatArray
    reach: FloatArray
    front: FloatArray
    back: FloatArray


@memoized
def _by_x(mesh: Mesh) -> _ByX:
    low, high = _extent(mesh, 0)
    front, back = _extent(mesh, 1)
    order = np.argsort(low)
    high = high[order]
    return _ByX(mesh.faces[order], low[order], high, np.maximum.accumulate(high), front[order], back[order])


def _extent(mesh: Mesh, axis: int) -> tuple[FloatArray, FloatArray]:
    """(m,) the lowest and the highest coordinate of every face along an axis."""
    along = np.ascontiguousarray(mesh.vertices[:, axis])
    a, b, c = (along[mesh.faces[:, corner]] for corner in range(3))
    return np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def _under(mesh: Mesh, points: FloatArray) -> FloatArray:
    """(m, 3, 3) the triangles that the box around the points could meet."""
    low, high = points.min(axis=0), points.max(axis=0)
    if isinstance(mesh, LargeMesh) and not mesh.is_whole:
        return mesh.part(mesh.near(np.append(low, -np.inf), np.append(high, np.inf))).triangles
    index = _by_x(mesh)
    near = slice(np.searchsorted(index.reach, low[0]), np.searchsorted(index.low, high[0], side="right"))
    meets = (index.high[near] >= low[0]) & (index.front[near] <= high[1]) & (index.back[near] >= low[1])
    return np.asarray(mesh.vertices[index.faces[near][meets]])


def _heights(triangles: FloatArray, points: FloatArray) -> tuple[FloatArray, IntArray]:
    a, b, c = (triangles[:, corner, :] for corner in range(3))
    area = _cross(tuple((b - a).T), tuple((c - a).T))
    sound = np.abs(area) > 1e-12  # upright triangles are crossed nowhere or all along
    a, b, c, area = a[sound], b[sound], c[sound], area[sound]
    x, y = np.ascontiguousarray(points.T)
    to_a, to_b, to_c = ((corner[:, :1] - x, corner[:, 1:2] - y) for corner in (a, b, c))
    share_a, share_b, share_c = (
        _cross(first, second) / area[:, None] for first, second in ((to_b, to_c), (to_c, to_a), (to_a, to_b))
    )
    # Lines that must be counted exactly keep off the edges; at the others one crossing more or less does no harm.
    inside = (share_a >= 0) & (share_b > 0) & (share_c > 0)
    face, point = np.nonzero(inside)
    z = share_a[inside] * a[face, 2] + share_b[inside] * b[face, 2] + share_c[inside] * c[face, 2]
    return z, point


def _cross(first: Sequence[FloatArray], second: Sequence[FloatArray]) -> FloatArray:
    """The z of the cross products of vectors of which the x come first and then the y."""
    return np.asarray(first[0] * second[1] - first[1] * second[0])


def crossing_counts(mesh: Mesh, starts: FloatArray, directions: FloatArray) -> IntArray:
    """(n,) how often the rays from (n, 3) starts along (n, 3) unit directions cross the mesh.

    Surfaces nearer to one another than `STEP` count as one.
    """
    if isinstance(mesh, LargeMesh) and not mesh.is_whole:
        mesh = mesh.part(mesh.along(starts, directions))
    rays = mesh_rays(mesh)
    counts = np.zeros(len(starts), dtype=np.int64)
    going, places = np.arange(len(starts)), starts
    for _ in range(MOST_CROSSINGS):
        far = rays.first_hits(places, directions[going]).distance
        met = np.isfinite(far)
        going, places = going[met], places[met] + (far[met, None] + STEP) * directions[going[met]]
        counts[going] += 1
        if len(going) == 0:
            break
    return counts
