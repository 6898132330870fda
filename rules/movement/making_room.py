"""Making room where there is none: moving aside, by the shortest way over the navmesh to a place that is nobody else's.

A fall, which is worked out without a navmesh, is moved by `scene.hazards.free_place`; see docs/architecture.md.

Sources: main-rulebook: Falling down, The 1" rule and engaging enemies, Not enough space for engaging fighter.
"""

import numpy as np
import shapely

from rules.body_limits import STEP
from rules.movement.cheapest_goal import nearest_of
from rules.movement.keep_out_discs import room_needed, taken
from rules.movement.link_costs import MovementCosts
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, agent_of, start_of
from scene.geometry.mesh import FloatArray, IntArray, Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.route_search import NavPoint, priced_navmesh, search
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL

HAIR = 1e-4
"""Inches that whoever is moved aside keeps from the places of others."""
ROUNDING = 1e-3
"""Inches that polygons around circles may be off."""
FARTHEST = 6.0
"""Inches; nobody is moved aside farther."""
ALONG = 0.02
"""Inches between places along an outline that are tried where there is something in between."""
AROUND = 2880
"""Places around a base that are tried for another base beside it."""


def make_room(table: Table, figure: Figure, *, rules: MovementRules, apart: float | None = None) -> Point | NoPath:
    """Where a figure is moved to by the shortest way so that it stands on ground and on nobody's place.

    Args:
        table: with everybody on it.
        figure: who, where it is; no more than a step above or below ground.
        rules: whose.
        apart: inches that it is moved away from enemies; by default as many as the rules keep movers apart.

    Returns:
        The place, the figure's own if it has room there; or why there is none.

    Raises:
        SceneError: it is on no ground.
    """
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    start = start_of(figure, navmesh)
    blocking = room_needed(table, figure, navmesh, apart=rules.apart if apart is None else apart)
    if not blocking.bars(np.array([start.region]), start.xy[None], start.xy[None])[0]:
        return _point(navmesh, start)
    place = _straight_away(navmesh, blocking, start) or _by_some_path(navmesh, blocking, start, rules)
    return _point(navmesh, place) if place else NoPath(f'there is no room for "{figure.called}" within {FARTHEST:g} inches')


def _point(navmesh: NavMesh, place: NavPoint) -> Point:
    return navmesh.regions[place.region].point(place.xy)


def _straight_away(navmesh: NavMesh, blocking: BlockingDiscs, start: NavPoint) -> NavPoint | None:
    """The nearest free place of all, if one can walk straight there."""
    places, regions = _free_outlines(navmesh, blocking, start, nearest=True)
    # Outlines are polygons: straight away from somebody is exact.
    straight = _off_each(navmesh, blocking, start)
    far = np.hypot(*(np.concatenate([straight, places]) - start.xy).T) + np.repeat(
        [0.0, ROUNDING], [len(straight), len(places)]
    )
    regions = np.concatenate([np.full(len(straight), start.region), regions])
    places, order = np.concatenate([straight, places]), np.argsort(far, kind="stable")
    if len(order) == 0 or regions[order[0]] != start.region:
        return None
    place = places[order[0]]
    seen = navmesh.visibility.sees(np.array([start.region]), start.xy[None], place[None])[0]
    return NavPoint(place, start.region) if seen else None


def _off_each(navmesh: NavMesh, blocking: BlockingDiscs, start: NavPoint) -> FloatArray:
    """(n, 2) the free places straight away from each of those who are in the way."""
    mine = blocking.chosen(blocking.regions[:, start.region])
    out = start.xy - mine.centre
    size = np.hypot(*out.T)
    mine, out, size = mine.chosen(size > HAIR), out[size > HAIR], size[size > HAIR]
    places = mine.centre + (mine.radius + HAIR)[:, None] * out / size[:, None]
    home = np.full(len(places), start.region)
    return np.asarray(places[navmesh.regions[start.region].holds(places) & ~blocking.bars(home, places, places)])


def _by_some_path(navmesh: NavMesh, blocking: BlockingDiscs, start: NavPoint, rules: MovementRules) -> NavPoint | None:
    """The free place with the shortest path to it, without checks."""
    places, regions = _free_outlines(navmesh, blocking, start, nearest=False)
    found = search(priced_navmesh(navmesh, MovementCosts(rules, safe=True)), start, limit=2.0 * FARTHEST)
    best = nearest_of(found, places, regions)
    return NavPoint(places[best[0]], int(regions[best[0]])) if best else None


def _free_outlines(navmesh: NavMesh, blocking: BlockingDiscs, start: NavPoint, *, nearest: bool) -> tuple[FloatArray, IntArray]:
    """Places (n, 2) on the outlines of what is free near the start, and their regions: all of them, or the nearest."""
    here, found = shapely.Point(start.xy), []
    level = np.abs(navmesh.heights_at(start.xy) - navmesh.heights(np.array(start.region), start.xy)) <= STEP + EQUAL
    for number, region in enumerate(navmesh.regions):
        if (nearest and not level[number]) or shapely.distance(region.polygon, here) > FARTHEST:
            continue
        mine = blocking.chosen(blocking.regions[:, number])
        discs = shapely.buffer(shapely.points(mine.centre), mine.radius + HAIR, quad_segs=128)
        free = shapely.intersection(region.polygon, shapely.buffer(here, FARTHEST))
        free = shapely.difference(free, shapely.union_all(discs))
        if shapely.is_empty(free):
            continue
        line = shapely.shortest_line(free, here) if nearest else shapely.segmentize(shapely.boundary(free), ALONG)
        places = shapely.get_coordinates(line)[: 1 if nearest else None]
        found.append((places, np.full(len(places), number, dtype=np.int64)))
    if not found:
        return np.zeros((0, 2)), np.zeros(0, dtype=np.int64)
    places, regions = (np.concatenate(column) for column in zip(*found, strict=True))
    return places, regions


def moved_aside(table: Table, figure: Figure, other: Figure) -> Point | None:
    """Where a figure is moved, as little as possible, to be in base contact with another one that stands too near to it.

    Args:
        table: with everybody on it.
        figure: who is moved.
        other: who comes into contact with it, where it comes to stand.
    """
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    reach = navmesh.agent.radius + agent_of(other).radius + HAIR
    here, place = np.array(figure.position[:2]), np.array(other.position[:2])
    turn = 2 * np.pi * np.arange(AROUND) / AROUND + np.arctan2(*(here - place)[::-1])
    ring = place + reach * np.column_stack([np.cos(turn), np.sin(turn)])
    best: tuple[float, Point] | None = None
    own, others = np.abs(navmesh.heights_at(here) - figure.position[2]), np.abs(navmesh.heights_at(place) - other.position[2])
    for number in np.flatnonzero((own <= STEP + EQUAL) & (others <= STEP + EQUAL)).tolist():
        region = navmesh.regions[number]
        free = region.holds(ring)
        free &= ~taken(table.with_figure(other), figure, region.points(ring))
        far = np.where(free, np.hypot(*(ring - here).T), np.inf)
        row = int(far.argmin())
        if np.isfinite(far[row]) and (best is None or far[row] < best[0]):
            best = float(far[row]), region.point(ring[row])
    return best[1] if best else None
