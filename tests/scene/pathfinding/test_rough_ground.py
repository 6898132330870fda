"""Navmeshes of rough ground, terrain as it comes: broken meshes, scans, sheets, and starts and goals that are nowhere."""

from collections.abc import Callable

import numpy as np
import pytest

from rules.movement.path_rules import NoPath, find_path
from rules.systems import registry
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Path
from scene.table.plan_outlines import rectangle, shadow
from scene.table.table import Piece, Table, Terrain
from scene.walkable.floor_levels import levels_of
from tests.plain_scenes import box
from tests.rules.course_parts import GOAL, SIZE, START, infinite, kinds, me

BLOCK = box((8, 4, 0), (14, 12, 3))
UPON = (11.0, 8.0, 3.0)


def asked(*pieces: Piece, start: tuple[float, float, float] = START, goal: tuple[float, float, float] = GOAL) -> Path | NoPath:
    # A search without bounds takes for ever, and is ended by the suite itself.
    table = Table(SIZE, Terrain(pieces), (me(start),))
    return find_path(table, table.figures[0], goal, rules=registry.system("main-rulebook").movement)


def cost(answer: Path | NoPath) -> float:
    assert isinstance(answer, Path)
    return answer.cost


def of(mesh: Mesh, faces: IntArray) -> Piece:
    return Piece("rough", Mesh.of(mesh.vertices, faces))


def half_turned(mesh: Mesh) -> IntArray:
    faces = mesh.faces.copy()
    turned = np.random.default_rng(1).random(len(faces)) < 0.5
    faces[turned] = faces[turned][:, ::-1]
    return faces


BROKEN: dict[str, Callable[[Mesh], IntArray]] = {
    "inside out": lambda mesh: mesh.faces[:, ::-1],
    "wound both ways": half_turned,
    "doubled": lambda mesh: np.concatenate([mesh.faces, mesh.faces]),
    "doubled the other way": lambda mesh: np.concatenate([mesh.faces, mesh.faces[:, ::-1]]),
    "with faces that are lines and points": lambda mesh: np.concatenate(
        [mesh.faces, mesh.faces[:, [0, 0, 1]], mesh.faces[:, [2, 2, 2]]]
    ),
    "without its underside": lambda mesh: mesh.faces[mesh.vertices[mesh.faces][..., 2].max(axis=1) > 0.0],
    "without its back": lambda mesh: mesh.faces[mesh.vertices[mesh.faces][..., 0].min(axis=1) < 14.0],
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_block_is_climbed_like_a_whole_one(how: str) -> None:
    assert cost(asked(of(BLOCK, BROKEN[how](BLOCK)), goal=UPON)) == pytest.approx(7.0 + 2 * 3.0, abs=0.05)


@pytest.mark.parametrize("how", BROKEN)
def test_nobody_walks_through_a_broken_block(how: str) -> None:
    """Round it, past its corners (8, 4) and (14, 4), it is longer than the straight 12 inches."""
    answer = asked(of(BLOCK, BROKEN[how](BLOCK)))
    assert kinds(answer) == ("walk",) if isinstance(answer, Path) else False
    assert cost(answer) > 14.0


@pytest.mark.parametrize("height", [1.2, 2.0, 2.3, 3.0])
def test_a_sheet_of_no_thickness_is_a_wall_of_its_height(height: float) -> None:
    """Up to 2 inches it is crossed with a check; higher it is climbed at twice its height, and jumped down from."""
    corners = np.array([[10, 0, 0], [10, 16, 0], [10, 16, height], [10, 0, height]])
    sheet = Mesh.of(corners, [[0, 1, 2], [0, 2, 3]])
    answer = asked(Piece("sheet", sheet))
    assert cost(answer) == pytest.approx(12.0 + (2 * height if height > 2.0 else 0.0), abs=0.02)


def test_a_thin_post_is_in_the_way() -> None:
    """Beside a door one inch wide: what is left of it is too narrow to squeeze through."""
    doorway = [infinite((9.9, 10.1), (0.0, 7.5)), infinite((9.9, 10.1), (8.5, 16.0))]
    post = Piece("post", box((9.97, 8.22, 0.0), (10.03, 8.28, 8.0)), infinite_height=True)
    assert isinstance(asked(*doorway), Path)
    assert isinstance(asked(*doorway, post), NoPath)


def test_a_floating_deck_is_ground_that_nobody_gets_to() -> None:
    deck = Piece("deck", box((8, 4, 2.8), (14, 12, 3)))
    assert isinstance(asked(deck, goal=UPON), NoPath)
    assert cost(asked(deck, start=UPON)) == pytest.approx(5.0, abs=0.02)
    assert cost(asked(deck)) == pytest.approx(12.0)


def test_what_lies_below_the_ground_is_not_there() -> None:
    assert cost(asked(Piece("cellar", box((8, 4, -5), (14, 12, -1))))) == pytest.approx(12.0)


def test_a_piece_larger_than_the_table_is_its_ground() -> None:
    plain = Piece("plain", box((-30, -30, -1), (60, 60, 3)))
    assert cost(asked(plain, start=(4, 8, 3), goal=(16, 8, 3))) == pytest.approx(12.0)
    with pytest.raises(SceneError, match="the nearest ground is 4, 8, 3"):
        asked(plain)


def test_a_piece_of_nonsensical_height_is_walked_round() -> None:
    assert cost(asked(Piece("needle", box((8, 4, 0), (14, 12, 1e5))))) > 14.0


@pytest.mark.parametrize("faces", [[[0, 1, 2]], np.zeros((0, 3))])
def test_pieces_without_any_extent_change_nothing(faces: list[list[int]]) -> None:
    assert cost(asked(Piece("nothing", Mesh.of([[8, 8, 0]] * 3, faces)))) == pytest.approx(12.0)


def test_gravel_does_not_matter() -> None:
    places = np.random.default_rng(1).uniform(1, 15, (1000, 2)).tolist()
    gravel = box((0, 0, 0), (0.05, 0.05, 0.05))
    assert cost(
        asked(*(Piece(f"stone {n}", gravel, RigidTransform((x, y, 0.0))) for n, (x, y) in enumerate(places)))
    ) == pytest.approx(12.0)


def spikes() -> Mesh:
    """Steep pyramids all over the table, half an inch wide and four inches high."""
    x, y = (grid.reshape(-1) for grid in np.meshgrid(np.arange(0, 20, 0.5), np.arange(0, 16, 0.5)))
    corners = np.array([[0, 0, 0], [0.5, 0, 0], [0.5, 0.5, 0], [0, 0.5, 0], [0.25, 0.25, 4]])
    sides = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
    places = np.column_stack([x, y, np.zeros(len(x))])
    return Mesh.of((places[:, None] + corners).reshape(-1, 3), (5 * np.arange(len(x))[:, None, None] + sides).reshape(-1, 3))


@pytest.mark.long
def test_a_table_of_spikes_has_no_ground() -> None:
    with pytest.raises(SceneError, match="no ground for a base of this size"):
        asked(Piece("spikes", spikes()))


def hill(count: int, *, rough: float) -> Mesh:
    """A round hill two inches high in the middle of a field of count by count places, as uneven as a scan."""
    x = np.linspace(0.0, 10.0, count)
    grid = np.stack(np.meshgrid(x, x, indexing="ij"), axis=-1)
    z: FloatArray = 2.0 * np.exp(-((grid - 5.0) ** 2).sum(axis=-1) / 6.25)
    z += np.random.default_rng(1).normal(0.0, rough, z.shape)
    number = np.arange(count * count).reshape(count, count)
    a, b, c, d = (part.reshape(-1) for part in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]))
    vertices = np.column_stack([grid.reshape(-1, 2) + np.array([5.0, 3.0]), z.reshape(-1)])
    return Mesh.of(vertices, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]))


@pytest.mark.long
@pytest.mark.parametrize("rough", [0.0, 0.02])
def test_up_a_scanned_hill_one_walks_along_its_slope(rough: float) -> None:
    """The straight way up is the curve of the hill's outline; planes lie a little off it."""
    along = np.linspace(4.0, 10.0, 2001)
    outline = 2.0 * np.exp(-((along - 10.0) ** 2) / 6.25)
    length = float(np.hypot(np.diff(along), np.diff(outline)).sum())
    answer = asked(Piece("hill", hill(120, rough=rough)), start=(4, 8, 0), goal=(10, 8, 2))
    assert set(kinds(answer)) <= {"walk", "step"} if isinstance(answer, Path) else False
    assert 0.99 * length <= cost(answer) <= 1.02 * length


@pytest.mark.parametrize(
    ("start", "nearest"),
    [((4, 8, 3.5), "4, 8, 0"), ((-3, 8, 0), "0.5, 8, 0"), ((11, 8, 1), "11, 8, 3"), ((1e6, 8, 0), "19.5, 8, 0")],
    ids=["in the air", "off the table", "inside a block", "far away"],
)
def test_a_start_on_no_ground_is_one_line_that_offers_the_nearest(start: tuple[float, float, float], nearest: str) -> None:
    with pytest.raises(SceneError, match=f'figure "me" stands on no ground at .*; the nearest ground is {nearest}$'):
        asked(Piece("block", BLOCK), start=start)


def test_a_goal_on_no_ground_is_one_line_that_offers_the_nearest() -> None:
    with pytest.raises(SceneError, match=r"the goal lies on no ground at 18, 8, 2; the nearest ground is 18, 8, 0$"):
        asked(Piece("block", BLOCK), goal=(18, 8, 2))


def test_a_figure_larger_than_every_gap_finds_no_way_and_one_larger_than_the_table_no_ground() -> None:
    walls = infinite((9.9, 10.1), (0.0, 7.0)), infinite((9.9, 10.1), (9.0, 16.0))
    for base_mm, found in ((25.0, True), (100.0, False)):
        table = Table(SIZE, Terrain(walls), (me(base_mm=base_mm),))
        assert (
            isinstance(find_path(table, table.figures[0], GOAL, rules=registry.system("main-rulebook").movement), Path) == found
        )
    table = Table(SIZE, Terrain(), (me(base_mm=600.0),))
    with pytest.raises(SceneError, match="no ground for a base of this size"):
        find_path(table, table.figures[0], GOAL, rules=registry.system("main-rulebook").movement)


@pytest.mark.parametrize("degrees", [2.0, 30.0, 60.0, 88.0])
def test_leaning_pieces_have_an_answer(degrees: float) -> None:
    """A plate 8 inches wide leans over the way; however it leans, round its ends is a way on the flat."""
    turn = np.radians(degrees) / 2.0
    plate = Piece(
        "plate",
        box((-0.1, -3.0, 0.0), (0.1, 3.0, 6.0)),
        RigidTransform((10.0, 8.0, 0.0), (float(np.cos(turn)), 0.0, float(np.sin(turn)), 0.0)),
    )
    answer = asked(plate)
    assert 12.0 - 1e-6 <= cost(answer) < 15.0


def rubble(size: float) -> Piece:
    """20,000 triangles, turned anyhow, that lie in the corner of a table."""
    rng = np.random.default_rng(1)
    middles = rng.uniform((0, 0, 0), (20, 20, 6), (20_000, 1, 3))
    corners = middles + rng.uniform(-size / 2, size / 2, (20_000, 3, 3))
    return Piece("rubble", Mesh.of(corners.reshape(-1, 3), np.arange(60_000).reshape(-1, 3)))


@pytest.mark.long
@pytest.mark.parametrize("size", [1.5, 2.0, 5.0, 20.0])
def test_rubble_is_refused_in_a_line_and_at_once(size: float) -> None:
    with pytest.raises(SceneError, match='terrain "rubble" is rubble'):
        levels_of(Terrain((rubble(size),)), (24, 24), step=0.5)


def test_a_mesh_in_squares_covers_what_it_does_as_a_whole() -> None:
    """A row of blocks over 30 inches, turned and moved: seen within a box there is all that lies in it, and nothing else."""
    row = joined(*(box((x, 0, 0), (x + 1.0, 2, 1 + x / 10)) for x in range(0, 30, 3)))
    piece = Piece("row", row, RigidTransform.turned((20.0, 20.0, 0.5), 30.0))
    whole = shadow(piece, 1.0, 2.0)
    for low, high in (((0, 0), (40, 40)), ((20, 20), (24, 24)), ((30, 22), (45, 40))):
        room = rectangle(np.array(low, dtype=float), np.array(high, dtype=float))
        assert ((shadow(piece, 1.0, 2.0, within=room) ^ room) - whole).area() < 1e-6
        assert ((whole ^ room) - shadow(piece, 1.0, 2.0, within=room)).area() < 1e-6
    # The first block's corners are the lowest in x and y.
    assert whole.bounds()[:2] == pytest.approx((20.0 - 2.0 * np.sin(np.radians(30.0)), 20.0), abs=0.005)
