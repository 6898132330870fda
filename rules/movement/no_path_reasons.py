"""Reasons why there is no path: what would have to be different for there to be one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely
import shapely.ops
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from rules.body_limits import STEP
from rules.movement.link_costs import LinkCosts, MovementCosts
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links
from scene.navmesh_parts.regions import Region
from scene.pathfinding.blocking_discs import BlockingDiscs, nobody
from scene.pathfinding.path_legs import Check, Path
from scene.pathfinding.region_lookup import nearest_region
from scene.pathfinding.route_search import NavPoint
from scene.table.table import Figure, Piece, Table, Terrain
from scene.walkable.agent_limits import EQUAL

FindPath = Callable[[MovementCosts, BlockingDiscs], Path | None]
"""The cheapest path at some movement costs, with blocking discs to keep away from; None where there is none."""

NOTICED = 0.005
"""Inches; less reads as 0.00."""
BESIDE = 0.1
"""Inches, besides the base's radius, within which ground is beside a wall."""


@dataclass(frozen=True)
class DoorsOpen(MovementCosts):
    """The same movement costs if all doors were open."""

    def link_prices(self, links: Links, regions: Sequence[Region]) -> LinkCosts:
        """What all links cost."""
        return super().link_prices(replace(links, door=np.zeros(len(links), dtype=bool)), regions)


def why_not(
    table: Table,
    navmesh: NavMesh,
    ends: tuple[NavPoint, NavPoint],
    movement_costs: MovementCosts,
    blocking: BlockingDiscs,
    way: FindPath,
) -> str:
    """Why there is no path, as well as that can be told.

    Args:
        table, navmesh: where.
        ends: start and goal.
        movement_costs, blocking: at which costs, and whom to keep away from.
        way: what looks for another path.
    """
    if movement_costs.safe:
        if (found := way(replace(movement_costs, safe=False), blocking)) is not None:
            return _with_checks(found)
        movement_costs = replace(movement_costs, safe=False)
    opened = DoorsOpen(movement_costs.rules, movement_costs.move, one_round=movement_costs.one_round)
    if movement_costs.numbers.door is None and _closed(table) and (found := way(opened, blocking)) is not None:
        return f"there is no way but through what is closed: {', '.join(_doors_on(found, table))}"
    alone = nobody(blocking.regions.shape[1], step=blocking.step)
    if len(blocking) and (found := way(movement_costs, alone)) is not None:
        return f"there is no way past {', '.join(map(table.called, _met_on(found, table, blocking)))}"
    if (found := way(replace(movement_costs, move=1e3), blocking)) is not None:
        widest = max(leg.length for leg in found.legs if leg.kind == "leap")
        return (
            f"there is no way but over a gap of {widest:.2f} inches, too wide to leap for a movement of {movement_costs.move:g}"
        )
    between = walls_between(table.terrain, navmesh, ends, movement_costs)
    return (
        f"there is no way; walls without end: {', '.join(map(table.called, between))}"
        if between
        else f"there is no way{_apart(navmesh, ends, movement_costs)}"
    )


def _apart(navmesh: NavMesh, ends: tuple[NavPoint, NavPoint], movement_costs: MovementCosts) -> str:
    """That nothing leads to the goal, and how near one gets to it; nothing where that is not what stands against it."""
    goal, (x, y) = ends[1], ends[1].xy.tolist()
    floors = np.flatnonzero(led_to(navmesh, ends[0].region, movement_costs))
    if goal.region in floors:
        return ""
    place = navmesh.regions[goal.region].point(goal.xy)
    nearest = nearest_region([navmesh.regions[n] for n in floors], place)
    assert nearest is not None
    near = nearest.point(np.array(shapely.ops.nearest_points(nearest.polygon, shapely.Point(goal.xy))[0].coords[0]))
    height = place[2] - near[2]
    up = height > STEP + EQUAL
    means = "up there: no face to climb, no ladder, no stairs" if up else "there: no climb, no jump"
    there = ", ".join(f"{value:.2f}" for value in near)
    aside = float(np.hypot(near[0] - x, near[1] - y))
    gap = [f"{aside:.2f} inches aside"] if aside >= NOTICED else []
    gap += [f"{abs(height):.2f} inches {'below' if height > 0.0 else 'above'}"] if abs(height) >= NOTICED else []
    return f"; nothing leads {means}, no leap; the nearest that is reached is {there}, {' and '.join(gap)}"


def led_to(navmesh: NavMesh, start: int, movement_costs: MovementCosts) -> BoolArray:
    """(z,) which regions one gets to from one of them, if nobody is in the way."""
    links, count = navmesh.links, len(navmesh.regions)
    use = np.isfinite(movement_costs.link_prices(links, navmesh.regions).cost)
    graph = coo_array((np.ones(int(use.sum())), (links.start_region[use], links.end_region[use])), shape=(count, count)).tocsr()
    return np.isin(np.arange(count), breadth_first_order(graph, start, return_predecessors=False))


def walls_between(
    terrain: Terrain, navmesh: NavMesh, ends: tuple[NavPoint, NavPoint], movement_costs: MovementCosts
) -> list[str]:
    """The ids of the pieces of endless height that have ground within reach of both ends beside them.

    Where there are none, as between two walls, the ids of those on the straight line.
    """
    walls = [piece for piece in terrain.pieces if piece.infinite_height and not piece.stands_open]
    if not walls:
        return []
    part = connected(navmesh, movement_costs)
    reached = [part == part[end.region] for end in ends]
    line = shapely.LineString([end.xy for end in ends])

    def kept(chosen: BoolArray) -> list[Piece]:
        return [wall for wall, use in zip(walls, chosen, strict=True) if use]

    # Boxes tell most of them apart, their edges the rest.
    boxes = np.array([shapely.box(*wall.placed.bounds[:, :2].ravel()) for wall in walls])
    near = kept(_beside(navmesh, reached[0], boxes) & _beside(navmesh, reached[1], boxes))
    edges = [_edges(wall) for wall in near]
    sides = [_beside(navmesh, which, edges) for which in reached]
    between = [wall.id for wall, *both in zip(near, *sides, strict=True) if all(both)]
    return between or [wall.id for wall in kept(shapely.intersects(boxes, line)) if shapely.intersects(_edges(wall), line)]


def _edges(wall: Piece) -> shapely.MultiLineString:
    """The edges of a piece in plan."""
    plan = wall.placed.triangles[:, :, :2]
    return shapely.multilinestrings(shapely.linestrings(np.concatenate([plan, plan[:, :1]], axis=1)))


def connected(navmesh: NavMesh, movement_costs: MovementCosts) -> IntArray:
    """(z,) for each region the number of the part of the navmesh that it belongs to: one gets about within a part."""
    links, count = navmesh.links, len(navmesh.regions)
    use = np.isfinite(movement_costs.link_prices(links, navmesh.regions).cost)
    pairs = coo_array((np.ones(int(use.sum())), (links.start_region[use], links.end_region[use])), shape=(count, count))
    return np.asarray(connected_components(pairs, directed=False)[1])


def _beside(navmesh: NavMesh, which: BoolArray, shapes: Any) -> BoolArray:  # noqa: ANN401 - any row of shapely geometries
    """(p,) beside which shapes (p,) in plan some of the regions begin."""
    if len(shapes) == 0:
        return np.zeros(0, dtype=bool)
    polygons = np.array([navmesh.regions[number].polygon for number in np.flatnonzero(which)], dtype=object)
    near, _ = shapely.STRtree(polygons).query(shapes, predicate="dwithin", distance=navmesh.agent.radius + BESIDE)
    return np.isin(np.arange(len(shapes)), near)


def _with_checks(path: Path) -> str:
    """That there is no path but one with checks, or with harm, which is no check."""
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
    """The ids of the closed doors that a path goes through."""
    return [
        door.id
        for door in _closed(table)
        if _near(path, shapely.box(*door.placed.bounds[:, :2].ravel()), door.placed.bounds[0, 2])
    ]


def _met_on(path: Path, table: Table, blocking: BlockingDiscs) -> list[str]:
    """The ids of those whom a path comes too near to."""
    areas = [shapely.Point(xy).buffer(radius) for xy, radius in zip(blocking.centre, blocking.radius, strict=True)]
    near = np.array([_near(path, area, float(z)) for area, z in zip(areas, _heights(table, blocking), strict=True)], dtype=bool)
    return _ids(table, blocking, near)


def too_near(table: Table, blocking: BlockingDiscs, place: NavPoint) -> list[str]:
    """The ids of those who must not be so near to as a place is."""
    return _ids(table, blocking, blocking.met(np.array([place.region]), place.xy[None], place.xy[None])[0])


def _ids(table: Table, blocking: BlockingDiscs, which: BoolArray) -> list[str]:
    """The ids of the figures around which some blocking discs are."""
    return [figure.id for figure in table.figures if (which & _own(blocking, figure)).any()]


def _heights(table: Table, blocking: BlockingDiscs) -> FloatArray:
    """(d,) the height at which the figure of each disc stands."""
    own = np.array([_own(blocking, figure) for figure in table.figures])
    return np.asarray(np.array([figure.position[2] for figure in table.figures])[own.argmax(axis=0)])


def _own(blocking: BlockingDiscs, figure: Figure) -> BoolArray:
    """(d,) which discs are around a figure."""
    return np.asarray((blocking.centre == np.array(figure.position[:2])).all(axis=1))


def _near(path: Path, area: shapely.Geometry, z: float) -> bool:
    """Whether a path crosses an area at about a height."""
    return any(
        shapely.LineString([leg.start[:2], leg.end[:2]]).intersects(area)
        and min(leg.start[2], leg.end[2]) - 2.0 <= z <= max(leg.start[2], leg.end[2]) + 2.0
        for leg in path.legs
    )
