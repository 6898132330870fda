"""Sliding links: the choices that strings have, links whose ends lie beside where they are, and the walks between them.

A guide with a figure: docs/guides/link-sliding.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh_parts.links import Links, joined, nothing
from scene.navmesh_parts.regions import Region
from scene.pathfinding.link_checks import checked_links, with_rows
from scene.pathfinding.region_outlines import ON_EDGE, beside, outlines
from scene.pathfinding.route_search import CHECK, NavPoint, PricedNavMesh, Segment, WalkSegment

STEPS = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / 2.0
"""How far aside the ends lie, in parts of the farthest; the middle one is where they are."""
SHORT = 0.05
"""Inches; what is no longer stays so."""


@dataclass(frozen=True, eq=False)
class StringWalk:
    """The corners walked round between two links, (c, 2), and the region."""

    region: int
    corners: FloatArray


@dataclass(frozen=True, eq=False)
class Strings:
    """Routes between the same two places, r strings with w links in all, to be pulled together.

    Attributes:
        given: the priced navmesh.
        start, goal: (2,) where they are fixed.
        links: (w) of all, one string after the other.
        outline, along: (w, 2) the outlines that starts and ends of links lie on, -1 for none, and how far along them, inches.
        owner: (w,) the number of the string of each link.
        first: (r + 1,) the number of the first link of each string; in the end w.
        walks: w + r of them: what is walked before each link, and behind the last one of each string.
    """

    given: PricedNavMesh
    start: FloatArray
    goal: FloatArray
    links: Links
    outline: IntArray
    along: FloatArray
    owner: IntArray
    first: IntArray
    walks: list[StringWalk]

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
        walks = [walk for walk, wanted in zip(self.walks, keep, strict=True) if wanted]
        first, owner = np.concatenate([[0], np.cumsum(count)]), np.repeat(np.arange(len(count)), count)
        links, outline, along = self.links.chosen(own), self.outline[own], self.along[own]
        return replace(self, links=links, outline=outline, along=along, owner=owner, first=first, walks=walks)

    def checked_links(self, models: Links, which: BoolArray) -> tuple["Strings", FloatArray]:
        """As they are when some links (w,) are looked at, if they differ from models; (w,) how much dearer than taken for."""
        moved = np.flatnonzero(which & ((self.links.start != models.start) | (self.links.end != models.end)).any(axis=1))
        taken, dearer = self.links.chosen(moved), np.zeros(len(models))
        possible, seen = checked_links(self.given.navmesh, taken, models.chosen(moved))
        dearer[moved] = np.where(possible, prices(self.given, seen), np.inf) - prices(self.given, taken)
        return replace(self, links=with_rows(self.links, moved, seen)), dearer

    def sums(self, values: FloatArray | IntArray) -> FloatArray:
        """(r,) the sum of a value (w,) of the links of each."""
        return np.asarray(np.bincount(self.owner, weights=values, minlength=len(self)), dtype=np.float64)


def strings(given: PricedNavMesh, routes: Sequence[Sequence[Segment]], start: NavPoint, goal: NavPoint) -> Strings:
    """Routes from a start to a goal as strings."""
    links = joined([nothing(), *(segment for route in routes for segment in route if isinstance(segment, Links))])
    regions, places = np.concatenate([links.start_region, links.end_region]), np.concatenate([links.start, links.end])[:, :2]
    outline, along = beside(given.navmesh, regions, places)
    count = [sum(isinstance(segment, Links) for segment in route) for route in routes]
    walks = [walk for route in routes for walk in _walks(route, start, goal)]
    first = np.concatenate([[0], np.cumsum(count, dtype=np.int64)])
    owner = np.repeat(np.arange(len(count)), count)
    return Strings(given, start.xy, goal.xy, links, outline.reshape(2, -1).T, along.reshape(2, -1).T, owner, first, walks)


def _walks(route: Sequence[Segment], start: NavPoint, goal: NavPoint) -> list[StringWalk]:
    region, corners, walks = start.region, [], []
    for segment in route:
        if isinstance(segment, WalkSegment):
            corners.append(segment.end)
        else:
            walks.append(StringWalk(region, np.array(corners[:-1]).reshape(-1, 2)))
            region, corners = int(segment.end_region[0]), []
    return [*walks, StringWalk(goal.region, np.array(corners[:-1]).reshape(-1, 2))]


@dataclass(frozen=True, eq=False)
class Choices:
    """k starts and k ends for each of the w links of strings: their n = w * k * k pairs.

    Attributes:
        strings: whose.
        links: (n) the choices.
        along: (n, 2) how far along their outlines they start and end, inches.
        price: (n,) of them.
        known: (n,) whether they were looked at, and are not merely taken to lead as the links of the strings.
        lengths: (w + r, k, k) what the walks cost, from each end of the link before to each start of the one behind.
    """

    strings: Strings
    links: Links
    along: FloatArray
    price: FloatArray
    known: BoolArray
    lengths: FloatArray

    def checked_links(self, rows: IntArray) -> "Choices":
        """With some looked at."""
        given, models = self.strings.given, self.strings.links.chosen(rows // len(STEPS) ** 2)
        possible, seen = checked_links(given.navmesh, self.links.chosen(rows), models)
        price, known = self.price.copy(), self.known.copy()
        price[rows], known[rows] = np.where(possible, prices(given, seen), np.inf), True
        return replace(self, links=with_rows(self.links, rows, seen), price=price, known=known)

    def taken(self, rows: IntArray) -> Strings:
        """The strings with these choices (w,) taken."""
        return replace(self.strings, links=self.links.chosen(rows), along=self.along[rows])


def prices(given: PricedNavMesh, links: Links) -> FloatArray:
    """(n,) what links cost, checks with their small weight."""
    link_prices = given.prices.link_prices(links, given.navmesh.regions)
    return np.asarray(link_prices.cost + CHECK * link_prices.checks)


def choices(some: Strings, slide: FloatArray) -> Choices:
    """The links of strings with their ends up to ``slide`` (w,) inches aside, as if they led alike."""
    given, models, k = some.given, some.links, len(STEPS)
    count = len(models)
    shifted = some.along[:, None] + (slide[:, None] * STEPS)[:, :, None]
    starts = _moved(some, 0, models.start, models.start_region, shifted[..., 0])
    ends = _moved(some, 1, models.end, models.end_region, shifted[..., 1])
    like, own = np.repeat(np.arange(count), k**2), np.arange(count) * k**2 + k**2 // 2
    start, end = np.repeat(starts, k, axis=1).reshape(-1, 3), np.tile(ends, (1, k, 1)).reshape(-1, 3)
    along = np.stack([np.repeat(shifted[..., 0], k, axis=1), np.tile(shifted[..., 1], (1, k))], axis=-1).reshape(-1, 2)
    links = _like(models.chosen(like), start, end)
    links.level[own], links.gap[own], links.slope[own] = models.level, models.gap, models.slope
    fixed, short = models.door | (models.stairs & (models.run > 1.0)), models.run < SHORT
    # The foot of a ladder stays where it is.
    pair = np.arange(len(links)) % k**2
    foot = np.where((models.start[:, 2] < models.end[:, 2])[like], pair // k, pair % k)
    fixed = fixed[like] | (models.ladder[like] & (foot != k // 2))
    known, free = np.zeros(len(links), dtype=bool), ~fixed & (~short[like] | (links.run < SHORT))
    # Where a base does not fall in, there is no gap to leap.
    free &= (links.gap == 0.0) | (links.gap > 2.0 * given.navmesh.agent.radius)
    known[own] = True
    if len(given.blocking):
        free &= ~given.blocking.bars_links(links)
    price = np.where(known | free, prices(given, links), np.inf)
    return Choices(some, links, along, price, known, _lengths(some, starts, ends))


def _like(models: Links, start: FloatArray, end: FloatArray) -> Links:
    """Links from places to places (n, 3) that lead as models do; with a level, a gap and a slope of their own."""
    rise, before = np.abs(start[:, 2] - end[:, 2]), np.abs(models.start[:, 2] - models.end[:, 2])
    leapt, over = (models.gap > 0.0) & ~models.along, (models.gap == 0.0) & ~models.along
    top = np.maximum(start, end)[:, 2]
    return replace(
        models,
        start=start,
        end=end,
        level=np.where(over, models.level + (top - np.maximum(models.start, models.end)[:, 2]), top),
        gap=np.where(leapt, np.hypot(*(end - start)[:, :2].T) - models.ledges.sum(axis=1), 0.0),
        slope=np.where(over, models.slope * rise / np.maximum(1e-9, before), 0.0),
    )


def _moved(some: Strings, side: int, places: FloatArray, region: IntArray, along: FloatArray) -> FloatArray:
    """(w, k, 3) places so far (w, k) along the outlines that places (w, 3) on one side of links lie on; else aside of them."""
    navmesh, outline = some.given.navmesh, some.outline[:, side]
    moved, rows, free = np.repeat(places[:, None], len(STEPS), axis=1), np.flatnonzero(outline >= 0), outline < 0
    moved[rows, :, :2] = outlines(navmesh).at(outline[rows, None], along[rows])
    if free.any():
        moved[free, :, :2] += (along - some.along[:, side, None])[free, :, None] * _aside(some, side, free)[:, None]
    for number in np.unique(region[free]):
        rows = np.flatnonzero(free & (region == number))
        moved[rows, :, :2] = _inside(navmesh.regions[number], moved[rows, :, :2].reshape(-1, 2)).reshape(len(rows), -1, 2)
    moved[..., 2] = navmesh.heights(np.repeat(region[:, None], len(STEPS), axis=1), moved[..., :2])
    moved[:, len(STEPS) // 2] = places
    return moved


def _aside(some: Strings, side: int, free: BoolArray) -> FloatArray:
    """(k, 2) unit vectors in which ends slide that are ``free`` (w,) of outlines: along the other end's edge, or square."""
    link, outline, along = (some.links.end - some.links.start)[free], some.outline[free, 1 - side], some.along[free, 1 - side]
    aside, rows = np.column_stack([-link[:, 1], link[:, 0]]), np.flatnonzero(outline >= 0)
    ends = outlines(some.given.navmesh).at(outline[rows, None], along[rows, None] + np.array([-ON_EDGE, ON_EDGE]))
    aside[rows] = ends[:, 1] - ends[:, 0]
    return np.asarray(aside / np.maximum(np.hypot(*aside.T), 1e-9)[:, None])


def _inside(region: Region, points: FloatArray) -> FloatArray:
    """Points (n, 2), or the nearest ones of a region."""
    outside = ~region.holds(points)
    if outside.any():
        walks = shapely.shortest_line(region.polygon, shapely.points(points[outside]))
        points[outside] = shapely.get_coordinates(walks).reshape(-1, 2, 2)[:, 0]
    return points


def _lengths(some: Strings, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """(w + r, k, k) what walks cost, from the start and the ends (w, k, 3) of links, to their starts and the goal.

    Straight, or round the corners in between; else infinite.
    """
    region, k = np.array([walk.region for walk in some.walks], dtype=np.int64), len(STEPS)
    first = some.first[:-1] + np.arange(len(some))
    here, there = np.empty((len(region), k, 2)), np.empty((len(region), k, 2))
    each = np.arange(len(some.owner)) + some.owner
    here[first], here[each + 1] = some.start, ends[..., :2]
    there[some.last], there[each] = some.goal, starts[..., :2]
    length = _straight(some.given, region[:, None, None], here[:, :, None], there[:, None])
    bent = np.array([number for number, walk in enumerate(some.walks) if len(walk.corners)], dtype=np.int64)
    if len(bent):
        corners = [some.walks[number].corners for number in bent]
        head, tail = np.array([one[0] for one in corners])[:, None], np.array([one[-1] for one in corners])[:, None]
        ways = zip(region[bent], corners, strict=True)
        middle = np.array([some.given.walk_costs(np.array(own), np.diff(one, axis=0)).sum() for own, one in ways])
        out = _straight(some.given, region[bent, None], here[bent], head)
        back = _straight(some.given, region[bent, None], there[bent], tail)
        length[bent] = np.minimum(length[bent], out[:, :, None] + middle[:, None, None] + back[:, None])
    return length


def _straight(given: PricedNavMesh, region: IntArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """What walks straight from places to places (..., 2) in regions cost; infinite where something is between."""
    size = given.walk_costs(region, b - a)
    regions, (start, end) = np.broadcast_to(region, size.shape), np.broadcast_arrays(a, b)
    seen = given.sees(regions.reshape(-1), start.reshape(-1, 2), end.reshape(-1, 2))
    return np.where(seen.reshape(size.shape), size, np.inf)
