"""Local floors: those near a place and what stands among them, for single questions, without a navmesh of the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from scene.geometry.mesh import FloatArray
from scene.table.plan_outlines import Outline, between, covered, geometry, outlined, rectangle, together
from scene.table.table import Piece, Table
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_levels import underfoot
from scene.walkable.floor_plane import FloorPlane
from scene.walkable.floors import Floor, floors, floors_near
from scene.walkable.obstacles import barriers, solids
from scene.walkable.slope_planes import TERRACE

PLATE = 0.3
"""Inches: a pit whose mesh reaches deeper below the ground is a hole; one that does not is a picture of one on the ground."""
NEAR = 1.0
"""Inches round a place in which floors are looked at to tell which of them it is over."""
GAP = 0.3
"""Inches: half the width of the widest gap of a floor that counts as floor."""
HEADROOM = 1.0
"""Inches: nobody stands on a floor with another one so little above it."""
ABOVE = 0.05
"""Inches above a floor where it is looked whether that is inside something solid."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """A floor near a place; of slopes a stretch of `TERRACE` inches of height.

    Attributes:
        z: its height in the middle, inches.
        plane: its heights.
        outline: seen from above.
        piece: whose it is; None for the table's ground.
        pit: whether it is the bottom of a pit.
    """

    z: float
    plane: FloorPlane
    outline: Outline
    piece: Piece | None = None
    pit: bool = False

    @cached_property
    def region(self) -> shapely.Geometry:
        """Its outline, to ask for points."""
        return geometry(self.outline)


@dataclass(frozen=True, eq=False)
class Nearby:
    """What is near a place; inches.

    Attributes:
        table: where.
        window: (2, 3) its least and greatest x, y and z; all heights.
        shelves: the floors there, from the highest down. The ground goes on beyond the table.
    """

    table: Table
    window: FloatArray
    shelves: tuple[Shelf, ...]

    @property
    def lowest(self) -> float:
        """How deep pits go down that have no bottom: as their sides do; 0 without any."""
        pits = [piece for piece in self.table.terrain.pieces if piece.kind == "pit" and _meets(piece, self.window)]
        return min([float(piece.placed.bounds[0, 2]) for piece in pits], default=0.0)

    def between(self, low: float, high: float, *, pits: bool = False) -> list[Shelf]:
        """The floors at heights from ``low`` to ``high``, or the bottoms of pits."""
        return [shelf for shelf in self.shelves if shelf.pit == pits and low - EQUAL <= shelf.z <= high + EQUAL]

    def underfoot(self, low: float, high: float, radius: float, foothold: float) -> Outline:
        """Where floors from ``low`` to ``high`` bear a base, over gaps that it does not fall into."""
        return underfoot([shelf.outline for shelf in self.between(low, high)], radius, foothold)

    def highest(self, points: FloatArray, limit: FloatArray, *, pits: bool = False) -> FloatArray:
        """(k,) the height of the highest floor at points (k, 2) that is not above ``limit`` (k,); -inf for none."""
        found = np.full(len(points), -np.inf)
        for shelf in self.between(-np.inf, np.inf, pits=pits):
            asked = np.flatnonzero((shelf.z <= limit + EQUAL) & np.isinf(found))
            asked = asked[shapely.intersects_xy(shelf.region, *points[asked].T)]
            found[asked] = shelf.plane.at(points[asked])
        return found

    def height(self, shelf: Shelf, place: tuple[float, float]) -> float:
        """The height of a floor at a place in plan; beside a stretch of a slope that of its nearest place."""
        if shelf.plane.level or shapely.intersects_xy(shelf.region, *place):
            return shelf.plane.height(*place)
        nearest = shapely.shortest_line(shelf.region, shapely.Point(place))
        return shelf.plane.height(*nearest.coords[0])

    def standing(self, low: float, high: float, place: tuple[float, float], reach: float) -> shapely.Geometry:
        """What of the terrain lies between two heights within ``reach`` inches of a place along x and y, seen from above.

        What is upright counts as hairlines: of a solid that goes right through these heights they are all.
        """
        ends = np.array([[*np.array(place) - reach, low], [*np.array(place) + reach, high]])
        pieces = [piece for piece in barriers(self.table.terrain).pieces if _meets(piece, ends)]
        return geometry(together([outlined(_cut(piece, ends)) for piece in pieces if high > low]))


def nearby(table: Table, place: tuple[float, float], reach: float, *, cut: bool = False) -> Nearby:
    """What of a table is within ``reach`` inches of a place along x and y.

    Args:
        cut: whether floors of large meshes are made of what is near only; at edges of slopes they may differ by a hair.
    """
    low, high = np.array(place) - reach, np.array(place) + reach
    area, window = rectangle(low, high), np.array([[*low, -np.inf], [*high, np.inf]])
    pieces = [piece for piece in table.terrain.pieces if _meets(piece, window)]
    pits = together([covered(piece) for piece in pieces if piece.kind == "pit"])
    found = [Shelf(0.0, FloorPlane(0.0), area - pits)]
    for piece in pieces:
        # Nobody lands on a ladder, nor on the edge of a door.
        own = () if piece.kind in {"ladder", "door"} else floors_near(piece, low, high) if cut else floors(piece)
        for floor in own:
            near = Floor(floor.plane, floor.outline ^ area)
            found += [Shelf(z, floor.plane, part, piece, _is_pit(piece, z)) for z, part in _stretches(near)]
    there = [shelf for shelf in found if not shelf.outline.is_empty()]
    return Nearby(table, window, tuple(sorted(there, key=lambda shelf: -shelf.z)))


def _stretches(floor: Floor) -> Iterator[tuple[float, Outline]]:
    """A floor by height: the middle of each stretch, and its outline."""
    if floor.plane.level or floor.outline.is_empty():
        yield floor.plane.z, floor.outline
        return
    low, high = floor.plane.span(floor.outline)
    for step in range(int(np.floor(low / TERRACE)), int(np.ceil(high / TERRACE))):
        middle = (step + 0.5) * TERRACE
        yield middle, floor.plane.within(floor.outline, step * TERRACE, (step + 1) * TERRACE)


def _is_pit(piece: Piece, z: float) -> bool:
    """Whether a floor of a piece is the bottom of a pit; the rim of a hole is a floor as any other."""
    hole = bool(piece.placed.bounds[0, 2] < -PLATE)
    return piece.kind == "pit" and (not hole or z < -PLATE / 3.0)


def _meets(piece: Piece, ends: FloatArray) -> bool:
    low, high = piece.placed.bounds
    return bool((low <= ends[1]).all() and (high >= ends[0]).all())


def _cut(piece: Piece, ends: FloatArray) -> FloatArray:
    """(k, 3, 3) the triangles of a piece that come near a box (2, 3), cut off at its lowest and highest."""
    triangles = piece.placed.triangles
    near = (triangles.min(axis=1) <= ends[1]).all(axis=1) & (triangles.max(axis=1) >= ends[0]).all(axis=1)
    return between(triangles[near], float(ends[0, 2]), float(ends[1, 2]))


def heights_at(table: Table, place: tuple[float, float]) -> tuple[float, ...]:
    """The heights of the floors over a place in plan, inches, the highest first, for people who leave a height out.

    Narrow gaps of a floor, such as those of a grating, count as floor. The table's ground and the bottoms of pits are floors.
    What is inside something solid, or has less than `HEADROOM` above it, does not count.
    """
    point, found, around = shapely.Point(place), list[float](), nearby(table, place, NEAR)
    for shelf in around.shelves:
        closed = shapely.buffer(shapely.buffer(shelf.region, GAP), -GAP)
        if shapely.intersects(closed, point):
            found.append(around.height(shelf, place))
    apart = [z for i, z in enumerate(found) if i == 0 or found[i - 1] - z > HEADROOM]
    inside = solids(table.terrain).within(np.array([[*place, z + ABOVE] for z in apart]).reshape(-1, 3))
    return tuple(z for z, piece in zip(apart, inside.tolist(), strict=True) if piece < 0)
