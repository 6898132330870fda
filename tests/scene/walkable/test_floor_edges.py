"""Edges of floors that somebody could go over, their drops, and the rails on them."""

import numpy as np
import pytest
import shapely

from rules.body_limits import LIMITS
from rules.fall_rules import railed
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.hazards.fall_landing import Faller, fall_where_it_stands
from scene.navmesh_parts.regions import regions, survey
from scene.table.table import MM_PER_INCH, Piece
from scene.walkable.agent import Agent
from scene.walkable.floor_edges import Stand, stand_of, surroundings
from scene.walkable.obstacles import solids
from tests.plain_scenes import block, figure, table
from tests.scene.falls import DECK, EXACT, HALF_INCH, R, at_risk, fall, nearest_edge, of_kit


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
    assert railed(found.edge)
    wall = block("wall", (19.9, 10, 6), (20, 20, 8.5))
    with pytest.raises(SceneError, match="no edge"):
        fall(table(DECK, wall), 19.3, 15, 6)


@pytest.mark.parametrize(("height", "rail"), [(0.3, False), (0.45, False), (0.5, True), (0.6, True), (1.0, True)])
def test_a_rail_is_at_least_half_an_inch_high(height: float, rail: bool) -> None:
    board = table(DECK, block("rail", (19.9, 10, 6), (20, 20, 6 + height)))
    edge = at_risk(board, figure("a", 19, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert railed(edge) is rail


def test_a_beam_overhead_is_no_rail() -> None:
    board = table(DECK, block("beam", (19.5, 10, 7.2), (20, 20, 7.5)))
    edge = at_risk(board, figure("a", 19, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert not railed(edge)


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


def test_where_a_floor_a_step_below_catches_the_base_is_no_edge() -> None:
    """The lower floor begins beyond a slot of 0.6 inch, so the middle of a base over the edge is over the slot."""
    upper, lower = block("upper", (10, 10, 0), (20, 20, 3.4)), block("lower", (20.6, 10, 0), (26, 20, 2.8995))
    with pytest.raises(SceneError, match=r"the floor at 19\.8, 15, 3\.4 has no edge within 0\.5 inch") as refused:
        fall(table(upper, lower), 19.8, 15, 3.4)
    assert len(refused.value.faults) == 1
    stands = Faller.of(figure("a", 19.5, 15, 3.4, base_mm=HALF_INCH), reach=0.5, limits=LIMITS)
    assert fall_where_it_stands(table(upper, lower), stands) is None
    # Where the lower floor ends there is a real edge, if farther off.
    found = fall(table(upper, block("lower", (20.6, 14.4, 0), (26, 20, 2.8995))), 19.6, 14.85, 3.4)
    assert found.distance == pytest.approx(3.4, abs=EXACT)
    assert found.edge is not None
    assert found.edge.point[1] < 14.8


def test_from_a_slotted_floor_over_its_rail_and_its_open_end() -> None:
    board = table(of_kit("walkway", 20, 15, 0.0, height=3.0, length=6.0, width=2.25))
    over_the_rail = fall(board, 20, 15.6, 3)
    assert over_the_rail.landing == pytest.approx((20, 15 + 1.125 + R, 0), abs=0.01)
    assert over_the_rail.edge is not None
    assert railed(over_the_rail.edge)
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
    board = table(Piece("ramp", Mesh.of(corners, faces), RigidTransform((10.0, 10.0, 0.0))))
    found = fall(board, 14, 13.8, 1.5)
    assert found.landing == pytest.approx((14, 14.5, 0), abs=0.01)
    assert found.distance == pytest.approx(1.5, abs=0.02)


@pytest.mark.parametrize("height", [0.2, 0.3, 0.8, 1.5])
def test_the_height_of_a_rail_is_measured(height: float) -> None:
    board = table(DECK, block("rail", (19.9, 10, 6), (20, 20, 6 + height)))
    edge = at_risk(board, figure("a", 19, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert edge.rail_height == pytest.approx(height, abs=0.021)
    open_side = at_risk(board, figure("a", 11, 15, 6, base_mm=HALF_INCH))
    assert open_side is not None
    assert open_side.rail_height == 0.0


@pytest.mark.parametrize("x", [19.95, 22.05])
def test_of_two_edges_as_near_the_one_without_a_rail_counts(x: float) -> None:
    rail = block("rail", (x - 0.05, 10, 6), (x + 0.05, 20, 7))
    edge = at_risk(table(block("bridge", (19.9, 10, 5.8), (22.1, 20, 6)), rail), figure("a", 21, 15, 6, base_mm=2 * HALF_INCH))
    assert edge is not None
    assert not railed(edge)
    assert (edge.point[0] < 21) == (x > 21)


def test_a_ladder_is_no_rail() -> None:
    for kind, height in (("ladder", 0.0), ("structure", 0.8)):
        stiles = block("stiles", (20, 14.8, 0), (20.05, 15.2, 6.8), kind=kind)
        edge = at_risk(table(DECK, stiles), figure("a", 19, 15, 6, base_mm=HALF_INCH))
        assert edge is not None
        assert edge.rail_height == pytest.approx(height, abs=0.021)


def test_an_edge_over_a_lower_deck_drops_to_that() -> None:
    edge = at_risk(table(DECK, block("lower", (20, 10, 0), (26, 20, 4.25))), figure("a", 19.2, 15, 6, base_mm=HALF_INCH))
    assert edge is not None
    assert edge.drop == pytest.approx(1.75, abs=EXACT)


@pytest.mark.parametrize("thick", [0.15, 0.3, 0.45])
def test_from_what_is_too_narrow_to_stand_on_one_can_fall(thick: float) -> None:
    board = table(block("wall", (20, 10, 0), (20 + thick, 20, 4)))
    found = fall(board, 20 + 0.6 * thick, 15, 4)
    assert found.landing == pytest.approx((20 + thick + R, 15, 0), abs=0.01)
    assert found.distance == pytest.approx(4, abs=EXACT)
    assert found.edge is not None


def test_where_a_wall_shuts_the_nearest_edge_off_the_next_one_counts() -> None:
    board = table(block("ledge", (10, 10, 0), (12, 12, 3)), block("wall", (12, 8, 0), (12.2, 14, 9)))
    edge = nearest_edge(board, Stand((11.5, 11, 3), R, 1.4, LIMITS), within=3.0)
    assert edge is not None
    assert edge.distance == pytest.approx(1.0 - R, abs=EXACT)
    assert abs(edge.point[1] - 11) == pytest.approx(1.0, abs=EXACT)


def test_law_edges_are_where_the_navmesh_ends() -> None:
    """From places all over blocks of random sizes it is as far to the nearest edge as to where their regions end."""
    rng = np.random.default_rng(11)
    agent = Agent(R, 1.4, LIMITS)
    checked = 0
    for _ in range(4):
        lows = np.array([[6, 6], [20, 6], [6, 20], [20, 20]]) + rng.uniform(0, 2, (4, 2))
        sizes = rng.uniform(1.5, 6, (4, 2))
        tops = rng.uniform(1, 6, 4)
        blocks = [
            block(f"b{n}", (*low, 0.0), (*(low + size), top))
            for n, (low, size, top) in enumerate(zip(lows, sizes, tops, strict=True))
        ]
        board = table(*blocks)
        floors = survey(board.terrain, board.size, agent)
        found, _ = regions(map(floors.on, range(len(floors.patches.all))), solids(board.terrain), agent)
        for region in found:
            if region.plane.z < 0.5:
                continue
            low, high = region.rings[0].min(axis=0), region.rings[0].max(axis=0)
            for x, y in rng.uniform(low, high, (5, 2)).tolist():
                edge = nearest_edge(board, Stand((x, y, region.plane.z), R, 1.4, LIMITS), within=4.0)
                ring = shapely.LinearRing(region.rings[0])
                assert edge is not None
                assert edge.distance == pytest.approx(max(ring.distance(shapely.Point(x, y)) - R, 0.0), abs=0.003)
                assert edge.drop == pytest.approx(region.plane.z, abs=0.003)
                checked += 1
    assert checked >= 40


def test_a_figure_is_as_tall_above_its_floor_wherever_that_is() -> None:
    """1.2 inches on a base of three millimetres."""
    found = [stand_of(figure("a", 15, 15, z), LIMITS).height for z in (0.0, 6.0)]
    assert found == pytest.approx([1.2 + 3.0 / MM_PER_INCH] * 2)


@pytest.mark.parametrize(("height", "solid"), [(0.3, False), (0.49, False), (0.6, True), (1.9, True)])
def test_solid_around_somebody_is_what_stands_higher_than_a_step(height: float, solid: bool) -> None:
    around = surroundings(
        table(block("crate", (16, 14, 0), (18, 16, height))), Stand((15, 15, 0), 0.5, 2.0, LIMITS), within=2.0
    )
    assert bool(shapely.area(around.solid)) is solid


def test_at_the_edges_of_the_table_nobody_falls() -> None:
    """Neither on the ground nor on decks that end there, on any side; a hair before it there is an edge."""
    for low, high, place in (
        ((0, 10), (4, 20), (0.7, 15)),
        ((44, 10), (48, 20), (47.3, 15)),
        ((10, 0), (20, 4), (15, 0.7)),
        ((10, 32), (20, 36), (15, 35.3)),
    ):
        deck = block("deck", (*low, 5.8), (*high, 6))
        assert nearest_edge(table(deck), Stand((*place, 6.0), 0.5, 1.4, LIMITS), within=0.5) is None
        assert nearest_edge(table(deck), Stand((*place, 0.0), 0.5, 1.4, LIMITS), within=0.5) is None
    short = table(block("deck", (0.1, 10, 5.8), (4, 20, 6)))
    found = nearest_edge(short, Stand((0.7, 15, 6), 0.5, 1.4, LIMITS), within=0.5)
    assert found is not None
    assert found.point == pytest.approx((0.1, 15, 6), abs=EXACT)


@pytest.mark.parametrize("toward", [(22.0, 16.0), (22.0, 13.5), (20.5, 22.0), (18.0, 21.0)])
def test_the_edge_on_the_way_is_where_a_line_aslant_crosses_it(toward: tuple[float, float]) -> None:
    x, y = 19.5, 19.4
    ways = [(edge - a) / (b - a) for edge, a, b in ((20.0, x, toward[0]), (20.0, y, toward[1])) if b > edge]
    share = min(ways)
    found = nearest_edge(table(DECK), Stand((x, y, 6), 0.5, 1.4, LIMITS), within=1.0, toward=toward)
    assert found is not None
    assert found.point == pytest.approx((x + share * (toward[0] - x), y + share * (toward[1] - y), 6.0), abs=EXACT)


def test_from_a_ledge_before_the_edge_the_drop_is_that_from_the_ledge() -> None:
    """A quarter of an inch of floor, a quarter lower than the deck all along it."""
    board = table(DECK, block("ledge", (20, 10, 3), (20.25, 20, 5.75)))
    found = nearest_edge(board, Stand((19.4, 15, 6), 0.5, 1.4, LIMITS), within=0.7)
    assert found is not None
    assert found.point == pytest.approx((20.25, 15, 5.75), abs=EXACT)
    assert found.drop == pytest.approx(5.75, abs=EXACT)
