"""The choices that strings have: the ends of their ways at places beside where they are, and the walks between them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.links import Links, joined, nothing
from scene.navmesh_parts.regions import Region
from scene.pathfinding.link_checks import looked_at, with_rows
from scene.pathfinding.region_outlines import ON_EDGE, beside, outlines
from scene.pathfinding.route_search import CHECK, NavPoint, PricedNavMesh, Segment, WalkSegment

STEPS = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / 2.0
"""How far aside the ends lie, in parts of the farthest; the middle one is where they are."""
SHORT = 0.05
"""Inches; what is no longer stays so."""


@dataclass(frozen=True, eq=False)
class Link:
    """The corners walked round between two ways, (c, 2), and the zone."""

    zone: int
    corners: FloatArray


@dataclass(frozen=True, eq=False)
class Strings:
    """Routes between the same two places, r strings with w ways in all, to be pulled together.

    Attributes:
        given: the offers.
        start, goal: (2,) where they are fixed.
        ways: (w) of all, one string after the other.
        outline, along: (w, 2) the outlines that starts and ends of ways lie on, -1 for none, and how far along them, inches.
        owner: (w,) the number of the string of each way.
        first: (r + 1,) the number of the first way of each string; in the end w.
        links: w + r of them: what is walked before each way, and behind the last one of each string.
    """

    given: PricedNavMesh
    start: FloatArray
    goal: FloatArray
    ways: Links
    outline: IntArray
    along: FloatArray
    owner: IntArray
    first: IntArray
    links: list[Link]

    def __len__(self) -> int:
        return len(self.first) - 1

    @property
    def last(self) -> IntArray:
        """(r,) the number of the last link of each string."""
        return np.asarray(self.first[1:] + np.arange(len(self)))

    def chosen(self, which: BoolArray) -> "Strings":
        """Some of them, (r,)."""
        if which.all():
            return self
        own, count = which[self.owner], np.diff(self.first)[which]
        keep = np.repeat(which, np.diff(self.first) + 1)
        links = [link for link, wanted in zip(self.links, keep, strict=True) if wanted]
        first, owner = np.concatenate([[0], np.cumsum(count)]), np.repeat(np.arange(len(count)), count)
        ways, outline, along = self.ways.chosen(own), self.outline[own], self.along[own]
        return replace(self, ways=ways, outline=outline, along=along, owner=owner, first=first, links=links)

    def looked_at(self, models: Links, which: BoolArray) -> tuple["Strings", FloatArray]:
        """As they are when some ways (w,) are looked at, if they differ from models; (w,) how much dearer than taken for."""
        moved = np.flatnonzero(which & ((self.ways.start != models.start) | (self.ways.end != models.end)).any(axis=1))
        taken, dearer = self.ways.chosen(moved), np.zeros(len(models))
        possible, seen = looked_at(self.given.ground, taken, models.chosen(moved))
        dearer[moved] = np.where(possible, prices(self.given, seen), np.inf) - prices(self.given, taken)
        return replace(self, ways=with_rows(self.ways, moved, seen)), dearer

    def sums(self, values: FloatArray | IntArray) -> FloatArray:
        """(r,) the sum of a value (w,) of the ways of each."""
        return np.asarray(np.bincount(self.owner, weights=values, minlength=len(self)), dtype=np.float64)


def strings(given: PricedNavMesh, routes: Sequence[Sequence[Segment]], start: NavPoint, goal: NavPoint) -> Strings:
    """Routes from a start to a goal as strings."""
    ways = joined([nothing(), *(segment for route in routes for segment in route if isinstance(segment, Links))])
    zones, places = np.concatenate([ways.start_zone, ways.end_zone]), np.concatenate([ways.start, ways.end])[:, :2]
    outline, along = beside(given.ground, zones, places)
    count = [sum(isinstance(segment, Links) for segment in route) for route in routes]
    links = [link for route in routes for link in _links(route, start, goal)]
    first = np.concatenate([[0], np.cumsum(count, dtype=np.int64)])
    owner = np.repeat(np.arange(len(count)), count)
    return Strings(given, start.xy, goal.xy, ways, outline.reshape(2, -1).T, along.reshape(2, -1).T, owner, first, links)


def _links(route: Sequence[Segment], start: NavPoint, goal: NavPoint) -> list[Link]:
    zone, corners, links = start.zone, [], []
    for segment in route:
        if isinstance(segment, WalkSegment):
            corners.append(segment.end)
        else:
            links.append(Link(zone, np.array(corners[:-1]).reshape(-1, 2)))
            zone, corners = int(segment.end_zone[0]), []
    return [*links, Link(goal.zone, np.array(corners[:-1]).reshape(-1, 2))]


@dataclass(frozen=True, eq=False)
class Choices:
    """k starts and k ends for each of the w ways of strings: their n = w * k * k pairs.

    Attributes:
        strings: whose.
        ways: (n) the choices.
        along: (n, 2) how far along their outlines they start and end, inches.
        price: (n,) of them.
        known: (n,) whether they were looked at, and are not merely taken to lead as the ways of the strings.
        lengths: (w + r, k, k) what the links cost, from each end of the way before to each start of the one behind.
    """

    strings: Strings
    ways: Links
    along: FloatArray
    price: FloatArray
    known: BoolArray
    lengths: FloatArray

    def looked_at(self, rows: IntArray) -> "Choices":
        """With some looked at."""
        given, models = self.strings.given, self.strings.ways.chosen(rows // len(STEPS) ** 2)
        possible, seen = looked_at(given.ground, self.ways.chosen(rows), models)
        price, known = self.price.copy(), self.known.copy()
        price[rows], known[rows] = np.where(possible, prices(given, seen), np.inf), True
        return replace(self, ways=with_rows(self.ways, rows, seen), price=price, known=known)

    def taken(self, rows: IntArray) -> Strings:
        """The strings with these choices (w,) taken."""
        return replace(self.strings, ways=self.ways.chosen(rows), along=self.along[rows])


def prices(given: PricedNavMesh, ways: Links) -> FloatArray:
    """(n,) what ways cost, checks with their small weight."""
    fares = given.prices.fares(ways, given.ground.zones)
    return np.asarray(fares.cost + CHECK * fares.checks)


def choices(some: Strings, slide: FloatArray) -> Choices:
    """The ways of strings with their ends up to ``slide`` (w,) inches aside, as if they led alike."""
    given, models, k = some.given, some.ways, len(STEPS)
    count = len(models)
    shifted = some.along[:, None] + (slide[:, None] * STEPS)[:, :, None]
    starts = _moved(some, 0, models.start, models.start_zone, shifted[..., 0])
    ends = _moved(some, 1, models.end, models.end_zone, shifted[..., 1])
    like, own = np.repeat(np.arange(count), k**2), np.arange(count) * k**2 + k**2 // 2
    start, end = np.repeat(starts, k, axis=1).reshape(-1, 3), np.tile(ends, (1, k, 1)).reshape(-1, 3)
    along = np.stack([np.repeat(shifted[..., 0], k, axis=1), np.tile(shifted[..., 1], (1, k))], axis=-1).reshape(-1, 2)
    ways = _like(models.chosen(like), start, end)
    ways.level[own], ways.gap[own], ways.slope[own] = models.level, models.gap, models.slope
    fixed, short = models.door | (models.stairs & (models.run > 1.0)), models.run < SHORT
    # The foot of a ladder stays where it is.
    pair = np.arange(len(ways)) % k**2
    foot = np.where((models.start[:, 2] < models.end[:, 2])[like], pair // k, pair % k)
    fixed = fixed[like] | (models.ladder[like] & (foot != k // 2))
    known, free = np.zeros(len(ways), dtype=bool), ~fixed & (~short[like] | (ways.run < SHORT))
    # Where a base does not fall in, there is no gap to leap.
    free &= (ways.gap == 0.0) | (ways.gap > 2.0 * given.ground.walker.radius)
    known[own] = True
    if len(given.crowd):
        free &= ~given.crowd.bars_ways(ways)
    price = np.where(known | free, prices(given, ways), np.inf)
    return Choices(some, ways, along, price, known, _lengths(some, starts, ends))


def _like(models: Links, start: FloatArray, end: FloatArray) -> Links:
    """Ways from places to places (n, 3) that lead as models do; with a level, a gap and a slope of their own."""
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


def _moved(some: Strings, side: int, places: FloatArray, zone: IntArray, along: FloatArray) -> FloatArray:
    """(w, k, 3) places so far (w, k) along the outlines that places (w, 3) on one side of ways lie on; else aside of them."""
    ground, outline = some.given.ground, some.outline[:, side]
    moved, rows, free = np.repeat(places[:, None], len(STEPS), axis=1), np.flatnonzero(outline >= 0), outline < 0
    moved[rows, :, :2] = outlines(ground).at(outline[rows, None], along[rows])
    aside = _aside(some, side)
    moved[free, :, :2] += (along - some.along[:, side, None])[free, :, None] * aside[free, None]
    for number in np.unique(zone[free]):
        rows = np.flatnonzero(free & (zone == number))
        moved[rows, :, :2] = _inside(ground.zones[number], moved[rows, :, :2].reshape(-1, 2)).reshape(len(rows), -1, 2)
    moved[:, len(STEPS) // 2] = places
    return moved


def _aside(some: Strings, side: int) -> FloatArray:
    """(w, 2) unit vectors in which the ends of ways slide on no outline: along the edge of the other end, or square."""
    way, outline, along = some.ways.end - some.ways.start, some.outline[:, 1 - side], some.along[:, 1 - side]
    aside, rows = np.column_stack([-way[:, 1], way[:, 0]]), np.flatnonzero(outline >= 0)
    before, after = (outlines(some.given.ground).at(outline[rows], along[rows] + step) for step in (-ON_EDGE, ON_EDGE))
    aside[rows] = after - before
    return np.asarray(aside / np.maximum(np.hypot(*aside.T), 1e-9)[:, None])


def _inside(zone: Region, points: FloatArray) -> FloatArray:
    """Points (n, 2), or the nearest ones of a zone."""
    outside = ~zone.holds(points)
    if outside.any():
        links = shapely.shortest_line(zone.polygon, shapely.points(points[outside]))
        points[outside] = shapely.get_coordinates(links).reshape(-1, 2, 2)[:, 0]
    return points


def _lengths(some: Strings, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(w + r, k, k) what links cost, from the start and the ends (w, k, 3) of ways, to their starts and the goal.

    Straight, or round the corners in between; else infinite.
    """
    zone, k = np.array([link.zone for link in some.links], dtype=np.int64), len(STEPS)
    first = some.first[:-1] + np.arange(len(some))
    here, there = np.empty((len(zone), k, 2)), np.empty((len(zone), k, 2))
    each = np.arange(len(some.owner)) + some.owner
    here[first], here[each + 1] = some.start, ends[..., :2]
    there[some.last], there[each] = some.goal, starts[..., :2]
    length = _straight(some.given, zone[:, None, None], here[:, :, None], there[:, None])
    bent = np.array([number for number, link in enumerate(some.links) if len(link.corners)], dtype=np.int64)
    if len(bent):
        corners = [some.links[number].corners for number in bent]
        head, tail = np.array([one[0] for one in corners])[:, None], np.array([one[-1] for one in corners])[:, None]
        middle = np.array([np.hypot(*np.diff(one, axis=0).T).sum() for one in corners])
        out = _straight(some.given, zone[bent, None], here[bent], head)
        back = _straight(some.given, zone[bent, None], there[bent], tail)
        length[bent] = np.minimum(length[bent], out[:, :, None] + middle[:, None, None] + back[:, None])
    return np.asarray(length * some.given.rates[zone][:, None, None])


def _straight(given: PricedNavMesh, zone: IntArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """How far it is straight from places to places (..., 2) in zones; infinite where something is between."""
    size = np.hypot(*np.moveaxis(b - a, -1, 0))
    zones, (start, end) = np.broadcast_to(zone, size.shape), np.broadcast_arrays(a, b)
    seen = given.sees(zones.reshape(-1), start.reshape(-1, 2), end.reshape(-1, 2))
    return np.where(seen.reshape(size.shape), size, np.inf)
