"""Exact closest points of triangle meshes and upright cylinders, with bounding boxes to leave out most triangles."""

import math
from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.z_order import z_order

PARALLEL = 1e-9
"""Components of a unit normal below this count as zero; the distance changes by less than this times the radius."""
BISECTIONS = 54
"""Halvings of an edge: down to the last bits of a float64."""
FAN = 4
"""Boxes joined into one on each level of a box tree."""


@dataclass(frozen=True)
class Cylinder:
    """A solid upright cylinder; a point is one of radius and height 0.

    Attributes:
        centre: x, y of the axis, inches.
        low, high: heights of the underside and of the top.
    """

    centre: tuple[float, float]
    radius: float
    low: float
    high: float

    def nearest(self, points: FloatArray) -> FloatArray:
        """The point of the solid nearest to each of (..., 3) points."""
        centre = np.asarray(self.centre)
        aside = points[..., :2] - centre
        far = np.maximum(np.linalg.norm(aside, axis=-1, keepdims=True), 1e-300)
        flat = centre + aside * np.minimum(1.0, self.radius / far)
        height = np.clip(points[..., 2:], self.low, self.high)
        return np.concatenate([flat, height], axis=-1)

    def support(self, directions: FloatArray) -> FloatArray:
        """For each of (n, 3) unit directions the point of the solid that lies farthest that way."""
        flat = directions[:, :2]
        length = np.linalg.norm(flat, axis=1, keepdims=True)
        rim = np.where(length > PARALLEL, flat / np.maximum(length, PARALLEL), 0.0) * self.radius
        up = directions[:, 2:]
        middle = (self.low + self.high) / 2.0
        height = np.where(up > PARALLEL, self.high, np.where(up < -PARALLEL, self.low, middle))
        return np.concatenate([np.asarray(self.centre) + rim, height], axis=1)


def cylinders(first: Cylinder, second: Cylinder) -> tuple[FloatArray, FloatArray]:
    """Nearest points of two upright cylinders, (3,) each, in closed form; in the middle of what faces each other."""
    (x, y), (u, v) = first.centre, second.centre
    right, up = u - x, v - y
    far = math.sqrt(right * right + up * up)
    ahead, aside = (right / far, up / far) if far > 0.0 else (1.0, 0.0)
    reach = first.radius, far - second.radius
    if reach[0] >= reach[1]:
        middle = (max(-first.radius, reach[1]) + min(reach[0], far + second.radius)) / 2.0
        reach = middle, middle
    low, high = max(first.low, second.low), min(first.high, second.high)
    heights = ((low + high) / 2.0,) * 2
    if low > high:
        heights = (high, low) if first.high < second.low else (low, high)
    # In plain numbers: arrays of two take several times as long.
    start, end = ((x + ahead * far_on, y + aside * far_on, z) for far_on, z in zip(reach, heights, strict=True))
    return np.array(start), np.array(end)


def mesh_to_cylinder(mesh: Mesh, cylinder: Cylinder) -> tuple[FloatArray, FloatArray]:
    """The nearest points of a mesh's surface and a solid cylinder, (3,) each."""
    found = mesh_near_cylinder(mesh, cylinder, np.inf)
    assert found is not None
    return found


def mesh_near_cylinder(mesh: Mesh, cylinder: Cylinder, inches: float) -> tuple[FloatArray, FloatArray] | None:
    """The nearest points of a mesh's surface and a solid cylinder, (3,) each; None if they are not within so many inches.

    Triangles are taken in the order of a lower bound (their boxes), so that few are ever worked out.
    """
    triangles = mesh.triangles
    bound = _boxes_to_cylinder(triangles.min(axis=1), triangles.max(axis=1), cylinder)
    near = np.flatnonzero(bound <= inches)
    order = near[np.argsort(bound[near])]
    best, found = np.inf, None
    start, size = 0, 64
    while start < len(order) and bound[order[start]] < best:
        on_mesh = _triangles_to_cylinder(triangles[order[start : start + size]], cylinder)
        on_cylinder = cylinder.nearest(on_mesh)
        apart = np.linalg.norm(on_mesh - on_cylinder, axis=1)
        pick = int(np.argmin(apart))
        if apart[pick] < best:
            best, found = float(apart[pick]), (on_mesh[pick], on_cylinder[pick])
        start, size = start + size, size * 4
    return found if best <= inches else None


def _boxes_to_cylinder(low: FloatArray, high: FloatArray, cylinder: Cylinder) -> FloatArray:
    """(n,) distance from each box, (n, 3) lowest and highest corners, to the cylinder."""
    centre = np.asarray(cylinder.centre)
    aside = np.maximum(0.0, np.maximum(low[:, :2] - centre, centre - high[:, :2]))
    level = np.maximum(0.0, np.maximum(low[:, 2] - cylinder.high, cylinder.low - high[:, 2]))
    return np.asarray(np.hypot(np.maximum(0.0, np.hypot(aside[:, 0], aside[:, 1]) - cylinder.radius), level))


def _triangles_to_cylinder(triangles: FloatArray, cylinder: Cylinder) -> FloatArray:
    """The point of each of (n, 3, 3) triangles nearest to the cylinder, (n, 3).

    It lies on an edge, where the distance is convex along the edge, or inside the triangle. Inside, the way across is
    along the normal and starts at the cylinder's farthest point that way; or the plane cuts the cylinder, and if no
    edge touches it the whole cut lies within the triangle, so that any one point of the cut tells.
    """
    count = len(triangles)
    starts, ends = triangles.reshape(-1, 3), np.roll(triangles, -1, axis=1).reshape(-1, 3)
    on_edges = _segments_to_cylinder(starts, ends, cylinder).reshape(count, 3, 3)
    inner, inside = _inside_facing(triangles, cylinder)
    candidates = np.concatenate([inner[:, None], on_edges], axis=1)
    apart = np.linalg.norm(candidates - cylinder.nearest(candidates), axis=2)
    apart[~inside, 0] = np.inf
    return np.asarray(candidates[np.arange(count), np.argmin(apart, axis=1)])


def _segments_to_cylinder(starts: FloatArray, ends: FloatArray, cylinder: Cylinder) -> FloatArray:
    """The point of each segment nearest to the cylinder: the slope of the convex squared distance is halved to zero."""
    along = ends - starts
    (x, y, z), (right, back, up) = (starts - np.array([*cylinder.centre, 0.0])).T, along.T
    low, high = np.zeros(len(starts)), np.ones(len(starts))
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        # In single columns: so many small arrays of points take several times as long.
        a, b, c = x + middle * right, y + middle * back, z + middle * up
        outside = np.maximum(1.0 - cylinder.radius / np.maximum(np.sqrt(a * a + b * b), 1e-300), 0.0)
        off = c - np.minimum(np.maximum(c, cylinder.low), cylinder.high)
        rising = (a * right + b * back) * outside + off * up > 0.0
        high, low = np.where(rising, middle, high), np.where(rising, low, middle)
    return np.asarray(starts + ((low + high) / 2.0)[:, None] * along)


def _inside_facing(triangles: FloatArray, cylinder: Cylinder) -> tuple[FloatArray, BoolArray]:
    """For each triangle's plane the point nearest to the cylinder, and whether it lies within the triangle."""
    normals = _normals(triangles)
    above, below = cylinder.support(normals), cylinder.support(-normals)
    high = np.einsum("ij,ij->i", above - triangles[:, 0], normals)
    low = np.einsum("ij,ij->i", below - triangles[:, 0], normals)
    cut = (low <= 0.0) & (high >= 0.0)
    part = np.clip(-low / np.maximum(high - low, 1e-300), 0.0, 1.0)[:, None]
    nearer = np.where((low > 0.0)[:, None], below - low[:, None] * normals, above - high[:, None] * normals)
    points = np.where(cut[:, None], below + part * (above - below), nearer)
    return points, _within(points, triangles)


def _normals(triangles: FloatArray) -> FloatArray:
    """(n, 3) unit normals; zero for triangles without area."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 0.0, normals / np.where(length > 0.0, length, 1.0), 0.0)


def _within(points: FloatArray, triangles: FloatArray) -> BoolArray:
    """(n,) whether each point of a triangle's plane lies in that triangle; never in one without area."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    u, v, w = b - a, c - a, points - a
    uu, uv, vv = (np.einsum("ij,ij->i", s, t) for s, t in ((u, u), (u, v), (v, v)))
    uw, vw = (np.einsum("ij,ij->i", s, w) for s in (u, v))
    spread = uu * vv - uv * uv
    first, second = vv * uw - uv * vw, uu * vw - uv * uw
    return np.asarray((spread > 0.0) & (first >= 0.0) & (second >= 0.0) & (first + second <= spread))


@dataclass(frozen=True, eq=False)
class _BoxTree:
    """Boxes within boxes around a mesh's triangles, coarsest level first; node i of a level holds FAN * i and on."""

    triangles: FloatArray
    levels: tuple[tuple[FloatArray, FloatArray, FloatArray], ...]
    """Of each level lowest corners, highest corners, and one vertex of the mesh in each box, (k, 3) each."""


@memoized
def _tree(mesh: Mesh) -> _BoxTree:
    """The mesh's box tree, made once: triangles in Z-order, neighbours joined."""
    triangles = mesh.triangles[z_order(mesh.triangles.mean(axis=1))]
    level = triangles.min(axis=1), triangles.max(axis=1), triangles[:, 0]
    levels = [level]
    while len(level[0]) > 1:
        groups = np.arange(0, len(level[0]), FAN)
        level = np.minimum.reduceat(level[0], groups), np.maximum.reduceat(level[1], groups), level[2][::FAN]
        levels.append(level)
    return _BoxTree(triangles, tuple(reversed(levels)))


def meshes(first: Mesh, second: Mesh) -> tuple[FloatArray, FloatArray]:
    """The nearest points of two meshes' surfaces, (3,) each; the same point where they cross.

    Both box trees are gone down together. Two vertices of the meshes bound the distance from above, boxes from below.
    """
    one, other = _tree(first), _tree(second)
    left, right = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    ceiling, bound = np.inf, np.zeros(1)
    for depth in range(max(len(one.levels), len(other.levels))):
        left, right = _children(left, right, one, other, depth) if depth else (left, right)
        (low, high, vertex), (low_other, high_other, vertex_other) = (
            tree.levels[min(depth, len(tree.levels) - 1)] for tree in (one, other)
        )
        ceiling = min(ceiling, float(np.linalg.norm(vertex[left] - vertex_other[right], axis=1).min()))
        gap = np.maximum(0.0, np.maximum(low[left] - high_other[right], low_other[right] - high[left]))
        bound = np.linalg.norm(gap, axis=1)
        keep = bound <= ceiling
        left, right, bound = left[keep], right[keep], bound[keep]
    return _best_pair(one.triangles, other.triangles, left, right, bound)


def _children(left: IntArray, right: IntArray, one: _BoxTree, other: _BoxTree, depth: int) -> tuple[IntArray, IntArray]:
    """All pairs of the children of paired boxes; a box on its tree's finest level stands for itself."""
    grown = [left, right]
    for side, tree in enumerate((one, other)):
        if depth < len(tree.levels):
            children = (grown[side][:, None] * FAN + np.arange(FAN)).reshape(-1)
            partner = np.repeat(grown[1 - side], FAN)
            real = children < len(tree.levels[depth][0])
            grown[side], grown[1 - side] = children[real], partner[real]
    return grown[0], grown[1]


def _best_pair(
    triangles: FloatArray, others: FloatArray, left: IntArray, right: IntArray, bound: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The nearest points among candidate pairs of triangles, in the order of their lower bound."""
    order = np.argsort(bound)
    best, found = np.inf, (np.zeros(3), np.zeros(3))
    start, size = 0, 64
    while start < len(order) and bound[order[start]] < best:
        chosen = order[start : start + size]
        points, facing = triangle_pairs(triangles[left[chosen]], others[right[chosen]])
        apart = np.linalg.norm(points - facing, axis=1)
        pick = int(np.argmin(apart))
        if apart[pick] < best:
            best, found = float(apart[pick]), (points[pick], facing[pick])
        start, size = start + size, min(size * 4, 4096)
    return found


def triangle_pairs(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Nearest points, (n, 3) each, of n pairs of triangles, (n, 3, 3) each.

    They are a corner and the foot of its perpendicular, or two points of edges, or the same point where an edge of one
    goes through the other: 6, 9 and 6 candidates.
    """
    from_corners, to_feet, seen = _corners_to_faces(first, second)
    from_feet, to_corners, seen_back = _corners_to_faces(second, first)
    on_edges, on_others = _edges_to_edges(first, second)
    piercing, pierced = _edges_through_faces(first, second)
    piercing_back, pierced_back = _edges_through_faces(second, first)
    points = np.concatenate([from_corners, to_corners, on_edges, piercing, piercing_back], axis=1)
    facing = np.concatenate([to_feet, from_feet, on_others, piercing, piercing_back], axis=1)
    real = np.concatenate([seen, seen_back, np.ones((len(first), 9), dtype=bool), pierced, pierced_back], axis=1)
    apart = np.where(real, np.linalg.norm(points - facing, axis=2), np.inf)
    rows, pick = np.arange(len(first)), np.argmin(apart, axis=1)
    return np.asarray(points[rows, pick]), np.asarray(facing[rows, pick])


def _corners_to_faces(corners: FloatArray, faces: FloatArray) -> tuple[FloatArray, FloatArray, BoolArray]:
    """(n, 3, 3) corners, the feet of their perpendiculars on the other triangle's plane, and whether within it."""
    normals = np.repeat(_normals(faces), 3, axis=0)
    planes = np.repeat(faces, 3, axis=0)
    points = corners.reshape(-1, 3)
    height = np.einsum("ij,ij->i", points - planes[:, 0], normals)
    feet = points - height[:, None] * normals
    return corners, feet.reshape(-1, 3, 3), _within(feet, planes).reshape(-1, 3)


def _edges_through_faces(edges: FloatArray, faces: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Where each of the three edges meets the other triangle's plane, (n, 3, 3), and whether it goes through it."""
    normals = np.repeat(_normals(faces), 3, axis=0)
    planes = np.repeat(faces, 3, axis=0)
    starts, ends = edges.reshape(-1, 3), np.roll(edges, -1, axis=1).reshape(-1, 3)
    before = np.einsum("ij,ij->i", starts - planes[:, 0], normals)
    after = np.einsum("ij,ij->i", ends - planes[:, 0], normals)
    across = (before * after <= 0.0) & (before != after)
    part = np.where(across, before / np.where(across, before - after, 1.0), 0.0)
    points = starts + part[:, None] * (ends - starts)
    return points.reshape(-1, 3, 3), (across & _within(points, planes)).reshape(-1, 3)


def _edges_to_edges(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Nearest points, (n, 9, 3) each, of every edge of one triangle and every edge of the other.

    Source: C. Ericson, Real-Time Collision Detection, 5.1.9: the best place on the first edge's line is cut to the
    edge, then the best place for it on the second, and then the first again.
    """
    p, q = np.repeat(first, 3, axis=1), np.tile(second, (1, 3, 1))
    u = np.repeat(np.roll(first, -1, axis=1) - first, 3, axis=1)
    v = np.tile(np.roll(second, -1, axis=1) - second, (1, 3, 1))
    w = p - q
    uu, uv, vv, uw, vw = (np.einsum("ijk,ijk->ij", s, t) for s, t in ((u, u), (u, v), (v, v), (u, w), (v, w)))
    spread = uu * vv - uv * uv
    askew = spread > 1e-14 * uu * vv
    s = np.where(askew, np.clip((uv * vw - vv * uw) / np.where(askew, spread, 1.0), 0.0, 1.0), 0.0)
    t = np.where(vv > 0.0, np.clip((uv * s + vw) / np.where(vv > 0.0, vv, 1.0), 0.0, 1.0), 0.0)
    s = np.where(uu > 0.0, np.clip((uv * t - uw) / np.where(uu > 0.0, uu, 1.0), 0.0, 1.0), 0.0)
    return p + s[..., None] * u, q + t[..., None] * v
