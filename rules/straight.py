"""Moves directly toward and directly away from somebody: straight along the line through the middles of both bases.

Sources: main-rulebook: Moving directly towards and directly away from, Falling hazards, The 1" rule and engaging enemies.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely

from rules.clearance import in_the_way, keep_away, room_needed
from rules.ends import after, cut
from rules.falls import hazard_check
from rules.movement import MoveSystem
from rules.room import make_room
from rules.tariff import Tariff
from rules.travel import STRAY, NoPath, legs_of, onto_ground, start_of, tidied, walker_of
from scene.corridors import crossings
from scene.crowd import Crowd
from scene.flights import with_slopes
from scene.footprint import footprint, plan_disc
from scene.ground import Ground, ground_of
from scene.keep import kept
from scene.legs import Check, Leg, Path
from scene.limits import ACROSS, EQUAL, STEP
from scene.mesh import FloatArray, Point
from scene.rims import Edge, nearest_edge, stand_of
from scene.routes import Segment, Spot, Walk
from scene.solids import solids
from scene.stairs import stairs
from scene.table import Figure, Table
from scene.walls import LEEWAY
from scene.ways import Ways, plain
from scene.zones import Zone

SAMPLED = 0.01
"""Inches along the line between the places where the edges beside it are looked for; where one is met is exact."""
ALONGSIDE = 1e-4
"""Slope up to which an edge runs alongside."""
BEYOND = (0.005, 0.01, 0.02, 0.04, 0.08)
"""Inches beyond the end of a zone within which the next floor begins."""
RAIL_THICK = 0.2
"""Inches between a base at a rail and the edge that it bounds."""
AHEAD = 0.1
"""Inches before a base within which what it stopped at is looked for."""
MOST = 400
"""Zones and ways that a line leads over at most."""

Stop = Literal["figure", "edge", "terrain", "table"]
"""What a straight move stops at."""


@dataclass(frozen=True)
class Straight:
    """A straight move.

    Attributes:
        path: as far as it goes.
        reached: where it ends, inches.
        place: where the figure stands when all is resolved: on nobody's place and not on an obstacle, an inch away from enemies
            if the move was forced; None where it falls, or has no room.
        moved: inches gone in plan.
        stop: what it stopped at; None where it went the whole distance.
        stopped_by: the id of that figure or piece of terrain, also of the rail at an edge.
        edge: the edge of its level that the base touches.
        check: the check against falling over it; None where the rules have none.
        falls: whether it went over the edge, and falls from where it is.
    """

    path: Path
    reached: Point
    place: Point | None
    moved: float
    stop: Stop | None = None
    stopped_by: str | None = None
    edge: Edge | None = None
    check: Check | None = None
    falls: bool = False


def directly(
    table: Table,
    figure: Figure,
    other: Figure | Point,
    distance: float,
    *,
    away: bool = False,
    system: MoveSystem = "main-rulebook",
    move: float = 5.0,
    forced: bool = True,
    over_edges: bool = False,
) -> Straight | NoPath:
    """The move of a figure straight toward another one, or a place, or straight away from it.

    It steps up and down and crosses obstacles, and stops at walls and structures, closed doors, impassable ground, the edge of
    the table and whoever it cannot pass through. It does not climb, jump or leap.

    Args:
        table: where.
        figure: who moves.
        other: toward whom; it stops in base contact.
        distance: inches of movement; difficult ground counts as it does on other moves.
        away: away from the other one instead.
        system: whose rules.
        move: the movement characteristic, inches.
        forced: whether it is no move of its own, so that it may come within an inch of enemies.
        over_edges: whether it goes on over the edge of its level when its base touches it, as after a failed check.

    Raises:
        SceneError: the figure is on no ground.
    """
    ground = ground_of(table.terrain, table.size, walker_of(figure))
    stands = start_of(figure, ground)
    there = plan_disc(other).centre if isinstance(other, Figure) else other[:2]
    along = np.array(there) - np.array(plan_disc(figure).centre)
    size = float(np.hypot(*along))
    if size < EQUAL:
        return NoPath(f'"{figure.id}" stands right there: there is no direction')
    tariff = Tariff(system, move)
    crowd = _blockers(table, figure, ground, system, other if isinstance(other, Figure) else None, forced=forced)
    line = _Line(table, ground, tariff, crowd, -along / size if away else along / size, over_edges)
    start = line.entered(figure, stands)
    most = distance if away or isinstance(other, Figure) else min(distance, size)
    segments, stop, stopped_by = line.walked(start, most)
    legs = tidied(_in_one(onto_ground(figure, start, ground, tariff), legs_of(segments, ground, tariff)))
    gone = np.subtract(legs[-1].end[:2], figure.position[:2]) @ line.along if legs else 0.0
    # Whoever leans on what he would move into stays.
    return _resolved(line, figure, Path(tuple(legs) if gone > EQUAL else ()), distance, (stop, stopped_by), forced=forced)


def _in_one(onto: list[Leg], legs: list[Leg]) -> list[Leg]:
    """The step of a figure onto the ground and its walk from there as one straight leg, where both are walks."""
    if not onto or not legs or legs[0].kind != "walk" or legs[0].length < EQUAL or abs(legs[0].rise) > EQUAL:
        return onto + legs
    (step,), walk = onto, legs[0]
    length = float(np.hypot(*np.subtract(walk.end, step.start)[:2]))
    return [replace(walk, start=step.start, length=length, cost=length * walk.cost / walk.length), *legs[1:]]


def _blockers(table: Table, figure: Figure, ground: Ground, system: MoveSystem, other: Figure | None, *, forced: bool) -> Crowd:
    """Whom it stops at, the other one in any case."""
    crowd = (in_the_way if forced else keep_away)(table, figure, ground, system)
    if other is None or other.id == figure.id:
        return crowd
    alone = Table(table.size, table.terrain, (figure, other))
    body = room_needed(alone, figure, ground, apart=0.0)
    apart = np.hypot(*(body.centre - np.array(figure.position[:2])).T)
    return Crowd(
        np.concatenate([crowd.centre, body.centre]),
        np.concatenate([crowd.radius, np.minimum(body.radius, np.maximum(apart - 1e-4, 0.0))]),
        np.concatenate([crowd.zones, body.zones]),
        np.concatenate([crowd.span, body.span]),
        np.concatenate([crowd.area, body.area]),
    )


def _resolved(
    line: "_Line", figure: Figure, path: Path, distance: float, stopped: tuple[Stop | None, str | None], *, forced: bool
) -> Straight:
    """What has come of a move along a line, when no more than the distance is gone and all is put in order."""
    table, system = line.table, line.tariff.system
    gone, rest = cut(path, distance)
    end = after(table, figure, path, distance, system=system)
    legs = tuple(leg for leg in gone.legs if leg.length > 0.0 or leg.rise != 0.0)
    moved = sum(float(np.hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1])) for leg in legs)
    stop, stopped_by = (None, None) if rest.legs else stopped
    if stop == "edge" and line.over_edges:
        return Straight(Path(legs), end.position, None, moved, stop, falls=True)
    back = end.back if not forced or end.state in {"on an obstacle", "in an opening"} else None
    place: Point | NoPath = back or end.position
    if forced:
        place = make_room(table, figure.moved(back or end.position), system=system)
    edge = line.edge_ahead(figure, end.position, behind_rail=stop == "terrain") if stop in {"edge", "terrain"} else None
    check = hazard_check(system, edge.drop, rail=edge.rail, pit=edge.pit) if edge else None
    lies = None if isinstance(place, NoPath) else place
    return Straight(Path(legs), end.position, lies, moved, "edge" if edge else stop, stopped_by, edge, check)


@dataclass(frozen=True, eq=False)
class _Line:
    """A straight line over the ground of a table along a unit vector (2,), and who stops whoever moves along it."""

    table: Table
    ground: Ground
    tariff: Tariff
    crowd: Crowd
    along: FloatArray
    over_edges: bool

    def walked(self, start: Spot, distance: float) -> tuple[list[Segment], Stop | None, str | None]:
        """The way along the line, what stops it, and its id."""
        segments: list[Segment] = []
        here, left = start, distance
        for _ in range(MOST):
            far, open_end = self._within_zone(here, left)
            stop, stopped_by, far = self._stopped(here, far)
            end = Spot(here.xy + far * self.along, here.zone)
            segments.append(Walk(here.zone, here.xy, end.xy))
            left -= far
            if stop or not open_end or left <= 0.0:
                return segments, stop, stopped_by
            onward = self._onward(end)
            if onward is None:
                return segments, *self._what_ends(end)
            segments.append(onward)
            here = Spot(
                np.asarray(onward.end).reshape(-1)[:2], onward.zone if isinstance(onward, Walk) else int(onward.end_zone[0])
            )
            left -= float(np.hypot(*(here.xy - end.xy)))
        return segments, None, None

    def entered(self, figure: Figure, start: Spot) -> Spot:
        """Where the line from a figure that is not quite on free ground comes onto it; ``start`` where it does not, near by.

        Args:
            figure: who moves; it may touch a wall or hang over an edge a little.
            start: the nearest free ground.
        """
        place, free = np.array(figure.position[:2]), self.ground.zones[start.zone].polygon
        aside = float(np.hypot(*(start.xy - place)))
        ahead = shapely.intersection(free, shapely.LineString([place, place + STRAY * self.along]))
        if aside == 0.0 or ahead.is_empty:
            return start
        far = float(shapely.distance(ahead, shapely.Point(place)))
        # Through a wall to ground behind it, the way leads farther away from free ground at first.
        through = shapely.distance(free, shapely.Point(place + far / 2.0 * self.along)) > aside
        return start if through else Spot(place + (far + LEEWAY) * self.along, start.zone)

    def edge_ahead(self, figure: Figure, place: Point, *, behind_rail: bool) -> Edge | None:
        """The edge before the base; ``behind_rail``: only one that a rail bounds."""
        edge = nearest_edge(self.table, stand_of(figure, place), within=RAIL_THICK if behind_rail else AHEAD)
        if edge is None or (behind_rail and not edge.rail):
            return None
        ahead = float(np.subtract(edge.point[:2], place[:2]) @ self.along)
        return edge if ahead > self.ground.walker.radius / 2.0 else None

    def _within_zone(self, here: Spot, left: float) -> tuple[float, bool]:
        """How far the line runs within the zone, and whether it leaves it then."""
        if left <= 0.0:
            return 0.0, False
        share = float(self.ground.walls.crossed(np.array([here.zone]), here.xy[None], left * self.along[None], most=1)[0, 0])
        return (max(share * left - LEEWAY, 0.0), True) if np.isfinite(share) else (left, False)

    def _stopped(self, here: Spot, far: float) -> tuple[Stop | None, str | None, float]:
        """Who or what stops it within the zone, if anything, and how far it goes."""
        met, who = self._first_disc(here, far)
        edge = np.inf if self.over_edges else self._first_edge(here, min(far, met))
        if edge < min(far, met) or (np.isfinite(edge) and not np.isfinite(met)):
            return "edge", None, edge
        return ("figure", who, met) if np.isfinite(met) else (None, None, far)

    def _first_disc(self, here: Spot, far: float) -> tuple[float, str | None]:
        """How far it is to the first of those in the way, and who that is; infinite where there is none."""
        mine = self.crowd.chosen(self.crowd.zones[:, here.zone])
        to = mine.centre - here.xy
        ahead = to @ self.along
        chord = mine.radius**2 - ((to**2).sum(axis=1) - ahead**2)
        enters = ahead - np.sqrt(np.maximum(chord, 0.0))
        enters[(chord <= 1e-9) | (ahead <= 0.0) | (enters > far)] = np.inf
        if len(enters) == 0 or not np.isfinite(enters.min()):
            return np.inf, None
        centre = mine.centre[enters.argmin()]
        names = [f.id for f in self.table.figures if np.allclose(plan_disc(f).centre, centre)]
        return max(float(enters.min()), 0.0), names[0] if names else None

    def _first_edge(self, here: Spot, far: float) -> float:
        """How far it is until the base touches an edge that it comes nearer to; infinite where it does not."""
        radius, line = self.ground.walker.radius, shapely.LineString([here.xy, here.xy + (far + EQUAL) * self.along])
        z = self.ground.zones[here.zone].z
        edges = [_brink(zone) for zone in self.ground.zones if abs(zone.z - z) <= STEP + EQUAL]
        near = [edge for edge in edges if not edge.is_empty and shapely.dwithin(edge, line, radius)]
        if not near:
            return np.inf
        brink = shapely.union_all(near)
        share = np.linspace(0.0, far, 2 + int(far / SAMPLED))
        apart = shapely.distance(brink, shapely.points(here.xy + share[:, None] * self.along))
        nears = apart[:-1] - apart[1:] > ALONGSIDE * np.diff(share)
        nearer = np.flatnonzero((apart[1:] <= radius) & (nears | (apart[:-1] > radius)))
        if len(nearer) == 0:
            return np.inf
        low, high = float(share[nearer[0]]), float(share[nearer[0] + 1])
        if apart[nearer[0]] <= radius:
            return low
        for _ in range(30):
            middle = (low + high) / 2.0
            touches = shapely.distance(brink, shapely.Point(here.xy + middle * self.along)) <= radius
            low, high = (low, middle) if touches else (middle, high)
        return low

    def _onward(self, end: Spot) -> Segment | None:
        """The step, walk or crossing from the end of a zone to the next one straight ahead."""
        z = self.ground.zones[end.zone].z
        for far in BEYOND:
            place = end.xy + (LEEWAY + far) * self.along
            number = self._home(place, z)
            if number is not None:
                if abs(self.ground.zones[number].z - z) < 1e-6:
                    return Walk(number, end.xy, place)
                level = max(z, self.ground.zones[number].z)
                return with_slopes(self._plain(end, place, number, level), self.ground.zones, stairs(self.table.terrain))
        return None if self._at_brink(end) else self._crossing(end, z)

    def _home(self, place: FloatArray, z: float) -> int | None:
        near = [n for n, zone in enumerate(self.ground.zones) if abs(zone.z - z) <= STEP + EQUAL and zone.holds(place[None])[0]]
        return min(near, key=lambda n: abs(self.ground.zones[n].z - z)) if near else None

    def _plain(self, end: Spot, place: FloatArray, number: int, level: float) -> Ways:
        start = np.array([[*end.xy, self.ground.zones[end.zone].z]])
        there = np.array([[*place, self.ground.zones[number].z]])
        return plain(start, there, np.array([end.zone]), np.array([number]), np.array([level]))

    def _crossing(self, end: Spot, z: float) -> Segment | None:
        """The way over an obstacle, or through an opening, that is straight ahead."""
        reach = ACROSS + 2.0 * self.ground.walker.radius + AHEAD
        for far in np.arange(BEYOND[-1], reach, SAMPLED).tolist():
            place = end.xy + far * self.along
            number = self._home(place, z)
            if number is not None:
                way = self._plain(end, place, number, z)
                met = crossings(self.ground.solids, way.start, way.end, self.ground.walker)
                way = replace(way, level=met.level, across=met.across, narrow=met.narrow)
                # Where nothing is crossed, what lies between is ground that keeps one out.
                over = met.narrow[0] or STEP + EQUAL < met.level[0] - z <= ACROSS + EQUAL
                free = met.possible[0] and over
                return way if free and np.isfinite(self.tariff.fares(way, self.ground.zones).cost[0]) else None
        return None

    def _at_brink(self, end: Spot) -> bool:
        """Whether the floor ends there."""
        return bool(shapely.dwithin(_brink(self.ground.zones[end.zone]), shapely.Point(end.xy), 2 * LEEWAY + EQUAL))

    def _what_ends(self, end: Spot) -> tuple[Stop | None, str | None]:
        """What is before the base where the line leaves the ground."""
        if self._at_brink(end):
            return "edge", None
        radius, zone = self.ground.walker.radius, self.ground.zones[end.zone]
        aside = np.linspace(-0.99, 0.99, 9)[:, None] * radius * np.array([-self.along[1], self.along[0]])
        heights = np.linspace(STEP + 0.01, max(self.ground.walker.height - 0.01, STEP + 0.02), 9)
        starts = np.concatenate([np.column_stack([end.xy + aside, np.full(9, zone.z + height)]) for height in heights])
        ways = np.broadcast_to([*(self.along * (radius + AHEAD)), 0.0], starts.shape).copy()
        hits = self.ground.solids.first_hits(starts, ways, np.ones(len(starts)))
        if (hits.mesh >= 0).any():
            return "terrain", solids(self.table.terrain).pieces[int(hits.mesh[hits.distance.argmin()])].id
        point = shapely.Point(end.xy)
        for piece in self.table.terrain.pieces:
            if piece.ground == "impassable" and shapely.distance(footprint(piece.placed), point) <= radius + AHEAD:
                return "terrain", piece.id
        size = np.array(self.table.size)
        beyond = end.xy + (radius + AHEAD) * self.along
        return ("table", None) if ((beyond < 0.0) | (beyond > size)).any() else ("terrain", None)


@kept
def _brink(zone: Zone) -> shapely.MultiLineString:
    """The sides of a zone beyond which there is no floor."""
    lines = []
    for ring, brink in zip(zone.rings, zone.brink, strict=True):
        lines.append(np.stack([ring, np.roll(ring, -1, axis=0)], axis=1)[brink])
    return shapely.MultiLineString(list(np.concatenate(lines)))
