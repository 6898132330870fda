"""Large meshes: triangles as a file has them, made into a clean mesh only as far as somebody needs it.

Sight between two figures needs the few triangles near the lines between them. They are found by their boxes; what is cut out
is cleaned as the whole would be, so it is what the whole has there, to the last bit.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh

Float32 = NDArray[np.float32]
Change = Callable[[FloatArray], FloatArray]
"""What takes points (..., 3) elsewhere; straight lines stay straight."""

FLAT_AREA = 1e-12
"""Square inches; a face below this is a line or a point, and dropped."""
TOGETHER = 2**8
"""Triangles, neighbours in the file, whose common box is looked at first."""
AT_ONCE = 2**17
ROUNDING = 1e-3
"""Inches by which float32 may be off, and more."""
TILT = 1e-6
"""Inches a ray leans at least along every axis for its length; so it is nowhere off by `ROUNDING`."""


class LargeMesh(Mesh):
    """A mesh whose vertices and faces are worked out when they are asked for; `part` has some of it without that.

    Attributes:
        corners: (m, 3, 3) float32, as the file has them.
    """

    def __init__(
        self,
        corners: Float32,
        clean: Callable[[IntArray | None], Mesh],
        changes: tuple[Change, ...],
        *,
        shifted: "LargeMesh | None" = None,
    ) -> None:
        """Of the ``corners`` of all triangles.

        Args:
            clean: the clean mesh of some of the triangles, or of all, before all but the first of the changes.
            changes: from the file's own frame on; the first gives inches.
            shifted: the same mesh before the last change, if that was only a shift.
        """
        self.corners, self._clean, self._changes, self._before = corners, clean, changes, shifted

    def __repr__(self) -> str:
        """How much it is."""
        return f"<LargeMesh: {len(self.corners)} triangles>"

    @cached_property
    def _whole(self) -> Mesh:
        return self._changed(self._clean(None))

    @property
    def vertices(self) -> FloatArray:
        """(n, 3) float64, inches."""
        return self._whole.vertices

    @property
    def faces(self) -> IntArray:
        """(m, 3) int64, indices into ``vertices``."""
        return self._whole.faces

    @property
    def is_whole(self) -> bool:
        """Whether the whole has been worked out already."""
        return "_whole" in self.__dict__

    @property
    def ends(self) -> IntArray:
        """The numbers of triangles that reach to all sides of its box; none where only the whole tells."""
        return np.zeros(0, dtype=np.int64) if self._ends is None else self._ends[1]

    @property
    def bounds_need_all(self) -> bool:
        """Whether only the whole tells its box, as where what reaches farthest is flat."""
        return self._ends is None

    @property
    def most_triangles(self) -> int:
        """No fewer than it has."""
        return len(self.corners)

    def moved(self, change: Change, *, only_shifts: bool = False) -> Mesh:
        """The same mesh elsewhere."""
        if self.is_whole:
            return super().moved(change)
        return LargeMesh(self.corners, self._clean, (*self._changes, change), shifted=self if only_shifts else None)

    def part(self, chosen: IntArray) -> Mesh:
        """The clean mesh of some triangles, by their numbers, and of a few more, so that its box is that of the whole."""
        found = self._ends
        if found is None:
            return self
        return self._changed(self._clean(np.union1d(chosen, found[1])))

    def blocks(self) -> Iterator[FloatArray]:
        """Blocks (k, 3, 3) of all triangles that are not flat, before points at the same place become one."""
        for start in range(0, len(self.corners), AT_ONCE):
            points, sound = self._sound(self.corners[start : start + AT_ONCE])
            yield points[sound]

    def near(self, low: FloatArray, high: FloatArray) -> IntArray:
        """The numbers of the triangles whose boxes meet a box, and of a few that nearly do."""
        if self._before is not None:
            return self._before.near(low - self._shift, high - self._shift)
        low, high = low - ROUNDING, high + ROUNDING
        blocks = np.flatnonzero(_meet(self._blocks, low, high))
        some = (blocks[:, None] * TOGETHER + np.arange(TOGETHER)).reshape(-1)
        some = some[some < len(self.corners)]
        lowest, highest = self._boxes
        return np.asarray(some[_meet((lowest[:, some], highest[:, some]), low, high)])

    def along(self, starts: FloatArray, directions: FloatArray) -> IntArray:
        """The numbers of the triangles whose boxes rays from (n, 3) starts along (n, 3) directions meet, and a few more."""
        if self._before is not None:
            return self._before.along(starts - self._shift, directions)
        found = [self._along(*ray) for ray in zip(starts.astype(np.float32), directions.astype(np.float32), strict=True)]
        return np.unique(np.concatenate(found))

    def _along(self, start: Float32, direction: Float32) -> IntArray:
        blocks = np.flatnonzero(_met(self._blocks, start, direction))
        some = (blocks[:, None] * TOGETHER + np.arange(TOGETHER)).reshape(-1)
        some, (low, high) = some[some < len(self.corners)], self._boxes
        return np.asarray(some[_met((low[:, some], high[:, some]), start, direction)])

    def boxes_of(self, some: IntArray) -> FloatArray:
        """(k, 2, 3) the boxes around some triangles, or a little more."""
        if self._before is not None:
            return np.asarray(self._before.boxes_of(some) + self._shift)
        low, high = self._boxes
        return np.stack([low[:, some].T - ROUNDING, high[:, some].T + ROUNDING], axis=1).astype(np.float64)

    @cached_property
    def _shift(self) -> FloatArray:
        """(3,) what the last change adds, where it adds the same to all points."""
        origin = np.zeros((1, 3))
        return np.asarray(self._changes[-1](origin)[0])

    @cached_property
    def bounds(self) -> FloatArray:
        """(2, 3) float: lowest and highest corner of the box around all that is not flat."""
        return self._whole.bounds if self._ends is None else self._ends[0]

    @cached_property
    def _boxes(self) -> tuple[Float32, Float32]:
        """(3, m) the lowest, and (3, m) the highest coordinates of every triangle, about."""
        origin = self._at(np.zeros((1, 3)))[0]
        matrix = (self._at(np.eye(3)) - origin).astype(np.float32)
        low, high = np.empty((2, 3, len(self.corners)), dtype=np.float32)
        for start in range(0, len(self.corners), AT_ONCE):
            block = slice(start, start + AT_ONCE)
            x, y, z = (np.ascontiguousarray(self.corners[block, :, axis].T) for axis in range(3))
            for axis in range(3):
                ways = [along * part for along, part in zip((x, y, z), matrix[:, axis], strict=True) if part != 0.0]
                a, b, c = sum(ways[1:], start=ways[0]) + np.float32(origin[axis])
                low[axis, block] = np.minimum(np.minimum(a, b), c)
                high[axis, block] = np.maximum(np.maximum(a, b), c)
        return low, high

    @cached_property
    def _blocks(self) -> tuple[Float32, Float32]:
        """The same of neighbours together."""
        starts = np.arange(0, len(self.corners), TOGETHER)
        low, high = self._boxes
        return np.minimum.reduceat(low, starts, axis=1), np.maximum.reduceat(high, starts, axis=1)

    @cached_property
    def _ends(self) -> tuple[FloatArray, IntArray] | None:
        """The box, and six triangles that reach to its sides; None where only the whole tells."""
        if self._before is not None:
            before = self._before._ends  # noqa: SLF001 - of its own class
            return None if before is None else (self._changes[-1](before[0]), before[1])
        box, reaching = np.empty((2, 3)), []
        for side, farthest in enumerate((np.min, np.max)):
            sign = 1.0 - 2.0 * side
            for axis in range(3):
                along = self._boxes[side][axis]
                some = np.flatnonzero(sign * along <= sign * farthest(along) + ROUNDING)
                parts = [self._exact(some[i : i + TOGETHER**2], axis, farthest) for i in range(0, len(some), TOGETHER**2)]
                exact, sound = (np.concatenate(of) for of in zip(*parts, strict=True))
                if not sound.any():
                    return None
                best = np.flatnonzero(sound)[np.argmin(sign * exact[sound])]
                # Had flat ones hidden how far the others reach, some that were not looked at could reach farther.
                if sign * exact[best] > sign * farthest(along) + ROUNDING / 2.0:
                    return None
                box[side, axis] = exact[best]
                reaching.append(some[best])
        return box, np.unique(reaching)

    def _exact(self, some: IntArray, axis: int, farthest: Callable[..., FloatArray]) -> tuple[FloatArray, BoolArray]:
        """(k,) how far triangles reach along an axis, and (k,) which of them are not flat."""
        points, sound = self._sound(self.corners[some])
        return np.asarray(farthest(points[:, :, axis], axis=1)), sound

    def _sound(self, corners: Float32) -> tuple[FloatArray, BoolArray]:
        """(k, 3, 3) where triangles of the file are, and (k,) which of them are not flat."""
        points = self._changes[0](corners.astype(np.float64) + 0.0)
        a, b, c = np.moveaxis(points, 1, 0)
        sound = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 2 * FLAT_AREA
        for change in self._changes[1:]:
            points = change(points)
        return points, np.asarray(sound)

    def _at(self, points: FloatArray) -> FloatArray:
        for change in self._changes:
            points = change(points)
        return points

    def _changed(self, mesh: Mesh) -> Mesh:
        for change in self._changes[1:]:
            mesh = mesh.moved(change)
        return mesh


def _meet(boxes: tuple[Float32, Float32], low: FloatArray, high: FloatArray) -> BoolArray:
    """Which boxes, (3, m) and (3, m), meet a box, (3,) and (3,)."""
    lowest, highest = boxes
    meets = np.ones(lowest.shape[1], dtype=bool)
    for axis in range(3):
        meets &= (lowest[axis] <= high[axis]) & (highest[axis] >= low[axis])
    return meets


def _met(boxes: tuple[Float32, Float32], start: Float32, direction: Float32) -> BoolArray:
    """Which boxes, (3, m) and (3, m), a ray meets (Kay and Kajiya 1986, "Ray tracing complex scenes")."""
    inside, outside = np.float32(0.0), np.float32(np.inf)
    for axis, along in enumerate(direction):
        pace = np.float32(1.0) / (along if abs(along) > TILT else np.copysign(np.float32(TILT), along))
        first, last = boxes[:: int(np.sign(pace))]
        inside = np.maximum(inside, (first[axis] - (start[axis] + np.sign(pace) * np.float32(ROUNDING))) * pace)
        outside = np.minimum(outside, (last[axis] - (start[axis] - np.sign(pace) * np.float32(ROUNDING))) * pace)
    return np.asarray(inside <= outside)
