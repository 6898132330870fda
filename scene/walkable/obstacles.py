"""Obstacles: what stands in a figure's way, for rays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh, Point, joined
from scene.geometry.ray_casting import Hits, RayScene
from scene.geometry.upward_extrusion import upward_shadow
from scene.table.table import Piece, Terrain
from scene.walkable.winding import outward, wound_both_ways


def _directions(count: int, steepest: float) -> FloatArray:
    """(n, 3) directions around and upwards, up to so many degrees, none along an axis."""
    turn = np.radians(7.3) + np.arange(count) * np.pi * (3 - np.sqrt(5))
    rise = np.radians(np.linspace(1.0, steepest, count))
    return np.column_stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


AROUND = _directions(24, 60.0)
"""(24, 3) directions in which one looks from a place to learn whether it sees the backs of faces."""
OUTWARD = _directions(5, 50.0)
"""(5, 3) ways out of what one may be inside of."""
MOST = 3
"""The majority of them; where so many agree, the others are not looked along."""
MOST_CONTACTS = 32
"""Faces that are counted on one way."""
AFTER = 0.0005
"""Inches behind one face at which the next one is looked for."""
TOGETHER = 4096
"""Places asked for at once, which keeps the counts of all pieces below some 10 MB."""


@dataclass(frozen=True, eq=False)
class Solids:
    """All that stands in the way; the rays are made ready when they are first asked for.

    Attributes:
        pieces: that stand in the way.
    """

    pieces: tuple[Piece, ...]

    @cached_property
    def rays(self) -> RayScene:
        """To cast at them; their faces are turned outward."""
        return RayScene(self._meshes)

    @cached_property
    def sound(self) -> BoolArray:
        """(p,) for each piece whether its winding tells its outside."""
        return np.array([not wound_both_ways(piece.shape) for piece in self.pieces], dtype=bool)

    @cached_property
    def boxes(self) -> FloatArray:
        """(p, 2, 3) the lowest and the highest corner of each, as it stands in the way."""
        return np.array([mesh.bounds for mesh in self._meshes]).reshape(-1, 2, 3)

    @cached_property
    def _meshes(self) -> list[Mesh]:
        return [_solid(piece) for piece in self.pieces]

    def inside(self, place: Point) -> Piece | None:
        """The piece that a place is inside of; None in the open."""
        number = int(self.within(np.array([place]))[0])
        return self.pieces[number] if number >= 0 else None

    def within(self, places: FloatArray) -> IntArray:
        """(n,) the pieces that places (n, 3) are inside of; -1 in the open.

        Most ways out of a piece leave it more often than they enter it, also where pieces stand in one another, or parts of
        them do. A few ways may tell otherwise: meshes are not always closed, and of faces that coincide one is passed over.
        """
        found = np.full(len(places), -1)
        held = ((places[:, None] >= self.boxes[:, 0]) & (places[:, None] <= self.boxes[:, 1])).all(axis=2) & self.sound
        some = np.flatnonzero(held.any(axis=1))
        for rows in (some[start : start + TOGETHER] for start in range(0, len(some), TOGETHER)):
            left = self._left(places[rows], held[rows], OUTWARD[:MOST])
            inside, piece = left.any(axis=2).sum(axis=1), left.sum(axis=1).argmax(axis=1)
            open_yet = np.flatnonzero((inside > 0) & (inside < MOST))
            rest = self._left(places[rows[open_yet]], held[rows[open_yet]], OUTWARD[MOST:])
            inside[open_yet] += rest.any(axis=2).sum(axis=1)
            piece[open_yet] = (left[open_yet].sum(axis=1) + rest.sum(axis=1)).argmax(axis=1)
            found[rows] = np.where(inside >= MOST, piece, -1)
        return found

    def _left(self, places: FloatArray, held: BoolArray, outward: FloatArray) -> BoolArray:
        """(n, d, p) which pieces are more often left than entered from places (n, 3) in their boxes (n, p) on ways (d, 3)."""
        row, piece = np.nonzero(held)
        far = np.where(outward > 0.0, self.boxes[piece, 1][:, None], self.boxes[piece, 0][:, None])
        ends = ((far - places[row][:, None]) / outward).min(axis=2)
        limit = np.maximum.reduceat(ends, np.searchsorted(row, np.arange(len(places)))).ravel() + AFTER
        starts, ways = np.repeat(places, len(outward), axis=0), np.tile(outward, (len(places), 1))
        left = np.zeros((len(starts), len(self.pieces)), dtype=np.int8)
        going = np.arange(len(starts))
        for _ in range(MOST_CONTACTS):
            hit = self.rays.first_hits(starts, ways, limit)
            on = hit.mesh >= 0
            going, ways, mesh, gone = going[on], ways[on], hit.mesh[on], hit.distance[on] + AFTER
            left[going, mesh] += np.where((hit.normal[on] * ways).sum(axis=1) > 0.0, 1, -1).astype(np.int8)
            starts, limit = starts[on] + gone[:, None] * ways, limit[on] - gone
            if len(going) == 0:
                break
        return np.asarray((left.reshape(len(places), len(outward), len(self.pieces)) > 0) & held[:, None])

    def backs(self, starts: FloatArray, ways: FloatArray) -> BoolArray:
        """(n,) whether rays meet the back of a face first, as they do from inside a closed solid."""
        return self._from_behind(self.rays.first_hits(starts, ways), ways)

    def _from_behind(self, hits: Hits, ways: FloatArray) -> BoolArray:
        return np.asarray(np.append(self.sound, False)[hits.mesh] & ((hits.normal * ways).sum(axis=1) > 0.0))


def stands_in_the_way(piece: Piece) -> bool:
    """Whether a piece is solid to agents: not the ground of woods, pools and pits, nor an open door."""
    return piece.kind not in {"area", "pit"} and not piece.stands_open


@memoized
def solids(terrain: Terrain) -> Solids:
    """All that stands in a figure's way on a table."""
    return Solids(tuple(piece for piece in terrain.pieces if stands_in_the_way(piece)))


@memoized
def barriers(terrain: Terrain) -> Solids:
    """What somebody who falls meets: all of that but the ladders, past which he falls."""
    found = solids(terrain)
    others = tuple(piece for piece in found.pieces if piece.kind != "ladder")
    return Solids(others) if len(others) < len(found.pieces) else found


def _solid(piece: Piece) -> Mesh:
    mesh = piece.placed
    if outward(piece.shape) < 0.0:
        mesh = Mesh.of(mesh.vertices, mesh.faces[:, ::-1])
    return joined(mesh, upward_shadow(piece.placed)) if piece.infinite_height else mesh
