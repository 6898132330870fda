"""Which routes are pulled taut beside the cheapest, and what they slide along. Inches."""

from dataclasses import replace

import numpy as np
import pytest

from rules.body_limits import LIMITS
from rules.movement.link_costs import MovementCosts
from rules.systems import registry
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.navmesh_parts.links import Links
from scene.pathfinding.blocking_discs import BlockingDisc, blocking_discs
from scene.pathfinding.candidate_routes import SPARE, candidate_routes
from scene.pathfinding.link_sliding import choices, strings
from scene.pathfinding.region_lookup import region_at
from scene.pathfinding.region_outlines import beside, outlines
from scene.pathfinding.route_search import NavPoint, PricedNavMesh, Segment, among, priced_navmesh, route, search, spent
from scene.pathfinding.string_pulling import _same, _slid, taut
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from tests.plain_scenes import block

AGENT = Agent(0.5, 1.3, LIMITS)
SIZE = (20.0, 16.0)


def two_low_places() -> Terrain:
    """A wall across the table, too high to climb but for where it is an inch high: at y from 3.5 to 5.5 and from 11 to 13."""
    low = [(3.5, 5.5), (11.0, 13.0)]
    high = [(0.0, 3.5), (5.5, 11.0), (13.0, 16.0)]
    walls = [(9.0, part) for part in high] + [(1.0, part) for part in low]
    return Terrain(tuple(block(f"{y} to {end}", (9.9, y, 0), (10.1, end, z)) for z, (y, end) in walls))


@pytest.fixture
def navmesh() -> NavMesh:
    return navmesh_of(two_low_places(), SIZE, AGENT)


def ends(navmesh: NavMesh) -> tuple[NavPoint, NavPoint]:
    places = [region_at(navmesh, (x, 8.0, 0.0), stray=0.0) for x in (4.0, 16.0)]
    assert places[0] is not None
    assert places[1] is not None
    return places[0], places[1]


def candidates(given: PricedNavMesh) -> list[list[Segment]]:
    start, goal = ends(given.navmesh)
    found = search(given, start)
    best = route(found, goal)
    assert best is not None
    return candidate_routes(found, goal, best)


def pulled(given: PricedNavMesh) -> list[Segment]:
    return taut(given, candidates(given), *ends(given.navmesh))


def crossed_at(routed: list[Segment]) -> list[float]:
    return [float(step.start[0, 1]) for step in routed if isinstance(step, Links)]


def around(y: float) -> float:
    """From the start to the goal past a place of the wall at y, as a string: half the base keeps from what is high."""
    return 2.0 * float(np.hypot(6.0, y - 8.0))


def test_both_places_to_cross_are_tried_and_the_cheapest_is_first(navmesh: NavMesh) -> None:
    given = priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement))
    found = candidates(given)
    costs = [spent(given, one)[0] for one in found]
    assert costs[0] == min(costs)
    assert max(costs) <= costs[0] + SPARE
    assert {crossed_at(one)[0] > 8.0 for one in found} == {True, False}
    assert spent(given, pulled(given))[0] == pytest.approx(around(5.0), abs=0.05)


def test_no_route_leads_past_somebody_nor_slides_there(navmesh: NavMesh) -> None:
    """Somebody stands where the wall would be crossed in the south, so the place in the north is taken."""
    there = blocking_discs(
        len(navmesh.regions), [BlockingDisc(np.array([10.0, 4.5]), 1.2, np.ones(len(navmesh.regions), dtype=bool))], step=0.5
    )
    given = among(priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement)), there)
    assert all(y > 8.0 for one in candidates(given) for y in crossed_at(one))
    assert spent(given, pulled(given))[0] == pytest.approx(around(11.5), abs=0.05)


def test_routes_keep_off_whoever_stands_in_the_best_place_to_cross(navmesh: NavMesh) -> None:
    """On top of what is crossed, so that walks up to it are free."""
    there = blocking_discs(
        len(navmesh.regions), [BlockingDisc(np.array([10.0, 4.9]), 0.35, np.ones(len(navmesh.regions), dtype=bool))], step=0.5
    )
    given = among(priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement)), there)
    for one in [*candidates(given), pulled(given)]:
        for step in one:
            if isinstance(step, Links):
                assert not there.bars(step.start_region, step.start[:, :2], step.end[:, :2]).any()


def test_places_lie_where_they_are_said_to_on_outlines(navmesh: NavMesh) -> None:
    """The base keeps half an inch from the edges of the table; places inside are on no outline."""
    region = ends(navmesh)[1].region
    places = np.array([[19.5, 3.0], [15.0, 0.5], [15.0, 15.5], [19.5, 15.5], [15.0, 8.0]])
    outline, along = beside(navmesh, np.full(len(places), region), places)
    assert outline[4] == -1
    assert len(set(outline[:4].tolist())) == 1
    assert outlines(navmesh).at(outline[:4], along[:4]) == pytest.approx(places[:4])
    size = float(outlines(navmesh).size[outline[0]])
    assert outlines(navmesh).at(outline[:4], along[:4] + 3.0 * size) == pytest.approx(places[:4], abs=1e-6)


def test_strings_that_lie_on_one_another_are_pulled_once(navmesh: NavMesh) -> None:
    """The first of them in an order stands for the others; what crosses the wall elsewhere is a string of its own."""
    given = priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement))
    one, other = candidates(given)[:2]
    some = strings(given, [one, other, one], *ends(navmesh))
    assert _same(some, np.array([0, 1, 2])).tolist() == [0, 1, 0]
    assert _same(some, np.array([2, 1, 0])).tolist() == [2, 1, 2]


def test_a_string_that_nothing_leads_along_costs_without_end_and_stays(navmesh: NavMesh) -> None:
    """Somebody may stand where all its walks would lead, and what its links would cost may be without end as well."""
    given = priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement))
    some = strings(given, candidates(given)[:2], *ends(navmesh))
    slides = choices(some, np.full(len(some.links), 0.1))
    shut = np.repeat(some.owner == 0, len(slides.price) // len(some.links))
    slid, cost = _slid(replace(slides, price=np.where(shut, np.inf, slides.price)), wary=True)
    assert len(slid) == 2
    assert np.isinf(cost).tolist() == [True, False]
