"""Lines that are tried past edges to find a slot in a wall."""

import numpy as np
from PIL import Image

from assets.mesh_library import LIBRARY
from docs.figures.canvas import BLUE, GREEN, GREY, INK, PALE, RED, Canvas, side_by_side
from scene.geometry.mesh import FloatArray
from scene.geometry.surface_samples import surface_points
from scene.table.table import Figure, Terrain
from scene.visibility.occluders import Occluders, occluders
from scene.visibility.thin_slots import edges_between, lines_past_edges
from tests.plain_scenes import block

SLOT, THICK, AT = 0.01, 0.04, 6.5
"""Inches: how wide the slot is, how thick the wall, and where in it the slot begins."""
STARTS, TRIED, SHOWN = 2000, 3000, 150


def figure() -> Image.Image:
    """From above: all of the table, and what lies about the slot."""
    left = block("left", (10.0, 2.0, 0.0), (10.0 + THICK, AT, 4.0))
    walls = (left, block("right", (10.0, AT + SLOT, 0.0), (10.0 + THICK, 10.0, 4.0)))
    body = LIBRARY.body("human", "upright", "upright")
    pair = (Figure("a", body, (4.0, 6.0, 0.0)), Figure("b", body, (16.0, 7.0, 0.0), 180.0))
    occluding = occluders(Terrain(walls))
    starts, ends = (_points(one) for one in pair)
    edges = edges_between(occluding, pair, starts, ends)
    sets = list(lines_past_edges(occluding, pair, edges, starts, ends, TRIED))
    far = _drawn(Canvas((2.5, 3.5), (17.5, 9.5), width=660, height=400), pair, occluding, sets)
    near = _drawn(Canvas((9.93, AT - 0.075), (10.11, AT + 0.085), width=440, height=400, margin=0), pair, occluding, sets)
    return side_by_side([far, near])


def _points(one: Figure) -> FloatArray:
    return one.pose.to_table(surface_points(one.body.counts)[:STARTS])


def _drawn(
    canvas: Canvas, pair: tuple[Figure, Figure], occluding: Occluders, sets: list[tuple[FloatArray, FloatArray]]
) -> Image.Image:
    for low, high in ((2.0, AT), (AT + SLOT, 10.0)):
        canvas.polygon([(10.0, low), (10.0 + THICK, low), (10.0 + THICK, high), (10.0, high)], fill=GREY)
    for one in pair:
        canvas.ring(one.position[:2], one.base_radius or 0.5, INK, fill=PALE)
    found = 0
    for number, (start, end) in enumerate(sets):
        free = ~occluding.rays.blocked(start, end)
        found += int(free.sum())
        shut = np.flatnonzero(~free)[:: max(1, int((~free).sum()) // SHOWN)]
        if number == 0:
            for row in shut:
                canvas.line([start[row], end[row]], "#d9b8b2", width=0.6)
    for start, end in sets:
        for row in np.flatnonzero(~occluding.rays.blocked(start, end))[:25]:
            canvas.line([start[row], end[row]], GREEN, width=0.9)
    x, y = canvas.low
    if canvas.high[0] - x > 5.0:
        canvas.words((x + 0.1, canvas.high[1] - 0.1), f"a wall with a slot of {SLOT:g} inches", INK)
        canvas.words((x + 0.1, y + 0.9), "tried past edges, blocked", RED)
        canvas.words((x + 0.1, y + 0.4), f"free: {found} lines", GREEN)
        for one in pair:
            canvas.words(one.position[:2], one.id, BLUE, anchor="mm")
    return canvas.done()
