"""Narrow openings, hatches and rails beside gaps, turned and moved anyhow: the path is as long as if all was square."""

from math import cos, hypot, radians, sin

import numpy as np
import pytest

from rules.movement.path_rules import find_path
from rules.systems import registry
from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.pathfinding.path_legs import Path
from scene.table.table import Piece, Table, Terrain
from tests.plain_scenes import box
from tests.rules.course_parts import SIZE, kinds, kit, me

MIDDLE = (10.0, 8.0)
FAR = 4.0
"""Inches from the start to the middle, and on to the goal."""
JUST = 0.74
"""Inches; 0.75 of the base of 25 mm are 0.738."""


def found(shape: Mesh, degrees: float, start: float, goal: float) -> Path:
    """The way straight across a mesh round the middle of the table, from one height to another."""
    ahead = np.array([cos(radians(degrees)), sin(radians(degrees))]) * FAR
    (x, y), (X, Y) = (tuple((MIDDLE + sign * ahead).tolist()) for sign in (-1.0, 1.0))
    piece = Piece("turned", shape, RigidTransform.turned((*MIDDLE, 0.0), degrees), kind="wall")
    who = me((x, y, start))
    path = find_path(Table(SIZE, Terrain((piece,)), (who,)), who, (X, Y, goal), rules=registry.system("main-rulebook").movement)
    assert isinstance(path, Path), path
    return path


def wall(aside: float, width: float, sill: float, thick: float, tall: float = 1.6) -> Mesh:
    """A wall across, with an opening whose middle is so far aside."""
    x, low, high = thick / 2.0, aside - width / 2.0, aside + width / 2.0
    parts = [box((-x, -30, 0), (x, low, 16)), box((-x, high, 0), (x, 30, 16)), box((-x, low, sill + tall), (x, high, 16))]
    return joined(*parts, *([box((-x, low, 0), (x, high, sill))] if sill else []))


def floor(aside: float, width: float) -> Mesh:
    """A floor three inches up with a square hole."""
    x, low, high = width / 2.0, aside - width / 2.0, aside + width / 2.0
    spans = [((-9, high), (9, 9)), ((-9, -9), (9, low)), ((-9, low), (-x, high)), ((x, low), (9, high))]
    return joined(*(box((*a, 2.8), (*b, 3.0)) for a, b in spans))


def railed(width: float) -> Mesh:
    """Two decks three inches up with rails along the gap."""
    x = width / 2.0
    parts = [
        ((-9, -9, 0), (-x, 9, 3)),
        ((x, -9, 0), (9, 9, 3)),
        ((-x - 0.1, -9, 3), (-x, 9, 3.8)),
        ((x, -9, 3), (x + 0.1, 9, 3.8)),
    ]
    return joined(*(box(low, high) for low, high in parts))


TURNS = [(17.3, 0.31, 0.2), pytest.param(141.9, -0.22, 0.05, marks=pytest.mark.long), (288.4, 0.07, 1.0)]
"""Degrees, inches aside, inches thick."""


@pytest.mark.parametrize(("degrees", "aside", "thick"), TURNS)
@pytest.mark.parametrize("sill", [0.0, 1.0])
def test_gaps_in_terrain_as_wide_as_a_figure_needs(degrees: float, aside: float, thick: float, sill: float) -> None:
    path = found(wall(aside, JUST, sill, thick), degrees, 0.0, 0.0)
    assert path.cost == pytest.approx(2 * hypot(FAR, aside), abs=0.05)
    assert kinds(path) == ("walk", "squeeze", "walk")
    assert len(path.checks) == (1 if sill else 0)


@pytest.mark.parametrize(("degrees", "aside", "thick"), TURNS)
@pytest.mark.parametrize(("width", "tall"), [(JUST + 0.02, 1.2), (0.9, 1.48), (2.5, 1.4), (1.3, 1.5), (2.5, 1.5)])
def test_doorways_lower_than_a_figure_are_found_at_any_angle(
    degrees: float, aside: float, thick: float, width: float, tall: float
) -> None:
    """A human is 1.51 inches tall; what is lower by a hair's breadth is walked through, the rest is squeezed through."""
    path = found(wall(aside, width, 0.0, thick, tall), degrees, 0.0, 0.0)
    assert path.cost == pytest.approx(2 * FAR if width > 1.0 + 2 * abs(aside) else 2 * hypot(FAR, aside), abs=0.05)
    assert path.checks == ()


@pytest.mark.parametrize(("degrees", "aside", "_thick"), TURNS)
@pytest.mark.parametrize("width", [0.99, 1.1])
def test_jumping_down_hatches_as_wide_as_the_base(degrees: float, aside: float, _thick: float, width: float) -> None:
    path = found(floor(aside, width), degrees, 3.0, 0.0)
    assert path.cost == pytest.approx(2 * hypot(FAR, aside), abs=0.05)
    assert kinds(path) == ("walk", "jump", "walk")


@pytest.mark.long
@pytest.mark.parametrize("degrees", [23.7, 161.2])
@pytest.mark.parametrize("width", [2.0, 3.4])
def test_leaping_gaps_with_rails_on_both_sides(degrees: float, width: float) -> None:
    path = found(railed(width), degrees, 3.0, 3.0)
    assert path.cost == pytest.approx(2 * FAR, abs=0.01)
    assert kinds(path) == ("walk", "cross", "leap", "cross", "walk")
    assert [leg.length for leg in path.legs if leg.kind == "leap"] == pytest.approx([width], abs=0.01)
    assert len(path.checks) == (3 if width > 3.0 else 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "parameters"),
    [("gantry", {}), ("gantry", {"rail_left": 0, "rail_right": 0}), ("gantry", {"height": 1.5}), ("platform", {})],
)
@pytest.mark.parametrize("start", [(-6.0, 0.7), (1.5, 6.0)])
def test_decks_on_legs_are_climbed_however_they_are_turned(
    name: str, parameters: dict[str, float], start: tuple[float, float]
) -> None:
    """By legs and braces a quarter of an inch wide, tried at places that turn with the piece."""
    height, costs = parameters.get("height", 3.0), []
    for degrees in (0.0, 17.0, 45.0, 211.0):
        turn = radians(degrees)
        there, goal = (
            (15.0 + x * cos(turn) - y * sin(turn), 15.0 + x * sin(turn) + y * cos(turn)) for x, y in (start, (0.31, 0.22))
        )
        who = me((*there, 0.0))
        terrain = Terrain((kit(name, (15.0, 15.0, 0.0), degrees, **parameters),))
        path = find_path(
            Table((30.0, 30.0), terrain, (who,)), who, (*goal, height), rules=registry.system("main-rulebook").movement
        )
        assert isinstance(path, Path), (degrees, path)
        costs.append(path.cost)
    assert max(costs) <= 1.005 * min(costs)
