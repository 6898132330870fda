"""The table as it is drawn: its board, its ground, its terrain."""

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.table.table import Piece, Table, Terrain
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.baked_light import BakedTerrain
from sightline.drawing.rendering.closed_faces import closed_terrain
from sightline.drawing.rendering.side_marks import Wanted, sides_of
from sightline.window.graphics.shapes.body_shapes import drawn_people
from sightline.window.graphics.shapes.drawn_object import BAKED, GROUND, PLAIN, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import (
    TriangleBatch,
    board_shape,
    photo_board,
    shape,
    terrain_shape,
)
from sightline.window.graphics.shapes.overlay_shapes import UPON
from sightline.window.view.photo_view import PhotoGround

OPEN = 0.3
"""How opaque the leaf of a door is drawn that stands open."""


def drawn_table(table: Table, wanted: Wanted) -> dict[Hashable, DrawnObject]:
    """The board, the terrain, and everybody on it."""
    drawn = _drawn(table)
    if wanted not in drawn:
        drawn[wanted] = _all_of(table, wanted)
    return drawn[wanted]


@memoized
def _drawn(_of: Table) -> dict[Wanted, dict[Hashable, DrawnObject]]:
    """What has been drawn of a table, by the colours that were wanted."""
    return {}


def _all_of(table: Table, wanted: Wanted) -> dict[Hashable, DrawnObject]:
    sides = sides_of(table, wanted)
    found: dict[Hashable, DrawnObject] = {**_terrain(table.terrain), "board": _board(table.size)}
    found |= {("open", piece.id): _open_door(piece) for piece in table.terrain.pieces if piece.stands_open}
    return found | drawn_people(table.figures, sides)


@memoized
def _terrain(terrain: Terrain) -> dict[Hashable, DrawnObject]:
    return _parted(terrain_shape(terrain), closed_terrain(terrain), PLAIN)


def _parted(whole: TriangleBatch, closed: NDArray[np.bool_], kind: float) -> dict[Hashable, DrawnObject]:
    """Terrain in two parts: faces (m,) of closed surfaces, whose backs are not drawn, and all others."""
    inside = np.repeat(closed, 3)
    return {
        "terrain": DrawnObject(whole.some(~inside), kind=kind),
        "closed terrain": DrawnObject(whole.some(inside), kind=kind, closed=True),
    }


def drawn_baked(baked: BakedTerrain, size: tuple[float, float]) -> dict[Hashable, DrawnObject]:
    """The terrain and the ground with their light."""
    drawn = _whole_baked(baked)
    if "terrain" not in drawn:
        plain = shape(baked.triangles, palette.GROUND)
        ink = np.concatenate([baked.colours, baked.open_sky[:, None]], axis=1)
        drawn |= _parted(replace(plain, colours=ink, spots=baked.spots), baked.closed, BAKED)
        drawn["ground"] = DrawnObject(photo_board(size), kind=GROUND, nearer=UPON, picture=baked.ground)
    return drawn


@memoized
def _whole_baked(_of: BakedTerrain) -> dict[Hashable, DrawnObject]:
    """What has been drawn of a terrain with its light."""
    return {}


@lru_cache(maxsize=256)
def _open_door(piece: Piece) -> DrawnObject:
    """The leaf of a door that stands open: pale, as it hides nothing and nobody meets it."""
    return DrawnObject(shape(piece.placed.triangles, palette.KINDS["door"], opaque=OPEN), blended=True, upon=True)


@lru_cache(maxsize=4)
def _board(size: tuple[float, float]) -> DrawnObject:
    return DrawnObject(board_shape(Table(size)), kind=GROUND)


def drawn_ground(ground: PhotoGround, size: tuple[float, float]) -> DrawnObject:
    """The ground of a table in the colours of photos."""
    drawn = _grounds(ground)
    if size not in drawn:
        drawn[size] = DrawnObject(photo_board(size), kind=GROUND, nearer=UPON, picture=ground.picture)
    return drawn[size]


@memoized
def _grounds(_of: PhotoGround) -> dict[tuple[float, float], DrawnObject]:
    """What has been drawn of the ground in the colours of photos."""
    return {}
