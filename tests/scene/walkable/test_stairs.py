"""Stairs: kit pieces, and flights that are part of a mesh built here with everything about them known."""

import numpy as np
import pytest
import shapely

from assets import kit
from scene.geometry.mesh import EMPTY, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Kind, Piece, Terrain
from scene.walkable.stairs import Stairs, stairs
from tests.scene.scenes import box


def slabs(count: int, *, rise: float = 0.3, going: float = 0.4, thick: float = 0.08, deep: float | None = None) -> list[Mesh]:
    """Treads one inch wide that rise along +x from the origin, each ``deep`` from its front edge on, the lowest on a post."""
    deep = going if deep is None else deep
    post = box([0.01, -0.1, 0.0], [0.05, 0.1, rise - thick])
    tops = rise * np.arange(1, count + 1)
    return [post, *(box([i * going, -0.5, top - thick], [i * going + deep, 0.5, top]) for i, top in enumerate(tops))]


def blocks(count: int) -> list[Mesh]:
    """The same as whole boxes that stand in one another: each reaches from the ground up and back to the last."""
    return [box([0.4 * i, -0.5, 0], [0.4 * count, 0.5, 0.3 * (i + 1)]) for i in range(count)]


def slotted(count: int) -> list[Mesh]:
    """The same, each tread three strips."""
    strips = [(0.0, 0.1), (0.15, 0.25), (0.3, 0.4)]
    ends = [(0.4 * i + a, 0.4 * i + b, 0.3 * i + 0.3) for i in range(count) for a, b in strips]
    return [box([0.01, -0.1, 0.0], [0.05, 0.1, 0.22]), *(box([a, -0.5, z - 0.08], [b, 0.5, z]) for a, b, z in ends)]


def found(mesh: Mesh, *, kind: Kind = "structure", pose: RigidTransform | None = None) -> tuple[Stairs, ...]:
    return stairs(Terrain((Piece("house", mesh, pose or RigidTransform(), kind=kind),)))


@pytest.mark.parametrize(
    "parts",
    [slabs(6), slabs(6, deep=0.5), blocks(6), slotted(6)],
    ids=["slabs", "slabs over one another", "blocks", "slotted"],
)
def test_a_flight_goes_from_its_lowest_front_edge_to_its_upper_back_edge(parts: list[Mesh]) -> None:
    (flight,) = found(joined(*parts))
    assert flight.foot == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    assert flight.top == pytest.approx((2.4, 0.0, 1.8), abs=1e-6)
    assert flight.width == pytest.approx(1.0)
    assert [z for z, _ in flight.treads] == pytest.approx(0.3 * np.arange(1, 7))
    assert (flight.piece, flight.found) == ("house", True)


def test_treads_are_what_the_next_leaves_of_them() -> None:
    (flight,) = found(joined(*slabs(5, deep=0.5)))
    areas = [shapely.Polygon(outline).area for _, outline in flight.treads]
    assert areas == pytest.approx([0.4, 0.4, 0.4, 0.4, 0.5])
    assert flight.treads[1][1].min(axis=0) == pytest.approx([0.4, -0.5])


@pytest.mark.parametrize("degrees", [0.0, 45.0, 160.0])
def test_flights_turn_with_their_piece(degrees: float) -> None:
    pose = RigidTransform.turned([20, 10, 1.5], degrees)
    (flight,) = found(joined(*slabs(6)), pose=pose)
    assert flight.foot == pytest.approx(tuple(pose.to_table([0, 0, 0])), abs=1e-6)
    assert flight.top == pytest.approx(tuple(pose.to_table([2.4, 0, 1.8])), abs=1e-6)
    z, outline = flight.treads[0]
    assert z == pytest.approx(1.8)
    assert outline.mean(axis=0) == pytest.approx(pose.to_table([0.2, 0, 0])[:2], abs=1e-6)


@pytest.mark.parametrize("degrees", [30.0, 45.0, 222.0])
def test_a_mesh_that_is_turned_itself_has_the_same_flight(degrees: float) -> None:
    mesh, pose = joined(*slabs(6)), RigidTransform.turned([5, 5, 0], degrees)
    (flight,) = found(Mesh.of(pose.to_table(mesh.vertices), mesh.faces))
    assert flight.foot == pytest.approx(tuple(pose.to_table([0, 0, 0])), abs=1e-4)
    assert flight.top == pytest.approx(tuple(pose.to_table([2.4, 0, 1.8])), abs=1e-4)


def test_winding_and_doubled_vertices_do_not_matter() -> None:
    mesh = joined(*slabs(6))
    loose = mesh.triangles[:, ::-1].reshape(-1, 3)
    (flight,) = found(Mesh.of(loose, np.arange(len(loose))))
    assert (*flight.foot, *flight.top) == pytest.approx((0, 0, 0, 2.4, 0, 1.8))


def test_stairs_up_to_a_deck_end_before_it() -> None:
    deck = box([2.4, -2, 2.0], [6, 2, 2.1])
    (flight,) = found(joined(*slabs(6), deck))
    assert flight.top == pytest.approx((2.4, 0.0, 1.8))


def test_a_tread_that_is_one_with_a_floor_beside_it_belongs_to_the_flight() -> None:
    floor = box([-3, 0.5, 0.5], [4, 4, 0.6])
    (flight,) = found(joined(*slabs(6), floor))
    assert len(flight.treads) == 6
    assert (*flight.foot, *flight.top) == pytest.approx((0, 0, 0, 2.4, 0, 1.8))


def test_posts_on_the_treads_do_not_matter() -> None:
    posts = [box([0.4 * i + 0.1, -0.5, 0.3 * i + 0.3], [0.4 * i + 0.2, -0.4, 0.3 * i + 0.8]) for i in range(6)]
    (flight,) = found(joined(*slabs(6), *posts))
    assert len(flight.treads) == 6


def test_flights_on_two_sides_of_a_house_are_two() -> None:
    house = box([-1, 0.5, 0], [3, 3, 4])
    second = [
        Mesh.of(RigidTransform.turned([3.5, 0.5, 2.0], 90.0).to_table(slab.vertices), slab.faces)
        for slab in slabs(5, rise=0.2, going=0.3)
    ]
    flights = sorted(found(joined(house, *slabs(6), *second)), key=lambda flight: flight.foot[2])
    assert [len(flight.treads) for flight in flights] == [6, 5]
    assert flights[1].foot == pytest.approx((3.5, 0.5, 2.0), abs=1e-6)
    assert flights[1].top == pytest.approx((3.5, 2.0, 3.0), abs=1e-6)


def spiral() -> Mesh:
    """Treads that turn by 40 degrees from one to the next."""
    tread = box([0.3, -0.2, 0], [1.2, 0.2, 0.06])
    return joined(
        *[Mesh.of(RigidTransform.turned([0, 0, 0.3 * i], 40.0 * i).to_table(tread.vertices), tread.faces) for i in range(9)]
    )


def shelf() -> Mesh:
    """Boards one above the other."""
    return joined(*[box([0, -0.5, 0.3 * i], [0.4, 0.5, 0.3 * i + 0.05]) for i in range(6)])


def irregular() -> Mesh:
    """Steps of unequal rise and going, as rubble has."""
    at, tops = [0, 0.2, 0.9, 1.1, 1.9], [0.1, 0.6, 0.75, 1.25, 1.35]
    return joined(*[box([x, -0.5, 0], [2.4, 0.5, top]) for x, top in zip(at, tops, strict=True)])


@pytest.mark.parametrize(
    "mesh",
    [
        joined(*slabs(2)),
        joined(*slabs(6, rise=0.7)),
        joined(*slabs(6, rise=0.05, thick=0.02)),
        joined(*slabs(6, going=1.4)),
        joined(*slabs(6, deep=0.15)),
        spiral(),
        shelf(),
        irregular(),
        EMPTY,
    ],
    ids=["two steps", "high steps", "low steps", "terraces", "gaps", "spiral", "shelf", "rubble", "nothing"],
)
def test_what_is_no_straight_flight(mesh: Mesh) -> None:
    assert found(mesh) == ()


@pytest.mark.parametrize("name", [name for name, entry in kit.KIT.items() if entry.kind != "stairs"])
def test_no_other_piece_of_the_kit_has_stairs(name: str) -> None:
    assert found(kit.piece(name)[0]) == ()


@pytest.mark.parametrize("kind", ["stairs", "structure"])
@pytest.mark.parametrize(
    ("height", "run", "rail"), [(3.0, 3.0, 0.9), (1.5, 2.0, 0.0), (8.0, 6.0, 1.2), (6.0, 2.4, 0.5), (4.0, 8.0, 0.9)]
)
def test_the_kits_stairs_go_over_their_whole_run(kind: Kind, height: float, run: float, rail: float) -> None:
    mesh, _ = kit.piece("stairs", {"height": height, "run": run, "rail_height": rail})
    (flight,) = found(mesh, kind=kind)
    assert flight.foot == pytest.approx((-run / 2, 0.0, 0.0), abs=1e-6)
    assert flight.top == pytest.approx((run / 2, 0.0, height), abs=1e-6)
    assert flight.found == (kind == "structure")


def test_two_treads_will_do_in_a_piece_that_is_stairs() -> None:
    (flight,) = found(joined(*slabs(2)), kind="stairs")
    assert flight.top == pytest.approx((0.8, 0.0, 0.6))


def ramp() -> Mesh:
    """A wedge that rises by 1 along 3 inches of -y."""
    ends = [[0, 0, 0], [2, 0, 0], [2, -3, 0], [0, -3, 0], [2, -3, 1], [0, -3, 1]]
    return Mesh.of(ends, [[0, 1, 2], [0, 2, 3], [0, 4, 1], [0, 5, 4], [1, 4, 2], [3, 5, 0], [2, 4, 5], [2, 5, 3]])


def test_stairs_without_level_treads_go_up_the_slope_of_their_top() -> None:
    (flight,) = found(ramp(), kind="stairs")
    assert flight.foot == pytest.approx((1.0, 0.0, 0.0))
    # The height is taken inside, not at the very edge.
    assert flight.top == pytest.approx((1.0, -3.0, 1.0), abs=0.02)
    assert flight.width == pytest.approx(2.0)
    assert flight.treads == ()
    assert found(ramp()) == ()


def test_a_block_called_stairs_has_no_slope() -> None:
    assert found(box([0, 0, 0], [2, 3, 1]), kind="stairs") == ()


def test_in_a_piece_that_leans_nothing_is_found() -> None:
    half = np.radians(10.0) / 2
    assert found(joined(*slabs(6)), pose=RigidTransform((0, 0, 0), (float(np.cos(half)), float(np.sin(half)), 0.0, 0.0))) == ()


def test_flights_are_kept_beside_their_terrain() -> None:
    terrain = Terrain((Piece("house", joined(*slabs(6))),))
    assert stairs(terrain) is stairs(terrain)
