"""The objects on the plan of a scan: outlines from above, with how sure their places are."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
import shapely

from assets.mesh_library import LIBRARY
from capture.objects.figure_placement import PlacedFigure
from capture.objects.placed_objects import PlacedObject
from capture.results.whole_scan import WholeScan
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.plan_outlines import covered, geometry
from scene.table.table import MM_PER_INCH, Piece
from scene.table_io.table_document import PieceEntry
from scene.table_io.table_folder import Folder
from scene.table_io.table_reading import Builder

MANY_FACES = 100_000
"""Meshes of more triangles are shown by their convex hull: a plan needs no more."""

FINE = 0.02
"""Inches: outlines are this true."""


@dataclass(frozen=True, eq=False)
class PlanObject:
    """An object on the plan.

    Attributes:
        kind: how it is drawn.
        rings: (n, 2) float each, inches: its outline and those of its holes; empty where its shape is not known.
        place: (2,) float, inches: where its ellipse lies.
        covariance: (2, 2) float, square inches: of that.
        named: whether its name is written beside it; figures with a tag have its number there already.
    """

    id: str
    kind: Literal["piece", "figure", "point"]
    rings: tuple[FloatArray, ...]
    place: FloatArray
    covariance: FloatArray
    named: bool = True


def things_on(found: WholeScan, beside: Path | None = None) -> tuple[PlanObject, ...]:
    """All pieces, figures and points of a scan.

    Args:
        found: the scan.
        beside: the file beside which the meshes of the pieces lie; without it only the kit's have outlines.
    """
    builder = Builder(Folder(beside or Path("table.json")), LIBRARY, MAX_FACES)
    placed = [(each.entry, each.thing) for each in found.pieces] + [(each.entry, each.thing) for each in found.by_look]
    pieces = [
        _standing(found, thing, "piece", _outline(entry, builder, with_meshes=beside is not None)) for entry, thing in placed
    ]
    figures = [
        replace(_standing(found, figure.thing, "figure", _base(figure)), named=figure.tag is None) for figure in found.figures
    ]
    return (*pieces, *figures, *(_standing(found, point, "point", ()) for point in found.points))


def base_circle(place: tuple[float, float], radius: float) -> tuple[FloatArray, ...]:
    """The outline of a round base, inches."""
    angles = np.linspace(0.0, 2.0 * np.pi, 48, endpoint=False)
    return (np.asarray(place) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1),)


def _standing(
    found: WholeScan, thing: PlacedObject, kind: Literal["piece", "figure", "point"], rings: tuple[FloatArray, ...]
) -> PlanObject:
    slopes = thing.slopes[:2]
    covariance = slopes @ found.scanned.survey.covariance @ slopes.T + thing.own[:2, :2]
    return PlanObject(thing.id, kind, rings, np.array(thing.pose.position[:2]), covariance)


def _base(figure: PlacedFigure) -> tuple[FloatArray, ...]:
    x, y, _ = figure.thing.pose.position
    return base_circle((x, y), (figure.entry.base_mm or 0.0) / 2.0 / MM_PER_INCH) if figure.entry.base_mm else ()


def _outline(entry: PieceEntry, builder: Builder, *, with_meshes: bool) -> tuple[FloatArray, ...]:
    if entry.mesh is not None and not with_meshes:
        return ()
    try:
        return outline_of(builder.piece(entry))
    except SceneError:  # the mesh has gone meanwhile; a plan without it is still a plan
        return ()


def outline_of(piece: Piece) -> tuple[FloatArray, ...]:
    """(n, 2) float each, inches: the rings around what a piece covers seen from above."""
    if len(piece.shape.faces) > MANY_FACES:
        shape = shapely.convex_hull(shapely.multipoints(piece.pose.to_table(piece.shape.vertices)[:, :2]))
    else:
        shape = geometry(covered(piece))
    rings = shapely.get_rings(shapely.get_parts(shapely.simplify(shape, FINE)))
    return tuple(np.asarray(shapely.get_coordinates(ring)) for ring in rings)
