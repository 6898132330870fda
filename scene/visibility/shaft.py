"""The shaft between two figures: of large meshes only what lies in it is looked at, and nobody can tell by the answer.

A question is asked of a table whose large meshes are cut to the shaft. A ray that would leave the shaft ends that: then the
question is asked again of a wider one, and last of the whole table. So whatever is asked, the answer is that of the whole.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from scene.base.memo import memoized
from scene.geometry.large_mesh import LargeMesh
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import Float32, Floats, Hits, Rays
from scene.table.table import Figure, Piece, Table, Terrain
from scene.visibility.occluders import Occluders, occluders, remember
from scene.visibility.sight_corridor import swept
from scene.visibility.thin_slots import WIDE

Answer = TypeVar("Answer")

ROOM = 0.05
"""Inches around both figures: lines begin and end a hair beyond bodies and within bases."""
MOST_KEPT = 256
"""Cuts that are kept of one terrain."""


class _LeftShaftError(Exception):
    """A ray that leads out of what was cut."""


@dataclass(frozen=True, eq=False)
class _Shaft:
    """What a box sweeps over on its straight way to another, (2, 3) each."""

    start: FloatArray
    end: FloatArray

    def meets(self, boxes: FloatArray) -> BoolArray:
        """(n,) which boxes (n, 2, 3) it meets."""
        return swept(boxes, self.start, self.end)

    def check(self, points: Floats) -> None:
        """Whether (n, 3) points lie in it."""
        if not self.meets(np.repeat(points[:, None].astype(np.float64), 2, axis=1)).all():
            raise _LeftShaftError


class _ShaftRays(Rays):
    """Rays at what is in a shaft, which must not leave it."""

    def __init__(self, rays: Rays, shaft: _Shaft) -> None:
        self._rays, self._shaft = rays, shaft

    def first_hits(
        self, origins: Floats, directions: Floats, reach: Floats | None = None, *, which: IntArray | None = None
    ) -> Hits:
        """As `RayScene.first_hits`."""
        if reach is None:
            raise _LeftShaftError
        starts = origins if which is None else origins[which]
        self._shaft.check(origins)
        self._shaft.check(starts + directions * reach[:, None])
        return self._rays.first_hits(origins, directions, reach, which=which)

    def distances(self, origins: Floats, directions: Floats, *, which: IntArray | None = None) -> Float32:  # noqa: ARG002
        """They have no end."""
        raise _LeftShaftError

    def blocked(self, starts: Floats, ends: Floats) -> BoolArray:
        """As `RayScene.blocked`."""
        self._shaft.check(starts)
        self._shaft.check(ends)
        return self._rays.blocked(starts, ends)

    def meets(self, starts: Floats, ways: Floats) -> BoolArray:
        """As `RayScene.meets`."""
        self._shaft.check(starts.reshape(-1, 3))
        self._shaft.check((starts + ways).reshape(-1, 3))
        return self._rays.meets(starts, ways)


def asked_in_shaft(table: Table, pair: tuple[Figure, Figure], margin: float, ask: Callable[[Table], Answer]) -> Answer:
    """What ``ask`` answers about a table, when it is asked of as little of its large meshes as the answer needs.

    Args:
        pair: the figures between whom all that is asked lies, as far as it can be known beforehand.
        margin: inches by which they may be moved.
        ask: asks of the pieces' triangles nothing but what rays meet; those of obstacles and such are whole.
    """
    if any(map(_is_cut, table.terrain.pieces)) and table.scan is None:
        for wider in (0.0, WIDE):
            try:
                return ask(_cut(table, pair, margin, wider))
            except _LeftShaftError:
                continue
    return ask(table)


def _is_cut(piece: Piece) -> bool:
    """Whether a piece is large, and nothing is asked of it but what rays meet."""
    large = isinstance(piece.shape, LargeMesh) and not piece.shape.is_whole
    return large and piece.hides and piece.kind != "obstacle" and piece.see_through_gaps and not piece.infinite_height


def _cut(table: Table, pair: tuple[Figure, Figure], margin: float, wider: float) -> Table:
    known = _known(table.terrain)
    key = (tuple(figure.id for figure in pair), tuple(figure.position for figure in pair), margin, wider)
    if key not in known:
        while len(known) >= MOST_KEPT:
            del known[next(iter(known))]
        start, end = (_around(figure, margin, wider) for figure in pair)
        terrain = _cut_to(table.terrain, _Shaft(start, end))
        found = occluders(terrain)
        remember(terrain, Occluders(found.pieces, found.meshes, _ShaftRays(found.rays, _Shaft(start, end))))
        known[key] = terrain
    return replace(table, terrain=known[key])


@memoized
def _known(_terrain: Terrain) -> dict[object, Terrain]:
    """What was cut of a terrain so far."""
    return {}


def _cut_to(terrain: Terrain, shaft: _Shaft) -> Terrain:
    pieces = tuple(_part(piece, shaft) if _is_cut(piece) else piece for piece in terrain.pieces)
    return Terrain(pieces, terrain.boxes, terrain.fogs, terrain.volumes)


def _part(piece: Piece, shaft: _Shaft) -> Piece:
    placed = piece.placed
    assert isinstance(piece.shape, LargeMesh)
    assert isinstance(placed, LargeMesh)
    ends = np.stack([shaft.start, shaft.end])
    some = placed.near(ends[:, 0].min(axis=0), ends[:, 1].max(axis=0))
    within = some[shaft.meets(placed.boxes_of(some))]
    return replace(piece, shape=piece.shape.part(np.union1d(within, placed.ends)))


def _around(figure: Figure, margin: float, wider: float) -> FloatArray:
    """(2, 3) a box around a figure however it is turned: body, eye and base; by so many radii of its body wider."""
    low, high = figure.body.counts.bounds
    points = np.array([low, high, figure.body.eye])
    radius = max(float(np.linalg.norm(np.abs(points).max(axis=0)[:2])), figure.base_radius)
    around = margin + ROOM + wider * figure.sphere[3]
    bottom, top = figure.position[2], figure.position[2] + figure.base_height
    x, y, _ = figure.position
    lowest, highest = min(bottom, top + float(points[:, 2].min())), max(top, top + float(points[:, 2].max()))
    radius += around
    return np.array([[x - radius, y - radius, lowest - around], [x + radius, y + radius, highest + around]])
