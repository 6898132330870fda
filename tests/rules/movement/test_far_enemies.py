"""Enemies who are far off cost nothing: reach and paths in a crowd are those that are found with all that everybody bars."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rules.movement.path_rules
from rules.movement.keep_out_discs import keep_away
from rules.movement.path_rules import agent_of, find_path, find_reach
from rules.systems import registry
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.path_legs import Path
from scene.pathfinding.route_search import PricedNavMesh, among
from scene.table.table import Figure, Kind, Piece, Table
from tests.rules.course_parts import Span, block, course, me

RULES = registry.system("main-rulebook").movement
INCHES = 6.0


def scattered(rng: np.random.Generator) -> list[Piece]:
    """Walls, barricades and low blocks anywhere."""
    kinds: list[tuple[Kind, Span]] = [("wall", (1.5, 4.0)), ("obstacle", (0.3, 1.5)), ("structure", (0.1, 2.9))]
    pieces = []
    for kind, heights in kinds * 3:
        x, y, size = rng.uniform(1.0, 20.0), rng.uniform(1.0, 12.0), rng.uniform(0.3, 4.0, 2)
        pieces.append(block((x, x + size[0]), rng.uniform(*heights), (y, y + size[1]), kind=kind))
    return pieces


def crowded(seed: int) -> Table:
    """Somebody among eight enemies, all of them on free ground."""
    rng = np.random.default_rng(seed)
    table = course("crowd", scattered(rng), None).table
    navmesh = navmesh_of(table.terrain, table.size, agent_of(me()))
    places: list[Point] = []
    while len(places) < 9:
        region = navmesh.regions[rng.integers(len(navmesh.regions))]
        x, y = rng.uniform(region.rings[0].min(axis=0), region.rings[0].max(axis=0)).tolist()
        if region.holds(np.array([[x, y]]))[0] and all(np.hypot(x - a, y - b) > 1.2 for a, b, _ in places):
            places.append((x, y, region.plane.z))
    foes = [me(at, name=f"foe {number}", side="blue") for number, at in enumerate(places[1:])]
    return replace(table, figures=(me(places[0]), *foes))


def all_minded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths and reach found plainly: with all discs, and everything that they bar, however far off."""

    def every(*asked: Any, around: object) -> BlockingDiscs:  # noqa: ANN401
        assert around is not None
        return keep_away(*asked)

    def wide(free: PricedNavMesh, blocking: BlockingDiscs, *, within: object = None) -> PricedNavMesh:
        assert within is not None
        return among(free, blocking)

    monkeypatch.setattr(rules.movement.path_rules, "keep_away", every)
    monkeypatch.setattr(rules.movement.path_rules, "among", wide)


def legs_to(table: Table, who: Figure, goal: Point) -> tuple[object, ...] | str:
    try:
        found = find_path(table, who, goal, rules=RULES)
    except SceneError as error:
        return str(error)
    return found.legs if isinstance(found, Path) else found.why


@pytest.mark.parametrize("seed", range(6))
def test_reach_and_paths_are_the_same_with_all_enemies_looked_at(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = crowded(seed)
    who = table.figure("me")
    reach = find_reach(table, who, inches=INCHES, rules=RULES, step=1.0)
    goals = [(x, y, z) for x, y, z in reach.positions[:: max(1, len(reach.positions) // 6)].tolist()]
    goals += [figure.moved((figure.position[0] + 1.5, *figure.position[1:])).position for figure in table.figures[1:4]]
    paths = [legs_to(table, who, goal) for goal in goals]
    with monkeypatch.context() as plainly:
        plainly.setattr(rules.movement.path_rules, "_undisturbed", lambda *_: None)
        assert paths == [legs_to(table, who, goal) for goal in goals]
    all_minded(monkeypatch)
    plain = find_reach(table, who, inches=INCHES, rules=RULES, step=1.0)
    assert np.array_equal(reach.positions, plain.positions)
    assert np.array_equal(reach.costs, plain.costs)


def test_some_enemies_are_near_and_some_far_off() -> None:
    """The crowds are such that it matters."""
    near = []
    for seed in range(6):
        table = crowded(seed)
        who = table.figure("me")
        blocking = keep_away(table, who, navmesh_of(table.terrain, table.size, agent_of(who)), RULES)
        apart = np.hypot(*(blocking.centre - who.position[:2]).T) - blocking.radius
        near += (apart <= INCHES).tolist()
    assert any(near)
    assert not all(near)
