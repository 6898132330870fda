"""Places in base contact with enemies: all round one, at the corners between several, and where ways end too near to one.

Source: main-rulebook, Base to base, Engaging an enemy, Multiple enemies to engage.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from rules.arc import ACROSS_OBSTACLE, TOUCHING, across_one_of, obstacles_near
from rules.company import CONTACT, taken
from rules.room import HAIR
from rules.tariff import Tariff
from scene.crowd import Crowd
from scene.distance import nearest
from scene.footprint import footprint, plan_disc
from scene.ground import Ground
from scene.limits import EQUAL, STEP
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.routes import Search
from scene.table import Figure, Table

AROUND = 180
"""Places around a base that are tried; the ends of the free stretches between them are exact, and so are straight ways."""
BESIDE = 0.03
"""Inches from an obstacle at which one who goes up to it comes to stand; it is touched within a millimetre."""
OUTSIDE = 0.002
"""Inches that the corners of round outlines may lie farther out."""
ALONG = 0.1
"""Inches between the places along an obstacle that are tried."""
TRIED = 12
"""Ends of ways without room beside the target that are looked at, the cheapest first."""


@dataclass(frozen=True, eq=False)
class Asked:
    """Who wants to engage whom, over what ground, at what price."""

    table: Table
    mover: Figure
    targets: tuple[Figure, ...]
    ground: Ground
    tariff: Tariff
    crowd: Crowd

    def reach(self, target: Figure) -> float:
        """Inches between the middles of two bases in contact."""
        return self.ground.walker.radius + plan_disc(target).radius + HAIR

    def level(self, zone: int) -> bool:
        """Whether base contact with all targets is possible from a zone."""
        z = self.ground.zones[zone].z
        return all(abs(z - target.position[2]) <= STEP + EQUAL for target in self.targets)

    def free(self, zone: int, xy: FloatArray) -> BoolArray:
        """(n,) at which places (n, 2) of a zone the mover can stand."""
        places = np.column_stack([xy, np.full(len(xy), self.ground.zones[zone].z)])
        return np.asarray(self.ground.zones[zone].holds(xy) & ~taken(self.table, self.mover, places))


def contacts(asked: Asked, found: Search) -> tuple[FloatArray, IntArray, IntArray]:
    """Places (n, 2) that touch all targets, their zones (n,), and the node (n,) that each is for; -1: for all."""
    parts = [(np.zeros((0, 2)), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))]
    for number in range(len(asked.ground.zones)):
        if not asked.level(number):
            continue
        if len(asked.targets) > 1:
            here = _meeting(asked, number)
            parts.append((here, np.full(len(here), number), np.full(len(here), -1)))
            continue
        here = _across(asked, number)
        parts.append((here, np.full(len(here), number), np.full(len(here), -1)))
        if _reaches(asked, number):
            here = _ring(asked, number)
            parts.append((here, np.full(len(here), number), np.full(len(here), -1)))
            here, nodes = _ahead(asked, found, number)
            parts.append((here, np.full(len(here), number), nodes))
    places, zones, only_from = (np.concatenate(column) for column in zip(*parts, strict=True))
    return places, zones, only_from


def _across(asked: Asked, zone: int) -> FloatArray:
    """(n, 2) places of a zone in contact with the only target across an obstacle. Source: main-rulebook, Base to base.

    Whoever touches the obstacle lets the other one be up to an inch away from it, so the outline of all such places is drawn.
    """
    target, found = asked.targets[0], [np.zeros((0, 2))]
    if asked.tariff.system != "main-rulebook":
        return found[0]
    z, middle = asked.ground.zones[zone].z, shapely.Point(plan_disc(target).centre)
    for piece in obstacles_near(asked.table, target):
        gap, shape = nearest(target, piece).distance, footprint(piece.placed)
        if gap > ACROSS_OBSTACLE:
            continue
        far = asked.ground.walker.radius + (ACROSS_OBSTACLE - HAIR if gap <= TOUCHING else BESIDE)
        outline = shapely.segmentize(shapely.boundary(shapely.buffer(shape, far - OUTSIDE, quad_segs=32)), ALONG)
        places = shapely.get_coordinates(outline)
        lines = shapely.linestrings(np.stack([places, np.broadcast_to([middle.x, middle.y], places.shape)], axis=1))
        places = places[shapely.intersects(lines, shape)]
        places = places[asked.free(zone, places)]
        figures = (asked.mover.moved((float(x), float(y), z)) for x, y in places)
        found.append(places[np.array([across_one_of([piece], figure, target) for figure in figures], dtype=bool)])
    return np.concatenate(found)


def _reaches(asked: Asked, zone: int) -> bool:
    """Whether a zone reaches up to the only target's base."""
    middle = shapely.Point(plan_disc(asked.targets[0]).centre)
    return bool(shapely.dwithin(asked.ground.zones[zone].polygon, middle, asked.reach(asked.targets[0])))


def _beside(asked: Asked, turn: FloatArray) -> FloatArray:
    """(n, 2) the places in contact with the only target in directions (n,), radians."""
    target = asked.targets[0]
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    return np.asarray(np.array(plan_disc(target).centre) + asked.reach(target) * ways)


def _ahead(asked: Asked, found: Search, zone: int) -> tuple[FloatArray, IntArray]:
    """(n, 2) the free places of a zone straight ahead of nodes, and (n,) the nodes."""
    nodes = np.flatnonzero(np.append(found.offers.zone, found.place.zone) == zone)
    nodes = nodes[np.isfinite(found.cost[nodes])]
    out = np.concatenate([found.offers.xy, found.place.xy[None]])[nodes] - np.array(plan_disc(asked.targets[0]).centre)
    places = _beside(asked, np.arctan2(out[:, 1], out[:, 0]))
    free = asked.free(zone, places)
    return places[free], nodes[free]


def _ring(asked: Asked, zone: int) -> FloatArray:
    """(n, 2) free places of a zone all round a single target, and the ends of the free stretches."""
    turn = 2 * np.pi * np.arange(AROUND) / AROUND
    good = asked.free(zone, _beside(asked, turn))
    step = 2 * np.pi / AROUND
    begins, ends = np.flatnonzero(good & ~np.roll(good, 1)), np.flatnonzero(good & ~np.roll(good, -1))
    inside = np.concatenate([turn[begins], turn[ends]])
    outside = np.concatenate([turn[begins] - step, turn[ends] + step])
    for _ in range(20):
        between = (inside + outside) / 2.0
        fits = asked.free(zone, _beside(asked, between))
        inside, outside = np.where(fits, between, inside), np.where(fits, outside, between)
    places = _beside(asked, np.concatenate([turn[good], inside]))
    return np.asarray(places[asked.free(zone, places)])


def _meeting(asked: Asked, zone: int) -> FloatArray:
    """(n, 2) free places of a zone beside all of several targets."""
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
    return np.asarray(places[asked.free(zone, places)])


def squeezed_in(asked: Asked, found: Search, most: float) -> IntArray:
    """The ends of ways that are too near to a single target to stand beside it, the cheapest first, up to a cost."""
    if len(asked.targets) > 1:
        return np.zeros(0, dtype=np.int64)
    given, target = found.offers, asked.targets[0]
    ends = np.unique(asked.ground.way_end)
    ends = ends[found.cost[ends] < most]
    apart = np.hypot(*(given.xy[ends] - np.array(plan_disc(target).centre)).T)
    level = np.array([asked.level(int(zone)) for zone in given.zone[ends]], dtype=bool)
    ends = ends[level & (apart < asked.reach(target) - 2 * HAIR) & (apart > HAIR)]
    return np.asarray(ends[np.argsort(found.cost[ends], kind="stable")][:TRIED])
