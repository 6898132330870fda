"""Obstacles, which may be crossed, and on top of which no move may end.

Source: main-rulebook, Barricades and obstacles: free-standing terrain no lower than a step, and no higher or thicker than what
is crossed.
"""

import numpy as np

from rules.movement import move_numbers
from scene.limits import STEP
from scene.mesh import BoolArray, FloatArray
from scene.table import Piece, Terrain

NUMBERS = move_numbers("main-rulebook")
"""Their limits."""
ABOVE = 0.1
"""Inches above a piece's highest point up to which somebody stands on it."""


def is_obstacle(piece: Piece) -> bool:
    """Whether a piece is an obstacle by its size; woods, pools, pits, ladders and stairs are none."""
    if piece.kind in {"area", "pit", "ladder", "stairs"}:
        return False
    length, width, height = (piece.shape.bounds[1] - piece.shape.bounds[0]).tolist()
    return bool(STEP - 1e-6 <= height <= NUMBERS.obstacle + 1e-6 and min(length, width) <= NUMBERS.thick + 1e-6)


def on_obstacle(terrain: Terrain, places: FloatArray) -> BoolArray:
    """(n,) whether the middle of a base at places (n, 3) stands on top of an obstacle."""
    found = np.zeros(len(places), dtype=bool)
    for piece, box in zip(terrain.pieces, terrain.boxes, strict=True):
        if not is_obstacle(piece):
            continue
        above = (places[:, 2] >= box[0, 2] + STEP - 1e-6) & (places[:, 2] <= box[1, 2] + ABOVE)
        rows = np.flatnonzero(above & (places[:, :2] >= box[0, :2]).all(axis=1) & (places[:, :2] <= box[1, :2]).all(axis=1))
        own = piece.pose.to_own(places[rows])
        low, high = piece.shape.bounds[:, :2]
        found[rows] |= ((own[:, :2] >= low) & (own[:, :2] <= high)).all(axis=1)
    return found
