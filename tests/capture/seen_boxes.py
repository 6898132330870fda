"""What photos would show of boxes on a table, without photos: their sides and tops and the ground, in small triangles."""

from collections.abc import Sequence

import numpy as np

from scene.geometry.mesh import FloatArray, IntArray
from scene.table.seen_table import ColouredMesh, SeenTable

STEP = 3.0 / 25.4
Box = tuple[tuple[float, float], tuple[float, float, float]]
"""Its middle on the plan; its length, width and height."""


def seen_boxes(size: tuple[float, float], boxes: Sequence[Box], scan: str = "scan") -> SeenTable:
    """A table of that size with boxes, seen from all sides."""
    sheets = [_sheet((0.0, 0.0, 0.0), (size[0], 0.0, 0.0), (0.0, size[1], 0.0))]
    for (x, y), (wide, deep, high) in boxes:
        a, b = x - wide / 2, y - deep / 2
        along, across, up = (wide, 0.0, 0.0), (0.0, deep, 0.0), (0.0, 0.0, high)
        sides = [
            ((a, b, 0.0), along, up),
            ((a, b + deep, 0.0), along, up),
            ((a, b, 0.0), across, up),
            ((a + wide, b, 0.0), across, up),
        ]
        sheets += [_sheet(*one) for one in [*sides, ((a, b, high), along, across)]]
    starts = np.cumsum([0, *(len(points) for points, _ in sheets)])
    points = np.concatenate([points for points, _ in sheets]).astype(np.float32)
    faces = np.concatenate([each + start for (_, each), start in zip(sheets, starts, strict=False)]).astype(np.int32)
    cells = (int(size[0] * 2), int(size[1] * 2))
    colours = np.full((len(points), 3), 120, np.uint8)
    space, deck_at = np.zeros((*cells, 12), np.uint8), np.full(cells, -1, np.int16)
    return SeenTable(scan, 8, (0.0, 0.0, 0.0), 0.5, space, (), deck_at, ColouredMesh(points, colours, faces))


def _sheet(corner: Sequence[float], one: Sequence[float], other: Sequence[float]) -> tuple[FloatArray, IntArray]:
    """(n, 3) points and (m, 3) triangles of a parallelogram."""
    rows, columns = (max(int(np.ceil(np.linalg.norm(side) / STEP)), 1) + 1 for side in (one, other))
    shares = np.stack(np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns), indexing="ij"), axis=-1).reshape(-1, 2)
    points = np.array(corner) + shares @ np.array([one, other])
    a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1)
    b, c, d = a + columns, a + 1, a + columns + 1
    return points, np.concatenate([np.stack([a, b, c], axis=1), np.stack([b, d, c], axis=1)])
