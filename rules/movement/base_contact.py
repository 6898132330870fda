"""Places in base contact with enemies: all round one, at the corners between several, and where links end too near to one.

Source: main-rulebook, Base to base, Engaging an enemy, Multiple enemies to engage.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from rules.body_limits import STEP
from rules.engagement import ACROSS_OBSTACLE, CONTACT, TOUCHING, across_one_of, in_contact, obstacles_near
from rules.movement.cheapest_goal import nearest_of
from rules.movement.keep_out_discs import taken
from rules.movement.link_costs import MovementCosts
from rules.movement.making_room import HAIR
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.measuring.distance import nearest
from scene.navmesh.navmesh import NavMesh
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.route_search import NavPoint, Search
from scene.table.footprints import footprint, plan_disc
from scene.table.table import Figure, Piece, Table
from scene.walkable.agent_limits import EQUAL

AROUND = 180
"""Places around a base that are tried; the ends of the free stretches between them are exact, and so are straight routes."""
BESIDE = 0.03
"""Inches from an obstacle at which one who goes up to it comes to stand; it is touched within a millimetre."""
OUTSIDE = 0.002
"""Inches that the corners of round outlines may lie farther out."""
ALONG = 0.1
"""Inches between the places along an obstacle that are tried."""
APART = 1.0
"""Inches: a place in contact that is farther from another may be reached by another route."""
ABOUT = 1.0
"""Inches around a place within which others over the same obstacle are looked at with it."""
TRIED = 12
"""Ends of links without room beside the target that are looked at, the cheapest first."""


@dataclass(frozen=True, eq=False)
class Asked:
    """Who wants to engage whom, over which navmesh, at what movement costs."""

    table: Table
    mover: Figure
    targets: tuple[Figure, ...]
    navmesh: NavMesh
    movement_costs: MovementCosts
    blocking: BlockingDiscs

    @property
    def sections(self) -> Mapping[str, str]:
        """Where the rules say what is done, by topic."""
        return self.movement_costs.rules.sections

    def reach(self, target: Figure) -> float:
        """Inches between the middles of two bases in contact."""
        return self.navmesh.agent.radius + plan_disc(target).radius + HAIR

    def level(self, region: int) -> bool:
        """Whether base contact with all targets is possible from a region."""
        plane = self.navmesh.regions[region].plane
        return all(abs(plane.height(*target.position[:2]) - target.position[2]) <= STEP + EQUAL for target in self.targets)

    def free(self, region: int, xy: FloatArray) -> BoolArray:
        """(n,) at which places (n, 2) of a region the mover can stand."""
        places = self.navmesh.regions[region].points(xy)
        return np.asarray(self.navmesh.regions[region].holds(xy) & ~taken(self.table, self.mover, places))

    def at(self, region: int, xy: FloatArray) -> Figure:
        """The mover at a place (2,) of a region."""
        return self.mover.moved(self.navmesh.regions[region].point(xy))

    @cached_property
    def likely(self) -> "Places":
        """By region, places in contact with all targets, whatever the route there; over obstacles only as seen from above."""
        levels = [number for number in range(len(self.navmesh.regions)) if self.level(number)]
        if len(self.targets) > 1:
            return {region: [(None, _meeting(self, region))] for region in levels}
        outlines = _outlines(self)
        over: Places = {region: [(piece, xy[self.free(region, xy)]) for piece, xy in outlines] for region in levels}
        return {region: [*found, (None, _ring(self, region))] for region, found in over.items()}

    @cached_property
    def across(self) -> dict[tuple[int, str, bytes], bool]:
        """Whether there is contact over an obstacle, by region, obstacle and place, as far as somebody has asked."""
        return {}


Places = dict[int, list[tuple[Piece | None, FloatArray]]]
"""By region, places (n, 2) and the obstacle over which there is contact from there; None for places side by side."""


def cheapest_contact(asked: Asked, found: Search, *, but: NavPoint | None = None) -> tuple[NavPoint, float] | None:
    """The place in contact with all targets that is the cheapest to get to, and for how much; None where there is none.

    Args:
        asked: who wants to engage whom.
        found: from where.
        but: not there, nor beside it.
    """
    ends = _ends(asked, found, but)
    best = ends.cheapest(found, np.arange(len(ends.places)))
    if best is None:
        return None
    row, cost = best
    # How near places are to an obstacle takes long to find out, so it is only the best one's that is.
    sure = len(asked.targets) > 1 or in_contact(asked.table, ends.mover(asked, row), asked.targets[0])
    return ends.end(row, cost) if sure else _cheapest_across(asked, found, ends)


@dataclass(frozen=True, eq=False)
class _Ends:
    """n places where a route may end.

    Attributes:
        places, regions: (n, 2) inches, and (n,).
        only_from: (n,) the node that each is looked at from; -1: from all of its region.
        over: (n,) the number of the obstacle over which there seems to be contact; -1 for places side by side.
        pieces: those obstacles.
    """

    places: FloatArray
    regions: IntArray
    only_from: IntArray
    over: IntArray
    pieces: list[Piece]

    def cheapest(self, found: Search, rows: IntArray) -> tuple[int, float] | None:
        """The cheapest of some of them, and what it costs to get there; None where no route leads to any."""
        best = nearest_of(found, self.places[rows], self.regions[rows], only_from=self.only_from[rows])
        return None if best is None else (int(rows[best[0]]), best[1])

    def end(self, row: int, cost: float) -> tuple[NavPoint, float]:
        """One of them, with what it costs."""
        return NavPoint(self.places[row], int(self.regions[row])), cost

    def mover(self, asked: Asked, row: int) -> Figure:
        """The mover at one of them."""
        return asked.at(int(self.regions[row]), self.places[row])


def _ends(asked: Asked, found: Search, but: NavPoint | None) -> _Ends:
    none = np.zeros(0, dtype=np.int64)
    parts, pieces = [(np.zeros((0, 2)), none, none, none)], list[Piece]()
    for number, several in asked.likely.items():
        for piece, xy in several:
            pieces += [] if piece is None else [piece]
            last = -1 if piece is None else len(pieces) - 1
            parts.append((xy, np.full(len(xy), number), np.full(len(xy), -1), np.full(len(xy), last)))
        if len(asked.targets) == 1 and _reaches(asked, number):
            xy, nodes = _ahead(asked, found, number)
            parts.append((xy, np.full(len(xy), number), nodes, np.full(len(xy), -1)))
    places, regions, only_from, over = (np.concatenate(column) for column in zip(*parts, strict=True))
    if but is not None:
        use = (np.abs(places - but.xy).max(axis=1) > APART) | (regions != but.region)
        places, regions, only_from, over = places[use], regions[use], only_from[use], over[use]
    return _Ends(places, regions, only_from, over, pieces)


def _cheapest_across(asked: Asked, found: Search, ends: _Ends) -> tuple[NavPoint, float] | None:
    """The cheapest place of those that are in contact: that is found out for the places about the cheapest one at a time."""
    left = np.arange(len(ends.places))
    while (best := ends.cheapest(found, left)) is not None:
        row, cost = best
        if ends.over[row] < 0:
            return ends.end(row, cost)
        about = (ends.over[left] == ends.over[row]) & (np.abs(ends.places[left] - ends.places[row]).max(axis=1) <= ABOUT)
        refuted = [one for one in left[about].tolist() if not _across(asked, ends, one)]
        if row not in refuted:
            return ends.end(row, cost)
        left = np.setdiff1d(left, refuted)
    return None


def _across(asked: Asked, ends: _Ends, row: int) -> bool:
    """Whether a place is in contact with the only target over the obstacle over which it seems to be."""
    piece = ends.pieces[int(ends.over[row])]
    known, name = asked.across, (int(ends.regions[row]), piece.id, ends.places[row].tobytes())
    if name not in known:
        known[name] = across_one_of(asked.table, [piece], ends.mover(asked, row), asked.targets[0])
    return known[name]


def _outlines(asked: Asked) -> list[tuple[Piece, FloatArray]]:
    """Obstacles near the only target, and places (n, 2) beyond them where one seems to be in contact with it.

    Whoever touches the obstacle lets the other one be up to an inch away from it, so the outline of all such places is drawn.
    Source: main-rulebook, Base to base.
    """
    if not asked.movement_costs.rules.across_obstacles:
        return []
    target, found = asked.targets[0], []
    for piece in obstacles_near(asked.table, target):
        gap, shape = nearest(target, piece).distance, footprint(piece.placed)
        if gap > ACROSS_OBSTACLE:
            continue
        far = asked.navmesh.agent.radius + (ACROSS_OBSTACLE - HAIR if gap <= TOUCHING else BESIDE)
        outline = shapely.segmentize(shapely.boundary(shapely.buffer(shape, far - OUTSIDE, quad_segs=32)), ALONG)
        places = shapely.get_coordinates(outline)
        middle = np.broadcast_to(plan_disc(target).centre, places.shape)
        lines = shapely.linestrings(np.stack([places, middle], axis=1))
        found.append((piece, places[shapely.intersects(lines, shape)]))
    return found


def _reaches(asked: Asked, region: int) -> bool:
    """Whether a region reaches up to the only target's base."""
    middle = shapely.Point(plan_disc(asked.targets[0]).centre)
    return bool(shapely.dwithin(asked.navmesh.regions[region].polygon, middle, asked.reach(asked.targets[0])))


def _beside(asked: Asked, turn: FloatArray) -> FloatArray:
    """(n, 2) the places in contact with the only target in directions (n,), radians."""
    target = asked.targets[0]
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    return np.asarray(np.array(plan_disc(target).centre) + asked.reach(target) * ways)


def _ahead(asked: Asked, found: Search, region: int) -> tuple[FloatArray, IntArray]:
    """(n, 2) the free places of a region straight ahead of nodes, and (n,) the nodes."""
    nodes = np.flatnonzero(np.append(found.priced.region, found.place.region) == region)
    nodes = nodes[np.isfinite(found.cost[nodes])]
    out = np.concatenate([found.priced.xy, found.place.xy[None]])[nodes] - np.array(plan_disc(asked.targets[0]).centre)
    places = _beside(asked, np.arctan2(out[:, 1], out[:, 0]))
    free = asked.free(region, places)
    return places[free], nodes[free]


def _ring(asked: Asked, region: int) -> FloatArray:
    """(n, 2) free places of a region all round a single target, and the ends of the free stretches."""
    if not _reaches(asked, region):
        return np.zeros((0, 2))
    turn = 2 * np.pi * np.arange(AROUND) / AROUND
    good = asked.free(region, _beside(asked, turn))
    step = 2 * np.pi / AROUND
    begins, ends = np.flatnonzero(good & ~np.roll(good, 1)), np.flatnonzero(good & ~np.roll(good, -1))
    inside = np.concatenate([turn[begins], turn[ends]])
    outside = np.concatenate([turn[begins] - step, turn[ends] + step])
    for _ in range(20):
        between = (inside + outside) / 2.0
        fits = asked.free(region, _beside(asked, between))
        inside, outside = np.where(fits, between, inside), np.where(fits, outside, between)
    places = _beside(asked, np.concatenate([turn[good], inside]))
    return np.asarray(places[asked.free(region, places)])


def _meeting(asked: Asked, region: int) -> FloatArray:
    """(n, 2) free places of a region beside all of several targets."""
    middles = np.array([plan_disc(target).centre for target in asked.targets])
    reach = np.array([asked.reach(target) for target in asked.targets])
    along = middles[1] - middles[0]
    apart = float(np.hypot(*along))
    if apart < EQUAL or apart > reach[:2].sum():
        return np.zeros((0, 2))
    share = (reach[0] ** 2 - reach[1] ** 2 + apart**2) / (2.0 * apart)
    aside = np.sqrt(max(reach[0] ** 2 - share**2, 0.0))
    normal = np.array([-along[1], along[0]]) / apart
    places = middles[0] + share * along / apart + np.array([[aside], [-aside]]) * normal
    far = np.hypot(*np.moveaxis(places[:, None] - middles, -1, 0))
    places = places[(np.abs(far - reach) <= CONTACT).all(axis=1)]
    return np.asarray(places[asked.free(region, places)])


def squeezed_in(asked: Asked, found: Search, most: float) -> IntArray:
    """The ends of links that are too near to a single target to stand beside it, the cheapest first, up to a cost."""
    if len(asked.targets) > 1:
        return np.zeros(0, dtype=np.int64)
    given, target = found.priced, asked.targets[0]
    ends = np.unique(asked.navmesh.link_end)
    ends = ends[found.cost[ends] < most]
    apart = np.hypot(*(given.xy[ends] - np.array(plan_disc(target).centre)).T)
    level = np.array([asked.level(int(region)) for region in given.region[ends]], dtype=bool)
    ends = ends[level & (apart < asked.reach(target) - 2 * HAIR) & (apart > HAIR)]
    return np.asarray(ends[np.argsort(found.cost[ends], kind="stable")][:TRIED])
