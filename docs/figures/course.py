"""The course of the figures about ways: a wall that is too high to climb but for two low places, and a navmesh of it."""

import numpy as np

from docs.figures.canvas import GREY, PALE, Canvas
from rules.body_limits import LIMITS
from rules.movement.link_costs import MovementCosts
from rules.systems import registry
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.region_lookup import region_at
from scene.pathfinding.route_search import NavPoint, PricedNavMesh, priced_navmesh
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from tests.plain_scenes import block

SIZE = (20.0, 16.0)
AGENT = Agent(0.5, 1.3, LIMITS)
HIGH, LOW = ((0.0, 3.0), (5.5, 12.0), (14.0, 16.0)), ((3.0, 5.5), (12.0, 14.0))
PILLAR = ((12.4, 2.6), (13.2, 5.0))


def priced() -> PricedNavMesh:
    """The navmesh of the course with the main rulebook's prices."""
    walls = [(9.0, part) for part in HIGH] + [(1.0, part) for part in LOW]
    pieces = [block(f"{y}", (9.9, y, 0.0), (10.1, end, z)) for z, (y, end) in walls]
    (x, y), (right, top) = PILLAR
    pieces.append(block("pillar", (x, y, 0.0), (right, top, 6.0)))
    navmesh = navmesh_of(Terrain(tuple(pieces)), SIZE, AGENT)
    return priced_navmesh(navmesh, MovementCosts(registry.system(registry.DEFAULT).movement))


def places(navmesh: NavMesh) -> tuple[NavPoint, NavPoint]:
    """Where the way begins, and where it ends."""
    found = [region_at(navmesh, place, stray=0.0) for place in ((4.0, 7.5, 0.0), (17.0, 6.0, 0.0))]
    assert found[0] is not None
    assert found[1] is not None
    return found[0], found[1]


def drawn(canvas: Canvas) -> None:
    """The course on a canvas."""
    for low, high in HIGH:
        canvas.polygon([(9.9, low), (10.1, low), (10.1, high), (9.9, high)], fill="#555555")
    for low, high in LOW:
        canvas.polygon([(9.9, low), (10.1, low), (10.1, high), (9.9, high)], fill=PALE, line=GREY)
    (x, y), (right, top) = PILLAR
    canvas.polygon(np.array([(x, y), (right, y), (right, top), (x, top)]), fill="#555555")
