"""What stands in a figure's way, for rays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scene.floors import outward, wound_both_ways
from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, Mesh, Point, joined
from scene.rays import Hits, RayScene
from scene.table import Piece, Terrain
from scene.upward import upward_shadow


def _directions() -> FloatArray:
    """(24, 3) directions around and upwards, none along an axis."""
    turn = np.radians(7.3) + np.arange(24) * np.pi * (3 - np.sqrt(5))
    rise = np.radians(np.linspace(1.0, 60.0, 24))
    return np.column_stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])


AROUND = _directions()
"""(24, 3) directions in which one looks from a place to learn whether it is inside of something."""


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
        return RayScene([_solid(piece) for piece in self.pieces])

    @cached_property
    def sound(self) -> BoolArray:
        """(p,) for each piece whether its winding tells its outside."""
        return np.array([not wound_both_ways(piece.shape) for piece in self.pieces], dtype=bool)

    def inside(self, place: Point) -> Piece | None:
        """The piece that a place is inside of: to most sides one sees the backs of its faces. None in the open."""
        starts = np.broadcast_to(np.array(place), AROUND.shape)
        hits = self.rays.first_hits(starts, AROUND)
        back = self._from_behind(hits, AROUND)
        return self.pieces[int(np.bincount(hits.mesh[back]).argmax())] if back.mean() > 0.5 else None

    def backs(self, starts: FloatArray, ways: FloatArray) -> BoolArray:
        """(n,) whether rays meet the back of a face first, as they do from inside a closed solid."""
        return self._from_behind(self.rays.first_hits(starts, ways), ways)

    def _from_behind(self, hits: Hits, ways: FloatArray) -> BoolArray:
        return np.asarray(np.append(self.sound, False)[hits.mesh] & ((hits.normal * ways).sum(axis=1) > 0.0))


def stands_in_the_way(piece: Piece) -> bool:
    """Whether a piece is solid to those who walk: not the ground of woods, pools and pits, nor an open door."""
    return piece.kind not in {"area", "pit"} and not piece.stands_open


@kept
def solids(terrain: Terrain) -> Solids:
    """All that stands in a figure's way on a table."""
    return Solids(tuple(piece for piece in terrain.pieces if stands_in_the_way(piece)))


@kept
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
