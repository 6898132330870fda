"""The limits that the navmesh is worked out with allow all that any rule system does."""

import pytest

from rules.body_limits import LIMITS
from rules.movement.movement_rules import CostTable
from rules.systems import registry

QUICKEST = 8.0
"""Inches; the highest movement of any profile in the rules."""


@pytest.mark.parametrize("name", registry.names("movement"))
def test_no_rule_system_allows_more(name: str) -> None:
    numbers: CostTable = registry.system(name).movement.costs
    assert numbers.thick <= LIMITS.across
    assert (numbers.longest_leap or numbers.leap_check * QUICKEST) <= LIMITS.farthest_leap


def test_the_numbers_of_the_main_rulebook() -> None:
    """Stepping up; Climbing; Barricades and obstacles; Gaps in terrain."""
    assert (LIMITS.step, LIMITS.overhang, LIMITS.across, LIMITS.widest_window) == (0.5, 1.0, 2.0, 2.0)
    assert (LIMITS.squeezed, LIMITS.foothold) == (0.75, 0.5)
