"""Direct moves, toward and away from somebody: straight along the line through the middles of both bases.

Sources: main-rulebook: Moving directly towards and directly away from, Falling hazards, The 1" rule and engaging enemies.
"""

from dataclasses import dataclass

import numpy as np

from rules.fall_rules import hazard_check, railed
from rules.movement.keep_out_discs import in_the_way, keep_away, room_needed
from rules.movement.link_costs import MovementCosts
from rules.movement.making_room import make_room
from rules.movement.movement_end import after, cut
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, agent_of
from rules.movement.straight_walk import Run, Stop, StraightWalk, heading
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.path_legs import Check, Path
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_edges import Edge


@dataclass(frozen=True)
class DirectMove:
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
    rules: MovementRules,
    move: float = 5.0,
    forced: bool = True,
    over_edges: bool = False,
) -> DirectMove | NoPath:
    """The move of a figure straight toward another one, or a place, or straight away from it.

    It steps up and down and crosses obstacles, and stops at walls and structures, closed doors, impassable ground, the edge of
    the table and whoever it cannot pass through. It does not climb, jump or leap.

    Args:
        table: where.
        figure: who moves.
        other: toward whom; it stops in base contact.
        distance: inches of movement; difficult ground counts as it does on other moves.
        away: away from the other one instead.
        rules: whose.
        move: the movement characteristic, inches.
        forced: whether it is no move of its own, so that it may come within an inch of enemies.
        over_edges: whether it goes on over the edge of its level when its base touches it, as after a failed check.

    Raises:
        SceneError: the figure is on no ground.
    """
    there = plan_disc(other).centre if isinstance(other, Figure) else other[:2]
    way = np.array(there) - np.array(plan_disc(figure).centre)
    size = float(np.hypot(*way))
    if size < EQUAL:
        return NoPath(f'"{figure.called}" stands right there: there is no direction')
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    blocking = _blockers(table, figure, navmesh, rules, other if isinstance(other, Figure) else None, forced=forced)
    line = StraightWalk(
        table, figure, navmesh, MovementCosts(rules, move), blocking, -way / size if away else way / size, over_edges
    )
    most = distance if away or isinstance(other, Figure) else min(distance, size)
    return _resolved(line, line.run(most), distance, forced=forced)


def line_ahead(
    table: Table,
    figure: Figure,
    degrees: float,
    *,
    rules: MovementRules,
    over_edges: bool = False,
    crosses: bool = True,
) -> StraightWalk:
    """The line along which a figure is made to move in a direction, anticlockwise from +x, in degrees."""
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    blocking = in_the_way(table, figure, navmesh, rules)
    return StraightWalk(table, figure, navmesh, MovementCosts(rules), blocking, heading(degrees), over_edges, crosses)


def straight_on(line: StraightWalk, distance: float) -> DirectMove:
    """The move of a figure that is made to move along a line, as by `directly`.

    Args:
        line: from where it stands.
        distance: inches of movement.

    Raises:
        SceneError: the figure is on no ground.
    """
    return _resolved(line, line.run(distance), distance, forced=True)


def _blockers(
    table: Table, figure: Figure, navmesh: NavMesh, rules: MovementRules, other: Figure | None, *, forced: bool
) -> BlockingDiscs:
    """Whom it stops at, the other one in any case."""
    blocking = (in_the_way if forced else keep_away)(table, figure, navmesh, rules)
    if other is None or other.id == figure.id:
        return blocking
    alone = Table(table.size, table.terrain, (figure, other))
    body = room_needed(alone, figure, navmesh, apart=0.0)
    apart = np.hypot(*(body.centre - np.array(figure.position[:2])).T)
    return BlockingDiscs(
        np.concatenate([blocking.centre, body.centre]),
        np.concatenate([blocking.radius, np.minimum(body.radius, np.maximum(apart - 1e-4, 0.0))]),
        np.concatenate([blocking.regions, body.regions]),
        np.concatenate([blocking.span, body.span]),
        np.concatenate([blocking.area, body.area]),
        blocking.step,
    )


def _resolved(line: StraightWalk, run: Run, distance: float, *, forced: bool) -> DirectMove:
    """What has come of a move along a line, when no more than the distance is gone and all is put in order."""
    table, figure, rules = line.table, line.figure, line.movement_costs.rules
    gone, rest = cut(run.path, distance)
    end = after(table, figure, run.path, distance, rules=rules)
    legs = tuple(leg for leg in gone.legs if leg.length > 0.0 or leg.rise != 0.0)
    moved = sum(float(np.hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1])) for leg in legs)
    stop, stopped_by = (None, None) if rest.legs else (run.stop, run.stopped_by)
    if stop == "edge" and line.over_edges:
        return DirectMove(Path(legs), end.position, None, moved, stop, falls=True)
    back = end.back if not forced or end.state in {"on an obstacle", "in an opening"} else None
    place: Point | NoPath = back or end.position
    if forced:
        place = make_room(table, figure.moved(back or end.position), rules=rules)
    at_edge = stop in {"edge", "terrain"} and not line.over_edges
    edge = line.edge_ahead(end.position, behind_rail=stop == "terrain") if at_edge else None
    check = hazard_check(rules.falls, edge.drop, rail=railed(edge), pit=edge.pit) if edge else None
    lies = None if isinstance(place, NoPath) else place
    return DirectMove(Path(legs), end.position, lies, moved, "edge" if edge else stop, stopped_by, edge, check)
