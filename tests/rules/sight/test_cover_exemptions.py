"""Exemptions from cover: who and what does not count when the main rulebook judges it."""

from dataclasses import replace

import numpy as np
import pytest

from rules.sight.cover_exemptions import (
    ABOVE_THE_FLOOR,
    STANDING_BEHIND,
    beside_shooter,
    lying,
    standing_radius,
    terrain_beside,
)
from scene.table.table import MM_PER_INCH, Figure, Piece
from scene.visibility.view_casting import ShooterSurroundings
from tests.plain_scenes import block, bodiless, figure, table

FEET = 3.0 / MM_PER_INCH
TOP = FEET + 1.2
"""Height of the plain figure's head."""
ME = figure("me", 0, 0)
"""On a base of one inch radius."""


def beside(*pieces: Piece, shooter: Figure = ME) -> set[str]:
    return set(terrain_beside(shooter, table(shooter, *pieces))[1])


def test_line_of_sight_terrain_within_half_an_inch_is_stood_behind() -> None:
    reach = 1 + STANDING_BEHIND
    at = [block(f"at {x}", (x, -1, 0), (x + 1, 1, 1)) for x in (0.5, 1.0, reach - 0.01, reach + 0.01)]
    assert beside(*at) == {"at 0.5", "at 1.0", f"at {reach - 0.01}"}


def test_line_of_sight_reach_is_measured_round_the_base_and_not_to_the_corners_of_a_square() -> None:
    assert beside(block("corner", (1.2, 1.2, 0), (2, 2, 1))) == set()
    assert beside(block("corner", (1.0, 1.0, 0), (2, 2, 1))) == {"corner"}


@pytest.mark.parametrize(
    ("low", "high", "there"),
    [
        (0.0, ABOVE_THE_FLOOR - 0.01, False),
        (0.0, ABOVE_THE_FLOOR + 0.01, True),
        (TOP + STANDING_BEHIND - 0.01, 9.0, True),
        (TOP + STANDING_BEHIND + 0.01, 9.0, False),
    ],
)
@pytest.mark.parametrize("floor", [0.0, 3.0])
def test_line_of_sight_floors_and_roofs_are_not_stood_behind(low: float, high: float, there: bool, floor: float) -> None:
    slab = block("slab", (-5, -5, floor + low), (5, 5, floor + high))
    assert (beside(slab, shooter=figure("me", 0, 0, floor)) == {"slab"}) is there


def test_no_terrain_at_all() -> None:
    assert beside() == set()


def test_the_room_moves_with_the_shooter() -> None:
    room, _ = terrain_beside(figure("me", 7, 8, 3), table())
    assert (room.centre, room.radius) == ((7, 8), 1 + STANDING_BEHIND)
    assert [room.floor, room.ceiling] == pytest.approx([3 + ABOVE_THE_FLOOR, 3 + TOP + STANDING_BEHIND])


def test_rays_leave_the_room_at_its_side_floor_or_ceiling() -> None:
    room = ShooterSurroundings((1.0, 2.0), 2.0, floor=0.5, ceiling=4.0)
    start = np.array([1.0, 2.0, 1.5])
    ways = np.array([[1, 0, 0], [0, 0, -1], [0, 0, 1], [0.6, 0, 0.8], [0.6, 0, -0.8]], dtype=np.float64)
    assert room.ways_out(start, ways) == pytest.approx([2.0, 1.0, 2.5, 2.5 / 0.8, 1.0 / 0.8])
    for outside in ([3.1, 2, 1], [1, 2, 0.4], [1, 2, 4.1]):
        assert (room.ways_out(np.array(outside), ways) == 0).all()


def test_a_figure_without_a_base_reaches_as_far_as_its_body() -> None:
    """The plain body is 0.4 by 0.6 inches."""
    assert standing_radius(ME) == 1.0
    assert standing_radius(replace(ME, base_mm=0.0)) == pytest.approx(0.3)
    assert standing_radius(bodiless("ghost", 0, 0)) == 0.0


def test_cover_pinned_and_seriously_injured_fighters_are_ignored() -> None:
    there = [figure(one, x, 9, posture=one) for x, one in ((1, "upright"), (2, "on_back"), (3, "on_face"))]
    assert lying(table(*there)) == {"on_back", "on_face"}


def test_cover_friends_in_base_contact_are_disregarded() -> None:
    me = figure("me", 0, 0, side="red")
    near, far, enemy = figure("near", 2, 0, side="red"), figure("far", 5, 0, side="red"), figure("enemy", 0, 2, side="blue")
    assert beside_shooter(table(me, near, far, enemy), me) == {"near"}
    assert beside_shooter(table(me, near, far, enemy), me.moved((3, 0, 0))) == {"near", "far"}
