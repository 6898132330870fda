"""The cheapest of many goals: beside all of them tried one by one."""

import numpy as np
import pytest

from rules.movement import cheapest_goal
from rules.movement.cheapest_goal import nearest_of
from rules.movement.link_costs import MovementCosts
from rules.movement.path_rules import agent_of, start_of
from rules.systems import registry
from scene.geometry.mesh import FloatArray, IntArray
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.route_search import Search, priced_navmesh, search
from tests.rules.course_parts import block, course, infinite, me

PIECES = [infinite((7, 8), (0, 12)), infinite((11, 12), (5, 16)), block((14, 18), 2.0, (3, 9))]


@pytest.fixture(scope="module")
def found() -> Search:
    table = course("cheapest", PIECES, None).table
    navmesh = navmesh_of(table.terrain, table.size, agent_of(me()))
    return search(
        priced_navmesh(navmesh, MovementCosts(registry.system("main-rulebook").movement, 5.0)), start_of(me(), navmesh)
    )


def plain(found: Search, places: FloatArray, regions: IntArray, only_from: IntArray) -> float:
    """The least cost, from every node that a place is looked at from."""
    given, best = found.priced, np.inf
    xy, home = np.concatenate([given.xy, found.place.xy[None]]), np.append(given.region, found.place.region)
    for place, region, last in zip(places, regions, only_from, strict=True):
        nodes = np.flatnonzero(home == region) if last < 0 else np.array([last])
        walks = given.sees(np.full(len(nodes), region), xy[nodes], np.broadcast_to(place, (len(nodes), 2)))
        cost = found.cost[nodes] + given.rates[region] * np.hypot(*(xy[nodes] - place).T)
        best = min(best, cost[walks].min(initial=np.inf))
    return float(best)


@pytest.mark.parametrize("spread", [0.5, 12.0])
@pytest.mark.parametrize("seed", range(6))
def test_no_place_is_cheaper(found: Search, seed: int, spread: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cheapest_goal, "FIRST", 3)
    rng = np.random.default_rng(seed)
    places = rng.uniform((2, 2), (18, 14)) + rng.uniform(-spread, spread, (150, 2))
    regions = rng.integers(len(found.priced.navmesh.regions), size=len(places))
    only_from = np.where(rng.random(len(places)) < 0.3, rng.integers(len(found.cost), size=len(places)), -1)
    home = np.append(found.priced.region, found.place.region)
    regions = np.where(only_from < 0, regions, home[only_from])
    held = np.array(
        [found.priced.navmesh.regions[region].holds(xy[None])[0] for region, xy in zip(regions, places, strict=True)]
    )
    places, regions, only_from = places[held], regions[held], only_from[held]
    best = nearest_of(found, places, regions, only_from=only_from)
    expected = plain(found, places, regions, only_from)
    assert (best[1] if best else np.inf) == pytest.approx(expected, abs=1e-9)


def test_there_may_be_no_way_to_any(found: Search) -> None:
    inside = np.array([[7.5, 4.0], [11.5, 12.0]])
    assert nearest_of(found, inside, np.full(2, found.place.region)) is None
    assert nearest_of(found, np.zeros((0, 2)), np.zeros(0, dtype=np.int64)) is None
