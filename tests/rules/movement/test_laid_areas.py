"""Areas that lie on floors tell what kind of ground these are; tops too narrow to stand on lift nobody over what is beside."""

from math import hypot

import numpy as np
import pytest

from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece, Table, Terrain
from scene.walkable.floor_levels import levels_of
from tests.plain_scenes import box
from tests.rules.course_parts import SIZE, block, kinds, me

DECK = block((2, 18), 3.0, (2, 14))
BRIDGE = block((2, 18), 3.0, (5, 11), low=2.8)
START, GOAL = (4.0, 8.0, 3.0), (16.0, 8.0, 3.0)


def laid(low: Point, high: Point, ground: str = "difficult") -> Piece:
    return Piece(f"{ground} {low}", box(low, high), kind="area", ground=ground)  # type: ignore[arg-type]


def asked(*pieces: Piece, start: Point = START, goal: Point = GOAL, system: str = "main-rulebook") -> Path:
    table = Table(SIZE, Terrain(pieces), (me(start),))
    answer = find_path(table, table.figures[0], goal, rules=registry.system(system).movement)
    assert isinstance(answer, Path), answer
    return answer


@pytest.mark.long
@pytest.mark.parametrize(("low", "thick"), [(2.99, 0.01), (2.99, 0.05), (3.0, 0.02), (3.01, 0.01), (3.01, 0.05)])
@pytest.mark.parametrize("y", [(2, 14), (3, 13), (1, 15), (1, 19)], ids=["whole", "on it", "over its edge", "off the table"])
def test_a_sheet_on_a_deck_costs_its_width_once_more(low: float, thick: float, y: tuple[float, float]) -> None:
    answer = asked(DECK, laid((8, y[0], low), (11, y[1], low + thick)))
    assert answer.cost == pytest.approx(12.0 + 3.0, abs=0.01)
    assert kinds(answer) == ("walk",)
    assert not answer.checks


def test_aslant_over_a_sheet_the_way_bends_at_its_sides() -> None:
    """Open for 4 of 6 inches, and twice as dear for 2; the best share of the 6 inches aside falls on each."""
    aside = np.linspace(0.0, 6.0, 60_001)
    best = float((np.hypot(4.0, aside) + 2.0 * np.hypot(2.0, 6.0 - aside)).min())
    answer = asked(DECK, laid((9, 2, 3), (11, 14, 3.02)), start=(7, 5, 3), goal=(13, 11, 3))
    assert answer.cost == pytest.approx(best, abs=0.01)


@pytest.mark.parametrize(("start", "goal", "cost"), [(4.0, 9.5, 5.5 + 1.5), (9.5, 16.0, 6.5 + 1.5)])
def test_ways_into_a_sheet_and_out_of_it(start: float, goal: float, cost: float) -> None:
    sheet = laid((8, 2, 3), (11, 14, 3.02))
    for z in (3.0, 3.02):
        assert asked(DECK, sheet, start=(start, 8, z), goal=(goal, 8, z)).cost == pytest.approx(cost, abs=0.01)


@pytest.mark.parametrize("low", [3.0, 3.02], ids=["through one another", "one on the other"])
def test_sheets_that_overlap_are_difficult_once(low: float) -> None:
    answer = asked(DECK, laid((8, 2, 3), (10.5, 14, 3.02)), laid((9.5, 2, low), (12, 14, 3.04)))
    assert answer.cost == pytest.approx(12.0 + 4.0, abs=0.01)


def test_one_is_told_of_danger_also_beside_difficult_ground() -> None:
    answer = asked(DECK, laid((8, 2, 3), (10, 14, 3.02)), laid((10, 2, 3), (12, 14, 3.03), "dangerous"))
    assert answer.cost == pytest.approx(12.0 + 4.0, abs=0.01)
    assert len(answer.checks) == 1


def test_past_a_small_sheet_one_walks_round_its_corners() -> None:
    answer = asked(DECK, laid((9.5, 7.5, 3), (10.5, 8.5, 3.02)))
    assert answer.cost == pytest.approx(2.0 * hypot(5.5, 0.5) + 1.0, abs=0.01)


@pytest.mark.parametrize("z", [0.0, 3.0], ids=["under", "over"])
def test_an_area_under_a_bridge_or_on_it_matters_there_alone(z: float) -> None:
    area = laid((8, 0, z), (11, 16, z + 0.02))
    for other in (0.0, 3.0):
        cost = asked(BRIDGE, area, start=(4, 8, other), goal=(16, 8, other)).cost
        assert cost == pytest.approx(12.0 + (3.0 if other == z else 0.0), abs=0.01)


def test_on_two_decks_a_sheet_is_each_one_s_ground() -> None:
    decks = block((2, 9.5), 3.0, (2, 14)), block((9.5, 18), 3.03, (2, 14))
    answer = asked(*decks, laid((8, 2, 3), (11, 14, 3.05)), goal=(16, 8, 3.03))
    assert answer.cost == pytest.approx(12.0 + 3.0, abs=0.01)


def test_what_an_area_is_laid_on_is_one_floor_with_it() -> None:
    sheet = laid((8, 1, 3), (11, 15, 3.02))
    found = levels_of(Terrain((DECK, sheet)), SIZE, step=0.5)
    assert [level.plane.z for level in found] == pytest.approx([0.0, 3.0])
    assert found[1].floor.area() == pytest.approx(16 * 12 + 3 * 2, abs=0.1)


@pytest.mark.parametrize("height", [0.07, 0.2, 0.4])
def test_a_thicker_area_is_stepped_on(height: float) -> None:
    answer = asked(DECK, laid((8, 2, 3), (11, 14, 3.0 + height)))
    assert answer.cost == pytest.approx(12.0 + 3.0, abs=0.01)
    assert kinds(answer) == ("walk", "step", "walk", "step", "walk")


def gate(threshold: float) -> tuple[Piece, ...]:
    """Two rails of 0.8 with 0.8 between them, which is less than a base, and what lies there."""
    sides = block((9.9, 10.1), 0.8, (0, 7.6)), block((9.9, 10.1), 0.8, (8.4, 16))
    return (*sides, block((9.9, 10.1), threshold, (7.6, 8.4)))


@pytest.mark.parametrize("threshold", [0.1, 0.35, 0.45])
def test_nobody_gets_over_rails_from_a_threshold_too_narrow_to_stand_on(threshold: float) -> None:
    """By five-parsecs the rails, an obstacle, cost their height of 0.8; squeezing through between them would cost 2 inches."""
    start, goal = (4.0, 8.0, 0.0), (16.0, 8.0, 0.0)
    answer = asked(*gate(threshold), start=start, goal=goal, system="five-parsecs")
    assert answer.cost == pytest.approx(12.0 + 0.8, abs=0.01)


def test_treads_lead_up_though_the_next_ones_stand_higher_than_a_step_above_the_last() -> None:
    """Four treads 0.6 deep and 0.4 high, and the deck one more up: steps cost nothing."""
    treads = [block((6.0 + 0.6 * n, 6.6 + 0.6 * n), 0.4 * (n + 1), (6, 10)) for n in range(4)]
    answer = asked(*treads, block((8.4, 18.0), 2.0, (2, 14)), start=(3, 8, 0), goal=(14, 8, 2))
    assert answer.cost == pytest.approx(11.0, abs=0.01)
