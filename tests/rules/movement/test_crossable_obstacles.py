"""Crossable obstacles and barricades: what is one, and who stands on one."""

import numpy as np
import pytest

from rules.movement.crossable_obstacles import is_obstacle, on_obstacle
from rules.systems import registry
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece, Terrain
from tests.rules.course_parts import block, kit

COSTS = registry.system("main-rulebook").movement.costs


@pytest.mark.parametrize(
    ("x", "y", "height", "wanted"),
    [
        ((0, 1), (0, 6), 0.5, True),
        ((0, 1), (0, 6), 2.0, True),
        ((0, 2), (0, 2), 1.0, True),
        ((0, 1), (0, 6), 0.4, False),
        ((0, 1), (0, 6), 2.1, False),
        ((0, 2.1), (0, 2.1), 1.0, False),
    ],
)
def test_barricades_and_obstacles_are_half_an_inch_to_two_high_and_at_most_two_across(
    x: tuple[float, float], y: tuple[float, float], height: float, wanted: bool
) -> None:
    assert is_obstacle(block(x, height, y), COSTS) is wanted


def test_stairs_and_ladders_are_no_obstacles() -> None:
    assert not is_obstacle(kit("stairs", (5, 5, 0), height=1.5, run=1.5), COSTS)
    assert not is_obstacle(kit("ladder", (5, 5, 0), height=1.5), COSTS)


def test_standing_on_an_obstacle_is_told_also_where_it_is_turned() -> None:
    low = block((-0.5, 0.5), 1.0, (-3, 3))
    turned = Piece("turned", low.shape, RigidTransform.turned((10.0, 10.0, 0.0), 45.0))
    places = np.array([[10.0, 10.0, 1.0], [11.5, 8.5, 1.0], [11.5, 11.5, 1.0], [10.0, 10.0, 0.0], [10.0, 10.0, 3.0]])
    # Turned by 45 degrees its length runs from the upper left to the lower right.
    assert on_obstacle(Terrain((turned,)), places, COSTS).tolist() == [True, True, False, False, False]
