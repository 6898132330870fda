"""Where a dragged piece snaps to: a grid, steps of a turn, and the edges of other pieces."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Piece

REACH = 0.4
"""Inches from which an edge draws another one to itself."""
ALONG = 0.9998
"""Cosine: edges within one degree count as parallel."""


@dataclass(frozen=True)
class Snap:
    """What snaps.

    Attributes:
        grid: inches between the lines that positions come to lie on; 0 for none.
        angle: degrees between turns; 0 for none.
        edges: whether edges of pieces are drawn to each other.
    """

    grid: float = 0.5
    angle: float = 15.0
    edges: bool = True


FREE = Snap(0.0, 0.0, edges=False)
"""Nothing snaps."""


def snapped_turn(turn: float, snap: Snap) -> float:
    """Degrees, 0 to 360, on the nearest step."""
    return (round(turn / snap.angle) * snap.angle if snap.angle > 0 else turn) % 360.0


def snapped_place(x: float, y: float, snap: Snap) -> tuple[float, float]:
    """A place in plan on the grid."""
    if snap.grid <= 0:
        return x, y
    return round(x / snap.grid) * snap.grid, round(y / snap.grid) * snap.grid


def snapped_piece(piece: Piece, others: Sequence[Piece], snap: Snap) -> tuple[float, float]:
    """Where a piece's anchor comes to lie in plan if it is let go where it is now.

    Along a direction in which one of its sides comes face to face with a side of another piece within `REACH`, the nearest
    such side decides; then along that side, whether its ends come flush or face to face with others. Otherwise the grid does.
    A side is one of the box around a piece in its own frame, so decks and ladders have theirs where they end.
    """
    wanted = np.array(piece.pose.position[:2])
    place = np.array(snapped_place(*piece.pose.position[:2], snap))
    sides = _sides(piece) if snap.edges else None
    theirs = [found for other in others if _beside(piece, other) and (found := _sides(other)) is not None]
    if sides is not None and theirs:
        near = _Sides(*(np.concatenate(parts) for parts in zip(*((s.middle, s.way, s.half) for s in theirs), strict=True)))
        for way, shift in _draws(sides, near):
            place = place + way * float((wanted + way * shift - place) @ way)
    return round(float(place[0]), 5), round(float(place[1]), 5)


@dataclass(frozen=True, eq=False)
class _Sides:
    """Sides of boxes in plan.

    Attributes:
        middle: (n, 2) inches.
        way: (n, 2) unit, outwards.
        half: (n,) half their length.
    """

    middle: FloatArray
    way: FloatArray
    half: FloatArray


def _sides(piece: Piece) -> _Sides | None:
    """The four sides of the box around a piece in its own frame; None if it leans."""
    matrix = piece.pose.matrix
    if matrix[2, 2] < ALONG or not len(piece.shape.faces):
        return None
    (low_x, low_y), (high_x, high_y) = piece.shape.bounds[:, :2]
    x, y = (low_x + high_x) / 2.0, (low_y + high_y) / 2.0
    middles = np.array([[high_x, y, 0.0], [low_x, y, 0.0], [x, high_y, 0.0], [x, low_y, 0.0]])
    ways = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]) @ matrix[:2, :2].T
    half = np.array([high_y - low_y, high_y - low_y, high_x - low_x, high_x - low_x]) / 2.0
    return _Sides(piece.pose.to_table(middles)[:, :2], ways, half)


def _beside(piece: Piece, other: Piece) -> bool:
    """Whether pieces are near in plan and share some height."""
    a, b = piece.placed.bounds, other.placed.bounds
    apart = np.maximum(a[0] - b[1], b[0] - a[1])
    return bool((apart[:2] < REACH).all() and apart[2] < 0.0)


def _draws(sides: _Sides, near: _Sides) -> list[tuple[FloatArray, float]]:
    """Along which directions (2,) the sides are drawn by how many inches: none, one, or two at right angles."""
    facing = sides.way @ near.way.T
    away = near.middle[None] - sides.middle[:, None]
    shift = np.einsum("ijk,ik->ij", away, sides.way)
    beside = np.abs(np.einsum("ijk,ik->ij", away, sides.way[:, ::-1] * [-1.0, 1.0]))
    meets = beside < sides.half[:, None] + near.half[None] + REACH
    close = (np.abs(shift) <= REACH) & meets
    first = _least(shift, close & (facing < -ALONG))
    if first is None:
        return []
    way = sides.way[first[0]]
    across = np.abs(sides.way @ way) < 0.5
    second = _least(shift, close & (np.abs(facing) > ALONG) & across[:, None])
    return [(sides.way[pair[0]], float(shift[pair])) for pair in (first, second) if pair is not None]


def _least(shift: FloatArray, counts: BoolArray) -> tuple[int, int] | None:
    """Which of the shifts that count is the least."""
    if not counts.any():
        return None
    i, j = np.unravel_index(int(np.where(counts, np.abs(shift), np.inf).argmin()), shift.shape)
    return int(i), int(j)
