"""What stands in a figure's way, for rays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scene.floors import outward, wound_both_ways
from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, Mesh, joined
from scene.rays import RayScene
from scene.table import Piece, Terrain
from scene.upward import upward_shadow


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

    def backs(self, starts: FloatArray, ways: FloatArray) -> BoolArray:
        """(n,) whether rays meet the back of a face first, as they do from inside a closed solid."""
        hits = self.rays.first_hits(starts, ways)
        return np.asarray(np.append(self.sound, False)[hits.mesh] & ((hits.normal * ways).sum(axis=1) > 0.0))


def stands_in_the_way(piece: Piece) -> bool:
    """Whether a piece is solid to those who walk: not the ground of woods, pools and pits, nor an open door."""
    return piece.kind not in {"area", "pit"} and not (piece.kind == "door" and piece.open)


@kept
def solids(terrain: Terrain) -> Solids:
    """All that stands in a figure's way on a table."""
    return Solids(tuple(piece for piece in terrain.pieces if stands_in_the_way(piece)))


def _solid(piece: Piece) -> Mesh:
    mesh = piece.placed
    if outward(piece.shape) < 0.0:
        mesh = Mesh.of(mesh.vertices, mesh.faces[:, ::-1])
    return joined(mesh, upward_shadow(piece.placed)) if piece.infinite_height else mesh
