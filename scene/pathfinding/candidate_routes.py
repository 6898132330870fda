"""Candidate routes to a place: any of them may turn out to be the cheapest once it is pulled taut.

Before that a link leads over an edge at one of a few places; slid along its edges, and slanted, it costs less, and a route with
many links gains more than one with few. So beside the cheapest route the cheapest one through each other place where one gets
from region to region is a candidate ("single via paths": Abraham, Delling, Goldberg and Werneck, Alternative routes in road
networks, 2013).
"""

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links, joined, nothing
from scene.pathfinding.route_search import NavPoint, PricedNavMesh, Search, Segment, route, search, segments, spent

SPARE = 3.0
"""Inches by which a route may be dearer than the cheapest before both are pulled taut."""
BESIDE = 1.0
"""Inches; links of one kind whose ends are nearer to one another become the same when they slide."""
SAME_LEVEL = 0.15
"""Inches; a link that goes over at another height is another link."""
MOST = 40
"""Routes at most."""
WIDER = 1.5
"""How far is looked at first for a route, in parts of the straight way to its goal, and `SPARE` twice beside."""


def cheapest_route(given: PricedNavMesh, start: NavPoint, goal: NavPoint) -> tuple[Search, list[Segment] | None]:
    """The cheapest route, None where there is none, and a search that has gone as far as `candidate_routes` looks.

    Most routes are hardly longer than they would be straight; what is farther off is looked at for the others alone.
    """
    near = looked_at_first(float(np.hypot(*(goal.xy - start.xy))))
    found = search(given, start, limit=near)
    best = route(found, goal)
    if best is None or not far_enough(spent(given, best)[0], near):
        found = search(given, start)
        best = route(found, goal)
    return found, best


def looked_at_first(straight: float) -> float:
    """How far, inches of movement, is looked at first for what is so many inches away."""
    return WIDER * straight + 2.0 * SPARE


def far_enough(cost: float, near: float) -> bool:
    """Whether candidates for a route of a cost are all nearer than has been looked."""
    return cost + SPARE <= near - BESIDE


def candidate_routes(found: Search, goal: NavPoint, best: list[Segment]) -> list[list[Segment]]:
    """Routes to a goal, the cheapest first, each through other links than those before.

    Args:
        found: from where.
        goal: to where.
        best: the cheapest route.
    """
    navmesh, limit = found.priced.navmesh, spent(found.priced, best)[0] + SPARE
    onward = search(found.priced, goal, limit=limit, back=True)
    total = found.cost[navmesh.link_start] + onward.cost[navmesh.link_end]
    rows = np.flatnonzero(total < limit)
    total = total[rows] + found.priced.link_costs(rows)
    rows = rows[np.argsort(total, kind="stable")][: int((total < limit).sum())]
    rows = rows[~found.priced.blocking.bars_links(navmesh.links.chosen(rows))]
    places = _all_places(navmesh)
    routes, known = [best], [_places(joined([nothing(), *(step for step in best if isinstance(step, Links))]))]
    for row in rows[_bundles(navmesh.links.chosen(rows), navmesh.lowest)].tolist():
        tail, head = int(navmesh.link_start[row]), int(navmesh.link_end[row])
        link = places[[*_passed(found, tail)[::-1], row, *_passed(onward, head)]]
        if not any(_same(link, other) for other in known):
            known.append(link)
            routes.append([*segments(found, tail), navmesh.links.chosen(np.array([row])), *segments(onward, head)])
    return routes


def _bundles(links: Links, lowest: FloatArray) -> list[int]:
    """The first link of each bundle that lies together, `MOST` at most; with the lowest heights (z,) of the regions."""
    kind = np.stack(
        [
            links.start_region,
            links.end_region,
            np.round(links.evened(lowest) / SAME_LEVEL),
            links.narrow,
            links.gap > 0.0,
            links.ladder,
            links.along,
        ]
    )
    ends = np.column_stack([links.start[:, :2], links.end[:, :2]])
    left, firsts = np.ones(len(links), dtype=bool), list[int]()
    while left.any() and len(firsts) < MOST:
        row = int(left.argmax())
        firsts.append(row)
        left &= (kind != kind[:, [row]]).any(axis=0) | (np.abs(ends - ends[row]).max(axis=1) > BESIDE)
        left[row] = False
    return firsts


def _passed(found: Search, node: int) -> list[int]:
    """The links of the navmesh on the cheapest route between a node and the place of a search, from the node on."""
    links = []
    while (before := int(found.before[node])) >= 0:
        if found.via[node] >= 0:
            links.append(int(found.via[node]))
        node = before
    return links


@memoized
def _all_places(navmesh: NavMesh) -> FloatArray:
    """Those of all links of a navmesh."""
    return _places(navmesh.links)


def _places(links: Links) -> FloatArray:
    """(w, 6) where links lead from and to; regions lie far apart."""
    far = 1e6 * np.column_stack([links.start_region, links.end_region])
    return np.column_stack([links.start[:, :2], links.end[:, :2], far])


def _same(some: FloatArray, others: FloatArray) -> bool:
    """Whether two routes lead through the same regions in the same order, from one to the next at about the same place."""
    return len(some) == len(others) and float(np.abs(some - others).max(initial=0.0)) <= BESIDE
