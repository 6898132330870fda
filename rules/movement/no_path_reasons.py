"""Why there is no way: what would have to be different for there to be one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely
import shapely.ops
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from rules.movement.movement_costs import LinkCosts, MovementCosts
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links
from scene.navmesh_parts.regions import Region
from scene.pathfinding.blocking_discs import BlockingDiscs, nobody
from scene.pathfinding.path_legs import Check, Path
from scene.pathfinding.route_search import NavPoint
from scene.table.table import Figure, Piece, Table, Terrain
from scene.walkable.agent_limits import EQUAL, STEP

FindWay = Callable[[MovementCosts, BlockingDiscs], Path | None]
"""The cheapest way at some prices, with a crowd to keep away from; None where there is none."""

NOTICED = 0.005
"""Inches; less reads as 0.00."""
BESIDE = 0.1
"""Inches, besides the base's radius, within which ground is beside a wall."""


@dataclass(frozen=True)
class DoorsOpen(MovementCosts):
    """The same prices if all doors were open."""

    def fares(self, ways: Links, zones: Sequence[Region]) -> LinkCosts:
        """What all ways cost."""
        return super().fares(replace(ways, door=np.zeros(len(ways), dtype=bool)), zones)


def why_not(
    table: Table, ground: NavMesh, ends: tuple[NavPoint, NavPoint], tariff: MovementCosts, crowd: BlockingDiscs, way: FindWay
) -> str:
    """Why there is no way, as well as that can be told.

    Args:
        table, ground: where.
        ends: start and goal.
        tariff, crowd: at what prices, and whom to keep away from.
        way: what looks for another way.
    """
    if tariff.safe:
        if (found := way(replace(tariff, safe=False), crowd)) is not None:
            return _with_checks(found)
        tariff = replace(tariff, safe=False)
    opened = DoorsOpen(tariff.system, tariff.move, one_round=tariff.one_round)
    if tariff.numbers.door is None and _closed(table) and (found := way(opened, crowd)) is not None:
        return f"there is no way but through what is closed: {', '.join(_doors_on(found, table))}"
    alone = nobody(crowd.zones.shape[1])
    if len(crowd) and (found := way(tariff, alone)) is not None:
        return f"there is no way past {', '.join(_met_on(found, table, crowd))}"
    if (found := way(replace(tariff, move=1e3), crowd)) is not None:
        widest = max(leg.length for leg in found.legs if leg.kind == "leap")
        return f"there is no way but over a gap of {widest:.2f} inches, too wide to leap for a movement of {tariff.move:g}"
    between = walls_between(table.terrain, ground, ends, tariff)
    return (
        f"there is no way; walls without end: {', '.join(between)}"
        if between
        else f"there is no way{_apart(ground, ends, tariff)}"
    )


def _apart(ground: NavMesh, ends: tuple[NavPoint, NavPoint], tariff: MovementCosts) -> str:
    """That nothing leads to the goal, and how near one gets to it; nothing where that is not what stands against it."""
    goal, (x, y) = ends[1], ends[1].xy.tolist()
    floors = np.flatnonzero(led_to(ground, ends[0].zone, tariff))
    if goal.zone in floors:
        return ""
    z, point = ground.zones[goal.zone].z, shapely.Point(goal.xy)
    far = [float(np.hypot(ground.zones[n].polygon.distance(point), ground.zones[n].z - z)) for n in floors]
    nearest = ground.zones[floors[int(np.argmin(far))]]
    near = shapely.ops.nearest_points(nearest.polygon, point)[0]
    up = z - nearest.z > STEP + EQUAL
    means = "up there: no face to climb, no ladder, no stairs" if up else "there: no climb, no jump"
    place = f"{near.x:.2f}, {near.y:.2f}, {nearest.z:.2f}"
    aside, height = float(np.hypot(near.x - x, near.y - y)), z - nearest.z
    gap = [f"{aside:.2f} inches aside"] if aside >= NOTICED else []
    gap += [f"{abs(height):.2f} inches {'below' if height > 0.0 else 'above'}"] if abs(height) >= NOTICED else []
    return f"; nothing leads {means}, no leap; the nearest that is reached is {place}, {' and '.join(gap)}"


def led_to(ground: NavMesh, start: int, tariff: MovementCosts) -> BoolArray:
    """(z,) which zones one gets to from one of them, if nobody is in the way."""
    ways, count = ground.ways, len(ground.zones)
    use = np.isfinite(tariff.fares(ways, ground.zones).cost)
    graph = coo_array((np.ones(int(use.sum())), (ways.start_zone[use], ways.end_zone[use])), shape=(count, count)).tocsr()
    return np.isin(np.arange(count), breadth_first_order(graph, start, return_predecessors=False))


def walls_between(terrain: Terrain, ground: NavMesh, ends: tuple[NavPoint, NavPoint], tariff: MovementCosts) -> list[str]:
    """The ids of the pieces of endless height that have ground within reach of both ends beside them.

    Where there are none, as between two walls, the ids of those on the straight line.
    """
    walls = [piece for piece in terrain.pieces if piece.infinite_height and not piece.stands_open]
    if not walls:
        return []
    part = connected(ground, tariff)
    reached = [part == part[end.zone] for end in ends]
    line = shapely.LineString([end.xy for end in ends])

    def kept(chosen: BoolArray) -> list[Piece]:
        return [wall for wall, use in zip(walls, chosen, strict=True) if use]

    # Boxes tell most of them apart, their edges the rest.
    boxes = np.array([shapely.box(*wall.placed.bounds[:, :2].ravel()) for wall in walls])
    near = kept(_beside(ground, reached[0], boxes) & _beside(ground, reached[1], boxes))
    edges = [_edges(wall) for wall in near]
    sides = [_beside(ground, which, edges) for which in reached]
    between = [wall.id for wall, *both in zip(near, *sides, strict=True) if all(both)]
    return between or [wall.id for wall in kept(shapely.intersects(boxes, line)) if shapely.intersects(_edges(wall), line)]


def _edges(wall: Piece) -> shapely.MultiLineString:
    """The edges of a piece in plan."""
    plan = wall.placed.triangles[:, :, :2]
    return shapely.multilinestrings(shapely.linestrings(np.concatenate([plan, plan[:, :1]], axis=1)))


def connected(ground: NavMesh, tariff: MovementCosts) -> IntArray:
    """(z,) for each zone the number of the part of the ground that it belongs to: one gets about within a part."""
    ways, count = ground.ways, len(ground.zones)
    use = np.isfinite(tariff.fares(ways, ground.zones).cost)
    pairs = coo_array((np.ones(int(use.sum())), (ways.start_zone[use], ways.end_zone[use])), shape=(count, count))
    return np.asarray(connected_components(pairs, directed=False)[1])


def _beside(ground: NavMesh, which: BoolArray, shapes: Any) -> BoolArray:  # noqa: ANN401 - any row of shapely geometries
    """(p,) beside which shapes (p,) in plan some of the zones begin."""
    if len(shapes) == 0:
        return np.zeros(0, dtype=bool)
    polygons = np.array([ground.zones[number].polygon for number in np.flatnonzero(which)], dtype=object)
    near, _ = shapely.STRtree(polygons).query(shapes, predicate="dwithin", distance=ground.walker.radius + BESIDE)
    return np.isin(np.arange(len(shapes)), near)


def _with_checks(path: Path) -> str:
    """That there is no way but one with checks, or with harm, which is no check."""
    legs = [(leg.kind, leg.check) for leg in path.legs if leg.check is not None]
    rolled = sum(check.characteristic != "none" for _, check in legs)
    taken = ", ".join(f"{check_name(check)} on a {kind}" for kind, check in legs)
    what, many = ("a check", str(rolled)) if rolled else ("harm", "it")
    return f"there is no way without {what}; with {many} there is one for {path.cost:.2f} inches: {taken}"


def check_name(check: Check) -> str:
    """A check in a few words."""
    if check.characteristic == "none":
        return "harm that no roll averts"
    return f"{check.characteristic} {check.modifier:+d}" if check.modifier else check.characteristic


def _closed(table: Table) -> list[Piece]:
    return [piece for piece in table.terrain.pieces if piece.kind == "door" and not piece.open]


def _doors_on(path: Path, table: Table) -> list[str]:
    """The ids of the closed doors that a way goes through."""
    return [
        door.id
        for door in _closed(table)
        if _near(path, shapely.box(*door.placed.bounds[:, :2].ravel()), door.placed.bounds[0, 2])
    ]


def _met_on(path: Path, table: Table, crowd: BlockingDiscs) -> list[str]:
    """The ids of those whom a way comes too near to."""
    areas = [shapely.Point(xy).buffer(radius) for xy, radius in zip(crowd.centre, crowd.radius, strict=True)]
    near = np.array([_near(path, area, float(z)) for area, z in zip(areas, _heights(table, crowd), strict=True)], dtype=bool)
    return _ids(table, crowd, near)


def too_near(table: Table, crowd: BlockingDiscs, place: NavPoint) -> list[str]:
    """The ids of those who must not be so near to as a place is."""
    return _ids(table, crowd, crowd.met(np.array([place.zone]), place.xy[None], place.xy[None])[0])


def _ids(table: Table, crowd: BlockingDiscs, which: BoolArray) -> list[str]:
    """The ids of the figures around which some discs of a crowd are."""
    return [figure.id for figure in table.figures if (which & _own(crowd, figure)).any()]


def _heights(table: Table, crowd: BlockingDiscs) -> FloatArray:
    """(d,) the height at which the figure of each disc stands."""
    own = np.array([_own(crowd, figure) for figure in table.figures])
    return np.asarray(np.array([figure.position[2] for figure in table.figures])[own.argmax(axis=0)])


def _own(crowd: BlockingDiscs, figure: Figure) -> BoolArray:
    """(d,) which discs are around a figure."""
    return np.asarray((crowd.centre == np.array(figure.position[:2])).all(axis=1))


def _near(path: Path, area: shapely.Geometry, z: float) -> bool:
    """Whether a way crosses an area at about a height."""
    return any(
        shapely.LineString([leg.start[:2], leg.end[:2]]).intersects(area)
        and min(leg.start[2], leg.end[2]) - 2.0 <= z <= max(leg.start[2], leg.end[2]) + 2.0
        for leg in path.legs
    )
