"""Distances: closed forms, laws, and a slow plain reference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scene.base.errors import SceneError
from scene.geometry.closest_points import Cylinder, mesh_to_cylinder, triangle_pairs
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.measuring.distance import Thing, blocked_by, is_within, nearest
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH, Body, Figure, Piece
from tests.plain_scenes import block, bodiless, box, figure, table

BASE_HEIGHT = BASE_HEIGHT_MM / MM_PER_INCH
coordinates = st.floats(-20.0, 20.0)
places = st.tuples(coordinates, coordinates, coordinates)


def test_two_bases_on_the_floor() -> None:
    span = nearest(figure("a", 0, 0), figure("b", 6, 8))
    assert span.distance == pytest.approx(10 - 2, abs=1e-12)
    assert span.vertical == 0
    assert span.from_ == pytest.approx((0.6, 0.8, BASE_HEIGHT / 2))
    assert span.to == pytest.approx((6 - 0.6, 8 - 0.8, BASE_HEIGHT / 2))


def test_two_bases_on_different_levels() -> None:
    """3 inches level and 4 from the lower base's top to the upper base's underside: 5."""
    span = nearest(figure("a", 0, 0, 0), figure("b", 5, 0, 4 + BASE_HEIGHT))
    assert (span.horizontal, span.vertical, span.distance) == pytest.approx((3, 4, 5), abs=1e-12)
    assert span.from_ == pytest.approx((1, 0, BASE_HEIGHT))


def test_bases_above_one_another_are_only_apart_in_height() -> None:
    span = nearest(figure("a", 0, 0, 0), figure("b", 1.2, 0.3, 3))
    assert span.horizontal == 0
    assert span.distance == pytest.approx(3 - BASE_HEIGHT)


@pytest.mark.parametrize("posture", ["on_back", "on_face"])
def test_measurements_a_figure_lying_down_is_measured_as_if_it_stood(posture: str) -> None:
    assert nearest(figure("a", 0, 0, posture=posture), figure("b", 7, 0)).distance == pytest.approx(5)


def test_figures_without_bases_are_measured_body_to_body() -> None:
    """Boxes 0.4 deep, 4 apart in the middle: 3.6 between their faces."""
    one, other = figure("a", 0, 0, base_mm=0.0), figure("b", 4, 0.1, base_mm=0.0)
    span = nearest(one, other)
    assert span.distance == pytest.approx(3.6, abs=1e-12)
    assert nearest(one, figure("c", 4, 0)).distance == pytest.approx(4 - 0.2 - 1, abs=1e-12)


def test_a_figure_with_neither_base_nor_body_is_a_point() -> None:
    assert nearest(bodiless("a", 1, 2, 3), (1, 2, 5)).distance == 2


def test_piece_and_point() -> None:
    crate = block("crate", (0, 0, 0), (2, 2, 2))
    assert nearest(crate, (5, 6, 1)).distance == pytest.approx(5)
    assert nearest((3, 3, 4), crate).distance == pytest.approx(np.sqrt(6))
    assert nearest(crate, (1, 1, 1)).distance == pytest.approx(1), "a piece is its surface"


def test_base_and_piece() -> None:
    crate = block("crate", (0, 0, 0), (2, 2, 2))
    assert nearest(figure("a", 6, 1), crate).distance == pytest.approx(3)
    assert nearest(figure("a", 5, 6), crate).distance == pytest.approx(5 - 1), "to the corner's edge"
    assert nearest(figure("a", 1, 1, 2), crate).distance == 0, "stands on it"
    above = nearest(figure("a", 6, 1, 6), crate)
    assert (above.horizontal, above.vertical) == pytest.approx((3, 4))


def test_two_pieces() -> None:
    one = block("one", (0, 0, 0), (2, 2, 2))
    assert nearest(one, block("two", (5, 6, 0), (6, 7, 9))).distance == pytest.approx(5)
    assert nearest(one, block("two", (1, 1, 1), (3, 3, 3))).distance == 0
    pillar, bar = block("p", (0.9, 0.9, -1), (1.1, 1.1, 9)), block("b", (-1, 0.95, 4), (5, 1.05, 4.1))
    assert nearest(pillar, bar).distance == 0, "they cross with no corner of one in the other"


def test_a_piece_without_a_surface_and_a_place_that_is_none_are_refused() -> None:
    with pytest.raises(SceneError, match='"ghost" has no surface'):
        nearest(Piece("ghost", Mesh.of([], [])), (0, 0, 0))
    with pytest.raises(SceneError, match="x, y, z"):
        nearest((0, 0), (0, 0, 0))
    with pytest.raises(SceneError, match="x, y, z"):
        nearest((0, 0, np.nan), (0, 0, 0))


def sampled(triangle: FloatArray, steps: int = 30) -> FloatArray:
    """Points of a triangle, no place of it farther from one than its longest side over ``steps``."""
    u, v = np.meshgrid(np.linspace(0, 1, steps + 1), np.linspace(0, 1, steps + 1))
    u, v = u[u + v <= 1 + 1e-9], v[u + v <= 1 + 1e-9]
    return np.asarray(triangle[0] + u[:, None] * (triangle[1] - triangle[0]) + v[:, None] * (triangle[2] - triangle[0]))


def longest(triangle: FloatArray) -> float:
    return float(np.linalg.norm(triangle - np.roll(triangle, 1, axis=0), axis=1).max())


@pytest.mark.parametrize("seed", range(40))
def test_triangles_against_dense_samples(seed: int) -> None:
    """Samples bound the distance from above, and from below once their spacing is taken off."""
    generator = np.random.default_rng(seed)
    one, other = generator.random((2, 3, 3)) + generator.random((2, 1, 3))
    if seed % 4 == 0:
        other[:, 2] = one[:, 2] = 0.5  # in one plane
    ends = triangle_pairs(one[None], other[None])
    exact = float(np.linalg.norm(ends[0] - ends[1]))
    plain = float(np.linalg.norm(sampled(one)[:, None] - sampled(other)[None], axis=2).min())
    assert plain - (longest(one) + longest(other)) / 30 <= exact <= plain + 1e-12


def test_an_edge_through_a_triangle_is_found_both_ways() -> None:
    wide = np.array([[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]])
    needle = np.array([[0.0, 0.0, -5.0], [0.1, 0.0, -5.0], [0.0, 0.1, 5.0]])
    for one, other in ((wide, needle), (needle, wide)):
        points, facing = triangle_pairs(one[None], other[None])
        assert points == pytest.approx(facing)
        assert points[0, 2] == pytest.approx(0)


@pytest.mark.parametrize("seed", range(40))
def test_a_triangle_and_a_base_against_dense_samples(seed: int) -> None:
    generator = np.random.default_rng(seed)
    triangle = generator.random((3, 3)) * 2 - 0.5
    if seed % 4 < 2:
        triangle[:, 2 * (seed % 2)] = generator.random()  # level, or upright and square to x
    cylinder = Cylinder((0.5, 0.5), 0.3, 0.4, 0.5)
    on_mesh, on_base = mesh_to_cylinder(Mesh.of(triangle, [[0, 1, 2]]), cylinder)
    exact = float(np.linalg.norm(on_mesh - on_base))
    points = sampled(triangle, 150)
    plain = float(np.linalg.norm(points - cylinder.nearest(points), axis=1).min())
    assert plain - longest(triangle) / 150 <= exact <= plain + 1e-9


def rough(seed: int, *, at: tuple[float, float, float]) -> Mesh:
    """A crumpled sheet of 800 triangles."""
    generator = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(15.0), np.arange(15.0))
    z = generator.random(x.shape) * 2
    corner = (np.arange(14)[:, None] * 15 + np.arange(14)).reshape(-1)
    faces = np.concatenate([corner[:, None] + [0, 1, 16], corner[:, None] + [0, 16, 15]])
    return Mesh.of(np.stack([x, y, z], axis=-1).reshape(-1, 3) * 0.2 + np.asarray(at), faces)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_within_so_many_inches_is_no_farther(seed: int) -> None:
    x, y = np.random.default_rng(seed).random(2) * 6 - 2
    sheet = Piece("sheet", rough(seed, at=(0.0, 0.0, 0.0)), RigidTransform())
    for one in (figure("a", x, y, 1.5), figure("b", x, y, 1.5, base_mm=0.0)):
        far = nearest(one, sheet).distance
        assert [is_within(one, sheet, far + more) for more in (-0.01, 0.0, 0.01)] == [False, True, True]


@pytest.mark.long
@pytest.mark.parametrize("lift", [0.0, 0.2, 0.45, 3.0])
def test_large_meshes_against_every_pair_of_triangles(lift: float) -> None:
    """What the boxes leave out never matters."""
    one, other = rough(1, at=(0, 0, 0)), rough(2, at=(1.3, 0.7, lift))
    plain = np.inf
    for triangle in one.triangles:
        points, facing = triangle_pairs(np.repeat(triangle[None], len(other.faces), axis=0), other.triangles)
        plain = min(plain, float(np.linalg.norm(points - facing, axis=1).min()))
    assert nearest(Piece("one", one), Piece("other", other)).distance == pytest.approx(plain, abs=1e-12)


def moved(thing: Thing, pose: RigidTransform, degrees: float) -> Thing:
    """The same thing after the whole table was turned and shifted."""
    if isinstance(thing, Figure):
        x, y, z = pose.to_table(thing.position)
        return thing.moved((float(x), float(y), float(z)), thing.facing + degrees)
    if isinstance(thing, Piece):
        return Piece(thing.id, Mesh.of(pose.to_table(thing.placed.vertices), thing.shape.faces))
    return [float(value) for value in pose.to_table(thing)]


KINDS = ("base", "body", "piece", "point")


def made(kind: str, place: tuple[float, float, float]) -> Thing:
    """A thing of each kind at a place."""
    if kind in {"base", "body"}:
        return figure("f", *place, facing=33.0, base_mm=25.0 if kind == "base" else 0.0)
    if kind == "piece":
        return Piece("p", box((0, 0, 0), (3, 1, 2)), RigidTransform.turned(place, 20.0))
    return place


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), st.sampled_from(KINDS), places, places, places, st.floats(-180.0, 180.0))
def test_a_distance_is_mutual_and_stays_when_the_table_is_moved(
    first: str,
    second: str,
    place: tuple[float, float, float],
    other_place: tuple[float, float, float],
    shift: tuple[float, float, float],
    degrees: float,
) -> None:
    one, other = made(first, place), made(second, other_place)
    span = nearest(one, other)
    assert nearest(other, one).distance == pytest.approx(span.distance, abs=1e-9)
    pose = RigidTransform.turned(shift, degrees)
    assert nearest(moved(one, pose, degrees), moved(other, pose, degrees)).distance == pytest.approx(span.distance, abs=1e-9)
    assert span.distance == pytest.approx(np.linalg.norm(np.subtract(span.to, span.from_)), abs=1e-9)
    assert span.distance <= np.linalg.norm(np.subtract(other_place, place)) + 4.5, "the pieces are within 4 inches"


def test_measuring_through_walls_names_what_is_in_between_in_order() -> None:
    a, b = figure("a", 2, 5), figure("b", 12, 5)
    near, far = block("near", (5, 0, 0), (5.2, 9, 3)), block("far", (8, 0, 0), (8.2, 9, 3))
    beside = block("beside", (6, 8, 0), (7, 9, 3))
    terrain = table(far, near, beside).terrain
    assert blocked_by(terrain, a, b) == ("near", "far")
    assert blocked_by(terrain, b, a) == ("far", "near")
    assert blocked_by(terrain, a, near) == ()
    assert blocked_by(terrain, a, far) == ("near",)


@pytest.mark.parametrize("fields", [{"kind": "door", "open": True}, {"insignificant": True}, {"kind": "area"}, {"kind": "pit"}])
def test_what_is_not_solid_is_measured_through(fields: dict[str, object]) -> None:
    wall = block("wall", (5, 0, 0), (5.2, 9, 3), **fields)
    assert blocked_by(table(wall).terrain, figure("a", 2, 5), figure("b", 12, 5)) == ()


def test_a_low_wall_or_an_opening_is_measured_over_or_through() -> None:
    sill = block("sill", (5, 0, 0), (5.2, 9, 1))
    lintel = block("lintel", (5, 0, 2), (5.2, 9, 3))
    upper, lower = figure("a", 2, 5, 1.5), figure("b", 12, 5, 1.5)
    assert blocked_by(table(sill, lintel).terrain, upper, lower) == ()


def test_the_floor_and_walls_beside_do_not_block() -> None:
    floor = block("floor", (0, 0, 0), (20, 10, 0.5))
    wall = block("wall", (0, 5, 0.5), (20, 5.2, 3))  # both bases touch it along their sides
    behind = block("behind", (0, 0, 0.5), (1, 10, 3))  # a stands with its back against it
    a, b = figure("a", 2, 4, 0.5), figure("b", 12, 4, 0.5)
    assert blocked_by(table(floor, wall, behind).terrain, a, b) == ()


@pytest.mark.parametrize("thickness", [0.02, 0.08])
def test_a_thin_wall_that_both_touch_blocks(thickness: float) -> None:
    wall = block("wall", (5, 0, 0), (5 + thickness, 9, 3))
    assert blocked_by(table(wall).terrain, figure("a", 4, 5), figure("b", 6 + thickness, 5)) == ("wall",)


def test_the_way_up_to_a_place_goes_over_what_is_lower() -> None:
    """From the base's rim at x 3 up to 6 inches at x 10: 4.3 high where the wall stands."""
    wall = block("wall", (8, 0, 0), (8.2, 9, 3))
    assert blocked_by(table(wall).terrain, figure("a", 2, 5), (10, 5, 6)) == ()
    assert blocked_by(table(wall).terrain, (10, 5, 2), figure("a", 2, 5)) == ("wall",)


def test_figures_do_not_block_measuring() -> None:
    one, between, other = figure("a", 2, 5), figure("m", 7, 5), figure("b", 12, 5)
    assert blocked_by(table(one, between, other).terrain, one, other) == ()


def test_a_body_without_a_base_is_measured_with_the_same_walls() -> None:
    body = Body(box((-0.2, -0.2, 0), (0.2, 0.2, 1)), np.array([0.0, 0.0, 0.9]))
    wall = block("wall", (5, 0, 0), (5.2, 9, 3))
    a, b = Figure("a", body, (2, 5, 0), base_mm=0.0), Figure("b", body, (9, 5, 0), base_mm=0.0)
    assert blocked_by(table(wall).terrain, a, b) == ("wall",)
