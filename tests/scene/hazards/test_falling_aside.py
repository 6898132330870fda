"""Where somebody is moved who fell on others beside solid terrain. Bases have half an inch of radius; solids are boxes."""

import math

import pytest

from assets.kit import piece as kit_piece
from rules.body_limits import LIMITS
from scene.geometry.rigid_transform import RigidTransform
from scene.hazards.fall_landing import Fall, Faller, fall_from
from scene.table.table import MM_PER_INCH, Figure, Kind, Piece, Table
from tests.plain_scenes import block, figure, table

BASE = MM_PER_INCH
"""Millimetres: a base of half an inch radius, so that middles of bases that touch are an inch apart."""
EXACT = 1e-3
"""Inches."""
BLOCK = block("block", (10, 10, 0), (20, 20, 4))
OWN = figure("own", 19, 15, 4, base_mm=BASE, side="red")


def other(name: str, x: float, y: float, z: float = 0.0, side: str = "blue") -> Figure:
    return figure(name, x, y, z, base_mm=BASE, side=side)


def fall(board: Table, x: float, y: float, z: float = 4.0) -> Fall:
    return fall_from(board, (x, y, z), Faller.of(OWN, reach=0.5, limits=LIMITS, apart=1.0))


def chord(away: float, offset: float) -> float:
    """How far along a line two middles are from each other that are so far apart, the line so far beside one of them."""
    return math.sqrt(away**2 - offset**2)


@pytest.mark.parametrize("kind", ["structure", "wall"])
@pytest.mark.parametrize("height", [0.8, 1.2, 4.0, 12.0])
def test_off_an_enemy_along_the_solid_not_into_it(kind: Kind, height: float) -> None:
    solid = block("block", (10, 10, 0), (20, 20, height), kind=kind)
    found = fall(table(solid, OWN, other("enemy", 20.6, 15), other("friend", 20.6, 17, side="red")), 19.7, 15, height)
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    assert found.onto == ("enemy",)
    # Straight away from the enemy is the solid, and the other way along it the friend.
    assert found.apart == pytest.approx((20.5, 15 - chord(2.0, 0.1), 0), abs=EXACT)


def test_off_a_friend_and_still_an_inch_from_the_enemy() -> None:
    found = fall(table(BLOCK, OWN, other("enemy", 20.6, 15), other("friend", 20.6, 17, side="red")), 19.7, 17)
    assert found.onto == ("friend",)
    # The nearer side of the friend, by a hair, is less than an inch from the enemy's base.
    assert found.apart == pytest.approx((20.5, 17 + chord(1.0, 0.1), 0), abs=EXACT)


def test_off_a_friend_around_the_corner_of_the_solid() -> None:
    found = fall(table(BLOCK, OWN, other("friend", 21.0, 10.5, side="red")), 19.7, 10.3)
    assert found.landing == pytest.approx((20.5, 10.3, 0), abs=EXACT)
    # It then touches the corner, 0.4 and 0.3 away, and the friend, 0.6 and 0.8 away.
    assert found.apart == pytest.approx((20.4, 9.7, 0), abs=EXACT)


def test_onto_a_ledge_and_not_over_the_next_edge() -> None:
    board = table(
        block("high", (10, 10, 0), (20, 20, 6)), block("ledge", (20, 10, 0), (21, 20, 3)), OWN, other("enemy", 20.3, 15, 3)
    )
    found = fall(board, 19.7, 15, 6)
    assert found.landing == pytest.approx((20.5, 15, 3), abs=EXACT)
    # Farther out the way would be shorter: the middle of the base stays on the ledge, at its edge.
    assert found.apart is not None
    x, y, z = found.apart
    assert (x, abs(y - 15), z) == pytest.approx((21, chord(2.0, 0.7), 3), abs=EXACT)


def test_round_terrain_is_kept_clear_of() -> None:
    shape, kind = kit_piece("tank", {})
    tank = Piece("tank", shape, RigidTransform.turned((20.0, 15.0, 0.0), 0.0), kind=kind)
    radius = float(tank.placed.bounds[1, 0]) - 20.0
    height = float(tank.placed.bounds[1, 2])
    enemy = other("enemy", 20 + radius + 0.6, 15)
    found = fall(table(tank, OWN, enemy), 20 + radius + 0.55, 15, height)
    assert found.apart is not None
    x, y, _ = found.apart
    assert math.hypot(x - 20, y - 15) == pytest.approx(radius + 0.5, abs=0.02), "it has corners"
    assert math.hypot(x - enemy.position[0], y - 15) == pytest.approx(2.0, abs=EXACT)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_no_way_leads_through_a_wall(side: float) -> None:
    """An alley as wide as a base: behind its thin wall, 1.1 away, would be room sooner than along it."""
    wall = block("wall", (21.0, 11.5, 0), (21.1, 18.5, 3))
    row = [other(f"friend {away}", 20.5, 15.0 + side * away, side="red") for away in (-0.5, 0.5, 1.5)]
    found = fall(table(BLOCK, wall, OWN, *row), 19.7, 15.0)
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    assert found.apart == pytest.approx((20.5, 15.0 - side * 1.5, 0), abs=EXACT)


def test_out_of_a_niche_round_its_corner() -> None:
    """A niche as wide as a base, filled to its mouth, with a wall just before that: room is beside the mouth only."""
    walls = [
        block("back", (20, 13, 0), (20.1, 17, 3)),
        block("left", (20, 15.5, 0), (21.5, 25.5, 3)),
        block("right", (20, 4.5, 0), (21.5, 14.5, 3)),
        block("before", (22.5, 4.5, 0), (22.6, 25.5, 3)),
    ]
    found = fall(table(BLOCK, *walls, OWN, other("friend", 21.2, 15, side="red")), 20.6, 15, 7)
    assert found.landing == pytest.approx((20.6, 15, 0), abs=EXACT)
    assert found.apart is not None
    # Between the walls there is room on one line only: a base that is 1 away from the friend.
    assert found.apart[0] == pytest.approx(22, abs=EXACT)
    assert abs(found.apart[1] - 15) == pytest.approx(chord(1.0, 0.8), abs=EXACT)


def test_along_an_alley_and_round_its_bend() -> None:
    """Filled with others from beyond its lower end to its bend; the walls are too long for going straight anywhere."""
    walls = [
        block("beside", (21, 5, 0), (21.1, 16.9, 3)),
        block("above", (20, 17.9, 0), (26, 18.1, 3)),
        block("below", (21, 16.8, 0), (26, 16.9, 3)),
    ]
    row = [other(f"friend {y}", 20.5, y, side="red") for y in (9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.4)]
    found = fall(table(BLOCK, *walls, OWN, *row, other("last", 21.5, 17.4, side="red")), 19.7, 15)
    assert found.onto == ("friend 14.5", "friend 15.5")
    assert found.apart == pytest.approx((22.5, 17.4, 0), abs=EXACT)


def test_wedged_in_on_all_sides_there_is_no_room() -> None:
    pen = [
        block("east", (21.2, 13.8, 0), (21.4, 16.2, 3)),
        block("north", (20, 16.0, 0), (21.4, 16.2, 3)),
        block("south", (20, 13.8, 0), (21.4, 14.0, 3)),
    ]
    found = fall(table(BLOCK, *pen, OWN, other("friend", 20.6, 15, side="red")), 19.7, 15)
    assert (found.onto, found.apart) == (("friend",), None)


def test_the_base_stays_on_the_table() -> None:
    """Along the deck the far side of the table is nearer than room: half an inch from it, 0.6 and 0.8 from the friend."""
    deck = block("deck", (10, 30, 0), (20, 36, 4))
    found = fall(table(deck, OWN, other("friend", 20.6, 34.9, side="red")), 19.7, 35.0)
    assert found.apart == pytest.approx((20.6 + 0.8, 35.5, 0), abs=EXACT)


def test_others_on_a_lower_level_are_in_the_way_as_tall_as_they_are() -> None:
    """The friend below the ledge is 1.2 high and reaches past its edge; the one far below does not."""
    for low, room in ((3 - 0.8, False), (0.5, True)):
        ledge = block("ledge", (20, 10, 2.9), (21, 20, 3))
        under = other("under", 20.5, 14.0, low, side="red")
        board = table(block("high", (10, 10, 0), (20, 20, 6)), ledge, OWN, other("on", 20.5, 15.01, 3, side="red"), under)
        found = fall(board, 19.7, 15, 6)
        assert found.apart is not None
        assert (found.apart[1] == pytest.approx(14.01, abs=EXACT)) == room
