"""Laws of movement costs: a link's legs cost what the link does and take its checks; what lies far away changes nothing."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from assets import tables
from assets.mesh_library import LIBRARY
from rules.movement.link_costs import MovementCosts
from rules.movement.path_rules import agent_of, find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.navmesh_parts.links import Links
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece, Table, Terrain
from scene.table_io.table_check import load_with_warnings
from tests.rules.course_parts import area, block, me, ramp

APART = 4
"""Every so manieth link of a navmesh is looked at: beside one another lie links of one kind."""
SYSTEMS = registry.names("movement")


def navmeshes() -> list[NavMesh]:
    bundled = load_with_warnings(tables.path("disputed-shot"), LIBRARY)[0]
    pool = area((8, 11), (0, 16), ground="dangerous")
    into = Table((20.0, 16.0), Terrain((pool, block((7.5, 8), 1.0))), (me(),))
    return [navmesh_of(table.terrain, table.size, agent_of(table.figures[0])) for table in (bundled, into)]


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("safe", [False, True])
def test_the_legs_of_a_way_cost_what_it_does_take_its_checks_and_lead_from_its_start_to_its_end(
    system: str, safe: bool
) -> None:
    movement_costs, seen = MovementCosts(registry.system(system).movement, 5.0, safe), 0
    for navmesh in navmeshes():
        link_prices = movement_costs.link_prices(navmesh.links, navmesh.regions)
        for number in np.flatnonzero(np.isfinite(link_prices.cost))[::APART]:
            link = navmesh.links.chosen(np.array([number]))
            legs = movement_costs.legs(link, navmesh.regions)
            assert sum(leg.cost for leg in legs) == pytest.approx(link_prices.cost[number], abs=1e-6)
            assert sum(leg.check is not None for leg in legs) == link_prices.checks[number]
            assert legs[0].start == pytest.approx(link.start[0], abs=1e-6)
            assert legs[-1].end == pytest.approx(link.end[0], abs=1e-6)
            for before, after in itertools.pairwise(legs):
                assert after.start == pytest.approx(before.end, abs=1e-6)
            seen += 1
    assert seen > 300 / APART


def path_over(pieces: list[Piece], start: Point, goal: Point, system: str) -> Path:
    table = Table((30.0, 16.0), Terrain(tuple(pieces)), (me(start),))
    found = find_path(table, table.figures[0], goal, rules=registry.system(system).movement)
    assert isinstance(found, Path)
    return found


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("far", [block((22, 28), 2.95, (2, 14)), block((22, 28), 3.05, (2, 14)), ramp((22, 26), 2.0)])
def test_pieces_far_away_at_nearly_the_same_height_change_no_leg(system: str, far: Piece) -> None:
    deck, kerb = block((4, 9), 3.0, (4, 12)), block((12, 16), 0.4, (4, 12))
    alone = path_over([deck, kerb], (6.0, 8.0, 3.0), (14.0, 8.0, 0.4), system)
    beside = path_over([deck, kerb, far], (6.0, 8.0, 3.0), (14.0, 8.0, 0.4), system)
    assert [(leg.kind, leg.check) for leg in beside.legs] == [(leg.kind, leg.check) for leg in alone.legs]
    for leg, same in zip(beside.legs, alone.legs, strict=True):
        assert [*leg.start, *leg.end, leg.cost] == pytest.approx([*same.start, *same.end, same.cost], abs=1e-9)
    # The main rulebook lets one leap 3 inches down to the kerb, those of another kind do not.
    drop = 3.0 if system in {"five-parsecs", "combat-pool"} else 2.6
    assert min(leg.rise for leg in alone.legs) == pytest.approx(-drop, abs=1e-4)


def test_leaping_into_dangerous_ground_takes_both_checks() -> None:
    decks = [block((0, 8), 3.0), block((11.4, 30), 3.0)]
    dangerous = replace(decks[1], ground="dangerous")
    found = path_over([decks[0], dangerous], (4.0, 8.0, 3.0), (15.0, 8.0, 3.0), "main-rulebook")
    assert [leg.check.if_failed["status"] for leg in found.legs if leg.check] == ["pinned", "out_of_action"]


def test_steps_in_front_of_a_blank_back_are_climbed_from_behind() -> None:
    """Treads of 0.4 inches down to the far side; from behind it is a face of 2 inches and too thick for an obstacle."""
    treads = [block((8 + 0.6 * step, 8.6 + 0.6 * step), 2.0 - 0.4 * step) for step in range(5)]
    found = path_over(treads, (4.0, 8.0, 0.0), (16.0, 8.0, 0.0), "main-rulebook")
    assert found.cost == pytest.approx(12.0 + 2 * 2.0, abs=0.05)
    assert [leg.kind for leg in found.legs if leg.kind in {"climb", "cross", "squeeze"}] == ["climb"]


def down_beyond_a_gap(gap: float, drop: float) -> Links:
    """From a floor to one so much lower, past a gap as wide, down a face that can be climbed."""
    no, nothing = np.zeros(1, dtype=bool), np.zeros(1)
    return Links(
        start=np.array([[4.0, 8.0, 6.0]]),
        end=np.array([[10.0, 8.0, 6.0 - drop]]),
        start_region=np.zeros(1, dtype=np.int64),
        end_region=np.ones(1, dtype=np.int64),
        level=np.array([6.0]),
        across=nothing,
        narrow=no,
        face_up=no,
        face_down=~no,
        leans=np.zeros((1, 2)),
        gap=np.array([gap]),
        ladder=no,
        slope=nothing,
        stairs=no,
        door=no,
        along=no,
        rails=np.zeros((1, 2)),
        ledges=np.zeros((1, 2)),
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_climbs_down_beyond_a_gap_steps_over_it_and_who_jumps_or_steps_down_leaps_it(system: str) -> None:
    """Climbing costs the same whatever the gap, without any check; by less than a free drop a gap too wide is never leapt."""
    costs = MovementCosts(registry.system(system).movement, 5.0, safe=True)
    regions = navmeshes()[0].regions[:2]
    climbed = [costs.link_prices(down_beyond_a_gap(gap, 4.0), regions) for gap in (0.0, 3.0, 5.9)]
    assert [float(one.cost[0]) for one in climbed] == pytest.approx([float(climbed[0].cost[0])] * 3)
    assert np.isfinite(climbed[0].cost[0])
    assert [int(one.checks[0]) for one in climbed] == [0, 0, 0]
    dropped = [costs.link_prices(down_beyond_a_gap(gap, 0.9), regions) for gap in (0.0, 5.9)]
    assert np.isfinite(dropped[0].cost[0])
    assert np.isinf(dropped[1].cost[0])
