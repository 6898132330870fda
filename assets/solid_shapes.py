"""Solid shapes: the few closed solids that the terrain kit and the figure proxies are made of.

Lengths have whatever unit the caller works in. The modelling library is loaded when the first solid is made, so that
importing this module costs nothing.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray, Mesh

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

Axis = Literal["x", "y", "z"]
Outline = Sequence[tuple[float, float]]

_EXTRUSION: dict[Axis, FloatArray] = {
    # Rows: where the outline's first and second coordinate and the direction of extrusion go; right-handed.
    "x": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
    "y": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
    "z": np.eye(3),
}


def box(low: ArrayLike, high: ArrayLike, *, bevel: float = 0.0) -> "Solid":
    """The box between two opposite corners, each (3,); ``bevel`` cuts all its edges by that much."""
    low, high = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    if bevel <= 0.0:
        from manifold3d import Manifold

        width, depth, height = (high - low).tolist()
        return Manifold.cube((width, depth, height)).translate(_triple(low))
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    half = (high - low) / 2.0
    corners = [signs * (half - bevel * (1.0 - keep)) for keep in np.eye(3)]
    return hull(np.concatenate(corners) + (low + high) / 2.0)


def hull(points: ArrayLike) -> "Solid":
    """The convex hull of (n, 3) points."""
    from manifold3d import Manifold

    cloud: Any = np.ascontiguousarray(points, dtype=np.float64)
    return Manifold.hull_points(cloud)


def hulled(*solids: "Solid") -> "Solid":
    """The convex hull of several solids together."""
    from manifold3d import Manifold

    return Manifold.batch_hull(list(solids))


def beam(start: ArrayLike, end: ArrayLike, *, width: float, depth: float, up: ArrayLike = (0.0, 0.0, 1.0)) -> "Solid":
    """A bar with a rectangular section from ``start`` to ``end``, each (3,).

    ``depth`` is measured towards ``up``, ``width`` across both; ``up`` must not run along the bar.
    """
    start, end = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    frame = axes_along(end - start, up)
    section = [width / 2.0 * y * frame[1] + depth / 2.0 * z * frame[2] for y in (-1, 1) for z in (-1, 1)]
    return hull([point + offset for point in (start, end) for offset in section])


def rod(start: ArrayLike, end: ArrayLike, radius: float, *, end_radius: float | None = None, sides: int = 8) -> "Solid":
    """A many-sided bar or cone from ``start`` to ``end``, each (3,), with flat ends; radii go to its flats."""
    from manifold3d import Manifold

    start, end = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    helper = (1.0, 0.0, 0.0) if abs(along[0]) < 0.9 else (0.0, 1.0, 0.0)
    frame = axes_along(along, helper)
    out = 1.0 / float(np.cos(np.pi / sides))
    last = radius if end_radius is None else end_radius
    upright = Manifold.cylinder(length, radius * out, last * out, sides).rotate((0.0, 0.0, 180.0 / sides))
    return placed(upright, np.stack([frame[1], frame[2], frame[0]]), start)


def ellipsoid(centre: ArrayLike, semi_axes: ArrayLike, *, axes: ArrayLike | None = None, segments: int = 16) -> "Solid":
    """A ball squeezed to three half-axes; rows of ``axes`` (3, 3) are their directions, x, y and z without."""
    from manifold3d import Manifold

    ball = Manifold.sphere(1.0, segments).scale(_triple(semi_axes))
    return placed(ball, np.eye(3) if axes is None else axes, centre)


def limb(start: ArrayLike, end: ArrayLike, start_radius: float, end_radius: float, *, segments: int = 12) -> "Solid":
    """A tapered capsule: the hull of a ball around ``start`` and one around ``end``, each (3,)."""
    return hulled(ellipsoid(start, [start_radius] * 3, segments=segments), ellipsoid(end, [end_radius] * 3, segments=segments))


def extruded(outline: Outline, low: float, high: float, *, axis: Axis = "z", holes: Iterable[Outline] = ()) -> "Solid":
    """A flat plate: an outline with holes, drawn from ``low`` to ``high`` along ``axis``.

    The outline's coordinates are the two other axes in order: (y, z), (x, z) or (x, y). Holes may not overlap.
    """
    from manifold3d import CrossSection, FillRule, Manifold

    contours: list[Any] = [np.asarray(contour, dtype=np.float64) for contour in (outline, *holes)]
    bottom = -high if axis == "y" else low
    plate = Manifold.extrude(CrossSection(contours, FillRule.EvenOdd), high - low).translate((0.0, 0.0, bottom))
    return placed(plate, _EXTRUSION[axis], (0.0, 0.0, 0.0))


def tapered(outline: Outline, low: float, high: float, *, top: tuple[float, float]) -> "Solid":
    """An outline in x and y drawn up from ``low`` to ``high``, where ``top`` has the shares of x and y that are left of it."""
    from manifold3d import CrossSection, FillRule, Manifold

    contours: list[Any] = [np.asarray(outline, dtype=np.float64)]
    return Manifold.extrude(CrossSection(contours, FillRule.EvenOdd), high - low, 0, 0.0, top).translate((0.0, 0.0, low))


def boulder(foot: ArrayLike, half: ArrayLike, height: float, *, number: int) -> "Solid":
    """A stone with six sides and a point, about ``foot`` (3,), within ``half`` (2,) of it in x and y; no two numbers alike."""
    turns = 2.0 * np.pi * (np.arange(6) / 6.0 + 0.06 * np.sin(5.0 * np.arange(6) + 1.7 * number))
    out = 0.84 + 0.16 * np.sin(2.3 * np.arange(6) + number)
    ring = np.stack([out * np.cos(turns), out * np.sin(turns)], axis=1) * np.asarray(half, dtype=np.float64)
    shoulder = height * (0.5 + 0.2 * np.sin(1.9 * np.arange(6) + 2.9 * number))
    peak = np.array([[0.3 * ring[number % 6, 0], 0.3 * ring[number % 6, 1], height]])
    levels = [np.column_stack([ring, np.zeros(6)]), np.column_stack([0.85 * ring, shoulder]), peak]
    return hull(np.concatenate(levels) + np.asarray(foot, dtype=np.float64))


def rectangle(low: tuple[float, float], high: tuple[float, float], *, bevel: float = 0.0) -> Outline:
    """The outline of a rectangle between two corners, its own corners cut by ``bevel``."""
    (a, b), (c, d) = low, high
    if bevel <= 0.0:
        return [(a, b), (c, b), (c, d), (a, d)]
    e = bevel
    return [(a + e, b), (c - e, b), (c, b + e), (c, d - e), (c - e, d), (a + e, d), (a, d - e), (a, b + e)]


def polygon(centre: tuple[float, float], radius: float, *, sides: int) -> Outline:
    """The outline of a regular polygon with a corner in the direction of its first coordinate."""
    turns = np.arange(sides) * 2.0 * np.pi / sides
    corners = np.asarray(centre) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return [(float(u), float(v)) for u, v in corners]


def union(parts: Iterable["Solid"]) -> "Solid":
    """All parts as one solid without inner walls."""
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean(list(parts), OpType.Add)


def without(solid: "Solid", cutters: Iterable["Solid"]) -> "Solid":
    """The solid with all cutters taken away."""
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean([solid, *cutters], OpType.Subtract)


def placed(solid: "Solid", axes: ArrayLike, origin: ArrayLike) -> "Solid":
    """The solid with its x, y and z laid along the rows of ``axes`` (3, 3) and its origin moved to ``origin`` (3,)."""
    columns = np.asarray(axes, dtype=np.float64).T
    if np.linalg.det(columns) < 0.0:
        msg = "axes that mirror would turn the solid inside out"
        raise ValueError(msg)
    matrix: Any = np.ascontiguousarray(np.column_stack([columns, np.asarray(origin, dtype=np.float64)]))
    return solid.transform(matrix)


def axes_along(ahead: ArrayLike, up: ArrayLike) -> FloatArray:
    """(3, 3) float: unit rows ahead, left and up, right-handed; the last is ``up`` made square to ``ahead``."""
    x = np.asarray(ahead, dtype=np.float64)
    x = x / np.linalg.norm(x)
    y = np.cross(np.asarray(up, dtype=np.float64), x)
    y = y / np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)])


def bounds(solid: "Solid") -> FloatArray:
    """(2, 3) float: lowest and highest corner of the box around the solid."""
    return np.array(solid.bounding_box(), dtype=np.float64).reshape(2, 3)


def mesh_of(solid: "Solid", *, scale: float = 1.0) -> Mesh:
    """The solid's surface, every length multiplied by ``scale``."""
    surface = solid.to_mesh64()
    return Mesh.of(np.asarray(surface.vert_properties)[:, :3] * scale, surface.tri_verts)


def _triple(values: ArrayLike) -> tuple[float, float, float]:
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return (x, y, z)
