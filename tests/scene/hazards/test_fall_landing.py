"""Where falls land: over which edge, to where, and how far, level by level."""

import math

import numpy as np
import pytest

from rules.body_limits import LIMITS
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.hazards.fall_landing import Fall, Faller, _floor_at, fall_over, fall_where_it_stands
from scene.table.table import MM_PER_INCH, Piece
from tests.plain_scenes import block, box, figure, table
from tests.scene.falls import DECK, EXACT, FALLER, HALF_INCH, R, fall, stairs_of


@pytest.mark.parametrize(
    ("point", "landing"),
    [((19.4, 15, 6), (20.5, 15)), ((10.9, 13, 6), (9.5, 13)), ((15, 10.01, 6), (15, 9.5)), ((15, 20, 6), (15, 20.5))],
)
def test_over_the_nearest_edge_just_clear_of_it(point: tuple[float, float, float], landing: tuple[float, float]) -> None:
    found = fall(table(DECK), *point)
    assert found.landing == pytest.approx((*landing, 0.0), abs=EXACT)
    assert found.start == pytest.approx((*landing, 6.0), abs=EXACT)
    assert found.distance == pytest.approx(6.0, abs=EXACT)
    assert found.chain == (found,)
    assert (found.piece, found.ground, found.ended, found.onto) == (None, None, None, ())


@pytest.mark.parametrize("radius", [0.2, 0.4921, 0.63, 1.2])
def test_the_base_decides_how_far_out_one_lands(radius: float) -> None:
    found = fall(table(DECK), 19.9, 15, 6, faller=Faller(0.5, LIMITS, radius=radius))
    assert found.landing == pytest.approx((20 + radius, 15, 0), abs=EXACT)


def test_beyond_the_edge_one_falls_where_one_is_but_clear_of_it() -> None:
    assert fall(table(DECK), 20.2, 15, 6).landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    assert fall(table(DECK), 20.7, 15, 6).landing == pytest.approx((20.7, 15, 0), abs=EXACT)


def test_at_a_corner_the_base_is_clear_of_it() -> None:
    found = fall(table(DECK), 20.1, 20.1, 6)
    aside = R / math.sqrt(2.0)
    assert math.hypot(found.landing[0] - 20, found.landing[1] - 20) == pytest.approx(R, abs=EXACT)
    assert found.landing[:2] == pytest.approx((20 + aside, 20 + aside), abs=0.03)


def test_toward_a_place_over_the_edge_on_the_way() -> None:
    board = table(DECK)
    assert fall(board, 19.8, 10.5, 6).landing[0] == pytest.approx(20.5, abs=EXACT)
    found = fall(board, 19.8, 10.5, 6, toward=(19.8, 5))
    assert found.landing == pytest.approx((19.8, 9.5, 0), abs=EXACT)
    with pytest.raises(SceneError, match=r"no edge toward 5, 10\.5 within 6 inches"):
        fall(board, 19.8, 10.5, 6, toward=(5, 10.5))


@pytest.mark.parametrize("height", [2.0, 3.0, 4.999, 76.2 / MM_PER_INCH, 9.3])
def test_the_distance_is_that_of_the_floors(height: float) -> None:
    found = fall(table(block("deck", (10, 10, height - 0.2), (20, 20, height))), 19.8, 15, height)
    assert found.distance == pytest.approx(height, abs=EXACT)


def test_a_point_a_little_above_or_below_a_floor_means_that_floor() -> None:
    for z in (5.8, 6.2):
        assert fall(table(DECK), 19.8, 15, z).distance == pytest.approx(6.0, abs=EXACT)


def test_level_by_level_while_the_next_edge_is_near() -> None:
    found = fall(stairs_of((20, 9), (21.2, 6), (22.4, 3)), 19.8, 15, 9)
    assert [one.distance for one in found.chain] == pytest.approx([3, 3, 3], abs=EXACT)
    assert [one.piece for one in found.chain] == ["deck 6", "deck 3", None]
    places = [one.landing for one in found.chain]
    assert np.array(places) == pytest.approx(np.array([[20.5, 15, 6], [21.7, 15, 3], [22.9, 15, 0]]), abs=EXACT)
    # From the middle of the base it is 0.7 to the next edge, so 0.2 from its rim.
    assert [one.near.distance if one.near else None for one in found.chain] == pytest.approx([0.2, 0.2, None], abs=EXACT)
    assert found.near is not None
    assert found.near.point == pytest.approx((21.2, 15, 6), abs=EXACT)
    assert found.near.drop == pytest.approx(3, abs=EXACT)


@pytest.mark.parametrize(("reach", "near"), [(1.49, 0.49), (1.5, 0.5), (1.52, None), (3.0, None)])
def test_within_half_an_inch_of_the_next_edge(reach: float, near: float | None) -> None:
    found = fall(stairs_of((20, 6), (20 + reach, 3)), 19.8, 15, 6)
    assert found.landing == pytest.approx((20.5, 15, 3), abs=EXACT)
    assert (found.near.distance if found.near else None) == pytest.approx(near, abs=EXACT)
    assert len(found.chain) == (1 if near is None else 2)


def test_out_of_the_air_by_no_more_than_a_step_is_no_fall() -> None:
    with pytest.raises(SceneError, match=r"deck is 0\.4 inches below, which is no more than a step"):
        fall(table(DECK), 15, 15, 6.4)
    assert fall(table(DECK), 15, 15, 6.6).distance == pytest.approx(0.6, abs=EXACT)


def test_the_reach_of_who_falls_says_how_near_an_edge_has_to_be() -> None:
    near, far = Faller(0.25, LIMITS, radius=R), Faller(0.75, LIMITS, radius=R)
    assert fall(table(DECK), 18.8, 15, 6, faller=far).landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    with pytest.raises(SceneError, match=r"no edge within 0\.25 inch"):
        fall(table(DECK), 19.2, 15, 6, faller=near)


def test_out_of_the_air_straight_down() -> None:
    board = table(DECK)
    found = fall(board, 15, 15, 8.25)
    assert found.landing == pytest.approx((15, 15, 6), abs=EXACT)
    assert found.distance == pytest.approx(2.25, abs=EXACT)
    assert found.edge is None
    assert fall(board, 15, 15, 4).landing == pytest.approx((15, 15, 0), abs=EXACT)
    assert fall(board, 30, 15, 7).distance == pytest.approx(7, abs=EXACT)


def test_who_climbs_a_wall_falls_along_it() -> None:
    board = table(block("tower", (10, 10, 0), (16, 16, 8)))
    found = fall(board, 16.5, 13, 4.2)
    assert found.landing == pytest.approx((16.5, 13, 0), abs=0.011)
    assert found.distance == pytest.approx(4.2, abs=EXACT)


@pytest.mark.parametrize(
    ("point", "says"),
    [
        ((15, 15, 6), r"no edge within 0\.5 inch of the base's rim; the nearest is 4\.50 inches"),
        ((5, 5, 0), "there is nothing to fall from: the ground at 5, 5"),
        ((49, 5, 0), "off the table, which reaches from 0, 0 to 48, 36"),
        ((5, -0.1, 0), "off the table"),
        ((5, 5, -1), "below the ground"),
        ((31, 15, 2), 'inside terrain "block"'),
        ((5, 5, 1e6), "far above everything; the highest thing on the table reaches 6"),
        ((5, math.nan, 0), "inches"),
        ((5, 5, math.inf), "inches"),
    ],
)
def test_points_from_which_nobody_falls(point: tuple[float, float, float], says: str) -> None:
    with pytest.raises(SceneError, match=says) as caught:
        fall(table(DECK, block("block", (30, 10, 0), (34, 20, 4))), *point)
    assert len(caught.value.faults) == 1


def test_a_table_without_anything() -> None:
    assert fall(table(), 5, 5, 3).distance == pytest.approx(3)
    with pytest.raises(SceneError, match="nothing to fall from"):
        fall(table(), 5, 5, 0)


@pytest.mark.parametrize("degrees", [30.0, 90.0, 211.0])
def test_law_turning_the_table_turns_the_fall(degrees: float) -> None:
    """About its middle; everything lies near it."""
    levels = [box((-5, -5, 5.8), (2, 5, 6)), box((2, -5, 2.8), (3.2, 5, 3)), box((2, 1, 0), (4, 3, 1))]

    def turned(turn: float) -> Fall:
        pose = RigidTransform.turned((24.0, 18.0, 0.0), turn)
        board = table(*(Piece(f"p{i}", shape, pose) for i, shape in enumerate(levels)))
        x, y, z = pose.to_table(np.array([[1.7, 0.0, 6.0]]))[0].tolist()
        return fall(board, x, y, z)

    still, moved = turned(0.0), turned(degrees)
    assert len(still.chain) == len(moved.chain) == 2
    back, there = RigidTransform.turned((24.0, 18.0, 0.0), 0.0), RigidTransform.turned((24.0, 18.0, 0.0), degrees)
    for one, other in zip(still.chain, moved.chain, strict=True):
        expected = there.to_table(back.to_own(np.array([one.landing])))[0]
        assert other.landing == pytest.approx(expected, abs=0.005)
        assert other.distance == pytest.approx(one.distance, abs=EXACT)


def test_nobody_in_particular_has_a_base_of_25_millimetres() -> None:
    found = fall(table(DECK), 19.8, 15, 6, faller=Faller(0.5, LIMITS))
    assert found.landing == pytest.approx((20 + 12.5 / MM_PER_INCH, 15, 0), abs=EXACT)


def test_where_a_figure_stands_it_is_at_risk_of_the_fall_over_the_edge_beside_it() -> None:
    near, far = (figure("a", x, 15, 6, base_mm=HALF_INCH) for x in (19.3, 18.9))
    found = fall_where_it_stands(table(DECK, near), Faller.of(near, reach=0.5, limits=LIMITS))
    assert found is not None
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    assert fall_where_it_stands(table(DECK, far), Faller.of(far, reach=0.5, limits=LIMITS)) is None
    assert fall_where_it_stands(table(DECK), FALLER) is None


@pytest.mark.parametrize(("lower", "caught"), [(0.3, True), (0.49, True), (0.51, False), (2.0, False)])
def test_what_lies_no_more_than_a_step_below_beyond_a_gap_catches(lower: float, caught: bool) -> None:
    """Over the edge of the ledge at 5.6 the middle of the base is over the gap, and 0.44 of it on what lies beyond."""
    ledge, beyond = block("ledge", (19.7, 10, 5.0), (20, 20, 5.6)), block("beyond", (20.55, 10, 2), (30, 20, 5.6 - lower))
    who = figure("a", 19.4, 15, 6, base_mm=HALF_INCH)
    board = table(block("deck", (10, 10, 5.8), (19.7, 20, 6)), ledge, beyond, who)
    found = fall_where_it_stands(board, Faller.of(who, reach=0.5, limits=LIMITS))
    assert (found is None) is caught
    if found:
        assert found.landing == pytest.approx((20.5, 15, 5.6 - lower), abs=EXACT)


def test_only_so_many_levels_are_looked_at() -> None:
    board = stairs_of((20, 9), (21.2, 6), (22.4, 3))
    edge = fall(board, 19.8, 15, 9).edge
    assert edge is not None
    for levels in (1, 2, 3):
        found = fall_over(board, edge, FALLER, levels=levels)
        assert len(found.chain) == levels
        assert (found.chain[-1].near is None) is (levels == 3)


@pytest.mark.parametrize(("share", "meant"), [(0.02, False), (0.035, True), (0.05, True)])
def test_a_point_beside_a_floor_means_it_if_three_hundredths_of_the_base_are_over_it(share: float, meant: bool) -> None:
    away = np.linspace(0.0, R, 20001)
    segment = (R**2 * np.arccos(away / R) - away * np.sqrt(R**2 - away**2)) / (math.pi * R**2)
    found = fall(table(DECK), 20 + float(np.interp(-share, -segment, away)), 15, 6)
    assert (found.edge is not None) is meant


def test_below_the_ground_are_pits_only() -> None:
    pit = block("pit", (10, 10, -3), (14, 14, -2.9), kind="pit")
    assert fall(table(pit), 12, 12, -1).ended == "pit"
    with pytest.raises(SceneError, match="below the ground"):
        fall(table(block("deck", (10, 10, 5), (14, 14, 6))), 12, 12, -1)


@pytest.mark.parametrize(("lower", "height"), [(0.1, 6.0), (0.19, 6.0), (0.21, 5.79), (0.24, 5.76)])
def test_seen_through_a_slot_the_floor_just_below_means_what_the_base_lies_on(lower: float, height: float) -> None:
    """A slot of a tenth of an inch in a deck, over another one; the point is nearer to the lower one."""
    slotted = [block(f"top {x:g}", (x, 10, 5.98), (end, 20, 6)) for x, end in ((10, 19.1), (19.2, 20))]
    board = table(*slotted, block("under", (10, 10, 5), (20, 20, 6 - lower)))
    assert _floor_at(board, FALLER.at((19.15, 15, 6 - 0.6 * lower))) == pytest.approx(height, abs=EXACT)


def test_on_a_rib_one_is_on_the_rib_however_much_of_the_base_is_over_what_is_lower() -> None:
    board = table(block("rib", (19.05, 10, 5), (19.25, 20, 6)), block("deck", (10, 10, 5), (20, 20, 5.85)))
    assert _floor_at(board, FALLER.at((19.15, 15, 6))) == pytest.approx(6.0, abs=EXACT)
