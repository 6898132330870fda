"""What looks up near a place: the faces that something coming from above meets, exactly, level by level.

For single places, where exactness counts more than the whole table.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, IntArray, Mesh, Point
from scene.rays import RayScene
from scene.table import Piece, Table, Terrain

LEVEL = float(np.cos(np.radians(45.0)))
"""Upward part of a unit normal below which a face holds nobody."""
LOOKS_UP = 0.05
"""The same, below which a face is a side and no top."""
PLATE = 0.3
"""Inches: a pit whose mesh reaches deeper below the ground is a hole; one that does not is a picture of one on the ground."""
FINEST = 1e-7
"""Square inches: faces that cover less in plan are slivers."""
TABLE_TOP = -1
"""The piece that the ground of the table belongs to."""
SLOT = 0.12
"""Inches: half the width of slots in one floor."""
NARROW = 0.15
"""Inches: half the width that a floor must have."""
MANY = 200
"""Triangles."""
CRACK = 1e-5
"""Inches: half the width of what rounding may leave between triangles."""
ROUND = 32
"""Corners of a quarter of a circle."""

Shapes = Any
"""An array of shapely geometries."""


@dataclass(frozen=True, eq=False)
class Facets:
    """Faces that look up, n of them, seen from above; inches.

    Attributes:
        plan: (n,) polygons.
        plane: (n, 3) float; a, b, c of z = a x + b y + c.
        low, high: (n,) float, heights of their lowest and highest points.
        piece: (n,) int, the number of the piece that each belongs to, or `TABLE_TOP`.
        holds: (n,) bool, whether it is flat enough to stand on.
        pit: (n,) bool, whether it is the bottom of a pit.
    """

    plan: Shapes
    plane: FloatArray
    low: FloatArray
    high: FloatArray
    piece: IntArray
    holds: BoolArray
    pit: BoolArray

    def part(self, which: BoolArray | IntArray) -> "Facets":
        """Some of them."""
        return Facets(
            self.plan[which], self.plane[which], self.low[which], self.high[which],
            self.piece[which], self.holds[which], self.pit[which],
        )  # fmt: skip

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Their polygons, found by place."""
        return shapely.STRtree(self.plan)

    def over(self, points: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Where the upright lines through points (n, 2) meet them: (k,) point, (k,) facet, (k,) height."""
        point, facet = self.tree.query(shapely.points(points), predicate="intersects")
        return point, facet, self.heights(facet, points[point])

    def heights(self, facet: IntArray, points: FloatArray) -> FloatArray:
        """(k,) the height of each facet's plane at a point (k, 2)."""
        return np.asarray((self.plane[facet, :2] * points).sum(axis=1) + self.plane[facet, 2])

    def within(self, area: BaseGeometry) -> tuple[IntArray, FloatArray, FloatArray]:
        """What of them lies in an area: (k,) facet, (k,) square inches in plan, (k,) height of the highest point in it."""
        facet = np.sort(self.tree.query(area, predicate="intersects"))
        cut = shapely.intersection(self.plan[facet], area)
        size = shapely.area(cut)
        facet, cut, size = facet[size > FINEST], cut[size > FINEST], size[size > FINEST]
        points, of = shapely.get_coordinates(cut, return_index=True)
        top = np.full(len(facet), -np.inf)
        np.maximum.at(top, of, self.heights(facet[of], points))
        return facet, size, top


def facets_near(table: Table, place: tuple[float, float], reach: float) -> Facets:
    """The facets of a table within ``reach`` inches of a place along x and y, its ground (all around, z = 0) the last.

    Ladders hold nobody, and open doors are not there. Faces of meshes that were turned round by mistake are found where
    nothing but the open is above them.
    """
    x, y = place
    window = shapely.box(x - reach, y - reach, x + reach, y + reach)
    pieces = [
        _of_piece(table.terrain, number, window)
        for number, piece in enumerate(table.terrain.pieces)
        if counts(piece) and _boxes_meet(piece, window)
    ]
    ground = shapely.difference(window, _pit_holes(table.terrain, window))
    return _joined([*pieces, _flat(ground)])


def counts(piece: Piece) -> bool:
    """Whether somebody who falls meets a piece."""
    return len(piece.shape.faces) > 0 and piece.kind != "ladder" and not (piece.kind == "door" and piece.open)


def is_hole(piece: Piece) -> bool:
    """Whether a pit goes down into the ground; its rim is then a floor as any other."""
    return bool(piece.placed.bounds[0, 2] < -PLATE)


def levels(tops: FloatArray, *, gap: float) -> list[IntArray]:
    """The numbers of those heights (n,) that are of one level, from the highest level down.

    Args:
        tops: inches.
        gap: inches; heights that are nearer to one another are of one level.
    """
    order = np.argsort(-tops, kind="stable")
    return np.split(order, np.flatnonzero(-np.diff(tops[order]) > gap) + 1) if len(order) else []


def outline(facets: Facets, radius: float) -> BaseGeometry:
    """What facets cover in plan, with all gaps and holes filled that a disc of ``radius`` does not fall into."""
    return _closed(united(facets.plan), radius)


def _closed(shape: BaseGeometry, radius: float) -> BaseGeometry:
    wider = shapely.buffer(shapely.simplify(shape, 1e-4), radius, quad_segs=ROUND)
    return shapely.buffer(wider, -radius, quad_segs=ROUND)


def standable(facets: Facets, radius: float) -> BaseGeometry:
    """As `outline`, without what of each piece is too narrow to stand on. Bars of gratings lie close together and stay."""
    floors = [_wide(outline(facets.part(facets.piece == piece), SLOT)) for piece in np.unique(facets.piece)]
    return _closed(united(np.array(floors, dtype=object)), radius)


def _wide(floor: BaseGeometry) -> BaseGeometry:
    core = shapely.buffer(floor, -NARROW, quad_segs=ROUND)
    # Mitred, corners stay as sharp as they were.
    return shapely.intersection(shapely.buffer(core, NARROW + CRACK, join_style="mitre", mitre_limit=2.0), floor)


def united(shapes: Shapes) -> BaseGeometry:
    """The union of shapes. That of many triangles is Clipper's, which takes a tenth of the time."""
    many = len(shapes) > MANY
    simple = (shapely.get_num_coordinates(shapes) == 4) & many
    if simple.any():
        shapes = np.append(shapes[~simple], _united_triangles(shapely.get_coordinates(shapes[simple]).reshape(-1, 4, 2)[:, :3]))
    try:
        return shapely.union_all(shapes)
    except shapely.GEOSException:  # rounding got the better of it: once more on a fine grid
        return shapely.union_all(shapes, grid_size=1e-6)


def _united_triangles(corners: FloatArray) -> BaseGeometry:
    """The union of triangles (m, 3, 2)."""
    from manifold3d import CrossSection, FillRule

    (ax, ay), (bx, by), (cx, cy) = (corners[:, place].T for place in range(3))
    clockwise = (bx - ax) * (cy - ay) < (by - ay) * (cx - ax)
    corners = np.where(clockwise[:, None, None], corners[:, ::-1], corners)
    whole = CrossSection(list(corners), FillRule.NonZero).offset(CRACK).offset(-CRACK)
    rings = [shapely.linearrings(np.asarray(ring)) for ring in whole.to_polygons()]
    return shapely.build_area(shapely.geometrycollections(rings))


def grown(shape: BaseGeometry, by: float) -> BaseGeometry:
    """A shape with all within ``by`` inches of it. Part by part, as the whole of many lines at once takes minutes."""
    parts = shapely.simplify(shapely.get_parts(shape), 2e-4)
    return united(shapely.buffer(parts, by, quad_segs=2 * ROUND))


def disc(place: tuple[float, float], radius: float) -> BaseGeometry:
    """A disc in plan."""
    return shapely.buffer(shapely.Point(place), radius, quad_segs=ROUND)


@kept
def solids(terrain: Terrain) -> RayScene:
    """All pieces that somebody who falls can meet, wound outward, to cast rays at. Others are empty, so numbers stay."""
    return RayScene([_outward(piece) if counts(piece) else _NOTHING for piece in terrain.pieces])


def inside_of(terrain: Terrain, place: Point) -> int | None:
    """The number of the piece that a place is inside of; None in the open.

    From inside a solid one sees the backs of its faces to most sides.
    """
    hits = solids(terrain).first_hits(np.broadcast_to(np.array(place), _AROUND.shape), _AROUND)
    back = np.isfinite(hits.distance) & ((hits.normal * _AROUND).sum(axis=1) > 0.0)
    return int(np.bincount(hits.mesh[back]).argmax()) if back.mean() > 0.5 else None


def _directions() -> FloatArray:
    """(24, 3) directions around and upwards, none along an axis."""
    turn = np.radians(7.3) + np.arange(24) * np.pi * (3 - np.sqrt(5))
    rise = np.radians(np.linspace(1.0, 75.0, 24))
    return np.column_stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


_AROUND = _directions()

_NOTHING = Mesh.of(np.zeros((0, 3)), np.zeros((0, 3)))


def _outward(piece: Piece) -> Mesh:
    mesh = piece.placed
    return mesh if _sense(mesh) > 0 else Mesh.of(mesh.vertices, mesh.faces[:, ::-1])


@kept
def _sense(mesh: Mesh) -> float:
    """1, or -1 for a mesh that encloses less than nothing: its file was wound inside out."""
    a, b, c = np.moveaxis(mesh.triangles - mesh.bounds.mean(axis=0), 1, 0)
    return -1.0 if float((a * np.cross(b, c)).sum()) < -1e-9 else 1.0


@dataclass(frozen=True, eq=False)
class _Level:
    """The faces of a mesh that are not upright: (m, 3, 3) corners, (m, 3) unit normals, (m, 2, 2) boxes in plan."""

    triangles: FloatArray
    normals: FloatArray
    boxes: FloatArray


@kept
def _level_faces(mesh: Mesh) -> _Level:
    triangles = mesh.triangles
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(normals, axis=1)
    lies = np.abs(normals[:, 2]) > np.maximum(LOOKS_UP * size, 2.0 * FINEST)
    triangles, normals = triangles[lies], _sense(mesh) * normals[lies] / size[lies, None]
    plan = triangles[:, :, :2]
    return _Level(triangles, normals, np.stack([plan.min(axis=1), plan.max(axis=1)], axis=1))


def _of_piece(terrain: Terrain, number: int, window: BaseGeometry) -> Facets:
    piece = terrain.pieces[number]
    faces = _level_faces(piece.placed)
    low_x, low_y, high_x, high_y = window.bounds
    near = (faces.boxes[:, 1] >= [low_x, low_y]).all(axis=1) & (faces.boxes[:, 0] <= [high_x, high_y]).all(axis=1)
    triangles, normals = faces.triangles[near], faces.normals[near]
    up = normals[:, 2] > 0.0
    up[~up] = _turned_round(terrain, triangles[~up])
    triangles, normals = triangles[up], normals[up]
    slope = -normals[:, :2] / normals[:, 2:]
    plane = np.column_stack([slope, triangles[:, 0, 2] - (slope * triangles[:, 0, :2]).sum(axis=1)])
    low, high = triangles[..., 2].min(axis=1), triangles[..., 2].max(axis=1)
    pit = np.full(len(triangles), piece.kind == "pit")
    if is_hole(piece):
        pit &= high < -PLATE / 3.0
    rings = np.concatenate([triangles, triangles[:, :1]], axis=1)[:, :, :2]
    holds = np.abs(normals[:, 2]) >= LEVEL
    return Facets(shapely.polygons(rings), plane, low, high, np.full(len(triangles), number), holds, pit)


def _turned_round(terrain: Terrain, triangles: FloatArray) -> BoolArray:
    """(n,) which faces that look down have nothing but the open above them.

    Above an underside is the inside of what it is the underside of.
    """
    if len(triangles) == 0:
        return np.zeros(0, dtype=bool)
    starts = triangles.mean(axis=1) + np.array([0.0, 0.0, 1e-3])
    hits = solids(terrain).first_hits(starts, np.broadcast_to([0.0, 0.0, 1.0], starts.shape))
    return np.asarray(~np.isfinite(hits.distance) | (hits.normal[:, 2] < 0.0))


def _flat(area: BaseGeometry) -> Facets:
    """The ground of the table, in one."""
    zero, yes = np.zeros(1), np.ones(1, dtype=bool)
    return Facets(np.array([area]), np.zeros((1, 3)), zero, zero, np.array([TABLE_TOP]), yes, ~yes)


def _joined(parts: list[Facets]) -> Facets:
    return Facets(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("plan", "plane", "low", "high", "piece", "holds", "pit")
        )
    )


def _pit_holes(terrain: Terrain, window: BaseGeometry) -> BaseGeometry:
    """Where the ground is missing for pits."""
    holes = [pit_mouth(piece.placed) for piece in terrain.pieces if piece.kind == "pit" and _boxes_meet(piece, window)]
    return united(np.array(holes, dtype=object)) if holes else shapely.Polygon()


@kept
def pit_mouth(mesh: Mesh) -> BaseGeometry:
    """What a pit takes up in plan: its outline without holes, or what its sides surround."""
    from scene.footprint import footprint

    parts = shapely.get_parts(footprint(mesh))
    areas = parts[shapely.get_dimensions(parts) == 2]
    filled = shapely.polygons(shapely.get_exterior_ring(areas)) if len(areas) else np.array([], dtype=object)
    surrounded = shapely.polygonize(parts[shapely.get_dimensions(parts) == 1])
    return united(np.append(filled, surrounded))


def _boxes_meet(piece: Piece, window: BaseGeometry) -> bool:
    low, high = piece.placed.bounds[:, :2]
    low_x, low_y, high_x, high_y = window.bounds
    return bool(low[0] <= high_x and high[0] >= low_x and low[1] <= high_y and high[1] >= low_y)
