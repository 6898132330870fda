"""Pulling a route taut: the ends of its ways slide along the edges of their zones until nothing gets shorter."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.corridors import climbable, crossings, face_along, leap_clear
from scene.ground import Ground
from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import CHECK, Offers, Segment, Spot, Walk
from scene.ways import Ways, joined
from scene.zones import Zone

SLIDES = (0.36, 0.12, 0.04, 0.013)
"""Inches; how far the ends are moved, round after round."""
SAME_LEVEL = 0.5
"""Inches; a way that has to go over at another height is another way."""
TOGETHER = 8
"""Choices of a way that are looked at together, the likeliest."""
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
    models = joined(ways)
    choices, model = _choices(given.ground, models, slide)
    groups = [np.flatnonzero(model == number) for number in range(len(models))]
    lengths = _lengths(given, links, [choices.chosen(group) for group in groups], start, goal)
    price, known = _prices(given, choices), np.arange(len(model)) < len(models)
    # What is crossed may be lower farther aside; all else can only turn out to be dearer than it is taken for.
    over = ~choices.narrow & (choices.level > np.maximum(choices.start[:, 2], choices.end[:, 2]) + 1e-3)
    look = np.flatnonzero(~known & over & (slide == SLIDES[0]))
    while True:
        if len(look):
            possible, seen = _looked_at(given.ground, choices.chosen(look), models.chosen(model[look]))
            choices = _with(choices, look, seen)
            price[look], known[look] = np.where(possible, _prices(given, seen), np.inf), True
        likely = _likely([price[group] for group in groups], groups, lengths)
        if all(known[rows[0]] for rows in likely):
            return [choices.chosen(rows[:1]) for rows in likely]
        look = np.concatenate([rows for rows in likely if not known[rows[0]]])
        look = look[~known[look]]


def _prices(given: Offers, ways: Ways) -> FloatArray:
    fares = given.prices.fares(ways, given.ground.zones)
    return np.asarray(fares.cost + CHECK * fares.checks)


def _with(ways: Ways, rows: IntArray, others: Ways) -> Ways:
    """The ways with others in some rows."""
    order = np.arange(len(ways))
    order[rows] = len(ways) + np.arange(len(rows))
    return joined([ways, others]).chosen(order)


def _lengths(given: Offers, links: list[_Link], choices: list[Ways], start: Spot, goal: Spot) -> list[FloatArray]:
    """What the walk costs before each way and after the last, from every end before it to every start behind it."""
    starts = [start.xy[None], *(some.end[:, :2] for some in choices)]
    ends = [*(some.start[:, :2] for some in choices), goal.xy[None]]
    return [
        _walk_lengths(given, link, here, there) * given.rates[link.zone]
        for link, here, there in zip(links, starts, ends, strict=True)
    ]


def _likely(prices: list[FloatArray], groups: list[IntArray], lengths: list[FloatArray]) -> list[IntArray]:
    """For each way (k,) the cheapest choices, up to `TOGETHER`, the first of which are the cheapest together."""
    onward = [lengths[-1][:, 0]]
    for price, length in zip(prices[::-1], lengths[-2::-1], strict=True):
        onward.append((length + (price + onward[-1])).min(axis=1))
    found, here = [], 0
    for price, group, length, rest in zip(prices, groups, lengths[:-1], onward[-2::-1], strict=True):
        order = (length[here] + price + rest).argsort(kind="stable")
        here = int(order[0])
        found.append(group[order[:TOGETHER]])
    return found


def _choices(ground: Ground, models: Ways, slide: float) -> tuple[Ways, IntArray]:
    """The ways themselves, then those with their ends moved aside as if they led as these do; and the number of the model."""
    aside = [_aside(ground, models.chosen(np.array([number])), slide) for number in range(len(models))]
    model = np.repeat(np.arange(len(models)), [len(a) for a, _ in aside])
    start, end = (np.concatenate(places) for places in zip(*aside, strict=True))
    like, rise = models.chosen(model), np.abs(start[:, 2] - end[:, 2])
    leapt, over = (like.gap > 0.0) & ~like.along, (like.gap == 0.0) & ~like.along
    ways = Ways(
        start=start,
        end=end,
        start_zone=like.start_zone,
        end_zone=like.end_zone,
        level=np.where(over, like.level, np.maximum(start[:, 2], end[:, 2])),
        across=np.where(over, like.across, 0.0),
        narrow=over & like.narrow,
        face_up=over & like.face_up,
        face_down=over & like.face_down,
        gap=np.where(leapt, np.hypot(*(end - start)[:, :2].T), 0.0),
        ladder=np.zeros(len(model), dtype=bool),
        slope=np.where(over, like.slope * rise / np.maximum(1e-9, np.abs(like.start[:, 2] - like.end[:, 2])), 0.0),
        stairs=over & like.stairs,
        door=over & like.door,
        along=like.along,
    )
    return joined([models, ways]), np.append(np.arange(len(models)), model)


def _aside(ground: Ground, way: Ways, slide: float) -> tuple[FloatArray, FloatArray]:
    """(k, 3) starts and (k, 3) ends of a way moved aside."""
    if way.ladder[0] or way.door[0] or (way.stairs[0] and way.run[0] > 1.0):
        return np.zeros((0, 3)), np.zeros((0, 3))
    starts = _moved(ground, way.start, int(way.start_zone[0]), way, slide)
    ends = _moved(ground, way.end, int(way.end_zone[0]), way, slide)
    a, b = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
    if way.run[0] < 0.05:
        near = np.hypot(*(a - b)[:, :2].T) < 0.05
        a, b = a[near], b[near]
    return a, b


def _looked_at(ground: Ground, ways: Ways, models: Ways) -> tuple[BoolArray, Ways]:
    """(n,) whether ways lead as their models do, and these ways as they are."""
    possible = _free(ground, ways, models)
    rows = np.flatnonzero(~models.along & (models.gap == 0.0))
    if len(rows) == 0:
        return possible, ways
    few, like, scene, walker = ways.chosen(rows), models.chosen(rows), ground.solids, ground.walker
    met = crossings(scene, few.start, few.end, walker)
    possible[rows] = met.possible & (np.abs(met.level - like.level) <= SAME_LEVEL) & (met.narrow == like.narrow)
    toward = (few.end - few.start)[:, :2]
    few = replace(
        few,
        level=met.level,
        across=met.across,
        narrow=met.narrow,
        face_up=climbable(scene, few.start, met.level, toward, walker),
        face_down=climbable(scene, few.end, met.level, -toward, walker),
    )
    return possible, _with(ways, rows, few)


def _free(ground: Ground, ways: Ways, models: Ways) -> BoolArray:
    """(n,) which ways with models that are leaps or climbs along a face are possible."""
    possible = models.along | (models.gap > 0.0)
    rows = np.flatnonzero(possible)
    if len(rows):
        a, b = ways.start[rows], ways.end[rows]
        swap = ((a[:, 2] < b[:, 2]) & ~models.along[rows])[:, None]
        possible[rows] = leap_clear(ground.solids, np.where(swap, b, a), np.where(swap, a, b), ground.walker)
    rows = np.flatnonzero(possible & models.along)
    if len(rows):
        possible[rows] = face_along(ground.solids, ways.start[rows], ways.end[rows], ground.walker)
    return possible


def _moved(ground: Ground, place: FloatArray, number: int, way: Ways, slide: float) -> FloatArray:
    """(k, 3) places of a zone at and beside a place (1, 3) on its edge."""
    zone = ground.zones[number]
    edge = _edge(zone)
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


@kept
def _edge(zone: Zone) -> shapely.Geometry:
    return zone.polygon.boundary


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
