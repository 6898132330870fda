"""Sums over the checks on the way, such as prices, in a reach: as on the paths there."""

import numpy as np
import pytest

from rules.movement.path_rules import find_path, find_reach
from rules.systems import registry
from scene.pathfinding.path_legs import Check, Path
from tests.rules.course_parts import block, course

RULES = registry.system("main-rulebook").movement


def drop(check: Check) -> float:
    """Inches fallen if a check is failed; 0.1 for what is no fall."""
    fall = check.if_failed.get("fall", 0.1)
    assert isinstance(fall, float)
    return fall


def one(_check: Check) -> float:
    return 1.0


def test_sums_over_checks_are_those_of_the_cheapest_paths() -> None:
    """From a roof three inches high over its edge, and over a fence on it."""
    roof, fence = block((2, 8), 3.0, (2, 14)), block((6, 6.5), 4.0, (2, 14), kind="obstacle")
    table = course("roof", [roof, fence], None).table
    me = table.figure("me").moved((4.0, 8.0, 3.0))
    reach = find_reach(table, me, inches=8.0, rules=RULES, step=1.0, summed=(one, drop))
    assert (reach.sums[:, 0] == reach.checks).all()
    assert set(reach.checks.tolist()) >= {0, 1, 2}
    sums: set[float] = set()
    for row in range(0, len(reach.positions), 5):
        path = find_path(table, me, tuple(reach.positions[row].tolist()), rules=RULES)
        assert isinstance(path, Path)
        if len(path.checks) == reach.checks[row]:
            assert reach.sums[row, 1] == pytest.approx(sum(map(drop, path.checks)), abs=1e-6)
            sums.add(round(float(reach.sums[row, 1]), 3))
    assert len(sums) >= 3


def test_without_anything_to_sum_there_are_no_sums() -> None:
    table = course("fence", [block((6, 6.5), 1.0, (3, 13), kind="obstacle")], None).table
    reach = find_reach(table, table.figure("me"), inches=5.0, rules=RULES)
    assert reach.sums.shape == (len(reach.positions), 0)
    assert np.isfinite(reach.costs).all()
