"""Crossable obstacles: which terrain may be crossed straight, and on top of which no move may end.

Source: main-rulebook, Barricades and obstacles: free-standing terrain no lower than a step, and no higher or thicker than what
is crossed.
"""

import numpy as np

from rules.body_limits import STEP
from rules.movement.movement_rules import CostTable
from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Piece, Terrain

ABOVE = 0.1
"""Inches above a piece's highest point up to which somebody stands on it."""


def is_obstacle(piece: Piece, costs: CostTable) -> bool:
    """Whether a piece is an obstacle by its size; woods, pools, pits, ladders and stairs are none."""
    if piece.kind in {"area", "pit", "ladder", "stairs"}:
        return False
    length, width, height = (piece.shape.bounds[1] - piece.shape.bounds[0]).tolist()
    return bool(STEP - 1e-6 <= height <= costs.obstacle + 1e-6 and min(length, width) <= costs.thick + 1e-6)


def on_obstacle(terrain: Terrain, places: FloatArray, costs: CostTable) -> BoolArray:
    """(n,) whether the middle of a base at places (n, 3) stands on top of an obstacle."""
    found = np.zeros(len(places), dtype=bool)
    known = _obstacles(terrain)
    if costs not in known:
        use = np.array([is_obstacle(piece, costs) for piece in terrain.pieces], dtype=bool)
        known[costs] = tuple(piece for piece, one in zip(terrain.pieces, use, strict=True) if one), terrain.boxes[use]
    pieces, boxes = known[costs]
    inside = (places[:, None, :2] >= boxes[:, 0, :2]).all(axis=2) & (places[:, None, :2] <= boxes[:, 1, :2]).all(axis=2)
    low, high = boxes[:, 0, 2] + STEP - 1e-6, boxes[:, 1, 2] + ABOVE
    on_box = inside & (places[:, 2:] >= low) & (places[:, 2:] <= high)
    for number in np.flatnonzero(on_box.any(axis=0)):
        rows, piece = np.flatnonzero(on_box[:, number]), pieces[number]
        own, bounds = piece.pose.to_own(places[rows])[:, :2], piece.shape.bounds[:, :2]
        found[rows] |= ((own >= bounds[0]) & (own <= bounds[1])).all(axis=1)
    return found


@memoized
def _obstacles(_terrain: Terrain) -> dict[CostTable, tuple[tuple[Piece, ...], FloatArray]]:
    """By cost table, all obstacles, and (n, 2, 3) the lowest and highest corners of boxes around them."""
    return {}
