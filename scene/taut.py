"""Pulling a route taut: the ends of its ways slide along the edges of their zones until nothing gets shorter."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.corridors import climbable, crossings, face_along, leap_clear
from scene.ground import Ground
from scene.mesh import FloatArray
from scene.routes import CHECK, Offers, Segment, Spot, Walk
from scene.ways import Ways, joined, plain

SLIDES = (0.36, 0.12, 0.04, 0.013)
"""Inches; how far the ends are moved, round after round."""
SAME_LEVEL = 0.5
"""Inches; a way that has to go over at another height is another way."""
_STEPS = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / 2.0


@dataclass(frozen=True, eq=False)
class _Link:
    """The corners walked round between two ways, (k, 2), and the zone."""

    zone: int
    corners: FloatArray


def taut(given: Offers, segments: Sequence[Segment], start: Spot, goal: Spot) -> list[Segment]:
    """The same route pulled taut.

    Args:
        given: the offers that it was found among.
        segments: of the route.
        start, goal: its ends.
    """
    ways = [segment for segment in segments if isinstance(segment, Ways)]
    links = _links(segments, start, goal)
    for slide in SLIDES:
        if ways:
            ways = _slid(given, ways, links, start, goal, slide)
    return _assembled(given, ways, links, start, goal)


def _links(segments: Sequence[Segment], start: Spot, goal: Spot) -> list[_Link]:
    zone, corners, links = start.zone, [], []
    for segment in segments:
        if isinstance(segment, Walk):
            corners.append(segment.end)
        else:
            links.append(_Link(zone, np.array(corners[:-1]).reshape(-1, 2)))
            zone, corners = int(segment.end_zone[0]), []
    return [*links, _Link(goal.zone, np.array(corners[:-1]).reshape(-1, 2))]


def _slid(given: Offers, ways: list[Ways], links: list[_Link], start: Spot, goal: Spot, slide: float) -> list[Ways]:
    """The cheapest choice among ways whose ends lie up to ``slide`` aside."""
    choices = [_variants(given.ground, way, slide) for way in ways]
    fares = given.prices.fares(joined(choices), given.ground.zones)
    cuts = np.cumsum([len(choice) for choice in choices])[:-1]
    prices_of = np.split(fares.cost + CHECK * fares.checks, cuts)
    rates = given.rates
    total = _walk_lengths(given, links[0], start.xy[None], choices[0].start[:, :2])[0] * rates[links[0].zone] + prices_of[0]
    back = []
    for number in range(1, len(choices)):
        walk = _walk_lengths(given, links[number], choices[number - 1].end[:, :2], choices[number].start[:, :2])
        through = total[:, None] + walk * rates[links[number].zone]
        back.append(through.argmin(axis=0))
        total = through.min(axis=0) + prices_of[number]
    last = _walk_lengths(given, links[-1], choices[-1].end[:, :2], goal.xy[None])[:, 0] * rates[links[-1].zone]
    pick = [int((total + last).argmin())]
    for column in back[::-1]:
        pick.append(int(column[pick[-1]]))
    return [choice.chosen(np.array([row])) for choice, row in zip(choices, pick[::-1], strict=True)]


def _variants(ground: Ground, way: Ways, slide: float) -> Ways:
    """The way itself, and those with their ends moved aside that lead the same way."""
    if way.ladder[0] or way.door[0] or (way.stairs[0] and way.run[0] > 1.0):
        return way
    starts, ends = (
        _moved(ground, way.start, int(way.start_zone[0]), way, slide),
        _moved(ground, way.end, int(way.end_zone[0]), way, slide),
    )
    i, j = (index.reshape(-1) for index in np.meshgrid(np.arange(len(starts)), np.arange(len(ends)), indexing="ij"))
    a, b = starts[i], ends[j]
    if way.run[0] < 0.05:
        near = np.hypot(*(a - b)[:, :2].T) < 0.05
        a, b = a[near], b[near]
    count = len(a)
    zones = np.full(count, way.start_zone[0]), np.full(count, way.end_zone[0])
    found = plain(a, b, *zones, np.maximum(a[:, 2], b[:, 2]))
    found = _looked_at(ground, found, way)
    return joined([way, found])


def _looked_at(ground: Ground, ways: Ways, model: Ways) -> Ways:
    """Those of plain ways that lead as a model does."""
    scene, walker = ground.solids, ground.walker
    if model.along[0]:
        beside = leap_clear(scene, ways.start, ways.end, walker) & face_along(scene, ways.start, ways.end, walker)
        return replace(ways, along=np.ones(len(ways), dtype=bool)).chosen(beside)
    if model.gap[0] > 0.0:
        high_first = ways.start[:, 2] >= ways.end[:, 2]
        a = np.where(high_first[:, None], ways.start, ways.end)
        b = np.where(high_first[:, None], ways.end, ways.start)
        return replace(ways, gap=ways.run).chosen(leap_clear(scene, a, b, walker))
    met = crossings(scene, ways.start, ways.end, walker)
    same = met.possible & (np.abs(met.level - model.level) <= SAME_LEVEL) & (met.narrow == model.narrow[0])
    toward = (ways.end - ways.start)[:, :2]
    ways = replace(
        ways,
        level=met.level,
        across=met.across,
        narrow=met.narrow,
        face_up=climbable(scene, ways.start, met.level, toward, walker),
        face_down=climbable(scene, ways.end, met.level, -toward, walker),
        door=np.full(len(ways), bool(model.door[0])),
    ).chosen(same)
    rise = np.abs(ways.start[:, 2] - ways.end[:, 2])
    scale = float(model.slope[0]) / max(1e-9, abs(float(model.start[0, 2] - model.end[0, 2])))
    return replace(ways, slope=scale * rise, stairs=np.full(len(ways), bool(model.stairs[0])))


def _moved(ground: Ground, place: FloatArray, number: int, way: Ways, slide: float) -> FloatArray:
    """(k, 3) places of a zone at and beside a place (1, 3) on its edge."""
    zone = ground.zones[number]
    edge = zone.polygon.boundary
    at = edge.project(shapely.Point(place[0, :2]))
    on_edge = edge.distance(shapely.Point(place[0, :2])) < 0.05
    if on_edge and edge.geom_type == "LineString":
        points = shapely.get_coordinates(shapely.line_interpolate_point(edge, (at + slide * _STEPS) % edge.length))
    else:
        along = (way.end - way.start)[0, :2]
        size = max(float(np.hypot(*along)), 1e-9)
        aside = np.array([-along[1], along[0]]) / size
        points = place[0, :2] + slide * _STEPS[:, None] * aside
        outside = ~zone.holds(points)
        if outside.any():
            links = shapely.shortest_line(zone.polygon, shapely.points(points[outside]))
            points[outside] = shapely.get_coordinates(links).reshape(-1, 2, 2)[:, 0]
    return np.column_stack([points, np.full(len(points), zone.z)])


def _walk_lengths(given: Offers, link: _Link, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(n, m) how far it is from starts (n, 2) to ends (m, 2): straight, or round the corners in between; else infinite."""
    n, m = len(starts), len(ends)
    a, b = np.repeat(starts, m, axis=0), np.tile(ends, (n, 1))
    zone = np.full(n * m, link.zone)
    straight = np.hypot(*(b - a).T)
    length = np.where(given.sees(zone, a, b), straight, np.inf).reshape(n, m)
    if len(link.corners):
        first, last = link.corners[0], link.corners[-1]
        middle = np.hypot(*np.diff(link.corners, axis=0).T).sum() if len(link.corners) > 1 else 0.0
        here = _seen_lengths(given, link.zone, starts, first)
        there = _seen_lengths(given, link.zone, ends, last)
        length = np.minimum(length, here[:, None] + middle + there)
    return length


def _seen_lengths(given: Offers, zone: int, points: FloatArray, corner: FloatArray) -> FloatArray:
    other = np.broadcast_to(corner, points.shape)
    seen = given.sees(np.full(len(points), zone), points, other)
    return np.where(seen, np.hypot(*(points - corner).T), np.inf)


def _assembled(given: Offers, ways: list[Ways], links: list[_Link], start: Spot, goal: Spot) -> list[Segment]:
    segments: list[Segment] = []
    here = start.xy
    for link, way in zip(links, [*ways, None], strict=True):
        there = goal.xy if way is None else way.start[0, :2]
        segments += _walked(given, link, here, there)
        if way is not None:
            segments.append(way)
            here = way.end[0, :2]
    return segments


def _walked(given: Offers, link: _Link, here: FloatArray, there: FloatArray) -> list[Segment]:
    zone = np.array([link.zone])
    points = [here, there]
    if len(link.corners) and not given.sees(zone, here[None], there[None])[0]:
        points = [here, *link.corners, there]
    return [Walk(link.zone, a, b) for a, b in itertools.pairwise(points) if np.hypot(*(b - a)) > 1e-6]
