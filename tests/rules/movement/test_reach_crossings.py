"""What lies behind something that is crossed costs as much in a reach as on a path."""

import numpy as np
import pytest

from rules.movement.path_rules import find_path, find_reach
from rules.systems import registry
from scene.pathfinding.path_legs import Path
from tests.rules.course_parts import block, course


@pytest.mark.parametrize("safe", [False, True])
def test_straight_behind_a_fence_that_one_could_go_round_reach_and_path_agree(safe: bool) -> None:
    table = course("fence", [block((6, 6.5), 1.0, (3, 13), kind="obstacle")], None).table
    me = table.figure("me")
    reach = find_reach(table, me, inches=7.0, safe=safe, rules=registry.system("main-rulebook").movement)
    x, y, z = reach.positions.T
    behind = np.flatnonzero((x > 7.0) & (np.abs(y - 8.0) < 0.3) & (z < 0.1))
    assert len(behind) > 4
    for row in behind:
        path = find_path(
            table, me, tuple(reach.positions[row].tolist()), safe=safe, rules=registry.system("main-rulebook").movement
        )
        assert isinstance(path, Path)
        assert reach.costs[row] == pytest.approx(path.cost, abs=0.1)
