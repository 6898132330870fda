"""Obstacles, and whether places are inside of something: closed forms of boxes, also in one another, side by side and open."""

import numpy as np

from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece
from scene.walkable.obstacles import Solids
from tests.plain_scenes import box

BIG = np.array([[2.0, 2.0, 0.0], [8.0, 8.0, 3.0]])


def piece(name: str, *meshes: Mesh) -> Piece:
    shape = meshes[0]
    for more in meshes[1:]:
        shape = Mesh.of(np.vstack([shape.vertices, more.vertices]), np.vstack([shape.faces, more.faces + len(shape.vertices)]))
    return Piece(name, shape, RigidTransform.turned((0.0, 0.0, 0.0), 0.0))


def cube(corners: FloatArray) -> Mesh:
    (a, b, c), (d, e, f) = corners.tolist()
    return box((a, b, c), (d, e, f))


def places(count: int = 3000) -> FloatArray:
    return np.random.default_rng(2).uniform([0.0, 0.0, -0.5], [10.0, 10.0, 5.0], (count, 3))


def held(corners: FloatArray, some: FloatArray) -> FloatArray:
    return np.asarray(((some > corners[0]) & (some < corners[1])).all(axis=1))


def test_inside_of_boxes_that_stand_in_one_another_and_on_one_another() -> None:
    """Bands within a tank, and crates whose faces coincide with its own and with one another's: there a few are missed."""
    bands = [np.array([[2.1, 2.1, low], [7.9, 7.9, low + 0.2]]) for low in (0.5, 1.0, 1.5, 2.0)]
    crates = [np.array([[8.0, 3.0, 0.0], [9.0, 4.0, 1.0]]), np.array([[8.0, 3.0, 1.0], [9.0, 4.0, 2.0]])]
    tank = piece("tank", cube(BIG), *map(cube, bands))
    solid = Solids((tank, *(piece(f"crate {number}", cube(one)) for number, one in enumerate(crates))))
    some = places()
    found = solid.within(some)
    truth = np.any([held(one, some) for one in (BIG, *crates)], axis=0)
    assert not (found >= 0)[~truth].any()
    assert (found >= 0)[truth].mean() > 0.99
    for number, one in enumerate((BIG, *crates)):
        assert set(found[held(one, some)]) <= {number, -1}
    alone = Solids((tank,)).within(some)
    assert ((alone == 0) == held(BIG, some)).all()
    inner = solid.inside((5.0, 5.0, 1.1))
    assert inner is not None
    assert inner.id == "tank"
    assert solid.inside((1.0, 5.0, 1.1)) is None


def test_below_a_sheet_and_in_a_room_one_is_in_the_open() -> None:
    sheet = Mesh.of(np.array([[0.0, 0, 3], [10, 0, 3], [10, 10, 3], [0, 10, 3]]), np.array([[0, 1, 2], [0, 2, 3]]))
    walls = [box((1, 1, 0), (9, 1.2, 3)), box((1, 8.8, 0), (9, 9, 3)), box((1, 1.1, 0), (1.2, 8.9, 2.9))]
    room = piece("room", *walls, box((8.8, 1.1, 0), (9, 8.9, 2.9)), box((1, 1, 3.5), (9, 9, 3.7)))
    solid = Solids((piece("sheet", sheet), room))
    assert (solid.within(np.random.default_rng(1).uniform([1.3, 1.3, 0.1], [8.7, 8.7, 2.9], (500, 3))) == -1).all()
    assert solid.inside((1.1, 5.0, 1.0)) is not None


def test_nothing_is_inside_of_nothing() -> None:
    assert (Solids(()).within(places(10)) == -1).all()
