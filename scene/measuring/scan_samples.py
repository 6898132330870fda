"""Samples of a scanned table as it may really be: its pieces and figures moved by drawn errors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.measuring.instanced_rays import STILL, Motion, MovedMeshes, MovedRays, RayInstance, rotation
from scene.table.scan_measurements import PARAMETERS, Scan
from scene.table.table import Figure, Piece, Table, Terrain
from scene.visibility.occluders import Occluders, hiding_mesh, remember

LEAST = 0.1
"""Of a shape's size that is left at least when it is drawn smaller."""


def scanned(table: Table) -> dict[str, int]:
    """The pieces and figures that are as uncertain as the scan says, and their places among its things.

    What was not measured, or moved since, stands exactly where the table has it.
    """
    if table.scan is None:
        return {}
    pieces = {piece.id: table.scan.standing("piece", piece.id, piece.pose.position) for piece in table.terrain.pieces}
    figures = {figure.id: table.scan.standing("figure", figure.id, figure.position) for figure in table.figures}
    return {name: index for name, index in (pieces | figures).items() if index is not None}


def moved_piece(piece: Piece, error: FloatArray) -> Piece:
    """The piece shifted by inches and turned about its place by degrees, (6,); a shape also of another size by inches, (9,)."""
    turned = _product(rotation(error[3:6]), piece.pose.rotation)
    shape = stretched(piece.shape, error[6:]) if len(error) > 6 else piece.shape
    return replace(piece, pose=RigidTransform(_shifted(piece.pose.position, error), turned), shape=shape)


def stretched(shape: Mesh, larger: FloatArray) -> Mesh:
    """A mesh that is larger by inches (3,) along its own axes, its anchor at the origin; none shrinks to less than a tenth."""
    size = np.ptp(shape.bounds, axis=0)
    return shape.with_vertices(shape.vertices * np.maximum(1.0 + larger / np.where(size > 0.0, size, np.inf), LEAST))


def moved_figure(figure: Figure, error: FloatArray) -> Figure:
    """The figure shifted by inches and turned by degrees, (6,); it stands upright, whatever else it is turned by."""
    return replace(figure, position=_shifted(figure.position, error), facing=figure.facing + float(error[5]))


def _shifted(position: Point, error: FloatArray) -> Point:
    x, y, z = (float(value) for value in np.asarray(position) + error[:3])
    return x, y, z


def _product(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """The quaternion of the rotation b and then a."""
    w, x, y, z = a
    s, u, v, t = b
    return (
        w * s - x * u - y * v - z * t,
        w * u + x * s + y * t - z * v,
        w * v - x * t + y * s + z * u,
        w * t + x * v - y * u + z * s,
    )


@dataclass(frozen=True, eq=False)
class ScanScene:
    """What of a scanned table matters to some questions, ready to be drawn again and again.

    Attributes:
        table: the table, with the terrain that matters.
        scan: of the things that matter.
        names: id of each of these.
    """

    table: Table
    scan: Scan
    names: tuple[str, ...]

    @staticmethod
    def of(table: Table, pieces: Sequence[Piece]) -> "ScanScene":
        """The scene of a scanned table in which only these pieces matter, and all figures."""
        assert table.scan is not None
        known = scanned(table)
        ids = [piece.id for piece in pieces] + [figure.id for figure in table.figures]
        names = [name for name in ids if name in known]
        kept_table = replace(table, terrain=Terrain(tuple(pieces)))
        return ScanScene(kept_table, table.scan.only(known[name] for name in names), tuple(names))

    @cached_property
    def place(self) -> dict[str, slice]:
        """Where the parameters of each thing that matters are in the errors."""
        return dict(zip(self.names, self.scan.slots, strict=True))

    def drawn(self, errors: FloatArray) -> Table:
        """The table with errors (n,) of all parameters."""
        figures = tuple(self.figure(figure, errors) for figure in self.table.figures)
        return replace(self.table, terrain=self._terrain(errors), figures=figures, scan=None)

    def figure(self, figure: Figure, errors: FloatArray) -> Figure:
        """A figure of the table with the errors, if it has any."""
        place = self.place.get(figure.id)
        return figure if place is None else moved_figure(figure, errors[place])

    def _terrain(self, errors: FloatArray) -> Terrain:
        before = self.table.terrain
        moving = [i for i, piece in enumerate(before.pieces) if piece.id in self.place]
        if not moving:
            return before
        pieces = list(before.pieces)
        shifts = dict[int, Motion]()
        boxes = before.boxes.copy()
        for i in moving:
            error = errors[self.place[pieces[i].id]]
            pieces[i] = moved_piece(pieces[i], error)
            if len(error) > PARAMETERS["piece"]:
                boxes[i] = pieces[i].placed.bounds
            else:
                shifts[i] = Motion.of(before.pieces[i], error)
                boxes[i] = shifts[i].box(boxes[i])
        terrain = Terrain(tuple(pieces), around=boxes)
        remember(terrain, self._occluders(terrain, shifts))
        return terrain

    def _occluders(self, terrain: Terrain, shifts: dict[int, "Motion"]) -> Occluders:
        hiding = [i for i, piece in enumerate(terrain.pieces) if piece.hides]
        number = {i: place for place, i in enumerate(hiding)}
        parts = [RayInstance(self._rays[i], motion, (number[i],)) for i, motion in shifts.items() if i in number]
        rest = [i for i in hiding if self.table.terrain.pieces[i].id not in self.place]
        if rest:
            parts.append(RayInstance(self._resting, STILL, tuple(number[i] for i in rest)))
        # What is drawn in another size is built anew: it has few triangles.
        made = [i for i in hiding if i not in shifts and i not in rest]
        parts += [RayInstance(_own_rays(terrain.pieces[i]), STILL, (number[i],)) for i in made]
        kept = {i: terrain.pieces[i] if i in made else self.table.terrain.pieces[i] for i in hiding}
        meshes = MovedMeshes(tuple((kept[i], shifts.get(i, STILL)) for i in hiding))
        return Occluders(tuple(terrain.pieces[i] for i in hiding), meshes, MovedRays(tuple(parts)))

    @cached_property
    def _rays(self) -> dict[int, RayScene]:
        pieces = enumerate(self.table.terrain.pieces)
        return {i: _own_rays(piece) for i, piece in pieces if piece.id in self.place and piece.hides}

    @cached_property
    def _resting(self) -> RayScene:
        """The pieces without errors."""
        return RayScene([hiding_mesh(p) for p in self.table.terrain.pieces if p.hides and p.id not in self.place])


@memoized
def _own_rays(piece: Piece) -> RayScene:
    """The ray scene of one piece where the table has it."""
    return RayScene([hiding_mesh(piece)])
