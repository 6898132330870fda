"""Occluders: what of a table's terrain hides, as a ray scene."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from scene.base.memo import memoized
from scene.geometry.mesh import Mesh, joined
from scene.geometry.ray_casting import Rays, RayScene
from scene.table.table import Piece, Terrain


@dataclass(frozen=True, eq=False)
class Occluders:
    """The pieces of a table that count for sight.

    Attributes:
        pieces: those that hide; a hit's ``mesh`` number is the place in here.
        meshes: what hides of each, in the table's frame.
        rays: the ray scene of ``meshes``.
    """

    pieces: tuple[Piece, ...]
    meshes: Sequence[Mesh]
    rays: Rays


_REMEMBERED: WeakKeyDictionary[Terrain, Occluders] = WeakKeyDictionary()


def occluders(terrain: Terrain) -> Occluders:
    """What hides of a terrain; computed once and kept."""
    return _REMEMBERED.get(terrain) or _computed(terrain)


def remember(terrain: Terrain, found: Occluders) -> None:
    """Takes over what hides of a terrain from somebody who knows it already."""
    _REMEMBERED[terrain] = found


@memoized
def _computed(terrain: Terrain) -> Occluders:
    pieces = tuple(piece for piece in terrain.pieces if piece.hides)
    meshes = tuple(hiding_mesh(piece) for piece in pieces)
    return Occluders(pieces, meshes, RayScene(meshes))


def hiding_mesh(piece: Piece) -> Mesh:
    """What hides of a piece, in the table's frame: also what closes its gaps and carries it upwards, where it says so."""
    mesh = piece.placed
    if not piece.see_through_gaps:
        # Filling gaps wants scipy's image functions, which most tables do not need at start-up.
        from scene.visibility.closed_openings import gap_filling

        filling = gap_filling(piece.shape)
        mesh = joined(mesh, Mesh.of(piece.pose.to_table(filling.vertices), filling.faces))
    if piece.infinite_height:
        from scene.geometry.upward_extrusion import upward_shadow

        mesh = joined(mesh, upward_shadow(mesh))
    return mesh
