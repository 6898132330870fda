"""main-rulebook: Measuring through walls and solid terrain features: the inch kept from enemies ends at what is in between."""

from dataclasses import replace
from math import hypot, sqrt

import numpy as np
import pytest

from rules.engagement import ONE_INCH, walled_off
from rules.movement.keep_out_discs import keep_away
from rules.movement.path_rules import agent_of, find_path, find_reach
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.measuring.distance import nearest
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Kind, Piece, Table
from tests.rules.course_parts import BASE, GOAL, Span, block, course, me, taut

THIN = 0.05


def foe(at: Point) -> Figure:
    return me(at, name="foe", side="blue")


def table_with(pieces: list[Piece], enemy: Figure, who: Figure | None = None) -> Table:
    return replace(course("inch", pieces, None).table, figures=(who or me(), enemy))


def navmesh(table: Table) -> NavMesh:
    return navmesh_of(table.terrain, table.size, agent_of(table.figure("me")))


def cost(table: Table, goal: Point = GOAL) -> float:
    path = find_path(table, table.figure("me"), goal, rules=registry.system("main-rulebook").movement)
    assert isinstance(path, Path)
    return path.cost


def too_near(table: Table, place: Point, *, spare: float = 0.0) -> bool:
    """Whether the inch is broken at a place, plainly looked at."""
    there, enemy = table.figure("me").moved(place), table.figure("foe")
    return nearest(there, enemy).distance < ONE_INCH - spare and not walled_off(table, there, enemy)


def around(table: Table, place: Point, aside: float) -> set[bool]:
    """Whether the inch is broken at places around one."""
    turn = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    x, y, z = place
    return {too_near(table, (float(x + aside * np.cos(a)), float(y + aside * np.sin(a)), z)) for a in turn}


def scattered(seed: int) -> list[Piece]:
    """Walls, barricades, low and high blocks anywhere."""
    rng, pieces = np.random.default_rng(seed), []
    kinds: list[tuple[Kind, Span]] = [("wall", (1.5, 4.0)), ("obstacle", (0.3, 1.5)), ("structure", (0.1, 0.9))]
    for number in range(9):
        kind, heights = kinds[number % 3]
        x, y, size = rng.uniform(1.0, 20.0), rng.uniform(1.0, 12.0), rng.uniform(0.05, 4.0, 2)
        if kind != "structure":
            size[rng.integers(2)] = rng.uniform(0.05, 0.4)
        pieces.append(block((x, x + size[0]), rng.uniform(*heights), (y, y + size[1]), kind=kind))
    return pieces


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 6))])
def test_what_is_kept_is_what_can_be_measured(seed: int) -> None:
    """Against the distance and what is in between at each place; of what cannot be measured only slivers are kept too."""
    rng, pieces = np.random.default_rng(seed), scattered(seed)
    floor = navmesh(table_with(pieces, foe((23.0, 15.0, 0.0))))
    kept = screened = 0
    for _ in range(8):
        region = floor.regions[rng.integers(len(floor.regions))]
        at = rng.uniform(region.rings[0].min(axis=0), region.rings[0].max(axis=0))
        if not region.holds(at[None])[0] or hypot(*(at - (1.0, 1.0))) < 3.0:
            continue
        table = table_with(pieces, foe((float(at[0]), float(at[1]), float(region.plane.z))), me((1.0, 1.0, 0.0)))
        blocking = keep_away(table, table.figure("me"), floor, registry.system("main-rulebook").movement)
        for xy in at + rng.uniform(-2.1, 2.1, (60, 2)):
            for number in [number for number, region in enumerate(floor.regions) if region.holds(xy[None])[0]]:
                place = (float(xy[0]), float(xy[1]), float(floor.regions[number].plane.z))
                found = bool(blocking.bars(np.array([number]), xy[None], xy[None])[0])
                if too_near(table, place, spare=0.002):
                    assert found
                    kept += 1
                elif found and place[2] == table.figure("foe").position[2]:
                    assert too_near(table, place) or True in around(table, place, 0.03)
                else:
                    screened += not found
    assert kept > 20
    assert screened > 20


@pytest.mark.parametrize("thick", [THIN, 0.5])
def test_enemies_behind_a_wall_are_passed_straight(thick: float) -> None:
    wall = block((2, 18), 4.0, (8.0 + BASE / 2 + 0.01, 8.0 + BASE / 2 + 0.01 + thick), kind="wall")
    behind = foe((12.0, 8.0 + BASE + 0.02 + thick, 0.0))
    assert cost(table_with([wall], behind)) == pytest.approx(12.0, abs=1e-3)
    # With the wall away he is in the way.
    whole = taut((4, 8, 0), [(*behind.position[:2], 1, ONE_INCH + BASE)], GOAL)
    assert whole > 12.04
    assert cost(table_with([], behind)) == pytest.approx(whole, rel=0.01)


def test_reach_holds_places_beside_enemies_behind_a_wall() -> None:
    wall = block((2, 18), 4.0, (8.6, 8.7), kind="wall")
    table = table_with([wall], foe((6.0, 9.3, 0.0)))
    places = find_reach(table, table.figure("me"), inches=5.0, rules=registry.system("main-rulebook").movement).positions
    near = np.hypot(*(places[:, :2] - (6.0, 9.3)).T) < ONE_INCH + BASE - 0.05
    assert near[places[:, 1] < 8.6].sum() > 15
    assert not near[places[:, 1] > 8.7].any()


def test_whoever_comes_past_the_end_of_a_wall_keeps_the_inch_from_there_on() -> None:
    """All the way along; and it is no dearer than the path that keeps it everywhere."""
    ends = block((2, 10), 4.0, (8.6, 8.7), kind="wall")
    table = table_with([ends], foe((10.1, 9.3, 0.0)))
    path = find_path(table, table.figure("me"), GOAL, rules=registry.system("main-rulebook").movement)
    assert isinstance(path, Path)
    for leg in path.legs:
        for share in np.linspace(0.0, 1.0, 100).tolist():
            x, y, z = (a + share * (b - a) for a, b in zip(leg.start, leg.end, strict=True))
            assert not too_near(table, (x, y, z), spare=1e-3)
    whole = taut((4, 8, 0), [(10.1, 9.3, 1, ONE_INCH + BASE)], GOAL)
    assert 12.0 < path.cost <= whole * 1.01


@pytest.mark.parametrize(("kind", "height"), [("obstacle", 1.0), ("structure", 0.45)])
def test_the_inch_is_measured_over_barricades_and_what_is_no_higher_than_half_an_inch(kind: Kind, height: float) -> None:
    """It makes no difference whether they are there."""
    low = block((2, 18), height, (8.0 + BASE / 2 + 0.01, 8.0 + BASE / 2 + 0.11), kind=kind)
    table = table_with([low], foe((12.0, 8.0 + BASE + 0.2, 0.0)))
    whole = taut((4, 8, 0), [(12.0, 8.0 + BASE + 0.2, 1, ONE_INCH + BASE)], GOAL)
    assert cost(table) == pytest.approx(whole, rel=0.01)


def test_through_a_door_the_inch_is_measured() -> None:
    """Whoever stands behind the wall beside a door keeps nobody from passing by, whoever stands in it does."""
    y = 8.0 + BASE / 2 + 0.01
    jambs = [block(x, 4.0, (y, y + 0.1), kind="wall") for x in ((2, 11), (13, 22))]
    for x, free in ((12.0, False), (16.0, True)):
        table = table_with(jambs, foe((x, y + 0.11 + BASE / 2, 0.0)))
        assert (cost(table) == pytest.approx(12.0, abs=1e-3)) is free


def test_whoever_starts_behind_a_wall_within_an_inch_keeps_the_whole_inch_elsewhere() -> None:
    wall = block((4, 9), 4.0, (8.6, 8.7), kind="wall")
    start = (8.5, 8.0, 0.0)
    table = table_with([wall], foe((8.5, 9.3, 0.0)), me(start))
    blocking, floor = (
        keep_away(table, table.figure("me"), navmesh(table), registry.system("main-rulebook").movement),
        navmesh(table),
    )

    def barred(x: float, y: float) -> bool:
        xy = np.array([[x, y]])
        return bool(blocking.bars(np.array([0]), xy, xy)[0])

    assert len(floor.regions) >= 1
    assert not barred(*start[:2])
    far = ONE_INCH + BASE
    assert barred(8.5 + far - 0.01, 9.3)
    assert not barred(8.5 + far + 0.01, 9.3)


def test_between_heights_it_ends_at_the_edge_that_is_in_between() -> None:
    """The enemy stands below a high wall walk: nobody up there is within an inch of him; on a low one the edge hides nobody."""
    for height, hidden in ((0.9, True), (0.5, False)):
        deck = block((12.0, 20.0), height)
        parapet = block((12.0, 12.1), height + 1.0, kind="wall") if hidden else block((12.0, 12.1), height)
        enemy = foe((12.0 - BASE / 2 - 0.01, 8.0, 0.0))
        table = table_with([deck, parapet], enemy, me((18.0, 8.0, height)))
        blocking, floor = (
            keep_away(table, table.figure("me"), navmesh(table), registry.system("main-rulebook").movement),
            navmesh(table),
        )
        up = np.array([number for number, region in enumerate(floor.regions) if abs(region.plane.z - height) < 0.01])
        gap = height - me().base_height
        x = enemy.position[0] + BASE + sqrt(1.0 - gap**2) - 0.03
        xy = np.broadcast_to([x, 8.0], (len(up), 2))
        assert x > 12.1 + BASE / 2
        assert blocking.bars(up, xy, xy).any() != hidden
