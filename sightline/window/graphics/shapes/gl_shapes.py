"""Shapes for OpenGL, as triangles: all terrain in one batch, the board, bodies, bases of the sides, lines and discs."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.table.table import Body, Figure, Piece, Table, Terrain
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.render_scene import table_board
from sightline.drawing.rendering.side_marks import SideMark

Float32 = NDArray[np.float32]

PAINTED = -0.002
"""Inches at which the ground in the colours of photos lies: above the board, below all that stands on it."""
RIM = 48
"""Corners of a round base."""
DASHES = (0, 8, 4, 12, 6, 16)
"""How many dashes the rims of sides have in turn, so that they are told apart without their colours; 0 is a whole rim."""


@dataclass(frozen=True, eq=False)
class TriangleBatch:
    """n corners of triangles, three by three.

    Attributes:
        places: (n, 3) inches.
        normals: (n, 3) unit.
        colours: (n, 4) 0 to 1, the last is how opaque.
        spots: (n, 2) where in a picture each corner lies, 0 to 1, rightwards and upwards; None where none is laid on it.
    """

    places: Float32
    normals: Float32
    colours: Float32
    spots: Float32 | None = None

    def __len__(self) -> int:
        return len(self.places)

    def ordered(self, order: NDArray[np.integer]) -> "TriangleBatch":
        """Its triangles in another order (n / 3,)."""
        parts = (self.places, self.normals, self.colours) + (() if self.spots is None else (self.spots,))
        return TriangleBatch(*(part.reshape(len(order), -1)[order].reshape(part.shape) for part in parts))

    def some(self, which: NDArray[np.bool_]) -> "TriangleBatch":
        """Some of its corners (n,), three by three."""
        spots = None if self.spots is None else self.spots[which]
        return TriangleBatch(self.places[which], self.normals[which], self.colours[which], spots)


def shape(triangles: FloatArray, colour: Rgb | Float32, *, opaque: float = 1.0) -> TriangleBatch:
    """Flat triangles (m, 3, 3) of one colour, or one each (m, 3) or (m, 4)."""
    sides = triangles[:, 1:] - triangles[:, :1]
    normal = np.cross(sides[:, 0], sides[:, 1])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    ink = np.empty((len(triangles), 4), dtype=np.float32)
    given = np.asarray(colour, dtype=np.float32)
    ink[:, : given.shape[-1]] = given / np.float32(255.0) if given.ndim == 1 else given
    if given.shape[-1] == 3:
        ink[:, 3] = opaque
    places = triangles.reshape(-1, 3).astype(np.float32)
    return TriangleBatch(places, np.repeat(normal, 3, axis=0).astype(np.float32), np.repeat(ink, 3, axis=0))


def joined(shapes: Sequence[TriangleBatch]) -> TriangleBatch:
    """All of them as one."""
    if not shapes:
        return shape(np.zeros((0, 3, 3)), palette.GROUND)
    return TriangleBatch(
        np.concatenate([one.places for one in shapes]),
        np.concatenate([one.normals for one in shapes]),
        np.concatenate([one.colours for one in shapes]),
    )


@memoized
def terrain_shape(terrain: Terrain) -> TriangleBatch:
    """All pieces in one batch, in the quiet colours of their kinds; doors that stand open are left out."""
    return joined([piece_shape(piece) for piece in terrain.pieces if not piece.stands_open])


def piece_shape(piece: Piece) -> TriangleBatch:
    """One piece."""
    return shape(piece.placed.triangles, palette.KINDS[piece.kind])


def board_shape(table: Table) -> TriangleBatch:
    """The table."""
    return shape(table_board(table).triangles, palette.GROUND)


def photo_board(size: tuple[float, float]) -> TriangleBatch:
    """The ground of a table, for a picture of it from above: a hair above the board."""
    x, y = size
    corners = np.array([[0.0, 0.0, PAINTED], [x, 0.0, PAINTED], [x, y, PAINTED], [0.0, y, PAINTED]])
    one = shape(corners[[[0, 1, 2], [0, 2, 3]]], palette.WHITE)
    return replace(one, spots=(one.places[:, :2] / np.array(size)).astype(np.float32))


@memoized
def body_shape(body: Body) -> TriangleBatch:
    """A figure's body in its own frame, with what does not count of it."""
    parts = [(body.counts, palette.FIGURE), (body.insignificant, palette.INSIGNIFICANT)]
    return joined([_smooth(mesh, colour) for mesh, colour in parts if len(mesh.faces)])


def _smooth(mesh: Mesh, colour: Rgb) -> TriangleBatch:
    """A mesh with normals that are shared at its corners, as bodies are round."""
    flat = shape(mesh.triangles, colour)
    normals = np.zeros((len(mesh.vertices), 3))
    sides = mesh.triangles[:, 1:] - mesh.triangles[:, :1]
    np.add.at(normals, mesh.faces.ravel(), np.repeat(np.cross(sides[:, 0], sides[:, 1]), 3, axis=0))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return TriangleBatch(flat.places, normals[mesh.faces.ravel()].astype(np.float32), flat.colours)


def base_shape(figure: Figure, side: SideMark | None, number: int) -> TriangleBatch:
    """The base of a figure where it stands: its rim in the colour of its side, with as many dashes as tell the side."""
    if figure.base_mm <= 0:
        return joined([])
    turn = np.linspace(0.0, 2.0 * np.pi, RIM, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(RIM)])
    low = ring * figure.base_radius
    high = ring * figure.base_radius * 0.92 + [0.0, 0.0, figure.base_height]
    inner = ring * figure.base_radius * 0.74 + [0.0, 0.0, figure.base_height]
    middle = np.array([0.0, 0.0, figure.base_height])
    dashes = DASHES[number % len(DASHES)]
    colour = np.tile(np.array(side.colour if side else palette.BASE, dtype=np.float32) / 255.0, (RIM, 1))
    if dashes:
        colour[(np.arange(RIM) * 2 * dashes // RIM) % 2 == 1] = np.array(palette.PAPER) / 255.0
    place = np.asarray(figure.position)
    return joined(
        [
            shape(_band(low, high) + place, np.repeat(colour, 2, axis=0)),
            shape(_band(high, inner) + place, np.repeat(colour, 2, axis=0)),
            shape(_fan(inner, middle) + place, palette.BASE),
        ]
    )


def ribbon(points: FloatArray, width: float, colour: Rgb, *, opaque: float = 1.0, dashed: float = 0.0) -> TriangleBatch:
    """A flat line along points (n, 3), ``width`` inches wide; dashes are ``dashed`` inches long."""
    if dashed:
        return joined([ribbon(dash, width, colour, opaque=opaque) for dash in _dashes(points, dashed)])
    ahead = np.diff(points, axis=0)
    size = np.linalg.norm(ahead, axis=1)
    keep = size > 1e-6
    start, end, ahead = points[:-1][keep], points[1:][keep], ahead[keep] / size[keep, None]
    # Two strips crosswise, so that the line is seen from all sides.
    flat = np.cross(ahead, [0.0, 0.0, 1.0])
    steep = np.linalg.norm(flat, axis=1) < 0.05
    flat[steep] = [1.0, 0.0, 0.0]
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    upright = np.cross(flat, ahead)
    strips = []
    for aside in (flat * width / 2.0, upright * width / 2.0):
        a, b, c, d = start - aside, end - aside, end + aside, start + aside
        strips += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    return shape(np.concatenate(strips), colour, opaque=opaque)


def disc(middle: Point, radius: float, colour: Rgb, *, opaque: float = 1.0, rim: float = 0.0) -> TriangleBatch:
    """A level disc, or only its rim of so many inches."""
    turn = np.linspace(0.0, 2.0 * np.pi, RIM, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(RIM)])
    outer = ring * radius + np.asarray(middle)
    if rim:
        return shape(_band(ring * (radius - rim) + np.asarray(middle), outer), colour, opaque=opaque)
    return shape(_fan(outer, np.asarray(middle)), colour, opaque=opaque)


def chest(place: Point, colour: Rgb) -> TriangleBatch:
    """A small chest that stands at a place: an inch long, as wide as objects on the table are."""
    x, y, z = place
    low, high = np.array([x - 0.5, y - 0.35, z]), np.array([x + 0.5, y + 0.35, z + 0.55])
    corners = np.array([[(low, high)[bit >> axis & 1][axis] for axis in range(3)] for bit in range(8)])
    return shape(corners[CHEST_SIDES], colour)


CHEST_SIDES = np.array(
    [
        [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
        [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    ]
)  # fmt: skip
"""(12, 3) the corners of the triangles of a box; bit ``axis`` of a corner's number says whether it is the higher one there."""


def tiles(places: FloatArray, size: float, colours: Float32) -> TriangleBatch:
    """Level squares about places (n, 3), ``size`` inches wide, of colours (n, 4)."""
    half = size / 2.0
    a, b, c, d = (places + np.array([x, y, 0.0]) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half)))
    triangles = np.stack([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)], axis=1).reshape(-1, 3, 3)
    return shape(triangles, np.repeat(colours, 2, axis=0))


def _dashes(points: FloatArray, length: float) -> list[FloatArray]:
    found = []
    for start, end in itertools.pairwise(points):
        size = float(np.linalg.norm(end - start))
        count = max(1, round(size / (2.0 * length)))
        for number in range(count):
            low, high = number / count, (number + 0.5) / count
            found.append(np.stack([start + low * (end - start), start + high * (end - start)]))
    return found


def _band(inner: FloatArray, outer: FloatArray) -> FloatArray:
    """(2 n, 3, 3) triangles between two rings (n, 3)."""
    after, beyond = np.roll(inner, -1, axis=0), np.roll(outer, -1, axis=0)
    return np.stack([np.stack([inner, after, beyond], axis=1), np.stack([inner, beyond, outer], axis=1)], axis=1).reshape(
        -1, 3, 3
    )


def _fan(ring: FloatArray, middle: FloatArray) -> FloatArray:
    """(n, 3, 3) triangles between a ring (n, 3) and its middle (3,)."""
    return np.stack([ring, np.roll(ring, -1, axis=0), np.broadcast_to(middle, ring.shape)], axis=1)
