"""What it costs to get up to a deck, and down from it, by its height."""

import numpy as np
from PIL import Image

from docs.figures.canvas import BLUE, GREY, INK, RED, Canvas, side_by_side
from docs.figures.course import AGENT
from rules.movement.link_costs import MovementCosts
from rules.systems import registry
from scene.geometry.mesh import FloatArray
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Terrain
from tests.plain_scenes import block

HEIGHTS = np.arange(0.25, 8.01, 0.25)
NAMES = (("main-rulebook", BLUE), ("five-parsecs", RED))


def figure() -> Image.Image:
    """Up on the left, down on the right."""
    up, down, safe, checks = (np.full((len(NAMES), len(HEIGHTS)), np.inf) for _ in range(4))
    for column, height in enumerate(HEIGHTS):
        navmesh = navmesh_of(Terrain((block("deck", (6.0, 3.0, 0.0), (12.0, 9.0, float(height))),)), (14.0, 12.0), AGENT)
        rising = navmesh.links.start[:, 2] < navmesh.links.end[:, 2]
        for row, (name, _) in enumerate(NAMES):
            found = MovementCosts(registry.system(name).movement).link_prices(navmesh.links, navmesh.regions)
            sure = MovementCosts(registry.system(name).movement, safe=True).link_prices(navmesh.links, navmesh.regions)
            up[row, column] = found.cost[rising].min(initial=np.inf)
            best = np.where(rising, np.inf, found.cost)
            safe[row, column] = sure.cost[~rising].min(initial=np.inf)
            down[row, column], checks[row, column] = best.min(initial=np.inf), found.checks[best.argmin()]
    return side_by_side(
        [
            _panel(up, np.zeros_like(up), up, "up"),
            _panel(down, checks, safe, "down; rings: with a check or a harm, dashed: without"),
        ]
    )


def _panel(cost: FloatArray, checks: FloatArray, safe: FloatArray, title: str) -> Image.Image:
    canvas = Canvas((-0.9, -1.2), (8.4, 9.4), width=550, height=600)
    for line in range(9):
        canvas.line([(0.0, line), (8.0, line)], "#e4e4e4")
        canvas.words((-0.15, line), str(line), GREY, anchor="rm")
        canvas.words((line, -0.2), str(line), GREY, anchor="ma")
    canvas.words((0.0, 9.3), title, INK, size=18)
    canvas.words((4.0, -0.7), "height of the deck, inches", INK, anchor="ma")
    canvas.words((0.0, 8.75), "inches of movement, the walk included", INK, size=14)
    for row, (name, colour) in enumerate(NAMES):
        shown = np.flatnonzero(cost[row] <= 8.3)
        canvas.line(np.column_stack([HEIGHTS[shown], cost[row][shown]]), colour, width=2.5)
        sure = np.flatnonzero(safe[row] <= 8.3)
        if not np.array_equal(safe[row][sure], cost[row][sure]):
            canvas.line(np.column_stack([HEIGHTS[sure], safe[row][sure]]), colour, width=2.0, dash=6.0)
        rings = shown[checks[row][shown] > 0]
        for place in rings:
            canvas.ring((float(HEIGHTS[place]), float(cost[row][place])), 0.11, colour)
        canvas.words((8.0, 2.7 - 0.5 * row), name, colour, anchor="rm")
    return canvas.done()
