"""Paths by the rules of a game: the cheapest path of a figure to a place, and all places in its reach."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial

import numpy as np

from rules.body_limits import LIMITS
from rules.movement.crossable_obstacles import on_obstacle
from rules.movement.keep_out_discs import keep_away, overlapped, taken
from rules.movement.link_costs import MovementCosts
from rules.movement.movement_rules import MovementRules
from rules.movement.no_path_reasons import too_near, why_not
from scene.base.errors import SceneError
from scene.base.memo import memoized
from scene.base.messages import plain
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.navmesh_parts.links import Links, joined, nothing
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.candidate_routes import candidate_routes, cheapest_route
from scene.pathfinding.path_legs import Check, Leg, Path
from scene.pathfinding.reachable_area import ReachablePlaces, checks_on_the_way, reached, summed_on_the_way
from scene.pathfinding.region_lookup import TYPED, nearest_on_navmesh, region_at
from scene.pathfinding.route_search import (
    NavPoint,
    PricedNavMesh,
    Search,
    Segment,
    WalkSegment,
    among,
    priced_navmesh,
    search,
    spent,
)
from scene.pathfinding.string_pulling import taut
from scene.table.table import Figure, Table
from scene.walkable.agent import Agent

CLOSE = 0.75
"""Inches from where a route comes too near to somebody; being pulled taut, it may come as much nearer."""
SEAM = 0.02
"""Inches; walks over seams of slopes that are no longer are no legs of their own."""
STRAY = 0.75
"""Inches; whoever stands so near to free ground steps there first."""


@dataclass(frozen=True)
class NoPath:
    """There is no path, and why; false."""

    why: str

    def __bool__(self) -> bool:
        """There is none."""
        return False


@dataclass(frozen=True, eq=False)
class Reach:
    """All that a figure can reach.

    Attributes:
        positions: (n, 3) places, inches; those on level ground lie on a lattice.
        costs: (n,) inches of movement.
        checks: (n,) dice checks on the cheapest path there.
        step: inches between the places of the lattice.
        area: square inches of ground, as far as the lattice tells.
        sums: (n, k) sums over the checks on that path of all that was asked about them.
        ends_round: (n,) whether one comes there by a jump that ends the round.
    """

    positions: FloatArray
    costs: FloatArray
    checks: IntArray
    step: float
    area: float
    sums: FloatArray
    ends_round: BoolArray


def find_reach(
    table: Table,
    figure: Figure,
    *,
    inches: float,
    rules: MovementRules,
    move: float = 5.0,
    safe: bool = False,
    step: float = 0.25,
    summed: Sequence[Callable[[Check], float]] = (),
) -> Reach:
    """All places that a figure can end its move on for so many inches of movement, in one round.

    The arguments are those of `find_path`; ``step`` is the distance between neighbouring places, inches, and ``summed`` says
    what is to be summed over the checks on the way, such as a price.

    Raises:
        SceneError: for a start on no ground.
    """
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    movement_costs = MovementCosts(rules, move, safe, one_round=True)
    start = start_of(figure, navmesh)
    first = sum(leg.cost for leg in onto_navmesh(figure, start, navmesh, movement_costs))
    left = max(inches - first, 0.0)
    blocking = keep_away(table, figure, navmesh, rules, around=(start.xy, left))
    near = np.hypot(*(blocking.centre - start.xy).T) <= left + blocking.radius
    margin = step / 2.0
    free = priced_navmesh(navmesh, movement_costs)
    given = among(free, blocking.chosen(near), within=(start.xy, left + margin))
    found = search(given, start, limit=left + margin)
    places = reached(found, limit=left + margin, step=step)
    rates = movement_costs.rates(navmesh.regions)[places.regions]
    # A place at the rim stands for the part of its square that is in reach.
    share = ((left - places.costs) / (rates * step) + 0.5).clip(0.0, 1.0)
    rows, cost, checks = _landed(navmesh, movement_costs, found, left)
    new = _not_among(places, navmesh.links.end[rows], cost, step)
    rows, cost, checks = rows[new], cost[new], checks[new]
    positions = np.concatenate([places.positions, navmesh.links.end[rows]])
    costs, allowed = np.concatenate([places.costs, cost]) + first, may_end(table, figure, positions, rules)
    area = float(share[allowed[: len(share)]].sum()) * step**2
    use = (costs <= inches) & allowed
    sums = np.stack([np.zeros(len(positions)), *(_sums(free, found, places, rows, one) for one in summed)], axis=1)[:, 1:]
    lands = np.arange(len(positions)) >= len(places.costs)
    return Reach(positions[use], costs[use], np.concatenate([places.checks, checks])[use], step, area, sums[use], lands[use])


def _sums(
    free: PricedNavMesh, found: Search, places: ReachablePlaces, landings: IntArray, of_check: Callable[[Check], float]
) -> FloatArray:
    """(n,) a sum over the checks on the cheapest paths to places, and then to where links land that end the round."""
    checks = free.link_prices.checks
    taken = np.union1d(found.via[(found.via >= 0) & np.isfinite(found.cost)], landings)
    rows = taken[checks[taken] > 0]
    if not len(rows):
        return np.zeros(len(places.costs) + len(landings))
    of_links = np.zeros(len(checks))
    # Hundreds of links have the same few checks.
    kinds, different = _check_kinds(free, rows)
    of_links[rows] = np.array([sum(map(of_check, checks)) for checks in different], dtype=np.float64)[kinds]
    summed = summed_on_the_way(found, of_links)
    landed = summed[free.navmesh.link_start[landings]] + of_links[landings]
    return np.concatenate([summed[places.sources], landed])


def _check_kinds(given: PricedNavMesh, rows: IntArray) -> tuple[IntArray, list[tuple[Check, ...]]]:
    """(n,) which of some kinds of checks links have, in their order; and the kinds."""
    kinds, different = _known_checks(given)
    new = rows[kinds[rows] < 0]
    if len(new):
        _, first, like = np.unique(
            _alike_but_for_places(given.navmesh.links.chosen(new)), axis=0, return_index=True, return_inverse=True
        )
        found = np.empty(len(first), dtype=np.int64)
        for number, row in enumerate(new[first].tolist()):
            checks = checks_of(given, row)
            if checks not in different:
                different.append(checks)
            found[number] = different.index(checks)
        kinds[new] = found[like.ravel()]
    return kinds[rows], different


def _alike_but_for_places(links: Links) -> FloatArray:
    """(n, k) all that is told of links but where they are in plan, which makes no difference to their checks."""
    told = (getattr(links, field.name) for field in fields(links) if field.name not in {"start", "end", "across", "ledges"})
    return np.column_stack([links.start[:, 2], links.end[:, 2], *told])


@memoized
def _known_checks(given: PricedNavMesh) -> tuple[IntArray, list[tuple[Check, ...]]]:
    return np.full(len(given.navmesh.links), -1), []


def checks_of(given: PricedNavMesh, link: int) -> tuple[Check, ...]:
    """The checks of a link of a priced navmesh, in their order."""
    prices, navmesh = given.prices, given.navmesh
    assert isinstance(prices, MovementCosts)
    legs = replace(prices, one_round=False).legs(navmesh.links.chosen(slice(link, link + 1)), navmesh.regions)
    return tuple(leg.check for leg in legs if leg.check is not None)


def may_end(table: Table, figure: Figure, places: FloatArray, rules: MovementRules) -> BoolArray:
    """(n,) whether a move may end at places (n, 3): not on anybody's base, nor where the rules let nobody rest."""
    free = ~taken(table, figure, places)
    return free if rules.rests_on_obstacles else free & ~on_obstacle(table.terrain, places, rules.costs)


def _not_among(places: ReachablePlaces, ends: FloatArray, costs: FloatArray, step: float) -> IntArray:
    """Which landing places (n, 3) are the cheapest at their spot, and no dearer than the places of the lattice around them."""
    from scipy.spatial import cKDTree

    order = np.argsort(costs, kind="stable")
    _, first = np.unique(np.round(ends[order], 3), axis=0, return_index=True)
    kept = order[np.sort(first)]
    if len(places.costs) == 0 or len(kept) == 0:
        return kept
    near = cKDTree(places.positions).query_ball_point(ends[kept], step)
    cheapest = np.array([places.costs[rows].min() if rows else np.inf for rows in near])
    return kept[costs[kept] < cheapest]


def _landed(
    navmesh: NavMesh, movement_costs: MovementCosts, found: Search, inches: float
) -> tuple[IntArray, FloatArray, IntArray]:
    """The links, jumps, that end the round: (n,) their numbers, what they cost, and how many checks."""
    known = _ending_round(navmesh)
    if movement_costs not in known:
        prices = replace(movement_costs, one_round=False).link_prices(navmesh.links, navmesh.regions)
        ending = np.flatnonzero(prices.ends_round & np.isfinite(prices.cost))
        known[movement_costs] = ending, prices.cost[ending], prices.checks[ending]
    rows, own, checks = known[movement_costs]
    cost = found.cost[navmesh.link_start[rows]] + own
    use = cost <= inches
    checks = checks_on_the_way(found)[navmesh.link_start[rows]] + checks
    return rows[use], cost[use], checks[use]


@memoized
def _ending_round(_navmesh: NavMesh) -> dict[MovementCosts, tuple[IntArray, FloatArray, IntArray]]:
    """Of each mover's links that end the round their numbers, what they cost, and how many checks."""
    return {}


def agent_of(figure: Figure) -> Agent:
    """The cylinder that a figure walks as: its base, or the middle of its body, and its height on its feet."""
    low, high = figure.body.counts.bounds
    # Whoever lies is as long as he is tall.
    tall = float(high[2]) if figure.posture == "upright" else float(max(high[2], (high - low)[:2].max()))
    height = tall + figure.base_height
    radius = figure.base_radius if figure.base_mm > 0 else float((high - low)[:2].min()) / 2.0
    return Agent(max(round(radius, 4), 0.1), max(round(height, 3), 0.6), LIMITS)


def find_path(
    table: Table,
    figure: Figure,
    goal: Point,
    *,
    rules: MovementRules,
    move: float = 5.0,
    safe: bool = False,
    one_round: bool = False,
) -> Path | NoPath:
    """The cheapest path of a figure to a place.

    Args:
        table: where.
        figure: who; from where it stands.
        goal: x, y, z in inches.
        rules: whose.
        move: the movement characteristic, inches.
        safe: without any check.
        one_round: without any jump that ends the round.

    Raises:
        SceneError: for a start or goal on no ground.
    """
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    movement_costs = MovementCosts(rules, move, safe, one_round=one_round)
    start, end = start_of(figure, navmesh), nav_point(navmesh, goal, "the goal lies")
    here = np.array(navmesh.regions[end.region].point(end.xy))
    if (other := overlapped(table, figure, here)) is not None:
        return NoPath(f'figure "{other.called}" stands there')

    def path_of(segments: Sequence[Segment], prices: MovementCosts) -> Path:
        return Path(tuple(tidied(onto_navmesh(figure, start, navmesh, prices) + legs_of(segments, navmesh, prices))))

    def path_at(prices: MovementCosts, others: BlockingDiscs) -> Path | None:
        segments = routed(priced_navmesh(navmesh, prices), others, start, end)
        return None if segments is None else path_of(segments, prices)

    away = partial(keep_away, table, figure, navmesh, rules)
    if (segments := _undisturbed(priced_navmesh(navmesh, movement_costs), start, end, away)) is not None:
        return path_of(segments, movement_costs)
    blocking = away()
    if near := too_near(table, blocking, end):
        how = f"is within {rules.apart_words} of there" if rules.apart > 0.0 else "is in the way there"
        return NoPath(f"{', '.join(map(table.called, near))} {how}")
    return path_at(movement_costs, blocking) or NoPath(why_not(table, navmesh, (start, end), movement_costs, blocking, path_at))


def start_of(figure: Figure, navmesh: NavMesh) -> NavPoint:
    """Where a figure starts: where it stands, or the nearest free ground if it hangs over an edge or touches a wall."""
    return nav_point(navmesh, figure.position, f'figure "{figure.called}" stands', stray=max(STRAY, navmesh.agent.radius))


def onto_navmesh(figure: Figure, start: NavPoint, navmesh: NavMesh, movement_costs: MovementCosts) -> list[Leg]:
    """The walk of a figure to where it starts, if that is not where it stands."""
    (x, y, _), region = figure.position, navmesh.regions[start.region]
    here, there = region.point(np.array([x, y])), region.point(start.xy)
    length = math.dist(here, there)
    cost = length * float(movement_costs.rates([region])[0])
    return [Leg("walk", here, there, length, there[2] - here[2], cost)] if length else []


def _undisturbed(
    free: PricedNavMesh, start: NavPoint, goal: NavPoint, away: Callable[..., BlockingDiscs]
) -> list[Segment] | None:
    """The cheapest route if nobody is near it; None where somebody is, or none leads to the goal.

    It is as `routed` finds it. What one can measure to of those who are far off need not be known for it.
    """
    found, segments = cheapest_route(free, start, goal)
    if segments is None:
        return None
    near = away(around=(start.xy, spent(free, segments)[0] + CLOSE))
    at_goal = near.met(np.array([goal.region]), goal.xy[None], goal.xy[None])
    if at_goal.any() or met_on(segments, replace(near, radius=near.radius + CLOSE)).any():
        return None
    segments = taut(free, candidate_routes(found, goal, segments), start, goal)
    return None if met_on(segments, near).any() else segments


def routed(free: PricedNavMesh, blocking: BlockingDiscs, start: NavPoint, goal: NavPoint) -> list[Segment] | None:
    """The cheapest route that keeps away from blocking discs. Whoever is met is minded, and whoever stands no farther off."""
    # Whom a route passes closely, it meets once it is pulled taut.
    minded, wide = np.zeros(len(blocking), dtype=bool), replace(blocking, radius=blocking.radius + CLOSE)
    while True:
        given = among(free, blocking.chosen(minded))
        found, segments = cheapest_route(given, start, goal)
        if segments is None:
            return None
        met = met_on(segments, wide) & ~minded
        if not met.any():
            segments = taut(given, candidate_routes(found, goal, segments), start, goal)
            met = met_on(segments, blocking) & ~minded
        if not met.any():
            return segments
        minded |= met | _about(blocking, start, goal, spent(given, segments)[0])


def _about(blocking: BlockingDiscs, start: NavPoint, goal: NavPoint, length: float) -> BoolArray:
    """(d,) whom of the blocking discs one can come too near to on a walk of some length."""
    apart = np.hypot(*(blocking.centre - start.xy).T) + np.hypot(*(blocking.centre - goal.xy).T)
    return np.asarray(apart <= length + 2.0 * blocking.radius)


def met_on(segments: Sequence[Segment], blocking: BlockingDiscs) -> BoolArray:
    """(d,) whom of the blocking discs a route comes too near to."""
    found = np.zeros(len(blocking), dtype=bool)
    walks = [segment for segment in segments if isinstance(segment, WalkSegment)]
    if walks:
        region, start, end = (np.array(column) for column in zip(*((w.region, w.start, w.end) for w in walks), strict=True))
        found |= blocking.met(region, start, end).any(axis=0)
    links = [segment for segment in segments if isinstance(segment, Links)]
    return np.asarray(found | blocking.met_by(joined([nothing(), *links])).any(axis=0))


def legs_of(segments: Sequence[Segment], navmesh: NavMesh, movement_costs: MovementCosts) -> list[Leg]:
    """The legs of a route."""
    rates, numbers = movement_costs.rates(navmesh.regions), movement_costs.numbers
    walks = [s for s in segments if isinstance(s, WalkSegment)]
    slow = sum(_size(s, navmesh) for s in walks if navmesh.regions[s.region].ground is not None)
    # Where only full inches count, what is left over is free.
    share = 1.0 + np.floor(slow / numbers.full_inches + 1e-6) / slow if numbers.full_inches and slow > 0.0 else None
    legs: list[Leg] = []
    for segment in segments:
        if isinstance(segment, WalkSegment):
            region, length = navmesh.regions[segment.region], _size(segment, navmesh)
            a, b = (region.point(place) for place in (segment.start, segment.end))
            rate = share if share is not None and region.ground else float(rates[segment.region])
            legs.append(Leg("walk", a, b, length, b[2] - a[2], length * rate))
        else:
            legs += movement_costs.legs(segment, navmesh.regions)
    return legs


def _size(walk: WalkSegment, navmesh: NavMesh) -> float:
    return float(navmesh.lengths(np.array(walk.region), walk.end - walk.start))


def nav_point(navmesh: NavMesh, place: Point, who: str, *, stray: float = TYPED) -> NavPoint:
    """The place on the navmesh where something stands.

    Raises:
        SceneError: with the nearest ground, where there is none within ``stray`` inches aside.
    """
    if (found := region_at(navmesh, place, stray=stray)) is not None:
        return found
    other = nearest_on_navmesh(navmesh, place)
    instead = f"the nearest ground is {_place(other)}" if other else "the table has no ground for a base of this size"
    raise SceneError(f"{who} on no ground at {_place(place)}; {instead}")


def _place(place: Point) -> str:
    return ", ".join(plain(value) for value in place)


def tidied(legs: list[Leg]) -> list[Leg]:
    """The legs without empty walks, and with straight stretches in one piece."""
    found: list[Leg] = []
    for leg in legs:
        if leg.kind == "walk" and leg.length < 1e-4 and leg.check is None:
            continue
        last = found[-1] if found else None
        if (
            last is not None
            and leg.kind == last.kind == "walk"
            and leg.check is None
            and (_alike(last, leg) or _seam(last, leg))
        ):
            found[-1] = replace(
                last, end=leg.end, length=last.length + leg.length, rise=last.rise + leg.rise, cost=last.cost + leg.cost
            )
            continue
        found.append(leg)
    return found


def _seam(a: Leg, b: Leg) -> bool:
    """Whether the second is but the hair between the ends of a link where slopes meet."""
    return b.length < SEAM and abs(b.rise) < SEAM and not b.toll and (a.rise != 0.0 or b.rise != 0.0)


def _alike(a: Leg, b: Leg) -> bool:
    """Whether the second goes straight on at the same price."""
    if b.toll or abs((a.cost - a.toll) * b.length - b.cost * a.length) > 1e-9:
        return False
    u, v = np.subtract(a.end, a.start), np.subtract(b.end, b.start)
    return float(u @ v) >= (1.0 - 1e-6) * float(np.linalg.norm(u) * np.linalg.norm(v))
