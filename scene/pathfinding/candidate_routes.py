"""Routes to a place any of which may turn out to be the cheapest once it is pulled taut.

Before that a way leads over an edge at one of a few places; slid along its edges, and slanted, it costs less, and a route with
many ways gains more than one with few. So beside the cheapest route the cheapest one through each other place where one gets
from zone to zone is a candidate ("single via paths": Abraham, Delling, Goldberg and Werneck, Alternative routes in road
networks, 2013).
"""

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.navmesh_parts.links import Links, joined, nothing
from scene.pathfinding.route_search import NavPoint, Search, Segment, search, segments, spent

SPARE = 3.0
"""Inches by which a route may be dearer than the cheapest before both are pulled taut."""
BESIDE = 1.0
"""Inches; ways of one kind whose ends are nearer to one another become the same when they slide."""
SAME_LEVEL = 0.15
"""Inches; a way that goes over at another height is another way."""
MOST = 40
"""Routes at most."""


def alternatives(found: Search, goal: NavPoint, best: list[Segment]) -> list[list[Segment]]:
    """Routes to a goal, the cheapest first, each through other ways than those before.

    Args:
        found: from where.
        goal: to where.
        best: the cheapest route.
    """
    ground, limit = found.offers.ground, spent(found.offers, best)[0] + SPARE
    onward = search(found.offers, goal, limit=limit, back=True)
    total = found.cost[ground.way_start] + onward.cost[ground.way_end]
    rows = np.flatnonzero(total < limit)
    total = total[rows] + found.offers.way_costs(rows)
    rows = rows[np.argsort(total, kind="stable")][: int((total < limit).sum())]
    rows = rows[~found.offers.crowd.bars_ways(ground.ways.chosen(rows))]
    places = _places(ground.ways)
    routes, known = [best], [_places(joined([nothing(), *(step for step in best if isinstance(step, Links))]))]
    for row in rows[_bundles(ground.ways.chosen(rows))].tolist():
        tail, head = int(ground.way_start[row]), int(ground.way_end[row])
        way = places[[*_passed(found, tail)[::-1], row, *_passed(onward, head)]]
        if not any(_same(way, other) for other in known):
            known.append(way)
            routes.append([*segments(found, tail), ground.ways.chosen(np.array([row])), *segments(onward, head)])
    return routes


def _bundles(ways: Links) -> list[int]:
    """The first way of each bundle that lies together, `MOST` at most."""
    kind = np.stack(
        [
            ways.start_zone,
            ways.end_zone,
            np.round(ways.level / SAME_LEVEL),
            ways.narrow,
            ways.gap > 0.0,
            ways.ladder,
            ways.along,
        ]
    )
    ends = np.column_stack([ways.start[:, :2], ways.end[:, :2]])
    left, firsts = np.ones(len(ways), dtype=bool), list[int]()
    while left.any() and len(firsts) < MOST:
        row = int(left.argmax())
        firsts.append(row)
        left &= (kind != kind[:, [row]]).any(axis=0) | (np.abs(ends - ends[row]).max(axis=1) > BESIDE)
        left[row] = False
    return firsts


def _passed(found: Search, node: int) -> list[int]:
    """The ways of the ground on the cheapest route between a node and the place of a search, from the node on."""
    ways = []
    while (before := int(found.before[node])) >= 0:
        if found.via[node] >= 0:
            ways.append(int(found.via[node]))
        node = before
    return ways


def _places(ways: Links) -> FloatArray:
    """(w, 6) where ways lead from and to; zones lie far apart."""
    far = 1e6 * np.column_stack([ways.start_zone, ways.end_zone])
    return np.column_stack([ways.start[:, :2], ways.end[:, :2], far])


def _same(some: FloatArray, others: FloatArray) -> bool:
    """Whether two routes lead through the same zones in the same order, from one to the next at about the same place."""
    return len(some) == len(others) and float(np.abs(some - others).max(initial=0.0)) <= BESIDE
