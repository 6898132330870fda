"""Ladders: kit pieces, and ladders that are part of a mesh built here with everything about them known."""

from collections.abc import Sequence

import numpy as np
import pytest

from assets import kit
from scene.geometry.mesh import EMPTY, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Kind, Piece, Terrain
from scene.walkable.ladders import Ladder, ladders
from tests.scene.scenes import box

RUNG_TOPS = [0.3 * step for step in range(1, 11)]


def rungs(*, y: float = -1.5, tops: Sequence[float] = RUNG_TOPS, half: float = 0.35, deep: float = 0.08) -> list[Mesh]:
    """Bars along x, the middle of each at ``y``."""
    return [box([-half, y - deep / 2, top - 0.08], [half, y + deep / 2, top]) for top in tops]


def stiles(*, y: float = -1.5, out: float = 0.06, top: float = 3.4) -> list[Mesh]:
    """Two uprights at the ends of the rungs that reach ``out`` to both sides of them."""
    return [box([x - 0.05, y - out, 0.0], [x + 0.05, y + out, top]) for x in (-0.4, 0.4)]


CAN = box([-1, -1.2, 0], [1, 1.2, 3.2])
CAN_WITH_LADDER = joined(CAN, *rungs(), *stiles())


def found(mesh: Mesh, *, kind: Kind = "structure", pose: RigidTransform | None = None) -> tuple[Ladder, ...]:
    return ladders(Terrain((Piece("can", mesh, pose or RigidTransform(), kind=kind),)))


def test_a_can_with_rungs_has_a_ladder_at_its_outer_side_only() -> None:
    (ladder,) = found(CAN_WITH_LADDER)
    assert ladder.foot == pytest.approx((0.0, -1.56, 0.3), abs=1e-4)
    assert ladder.top == pytest.approx((0.0, -1.56, 3.0), abs=1e-4)
    assert ladder.out == pytest.approx((0.0, -1.0), abs=1e-6)
    assert ladder.width == pytest.approx(0.7, abs=1e-6)
    assert (ladder.piece, ladder.found) == ("can", True)


def test_rungs_without_stiles_are_a_ladder_whose_front_is_the_rungs() -> None:
    (ladder,) = found(joined(CAN, *rungs()))
    assert ladder.foot == pytest.approx((0.0, -1.54, 0.3), abs=1e-4)


def test_a_free_ladder_serves_on_both_sides() -> None:
    both = found(joined(*rungs(y=0.0), *stiles(y=0.0)))
    assert sorted(round(ladder.out[1]) for ladder in both) == [-1, 1]
    assert sorted(ladder.foot[1] for ladder in both) == pytest.approx([-0.06, 0.06], abs=1e-4)


def test_round_rungs_of_many_faces() -> None:
    turn = np.arange(24) * (2 * np.pi / 24)
    ring = 0.05 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    ends = [np.column_stack([np.full(24, x), ring]) for x in (-0.35, 0.35)]
    i, j = np.arange(24), (np.arange(24) + 1) % 24
    faces = np.concatenate([np.stack([i, j, i + 24], 1), np.stack([j, j + 24, i + 24], 1)])
    bars = [Mesh.of(np.concatenate(ends) + np.array([0, -1.5, z]), faces) for z in np.array(RUNG_TOPS) - 0.05]
    (ladder,) = found(joined(CAN, *bars, *stiles()))
    assert (ladder.foot[2], ladder.top[2]) == pytest.approx((0.3, 3.0), abs=1e-4)


def test_a_rung_that_is_missing_does_not_end_the_ladder() -> None:
    (ladder,) = found(joined(CAN, *rungs(tops=[*RUNG_TOPS[:6], *RUNG_TOPS[7:]]), *stiles()))
    assert (ladder.foot[2], ladder.top[2]) == pytest.approx((0.3, 3.0))


@pytest.mark.parametrize("degrees", [0.0, 33.0, 90.0, 200.0])
def test_ladders_turn_with_their_piece(degrees: float) -> None:
    pose = RigidTransform.turned([20, 10, 1.5], degrees)
    (ladder,) = found(CAN_WITH_LADDER, pose=pose)
    (own,) = found(CAN_WITH_LADDER)
    assert ladder.foot == pytest.approx(tuple(pose.to_table(own.foot)), abs=1e-5)
    assert ladder.top == pytest.approx(tuple(pose.to_table(own.top)), abs=1e-5)
    assert ladder.out == pytest.approx((np.sin(np.radians(degrees)), -np.cos(np.radians(degrees))), abs=1e-5)


@pytest.mark.parametrize("degrees", [17.0, 45.0, 121.0])
def test_a_mesh_that_is_turned_itself_has_the_same_ladder(degrees: float) -> None:
    turned = Mesh.of(RigidTransform.turned([5, 5, 0], degrees).to_table(CAN_WITH_LADDER.vertices), CAN_WITH_LADDER.faces)
    (ladder,), (own,) = found(turned), found(CAN_WITH_LADDER, pose=RigidTransform.turned([5, 5, 0], degrees))
    assert ladder.foot == pytest.approx(own.foot, abs=1e-4)
    assert ladder.out == pytest.approx(own.out, abs=1e-4)


def test_winding_and_doubled_vertices_do_not_matter() -> None:
    (own,) = found(CAN_WITH_LADDER)
    loose = CAN_WITH_LADDER.triangles[:, ::-1].reshape(-1, 3)
    (ladder,) = found(Mesh.of(loose, np.arange(len(loose))))
    assert ladder == own


def ribs(depth: float) -> Mesh:
    """A box with ribs across one side that reach ``depth`` out of it, as wide as a ladder."""
    return joined(CAN, *rungs(y=-1.2 - depth / 2, deep=depth))


def grille() -> Mesh:
    """A wall whose window is closed by bars."""
    jambs = [box([x, -0.05, 0], [x + 2, 0.05, 4]) for x in (-2.35, 0.35)]
    return joined(*jambs, box([-0.35, -0.05, 3.5], [0.35, 0.05, 4]), *rungs(y=0.0))


def fence() -> Mesh:
    """Bays of three bars beside one another."""
    bars = [
        Mesh.of(bar.vertices + np.array([0.8 * bay, 0, 0]), bar.faces) for bay in range(5) for bar in rungs(tops=RUNG_TOPS[:3])
    ]
    return joined(*bars)


def lean_to() -> Mesh:
    """Steps as deep as rungs, each farther on than the last."""
    return joined(*[box([-0.35, 0.15 * i, 0.3 * i], [0.35, 0.15 * i + 0.1, 0.3 * i + 0.08]) for i in range(8)])


@pytest.mark.parametrize(
    "mesh",
    [
        ribs(0.06),
        ribs(0.15),
        grille(),
        fence(),
        lean_to(),
        joined(CAN, *rungs(tops=RUNG_TOPS[:2])),
        joined(CAN, *rungs(half=1.0)),
        joined(CAN, *rungs(tops=[0.3 + 0.1 * step for step in range(25)])),
        joined(CAN, *rungs(tops=[0.3, 0.5, 1.0, 1.2, 1.7, 1.9])),
        EMPTY,
    ],
    ids=["ribs", "deep ribs", "grille", "fence", "steps", "two bars", "wide bars", "louvres", "uneven bars", "nothing"],
)
def test_what_only_looks_like_a_ladder(mesh: Mesh) -> None:
    assert found(mesh) == ()


@pytest.mark.parametrize("name", [name for name, entry in kit.KIT.items() if entry.kind != "ladder"])
def test_no_other_piece_of_the_kit_has_a_ladder(name: str) -> None:
    assert found(kit.piece(name)[0]) == ()


@pytest.mark.parametrize("height", [1.6, 2.6, 3.0, 12.0])
def test_the_kits_ladder_goes_from_the_ground_to_the_top_of_its_stiles(height: float) -> None:
    mesh, kind = kit.piece("ladder", {"height": height})
    both = found(mesh, kind=kind)
    assert len(both) == 2
    for ladder in both:
        assert ladder.foot[::2] == pytest.approx((0.0, 0.0), abs=1e-6)
        assert ladder.top == pytest.approx((*ladder.foot[:2], height), abs=1e-6)
        assert not ladder.found
    # Its stiles are 0.1 deep; behind them its brackets reach to y = depth / 2.
    assert sorted(ladder.foot[1] for ladder in both) == pytest.approx([-0.12, -0.02], abs=1e-4)


def test_a_ladder_without_rungs_is_climbed_at_the_wide_sides_of_its_box() -> None:
    plank = box([-0.5, -0.1, 0.0], [0.5, 0.1, 2.0])
    both = found(plank, kind="ladder", pose=RigidTransform.turned([3, 3, 0], 90.0))
    assert sorted(ladder.foot[0] for ladder in both) == pytest.approx([2.9, 3.1])
    assert {round(ladder.out[0]) for ladder in both} == {-1, 1}
    assert all(ladder.width == pytest.approx(1.0) and ladder.top[2] == pytest.approx(2.0) for ladder in both)


def leaning(degrees: float) -> RigidTransform:
    """Tipped about x, so that what was up leans towards +y."""
    half = np.radians(-degrees) / 2
    return RigidTransform((0.0, 0.0, 0.0), (float(np.cos(half)), float(np.sin(half)), 0.0, 0.0))


def test_a_leaning_ladder_is_climbed_on_its_upper_side() -> None:
    mesh, kind = kit.piece("ladder", {"height": 4.0})
    (ladder,) = found(mesh, kind=kind, pose=leaning(15.0))
    assert ladder.out == pytest.approx((0.0, -1.0), abs=1e-6)
    climbed = np.subtract(ladder.top, ladder.foot)
    assert climbed == pytest.approx(4.0 * np.array([0, np.sin(np.radians(15)), np.cos(np.radians(15))]), abs=1e-5)


def test_a_ladder_that_lies_is_none() -> None:
    mesh, kind = kit.piece("ladder")
    assert found(mesh, kind=kind, pose=leaning(80.0)) == ()


def test_in_a_piece_that_leans_nothing_is_found() -> None:
    assert found(CAN_WITH_LADDER, pose=leaning(10.0)) == ()


def test_every_piece_of_a_terrain_has_its_own_ladders_and_they_are_kept() -> None:
    terrain = Terrain((Piece("a", CAN_WITH_LADDER), Piece("b", CAN_WITH_LADDER, RigidTransform.turned([9, 0, 0], 0.0))))
    first, second = ladders(terrain)
    assert (first.piece, second.piece) == ("a", "b")
    assert np.subtract(second.foot, first.foot) == pytest.approx([9, 0, 0])
    assert ladders(terrain) is ladders(terrain)
