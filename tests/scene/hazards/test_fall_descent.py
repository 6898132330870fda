"""The descent of a fall: what holds somebody who comes down on it, and what he slides off."""

import math

import numpy as np
import pytest

from scene.geometry.mesh import Mesh, joined
from scene.table.table import Piece, Table
from tests.plain_scenes import block, box, figure, table
from tests.scene.falls import DECK, EXACT, HALF_INCH, R, at_risk, fall, of_kit


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


def test_slotted_floors_hold() -> None:
    """Onto a walkway of the kit, the inner edge of which is flush with the deck's."""
    walkway = of_kit("walkway", 21.125, 15, 90.0, height=3.0, rail_left=0, rail_right=0)
    for y in np.linspace(13.4, 16.6, 9):
        found = fall(table(DECK, walkway), 19.8, float(y), 6)
        assert found.piece == "walkway"
        assert found.landing == pytest.approx((20.5, y, 3), abs=EXACT)


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
    bog = block("bog", (18, 8, 0), (26, 22, 0.05), kind="area", ground="difficult")
    assert fall(table(DECK, bog, pool), 19.8, 15, 6).ground == "dangerous", "the worst of two counts"
    assert fall(table(DECK, pool, bog), 19.8, 15, 6).ground == "dangerous"
    bridge = block("bridge", (20, 10, 2.8), (24, 20, 3))
    assert fall(table(DECK, pool, bridge), 19.8, 15, 6).ground is None


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


def strips(*parts: tuple[float, float | None]) -> Table:
    """Floors side by side under a base that has just gone over the deck: each under such a share of it, at such a height."""
    away = np.linspace(-R, R, 20001)
    before = (R**2 * np.arccos(-away / R) + away * np.sqrt(R**2 - away**2)) / (math.pi * R**2)
    rims = np.interp(np.cumsum([0.0, *(share for share, _ in parts)]), before, away)
    floors = [
        block(f"strip {number}", (20, 15 + rims[number], z - 0.1), (26, 15 + rims[number + 1], z))
        for number, (_, z) in enumerate(parts)
        if z is not None
    ]
    return table(DECK, *floors)


@pytest.mark.parametrize(("lower", "landing"), [(0.05, 3.0), (0.19, 3.0), (0.21, 2.6), (0.25, 2.6)])
def test_what_lies_a_fifth_of_an_inch_lower_is_the_same_floor_and_helps_to_hold(lower: float, landing: float) -> None:
    """A fifth and a seventh of the base are more than a third of it, either alone is less; what is lower holds the rest."""
    found = fall(strips((1 / 5, 3.0), (1 / 7, 3.0 - lower), (1 - 1 / 5 - 1 / 7, 2.6)), 19.8, 15, 6)
    assert found.landing == pytest.approx((20.5, 15, landing), abs=EXACT)


def test_what_lies_higher_does_not_help_a_lower_floor_to_hold() -> None:
    """A quarter at 3 holds nobody, nor does a seventh at 2.75; what lies at 2.52 does."""
    found = fall(strips((0.25, 3.0), (0.15, 2.75), (0.4, 2.52), (0.2, None)), 19.8, 15, 6)
    assert found.landing == pytest.approx((20.5, 15, 2.52), abs=EXACT)
