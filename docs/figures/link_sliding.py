"""The choices of one link as it slides along the edges of its regions, before and after they are looked at."""

import numpy as np
from PIL import Image

from docs.figures.canvas import GREEN, GREY, INK, RED, Canvas, side_by_side
from docs.figures.course import drawn, places, priced
from scene.pathfinding.link_sliding import Choices, choices, strings
from scene.pathfinding.route_search import route, search

SLIDE = 3.0


def figure() -> Image.Image:
    """As they are taken for, and as they are."""
    given = priced()
    start, goal = places(given.navmesh)
    found = route(search(given, start), goal)
    assert found is not None
    some = strings(given, [found], start, goal)
    hoped = choices(some, np.full(len(some.links), SLIDE))
    looked = hoped.checked_links(np.flatnonzero(np.isfinite(hoped.price) & ~hoped.known))
    return side_by_side([_panel(hoped, "taken to lead alike"), _panel(looked, "looked at with rays")])


def _panel(shown: Choices, title: str) -> Image.Image:
    canvas = Canvas((6.4, 0.6), (13.4, 8.4), width=550, height=640)
    drawn(canvas)
    links, possible = shown.links, np.isfinite(shown.price)
    for rows, colour in ((np.flatnonzero(~possible), "#d8a29a"), (np.flatnonzero(possible), "#7db894")):
        for row in rows:
            canvas.line([links.start[row], links.end[row]], colour, width=1.0)
    canvas.dots(np.concatenate([links.start, links.end]), GREY, radius=3.0)
    model = shown.strings.links
    canvas.line([model.start[0], model.end[0]], INK, width=3.0)
    canvas.words((6.5, 8.2), title, INK, size=18)
    canvas.words((6.5, 7.85), f"possible: {int(possible.sum())} of {len(possible)}", GREEN, size=16)
    canvas.words((6.5, 7.55), f"not: {int((~possible).sum())}", RED, size=16)
    return canvas.done()
