"""Upward extrusion of terrain that hides upwards without end.

Players may agree that walls are infinitely high, so that no line of sight can be drawn over them from any angle
(main-rulebook: Walls). Here the outline of a piece's top is carried straight up, along the table's z: every part of an edge
with nothing of the piece above it and beside which the piece falls away. What lies under something, such as the sill of a
window or the ground under an arch, stays as it is.

Two kinds of edge are no part of the top, or a window above them would be shut: ledges, from which the piece goes on to a
higher part within `LEDGE`, and floor plates, the lowest `STEP` of a taller piece. A crenel is as wide as its wall is thick
and falls away on both sides, so it is carried up.
"""

import numpy as np

from scene.base.distinct_rows import distinct_rows
from scene.base.memo import memoized
from scene.geometry.mesh import EMPTY, BoolArray, FloatArray, IntArray, Mesh, joined
from scene.geometry.ray_casting import RayScene

ENDLESS = 1000.0
"""Inches: as high as anything is carried."""

LEDGE = 0.5
"""Inches: sills, cornices, plinths and buttresses reach at most this far out from the wall."""

STEP = 0.5
"""Inches, main-rulebook: Stepping up; what is lower is a floor, not a wall."""

PART = 0.1
"""Inches: edges are judged in parts of about this length."""

_HAIR = 0.002
"""Inches: how far above an edge to start looking."""

_RIB = 0.004
"""Inches: how far a rib reaches to each side of its edge."""

_RISE = 0.1
"""Inches: what is higher by less belongs to the same top."""

_FALL = 0.02
"""Inches: what is lower by less is level; a quarter of an inch away, that is flatter than any roof seen as a ledge."""

_BESIDE = np.concatenate([[0.01], np.arange(0.05, LEDGE + 0.01, 0.05)])
"""Inches from an edge at which the height of the piece is taken."""


@memoized
def upward_shadow(mesh: Mesh) -> Mesh:
    """What carries the top of a piece up without end.

    Args:
        mesh: the piece in the table's frame, inches; it need not be closed or well wound.

    Returns:
        Upright triangles from the outline of its top to z = `ENDLESS`, to put beside the mesh. Computed once per mesh.
    """
    low, high = _edges(mesh)
    if len(low) == 0:
        return EMPTY
    scene = RayScene([joined(mesh, _ribs(low, high))])
    edge, place, count = _in_parts(low, high)
    along = (high - low)[edge]
    starts = low[edge] + (place / count)[:, None] * along
    ends = low[edge] + ((place + 1) / count)[:, None] * along
    bottom, top = mesh.bounds[:, 2]
    up = (np.maximum(starts[:, 2], ends[:, 2]) > bottom + STEP) | (top - bottom <= 2 * STEP)
    up[up] = _bare(scene, starts[up], ends[up])
    up[up] = _falls_away(scene, starts[up], ends[up], float(top))
    up[up] = ~_ledge(scene, starts[up], ends[up], float(top))
    # Neighbouring parts of one edge become one quad.
    begins, stops = up.copy(), up.copy()
    begins[1:] &= ~(up[:-1] & (edge[1:] == edge[:-1]))
    stops[:-1] &= ~(up[1:] & (edge[1:] == edge[:-1]))
    return _curtains(starts[begins], ends[stops])


def _edges(mesh: Mesh) -> tuple[FloatArray, FloatArray]:
    """(n, 3) and (n, 3): the two ends of every edge that is not upright, each edge once, also where vertices are doubled."""
    points, same = distinct_rows(np.round(mesh.vertices, 5))
    corners = same[mesh.faces]
    pairs, _ = distinct_rows(np.sort(np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])))
    low, high = points[pairs[:, 0]], points[pairs[:, 1]]
    lies = np.hypot(*(high - low)[:, :2].T) > 1e-4
    return low[lies], high[lies]


def _ribs(low: FloatArray, high: FloatArray) -> Mesh:
    """A narrow level strip along every edge. A ray straight up inside an upright face would miss the face's upper edge."""
    side = _level_normals(low, high) * _RIB
    return _quads(low - side, low + side, high + side, high - side)


def _level_normals(low: FloatArray, high: FloatArray) -> FloatArray:
    """(n, 3): level unit vectors across the edges."""
    along = (high - low)[:, :2]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    return np.stack([-along[:, 1], along[:, 0], np.zeros(len(along))], axis=1)


def _in_parts(low: FloatArray, high: FloatArray) -> tuple[IntArray, IntArray, IntArray]:
    """For each part: the number of its edge, its place along it, and how many parts that edge has; all (n,)."""
    counts = np.ceil(np.linalg.norm(high - low, axis=1) / PART).astype(np.int64)
    edge = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    return edge, place, counts[edge]


def _bare(scene: RayScene, starts: FloatArray, ends: FloatArray) -> BoolArray:
    """(n,) whether nothing is above at least one place of each part."""
    free = np.zeros(len(starts), dtype=bool)
    hair, endless = np.array([[0.0, 0.0, _HAIR], [0.0, 0.0, ENDLESS]])
    for share in (0.02, 0.5, 0.98):
        rows = np.flatnonzero(~free)
        places = starts[rows] + share * (ends[rows] - starts[rows]) + hair
        free[rows] = ~scene.blocked(places, places + endless)
    return free


def _falls_away(scene: RayScene, starts: FloatArray, ends: FloatArray, top: float) -> BoolArray:
    """(n,) whether the piece falls away on at least one side of each part: the outline of the top, or a ridge."""
    falls = np.zeros(len(starts), dtype=bool)
    for side in (1.0, -1.0):
        rows = np.flatnonzero(~falls)
        falls[rows] = (_rises(scene, starts[rows], ends[rows], top, side * np.array([0.05, 0.25])) < -_FALL).any(axis=1)
    return falls


def _ledge(scene: RayScene, starts: FloatArray, ends: FloatArray, top: float) -> BoolArray:
    """(n,) whether the piece goes on to a higher part on either side of each part, within `LEDGE` and without a gap."""
    ledge = np.zeros(len(starts), dtype=bool)
    for side in (1.0, -1.0):
        rows = np.flatnonzero(~ledge)
        rise = _rises(scene, starts[rows], ends[rows], top, side * _BESIDE)
        # The first place that is not on a level with the edge decides.
        off = np.abs(rise) > _RISE
        first = np.take_along_axis(rise, off.argmax(axis=1)[:, None], axis=1)[:, 0]
        ledge[rows] = off.any(axis=1) & (first > 0)
    return ledge


def _rises(scene: RayScene, starts: FloatArray, ends: FloatArray, top: float, beside: FloatArray) -> FloatArray:
    """(n, m) inches: how much higher the top of the piece is at places beside each part than at its middle.

    Args:
        scene: the piece.
        starts: (n, 3) one end of the parts.
        ends: (n, 3) the other.
        top: the height of the whole piece.
        beside: (m,) how far to the left of the part's middle, inches.
    """
    middles = (starts + ends) / 2
    places = middles[:, None] + beside[:, None] * _level_normals(starts, ends)[:, None]
    places[:, :, 2] = top + 1.0
    down = np.broadcast_to([0.0, 0.0, -1.0], places.shape)
    depth = scene.distances(places.reshape(-1, 3), down.reshape(-1, 3)).reshape(places.shape[:2])
    return np.asarray(top + 1.0 - depth - middles[:, 2:])


def _curtains(starts: FloatArray, ends: FloatArray) -> Mesh:
    """Upright quads from lines up to `ENDLESS`."""
    over_starts, over_ends = starts.copy(), ends.copy()
    over_starts[:, 2] = over_ends[:, 2] = ENDLESS
    return _quads(starts, ends, over_ends, over_starts)


def _quads(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> Mesh:
    """Two triangles for each of (n, 3) corners in order."""
    faces = np.arange(len(a))[:, None, None] * 4 + [[0, 1, 2], [0, 2, 3]]
    return Mesh.of(np.stack([a, b, c, d], axis=1), faces)
