"""A way before it is pulled taut, after each slide of its links, and at the end."""

import numpy as np
from PIL import Image

from docs.figures.canvas import BLUE, GREEN, GREY, INK, Canvas
from docs.figures.course import drawn, places, priced
from scene.geometry.mesh import FloatArray
from scene.navmesh_parts.links import Links
from scene.pathfinding.candidate_routes import candidate_routes
from scene.pathfinding.route_search import Segment, route, search, spent
from scene.pathfinding.string_pulling import taut

KINDS = (GREY, BLUE, "#8e5ea2", "#d98e04")


def figure() -> Image.Image:
    """The candidates that the search hands over, thin, and the one that comes of them, thick."""
    given = priced()
    start, goal = places(given.navmesh)
    found = search(given, start)
    best = route(found, goal)
    assert best is not None
    routes = candidate_routes(found, goal, best)
    pulled = taut(given, routes, start, goal)
    canvas = Canvas((2.0, 0.8), (19.0, 10.2), width=1100, height=600)
    drawn(canvas)
    for row, one in enumerate(routes[:4]):
        canvas.line(_places(one), KINDS[row % len(KINDS)], width=1.4, dash=7.0)
        canvas.words(
            (12.0, 9.9 - 0.5 * row), f'candidate {row + 1}: {spent(given, one)[0]:.2f}" of movement', KINDS[row], size=17
        )
    canvas.line(_places(pulled), GREEN, width=3.5)
    canvas.words((12.0, 9.9 - 0.5 * min(len(routes), 4)), f'pulled taut: {spent(given, pulled)[0]:.2f}"', GREEN, size=17)
    for point, name in ((start.xy, "start"), (goal.xy, "goal")):
        canvas.dots([point], INK, radius=5.0)
        canvas.words((point[0], point[1] - 0.25), name, INK, anchor="ma")
    canvas.words((9.5, 8.7), "wall, 9 inches", INK, anchor="rm")
    canvas.words((9.7, 3.3), "1 inch: an obstacle", INK, anchor="rm")
    return canvas.done()


def _places(segments: list[Segment]) -> FloatArray:
    points = []
    for segment in segments:
        ends = (segment.start[0, :2], segment.end[0, :2]) if isinstance(segment, Links) else (segment.start, segment.end)
        points += list(ends)
    return np.array(points)
