"""Hills and copses: walked up and through by bases of all sizes, level where figures stand."""

import numpy as np
import pytest

from assets.kit import KIT, piece
from assets.mesh_library import LIBRARY
from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Piece, Table, Terrain
from scene.walkable.floors import floors
from tests.assets.rays import first_hits

STEP = 0.5
"""Main rulebook, Stepping up: what figures step up to while walking."""


def _way(made: Piece, start: Point, goal: Point, base_mm: float) -> Path:
    """The way on a table of 30 by 30 with that piece, which has to be there."""
    figure = Figure("me", LIBRARY.body("human", "upright", "upright"), start, 0.0, "red", base_mm=base_mm)
    table = Table((30.0, 30.0), Terrain((made,)), (figure,))
    found = find_path(table, figure, goal, rules=registry.system("main-rulebook").movement)
    assert isinstance(found, Path)
    return found


def _hill(**asked: float) -> Piece:
    return Piece("hill", piece("hill", asked)[0], RigidTransform((15.0, 15.0, 0.0)))


@pytest.mark.parametrize("base_mm", [25.0, 32.0, 40.0, 50.0])
@pytest.mark.parametrize("asked", [{}, {"tread": 0.6, "height": 2.5}])
def test_a_hill_is_walked_up_on_all_sides_without_climbing(base_mm: float, asked: dict[str, float]) -> None:
    top = (15.0, 15.0, asked.get("height", 1.8))
    for start in ((15.0, 3.0, 0.0), (27.0, 14.0, 0.0), (4.0, 26.0, 0.0)):
        found = _way(_hill(**asked), start, top, base_mm)
        assert {leg.kind for leg in found.legs} == {"walk", "step"}
        assert max(leg.rise for leg in found.legs) <= STEP
        # Stepping up costs nothing, and the banks are no detour.
        assert found.cost == pytest.approx(np.hypot(start[0] - 15.0, start[1] - 15.0), abs=0.1)


@pytest.mark.parametrize("asked", [{}, {"length": 6, "width": 5, "height": 0.4}, {"length": 24, "width": 24, "height": 4}])
def test_a_hill_has_level_treads_no_more_than_a_step_apart_up_to_its_height(asked: dict[str, float]) -> None:
    given = KIT["hill"].complete(asked)
    found = floors(_hill(**asked))
    assert all(floor.plane.level for floor in found)
    heights = [0.0, *(floor.plane.z for floor in found)]
    assert max(np.diff(heights)) <= STEP
    assert heights[-1] == pytest.approx(given["height"])
    low, high = _hill(**asked).shape.bounds
    np.testing.assert_allclose(high - low, [given["length"], given["width"], given["height"]], atol=1e-9)


def test_a_hill_is_the_same_from_both_ends() -> None:
    mesh, kind = piece("hill")
    assert kind == "structure"
    places = np.array([(x, y, 5.0) for x in np.arange(-5.9, 6.0, 0.37) for y in np.arange(-4.9, 5.0, 0.37)])
    down = first_hits(mesh, places, (0, 0, -1))
    turned = first_hits(mesh, places * [-1, -1, 1], (0, 0, -1))
    # Only stones in the banks are not turned with the rest.
    assert np.isclose(down, turned).mean() > 0.95


def test_a_hill_without_room_on_its_top_says_what_would_do() -> None:
    # Nine banks of 4/9 inch: eight treads of 0.9 and nine leans of 0.2 on each side.
    inset = 8 * 0.9 + 9 * 0.45 * 4 / 9
    with pytest.raises(SceneError, match=rf"at least {2 * inset + 1.6:.1f} along x and y"):
        KIT["hill"].make(length=12, height=4)


def test_a_copse_is_difficult_ground_and_in_nobodys_way() -> None:
    mesh, kind = piece("copse", {"trees": 24})
    assert (kind, LIBRARY.default_ground("copse")) == ("area", "difficult")
    made = Piece("copse", mesh, RigidTransform((15.0, 15.0, 0.0)), kind=kind, ground="difficult")
    found = _way(made, (9.0, 15.0, 0.0), (21.0, 15.0, 0.0), 40.0)
    assert {leg.kind for leg in found.legs} == {"walk"}
    # Straight through its six inches, which cost double, or round it.
    assert 12.0 < found.cost <= 18.0


@pytest.mark.parametrize(
    "asked", [{}, {"length": 16, "width": 12, "trees": 24, "height": 8}, {"length": 2, "width": 2, "trees": 1}]
)
def test_nobody_stands_on_the_trees_of_a_copse_and_all_of_them_stand_on_its_ground(asked: dict[str, float]) -> None:
    given = KIT["copse"].complete(asked)
    made = Piece("copse", piece("copse", asked)[0], RigidTransform((15.0, 15.0, 0.0)))
    (ground,) = floors(made)
    assert ground.plane.z < 0.06
    low, high = made.shape.bounds
    np.testing.assert_allclose(high - low, [given["length"], given["width"], given["height"]], atol=1e-9)


def test_a_copse_hides_who_stands_behind_it() -> None:
    mesh, _ = piece("copse", {"trees": 12, "width": 4})
    eyes = [(x, -5.0, 1.2) for x in np.linspace(-2.0, 2.0, 41)]
    assert np.isfinite(first_hits(mesh, eyes, (0, 1, 0))).mean() > 0.6
