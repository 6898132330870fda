"""Shafts between the cells of two bodies, which walls close between them."""

import numpy as np
from PIL import Image

from docs.figures.canvas import BLUE, GREEN, GREY, INK, PALE, RED, Canvas, side_by_side
from scene.geometry.mesh import FloatArray
from scene.proof.body_cells import Cells
from scene.proof.shaft_search import Halving, ShaftTree
from scene.proof.sight_proof import Asked, placed_surface
from scene.table.table import Figure, Terrain
from tests.plain_scenes import block
from tests.plain_scenes import figure as plain_figure

WALLS = (((9.0, 2.0), (9.3, 6.15)), ((10.6, 5.95), (10.9, 10.0)))
"""Two walls seen from above, lowest and highest corner, that hide only together."""


def figure() -> Image.Image:
    """From above: the first shaft, which nothing closes, and those at the ends of the tree, each closed by one wall."""
    walls = tuple(block(f"wall {i}", (*low, 0.0), (*high, 3.0)) for i, (low, high) in enumerate(WALLS))
    pair = (plain_figure("a", 7.6, 6.0), plain_figure("b", 12.4, 6.2, facing=180.0))
    asked = Asked.of(Terrain(walls), pair, ())
    surface, tree = placed_surface(asked.near), ShaftTree()
    asked.search(surface, 10**6, tree)
    cells = [Cells(one.placed.triangles) for one in pair]
    ends = _ends(tree, cells)
    by = {node: int(surface.source[faces, 0][0]) for node, faces in tree.closed.items()}
    whole = _plan(pair)
    whole.polygon(_hull(*(one.box[0] for one in cells)), fill=GREY, opacity=0.25, line=INK)
    whole.words((7.0, 7.35), "the shaft of both bodies: no wall closes all of it", INK)
    split = _plan(pair)
    for node, (a, b) in ends.items():
        colour = (BLUE, GREEN)[by[node]]
        split.polygon(_hull(cells[0].box[a], cells[1].box[b]), fill=colour, opacity=0.06, line=colour, width=0.6)
    split.words((7.0, 7.35), f"{len(ends)} shafts: the walls close the blue and the green ones", INK)
    return side_by_side([whole.done(), split.done()])


def _ends(tree: ShaftTree, cells: list[Cells]) -> dict[int, tuple[int, int]]:
    """Of every shaft that is closed its cells of the two bodies."""
    found, todo = {}, [(0, (0, 0))]
    while todo:
        node, (a, b) = todo.pop()
        if node in tree.closed:
            found[node] = (a, b)
            continue
        how: Halving = tree.halved[node]
        halves = cells[how.body].halves(np.array([(a, b)[how.body]]), np.array([how.axis]))[0].tolist()
        todo += [(how.child + i, (half, b) if how.body == 0 else (a, half)) for i, half in enumerate(halves) if half >= 0]
    return found


def _plan(pair: tuple[Figure, Figure]) -> Canvas:
    canvas = Canvas((6.9, 4.9), (13.1, 7.4), width=620, height=270, margin=8)
    for low, high in WALLS:
        canvas.polygon([low, (high[0], low[1]), high, (low[0], high[1])], fill=RED, opacity=0.55)
    for one in pair:
        low, high = one.box[:, :2]
        canvas.polygon([low, (high[0], low[1]), high, (low[0], high[1])], fill=PALE, line=INK)
    return canvas


def _hull(a: FloatArray, b: FloatArray) -> list[tuple[float, float]]:
    """The outline of a shaft from above; the first box is on the left."""
    return [(a[0, 0], a[1, 1]), (b[1, 0], b[1, 1]), (b[1, 0], b[0, 1]), (a[0, 0], a[0, 1])]
