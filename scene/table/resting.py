"""Resting: what comes to rest on what when it is let straight down, and from how far above.

One thing above another comes down by the least upright gap between them: over all places in plan, how much higher the
lowest of the one is than the highest of the other. Between triangles that least gap lies above or below a corner of one of
them, or where two edges cross in plan, so it is found exactly from rays at corners and crossings of edges.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import shapely

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene, mesh_rays
from scene.geometry.rigid_transform import RigidTransform
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Piece

BESIDE = 0.005
"""Inches: what overlaps by less in plan stands beside the other, not above it."""
LEVEL = 0.01
"""Inches by which a surface may lie above the height from which something is let down and still bear it."""
TOUCH = 0.02
"""Inches: what is no further above something rests on it."""
CORNERS = 48
"""Of a round base."""
SMALLEST_DISC = 0.05
"""Inches: radius of what stands there for a figure with neither base nor body."""

_NOTHING = float("inf")


def bears(piece: Piece) -> bool:
    """Whether anything can lie on a piece: areas and pits are never in the way, and neither is an open door."""
    return piece.kind not in {"area", "pit"} and not piece.stands_open and piece.shape.most_triangles > 0


def lowest(piece: Piece) -> float:
    """The height of a piece's lowest point, inches."""
    return float(piece.placed.bounds[0, 2])


def let_down(things: Sequence[Piece], others: Sequence[Piece]) -> float:
    """By how many inches things that hang together come down until one of them meets the ground or one of the others.

    Of the others only what lies at the height of a thing's own lowest point or below it counts: what rises higher is beside
    the thing, or it is stuck in it. Negative (by no more than `LEVEL`) where a thing is that deep in what bears it.

    Args:
        things: where they are let go. They keep their places to each other.
        others: what may bear them; see `bears`.
    """
    gaps = [lowest(thing) for thing in things if len(thing.shape.faces)]
    bearing = [other for other in others if bears(other)]
    gaps += [gap(thing, other, below=lowest(thing)) for thing in things for other in bearing]
    return max(min(gaps, default=0.0), -LEVEL)


def rests_on(thing: Piece, other: Piece) -> bool:
    """Whether a thing rests on another: it is above it by no more than `TOUCH`, and not merely as low as the other is."""
    bottom = lowest(thing)
    if not bears(other) or not lowest(other) < bottom <= float(other.placed.bounds[1, 2]) + TOUCH:
        return False
    return gap(thing, other, below=bottom, above=lowest(other) + TOUCH / 2.0) <= TOUCH


def gap(thing: Piece, other: Piece, *, below: float = _NOTHING, above: float = -_NOTHING) -> float:
    """The least upright gap between a thing and another below it, inches; infinite where they pass each other.

    Args:
        thing: what is above; all of it is taken to be no lower than ``below``.
        other: what is below.
        below: only surfaces of the other up to this height (and `LEVEL`) count.
        above: only surfaces of the other from this height on count.
    """
    if not _meet_in_plan(thing.placed, other.placed):
        return _NOTHING
    low, high = above, min(below + LEVEL, float(other.placed.bounds[1, 2]) + 1.0)
    shrunk = _Shrunk(thing.placed)
    corners = shrunk.inwards(thing.placed.vertices)
    beneath = _heights(other, mesh_rays(other.shape), corners[:, :2], high, down=True)
    gaps = [_least(corners[:, 2] - beneath, beneath, low, high)]
    heads = other.placed.vertices
    heads = heads[shrunk.around(heads) & (heads[:, 2] <= high) & (heads[:, 2] >= low)]
    over = _heights(thing, mesh_rays(thing.shape), shrunk.outwards(heads[:, :2]), lowest(thing) - 1.0, down=False)
    gaps.append(_least(over - heads[:, 2], heads[:, 2], low, high))
    gaps.append(_crossing_gap(corners[_edges(thing.shape)], other.placed.vertices[_edges(other.shape)], low, high))
    return min(gaps)


def tops(piece: Piece, plan: FloatArray, start: float) -> FloatArray:
    """(n,) the heights of a piece's surface below ``start`` at places in plan (n, 2), inches; NaN where there is none."""
    return _heights(piece, mesh_rays(piece.shape), plan, start, down=True)


def standing_disc(figure: Figure) -> Piece:
    """What a figure stands with, as a thing that can be let down: its base, or a disc as large as its body."""
    radius = figure.base_radius or max(plan_disc(figure).radius, SMALLEST_DISC)
    return Piece(figure.id, _disc(radius), RigidTransform(figure.position))


@lru_cache(maxsize=64)
def _disc(radius: float) -> Mesh:
    turn = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(CORNERS)]) * radius
    here = np.arange(CORNERS)
    faces = np.column_stack([here, (here + 1) % CORNERS, np.full(CORNERS, CORNERS)])
    return Mesh.of(np.vstack([ring, np.zeros(3)]), faces)


class _Shrunk:
    """A mesh drawn together in plan by `BESIDE` on all sides, so that what only touches it does not bear it."""

    def __init__(self, mesh: Mesh) -> None:
        low, high = mesh.bounds[:, :2]
        self.middle = (low + high) / 2.0
        size = high - low
        self.factor = np.maximum(size - 2.0 * BESIDE, size / 2.0) / np.maximum(size, 1e-9)
        self.half = size / 2.0

    def inwards(self, points: FloatArray) -> FloatArray:
        """(n, 3) points drawn together."""
        return np.column_stack([self.middle + (points[:, :2] - self.middle) * self.factor, points[:, 2]])

    def outwards(self, plan: FloatArray) -> FloatArray:
        """(n, 2) places in plan where they were before."""
        return np.asarray(self.middle + (plan - self.middle) / np.maximum(self.factor, 1e-9))

    def around(self, points: FloatArray) -> BoolArray:
        """(n,) bool: whether points lie in the box in plan."""
        return np.asarray((np.abs(points[:, :2] - self.middle) < self.half).all(axis=1))


def _meet_in_plan(a: Mesh, b: Mesh) -> bool:
    low = np.maximum(a.bounds[0, :2], b.bounds[0, :2])
    high = np.minimum(a.bounds[1, :2], b.bounds[1, :2])
    return bool((high - low > BESIDE).all()) and len(a.faces) > 0 and len(b.faces) > 0


def _heights(piece: Piece, rays: RayScene, plan: FloatArray, start: float, *, down: bool) -> FloatArray:
    """(n,) at which heights upright rays that begin at ``start`` meet a piece first; NaN where they do not.

    The height is worked out in double precision from the triangle that was met.
    """
    if not len(plan):
        return np.zeros(0)
    way = np.array([0.0, 0.0, -1.0 if down else 1.0])
    origins = np.column_stack([plan, np.full(len(plan), start)])
    own = piece.pose.to_own(origins)
    hits = rays.first_hits(own, np.broadcast_to(piece.pose.to_own(way + piece.pose.position), own.shape))
    met = hits.face >= 0
    heights = np.full(len(plan), np.nan)
    a, b, c = np.moveaxis(piece.placed.vertices[piece.shape.faces[hits.face[met]]], 1, 0)
    ab, ac, at = b - a, c - a, plan[met] - a[:, :2]
    area = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]
    flat = np.abs(area) > 1e-9
    safe = np.where(flat, area, 1.0)
    along = (at[:, 0] * ac[:, 1] - at[:, 1] * ac[:, 0]) / safe
    across = (ab[:, 0] * at[:, 1] - ab[:, 1] * at[:, 0]) / safe
    exact = a[:, 2] + along * ab[:, 2] + across * ac[:, 2]
    rough = start + way[2] * hits.distance[met].astype(np.float64)
    # Steep triangles make much of little: the ray's own answer is the better one there.
    heights[met] = np.where(flat & (np.abs(exact - rough) < 1e-3), exact, rough)
    return heights


def _least(gaps: FloatArray, heights: FloatArray, low: float, high: float) -> float:
    """The least of the gaps that are there at heights that count."""
    counts = np.isfinite(gaps) & (heights <= high) & (heights >= low)
    return float(gaps[counts].min()) if counts.any() else _NOTHING


@memoized
def _edges(mesh: Mesh) -> IntArray:
    """(k, 2) the edges of a mesh by their ends, without those in the middle of a level or slanting face."""
    faces = mesh.faces
    ends = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    face = np.tile(np.arange(len(faces)), 3)
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    ends, face = ends[order], face[order]
    first = np.append(True, (ends[1:] != ends[:-1]).any(axis=1))
    starts = np.flatnonzero(first)
    counts = np.diff(np.append(starts, len(ends)))
    corners = mesh.triangles
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    pair = counts == 2
    one, two = face[starts], face[np.minimum(starts + 1, len(face) - 1)]
    smooth = pair & (np.abs(np.einsum("ij,ij->i", normal[one], normal[two])) > 1.0 - 1e-12)
    return np.asarray(ends[starts[~smooth]])


def _crossing_gap(upper: FloatArray, lower: FloatArray, low: float, high: float) -> float:
    """The least gap where edges (n, 2, 3) cross others (m, 2, 3) below them in plan."""
    upper, lower = _within(upper, lower), _within(lower, upper)
    lowest_end, highest_end = np.minimum(*lower[:, :, 2].T), np.maximum(*lower[:, :, 2].T)
    lower = lower[(lowest_end <= high) & (highest_end >= low)]
    if not len(upper) or not len(lower):
        return _NOTHING
    tree = shapely.STRtree(shapely.linestrings(lower[:, :, :2]))
    i, j = tree.query(shapely.linestrings(upper[:, :, :2]))
    p, r, q, s = upper[i, 0], upper[i, 1] - upper[i, 0], lower[j, 0], lower[j, 1] - lower[j, 0]
    across = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
    crossing = np.abs(across) > 1e-12
    safe = np.where(crossing, across, 1.0)
    away = q - p
    t = (away[:, 0] * s[:, 1] - away[:, 1] * s[:, 0]) / safe
    u = (away[:, 0] * r[:, 1] - away[:, 1] * r[:, 0]) / safe
    crossing &= (t >= 0.0) & (t <= 1.0) & (u >= 0.0) & (u <= 1.0)
    heights = np.where(crossing, q[:, 2] + u * s[:, 2], np.nan)
    return _least(p[:, 2] + t * r[:, 2] - heights, heights, low, high)


def _within(edges: FloatArray, others: FloatArray) -> FloatArray:
    """The edges (n, 2, 3) that are not upright and reach into the box in plan of others (m, 2, 3)."""
    if not len(edges) or not len(others):
        return edges[:0]
    # Column by column: NumPy takes many times as long over short rows.
    near, lying = np.ones(len(edges), dtype=bool), np.zeros(len(edges), dtype=bool)
    for axis in (0, 1):
        start, end, around = edges[:, 0, axis], edges[:, 1, axis], others[:, :, axis]
        near &= (np.maximum(start, end) >= around.min()) & (np.minimum(start, end) <= around.max())
        lying |= np.abs(end - start) > 1e-9
    return np.asarray(edges[near & lying])
