"""Seen from where: viewers stand at those places of an even grid that carry a base not quite an inch across, 1.4" high."""

import numpy as np
import pytest

from rules.body_limits import LIMITS
from rules.sight.seen_from import standing_places
from scene.geometry.mesh import FloatArray, Mesh, joined
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Piece, Terrain
from scene.walkable.agent import Agent
from tests.plain_scenes import Triple, block, box

RADIUS, HEIGHT = 0.48, 1.4


def places(*pieces: Piece, size: tuple[float, float] = (24.0, 24.0), step: float = 1.0) -> FloatArray:
    return standing_places(navmesh_of(Terrain(pieces), size, Agent(RADIUS, HEIGHT, LIMITS)), size, step=step)


def levels(found: FloatArray, x: float, y: float) -> list[float]:
    """Heights of the places at the middle of the square around (x, y), from the lowest up."""
    here = np.hypot(found[:, 0] - x, found[:, 1] - y) < 1e-6
    return [round(float(z), 3) for z in np.sort(found[here, 2])]


@pytest.mark.parametrize(("size", "step", "count"), [((24, 24), 1.0, 576), ((48, 36), 2.0, 432), ((20, 12), 4.0, 15)])
def test_the_bare_ground_is_an_even_grid(size: tuple[float, float], step: float, count: int) -> None:
    found = places(size=size, step=step)
    assert found.shape == (count, 3)
    assert (found[:, 2] == 0).all()
    assert np.unique(found[:, 0]) == pytest.approx(np.arange(step / 2, size[0], step))
    assert np.unique(found[:, 1]) == pytest.approx(np.arange(step / 2, size[1], step))
    assert len(np.unique(found, axis=0)) == count


def test_sides_that_are_no_multiple_of_the_step_are_shared_out_evenly() -> None:
    assert np.unique(places(size=(5.2, 3.0))[:, 0]) == pytest.approx((np.arange(5) + 0.5) * 5.2 / 5)


def test_a_deck_gives_a_level_more_and_keeps_the_one_below() -> None:
    found = places(block("deck", (8, 8, 2.8), (16, 16, 3)))
    assert levels(found, 12.5, 12.5) == [0.0, 3.0]
    assert levels(found, 4.5, 12.5) == [0.0]
    assert (found[:, 2] == 0).sum() == 576
    # Over the deck's rim by half a base and more nobody stands; wholly on it everybody does.
    upper = found[found[:, 2] > 0]
    assert len(upper) == 64
    assert ((upper[:, :2] > 8) & (upper[:, :2] < 16)).all()


@pytest.mark.parametrize(("underside", "expected"), [(1.3, [1.5]), (1.5, [0.0, 1.7])])
def test_under_a_low_deck_there_is_no_room(underside: float, expected: list[float]) -> None:
    found = places(block("deck", (8, 8, underside), (16, 16, underside + 0.2)))
    assert levels(found, 12.5, 12.5) == expected


def test_nobody_stands_inside_a_solid_only_on_top() -> None:
    found = places(block("block", (8, 8, 0), (16, 16, 2)))
    assert levels(found, 12.5, 12.5) == [2.0]
    assert levels(found, 7.5, 12.5) == [0.0]
    ground = found[found[:, 2] == 0, :2]
    assert not ((ground > 8) & (ground < 16)).all(axis=1).any()


def test_solids_one_on_the_other_are_one_solid() -> None:
    found = places(block("lower", (8, 8, 0), (16, 16, 2)), block("upper", (8, 8, 2), (16, 16, 4)))
    assert levels(found, 12.5, 12.5) == [4.0]


def test_overlapping_solids_do_not_hide_what_is_inside_both() -> None:
    found = places(block("one", (8, 8, 0), (16, 16, 4)), block("other", (8, 8, 1), (16, 16, 2)))
    assert levels(found, 12.5, 12.5) == [4.0]


def test_gratings_carry() -> None:
    """Slats an eighth of an inch wide with gaps as wide between them."""
    slats = joined(*(box((8, y, 2.9), (16, y + 0.125, 3)) for y in np.arange(8, 16, 0.25)))
    assert levels(places(Piece("grating", slats)), 12.5, 12.5) == [0.0, 3.0]


@pytest.mark.parametrize("width", [0.05, 0.2])
def test_the_top_of_a_wall_does_not_carry_and_a_walkway_does(width: float) -> None:
    wall = block("wall", (12.5 - width / 2, 4, 0), (12.5 + width / 2, 20, 2))
    found = places(wall)
    assert found[found[:, 2] > 0].shape == (0, 3)
    assert levels(found, 12.5, 12.5) == [], "a wall goes through the middle of the base"
    walkway = places(block("walkway", (12, 4, 2.8), (13, 20, 3)))
    assert levels(walkway, 12.5, 12.5) == [0.0, 3.0]


def test_a_post_in_the_body_leaves_no_room() -> None:
    """It hangs from above, and the floor under it is bare."""
    hung = block("hook", (12.4, 12.4, 0.3), (12.6, 12.6, 9))
    assert levels(places(hung), 12.5, 12.5) == []
    assert levels(places(hung), 13.5, 12.5) == [0.0]


def test_a_wall_beside_the_base_leaves_room() -> None:
    wall = block("wall", (13.01, 4, 0), (13.2, 20, 5))
    assert levels(places(wall), 12.5, 12.5) == [0.0]


def test_a_mesh_that_is_wound_inside_out_is_as_solid_as_another() -> None:
    right = box((8, 8, 0), (16, 16, 2))
    wrong = Mesh.of(right.vertices, right.faces[:, ::-1])
    for shape in (right, wrong):
        assert levels(places(Piece("block", shape)), 12.5, 12.5) == [2.0]


def test_three_levels() -> None:
    decks = [block(f"deck {z}", (8, 8, z - 0.2), (16, 16, z)) for z in (3.0, 6.0, 9.0)]
    assert levels(places(*decks), 12.5, 12.5) == [0.0, 3.0, 6.0, 9.0]


def test_open_sheets_without_thickness_carry_too() -> None:
    """A scan's floor is one sheet of triangles; its winding looks up."""
    sheet = Mesh.of([[8, 8, 3], [16, 8, 3], [16, 16, 3], [8, 16, 3]], [[0, 1, 2], [0, 2, 3]])
    assert 3.0 in levels(places(Piece("sheet", sheet)), 12.5, 12.5)


def test_law_turning_the_table_turns_the_places() -> None:
    def scene(turned: bool) -> list[Piece]:
        corners: list[tuple[Triple, Triple]] = [((3, 4, 0), (7, 9, 2)), ((10, 10, 2.8), (20, 14, 3)), ((15, 2, 0), (16, 9, 4))]
        pieces = [block(f"b{i}", low, high) for i, (low, high) in enumerate(corners)]
        if not turned:
            return pieces
        # A quarter turn about the middle of the table: (x, y) goes to (24 - y, x).
        points = [piece.placed.vertices[:, [1, 0, 2]] * [-1, 1, 1] + [24, 0, 0] for piece in pieces]
        return [Piece(old.id, Mesh.of(new, old.shape.faces)) for old, new in zip(pieces, points, strict=True)]

    still, turned = places(*scene(False)), places(*scene(True))
    expected = np.column_stack([24 - still[:, 1], still[:, 0], still[:, 2]])
    assert len(still) == len(turned)
    assert sorted(map(tuple, turned.round(6).tolist())) == sorted(map(tuple, expected.round(6).tolist()))
