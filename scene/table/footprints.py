"""Footprints: what things cover in plan, outlines of meshes and discs of bases."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh
from scene.table.table import Figure

Band = tuple[float, float]
"""A range of heights in inches, lowest and highest."""
EVERYWHERE: Band = (-np.inf, np.inf)

UPRIGHT = 1e-10
"""Square inches: triangles that cover less in plan count as lines."""
ON_OUTLINE = 1e-6
"""Inches: lines that stick out of the outline by no more than this are its own sides."""


@dataclass(frozen=True)
class Disc:
    """A disc in plan; inches."""

    centre: tuple[float, float]
    radius: float


def footprint(mesh: Mesh, band: Band = EVERYWHERE) -> BaseGeometry:
    """What a mesh covers seen from straight above: the union of its triangles as a shapely geometry, inches.

    Polygons with holes; where the mesh stands upright without any area, lines. Computed once for each mesh and band.

    Args:
        mesh: in the frame whose z is up. Winding and closedness do not matter.
        band: only what lies between these heights, cut off exactly; not what only touches one of them. A solid that
            goes right through the band leaves the outline of its sides as lines: it has no face in between.
    """
    known = _footprints(mesh)
    if band not in known:
        known[band] = _outlined(mesh.triangles, band)
    return known[band]


@memoized
def _footprints(_mesh: Mesh) -> dict[Band, BaseGeometry]:
    """The outlines of a mesh that were asked for so far."""
    return {}


def _outlined(triangles: FloatArray, band: Band) -> BaseGeometry:
    shapes = _projected(triangles, band)
    areas = shapely.area(shapes)
    covered = _union(shapes[areas > UPRIGHT])
    lines = shapes[(areas <= UPRIGHT) & (shapely.length(shapes) > 0.0)]
    # Nearly upright triangles are slivers; twice as long as wide a line tells all about them.
    lines = np.where(shapely.get_dimensions(lines) == 1, lines, shapely.boundary(lines))
    if not covered.is_empty:
        area = covered.buffer(ON_OUTLINE)
        shapely.prepare(area)
        lines = lines[~shapely.covers(area, lines)]
    return _union(np.append(lines, covered)) if len(lines) else covered


def _projected(triangles: FloatArray, band: Band) -> Any:  # noqa: ANN401 - an array of shapely geometries
    """The triangles' parts within the band, seen from above, as an array of shapely geometries."""
    low, high = band
    lowest, highest = triangles[:, :, 2].min(axis=1), triangles[:, :, 2].max(axis=1)
    triangles = triangles[(highest > low) & (lowest < high)]
    lowest, highest = triangles[:, :, 2].min(axis=1), triangles[:, :, 2].max(axis=1)
    whole = (lowest >= low) & (highest <= high)
    corners = [triangles[whole][:, :, :2], _cut(triangles[~whole], band)]
    # Corners of neighbours must agree to the last bit, or the union keeps hair-thin gaps.
    hulls = [shapely.convex_hull(shapely.multipoints(np.round(points, 9))) for points in corners if len(points)]
    return np.concatenate([*hulls, np.array([], dtype=object)])


def _cut(triangles: FloatArray, band: Band) -> FloatArray:
    """Corners in plan of each triangle's part within the band, (n, 9, 2); one repeated where there are fewer."""
    ends = np.roll(triangles, -1, axis=1)
    rise = ends[:, :, 2] - triangles[:, :, 2]
    points, real = [triangles], [(triangles[:, :, 2] >= band[0]) & (triangles[:, :, 2] <= band[1])]
    for height in band:
        steep = (rise != 0.0) & np.isfinite(height)
        part = np.where(steep, (height if np.isfinite(height) else 0.0) - triangles[:, :, 2], -1.0)
        part = part / np.where(steep, rise, 1.0)
        crosses = steep & (part >= 0.0) & (part <= 1.0)
        points.append(triangles + np.clip(part, 0.0, 1.0)[..., None] * (ends - triangles))
        real.append(crosses)
    corners, kept_corners = np.concatenate(points, axis=1)[:, :, :2], np.concatenate(real, axis=1)
    first = np.take_along_axis(corners, np.argmax(kept_corners, axis=1)[:, None, None], axis=1)
    return np.where(kept_corners[..., None], corners, first)


def _union(shapes: Any) -> BaseGeometry:  # noqa: ANN401
    try:
        return shapely.union_all(shapes)
    except shapely.GEOSException:  # rounding got the better of it: once more on a grid, slower
        return shapely.union_all(shapes, grid_size=1e-6)


def segments(shape: BaseGeometry) -> FloatArray:
    """(n, 2, 2) float: the straight pieces of a shape's outline, holes included, start and end of each."""
    parts = shapely.get_parts(shape)
    rings = shapely.get_rings(parts[shapely.get_type_id(parts) == shapely.GeometryType.POLYGON])
    lines = parts[shapely.get_dimensions(parts) == 1]
    points, line = shapely.get_coordinates(np.append(rings, lines), return_index=True)
    together = line[1:] == line[:-1]
    return np.stack([points[:-1][together], points[1:][together]], axis=1)


def plan_disc(figure: Figure) -> Disc:
    """The disc of a figure's base; without a base, the smallest disc around its body seen from above.

    A figure that is neither on a base nor has a body is a disc of radius 0.
    """
    x, y, _ = figure.position
    if figure.base_mm > 0 or len(figure.body.counts.faces) == 0:
        return Disc((x, y), figure.base_radius)
    outline = footprint(figure.placed)
    around = shapely.minimum_bounding_circle(outline)
    return Disc((around.centroid.x, around.centroid.y), float(shapely.minimum_bounding_radius(outline)))
