"""The reachable area against plain references: every place from every node that is seen, and the cheapest route to it."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import hypot

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from rules.movement.link_costs import MovementCosts
from rules.movement.path_rules import agent_of, find_path, find_reach, nav_point
from rules.systems import registry
from scene.geometry.mesh import FloatArray, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.blocking_discs import BlockingDisc, BlockingDiscs, blocking_discs, nobody
from scene.pathfinding.last_walk import last_walk_wedges
from scene.pathfinding.path_legs import Path
from scene.pathfinding.reachable_area import reached
from scene.pathfinding.route_search import NavPoint, Search, among, priced_navmesh, search
from scene.pathfinding.search_graph import edges, with_links
from scene.table.table import Figure, Piece, Table, Terrain
from scene.table_io.table_reading import load_table
from tests.plain_scenes import box

STEP = 0.5
"""Inches between the places that are looked at."""
SAME = 0.002
"""Inches by which costs may differ: what a string may be off a corner by."""
TARIFF = MovementCosts(registry.system("main-rulebook").movement, 5.0, one_round=True)


def me(at: Point = (3.0, 8.0, 0.0)) -> Figure:
    return Figure("me", LIBRARY.body("human", "upright", "upright"), at, base_mm=25.0)


def piece(name: str, low: Point, high: Point) -> Piece:
    return Piece(name, box(low, high), RigidTransform(), "wall" if high[2] > 4.0 else "structure")


@cache
def warren() -> Table:
    """Barricades to cross, a wall with a door and one with a gap to squeeze through, a block and a low deck."""
    pieces = (
        piece("barricade", (6.0, 3.0, 0.0), (6.4, 11.0, 1.2)),
        piece("other barricade", (2.0, 11.5, 0.0), (5.0, 11.9, 1.0)),
        piece("wall", (10.0, 0.0, 0.0), (10.2, 6.0, 5.0)),
        piece("more wall", (10.0, 6.85, 0.0), (10.2, 12.0, 5.0)),
        piece("last wall", (10.0, 13.5, 0.0), (10.2, 16.0, 5.0)),
        piece("block", (13.0, 7.0, 0.0), (15.0, 9.0, 3.0)),
        piece("deck", (16.0, 2.0, 0.0), (19.0, 6.0, 0.5)),
    )
    return Table((20.0, 16.0), Terrain(pieces), (me(),))


@cache
def town() -> Table:
    return load_table(bundled("gantry-town"), LIBRARY)


def navmesh(table: Table) -> NavMesh:
    return navmesh_of(table.terrain, table.size, agent_of(me()))


def blocking(on: NavMesh, *discs: tuple[float, float, float]) -> BlockingDiscs:
    return blocking_discs(
        len(on.regions), [BlockingDisc(np.array([x, y]), radius, on.planes[:, 2] < 1.0) for x, y, radius in discs], step=0.5
    )


def plainly(found: Search, limit: float) -> dict[tuple[int, float, float], float]:
    """What each place of the lattice in each region costs: over all nodes that see it, one after the other."""
    given = found.priced
    costs: dict[tuple[int, float, float], float] = {}
    nodes = np.concatenate([given.xy, found.place.xy[None]])
    homes = np.append(given.region, found.place.region)
    for number, region in enumerate(given.navmesh.regions):
        low, high = region.rings[0].min(axis=0), region.rings[0].max(axis=0)
        x, y = (np.arange(np.floor(a / STEP), np.ceil(b / STEP) + 1) * STEP + STEP / 2 for a, b in zip(low, high, strict=True))
        places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        places = places[region.holds(places)]
        best = np.full(len(places), np.inf)
        for node in np.flatnonzero((homes == number) & (found.cost <= limit)):
            start = np.broadcast_to(nodes[node], places.shape)
            total = found.cost[node] + given.rates[number] * np.hypot(*(places - start).T)
            rows = np.flatnonzero(total < best)
            rows = rows[given.sees(np.full(len(rows), number), start[rows], places[rows])]
            best[rows] = total[rows]
        costs |= {(number, *place.tolist()): float(cost) for place, cost in zip(places, best, strict=True) if cost <= limit}
    return costs


def compare(found: Search, limit: float) -> None:
    answer = reached(found, limit=limit, step=STEP)
    got = {
        (int(region), float(x), float(y)): float(cost)
        for region, (x, y, _), cost in zip(answer.regions, answer.positions, answer.costs, strict=True)
    }
    wanted = plainly(found, limit)
    assert len(got) == len(answer.costs)
    assert set(got) <= set(wanted)
    assert all(cost >= limit - SAME for place, cost in wanted.items() if place not in got)
    assert all(wanted[place] - 1e-9 <= cost <= wanted[place] + SAME for place, cost in got.items())


@pytest.mark.parametrize("inches", [4.0, 9.0, 18.0])
@pytest.mark.parametrize("discs", [(), ((8.0, 8.0, 1.6), (12.0, 4.0, 1.5), (8.5, 9.0, 1.0))])
def test_every_place_costs_what_the_cheapest_node_that_sees_it_makes_it(
    inches: float, discs: tuple[tuple[float, float, float], ...]
) -> None:
    on = navmesh(warren())
    start = nav_point(on, (3.0, 8.0, 0.0), "start")
    compare(search(among(priced_navmesh(on, TARIFF), blocking(on, *discs)), start, limit=inches), inches)


@pytest.mark.long
@pytest.mark.parametrize("start", [(30.0, 6.0, 0.0), (8.0, 12.0, 0.0)])
def test_every_place_of_a_town(start: Point) -> None:
    on = navmesh(town())
    found = search(priced_navmesh(on, TARIFF), nav_point(on, start, "start", stray=2.0), limit=7.0)
    compare(found, 7.0)


@pytest.mark.parametrize(("start", "goal"), [((4.5, 7.0), (8.25, 7.25)), ((4.5, 5.2), (8.25, 9.25))])
def test_behind_a_barricade_one_goes_on_from_where_it_was_crossed(
    start: tuple[float, float], goal: tuple[float, float]
) -> None:
    """Straight across or aslant costs its plan; the reach behind is the shadow of no corner."""
    mover = me((*start, 0.0))
    table = replace(warren(), figures=(mover,))
    reach = find_reach(table, mover, inches=6.0, step=STEP, rules=registry.system("main-rulebook").movement)
    behind = np.flatnonzero((np.abs(reach.positions[:, :2] - goal) < 1e-9).all(axis=1))
    # The ends of links lie 0.4 inches apart at most, and are not pulled taut.
    straight = hypot(goal[0] - start[0], goal[1] - start[1])
    assert straight - 0.01 <= float(reach.costs[behind[0]]) <= straight + 0.03


@pytest.mark.long
@pytest.mark.parametrize("table", [warren, pytest.param(town, marks=pytest.mark.long)])
def test_reach_costs_what_a_path_there_costs(table: Callable[[], Table]) -> None:
    at = (3.0, 8.0, 0.0) if table is warren else (8.0, 12.0, 0.0)
    place = nav_point(navmesh(table()), at, "start", stray=2.0)
    mover = me((float(place.xy[0]), float(place.xy[1]), navmesh(table()).regions[place.region].plane.z))
    alone = replace(table(), figures=(mover,))
    reach = find_reach(alone, mover, inches=12.0, rules=registry.system("main-rulebook").movement)
    rows = np.random.default_rng(3).choice(len(reach.costs), 25, replace=False)
    paths = [
        find_path(alone, mover, tuple(reach.positions[row].tolist()), rules=registry.system("main-rulebook").movement)
        for row in rows
    ]
    assert all(isinstance(path, Path) for path in paths)
    excess = reach.costs[rows] - [path.cost for path in paths if isinstance(path, Path)]
    assert excess.min() >= -0.001
    assert excess.mean() <= 0.05


def plain_distance(start: FloatArray, end: FloatArray, centre: FloatArray) -> float:
    share = np.linspace(0.0, 1.0, 2001)[:, None]
    return float(np.hypot(*(start + share * (end - start) - centre).T).min())


def test_walks_that_come_into_discs() -> None:
    rng = np.random.default_rng(5)
    discs = blocking_discs(
        3, [BlockingDisc(rng.uniform(0, 10, 2), rng.uniform(0.2, 3.0), rng.random(3) < 0.6) for _ in range(7)], step=0.5
    )
    region, start, end = rng.integers(0, 3, 200), rng.uniform(0, 10, (200, 2)), rng.uniform(0, 10, (200, 2))
    end[:20] = start[:20]
    met = discs.met(region, start, end)
    for row in range(200):
        for disc in range(7):
            apart = plain_distance(start[row], end[row], discs.centre[disc])
            if abs(apart - discs.radius[disc]) > 1e-3:
                assert met[row, disc] == (bool(discs.regions[disc, region[row]]) and apart < discs.radius[disc])
    assert (discs.bars(region, start, end) == met.any(axis=1)).all()
    assert met.any()
    assert not met.all()


def test_nobody_bars_nothing() -> None:
    assert not nobody(3, step=0.5).bars(np.array([0, 2]), np.zeros((2, 2)), np.ones((2, 2))).any()


def test_the_graph_has_the_cheapest_edge_between_any_two_nodes() -> None:
    on = navmesh(warren())
    roadmap = on.roadmap
    tails, heads = np.concatenate([roadmap.a, roadmap.b, on.link_start]), np.concatenate([roadmap.b, roadmap.a, on.link_end])
    costs = np.random.default_rng(7).uniform(1.0, 9.0, len(tails))
    costs[::50] = np.inf
    wanted: dict[tuple[int, int], float] = {}
    for tail, head, cost in zip(tails.tolist(), heads.tolist(), costs.tolist(), strict=True):
        wanted[tail, head] = min(cost, wanted.get((tail, head), np.inf))
    wanted = {ends: cost for ends, cost in wanted.items() if cost < np.inf}
    graph, _ = edges(on).graph(costs)
    count = graph.shape[0]
    more = with_links(graph, np.array([count, count + 1]), np.array([3, count]), np.array([0.5, 0.25]), count + 2)
    wanted |= {(count, 3): 0.5, (3, count): 0.5, (count + 1, count): 0.25, (count, count + 1): 0.25}
    got = {(int(i), int(j)): float(v) for i, j, v in zip(*more.tocoo().coords, more.tocoo().data, strict=True)}
    assert got == pytest.approx(wanted)


@pytest.mark.parametrize("y", [8.0, 2.3, 13.7])
def test_a_detour_round_somebody_is_as_long_as_a_string(y: float) -> None:
    """Two tangents and an arc; the polygon round the disc is at most 0.6 % longer. At an edge only one side is free."""
    on = navmesh(Table((20.0, 16.0), Terrain(()), (me(),)))
    found = search(among(priced_navmesh(on, TARIFF), blocking(on, (10.0, y, 2.0))), NavPoint(np.array([4.0, y]), 0))
    answer = reached(found, limit=20.0, step=STEP)
    x, aside = answer.positions[:, 0] - 10.0, answer.positions[:, 1] - y
    behind = np.flatnonzero((x > 3.0) & (np.abs(aside) < 0.4))
    assert len(behind) >= 6
    for row in behind:
        away = hypot(x[row], aside[row])
        # Over the side that is free, or the nearer one.
        turn = np.arctan2(aside[row], x[row]) * (np.sign(8.0 - y) or np.sign(aside[row]))
        arc = np.pi - turn - np.arccos(2.0 / 6.0) - np.arccos(2.0 / away)
        string = np.sqrt(36.0 - 4.0) + np.sqrt(away**2 - 4.0) + 2.0 * arc
        assert string - 1e-3 <= answer.costs[row] <= string + 2.0 * arc * 0.006 + 0.02


@pytest.mark.long
def test_what_comes_into_blocking_discs_is_barred_and_nothing_else() -> None:
    on = navmesh(warren())
    free, discs = priced_navmesh(on, TARIFF), blocking(on, (6.2, 7.0, 1.7), (12.5, 4.0, 2.0))
    graph, count = among(free, discs).graph, len(on.roadmap.xy)
    tail, head = np.concatenate([on.roadmap.a, on.link_start]), np.concatenate([on.roadmap.b, on.link_end])
    barred = np.zeros(len(tail), dtype=bool)
    for number, disc in enumerate(discs.centre):
        apart = [plain_distance(on.roadmap.xy[a], on.roadmap.xy[b], disc) for a, b in zip(tail, head, strict=True)]
        either = discs.regions[number, on.roadmap.region[tail]] | discs.regions[number, on.roadmap.region[head]]
        assert (np.abs(np.array(apart) - discs.radius[number]) > 1e-7).all()
        barred |= either & (np.array(apart) < discs.radius[number])
    assert barred[: len(on.roadmap.a)].any()
    assert barred[len(on.roadmap.a) :].any()
    cost = np.asarray(graph[tail, head])
    assert np.isinf(cost[barred]).all()
    assert cost[~barred] == pytest.approx(np.asarray(free.graph[tail, head])[~barred])
    assert graph.shape[0] > count


def test_round_blocking_discs_nothing_is_dearer_than_over_all_nodes_that_see_one_another() -> None:
    """The roadmap leaves out what no taut string needs."""
    on = navmesh(warren())
    given = among(
        priced_navmesh(on, TARIFF), blocking(on, (8.0, 8.0, 1.6), (12.0, 4.0, 1.5), (8.5, 9.0, 1.0), (12.5, 12.0, 0.8))
    )
    found = search(given, nav_point(on, (3.0, 8.0, 0.0), "start"))
    count = len(given.xy)
    xy, home = np.concatenate([given.xy, found.place.xy[None]]), np.append(given.region, found.place.region)
    a, b = np.nonzero((home[:, None] == home) & (np.arange(count + 1)[:, None] != np.arange(count + 1)))
    seen = given.sees(home[a], xy[a], xy[b])
    a, b = a[seen], b[seen]
    cost = np.full((count + 1, count + 1), np.inf)
    cost[a, b] = np.hypot(*(xy[a] - xy[b]).T) + 1e-9
    np.minimum.at(cost, (on.link_start, on.link_end), np.asarray(given.graph[on.link_start, on.link_end]))
    tail, head = np.nonzero(np.isfinite(cost))
    whole = csr_array((cost[tail, head], (tail, head)), shape=cost.shape)
    best = dijkstra(whole, indices=np.array([count]))[0]
    wanted = plainly(replace(found, cost=best), 12.0)
    answer = reached(found, limit=12.0, step=STEP)
    places = zip(answer.regions.tolist(), answer.positions.tolist(), answer.costs.tolist(), strict=True)
    got = {(region, x, y): total for region, (x, y, _), total in places}
    assert len(got) > 300
    assert set(got) <= set(wanted)
    assert all(total >= 12.0 - 0.01 for place, total in wanted.items() if place not in got)
    assert all(wanted[place] - 1e-6 <= total <= wanted[place] + 0.01 for place, total in got.items())


def test_the_wedge_behind_a_corner() -> None:
    """A string past the corner (0, 0) of the quadrant x > 0, y < 0 goes on between its own line and the quadrant's edge."""
    corner = np.zeros((1, 2))
    beside = np.array([[[0.0, -3.0], [3.0, 0.0]]])
    found = last_walk_wedges(corner, np.array([2.0]), np.array([[-2.0, -0.4]]), beside)
    x = y = np.linspace(-1.0, 1.0, 5)
    which, cell = found.cells(x, y)
    assert (which == 0).all()
    got = {(float(x[c % 5]), float(y[c // 5])) for c in cell}
    assert got == {(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)}
    anywhere = last_walk_wedges(corner, np.array([0.75]), np.full((1, 2), np.nan), beside)
    assert len(anywhere.cells(x, y)[1]) == 9
