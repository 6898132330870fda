"""The choices that a string has: the ends of its ways at places beside where they are, and the walks between them."""

from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.ground import Ground
from scene.keep import kept
from scene.looks import looked_at, with_rows
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import CHECK, Offers
from scene.ways import Ways
from scene.zones import Zone

STEPS = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / 2.0
"""How far aside the ends lie, in parts of the farthest; the middle one is where they are."""
SHORT = 0.05
"""Inches; what is no longer stays so. Whatever is nearer to an edge is on it."""


@dataclass(frozen=True, eq=False)
class Link:
    """The corners walked round between two ways, (c, 2), and the zone."""

    zone: int
    corners: FloatArray


@dataclass(frozen=True, eq=False)
class String:
    """What is pulled: the offers, the w + 1 links between w ways, and the places (2,) that it is fixed at."""

    given: Offers
    links: list[Link]
    start: FloatArray
    goal: FloatArray


@dataclass(frozen=True, eq=False)
class Choices:
    """k starts and k ends for each of w ways: their n = w * k * k pairs.

    Attributes:
        given: the offers of the string.
        models: (w) the ways.
        like: (n,) the number of the way that each choice leads like.
        ways: (n) the choices.
        price: (n,) of them.
        known: (n,) whether they were looked at, and are not merely taken to lead as their models.
        lengths: (w + 1, k, k) what walks cost, from each end to each start behind it.
    """

    given: Offers
    models: Ways
    like: IntArray
    ways: Ways
    price: FloatArray
    known: BoolArray
    lengths: FloatArray

    def looked_at(self, rows: IntArray) -> "Choices":
        """With some looked at."""
        possible, seen = looked_at(self.given.ground, self.ways.chosen(rows), self.models.chosen(self.like[rows]))
        price, known = self.price.copy(), self.known.copy()
        price[rows], known[rows] = np.where(possible, prices(self.given, seen), np.inf), True
        return replace(self, ways=with_rows(self.ways, rows, seen), price=price, known=known)


def prices(given: Offers, ways: Ways) -> FloatArray:
    """(n,) what ways cost, checks with their small weight."""
    fares = given.prices.fares(ways, given.ground.zones)
    return np.asarray(fares.cost + CHECK * fares.checks)


def choices(string: String, models: Ways, slide: float | FloatArray) -> Choices:
    """The ways with their ends up to ``slide``, or (w,) each so far, aside, as if they led as they do."""
    given, count = string.given, len(STEPS)
    shift = np.broadcast_to(slide, len(models))[:, None] * STEPS
    starts = _moved(given.ground, models.start, models.start_zone, models, shift)
    ends = _moved(given.ground, models.end, models.end_zone, models, shift)
    like = np.repeat(np.arange(len(models)), count**2)
    own = np.arange(len(models)) * count**2 + count**2 // 2
    start, end = np.repeat(starts, count, axis=1).reshape(-1, 3), np.tile(ends, (1, count, 1)).reshape(-1, 3)
    ways = with_rows(_like(models.chosen(like), start, end), own, models)
    fixed, short = models.door | (models.stairs & (models.run > 1.0)), models.run < SHORT
    # The foot of a ladder stays where it is.
    pair = np.arange(len(ways)) % count**2
    foot = np.where((models.start[:, 2] < models.end[:, 2])[like], pair // count, pair % count)
    fixed = fixed[like] | (models.ladder[like] & (foot != count // 2))
    known = np.isin(np.arange(len(ways)), own)
    possible = known | ~fixed & (~short[like] | (ways.run < SHORT))
    price = np.where(possible, prices(given, ways), np.inf)
    return Choices(given, models, like, ways, price, known, _lengths(string, starts, ends))


def _like(models: Ways, start: FloatArray, end: FloatArray) -> Ways:
    """Ways from places to places (n, 3) that lead as models do."""
    rise, before = np.abs(start[:, 2] - end[:, 2]), np.abs(models.start[:, 2] - models.end[:, 2])
    leapt, over = (models.gap > 0.0) & ~models.along, (models.gap == 0.0) & ~models.along
    return replace(
        models,
        start=start,
        end=end,
        level=np.where(over, models.level, np.maximum(start[:, 2], end[:, 2])),
        gap=np.where(leapt, np.hypot(*(end - start)[:, :2].T) - models.ledges.sum(axis=1), 0.0),
        slope=np.where(over, models.slope * rise / np.maximum(1e-9, before), 0.0),
    )


def _moved(ground: Ground, places: FloatArray, homes: IntArray, ways: Ways, shift: FloatArray) -> FloatArray:
    """(n, k, 3) places of zones (n,) at and beside places (n, 3), on their edges if these are."""
    way = (ways.end - ways.start)[:, :2]
    aside = np.column_stack([-way[:, 1], way[:, 0]]) / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    moved = np.repeat(places[:, None], len(STEPS), axis=1)
    moved[..., :2] += shift[..., None] * aside[:, None]
    edges = np.array([_edge(ground.zones[home]) for home in homes])
    rows = np.flatnonzero(shapely.get_type_id(edges) == 1)
    points = shapely.points(places[rows, :2])
    near = shapely.dwithin(edges[rows], points, SHORT)
    rows, points = rows[near], points[near]
    at = (shapely.line_locate_point(edges[rows], points)[:, None] + shift[rows]) % shapely.length(edges[rows])[:, None]
    moved[rows, :, :2] = shapely.get_coordinates(shapely.line_interpolate_point(edges[rows, None], at)).reshape(*at.shape, 2)
    for row in np.setdiff1d(np.arange(len(places)), rows):
        moved[row, :, :2] = _inside(ground.zones[homes[row]], moved[row, :, :2])
    moved[:, len(STEPS) // 2] = places
    return moved


def _inside(zone: Zone, points: FloatArray) -> FloatArray:
    """Points (n, 2), or the nearest ones of a zone."""
    outside = ~zone.holds(points)
    if outside.any():
        links = shapely.shortest_line(zone.polygon, shapely.points(points[outside]))
        points[outside] = shapely.get_coordinates(links).reshape(-1, 2, 2)[:, 0]
    return points


@kept
def _edge(zone: Zone) -> shapely.Geometry:
    return zone.polygon.boundary


def _lengths(string: String, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(w + 1, k, k) what walks cost from the string's start and the ends (w, k, 3) of ways, to their starts and its goal.

    Straight, or round the corners in between; else infinite.
    """
    zone, k = np.array([link.zone for link in string.links]), len(STEPS)
    here = np.concatenate([np.broadcast_to(string.start, (1, k, 2)), ends[..., :2]])
    there = np.concatenate([starts[..., :2], np.broadcast_to(string.goal, (1, k, 2))])
    length = _straight(string.given, zone[:, None, None], here[:, :, None], there[:, None])
    for number, link in enumerate(string.links):
        if len(link.corners):
            first = _straight(string.given, zone[number], here[number], link.corners[0])
            last = _straight(string.given, zone[number], there[number], link.corners[-1])
            middle = float(np.hypot(*np.diff(link.corners, axis=0).T).sum())
            length[number] = np.minimum(length[number], first[:, None] + middle + last)
    return np.asarray(length * string.given.rates[zone][:, None, None])


def _straight(given: Offers, zone: IntArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """How far it is straight from places to places (..., 2) in zones; infinite where something is between."""
    size = np.hypot(*np.moveaxis(b - a, -1, 0))
    zones, (start, end) = np.broadcast_to(zone, size.shape), np.broadcast_arrays(a, b)
    seen = given.sees(zones.reshape(-1), start.reshape(-1, 2), end.reshape(-1, 2))
    return np.where(seen.reshape(size.shape), size, np.inf)
