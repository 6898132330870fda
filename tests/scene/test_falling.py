"""Falls: where somebody lands who goes over an edge. Bases have half an inch of radius; decks are boxes, so all is known."""

import math

import numpy as np
import pytest

from assets.kit import piece as kit_piece
from scene.brink import at_risk
from scene.errors import SceneError
from scene.falling import Fall, Faller, fall_from, fall_where_it_stands
from scene.mesh import Mesh, joined
from scene.pose import Pose
from scene.table import MM_PER_INCH, Figure, Piece, Table
from tests.plain_scenes import block, box, figure, table

R = 0.5
FALLER = Faller(radius=R)
HALF_INCH = MM_PER_INCH
"""Millimetres: a base of half an inch radius."""
DECK = block("deck", (10, 10, 5.8), (20, 20, 6))
EXACT = 1e-3
"""Inches: discs are polygons of many corners."""


def fall(board: Table, *point: float, toward: tuple[float, float] | None = None, faller: Faller = FALLER) -> Fall:
    x, y, z = point
    return fall_from(board, (x, y, z), faller, toward=toward)


def stairs_of(*levels: tuple[float, float]) -> Table:
    """Decks on y = 10..20, each from x = 10 to so far, and so high."""
    return table(*(block(f"deck {z:g}", (10, 10, z - 0.2), (x, 20, z)) for x, z in levels))


def of_kit(name: str, x: float, y: float, turn: float = 0.0, **parameters: float) -> Piece:
    shape, kind = kit_piece(name, parameters)
    return Piece(name, shape, Pose.turned((x, y, 0.0), turn), kind=kind)


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
    found = fall(table(DECK), 19.9, 15, 6, faller=Faller(radius=radius))
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


@pytest.mark.parametrize(("share", "held"), [(0.2, False), (0.3, False), (0.37, True), (0.5, True), (0.8, True)])
def test_a_floor_holds_who_lands_on_it_with_a_third_of_the_base(share: float, held: bool) -> None:
    """``share`` of the base lies over the lower deck: the segment of the disc beyond a chord."""
    away = np.linspace(-R, R, 20001)
    segment = (R**2 * np.arccos(away / R) - away * np.sqrt(R**2 - away**2)) / (math.pi * R**2)
    chord = float(np.interp(-share, -segment, away))
    board = table(DECK, block("shelf", (20.5 + chord, 10, 2.8), (26, 20, 3)))
    found = fall(board, 19.8, 15, 6)
    if held:
        assert found.landing == pytest.approx((20.5, 15, 3), abs=EXACT)
    else:
        # It slides off to where it is clear of the shelf, under the deck where that is nearer.
        assert found.landing[2] == 0.0
        assert abs(found.landing[0] - (20.5 + chord)) >= R - 2 * EXACT


def test_onto_a_crate_and_off_the_crate() -> None:
    board = table(DECK, block("crate", (20, 14, 0), (22, 16, 1.5)))
    found = fall(board, 19.9, 15, 6)
    assert found.piece == "crate"
    assert found.distance == pytest.approx(4.5, abs=EXACT)
    off = fall(board, 19.9, 13.55, 6)
    assert off.piece is None
    assert off.landing == pytest.approx((20.5, 13.5, 0), abs=0.01)


def test_sliding_off_does_not_lead_under_or_into_anything() -> None:
    """A thin wall stands 0.3 inch beyond the deck; the base lies across its top and slides off outwards."""
    board = table(block("deck", (10, 10, 0), (20, 20, 6)), block("wall", (20.3, 10, 0), (20.4, 20, 3)))
    found = fall(board, 19.9, 15, 6)
    assert found.landing == pytest.approx((20.9, 15, 0), abs=0.01)
    assert found.distance == pytest.approx(6, abs=EXACT)


def test_a_rail_below_holds_nobody() -> None:
    """The upper deck overhangs the lower one, which reaches an inch farther; the rail on its edge is in the base's way."""
    lower, rail = block("lower", (14, 10, 2.8), (21, 20, 3)), block("rail", (20.88, 10, 3), (21, 20, 3.8))
    found = fall(table(DECK, lower, rail), 19.8, 15, 6)
    assert found.piece == "lower"
    assert found.landing == pytest.approx((20.88 - R, 15, 3), abs=0.011)


def test_off_a_rail_beside_a_solid_tower_nobody_slides_into_the_tower() -> None:
    tower, rail = block("tower", (10, 10, 0), (20, 20, 9)), block("rail", (20.8, 10, 0), (21.1, 20, 3.8))
    found = fall(table(tower, rail), 19.9, 15, 9)
    assert found.piece is None
    assert found.landing == pytest.approx((21.1 + R, 15, 0), abs=0.011)


def test_two_rails_hold_nobody_between_them() -> None:
    rails = [block(f"rail {x:g}", (x, 10, 0), (x + 0.1, 20, 3.8)) for x in (20.2, 20.7)]
    found = fall(table(block("tower", (10, 10, 0), (20, 20, 9)), *rails), 19.9, 15, 9)
    assert found.piece is None
    assert found.landing == pytest.approx((20.8 + R, 15, 0), abs=0.011)


def test_where_a_floor_a_step_below_catches_the_base_is_no_edge() -> None:
    """The lower floor begins beyond a slot of 0.6 inch, so the middle of a base over the edge is over the slot."""
    upper, lower = block("upper", (10, 10, 0), (20, 20, 3.4)), block("lower", (20.6, 10, 0), (26, 20, 2.8995))
    with pytest.raises(SceneError, match=r"nothing to fall from: the floor at 19\.8, 15, 3\.4 has no edge") as refused:
        fall(table(upper, lower), 19.8, 15, 3.4)
    assert len(refused.value.faults) == 1
    assert fall_where_it_stands(table(upper, lower), Faller.of(figure("a", 19.5, 15, 3.4, base_mm=HALF_INCH))) is None
    # Where the lower floor ends there is a real edge, if farther off.
    found = fall(table(upper, block("lower", (20.6, 14.4, 0), (26, 20, 2.8995))), 19.6, 14.85, 3.4)
    assert found.distance == pytest.approx(3.4, abs=EXACT)
    assert found.edge is not None
    assert found.edge.point[1] < 14.8


def test_out_of_the_air_by_no_more_than_a_step_is_no_fall() -> None:
    with pytest.raises(SceneError, match=r"deck is 0\.4 inches below, which is no more than a step"):
        fall(table(DECK), 15, 15, 6.4)
    assert fall(table(DECK), 15, 15, 6.6).distance == pytest.approx(0.6, abs=EXACT)


def test_the_reach_of_who_falls_says_how_near_an_edge_has_to_be() -> None:
    near, far = Faller(radius=R, reach=0.25), Faller(radius=R, reach=0.75)
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


def test_gaps_narrower_than_the_base_are_no_edges() -> None:
    for gap, falls in ((0.9, False), (1.1, True)):
        board = table(DECK, block("other", (20 + gap, 10, 5.8), (30, 20, 6)))
        if falls:
            assert fall(board, 19.8, 15, 6).landing == pytest.approx((20.5, 15, 0), abs=EXACT)
        else:
            with pytest.raises(SceneError, match="no edge"):
                fall(board, 19.8, 15, 6)


@pytest.mark.parametrize(("step", "edge"), [(0.4, False), (0.5, False), (0.6, True)])
def test_what_one_steps_down_is_no_edge(step: float, edge: bool) -> None:
    board = table(block("deck", (10, 10, 2), (20, 20, 3)), block("lower", (20, 10, 2), (30, 20, 3 - step)))
    if edge:
        assert fall(board, 19.8, 15, 3).distance == pytest.approx(step, abs=EXACT)
    else:
        with pytest.raises(SceneError, match="no edge"):
            fall(board, 19.8, 15, 3)


def test_over_a_rail_but_not_through_a_wall() -> None:
    rail = block("rail", (19.9, 10, 6), (20, 20, 7))
    found = fall(table(DECK, rail), 19.3, 15, 6)
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    assert found.edge is not None
    assert found.edge.rail
    wall = block("wall", (19.9, 10, 6), (20, 20, 8.5))
    with pytest.raises(SceneError, match="no edge"):
        fall(table(DECK, wall), 19.3, 15, 6)


@pytest.mark.parametrize(("height", "rail"), [(0.3, False), (0.45, False), (0.5, True), (0.6, True), (1.0, True)])
def test_a_rail_is_at_least_half_an_inch_high(height: float, rail: bool) -> None:
    board = table(DECK, block("rail", (19.9, 10, 6), (20, 20, 6 + height)))
    edge = at_risk(board, figure("a", 19, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert edge.rail is rail


def test_a_beam_overhead_is_no_rail() -> None:
    board = table(DECK, block("beam", (19.5, 10, 7.2), (20, 20, 7.5)))
    edge = at_risk(board, figure("a", 19, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert not edge.rail


@pytest.mark.parametrize(("x", "distance"), [(19.6, 0.0), (19.2, 0.3), (19.0, 0.5), (18.98, None), (15.0, None)])
def test_at_risk_within_half_an_inch_of_an_edge(x: float, distance: float | None) -> None:
    edge = at_risk(table(DECK), figure("a", x, 15, 6, base_mm=HALF_INCH))
    assert (edge.distance if edge else None) == pytest.approx(distance, abs=EXACT)
    if edge:
        assert edge.drop == pytest.approx(6, abs=EXACT)
        assert edge.point == pytest.approx((20, 15, 6), abs=EXACT)


def test_nobody_is_at_risk_on_the_ground_or_at_the_edge_of_the_table() -> None:
    assert at_risk(table(DECK), figure("a", 0.6, 15, 0)) is None
    assert at_risk(table(DECK), figure("a", 9.4, 15, 0)) is None


def test_into_a_pit() -> None:
    """A pit that lies on the ground as a plate, and one that goes down into it."""
    for pit in (block("pit", (10, 10, 0), (14, 14, 0.05), kind="pit"), block("pit", (10, 10, -3), (14, 14, -2.9), kind="pit")):
        found = fall(table(pit), 9.6, 12, 0)
        assert found.ended == "pit"
        assert found.landing[:2] == pytest.approx((10.5, 12), abs=EXACT)
        edge = at_risk(table(pit), figure("a", 9.2, 12, 0, base_mm=HALF_INCH))
        assert edge is not None
        assert edge.pit
        assert edge.distance == pytest.approx(0.3, abs=EXACT)


def test_from_a_deck_into_a_pit() -> None:
    found = fall(table(DECK, block("pit", (20, 10, 0), (24, 20, 0.05), kind="pit")), 19.8, 15, 6)
    assert (found.ended, found.piece) == ("pit", "pit")


def test_off_the_table() -> None:
    found = fall(table(block("deck", (40, 10, 5.8), (47.8, 20, 6))), 47.6, 15, 6)
    assert found.ended == "off-table"
    assert found.landing[0] > 48
    assert found.distance == pytest.approx(6)


def test_the_ground_below_is_told() -> None:
    pool = block("pool", (20, 10, 0), (24, 20, 0.05), kind="area", ground="dangerous")
    assert fall(table(DECK, pool), 19.8, 15, 6).ground == "dangerous"
    assert fall(table(DECK, pool), 10.2, 15, 6).ground is None
    bridge = block("bridge", (20, 10, 2.8), (24, 20, 3))
    assert fall(table(DECK, pool, bridge), 19.8, 15, 6).ground is None


def others(**fields: str) -> list[Figure]:
    return [figure("under", 20.5, 15.4, 0, base_mm=HALF_INCH, **fields), figure("far", 20.5, 17, 0, base_mm=HALF_INCH)]


def test_onto_a_figure_and_off_it_by_the_shortest_way() -> None:
    found = fall(table(DECK, *others()), 19.8, 15, 6)
    assert found.onto == ("under",)
    assert found.landing == pytest.approx((20.5, 15, 0), abs=EXACT)
    # The middles come to be an inch apart, straight away from the other.
    assert found.apart == pytest.approx((20.5, 14.4, 0), abs=0.01)


@pytest.mark.parametrize(
    ("fields", "gap"),
    [({"side": "red"}, 0.0), ({"side": "blue"}, 1.0), ({"side": "blue", "status": "seriously_injured"}, 0.0), ({}, 0.0)],
)
def test_an_inch_from_an_enemy_unless_he_is_seriously_injured(fields: dict[str, str], gap: float) -> None:
    own = figure("own", 19, 15, 6, base_mm=HALF_INCH, side="red")
    found = fall(table(DECK, own, *others(**fields)), 19.8, 15, 6, faller=Faller.of(own, apart=1.0))
    assert found.apart == pytest.approx((20.5, 14.4 - gap, 0), abs=0.01)


def test_nobody_on_another_level_or_beside_him_lies_below() -> None:
    board = table(DECK, figure("high", 20.5, 15, 3, base_mm=HALF_INCH), figure("beside", 21.6, 15, 0, base_mm=HALF_INCH))
    found = fall(board, 19.8, 15, 6)
    assert (found.onto, found.apart) == ((), None)


def test_the_figure_who_falls_is_not_below_himself() -> None:
    own = figure("own", 20.5, 15, 0, base_mm=HALF_INCH)
    assert fall(table(DECK, own), 19.8, 15, 6, faller=Faller.of(own)).onto == ()


def test_slotted_floors_hold() -> None:
    """Onto a walkway of the kit, the inner edge of which is flush with the deck's."""
    walkway = of_kit("walkway", 21.125, 15, 90.0, height=3.0, rail_left=0, rail_right=0)
    for y in np.linspace(13.4, 16.6, 9):
        found = fall(table(DECK, walkway), 19.8, float(y), 6)
        assert found.piece == "walkway"
        assert found.landing == pytest.approx((20.5, y, 3), abs=EXACT)


def test_from_a_slotted_floor_over_its_rail_and_its_open_end() -> None:
    board = table(of_kit("walkway", 20, 15, 0.0, height=3.0, length=6.0, width=2.25))
    over_the_rail = fall(board, 20, 15.6, 3)
    assert over_the_rail.landing == pytest.approx((20, 15 + 1.125 + R, 0), abs=0.01)
    assert over_the_rail.edge is not None
    assert over_the_rail.edge.rail
    off_the_end = fall(board, 22.7, 15, 3)
    assert off_the_end.landing == pytest.approx((23 + R, 15, 0), abs=0.01)
    assert off_the_end.edge is not None
    assert off_the_end.edge.distance == 0.0
    for one in (over_the_rail, off_the_end):
        assert one.distance == pytest.approx(3, abs=EXACT)


def test_down_stairs_there_is_no_edge_but_beside_them() -> None:
    board = table(of_kit("stairs", 20, 15, 0.0, height=3.0, run=4.0, width=2.0, rail_height=0.0))
    z = 3.0 * 4 / 8
    with pytest.raises(SceneError, match="no edge"):
        fall(board, 19.75, 15, z, toward=(18, 15))
    assert fall(board, 19.75, 15.9, z).landing[1] > 16


def test_ramps_are_left_at_their_sides() -> None:
    """A ramp that rises by 3 inches over 8: in its middle it is 1.5 high."""
    corners = np.array([[0, 0, 0], [8, 0, 0], [8, 0, 3], [0, 4, 0], [8, 4, 0], [8, 4, 3]], dtype=np.float64)
    faces = [[0, 1, 2], [3, 5, 4], [0, 4, 1], [0, 3, 4], [1, 5, 2], [1, 4, 5], [2, 3, 0], [2, 5, 3]]
    board = table(Piece("ramp", Mesh.of(corners, faces), Pose((10.0, 10.0, 0.0))))
    found = fall(board, 14, 13.8, 1.5)
    assert found.landing == pytest.approx((14, 14.5, 0), abs=0.01)
    assert found.distance == pytest.approx(1.5, abs=0.02)


def test_faces_that_are_turned_round_hold_as_well() -> None:
    sheet = np.array([[20, 10, 3], [24, 10, 3], [24, 20, 3], [20, 20, 3]], dtype=np.float64)
    for faces in ([[0, 1, 2], [0, 2, 3]], [[2, 1, 0], [3, 2, 0]], [[0, 1, 2], [3, 2, 0]]):
        found = fall(table(DECK, Piece("sheet", Mesh.of(sheet, faces))), 19.8, 15, 6)
        assert found.piece == "sheet"
        assert found.distance == pytest.approx(3, abs=EXACT)
    inside_out = box((20, 10, 0), (24, 20, 3))
    crate = Piece("crate", Mesh.of(inside_out.vertices, inside_out.faces[:, ::-1]))
    assert fall(table(DECK, crate), 19.8, 15, 6).piece == "crate"


def test_undersides_are_no_floors() -> None:
    lintel = block("lintel", (20, 10, 7.5), (26, 20, 9))
    assert fall(table(lintel), 23, 15, 7.4).distance == pytest.approx(7.4, abs=EXACT)


def test_rivets_lift_nobody() -> None:
    rivets = [box((x, y, 3), (x + 0.05, y + 0.05, 3.06)) for x in np.arange(20.1, 23, 0.4) for y in np.arange(10.1, 20, 0.4)]
    board = table(DECK, Piece("plate", joined(box((20, 10, 2.8), (24, 20, 3)), *rivets)))
    assert fall(board, 19.8, 15, 6).distance == pytest.approx(3, abs=EXACT)


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
        pose = Pose.turned((24.0, 18.0, 0.0), turn)
        board = table(*(Piece(f"p{i}", shape, pose) for i, shape in enumerate(levels)))
        x, y, z = pose.to_table(np.array([[1.7, 0.0, 6.0]]))[0].tolist()
        return fall(board, x, y, z)

    still, moved = turned(0.0), turned(degrees)
    assert len(still.chain) == len(moved.chain) == 2
    back, there = Pose.turned((24.0, 18.0, 0.0), 0.0), Pose.turned((24.0, 18.0, 0.0), degrees)
    for one, other in zip(still.chain, moved.chain, strict=True):
        expected = there.to_table(back.to_own(np.array([one.landing])))[0]
        assert other.landing == pytest.approx(expected, abs=0.005)
        assert other.distance == pytest.approx(one.distance, abs=EXACT)


def test_law_more_below_never_makes_the_fall_deeper() -> None:
    rng = np.random.default_rng(3)
    for _ in range(6):
        blocks = []
        deepest = fall(table(DECK), 19.8, 15, 6).distance
        for number in range(3):
            x, y = rng.uniform(19, 22), rng.uniform(13, 16)
            low, high = (x, y, 0.0), (x + rng.uniform(1, 3), y + rng.uniform(1, 3), rng.uniform(0.6, 4))
            blocks.append(block(f"b{number}", low, high))
            found = fall(table(DECK, *blocks), 19.8, 15, 6)
            assert found.distance <= deepest + EXACT
            assert all(one.distance > 0 for one in found.chain)
