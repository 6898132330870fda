"""Corridor walls: they join on their grid without a gap, gates shut doorways, and nothing is larger than it says."""

import numpy as np
import pytest
import trimesh

from assets.kit import KIT, piece
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from tests.assets.rays import first_hits

NAMES = [name for name in KIT if name.startswith("corridor_")]
OTHERS: list[tuple[str, dict[str, float]]] = [
    ("corridor_wall", {"length": 1.5, "height": 2.5, "thickness": 0.4}),
    ("corridor_wall", {"length": 15, "height": 3.5, "thickness": 0.6}),
    ("corridor_door", {"length": 6, "door_width": 4, "door_height": 2.7, "height": 3.5}),
    ("corridor_door", {"length": 2.5, "door_width": 1.3, "door_height": 1.6, "height": 2.5, "thickness": 0.4}),
    ("corridor_gate", {"width": 4, "height": 3, "thickness": 0.3}),
    ("corridor_gate", {"width": 1, "height": 1.6, "thickness": 0.1}),
    ("corridor_corner", {"height": 2.5, "thickness": 0.4}),
    ("corridor_junction", {"arms": 3, "height": 3.5, "thickness": 0.6}),
    ("corridor_end", {"thickness": 0.6}),
]
EVERY_PIECE: list[tuple[str, dict[str, float]]] = [(name, {}) for name in NAMES] + OTHERS


def _at(name: str, x: float, y: float, turn: float = 0.0, **parameters: float) -> Mesh:
    mesh, _ = piece(name, parameters)
    return Mesh.of(RigidTransform.turned((x, y, 0.0), turn).to_table(mesh.vertices), mesh.faces)


@pytest.mark.parametrize(("name", "parameters"), EVERY_PIECE)
def test_every_part_is_closed_and_wound_outwards(name: str, parameters: dict[str, float]) -> None:
    mesh, _ = piece(name, parameters)
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    assert solid.is_watertight
    assert solid.is_winding_consistent
    assert all(part.volume > 0 for part in solid.split(only_watertight=False))


@pytest.mark.parametrize(
    ("name", "parameters", "size"),
    [
        ("corridor_wall", {"length": 6, "height": 2.5, "thickness": 0.6}, (6, 0.6, 2.5)),
        ("corridor_wall", {}, (3, 0.5, 3)),
        ("corridor_door", {"length": 4, "height": 3.5}, (4, 0.56, 3.5)),  # the switches stand out by 0.03
        ("corridor_door", {"length": 2.5, "height": 3.5, "door_width": 1.3, "door_height": 1.6}, (2.5, 0.56, 3.5)),
        ("corridor_gate", {"width": 2, "height": 2.2, "thickness": 0.2}, (2.12, 0.2, 2.26)),  # 0.06 into the wall
        ("corridor_corner", {"thickness": 0.4}, (0.6, 0.6, 3.12)),
        ("corridor_corner", {"thickness": 0.6, "height": 2.5}, (0.8, 0.8, 2.62)),
    ],
)
def test_a_piece_is_as_large_as_its_parameters_say(
    name: str, parameters: dict[str, float], size: tuple[float, float, float]
) -> None:
    low, high = piece(name, parameters)[0].bounds
    np.testing.assert_allclose(high - low, size, atol=1e-9)


@pytest.mark.parametrize("name", ["corridor_corner", "corridor_junction", "corridor_end"])
def test_pillars_are_a_fifth_of_an_inch_wider_than_their_walls(name: str) -> None:
    # Square, so that the anchor, the middle of the box, is on the grid point whatever the turn.
    for thickness in (0.4, 0.5, 0.6):
        low, high = piece(name, {"thickness": thickness})[0].bounds
        np.testing.assert_allclose((high - low)[:2], thickness + 0.2, atol=1e-9)


def test_kinds() -> None:
    assert {name: KIT[name].kind for name in NAMES} == {
        "corridor_wall": "wall",
        "corridor_door": "wall",
        "corridor_gate": "door",
        "corridor_corner": "wall",
        "corridor_junction": "wall",
        "corridor_end": "wall",
    }


def _room() -> Mesh:
    """Nine by three inches, closed all round: four corners, two junctions, walls and a shut door wall."""
    pillars = [(0, 0, 0), (9, 0, 90), (9, 3, 180), (0, 3, 270)]
    corners = [_at("corridor_corner", x, y, turn) for x, y, turn in pillars]
    walls = [_at("corridor_wall", 1.5, 0), _at("corridor_wall", 4.5, 3, length=9), _at("corridor_wall", 7.5, 0)]
    walls += [_at("corridor_wall", 0, 1.5, 90), _at("corridor_wall", 9, 1.5, 90)]
    junctions = [_at("corridor_junction", 3, 0, 180, arms=3), _at("corridor_junction", 6, 0)]
    return joined(*corners, *walls, *junctions, _at("corridor_door", 4.5, 0), _at("corridor_gate", 4.5, 0))


def _round(count: int) -> FloatArray:
    turns = np.arange(count) * 2.0 * np.pi / count + 0.0123
    return np.stack([np.cos(turns), np.sin(turns), np.zeros(count)], axis=1)


def test_no_ray_leaves_a_room_with_a_shut_gate() -> None:
    room = _room()
    for start in [(1.5, 1.5, 0.01), (4.5, 1.2, 1.0), (7.3, 1.7, 2.05), (4.5, 1.5, 2.97)]:
        assert all(np.isfinite(first_hits(room, [start], direction)).all() for direction in _round(240))


def test_rays_leave_a_room_by_its_doorway_alone() -> None:
    # The doorway is 1.5 wide and 2 high, in the middle of a wall half an inch thick about y = 0.
    wall = _at("corridor_door", 0, 0)
    inside = [(x, -3.0, z) for x in (-0.7499, 0.0, 0.7499) for z in (0.001, 1.0, 1.9999)]
    beside = [(-0.7501, -3.0, 1.0), (0.7501, -3.0, 0.05), (0.0, -3.0, 2.0001), (1.49, -3.0, 2.9), (-1.49, -3.0, 0.01)]
    assert np.isinf(first_hits(wall, inside, (0, 1, 0))).all()
    assert np.isfinite(first_hits(wall, beside, (0, 1, 0))).all()
    assert np.isfinite(first_hits(_at("corridor_gate", 0, 0), inside, (0, 1, 0))).all()


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(1.0, 1.6), (1.5, 2.0), (4.0, 3.0)])
def test_no_light_passes_between_the_leaves_of_a_gate(width: float, height: float) -> None:
    gate, _ = piece("corridor_gate", {"width": width, "height": height})
    through = [(x, 0.0, z) for x in np.linspace(-0.499, 0.499, 41) * width for z in np.linspace(0.002, 0.998, 23) * height]
    for ahead in ((0.0, 1.0, 0.0), (0.7, 1.0, 0.1), (-2.0, 1.0, 0.0)):
        assert np.isfinite(first_hits(gate, np.array(through) - ahead, ahead)).all()


def test_the_walls_own_door_fits_a_corridor_too() -> None:
    leaf, _ = piece("door", {"width": 1.5, "height": 2.0})
    rays = [(x, -1.0, z) for x in np.linspace(-0.749, 0.749, 21) for z in np.linspace(0.002, 1.998, 13)]
    assert np.isfinite(first_hits(leaf, rays, (0, 1, 0))).all()


def test_a_grid_of_three_inches_leaves_two_and_a_half_between_walls() -> None:
    below, above = _at("corridor_wall", 0, 0), _at("corridor_wall", 0, 3)
    assert above.bounds[0, 1] - below.bounds[1, 1] == pytest.approx(2.5)


def test_a_corner_covers_the_ends_of_both_its_walls() -> None:
    # From all around, the pillar is met before the walls' own ends, which lie at its middle.
    corner = _at("corridor_corner", 0, 0)
    walls = joined(_at("corridor_wall", 1.5, 0), _at("corridor_wall", 0, 1.5, 90))
    for direction, start in [((1, 0, 0), (-2, 0, 1.2)), ((0, 1, 0), (0, -2, 1.2)), ((1, 1, 0), (-2, -2, 1.2))]:
        assert first_hits(corner, [start], direction)[0] < first_hits(walls, [start], direction)[0]


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("corridor_door", {"door_width": 2.0}, ["door_width", "1.8", "3 long"]),
        ("corridor_door", {"door_height": 2.6}, ["door_height", "2.54", "higher wall"]),
        ("corridor_wall", {"length": 1.0}, ["length", "1.5 to 15"]),
        ("corridor_junction", {"arms": 3.5}, ["arms", "whole number"]),
    ],
)
def test_bad_parameters_are_named_with_what_would_do(name: str, parameters: dict[str, float], words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        piece(name, parameters)
    assert len(caught.value.faults) == 1
    for word in words:
        assert word in str(caught.value)
