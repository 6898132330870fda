"""A straight walk along a line over the navmesh: how far somebody gets without climbing, and what stops him.

Sources: main-rulebook: Moving directly towards and directly away from, Falling hazards; five-parsecs: Random movement.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.body_limits import ACROSS, LIMITS, STEP
from rules.fall_rules import railed
from rules.movement.link_costs import MovementCosts
from rules.movement.path_rules import STRAY, legs_of, onto_navmesh, start_of, tidied
from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray, Point
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.ascent_links import with_slopes
from scene.navmesh_parts.links import Links, plain
from scene.navmesh_parts.region_visibility import LEEWAY
from scene.navmesh_parts.regions import Region
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.path_legs import Leg, Path
from scene.pathfinding.route_search import NavPoint, Segment, WalkSegment
from scene.table.footprints import footprint, plan_disc
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_edges import Edge, edges_near, stand_of
from scene.walkable.obstacles import solids
from scene.walkable.stairs import stairs
from scene.walkable.swept_clearance import crossings

SAMPLED = 0.01
"""Inches along the line between the places where the edges beside it are looked for; where one is met is exact."""
ALONGSIDE = 1e-4
"""Slope up to which an edge runs alongside."""
BEYOND = (0.005, 0.01, 0.02, 0.04, 0.08)
"""Inches beyond the end of a region within which the next floor begins."""
RAIL_THICK = 0.2
"""Inches between a base at a rail and the edge that it bounds."""
AHEAD = 0.1
"""Inches before a base within which what it stopped at is looked for."""
TOUCHED = 0.02
"""Inches from a base within which it touches what it stopped at."""
LEANS = 0.05
"""Inches from a base within which it stands against a rail."""
MOST = 400
"""Regions and links that a line leads over at most."""

Stop = Literal["figure", "edge", "terrain", "table"]
"""What a straight move stops at."""


@dataclass(frozen=True)
class Run:
    """How far somebody gets along a line.

    Attributes:
        path: as far as it goes.
        stop: what it stops at; None where it goes all the distance in plan.
        stopped_by: the id of that figure or piece of terrain.
    """

    path: Path
    stop: Stop | None
    stopped_by: str | None


@dataclass(frozen=True, eq=False)
class StraightWalk:
    """A straight line over the ground of a table.

    Attributes:
        table: where.
        figure: who moves along it, from where it stands.
        navmesh: that of this figure.
        movement_costs: what walks and links cost him.
        blocking: who stops him.
        along: (2,) the unit vector.
        over_edges: whether he goes on over the edge of his level when his base touches it.
        crosses: whether he crosses obstacles and squeezes through openings.
    """

    table: Table
    figure: Figure
    navmesh: NavMesh
    movement_costs: MovementCosts
    blocking: BlockingDiscs
    along: FloatArray
    over_edges: bool = False
    crosses: bool = True

    def towards(self, degrees: float) -> "StraightWalk":
        """The same in another direction, anticlockwise from +x."""
        return replace(self, along=heading(degrees))

    def run(self, most: float) -> Run:
        """How far the figure gets, no farther in plan than ``most``.

        Raises:
            SceneError: the figure is on no ground.
        """
        start = self.entered(start_of(self.figure, self.navmesh))
        segments, stop, stopped_by = self.walked(start, most)
        onto, legs = (
            onto_navmesh(self.figure, start, self.navmesh, self.movement_costs),
            legs_of(segments, self.navmesh, self.movement_costs),
        )
        legs = tidied(_in_one(onto, legs))
        gone = np.subtract(legs[-1].end[:2], self.figure.position[:2]) @ self.along if legs else 0.0
        # Whoever leans on what he would move into stays.
        return Run(Path(tuple(legs) if gone > EQUAL else ()), stop, stopped_by)

    def walked(self, start: NavPoint, distance: float) -> tuple[list[Segment], Stop | None, str | None]:
        """The route along the line, what stops it, and its id."""
        segments: list[Segment] = []
        here, left = start, distance
        for _ in range(MOST):
            far, open_end = self._within_region(here, left)
            stop, stopped_by, far = self._stopped(here, far)
            end = NavPoint(here.xy + far * self.along, here.region)
            segments.append(WalkSegment(here.region, here.xy, end.xy))
            left -= far
            if stop or not open_end or left <= 0.0:
                return segments, stop, stopped_by
            onward = self._onward(end)
            if onward is None:
                return segments, *self._what_ends(end)
            segments.append(onward)
            here = NavPoint(
                np.asarray(onward.end).reshape(-1)[:2],
                onward.region if isinstance(onward, WalkSegment) else int(onward.end_region[0]),
            )
            left -= float(np.hypot(*(here.xy - end.xy)))
        return segments, None, None

    def entered(self, start: NavPoint) -> NavPoint:
        """Where the line of a figure that is not quite on free ground comes onto it; ``start`` where it does not, near by.

        It may touch a wall or hang over an edge a little.

        Args:
            start: the nearest free ground.
        """
        place, free = np.array(self.figure.position[:2]), self.navmesh.regions[start.region].polygon
        aside = float(np.hypot(*(start.xy - place)))
        ahead = shapely.intersection(free, shapely.LineString([place, place + STRAY * self.along]))
        if aside == 0.0 or ahead.is_empty:
            return start
        far = float(shapely.distance(ahead, shapely.Point(place)))
        # Through a wall to ground behind it, the line leads farther away from free ground at first.
        through = shapely.distance(free, shapely.Point(place + far / 2.0 * self.along)) > aside
        return start if through else NavPoint(place + (far + LEEWAY) * self.along, start.region)

    def edge_ahead(self, place: Point, *, behind_rail: bool) -> Edge | None:
        """The edge before the base, be it aslant; ``behind_rail``: only one that is bounded by a rail it stands against."""
        if place[2] <= STEP and not any(piece.kind == "pit" for piece in self.table.terrain.pieces):
            return None
        within = RAIL_THICK if behind_rail else AHEAD
        for edge in edges_near(self.table, stand_of(self.figure, LIMITS, place), within=within):
            to = np.subtract(edge.point[:2], place[:2])
            if to @ self.along > ALONGSIDE * self.navmesh.agent.radius and (not behind_rail or self._leans(place, edge, to)):
                return edge
        return None

    def _leans(self, place: Point, edge: Edge, to: FloatArray) -> bool:
        """Whether the base stands against the rail of an edge that lies ``to`` (2,) from its middle."""
        size = float(np.hypot(*to))
        if not railed(edge) or size < EQUAL:
            return False
        _, apart = self._felt(np.array(place[:2]), place[2], to / size, wide=0.3)
        return bool((apart <= self.navmesh.agent.radius + LEANS).any())

    def _felt(self, xy: FloatArray, z: float, way: FloatArray, *, wide: float) -> tuple[NDArray[np.int32], FloatArray]:
        """What a figure feels just before its base in a direction (2,).

        ``wide`` says in parts of its radius how far to both sides. Of n things the place among the solids, and how far from the
        middle of the base they are in plan.
        """
        radius = self.navmesh.agent.radius
        off = np.linspace(-wide, wide, 9) * radius
        plan = xy + off[:, None] * np.array([-way[1], way[0]])
        heights = np.linspace(STEP + 0.01, max(self.navmesh.agent.height - 0.01, STEP + 0.02), 9)
        starts = np.concatenate([np.column_stack([plan, np.full(9, z + height)]) for height in heights])
        ways = np.broadcast_to([*(way * (radius + AHEAD)), 0.0], starts.shape).copy()
        hits = self.navmesh.solids.first_hits(starts, ways, np.ones(len(starts)))
        met = hits.mesh >= 0
        far = hits.distance[met].astype(np.float64) * (radius + AHEAD)
        return hits.mesh[met], np.asarray(np.hypot(far, np.tile(off, len(heights))[met]))

    def _within_region(self, here: NavPoint, left: float) -> tuple[float, bool]:
        """How far the line runs within the region, and whether it leaves it then."""
        if left <= 0.0:
            return 0.0, False
        share = float(
            self.navmesh.visibility.crossed(np.array([here.region]), here.xy[None], left * self.along[None], most=1)[0, 0]
        )
        return (max(share * left - LEEWAY, 0.0), True) if np.isfinite(share) else (left, False)

    def _stopped(self, here: NavPoint, far: float) -> tuple[Stop | None, str | None, float]:
        """Who or what stops it within the region, if anything, and how far it goes."""
        met, who = self._first_disc(here, far)
        edge = np.inf if self.over_edges else self._first_edge(here, min(far, met))
        if edge < min(far, met) or (np.isfinite(edge) and not np.isfinite(met)):
            return "edge", None, edge
        return ("figure", who, met) if np.isfinite(met) else (None, None, far)

    def _first_disc(self, here: NavPoint, far: float) -> tuple[float, str | None]:
        """How far it is to the first of those in the way, and who that is; infinite where there is none."""
        mine = self.blocking.chosen(self.blocking.regions[:, here.region])
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

    def _first_edge(self, here: NavPoint, far: float) -> float:
        """How far it is until the base touches an edge that it comes nearer to; infinite where it does not."""
        radius, line = self.navmesh.agent.radius, shapely.LineString([here.xy, here.xy + (far + EQUAL) * self.along])
        level = np.abs(self.navmesh.heights_at(here.xy) - self._height(here)) <= STEP + EQUAL
        edges = [_brink(self.navmesh.regions[number]) for number in np.flatnonzero(level)]
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

    def _onward(self, end: NavPoint) -> Segment | None:
        """The step, walk or crossing from the end of a region to the next one straight ahead."""
        z = self._height(end)
        places = end.xy + (LEEWAY + np.array(BEYOND))[:, None] * self.along
        homes = self._homes(places, z)
        if (homes >= 0).any():
            first = int((homes >= 0).argmax())
            place, number = places[first], int(homes[first])
            there = float(self.navmesh.regions[number].plane.at(place))
            if abs(there - z) < 1e-6:
                return WalkSegment(number, end.xy, place)
            level = max(z, there)
            return with_slopes(self._plain(end, place, number, level), self.navmesh.regions, stairs(self.table.terrain), STEP)
        return None if self._at_brink(end) or not self.crosses else self._crossing(end, z)

    def _height(self, place: NavPoint) -> float:
        return float(self.navmesh.regions[place.region].plane.at(place.xy))

    def _homes(self, places: FloatArray, z: float) -> IntArray:
        """(n,) the regions nearest to a height, within a step of it, that hold places (n, 2); -1 for none."""
        found = np.full(len(places), -1)
        apart = np.abs(self.navmesh.heights_at(places[0]) - z).tolist()
        for number in sorted((n for n, far in enumerate(apart) if far <= STEP + EQUAL), key=apart.__getitem__):
            rows = np.flatnonzero(found < 0)
            found[rows[self.navmesh.regions[number].holds(places[rows])]] = number
        return found

    def _plain(self, end: NavPoint, place: FloatArray, number: int, level: float) -> Links:
        start, there = (np.array([self.navmesh.regions[n].point(xy)]) for n, xy in ((end.region, end.xy), (number, place)))
        return plain(start, there, np.array([end.region]), np.array([number]), np.array([level]))

    def _crossing(self, end: NavPoint, z: float) -> Segment | None:
        """The link over an obstacle, or through an opening, that is straight ahead."""
        reach = ACROSS + 2.0 * self.navmesh.agent.radius + AHEAD
        places = end.xy + np.arange(BEYOND[-1], reach, SAMPLED)[:, None] * self.along
        homes = self._homes(places, z)
        if not (homes >= 0).any():
            return None
        first = int((homes >= 0).argmax())
        way = self._plain(end, places[first], int(homes[first]), z)
        met = crossings(self.navmesh.solids, way.start, way.end, self.navmesh.agent)
        way = replace(way, level=met.level, across=met.across, narrow=met.narrow)
        # Where nothing is crossed, what lies between is ground that keeps one out.
        over = met.narrow[0] or STEP + EQUAL < met.level[0] - z <= ACROSS + EQUAL
        free = met.possible[0] and over and not self._railed(end, z)
        return way if free and np.isfinite(self.movement_costs.link_prices(way, self.navmesh.regions).cost[0]) else None

    def _railed(self, end: NavPoint, z: float) -> bool:
        """Whether what stands there bounds an edge: it is no obstacle, though there may be floor again beyond."""
        x, y = end.xy.tolist()
        return not self.over_edges and self.edge_ahead((x, y, z), behind_rail=True) is not None

    def _at_brink(self, end: NavPoint) -> bool:
        """Whether the floor ends there."""
        return bool(shapely.dwithin(_brink(self.navmesh.regions[end.region]), shapely.Point(end.xy), 2 * LEEWAY + EQUAL))

    def _what_ends(self, end: NavPoint) -> tuple[Stop | None, str | None]:
        """What is before the base where the line leaves the ground."""
        if self._at_brink(end):
            return "edge", None
        radius, size = self.navmesh.agent.radius, np.array(self.table.size)
        mesh, apart = self._felt(end.xy, self._height(end), self.along, wide=0.99)
        onward = end.xy + (radius + TOUCHED) * np.sign(self.along) * (np.abs(self.along) > EQUAL)
        off = bool(((onward < 0.0) | (onward > size)).any())
        if len(mesh) and not (off and apart.min() > radius + TOUCHED):
            return "terrain", solids(self.table.terrain).pieces[int(mesh[apart.argmin()])].id
        point = shapely.Point(end.xy)
        for piece in self.table.terrain.pieces:
            if piece.ground == "impassable" and shapely.distance(footprint(piece.placed), point) <= radius + AHEAD:
                return "terrain", piece.id
        return ("table", None) if off else ("terrain", None)


@memoized
def _brink(region: Region) -> shapely.MultiLineString:
    """The sides of a region beyond which there is no floor."""
    lines = []
    for ring, brink in zip(region.rings, region.brink, strict=True):
        lines.append(np.stack([ring, np.roll(ring, -1, axis=0)], axis=1)[brink])
    return shapely.MultiLineString(list(np.concatenate(lines)))


def heading(degrees: float) -> FloatArray:
    """(2,) the unit vector of a direction, anticlockwise from +x."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


def _in_one(onto: list[Leg], legs: list[Leg]) -> list[Leg]:
    """The step of a figure onto the ground and its walk from there as one straight leg, where both are walks."""
    if not onto or not legs or legs[0].kind != "walk" or legs[0].length < EQUAL or abs(legs[0].rise) > EQUAL:
        return onto + legs
    (step,), walk = onto, legs[0]
    length = float(np.hypot(*np.subtract(walk.end, step.start)[:2]))
    return [replace(walk, start=step.start, length=length, cost=length * walk.cost / walk.length), *legs[1:]]
