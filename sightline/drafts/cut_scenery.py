"""Scenery of any shape in a draft: things cut out of the surface that a scan's photos show, as pieces."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.ray_casting import mesh_rays
from scene.table.seen_table import SeenTable
from scene.table.table import Kind, Table
from sightline.drafts.clicked_scenery import SURFACE, place_piece
from sightline.drafts.draft_table import Draft

if TYPE_CHECKING:
    from capture.clicking.clickable_photos import ClickablePhotos
    from capture.clicking.clicked_piece import ClickedPiece

HOLES = "cut out of the surface that photos show; what they do not show of it is not in it"
ABOUT = 0.75
"""Inches from a place on the plan within which a surface is meant."""
LOWEST = 0.15
"""Inches above the ground below which no surface is meant."""


def seen_along(seen: SeenTable, eye: FloatArray, ray: FloatArray) -> Point:
    """Where a ray (3,) from an eye (3,) first meets the surface that photos show; a `SceneError` where it does not."""
    rays = mesh_rays(Mesh.of(seen.surface.vertices.astype(np.float64), seen.surface.faces))
    far = float(rays.distances(eye[None], ray[None])[0])
    if not np.isfinite(far):
        raise SceneError("photos show no surface there; click where the table shows one in their colours")
    x, y, z = (eye + far * ray).tolist()
    return x, y, z


def seen_above(seen: SeenTable, x: float, y: float) -> Point:
    """The surface that photos show above a place on the plan, or nearest beside it; a `SceneError` where there is none."""
    points = seen.surface.vertices[seen.surface.vertices[:, 2] > LOWEST].astype(np.float64)
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    if not len(points) or away.min() > ABOUT:
        raise SceneError(f"photos show nothing that stands at {x:g}, {y:g}")
    px, py, pz = points[int(np.argmin(away))].tolist()
    return px, py, pz


@dataclass(frozen=True, eq=False)
class CutPart:
    """What was cut out: the piece that it makes, and inches by which its corners are off at most, in 95 of 100 cases."""

    piece: "ClickedPiece"
    limit: float

    @property
    def size(self) -> tuple[float, float, float]:
        """Its length, width and height, inches."""
        x, y, z = np.ptp(self.piece.mesh.bounds, axis=0).tolist()
        return x, y, z

    @cached_property
    def outline(self) -> FloatArray:
        """(k, 2, 3) the edges at which its surface ends, on the table."""
        faces = self.piece.mesh.faces
        edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
        ends, count = np.unique(edges, axis=0, return_counts=True)
        return np.asarray((self.piece.mesh.vertices + np.array(self.piece.position))[ends[count == 1]])


def cut_from_surface(seen: SeenTable, table: Table, photos: "ClickablePhotos", place: Point) -> CutPart:
    """What stands at a place, cut out of the surface that a scan's photos show; a `SceneError` where that is nothing."""
    from capture.clicking.clicked_piece import corners_within
    from capture.dense.cut_surface import cut_out, cut_piece

    piece = cut_piece(cut_out(seen, table, place), photos)
    return CutPart(piece, corners_within(piece, photos))


def place_cut(draft: Draft, part: CutPart, name: str = "", kind: Kind = "structure") -> Draft:
    """The draft with a piece that was cut out of a surface, with what is known of its errors in the table's scan."""
    return place_piece(draft, part.piece, name or SURFACE, kind, HOLES)
