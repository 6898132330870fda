"""The movement of the swift and of skulkers. Sources: five-parsecs: Leaping, Moving up and down."""

from dataclasses import replace

import pytest

from rules.movement.path_rules import NoPath
from rules.skirmish.moving.own_movement import as_usual
from rules.skirmish.state.battle_navmesh import way
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.systems.five_parsecs.battle_scenes import HAND, scene

SWIFT = replace(HAND, species="swift")
SKULKER = replace(HAND, abilities=frozenset({"skulker"}))


def platforms(gap: float) -> tuple[Piece, ...]:
    """Two platforms three inches high, so far apart."""
    low = block("low", (2, 2, 0), (10, 10, 3))
    return low, block("high", (10 + gap, 2, 0), (20 + gap, 10, 3))


def cost(
    sheet: CombatSheet, start: tuple[float, float, float], goal: tuple[float, float, float], *pieces: Piece
) -> float | None:
    """Inches of movement from one place to another; None where there is no way."""
    battle = moves_as(scene({"ann": start}, {"bob": (40.0, 40.0, 0.0)}, sheets={"ann": sheet}, pieces=pieces), "ann")
    found = way(battle, "ann", goal, safe=True)
    return None if isinstance(found, NoPath) else found.cost


@pytest.mark.parametrize(("gap", "usual", "swift"), [(2.0, True, True), (3.5, False, True), (4.5, False, False)])
def test_the_swift_leap_gaps_of_four_inches_and_others_of_two(gap: float, usual: bool, swift: bool) -> None:
    start, goal = (9.0, 6.0, 3.0), (11.5 + gap, 6.0, 3.0)
    for sheet, leaps in ((HAND, usual), (SWIFT, swift)):
        found = cost(sheet, start, goal, *platforms(gap))
        assert (found == pytest.approx(2.5 + gap, abs=0.01)) == leaps


def test_skulkers_climb_an_inch_for_nothing_and_cross_what_is_no_higher() -> None:
    wall = block("wall", (10, 0, 0), (10.2, 48, 1.0), kind="wall")
    tower = block("tower", (10, 2, 0), (20, 12, 3))
    across, up = ((8.0, 6.0, 0.0), (12.0, 6.0, 0.0)), ((8.0, 6.0, 0.0), (12.0, 6.0, 3.0))
    assert cost(HAND, *across, wall) == pytest.approx(5.0, abs=0.01)
    assert cost(SKULKER, *across, wall) == pytest.approx(4.0, abs=0.01)
    usual, easy = cost(HAND, *up, tower), cost(SKULKER, *up, tower)
    assert usual is not None
    assert easy == pytest.approx(usual - 1.0, abs=0.01)


def test_a_high_wall_costs_skulkers_an_inch_less() -> None:
    wall = block("wall", (10, 0, 0), (10.2, 48, 2.5), kind="wall")
    across = (8.0, 6.0, 0.0), (12.0, 6.0, 0.0)
    assert cost(HAND, *across, wall) == pytest.approx(6.5, abs=0.01)
    assert cost(SKULKER, *across, wall) == pytest.approx(5.5, abs=0.01)


def test_the_setting_is_the_usual_one_again_afterwards() -> None:
    battle = scene({"ann": (5.0, 5.0, 0.0)}, {"bob": (40.0, 40.0, 0.0)}, sheets={"ann": SWIFT})
    assert moves_as(battle, "bob") is battle
    assert moves_as(battle, "ann").setting is not battle.setting
    assert as_usual(moves_as(battle, "ann")) == battle
