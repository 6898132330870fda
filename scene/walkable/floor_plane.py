"""Floor planes: the heights of a floor, level or sloped, at every place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.table.plan_outlines import NOTHING, Outline, between, polygon


@dataclass(frozen=True)
class FloorPlane:
    """A plane that is walked on. What is level has the height ``z`` everywhere, to the last bit.

    Attributes:
        z: its height at the origin of the plan, inches.
        gradient: how much it rises on an inch along x, and along y.
        off: inches that the surface may lie off it, as scanned slopes do.
        terraced: the rise over run of what it is a level terrace of; 0 for all else.
    """

    z: float
    gradient: tuple[float, float] = (0.0, 0.0)
    off: float = 0.0
    terraced: float = 0.0

    @property
    def level(self) -> bool:
        """Whether it has one height."""
        return self.gradient == (0.0, 0.0)

    def at(self, xy: FloatArray) -> FloatArray:
        """(...) its heights at places (..., 2)."""
        return np.asarray(self.z + self.gradient[0] * xy[..., 0] + self.gradient[1] * xy[..., 1])

    def height(self, x: float, y: float) -> float:
        """Its height at a place."""
        return self.z + self.gradient[0] * x + self.gradient[1] * y

    def over(self, other: "FloorPlane") -> "FloorPlane":
        """How much higher it is than another one, everywhere."""
        (x, y), (u, v) = self.gradient, other.gradient
        return FloorPlane(self.z - other.z, (x - u, y - v))

    def raised(self, by: float) -> "FloorPlane":
        """The plane so much higher."""
        return replace(self, z=self.z + by)

    def placed(self, lift: float, place: FloatArray | None) -> "FloorPlane":
        """The plane of a mesh's own frame on the table: ``lift`` inches higher, its plan moved by a transform (2, 3)."""
        if place is None or self.level:
            return self.raised(lift)
        x, y = (place[:, :2] @ np.array(self.gradient)).tolist()
        return FloorPlane(self.z + lift - x * float(place[0, 2]) - y * float(place[1, 2]), (x, y), self.off)

    def span(self, outline: Outline) -> tuple[float, float]:
        """Its least and greatest height on an outline."""
        if self.level:
            return self.z, self.z
        heights = self.at(np.concatenate([np.asarray(ring, dtype=np.float64) for ring in outline.to_polygons()]))
        return float(heights.min()), float(heights.max())

    def within(self, outline: Outline, low: float, high: float) -> Outline:
        """The part of an outline over which its heights are from ``low`` to ``high``, both exact."""
        if self.level or outline.is_empty():
            return outline if low <= self.z <= high else NOTHING
        least, most = self.span(outline)
        if low <= least and most <= high:
            return outline
        if most < low or high < least:
            return NOTHING
        x, y, X, Y = outline.bounds()
        middle, reach = np.array([x + X, y + Y]) / 2.0, float(np.hypot(X - x, Y - y)) + 1.0
        slope = float(np.hypot(*self.gradient))
        up = np.array(self.gradient) / slope
        here, aside = self.height(*middle.tolist()), reach * np.array([-up[1], up[0]])
        first, last = (middle + up * np.clip((end - here) / slope, -reach, reach) for end in (low, high))
        return outline ^ polygon(np.array([first - aside, last - aside, last + aside, first + aside]))


def planes_of(planes: Sequence[FloorPlane]) -> FloatArray:
    """(p, 3) of planes what they rise along x and along y, and their height at the origin."""
    return np.array([(*plane.gradient, plane.z) for plane in planes], dtype=np.float64).reshape(-1, 3)


def heights_on(planes: FloatArray, which: IntArray, xy: FloatArray) -> FloatArray:
    """(...) the heights at places (..., 2) of those of the planes (p, 3) that numbers (...) name."""
    own = planes[which]
    return np.asarray(own[..., 2] + own[..., 0] * xy[..., 0] + own[..., 1] * xy[..., 1])


def lengths_on(planes: FloatArray, which: IntArray, way: FloatArray) -> FloatArray:
    """(...) how long ways (..., 2) in plan are in space, on those of the planes (p, 3) that numbers (...) name."""
    own = planes[which]
    return np.hypot(np.hypot(way[..., 0], way[..., 1]), own[..., 0] * way[..., 0] + own[..., 1] * way[..., 1])


def rims_on(planes: FloatArray, which: IntArray, radius: float) -> FloatArray:
    """(...) how much higher than its middle a base's rim is on those of the planes (p, 3) that numbers (...) name."""
    return np.asarray(radius * np.hypot(planes[:, 0], planes[:, 1])[which])


def between_planes(triangles: FloatArray, low: FloorPlane, high: FloorPlane) -> FloatArray:
    """(k, 3, 3) what of triangles (m, 3, 3) lies between two planes; their heights are those above the upper one."""
    # What is sheared along z keeps its plan, and the plane lies level.
    found = triangles.copy()
    found[..., 2] -= low.at(triangles)
    found = between(found, 0.0, np.inf)
    found[..., 2] += low.over(high).at(found)
    return between(found, -np.inf, 0.0)
