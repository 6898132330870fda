"""Terrain features: linear, individual and area features, and what of a table stops lines of sight between two figures.

Sources: five-parsecs: Shooting across linear obstacles, Shooting past things, Area features. The text describes features and
gives no sizes; what is taken for what is decided here, and a piece's own ``feature`` in the table file goes before it:

- walls, doors and long obstacles are linear, other obstacles and scatter individual, areas area features. All else is solid;
- a linear feature no higher than a figure stops no line. A higher one does, as nobody looks over it;
- an area that is flatter than half an inch is ground. One that the table file calls an area feature is three inches high at
  least: a piece of felt may stand for a wood.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray
from scene.geometry.thinned_rays import ThinnedRays
from scene.measuring.distance import nearest
from scene.table.footprints import footprint, plan_disc
from scene.table.occluding_volume import OccludingVolume
from scene.table.table import Feature, Figure, Kind, Piece, Terrain
from scene.visibility.occluders import Occluders, occluders, remember

FIGURE_HEIGHT = 1.25
"""Inches: the height of a standing human figure of 28 mm."""
TREES = 3.0
"""Inches: how high area features stand at least where the table file calls them that."""
FLATTEST_AREA = 0.5
"""Inches: what is flatter hides nobody."""
LONG = 2.0
"""So many times as long as it is wide an obstacle is linear."""
WITHIN_AREA = 3.0
"""Inches at which figures in one area feature see each other. Source: five-parsecs, Area features."""
EDGE = 0.04
"""Inches (1 mm): a base that is no farther from an edge touches it."""
SPARE = 0.05
"""Inches around a base at an edge that are as free as the base itself."""
UNDER = 0.1
"""Inches below an area feature's foot at which figures still stand in it."""

FEATURES: Mapping[Kind, Feature] = MappingProxyType(
    {"wall": "linear", "door": "linear", "scatter": "individual", "area": "area"}
)


def feature_of(piece: Piece) -> Feature:
    """What a piece is."""
    if piece.feature is not None:
        return piece.feature
    if piece.kind == "obstacle":
        return "linear" if _length_to_width(piece) >= LONG else "individual"
    return FEATURES.get(piece.kind, "solid")


def is_low(piece: Piece) -> bool:
    """Whether a piece is no higher than a figure."""
    return float(np.ptp(piece.placed.bounds[:, 2])) <= FIGURE_HEIGHT + 1e-6


@memoized
def _length_to_width(piece: Piece) -> float:
    around = shapely.oriented_envelope(shapely.multipoints(piece.shape.vertices[:, :2]))
    corners = shapely.get_coordinates(around)
    if len(corners) < 4:
        return float("inf")
    sides = np.linalg.norm(np.diff(corners[:3], axis=0), axis=1)
    return float(sides.max() / max(sides.min(), 1e-9))


@dataclass(frozen=True, eq=False)
class AreaFeature:
    """An area feature: the ground between its outermost parts is all of it.

    Attributes:
        id: of its piece.
        outline: seen from above, inches; a polygon without holes.
        low, high: from which height to which.
    """

    id: str
    outline: shapely.Polygon
    low: float
    high: float

    def holds(self, figure: Figure) -> bool:
        """Whether a figure is positioned within it: any part of the base is."""
        disc = plan_disc(figure)
        near = shapely.distance(self.outline, shapely.Point(disc.centre)) < max(disc.radius - EDGE, 1e-9)
        return bool(near and self.low - UNDER <= figure.position[2] < self.high)

    def edges_of(self, figure: Figure) -> FloatArray:
        """(k, 2, 2) the edges that the base of a figure touches, each with the area to its left."""
        disc = plan_disc(figure)
        edges = np.array(list(pairwise(shapely.get_coordinates(self.outline.exterior))))
        far = shapely.distance(shapely.linestrings(edges), shapely.Point(disc.centre))
        return np.asarray(edges[far <= disc.radius + EDGE])

    def opening(self, figure: Figure, other: Figure) -> BaseGeometry | None:
        """What of the area does not lie between a figure that touches an edge and somebody on that side; None otherwise.

        Source: five-parsecs, Area features. That side is the far side of the straight line along the edge, and somebody is
        there with any part of the base.
        """
        own, disc = plan_disc(figure), plan_disc(other)
        edges = self.edges_of(figure)
        along = edges[:, 1] - edges[:, 0]
        outward = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(np.linalg.norm(along, axis=1), 1e-12)[:, None]
        beyond = ((np.array(disc.centre) - edges[:, 0]) * outward).sum(axis=1) + disc.radius
        if not (beyond > EDGE).any():
            return None
        way = shapely.LineString([own.centre, disc.centre]) if own.centre != disc.centre else shapely.Point(own.centre)
        parts = shapely.get_parts(shapely.intersection(self.outline, way))
        first = [part for part in parts if shapely.distance(part, shapely.Point(own.centre)) <= own.radius]
        return shapely.union_all([shapely.Point(own.centre), *first]).buffer(own.radius + SPARE)


@memoized
def area_features(terrain: Terrain) -> tuple[AreaFeature, ...]:
    """The area features of a terrain."""
    found = []
    for piece in terrain.pieces:
        if not piece.hides or feature_of(piece) != "area":
            continue
        low, high = piece.placed.bounds[:, 2].tolist()
        if piece.feature == "area":
            high = max(high, low + TREES)
        outline = _filled(footprint(piece.placed))
        if high - low >= FLATTEST_AREA and outline is not None:
            found.append(AreaFeature(piece.id, outline, low, high))
    return tuple(found)


def _filled(shape: BaseGeometry) -> shapely.Polygon | None:
    """The outer rim of a shape, or the rim round all of its parts; None where nothing is covered."""
    parts = [one for one in shapely.get_parts(shape) if isinstance(one, shapely.Polygon)]
    outer = shapely.Polygon(parts[0].exterior) if len(parts) == 1 else shapely.convex_hull(shape)
    return shapely.orient_polygons(outer) if isinstance(outer, shapely.Polygon) and outer.area > 0.0 else None


@memoized
def low_linear(terrain: Terrain) -> frozenset[str]:
    """Ids of the linear features that stop no line."""
    return frozenset(one.id for one in terrain.pieces if one.hides and feature_of(one) == "linear" and is_low(one))


def without(terrain: Terrain, ids: frozenset[str]) -> Terrain:
    """The terrain with some pieces hiding nothing; the same object for the same pieces."""
    if not ids:
        return terrain
    known = _thinned(terrain)
    if ids not in known:
        pieces = tuple(replace(one, insignificant=True) if one.id in ids else one for one in terrain.pieces)
        known[ids] = replace(terrain, pieces=pieces)
    return known[ids]


def passed_through(terrain: Terrain, ids: frozenset[str]) -> Terrain:
    """The same for terrain that is asked a few times only, such as without what one shooter stands behind."""
    found = without(terrain, ids)
    if ids:
        whole = occluders(terrain)
        kept = np.array([piece.id not in ids for piece in whole.pieces], dtype=bool)
        numbers = np.where(kept, np.cumsum(kept) - 1, -1)
        left = tuple(piece for piece in found.pieces if piece.hides)
        meshes = tuple(mesh for mesh, stays in zip(whole.meshes, kept, strict=True) if stays)
        remember(found, Occluders(left, meshes, ThinnedRays(whole.rays, numbers)))
    return found


@memoized
def _thinned(_terrain: Terrain) -> dict[frozenset[str], Terrain]:
    """The terrains of one with some pieces hiding nothing that were made so far."""
    return {}


@memoized
def whole_volumes(terrain: Terrain) -> tuple[OccludingVolume, ...]:
    """What the area features of a terrain hide from those who stand in none of them."""
    return tuple(OccludingVolume(area.outline, area.low, area.high) for area in area_features(terrain))


def terrain_between(terrain: Terrain, one: Figure, other: Figure) -> Terrain:
    """What stops lines of sight between two figures; the same object for all pairs who stand in no area feature."""
    areas = area_features(terrain)
    volumes = [_between(area, whole, one, other) for area, whole in zip(areas, whole_volumes(terrain), strict=True)]
    left = tuple(volume for volume in volumes if volume is not None)
    # Those that are cut for two figures are not kept: there is no end of them.
    return closed(terrain) if left == whole_volumes(terrain) else _with(bare(terrain), left)


@memoized
def bare(terrain: Terrain) -> Terrain:
    """The terrain without what stops no line by itself: low linear features, and areas, whose volumes do."""
    return without(terrain, low_linear(terrain) | {area.id for area in area_features(terrain)})


@memoized
def closed(terrain: Terrain) -> Terrain:
    """What stops lines between figures who are in no area feature."""
    return _with(bare(terrain), whole_volumes(terrain)) if whole_volumes(terrain) else bare(terrain)


def _with(bare: Terrain, volumes: tuple[OccludingVolume, ...]) -> Terrain:
    """The terrain with such volumes; it shares all that is worked out about what hides."""
    found = replace(bare, volumes=volumes)
    remember(found, occluders(bare))
    return found


def _between(area: AreaFeature, whole: OccludingVolume, one: Figure, other: Figure) -> OccludingVolume | None:
    """What an area feature hides of two figures from each other; None for nothing. Source: five-parsecs, Area features."""
    inside = [(figure, far) for figure, far in ((one, other), (other, one)) if area.holds(figure)]
    if len(inside) == 2 and nearest(one, other).distance <= WITHIN_AREA + 1e-9:
        return None
    openings = [found for figure, far in inside if (found := area.opening(figure, far)) is not None]
    if not openings:
        return whole
    return OccludingVolume(shapely.difference(area.outline, shapely.union_all(openings)), area.low, area.high)
