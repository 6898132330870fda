"""The bundled table with a hill and ruins: the same for both sides, open to riders, its hill held from its top."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from assets import scenarios, tables
from assets.mesh_library import LIBRARY
from rules.movement.path_rules import find_path
from rules.skirmish.state.scenario import Scenario, objective_place
from rules.skirmish.state.scenario_reading import parse_scenario
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.footprints import footprint
from scene.table.table import Figure, Table
from scene.table_io.table_check import check_file
from scene.table_io.table_reading import load_table
from tests.rules.skirmish.battles import battle

TOP = 1.8
ROOM = 2.0
"""Inches between pieces: a base of 40 mm is 1.57 inches wide."""


@pytest.fixture(scope="module")
def abbey() -> Table:
    return load_table(tables.path("broken-abbey"), LIBRARY)


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return parse_scenario(scenarios.path("hill-and-ruins").read_bytes())


def test_nothing_is_wrong_with_it() -> None:
    report = check_file(tables.path("broken-abbey"), LIBRARY)
    assert (report.faults, report.warnings) == ((), ())


def test_it_is_the_same_seen_from_both_sides(abbey: Table) -> None:
    """Turned by half about its middle, every piece is another one of its kind and shape, or itself."""
    size = np.array([*abbey.size, 0.0])
    seen = [(piece.kind, piece.placed.bounds) for piece in abbey.terrain.pieces]
    for kind, box in seen:
        turned = np.array([size - box[1], size - box[0]])
        turned[:, 2] = box[:, 2]
        assert any(kind == other and np.allclose(turned, there, atol=1e-6) for other, there in seen)


def test_between_any_two_pieces_and_to_the_edges_is_room_for_riders(abbey: Table) -> None:
    outlines = {piece.id: footprint(piece.placed) for piece in abbey.terrain.pieces}
    assert [pair for pair in combinations(outlines, 2) if outlines[pair[0]].distance(outlines[pair[1]]) < ROOM] == []
    for outline in outlines.values():
        low_x, low_y, high_x, high_y = outline.bounds
        assert min(low_x, low_y, abbey.size[0] - high_x, abbey.size[1] - high_y) >= ROOM - 1e-6


@pytest.mark.parametrize("base_mm", [25.0, 32.0, 40.0])
def test_all_open_ground_and_the_hill_top_are_walked_to(abbey: Table, base_mm: float) -> None:
    """From one corner to the others, both ruins, gatehouses and copses, and the top, with no climb and no check."""
    figure = Figure("me", LIBRARY.body("human", "upright", "upright"), (1.5, 1.5, 0.0), 0.0, "red", base_mm=base_mm)
    table = replace(abbey, figures=(figure,))
    quarter: list[Point] = [
        (42.5, 1.5, 0.0),
        (6.6, 17.0, 0.0),
        (14.6, 22.6, 0.0),
        (12.6, 8.6, 0.0),
        (20.0, 9.0, 0.0),
        (1.2, 16.0, 0.0),
    ]
    goals = [*quarter, *((44.0 - x, 30.0 - y, z) for x, y, z in quarter), (22.0, 15.0, TOP)]
    for goal in goals:
        found = find_path(table, figure, goal, rules=registry.system("main-rulebook").movement, safe=True)
        assert isinstance(found, Path), goal
        assert {leg.kind for leg in found.legs} <= {"walk", "step", "squeeze"}, goal


def test_nothing_stands_where_the_sides_set_up(abbey: Table, scenario: Scenario) -> None:
    size = np.array(abbey.size)
    for area in scenario.areas:
        low, high = np.array(area.low) * size, np.array(area.high) * size
        for piece in abbey.terrain.pieces:
            box = piece.placed.bounds[:, :2]
            assert (box[1] <= low).any() or (box[0] >= high).any(), piece.id


def test_the_hill_is_held_on_its_top_and_the_ruins_inside_them(abbey: Table, scenario: Scenario) -> None:
    fought = battle({"anna": (4.0, 3.0), "bill": (40.0, 27.0)}, pieces=abbey.terrain.pieces, size=abbey.size)
    places = {one.id: objective_place(fought, one) for one in scenario.objectives}
    assert places["hill-top"] == pytest.approx((22.0, 15.0, TOP), abs=0.02)
    for ruin in ("west-ruin", "east-ruin"):
        (piece,) = [one for one in abbey.terrain.pieces if one.id == ruin]
        low, high = piece.placed.bounds
        x, y, z = places[ruin]
        assert (low[0] + 1.0 < x < high[0] - 1.0, low[1] + 1.0 < y < high[1] - 1.0) == (True, True)
        assert z == pytest.approx(0.0)
    first, second = (np.array(places[ruin]) for ruin in ("west-ruin", "east-ruin"))
    # As far from either side's area, and as far from the hill.
    np.testing.assert_allclose(first + second, [*abbey.size, 0.0], atol=0.05)
