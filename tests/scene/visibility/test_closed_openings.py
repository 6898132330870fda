"""Openings closed for sight, checked with rays through places that are known to be open."""

import numpy as np
import pytest

from scene.geometry.mesh import EMPTY, BoolArray, FloatArray, IntArray, Mesh, joined
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece
from scene.visibility.closed_openings import gap_filling
from scene.visibility.occluders import hiding_mesh

CUBE = 1 / 25.4
"""More than one cube of the filling for all pieces here."""


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    corners = np.array([[(low, high)[bit][axis] for axis, bit in enumerate(bits)] for bits in np.ndindex(2, 2, 2)])
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return Mesh.of(corners, [[q[i] for i in part] for q in quads for part in ((0, 1, 2), (0, 2, 3))])


def wall(x: tuple[float, float], z: tuple[float, float], thick: float = 0.1) -> Mesh:
    """Part of a wall along x, in the middle of y."""
    return box((x[0], -thick / 2, z[0]), (x[1], thick / 2, z[1]))


def window(thick: float = 0.1) -> Mesh:
    """A wall 4 wide and 3 high with an opening 1 wide and 1 high in the middle of it."""
    return joined(
        wall((-2, -0.5), (0, 3), thick),
        wall((0.5, 2), (0, 3), thick),
        wall((-0.5, 0.5), (0, 1), thick),
        wall((-0.5, 0.5), (2, 3), thick),
    )


def turned(mesh: Mesh, degrees: float) -> Mesh:
    return Mesh.of(RigidTransform.turned((0, 0, 0), degrees).to_table(mesh.vertices), mesh.faces)


def through(x: tuple[float, float], z: tuple[float, float], *, slant: float = 0.3) -> tuple[FloatArray, FloatArray]:
    """Lines that pass y = 0 within x and z, in many directions."""
    rng = np.random.default_rng(7)
    places = np.stack([rng.uniform(*x, 500), np.zeros(500), rng.uniform(*z, 500)], axis=1)
    ways = np.stack([rng.uniform(-slant, slant, 500), np.ones(500), rng.uniform(-slant, slant, 500)], axis=1)
    return places - ways, places + ways


def down(x: tuple[float, float], y: tuple[float, float], *, top: float, bottom: float) -> tuple[FloatArray, FloatArray]:
    """Upright lines within x and y."""
    rng = np.random.default_rng(8)
    places = np.stack([rng.uniform(*x, 500), rng.uniform(*y, 500), np.full(500, top)], axis=1)
    return places, places * [1, 1, 0] + np.array([0, 0, bottom])


def blocked(mesh: Mesh, lines: tuple[FloatArray, FloatArray], *, closed: bool) -> BoolArray:
    return RayScene([mesh, gap_filling(mesh)] if closed else [mesh]).blocked(*lines)


def assert_closes(mesh: Mesh, lines: tuple[FloatArray, FloatArray]) -> None:
    assert not blocked(mesh, lines, closed=False).any()
    assert blocked(mesh, lines, closed=True).all()


def assert_stays_open(mesh: Mesh, lines: tuple[FloatArray, FloatArray]) -> None:
    assert not blocked(mesh, lines, closed=True).any()


@pytest.mark.parametrize("thick", [0.02, 0.1, 0.4])
def test_a_window_closes_up_to_its_very_edge(thick: float) -> None:
    assert_closes(window(thick), through((-0.499, 0.499), (1.001, 1.999), slant=0.0))


@pytest.mark.long
@pytest.mark.parametrize("degrees", [17.0, 45.0, 90.0, 133.0])
def test_it_does_not_matter_how_the_wall_stands_in_its_own_frame(degrees: float) -> None:
    pose = RigidTransform.turned((0, 0, 0), degrees)
    lines = through((-0.45, 0.45), (1.05, 1.95))
    assert_closes(turned(window(), degrees), (pose.to_table(lines[0]), pose.to_table(lines[1])))


def test_a_leaning_window_closes() -> None:
    lean = RigidTransform(rotation=(float(np.cos(0.2)), float(np.sin(0.2)), 0.0, 0.0))
    mesh = Mesh.of(lean.to_table(window().vertices), window().faces)
    lines = through((-0.4, 0.4), (1.1, 1.9))
    assert_closes(mesh, (lean.to_table(lines[0]), lean.to_table(lines[1])))


def test_a_window_in_a_sheet_without_thickness_closes() -> None:
    outer, inner = [(-2, 0), (2, 0), (2, 3), (-2, 3)], [(-0.5, 1), (0.5, 1), (0.5, 2), (-0.5, 2)]
    faces = [f for i in range(4) for f in ([i, (i + 1) % 4, 4 + i], [(i + 1) % 4, 4 + (i + 1) % 4, 4 + i])]
    sheet = Mesh.of([(x, 0.0, z) for x, z in outer + inner], faces)
    assert_closes(sheet, through((-0.499, 0.499), (1.001, 1.999)))


def test_winding_and_doubled_degenerate_and_missing_faces_do_not_matter() -> None:
    mesh = window()
    rng = np.random.default_rng(3)
    faces = np.where(rng.random((len(mesh.faces), 1)) < 0.5, mesh.faces[:, ::-1], mesh.faces)
    # The undersides and the outer ends of the wall are missing.
    low, high = mesh.bounds
    keep = (mesh.triangles[:, :, 2].max(axis=1) > 0) & (np.abs(mesh.triangles[:, :, 0]).min(axis=1) < 2)
    broken = Mesh.of(mesh.vertices, np.concatenate([faces[keep], faces[keep][:5], [[0, 0, 1], [2, 2, 2]]]))
    assert len(broken.faces) < len(faces) + 7
    assert_closes(broken, through((-0.45, 0.45), (1.05, 1.95)))
    filling = gap_filling(broken)
    assert (filling.vertices >= low - 1e-9).all()
    assert (filling.vertices <= high + 1e-9).all()


def test_the_slots_of_a_rail_close() -> None:
    posts = [wall((x, x + 0.1), (0, 1)) for x in np.arange(0, 3.01, 0.3)]
    rail = joined(wall((0, 3.1), (0.9, 1)), wall((0, 3.1), (0.1, 0.2)), *posts)
    assert_closes(rail, through((0.11, 0.29), (0.21, 0.89), slant=0.0))
    assert_closes(rail, through((0.41, 0.59), (0.01, 0.09), slant=0.0))


def gate(width: float, height: float) -> Mesh:
    """A wall with a gateway that stands on the ground."""
    return joined(
        wall((-width / 2 - 0.5, -width / 2), (0, height)),
        wall((width / 2, width / 2 + 0.5), (0, height)),
        wall((-width / 2 - 0.5, width / 2 + 0.5), (height, height + 0.3)),
    )


@pytest.mark.parametrize(("width", "height"), [(1.0, 1.8), (1.9, 1.9), (5.0, 0.4)])
def test_gaps_in_terrain_at_most_two_inches_across_and_low_slots_close(width: float, height: float) -> None:
    assert_closes(gate(width, height), through((-width / 2 + 0.01, width / 2 - 0.01), (0.01, height - 0.01), slant=0.0))


@pytest.mark.parametrize(("width", "height"), [(2.2, 1.9), (5.0, 1.8)])
def test_the_way_under_a_wide_arch_stays_open(width: float, height: float) -> None:
    assert_stays_open(gate(width, height), through((-width / 2 + 0.1, width / 2 - 0.1), (0.1, height - 0.1), slant=0.0))


def test_a_wide_bridge_gets_no_filling() -> None:
    legs = [box((x, -2, 0), (x + 0.2, 2, 2)) for x in (-2.7, 2.5)]
    assert len(gap_filling(joined(box((-2.7, -2, 1.8), (2.7, 2, 2)), *legs)).faces) == 0


def test_what_is_open_at_the_top_stays_open() -> None:
    crenellated = joined(wall((-2, 2), (0, 1)), wall((-2, -0.5), (1, 2)), wall((0.5, 2), (1, 2)))
    assert_stays_open(crenellated, through((-0.49, 0.49), (1.01, 1.99), slant=0.0))


def deck(hole: float, height: float) -> Mesh:
    """A floor 4 by 4 with a square hole in the middle of it, on four posts."""
    half = hole / 2
    top = (height, height + 0.15)
    posts = [box((x, y, 0), (x + 0.2, y + 0.2, height)) for x in (-2, 1.8) for y in (-2, 1.8)] if height else []
    sides = [
        box((-2, -2, top[0]), (-half, 2, top[1])),
        box((half, -2, top[0]), (2, 2, top[1])),
        box((-half, -2, top[0]), (half, -half, top[1])),
        box((-half, half, top[0]), (half, 2, top[1])),
    ]
    return joined(*sides, *posts)


@pytest.mark.long
@pytest.mark.parametrize(("hole", "height"), [(2.0, 3.0), (0.5, 3.0), (0.5, 0.0)])
def test_a_hole_in_a_floor_closes(hole: float, height: float) -> None:
    inside = (-hole / 2 + 0.01, hole / 2 - 0.01)
    assert_closes(deck(hole, height), down(inside, inside, top=5.0, bottom=0.05))


def test_a_hole_in_which_a_figure_could_stand_stays_open() -> None:
    assert_stays_open(deck(2.0, 0.0), down((-0.9, 0.9), (-0.9, 0.9), top=5.0, bottom=0.01))


def test_the_way_under_the_deck_stays_open() -> None:
    assert_stays_open(deck(2.0, 3.0), through((-1.7, 1.7), (0.1, 2.9), slant=0.0))


def test_a_rail_round_a_platform_closes_but_gets_no_lid() -> None:
    def rails(z: float) -> list[Mesh]:
        return [
            *(box((-2, y, z), (2, y + 0.1, z + 0.1)) for y in (-2, 1.9)),
            *(box((x, -2, z), (x + 0.1, 2, z + 0.1)) for x in (-2, 1.9)),
        ]

    posts = [box((x, y, 2), (x + 0.1, y + 0.1, 3)) for x in (-2, 1.9) for y in (-2, 1.9)]
    platform = joined(box((-2, -2, 1.8), (2, 2, 2)), *posts, *rails(2.5), *rails(2.9))
    for height in [(2.02, 2.48), (2.62, 2.88)]:
        starts, ends = through((-1.85, 1.85), height, slant=0.0)
        # Lines through the rails of both sides at once.
        assert_closes(platform, (starts * [1, 5, 1], ends * [1, 5, 1]))
    assert_stays_open(platform, down((-1.8, 1.8), (-1.8, 1.8), top=5.0, bottom=2.1))


def yard() -> Mesh:
    """Four walls, 4 by 4 and 3 high, with a window in the one at y = -2; no roof."""
    front = Mesh.of(window().vertices - [0.0, 1.95, 0.0], window().faces)
    others = [box((-2, 1.9, 0), (2, 2, 3)), box((-2, -2, 0), (-1.9, 2, 3)), box((1.9, -2, 0), (2, 2, 3))]
    return joined(front, *others)


@pytest.mark.long
def test_a_walled_yard_gets_no_lid_and_nothing_inside() -> None:
    assert_stays_open(yard(), down((-1.8, 1.8), (-1.8, 1.8), top=5.0, bottom=0.01))
    assert_stays_open(yard(), through((-1.3, 1.3), (0.6, 2.4), slant=0.5))
    starts, ends = through((-0.45, 0.45), (1.05, 1.95))
    assert_closes(yard(), (starts - [0.0, 1.95, 0.0], ends - [0.0, 1.95, 0.0]))


def test_a_room_stays_as_it_is_inside() -> None:
    room = joined(yard(), box((-2, -2, 3), (2, 2, 3.1)), box((-2, -2, -0.1), (2, 2, 0)))
    assert_stays_open(room, through((-1.3, 1.3), (0.6, 2.4), slant=0.5))
    starts, ends = through((-0.45, 0.45), (1.05, 1.95))
    assert_closes(room, (starts - [0.0, 1.95, 0.0], ends - [0.0, 1.95, 0.0]))


def test_a_tunnel_closes_at_both_ends_and_stays_free_inside() -> None:
    sides = [box((x, -3, 0), (x + 0.1, 3, 3)) for x in (-1.6, 1.5)]
    levels = [box((-1.6, -3, z), (1.6, 3, z + 0.1)) for z in (0, 2.9)]
    starts, ends = through((-1.4, 1.4), (0.2, 2.8), slant=0.0)
    tunnel = joined(*sides, *levels)
    assert_stays_open(tunnel, (starts * [1, 2.8, 1], ends * [1, 2.8, 1]))
    for y in (-3, 3):
        assert_closes(tunnel, (starts * [1, 0.2, 1] + [0, y, 0], ends * [1, 0.2, 1] + [0, y, 0]))


def ring(radius: float, heights: tuple[float, float], parts: IntArray, bend: int) -> Mesh:
    """Some of the upright faces of a prism of ``bend`` sides."""
    angles = np.stack([parts, parts + 1, parts + 1, parts], axis=1) * 2 * np.pi / bend
    low, high = np.full_like(angles[:, :2], heights[0]), np.full_like(angles[:, :2], heights[1])
    corners = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.concatenate([low, high], axis=1)], axis=2)
    return Mesh.of(corners, np.arange(len(parts))[:, None, None] * 4 + [[0, 1, 2], [0, 2, 3]])


def test_the_windows_of_a_round_wall_close() -> None:
    bend = 240
    parts = np.arange(bend)
    stories = [((0.0, 0.5), parts), ((0.5, 1.5), parts[parts % 40 < 10]), ((1.5, 2.0), parts)]
    tower = joined(*(ring(radius, heights, some, bend) for heights, some in stories for radius in (1.4, 1.5)))
    rng = np.random.default_rng(5)
    angles = (rng.integers(6, size=500) * 40 + rng.uniform(10.1, 39.9, 500)) * 2 * np.pi / bend
    ways = np.stack([np.cos(angles), np.sin(angles), np.zeros(500)], axis=1)
    height = rng.uniform(0.51, 1.49, (500, 1)) * [0.0, 0.0, 1.0]
    assert_closes(tower, (ways * 1.2 + height, ways * 2 + height))
    assert_stays_open(tower, down((-0.8, 0.8), (-0.8, 0.8), top=5.0, bottom=0.01))
    # And only there: free just inside and just outside of the wall.
    assert_stays_open(tower, (ways * 1.2 + height, ways * (1.4 - CUBE) + height))
    assert_stays_open(tower, (ways * (1.5 + CUBE) + height, ways * 2 + height))


@pytest.mark.parametrize("y", [-0.05 - CUBE, 0.05 + CUBE])
def test_the_filling_lies_in_the_opening(y: float) -> None:
    heights = np.linspace(-0.1, 3.1, 100)
    starts = np.stack([np.full(100, -3.0), np.full(100, y), heights], axis=1)
    assert_stays_open(window(), (starts, starts * [-1, 1, 1]))
    filling = gap_filling(window())
    low, high = filling.bounds
    assert low == pytest.approx([-0.5, 0.0, 1.0], abs=0.05 + CUBE)
    assert high == pytest.approx([0.5, 0.0, 2.0], abs=0.05 + CUBE)


def test_nothing_to_close() -> None:
    assert gap_filling(EMPTY) is EMPTY
    assert len(gap_filling(box((0, 0, 0), (2, 1, 1))).faces) == 0
    assert len(gap_filling(Mesh.of([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]])).faces) == 0


def test_it_is_computed_once() -> None:
    mesh = window()
    assert gap_filling(mesh) is gap_filling(mesh)


def test_a_piece_closes_its_gaps_only_where_it_says_so_and_closing_never_opens() -> None:
    shape = window()
    pose = RigidTransform.turned((10, 5, 1), 30)
    closed, plain = Piece("w", shape, pose, see_through_gaps=False), Piece("w", shape, pose)
    assert hiding_mesh(plain) is plain.placed
    lines = through((-0.45, 0.45), (1.05, 1.95))
    placed = pose.to_table(lines[0]), pose.to_table(lines[1])
    assert not RayScene([hiding_mesh(plain)]).blocked(*placed).any()
    assert RayScene([hiding_mesh(closed)]).blocked(*placed).all()
    rng = np.random.default_rng(11)
    ends = rng.uniform([7, 2, 0], [13, 8, 5], (2, 2000, 3))
    before, after = (RayScene([hiding_mesh(piece)]).blocked(*ends) for piece in (plain, closed))
    assert before.any()
    assert not (before & ~after).any()
