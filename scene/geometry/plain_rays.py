"""A ray engine in NumPy, for machines that Embree is not built for; it answers as embreex's scene does.

The tree is as simple as can be: triangles halved across the longest side, again and again, `LEAF` to a leaf and `WIDTH` boxes
to a box. A bundle of rays goes down it level by level, as pairs of ray and box. Then each ray meets the triangles of its
leaves, the nearest first. What lies inside of a triangle is told by edge functions that two neighbours work out alike (Woop,
Benthin and Wald, Watertight Ray/Triangle Intersection, JCGT 2013), so no ray slips through between them.

Numbers come first by axis: a vector is (3, ...), so that each step is one pass over long rows.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, IntArray

LEAF = 4
"""Triangles in a leaf."""
WIDTH = 16
"""Boxes in a box."""
BUNDLE = 512
"""Rays that go down together: few enough for the processor's cache, and many enough to be worth a call."""
SMALLEST = np.float32(1e-30)
"""Stands for a direction of 0, which cannot be divided by."""
ROUNDING = np.float32(1 + 1e-6)
"""A ray leaves a box this much later than computed, which is more than single precision is wrong by."""

Float32 = NDArray[np.float32]
Answers = dict[str, NDArray[Any]]


class PlainRayEngine:
    """Triangles to cast rays at; `run` takes and answers what that of embreex's scene does.

    Args:
        meshes: (n, 3) corners and (m, 3) faces of each mesh.
    """

    def __init__(self, meshes: Sequence[tuple[Float32, IntArray]]) -> None:
        counts = [len(faces) for _, faces in meshes]
        triangles = np.concatenate([np.empty((0, 3, 3), np.float32), *(corners[faces] for corners, faces in meshes)])
        order = _order(triangles)
        self._triangles = triangles[order]
        self._mesh = np.repeat(np.arange(len(meshes)), counts)[order]
        self._face = np.concatenate([np.empty(0, np.int64), *map(np.arange, counts)])[order]
        self._leaves = np.moveaxis(_grouped(self._triangles, LEAF), (2, 3), (0, 1)).astype(np.float64)
        self._levels = _tree(self._triangles)

    def run(
        self,
        starts: Float32,
        ways: Float32,
        /,
        *,
        dists: Float32 | None = None,
        query: str = "INTERSECT",
        output: int = 0,
    ) -> Answers | NDArray[Any]:
        """What (n, 3) rays meet, within (n,) ``dists`` lengths of their ways.

        Returns:
            For the query DISTANCE how far to the first, for OCCLUDED whether something (0) or nothing (-1) is met; with
            ``output`` mesh ("geomID"), face ("primID"), distance ("tfar") and normal ("Ng") of the first.
        """
        reach = np.full(len(starts), np.inf, np.float32) if dists is None else dists
        triangle, distance = np.full(len(starts), -1), np.full(len(starts), np.inf)
        for i in range(0, len(starts), BUNDLE):
            part = slice(i, i + BUNDLE)
            with np.errstate(all="ignore"):  # rays in the plane of a triangle, and those that are no rays, just meet nothing
                found = self._met(starts[part].T, ways[part].T, reach[part], any_one=query == "OCCLUDED")
            triangle[part], distance[part] = found
        mesh, face = (np.append(numbers, -1)[triangle].astype(np.int32) for numbers in (self._mesh, self._face))
        if output:
            return {"geomID": mesh, "primID": face, "tfar": distance.astype(np.float32), "Ng": self._normals(triangle)}
        return np.minimum(mesh, 0) if query == "OCCLUDED" else distance.astype(np.float32)

    def _normals(self, triangle: IntArray) -> Float32:
        """(n, 3) the normals of the triangles, as wound and twice as long as they are large; 0 for none."""
        a, b, c = np.moveaxis(np.append(self._triangles, np.zeros((1, 3, 3), np.float32), axis=0)[triangle], 0, 2)
        return np.cross(b - a, c - a, axis=0).T

    def _met(self, starts: Float32, ways: Float32, reach: Float32, *, any_one: bool) -> tuple[IntArray, FloatArray]:
        """(n,) the triangle that each ray (3, n) meets first, or just one, -1 for none; and how far off it is."""
        triangle, best = np.full(len(reach), -1), reach.astype(np.float64)
        for ray, leaf, near in _nearest_first(*self._entered(starts, ways, reach)):
            going = (near <= best[ray]) & ~(any_one & (triangle[ray] >= 0))
            ray, leaf = ray[going], leaf[going]  # noqa: PLW2901
            distance = _distances(self._leaves[:, :, leaf], starts[:, ray, None], ways[:, ray, None])
            pair, place = np.nonzero((distance > 0) & (distance <= best[ray, None]))
            hit, which, far = leaf[pair] * LEAF + place, ray[pair], distance[pair, place]
            # Of what is as near, the first in the lists is taken, whatever the tree is like.
            order = np.lexsort((self._face[hit], self._mesh[hit], far, which))
            which, first = np.unique(which[order], return_index=True)
            triangle[which], best[which] = hit[order][first], far[order][first]
        return triangle, np.where(triangle < 0, np.inf, best)

    def _entered(self, starts: Float32, ways: Float32, reach: Float32) -> tuple[IntArray, IntArray, Float32]:
        """Pairs of a ray (3, n) and a leaf whose box it enters, and how far off that is."""
        inverse = 1 / np.where(np.abs(ways) < SMALLEST, SMALLEST, ways)
        ray, box, near = np.arange(len(reach)), np.zeros(len(reach), np.int64), np.zeros(len(reach), np.float32)
        for low, high in self._levels:
            start, slope = starts[:, ray, None], inverse[:, ray, None]
            one, other = (low[:, box] - start) * slope, (high[:, box] - start) * slope
            enter = np.maximum(np.minimum(one, other).max(axis=0), np.float32(0))
            leave = np.minimum(np.maximum(one, other).min(axis=0), reach[ray, None])
            pair, place = np.nonzero(enter <= leave * ROUNDING)
            ray, box, near = ray[pair], box[pair] * WIDTH + place, enter[pair, place]
        return ray, box, near


def _order(triangles: Float32) -> IntArray:
    """(n,) the triangles, (n, 3, 3), so that neighbours in the list are neighbours in space.

    All are split in halves along the longest side of where they are, then each half, until a leaf is left.
    """
    order, middle = np.arange(len(triangles)), (triangles.min(axis=1) + triangles.max(axis=1)) / 2
    part = LEAF
    while part < len(order):
        part *= 2
    while part > LEAF:
        places, number, firsts = middle[order], np.arange(len(order)) // part, np.arange(0, len(order), part)
        sides = np.maximum.reduceat(places, firsts) - np.minimum.reduceat(places, firsts)
        along = places[np.arange(len(order)), sides.argmax(axis=1)[number]]
        order = order[np.lexsort((along, number))]
        part //= 2
    return order


def _tree(triangles: Float32) -> list[tuple[Float32, Float32]]:
    """The lowest and highest corners of boxes, (3, boxes, `WIDTH`) each, level by level from the top; the last hold leaves."""
    leaves = _grouped(triangles, LEAF)
    low, high = np.fmin.reduce(leaves, axis=(1, 2)), np.fmax.reduce(leaves, axis=(1, 2))
    levels: list[tuple[Float32, Float32]] = []
    while not levels or levels[0][0].shape[1] > 1:
        lows, highs = _grouped(low, WIDTH), _grouped(high, WIDTH)
        levels.insert(0, (np.moveaxis(lows, 2, 0).copy(), np.moveaxis(highs, 2, 0).copy()))
        low, high = np.fmin.reduce(lows, axis=1), np.fmax.reduce(highs, axis=1)
    return levels


def _grouped(rows: Float32, width: int) -> Float32:
    """(n, ...) rows as (m, width, ...), at least one of them; what is missing is NaN, which no ray meets."""
    missing = -len(rows) % width if len(rows) else width
    filled = np.concatenate([rows, np.full((missing, *rows.shape[1:]), np.nan, np.float32)])
    return filled.reshape(-1, width, *rows.shape[1:])


def _nearest_first(ray: IntArray, leaf: IntArray, near: Float32) -> Iterator[tuple[IntArray, IntArray, Float32]]:
    """The pairs in rounds: first every ray's nearest leaf, then its next two, then four ..."""
    order = np.lexsort((near, ray))
    ray, leaf, near = ray[order], leaf[order], near[order]
    rank = np.arange(len(ray)) - np.searchsorted(ray, ray)
    turn = np.frexp(rank + 1)[1]
    for current in range(1, int(turn.max(initial=0)) + 1):
        now = np.flatnonzero(turn == current)
        yield ray[now], leaf[now], near[now]


def _distances(corners: FloatArray, starts: Float32, ways: Float32) -> FloatArray:
    """How far along their ways (3, n, 1) rays meet triangles, (3 corners, 3, n, m); NaN where they do not."""
    a, b, c = corners - starts
    past_a, past_b, past_c = (_dot(_cross(*edge), ways) for edge in ((b, c), (c, a), (a, b)))
    inside = ((past_a >= 0) & (past_b >= 0) & (past_c >= 0)) | ((past_a <= 0) & (past_b <= 0) & (past_c <= 0))
    normal = _cross(b - a, c - a)
    return np.where(inside, _dot(normal, a) / _dot(normal, ways), np.nan)


def _cross(one: FloatArray, other: FloatArray) -> FloatArray:
    """Cross products of vectors; of the same two the other way round they are the same to the last bit but for the sign."""
    (x, y, z), (u, v, w) = one, other
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u])


def _dot(one: FloatArray, other: FloatArray | Float32) -> FloatArray:
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2])
