"""What is let down comes to rest where a closed form says, and against a plain reference on random boxes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.mesh_library import LIBRARY
from scene.geometry.mesh import Mesh
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.resting import gap, let_down, rests_on, standing_disc
from scene.table.table import Piece
from tests.plain_scenes import bodiless, box, figure


def cube(
    name: str, x: float, y: float, z: float = 0.0, *, turn: float = 0.0, wide: float = 2.0, deep: float = 2.0, tall: float = 1.0
) -> Piece:
    shape = box((-wide / 2, -deep / 2, 0.0), (wide / 2, deep / 2, tall))
    return Piece(name, shape, RigidTransform.turned((x, y, z), turn))


def wedge(rise: float) -> Piece:
    """A ramp along x from 0 at x = 0 to ``rise`` at x = 4, four wide."""
    low: list[list[float]] = [[0, -2, 0], [4, -2, 0], [4, 2, 0], [0, 2, 0], [4, -2, rise], [4, 2, rise]]
    return Piece("ramp", Mesh.of(low, [[0, 1, 2], [0, 2, 3], [0, 5, 4], [0, 3, 5], [1, 4, 5], [1, 5, 2]]))


def test_alone_it_comes_to_the_ground() -> None:
    assert let_down([cube("a", 5, 5, 7.25)], []) == 7.25


@pytest.mark.parametrize("turn", [0.0, 30.0, 45.0, 90.0])
def test_a_box_over_a_box_comes_down_on_its_top(turn: float) -> None:
    assert let_down([cube("a", 5.5, 5.2, 9, turn=turn)], [cube("b", 5, 5)]) == pytest.approx(8.0, abs=1e-12)


def test_two_walls_crossed_meet_at_no_corner_of_either() -> None:
    upper, lower = cube("a", 5, 5, 9, wide=10, deep=0.3), cube("b", 5, 5, wide=0.3, deep=10, tall=3.0)
    assert let_down([upper], [lower]) == pytest.approx(6.0, abs=1e-12)


def test_edges_that_cross_aslant_meet_where_they_cross() -> None:
    roof = Piece("roof", Mesh.of([[-3, 0, 2], [3, 0, 2], [0, -3, 0], [0, 3, 0]], [[0, 1, 2], [0, 1, 3]]))
    keel = Piece(
        "keel", Mesh.of([[0, -3, 0], [0, 3, 0], [-3, 0, 2], [3, 0, 2]], [[0, 1, 2], [0, 1, 3]]), RigidTransform((0, 0, 5))
    )
    # The ridge lies at 2 along x, the keel at 5 along y.
    assert gap(keel, roof) == pytest.approx(3.0, abs=1e-12)


@given(st.floats(0.5, 3.0), st.floats(1.2, 2.8))
def test_on_a_ramp_the_lower_edge_of_a_box_stands_at_the_height_of_its_upper_side(rise: float, x: float) -> None:
    # Its lowest is 1 wide up the ramp: the ramp is highest under its far side, which is drawn in by 0.005.
    expected = 9.0 - rise * (x + 1.0 - 0.005) / 4.0
    assert let_down([cube("a", x, 0, 9)], [wedge(rise)]) == pytest.approx(expected, abs=1e-9)


def test_what_only_touches_in_plan_does_not_bear() -> None:
    assert let_down([cube("a", 7, 5, 9)], [cube("b", 5, 5)]) == 9.0
    assert let_down([cube("a", 6.98, 5, 9)], [cube("b", 5, 5)]) == 8.0


def test_what_is_higher_than_where_it_is_let_go_does_not_bear() -> None:
    deck = Piece("deck", box((0, 0, 3), (6, 6, 3.2)))
    assert let_down([cube("a", 3, 3, 1)], [deck]) == 1.0
    assert let_down([cube("a", 3, 3, 3.2)], [deck]) == pytest.approx(0.0, abs=1e-12)
    assert let_down([cube("a", 3, 3, 9)], [deck]) == pytest.approx(5.8)


def test_legs_stand_astride() -> None:
    gantry = Piece("gantry", LIBRARY.piece("gantry", {})[0], RigidTransform((10, 10, 20)))
    assert let_down([gantry], []) == 20.0
    assert let_down([gantry], [cube("low", 10, 10, tall=1.0)]) == pytest.approx(20.0)
    # A tower taller than the deck takes it on its top: the deck's underside is 20 + what is left of its legs.
    tower = cube("tall", 10, 10, tall=8.0)
    under = 20.0 - let_down([gantry], [tower])
    assert 5.0 < under < 8.0


def test_areas_pits_and_open_doors_bear_nothing() -> None:
    shape = box((4, 4, 0), (6, 6, 1))
    for below in (Piece("b", shape, kind="area"), Piece("b", shape, kind="pit"), Piece("b", shape, kind="door", open=True)):
        assert let_down([cube("a", 5, 5, 9)], [below]) == 9.0
        assert not rests_on(cube("a", 5, 5, 1), below)


def test_things_that_hang_together_come_down_together() -> None:
    pair = [cube("a", 5, 5, 9), cube("b", 12, 5, 11)]
    assert let_down(pair, [cube("c", 12, 5, tall=4.0)]) == 7.0
    assert let_down(pair, [cube("c", 5, 5, tall=4.0)]) == 5.0


def test_who_rests_on_whom() -> None:
    deck, ground_crate = cube("deck", 5, 5, tall=3.0), cube("crate", 5.5, 5)
    assert rests_on(cube("a", 5, 5, 3), deck)
    assert not rests_on(cube("a", 5, 5, 3.1), deck)
    assert not rests_on(cube("a", 9, 5, 3), deck)
    assert not rests_on(ground_crate, deck)
    assert not rests_on(deck, ground_crate)


def test_a_figure_stands_with_its_base() -> None:
    deck = Piece("deck", box((0, 0, 0), (6, 6, 3)))
    assert rests_on(standing_disc(figure("f", 6.9, 3, 3)), deck)
    assert not rests_on(standing_disc(figure("f", 7.1, 3, 3)), deck)
    assert let_down([standing_disc(bodiless("f", 3, 3, 8))], [deck]) == 5.0


@given(
    st.lists(
        st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 2), st.floats(0, 90), st.floats(0.5, 4), st.floats(0.2, 3)),
        min_size=1,
        max_size=5,
    ),
    st.floats(0, 90),
)
def test_level_boxes_rest_on_the_highest_that_they_overlap(
    boxes: list[tuple[float, float, float, float, float, float]], turn: float
) -> None:
    import shapely

    def outline(piece: Piece, grow: float) -> shapely.Geometry:
        return shapely.convex_hull(shapely.multipoints(piece.placed.vertices[:, :2])).buffer(grow)

    others = [cube(str(i), x, y, z, turn=t, wide=s, deep=1.0, tall=h) for i, (x, y, z, t, s, h) in enumerate(boxes)]
    thing = cube("a", 0, 0, 20.0, turn=turn)
    sure = [float(o.placed.bounds[1, 2]) for o in others if outline(o, 0).intersects(outline(thing, -0.02))]
    maybe = [float(o.placed.bounds[1, 2]) for o in others if outline(o, 0).intersects(outline(thing, 0.0))]
    height = 20.0 - let_down([thing], others)
    assert max(sure, default=0.0) - 1e-9 <= height <= max(maybe, default=0.0) + 1e-9
    assert any(np.isclose(height, top) for top in [0.0, *maybe])


@pytest.mark.long
@pytest.mark.parametrize(
    "names", [("crate", "crate"), ("barrels", "pipe_run"), ("tank", "furnace"), ("gantry", "tank_catwalk")]
)
@pytest.mark.parametrize("shift", [(0.5, 0.2), (-0.7, 0.4)])
def test_no_upright_line_finds_a_smaller_gap_and_some_nearly_as_small_a_one(
    names: tuple[str, str], shift: tuple[float, float]
) -> None:
    upper = Piece("upper", LIBRARY.piece(names[0], {})[0], RigidTransform.turned((0, 0, 20), 25))
    lower = Piece("lower", LIBRARY.piece(names[1], {})[0], RigidTransform((*shift, 0)))
    found = gap(upper, lower)
    low, high = upper.placed.bounds
    plan = np.random.default_rng(3).uniform(low[:2], high[:2], (400_000, 2))
    down = np.broadcast_to([0.0, 0.0, -1.0], (len(plan), 3))
    underside = 5.0 + RayScene([upper.placed]).distances(np.column_stack([plan, np.full(len(plan), 5.0)]), -down)
    top = 19.0 - RayScene([lower.placed]).distances(np.column_stack([plan, np.full(len(plan), 19.0)]), down)
    sampled = (underside - top)[np.isfinite(underside) & np.isfinite(top)].min()
    # What is drawn in by 0.005 at the sides may stand a little lower on slopes.
    assert sampled - 0.03 <= found <= sampled + 0.02
