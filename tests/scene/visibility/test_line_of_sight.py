"""Lines of sight from body to body, against the plain reference and against slots worked by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assets.mesh_library import LIBRARY
from assets.tables import path
from scene.geometry.mesh import EMPTY, FloatArray, Mesh
from scene.geometry.ray_casting import CONTACT
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.surface_samples import surface_points
from scene.table.table import Body, Figure, Piece, Terrain
from scene.table_io.table_reading import load_table
from scene.visibility.line_of_sight import CLEARANCE, FEWER_LINES, LINES, Witness, _bundle, _lengthened, find_lines
from tests.scene import reference
from tests.scene.scenes import BLOCK, MANIKIN, Scene, box, plate, random_scene, solid_body
from tests.scene.visibility.test_sight_laws import WALLS

SLOT = 0.5 / 25.4
"""Inches: half a millimetre."""

few = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def find(pieces: Sequence[Mesh], one: Figure, other: Figure, blocking: Sequence[Figure] = ()) -> Witness | None:
    terrain = Terrain(tuple(Piece(f"piece {i}", mesh) for i, mesh in enumerate(pieces)))
    return find_lines(terrain, [(one, other)], blocking=blocking)[0]


def assert_true(witness: Witness, pieces: Sequence[Mesh], one: Figure, other: Figure) -> None:
    """A witness starts on one body, ends on the other, and nothing lies between."""
    start, end = np.array(witness.start), np.array(witness.end)
    assert away_from(one.placed, start) < 1e-4
    assert away_from(other.placed, end) < 1e-4
    assert reference.free(pieces, start[None], end[None], hair=0.003).all()


def away_from(mesh: Mesh, point: FloatArray) -> float:
    """How far a point is from a surface: the least over planes of faces that the point's foot lies within."""
    corners = mesh.triangles[mesh.areas > 1e-12]
    a, b, c = np.moveaxis(corners, 1, 0)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    height = ((point - a) * normal).sum(axis=1)
    foot = point - height[:, None] * normal
    inside = np.ones(len(a), dtype=bool)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= (np.cross(q - p, foot - p) * normal).sum(axis=1) >= -1e-6
    return float(np.abs(height[inside]).min(initial=np.inf))


def placed_pieces(scene: Scene) -> list[Mesh]:
    return [piece.placed for piece in scene.table.terrain.pieces]


@few
@given(seed=st.integers(0, 100_000))
def test_what_the_plain_reference_finds_is_found_and_sight_is_mutual(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed))
    terrain, one, other = scene.table.terrain, scene.shooter, scene.target
    there, back = find_lines(terrain, [(one, other), (other, one)])
    assert (there is None) == (back is None)
    pieces = placed_pieces(scene)
    if reference.any_line(pieces, one.placed, other.placed, lines=3_000, seed=seed) > 0:
        assert there is not None
    if there is not None and back is not None:
        assert_true(there, pieces, one, other)
        assert_true(back.reversed(), pieces, one, other)


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_a_closed_wall_leaves_no_line(wall: str, turn: float) -> None:
    way = RigidTransform.turned((17.0, 5.0, 0.0), turn)
    pieces = [Mesh.of(way.to_table(mesh.vertices), mesh.faces) for mesh in WALLS[wall]]
    (a, b), c = way.to_table([[-6.0, 0.0, 0.0], [0.0, 0.1, 0.0]]).tolist(), turn
    one, other = Figure("one", MANIKIN, tuple(a), facing=c), Figure("other", BLOCK, tuple(b))
    assert find(pieces, one, other) is None
    assert find(pieces, other, one) is None


def test_a_closed_house_leaves_no_line_out_of_it() -> None:
    house = box([-1, -1, -0.5], [1, 1, 2])
    assert find([house], Figure("one", MANIKIN, (0, 0, 0)), Figure("other", MANIKIN, (5, 0, 0))) is None


def slotted(*, x: float, depth: float, at: float, upright: bool) -> list[Mesh]:
    """Two plates that leave a slot from ``at`` on, half a millimetre wide."""
    if upright:
        return [box([x, -20, -5], [x + depth, at, 20]), box([x, at + SLOT, -5], [x + depth, 20, 20])]
    return [box([x, -20, -5], [x + depth, 20, at]), box([x, -20, at + SLOT], [x + depth, 20, 20])]


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("distance", [3.0, 20.0])
@pytest.mark.parametrize("depth", [0.02, 0.3])
@pytest.mark.parametrize("bodies", [(BLOCK, BLOCK), (MANIKIN, BLOCK), (MANIKIN, MANIKIN)])
def test_half_a_millimetre_between_two_plates_is_enough(
    upright: bool, distance: float, depth: float, bodies: tuple[Body, Body]
) -> None:
    # A level slot between level figures: the plane through its middle cuts both bodies.
    for part in (0.3, 0.8):
        walls = slotted(x=part * distance - depth / 2, depth=depth, at=0.03 if upright else 0.8, upright=upright)
        one, other = Figure("one", bodies[0], (0, 0, 0)), Figure("other", bodies[1], (distance, 0.05, 0))
        witness = find(walls, one, other)
        assert witness is not None
        assert_true(witness, walls, one, other)


@pytest.mark.parametrize("upright", [True, False])
def test_a_slot_that_no_line_can_pass_is_not_passed(upright: bool) -> None:
    # Both bodies lie on one side of the slot's plane, by more than it opens over its depth: a line through the slot
    # from the one reaches, beyond it, the other side of that plane or leaves it by less than SLOT / depth a unit.
    walls = slotted(x=4.0, depth=0.5, at=1.0 if upright else 2.6, upright=upright)
    one, other = Figure("one", BLOCK, (0, 0, 0)), Figure("other", MANIKIN, (9, 0, 0))
    assert find(walls, one, other) is None
    assert find(walls, other, one) is None


def test_a_keyhole_is_found_where_it_shows_enough() -> None:
    # A hole of a tenth of an inch in a wall, by its four plates; random lines find it one time in some thousands.
    hole, x = (0.8, 0.9), 5.0
    walls = [plate((-9, 9), (-9, hole[0]), x=x), plate((-9, 9), (hole[1], 9), x=x)]
    walls += [plate((-9, 0), hole, x=x), plate((0.1, 9), hole, x=x)]
    one, other = Figure("one", MANIKIN, (0, 0, 0)), Figure("other", MANIKIN, (11, 0, 0), facing=90)
    witness = find(walls, one, other)
    assert witness is not None
    assert_true(witness, walls, one, other)


@pytest.mark.parametrize("at", [0.1, 0.35, 0.62])
def test_sight_through_a_slot_is_mutual(at: float) -> None:
    for upright in (True, False):
        walls = slotted(x=6.0, depth=0.12, at=at, upright=upright)
        one, other = Figure("one", MANIKIN, (0, 0, 0)), Figure("other", MANIKIN, (15, 0.4, 0.5), facing=70)
        there, back = find(walls, one, other), find(walls, other, one)
        assert (there is None) == (back is None)


def test_figures_stop_lines_only_where_they_are_asked_to() -> None:
    one, other = Figure("one", BLOCK, (0, 0, 0)), Figure("other", BLOCK, (8, 0, 0))
    giant = Figure("giant", solid_body([-0.1, -9, -9], [0.1, 9, 9]), (4, 0, 0))
    assert find([], one, other) is not None
    assert find([], one, other, [giant]) is None
    assert find([], one, other, [one, other]) is not None


def test_pairs_are_answered_in_order() -> None:
    a, b, c = (Figure(name, BLOCK, (x, 0, 0)) for name, x in (("a", 0.0), ("b", 4.0), ("c", 8.0)))
    terrain = Terrain((Piece("wall", box([5.9, -9, -9], [6.1, 9, 9])),))
    found = find_lines(terrain, [(a, c), (a, b), (b, c), (b, a)])
    assert [witness is not None for witness in found] == [False, True, False, True]


def test_many_pairs_are_answered_like_one() -> None:
    scene = random_scene(np.random.default_rng(12))
    figures = [scene.shooter, scene.target, *scene.table.figures[2:]]
    pairs = [(one, other) for one in figures for other in figures if one is not other]
    together = find_lines(scene.table.terrain, pairs)
    assert together == [find_lines(scene.table.terrain, [pair])[0] for pair in pairs]


def test_touching_bodies_see_each_other() -> None:
    one, other = Figure("one", BLOCK, (0, 0, 0)), Figure("other", BLOCK, (0.8, 0, 0))
    assert find([], one, other) is not None


def test_a_body_leaning_on_a_wall_is_not_behind_it() -> None:
    # Its back touches the wall exactly, and only the front is seen.
    wall = box([8.4, -9, -9], [8.6, 9, 9])
    one, other = Figure("one", BLOCK, (0, 0, 0)), Figure("other", BLOCK, (8, 0, 0))
    assert find([wall], one, other) is not None


def test_without_a_body_there_is_no_line() -> None:
    ghost = Figure("ghost", Body(EMPTY, np.array([0, 0, 1.0])), (5, 0, 0))
    assert find([], Figure("one", BLOCK, (0, 0, 0)), ghost) is None
    assert find([], ghost, Figure("one", BLOCK, (0, 0, 0))) is None


def test_surface_points_are_spread_evenly_over_the_surface() -> None:
    # A box of 2 by 1 by 1 has a surface of 10, of which its two small ends are 2.
    points = surface_points(box([0, 0, 0], [2, 1, 1]))
    ends = (points[:, 0] < 1e-9) | (points[:, 0] > 2 - 1e-9)
    assert ends.mean() == pytest.approx(0.2, abs=4 * np.sqrt(0.2 * 0.8 / len(points)))
    assert away_from(box([0, 0, 0], [2, 1, 1]), points[7]) < 1e-9


@pytest.mark.parametrize("way", [(1.0, 0.0, 0.0), (0.0, 0.0, -2.0), (0.3, -0.2, 0.95), (4.0, 3.0, 0.1)])
def test_the_bundle_around_a_line_is_even_and_as_wide_as_is_said(way: tuple[float, float, float]) -> None:
    start = np.array([[[30.0, 20.0, 5.0]]])
    shifts = _bundle(start, start + np.array(way))[0, 0]
    assert shifts.shape == (8, 3)
    assert np.abs(shifts @ way).max() < 1e-12
    assert np.linalg.norm(shifts, axis=1) == pytest.approx(CLEARANCE)
    # Each is an eighth of a turn from the next one, always the same way round.
    turns = np.cross(shifts, np.roll(shifts, -1, axis=0)) @ (np.array(way) / np.linalg.norm(way))
    assert np.abs(turns.sum()) == pytest.approx(8 * CLEARANCE**2 * np.sin(np.pi / 4))


def test_lines_are_a_hair_longer_at_either_end_and_lead_the_same_way() -> None:
    starts, ends = np.array([[30.0, 20.0, 5.0], [1.0, 2.0, 3.0]]), np.array([[33.0, 24.0, 5.0], [1.0, 2.0, 9.0]])
    far = np.array([[0.6, 0.8, 0.0], [0.0, 0.0, 1.0]]) * CONTACT
    first, last = _lengthened(starts, ends)
    assert first == pytest.approx(starts - far)
    assert last == pytest.approx(ends + far)


def test_what_no_random_line_finds_is_found_past_edges() -> None:
    """Through an upright slit and then a level one, so narrow that of ten thousand lines hardly one goes through both."""
    width = 0.004
    walls = [
        *(plate(side, (-60.0, 60.0), x=-2.0) for side in ((-60.0, 0.05), (0.05 + width, 60.0))),
        *(plate((-60.0, 60.0), side, x=2.0) for side in ((-60.0, 0.7), (0.7 + width, 60.0))),
    ]
    one, other = (Figure(name, BLOCK, (x, 0.0, 0.0), base_mm=0) for name, x in (("a", -6.0), ("b", 6.0)))
    terrain = Terrain(tuple(Piece(f"wall {number}", wall) for number, wall in enumerate(walls)))
    assert find_lines(terrain, [(one, other)], past_edges=False) == [None]
    witness = find(walls, one, other)
    assert witness is not None
    assert_true(witness, walls, one, other)


def test_what_a_search_with_fewer_lines_finds_a_full_search_finds_too() -> None:
    """Two of the gantries' fighters see each other past three edges; twice as many lines alone would miss that."""
    board = load_table(path("gantry-town"), LIBRARY)
    pair = (board.figure("reza"), board.figure("jorun"))
    fewer, all_ = (find_lines(board.terrain, [pair], count=count)[0] for count in (FEWER_LINES, LINES))
    assert fewer is not None
    assert all_ == fewer
