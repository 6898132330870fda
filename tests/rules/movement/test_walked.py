"""Random paths over random and bundled tables, held against the bare triangles; and the checker that does it, against lies."""

from dataclasses import replace
from functools import cache
from itertools import permutations
from math import inf

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from assets.tables import path as table_path
from rules.movement.path_rules import NoPath, agent_of, find_path
from rules.systems import registry
from scene.geometry.mesh import Mesh, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import navmesh_of
from scene.pathfinding.path_legs import Leg, LegKind, Path
from scene.pathfinding.region_lookup import region_at
from scene.table.table import Figure, Piece, Table, Terrain
from scene.table_io.table_reading import load_table
from tests.plain_scenes import box
from tests.rules.course_parts import SIZE, START, block, kit, me, right, taut
from tests.rules.walked import Checker, Surface

PAIRS = 8


def checker(table: Table, figure: Figure) -> Checker:
    agent = agent_of(figure)
    return Checker(table, agent.radius, agent.height)


def standing(mesh: Mesh, x: float, y: float, degrees: float, name: str) -> Piece:
    return Piece(name, mesh, RigidTransform.turned((x, y, 0.0), degrees))


@cache
def boxes(seed: int) -> Table:
    """Blocks, thin walls, plates in the air, posts and pieces of the kit, turned anyhow and over one another."""
    random = np.random.default_rng(seed)
    pieces = []
    for number in range(14):
        x, y, turn = random.uniform(1, 19), random.uniform(1, 15), random.uniform(0, 360)
        long, wide, high = random.uniform(0.8, 3), random.uniform(0.8, 2), random.choice([0.3, 0.5, 0.9, 1.4, 2.0, 2.6, 3.0])
        shapes = [
            box((-long, -wide, 0), (long, wide, high)),
            box((-long, -0.06, 0), (long, 0.06, high)),
            box((-long, -wide, high - 0.15), (long, wide, high)),
            box((-0.15, -0.15, 0), (0.15, 0.15, 4)),
        ]
        pieces.append(standing(shapes[int(random.integers(4))], x, y, turn, f"piece {number}"))
    for number, name in enumerate(["gantry", "stairs", "barricade", "ladder"]):
        pieces.append(kit(name, (random.uniform(4, 16), random.uniform(4, 12), 0), random.uniform(0, 360)))
        pieces[-1] = replace(pieces[-1], id=f"{name} {number}")
    return Table(SIZE, Terrain(tuple(pieces)))


@cache
def bundled(name: str) -> Table:
    return replace(load_table(table_path(name), LIBRARY), figures=())


def places(table: Table, count: int, seed: int) -> list[Point]:
    """Random places on surfaces of all heights on which a figure can stand; half of them are above the table's own."""
    random, surface = np.random.default_rng(seed), Surface.of(list(table.terrain.pieces)).level()
    navmesh, found = navmesh_of(table.terrain, table.size, agent_of(me())), list[Point]()
    for attempt in range(60 * count):
        x, y = random.uniform(0.6, np.array(table.size) - 0.6).tolist()
        above = [z for z in surface.near(np.array([x, y]), np.array([x, y]), 0.0).heights(np.array([x, y])).tolist() if z > 0.2]
        if len(found) == count:
            break
        z = float(random.choice(above)) if above else 0.0
        if bool(above) != bool(attempt % 2):
            continue
        if region_at(navmesh, (x, y, z), stray=0.0) is not None:
            found.append((x, y, z))
    return found


def faults(table: Table, start: Point, goal: Point, *, base_mm: float = 25.0, safe: bool = False) -> list[str]:
    who = me(start, base_mm=base_mm)
    answer = find_path(table, who, goal, safe=safe, rules=registry.system("main-rulebook").movement)
    if isinstance(answer, NoPath):
        return []
    lied = ["a check on a safe way"] if safe and answer.checks else []
    return lied + [str(fault) for fault in checker(table, who).faults(answer, start, goal)]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_every_way_over_random_boxes_is_free_and_has_a_floor_or_a_hold(seed: int) -> None:
    table = boxes(seed)
    stops = places(table, 2 * PAIRS, seed)
    assert len(stops) == 2 * PAIRS
    for number, (start, goal) in enumerate(zip(stops[::2], stops[1::2], strict=True)):
        assert faults(table, start, goal, safe=number % 3 == 0) == [], (start, goal)


@pytest.mark.long
@pytest.mark.parametrize("name", ["disputed-shot", "gantry-town"])
def test_every_way_over_a_bundled_table_is_free_and_has_a_floor_or_a_hold(name: str) -> None:
    table = bundled(name)
    stops = places(table, 2 * PAIRS, 7)
    for number, (start, goal) in enumerate(zip(stops[::2], stops[1::2], strict=True)):
        assert faults(table, start, goal, safe=number % 3 == 0) == [], (start, goal)


@pytest.mark.long
@pytest.mark.parametrize("seed", [20, 34])
def test_a_way_through_a_third_place_is_never_cheaper(seed: int) -> None:
    table, stops = boxes(seed), places(boxes(seed), 5, seed)
    paths = {
        (a, b): find_path(table, me(a), b, rules=registry.system("main-rulebook").movement) for a, b in permutations(stops, 2)
    }
    costs = {ends: path.cost if isinstance(path, Path) else inf for ends, path in paths.items()}
    for a, b, c in permutations(stops, 3):
        through = costs[a, b] + costs[b, c]
        assert costs[a, c] <= through + max(0.05, 0.01 * through), (a, b, c)


@pytest.mark.long
def test_who_crosses_a_rail_aslant_lands_no_farther_from_it() -> None:
    """From a deck of a bundled table over its rail and 3 inches down."""
    town = load_table(table_path("gantry-town"), LIBRARY)
    vesna = next(figure for figure in town.figures if figure.id == "vesna")
    # What stands farther off than the way is long does not matter.
    near = [
        piece
        for piece in town.terrain.pieces
        if (piece.placed.bounds[0, :2] < np.array(vesna.position[:2]) + 6.0).all()
        and (piece.placed.bounds[1, :2] > np.array(vesna.position[:2]) - 6.0).all()
    ]
    assert len(near) < len(town.terrain.pieces) / 2
    table = replace(town, terrain=Terrain(tuple(near)))
    answer = find_path(table, vesna, (21.625, 6.375, 0.0), rules=registry.system("main-rulebook").movement)
    assert isinstance(answer, Path)
    assert [leg.kind for leg in answer.legs if leg.kind != "walk"] == ["cross", "jump"]
    assert answer.cost < 4.0


def test_nobody_crosses_a_rail_into_the_air() -> None:
    """Two decks 6 inches apart, the near one with a rail: nobody leaps so far; down by a jump, and up at twice the height."""
    decks = [block((0, 7), 3.0), block((13, 20), 3.0), block((6.9, 7.0), 3.9, low=3.0)]
    answer = find_path(on_table(*decks), me((3, 8, 3)), (17, 8, 3), rules=registry.system("main-rulebook").movement)
    assert isinstance(answer, Path)
    assert answer.cost == pytest.approx(14.0 + 2 * 3.0, abs=0.05)


def test_a_kerb_behind_a_block_makes_no_stairs_of_its_front() -> None:
    """One steps up to the block over the kerb, from the far side; along the near side the base keeps off it."""
    table = on_table(block((10, 14), 0.9, (4, 12)), block((14, 15), 0.5, (4, 12)))
    start, goal = (10.2, 2.0, 0.0), (10.2, 14.0, 0.0)
    answer = find_path(table, me(start), goal, rules=registry.system("main-rulebook").movement)
    assert isinstance(answer, Path)
    assert answer.cost == pytest.approx(taut(start, right((10, 4), (10, 12)), goal), abs=0.02)


def told(table: Table, *legs: Leg) -> str:
    path = Path(legs)
    return "; ".join(str(fault) for fault in checker(table, me()).faults(path, legs[0].start, legs[-1].end))


def leg(kind: LegKind, start: Point, end: Point) -> Leg:
    run, rise = float(np.hypot(end[0] - start[0], end[1] - start[1])), end[2] - start[2]
    return Leg(kind, start, end, run, rise, run + abs(rise))


def on_table(*pieces: Piece) -> Table:
    return Table(SIZE, Terrain(pieces))


@pytest.mark.parametrize(
    ("lie", "legs"),
    [
        ("in the way", [leg("walk", START, (16, 8, 0))]),
        ("in the way", [leg("walk", (9.0, 1, 0), (9.0, 15, 0))]),
        ("no floor", [leg("walk", (4, 8, 3), (8, 8, 3))]),
        ("no floor", [leg("walk", (11, 8, 3), (15.2, 8, 3))]),
        ("go on", [leg("walk", START, (7, 8, 0)), leg("climb", (7.3, 8, 0), (7.3, 8, 3))]),
        ("hold on", [leg("climb", START, (4, 8, 3))]),
        ("upright", [leg("climb", (9.4, 8, 0), (9.6, 8, 3))]),
        ("up or down", [leg("jump", (11, 8, 5), (11, 8, 1))]),
        ("higher than a step", [leg("step", (9.4, 8, 0), (9.4, 8, 1))]),
        ("too high", [leg("cross", (9.4, 8, 0), (14.6, 8, 0))]),
        ("too narrow", [leg("squeeze", (9.4, 8, 0), (14.6, 8, 0))]),
        ("air", [leg("leap", (9.4, 8, 0), (14.6, 8, 0))]),
        ("upwards", [leg("leap", (9.0, 8, 0), (11, 8, 3))]),
        ("edge", [leg("walk", (4, 8, 0), (0.3, 8, 0))]),
    ],
)
def test_the_checker_sees_through(lie: str, legs: list[Leg]) -> None:
    """Beside and on a block from x = 10 to 14 and y = 2 to 14, three inches high, with a thin rod at x = 9."""
    rod = Piece("rod", box((9.30, 7.99, 0.0), (9.31, 8.0, 0.9)))
    assert lie in told(on_table(block((10, 14), 3.0, (2, 14)), rod), *legs)


def test_the_checker_believes_the_truth() -> None:
    table = on_table(block((10, 14), 3.0, (2, 14)), block((6, 6.2), 1.5))
    path = [
        leg("walk", START, (5.4, 8, 0)),
        leg("cross", (5.4, 8, 0), (6.8, 8, 0)),
        leg("walk", (6.8, 8, 0), (9.5, 8, 0)),
        leg("climb", (9.5, 8, 0), (9.5, 8, 3)),
        leg("walk", (9.5, 8, 3), (14.5, 8, 3)),
        leg("jump", (14.5, 8, 3), (14.5, 8, 0)),
        leg("walk", (14.5, 8, 0), (19, 8, 0)),
    ]
    assert told(table, *path) == ""


def test_triangles_are_cut_off_exactly() -> None:
    """A triangle that rises from z = 0 at x = 0 to z = 1 at x = 1, seen from x = -1: its part between two heights is as far."""
    surface = Surface(np.array([[[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]]))
    here = np.array([-1.0, 0.0])
    for low, high, far in ((0.0, 1.0, 1.0), (0.25, 0.5, 1.25), (0.5, 2.0, 1.5), (1.5, 2.0, np.inf), (-1.0, -0.5, np.inf)):
        assert surface.distances(here, here, low, high)[0] == pytest.approx(far)
    assert surface.heights(np.array([0.25, 0.0])) == pytest.approx([0.25])
