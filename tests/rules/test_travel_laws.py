"""Laws of travel, what holds for paths over any table: moved tables, other units, more in the way, there and back."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import hypot, inf, pi
from pathlib import Path as File

import numpy as np
import pytest
import shapely

from assets.mesh_library import LIBRARY
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Path
from scene.table.table import MM_PER_INCH, Piece, Table, Terrain
from scene.table_io.table_reading import load_table
from tests.plain_scenes import turn
from tests.rules.course_parts import SIZE, R, answer, block, course, infinite, kinds, me, on_legs, prism, rungs
from tests.rules.course_parts import Course as Question
from tests.rules.courses import COURSES

NEAR, NEARLY = 0.05, 0.01
"""Inches, and the share of a cost, by which answers to the same question may differ: what a single one may be off."""
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]


def cost(asked: Question) -> float:
    """Inches of movement; infinite where there is no path."""
    path = answer(asked)
    return path.cost if isinstance(path, Path) else inf


def not_cheaper(cost_of_more: float, cost_of_less: float) -> bool:
    """Whether the first is at least the second, but for what both may be off."""
    return cost_of_more >= cost_of_less - max(NEAR, NEARLY * min(cost_of_less, cost_of_more))


# Moved tables


def moved(asked: Question, matrix: FloatArray, shift: Sequence[float], size: tuple[float, float]) -> Question:
    """The same question with everything taken through a (2, 2) matrix about the table's origin, then shifted."""

    def point(at: Point) -> Point:
        x, y = matrix @ np.array(at[:2]) + np.array(shift)
        return float(x), float(y), at[2]

    def piece(old: Piece) -> Piece:
        there = old.placed.vertices.copy()
        there[:, :2] = there[:, :2] @ matrix.T + np.array(shift)
        return replace(old, shape=Mesh.of(there, old.placed.faces), pose=RigidTransform())

    table = Table(
        size,
        Terrain(tuple(piece(old) for old in asked.table.terrain.pieces)),
        tuple(figure.moved(point(figure.position)) for figure in asked.table.figures),
    )
    return replace(asked, table=table, goal=point(asked.goal))


MOVED = [
    "one corner",
    "chicane",
    "door 1.05 aslant",
    "window safely",
    "thin wall of 3",
    "two storeys, overhang 0.8",
    "two storeys, overhang 1.3",
    "kit ladder to a kit platform",
    "kit stairs",
    "ramp of 30 degrees",
    "leap of 3 down 3.5",
    "slotted floor",
    "ladder, leap and drop",
    "round a difficult pool",
]
MOVES = {
    "mirrored": (np.diag([-1.0, 1.0]), (SIZE[0], 0.0), SIZE),
    "quarter turn": (np.array([[0.0, -1.0], [1.0, 0.0]]), (SIZE[1], 0.0), SIZE[::-1]),
}


@pytest.mark.parametrize("how", MOVES)
@pytest.mark.parametrize("name", MOVED)
def test_a_mirrored_or_turned_table_changes_nothing(name: str, how: str) -> None:
    matrix, shift, size = MOVES[how]
    asked = next(asked for asked in COURSES if asked.name == name)
    here, there = answer(asked), answer(moved(asked, matrix, shift, size))
    assert isinstance(there, Path) is isinstance(here, Path)
    if isinstance(here, Path) and isinstance(there, Path):
        assert there.cost == pytest.approx(here.cost, abs=NEAR, rel=NEARLY)
        assert kinds(there) == kinds(here)
        assert [check.modifier for check in there.checks] == [check.modifier for check in here.checks]


YARD = (
    infinite((8, 8.4), (4, 11)),
    block((11, 15), 3.0, (6, 10)),
    block((15.0, 15.6), 1.5, (6, 10)),
    on_legs((12, 15), (12, 15), 3.0),
    rungs(12.0, 13.5, 3.0),
    block((5, 6), 1.0, (6, 10)),
)
"""Clear of the table's edges by far more than it is worth going round: a wall, a block with a lower one behind, a gantry with
a ladder two inches from the block, and something to cross."""
PLACES: dict[str, Point] = {
    "before the wall": (3, 8, 0),
    "behind the wall": (9.7, 8, 0),
    "block": (13, 8, 3),
    "gantry": (13.5, 13.5, 3),
    "far end": (17.5, 8, 0),
}


@cache
def yard(*more: Piece) -> Question:
    """The yard with more in it; one table for all paths over it, so that its navmesh is worked out once."""
    return course("yard", [*YARD, *more], 0.0)


def in_the_yard(start: str, goal: str, *more: Piece) -> Question:
    asked = yard(*more)
    return replace(asked, table=asked.table.with_figure(me(PLACES[start])), goal=PLACES[goal])


YARD_WAYS = [
    ("before the wall", "behind the wall"),
    ("before the wall", "block"),
    ("behind the wall", "gantry"),
    ("gantry", "block"),
    ("block", "far end"),
]


@cache
def yard_cost(start: str, goal: str) -> float:
    return cost(in_the_yard(start, goal))


@pytest.mark.parametrize(
    ("degrees", "shift"), [(0.0, (10.137, 10.291)), (17.0, (12.0, 8.0)), (45.0, (20.0, 4.0)), (206.0, (28.0, 28.0))]
)
def test_a_shifted_or_turned_yard_changes_nothing(degrees: float, shift: tuple[float, float]) -> None:
    """On a table with as much room at every side. All ways in one test: they share its navmesh."""
    all_there = moved(yard(), turn(degrees), shift, (40.0, 40.0)).table.terrain
    for start, goal in YARD_WAYS:
        there = moved(in_the_yard(start, goal), turn(degrees), shift, (40.0, 40.0))
        there = replace(there, table=replace(there.table, terrain=all_there))
        assert yard_cost(start, goal) < inf
        assert cost(there) == pytest.approx(yard_cost(start, goal), abs=NEAR, rel=NEARLY), (start, goal)


def test_a_way_through_a_third_place_is_never_cheaper() -> None:
    for start in PLACES:
        for goal in PLACES:
            if start != goal:
                for between in set(PLACES) - {start, goal}:
                    assert not_cheaper(yard_cost(start, between) + yard_cost(between, goal), yard_cost(start, goal))


@pytest.mark.parametrize(("start", "goal"), YARD_WAYS)
def test_without_checks_is_never_cheaper(start: str, goal: str) -> None:
    path = answer(replace(in_the_yard(start, goal), safe=True))
    assert isinstance(path, Path)
    assert path.checks == ()
    assert not_cheaper(path.cost, yard_cost(start, goal))


@cache
def post(x: float, y: float) -> Piece:
    return infinite((x - 0.1, x + 0.1), (y - 0.3, y + 0.3))


@pytest.mark.parametrize("at", [(9.2, 9.0), (10.2, 7.0), (10.6, 12.0), (14.0, 10.6), (16.4, 8.6)])
def test_another_wall_in_the_yard_never_makes_a_way_cheaper(at: tuple[float, float]) -> None:
    x, y = at
    for start, goal in YARD_WAYS:
        with_wall = cost(in_the_yard(start, goal, post(x, y)))
        assert not_cheaper(with_wall, yard_cost(start, goal)), (start, goal)


def obj(mesh: Mesh, scale: float) -> str:
    """The mesh as the text of an OBJ file."""
    points = [" ".join(["v", *(repr(value * scale) for value in point)]) for point in mesh.vertices.tolist()]
    return "\n".join(points + [f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist()]) + "\n"


def test_millimetres_and_inches_agree(tmp_path: File) -> None:
    tables = []
    for units, scale in (("inch", 1.0), ("mm", MM_PER_INCH)):
        terrain = []
        for number, piece in enumerate(yard().table.terrain.pieces):
            (tmp_path / f"{units}-{number}.obj").write_text(obj(piece.placed, scale), encoding="utf-8")
            placed = {"mesh": f"{units}-{number}.obj", "units": units, "anchor": "origin", "position": [0, 0, 0]}
            terrain.append({"id": piece.id, "kind": piece.kind, "infinite_height": piece.infinite_height, **placed})
        figures = [{"id": "me", "proxy": "human", "base_mm": 25, "side": "red", "position": [3, 8, 0]}]
        head = {"format": "sightline-table", "version": 1, "size": list(SIZE)}
        (tmp_path / f"{units}.json").write_text(json.dumps(head | {"terrain": terrain, "figures": figures}), encoding="utf-8")
        tables.append(load_table(tmp_path / f"{units}.json", LIBRARY))
    for start, goal in YARD_WAYS:
        asked = in_the_yard(start, goal)
        there = [table.with_figure(table.figure("me").moved(PLACES[start])) for table in tables]
        costs = [cost(replace(asked, table=table)) for table in there]
        assert costs == pytest.approx([yard_cost(start, goal)] * 2, abs=1e-3), (start, goal)


# Level ground with pillars of three to six sides in it, further apart than a base is wide


def pillars(seed: int) -> list[FloatArray]:
    """Up to twelve convex outlines (n, 2), at least 1.1 inches apart, in random order."""
    random = np.random.default_rng(seed)
    found = []
    for x in (4.0, 8.0, 12.0, 16.0):
        for y in (4.0, 8.0, 12.0):
            sides, first = int(random.integers(3, 7)), random.uniform(0, 2 * pi)
            middle = np.array([x, y]) + random.uniform(-0.25, 0.25, 2)
            turns = first + np.arange(sides) * 2 * pi / sides
            found.append(middle + random.uniform(0.5, 1.2) * np.stack([np.cos(turns), np.sin(turns)], axis=1))
    return [found[index] for index in random.permutation(len(found))]


@cache
def level(seed: int, count: int) -> Question:
    """From a place at one end of the table to one at the other, with so many pillars between them."""
    random = np.random.default_rng(1000 + seed)
    outlines = [[(float(x), float(y)) for x, y in outline] for outline in pillars(seed)[:count]]
    pieces = [Piece("pillar", prism(outline, 6.0), kind="wall", infinite_height=True) for outline in outlines]
    start, goal = (1.5, float(random.uniform(2, 14)), 0.0), (18.5, float(random.uniform(2, 14)), 0.0)
    return course(f"seed {seed}", pieces, 0.0, who=me(start), goal=goal)


def on_the_level(seed: int, *, count: int = 12, base_mm: float = 25.0, back: bool = False) -> Question:
    asked = level(seed, count)
    start, goal = asked.figure.position, asked.goal
    if back:
        start, goal = goal, start
    return replace(asked, table=asked.table.with_figure(me(start, base_mm=base_mm)), goal=goal)


def pulled_tight(seed: int) -> float:
    """The slow plain reference: the shortest path from corner to corner of the outlines grown by the base."""
    asked, segments = on_the_level(seed), 8
    grown = shapely.union_all([shapely.Polygon(outline).buffer(R, quad_segs=segments) for outline in pillars(seed)])
    free = shapely.box(R, R, SIZE[0] - R, SIZE[1] - R).difference(grown).buffer(1e-6)
    corners = [asked.figure.position[:2], asked.goal[:2], *(at for ring in free.interiors for at in ring.simplify(1e-5).coords)]
    points = np.array(corners)
    shapely.prepare(free)
    far, open_ = np.full(len(points), inf), np.ones(len(points), dtype=bool)
    far[0] = 0.0
    # No way on is shorter than the straight line: most corners lie too far aside to be looked from.
    onward = np.linalg.norm(points - points[1], axis=1)
    while open_[1]:
        here = int(np.argmin(np.where(open_, far + onward, inf)))
        open_[here] = False
        left = np.flatnonzero(open_)
        lines = shapely.linestrings(np.stack([np.broadcast_to(points[here], (len(left), 2)), points[left]], axis=1))
        seen = left[shapely.covers(free, lines)]
        far[seen] = np.minimum(far[seen], far[here] + np.linalg.norm(points[seen] - points[here], axis=1))
    return float(far[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_level_ground_a_path_is_as_long_as_a_string_pulled_tight(seed: int) -> None:
    """The reference's arcs are chords of 90 / 8 degrees, which makes them 0.0016 of their length too short."""
    path = answer(on_the_level(seed))
    assert isinstance(path, Path)
    assert kinds(path) == ("walk",)
    assert -0.01 <= path.cost - pulled_tight(seed) <= NEAR


@pytest.mark.parametrize("seed", SEEDS)
def test_level_ground_the_way_back_costs_the_same(seed: int) -> None:
    assert cost(on_the_level(seed, back=True)) == pytest.approx(cost(on_the_level(seed)), abs=0.01)


@pytest.mark.parametrize("seed", SEEDS)
def test_more_obstacles_are_never_cheaper_and_nothing_beats_the_straight_line(seed: int) -> None:
    costs = [cost(on_the_level(seed, count=count)) for count in (0, 4, 8, 12)]
    asked = on_the_level(seed)
    here, there = asked.figure.position, asked.goal
    assert costs[0] == pytest.approx(hypot(there[0] - here[0], there[1] - here[1]), abs=1e-6)
    assert all(not_cheaper(more, less) for less, more in itertools.pairwise(costs))
    assert min(costs) >= costs[0] - 1e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_larger_base_goes_no_shorter_way(seed: int) -> None:
    costs = [cost(on_the_level(seed, base_mm=base)) for base in (20.0, 25.0, 27.0)]
    assert all(not_cheaper(larger, smaller) for smaller, larger in itertools.pairwise(costs))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_point_of_a_path_keeps_the_base_off_the_walls_and_on_the_table(seed: int) -> None:
    """Measured between the path's corners too; a base may touch but not overlap by more than 0.01 inches."""
    path = answer(on_the_level(seed))
    assert isinstance(path, Path)
    line = shapely.LineString([leg.start[:2] for leg in path.legs] + [path.legs[-1].end[:2]])
    assert shapely.distance(line, shapely.union_all([shapely.Polygon(outline) for outline in pillars(seed)])) >= R - 0.01
    assert shapely.box(R, R, SIZE[0] - R, SIZE[1] - R).buffer(1e-6).covers(line)


def test_the_same_question_has_the_same_answer() -> None:
    first, again = (answer(in_the_yard("behind the wall", "gantry")) for _ in range(2))
    assert first == again
    assert isinstance(first, Path)


def test_who_stays_goes_no_way_and_pays_nothing() -> None:
    path = answer(in_the_yard("block", "block"))
    assert isinstance(path, Path)
    assert (path.legs, path.cost) == ((), 0)
