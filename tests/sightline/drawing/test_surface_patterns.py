"""Rims of decks are striped and metal floors plated, and nothing else."""

import numpy as np
import pytest

from scene.table.table import Piece
from sightline.drawing.rendering.baked_light import split
from sightline.drawing.rendering.surface_patterns import PLAIN_SURFACE, PLATE, STRIPES, pattern_spots, patterns
from tests.plain_scenes import Triple, block


def of(piece: Piece) -> dict[Triple, int]:
    """The pattern of each side of a block, by its normal; both triangles of a side have the same."""
    triangles = piece.placed.triangles
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    found = patterns([piece], triangles, np.zeros(len(triangles), dtype=np.intp), normals)
    sides: dict[Triple, set[int]] = {}
    for (x, y, z), one in zip(np.round(normals).tolist(), found.tolist(), strict=True):
        sides.setdefault((x, y, z), set()).add(one)
    assert all(len(some) == 1 for some in sides.values())
    return {side: some.pop() for side, some in sides.items()}


def test_a_deck_has_a_striped_rim_and_a_plated_floor() -> None:
    found = of(block("deck", (0.0, 0.0, 3.0), (10.0, 6.0, 3.3)))
    assert found.pop((0.0, 0.0, 1.0)) == PLATE
    assert found.pop((0.0, 0.0, -1.0)) == PLAIN_SURFACE
    assert set(found.values()) == {STRIPES}


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (block("crate", (0.0, 0.0, 0.0), (10.0, 6.0, 0.3), kind="obstacle"), "no metal"),
        (block("bar", (0.0, 0.0, 4.0), (10.0, 0.1, 4.1)), "a bar of a rail"),
        (block("step", (0.0, 0.0, 0.0), (3.0, 1.0, 0.4)), "too little of a floor"),
    ],
)
def test_other_things_are_plain(piece: Piece, why: str) -> None:
    assert set(of(piece).values()) == {PLAIN_SURFACE}, why


def test_walls_of_a_block_are_no_rim() -> None:
    found = of(block("block", (0.0, 0.0, 0.0), (10.0, 6.0, 3.0)))
    assert found.pop((0.0, 0.0, 1.0)) == PLATE
    assert set(found.values()) == {PLAIN_SURFACE}


def test_stripes_go_on_from_triangle_to_triangle_at_45_degrees() -> None:
    triangles = block("deck", (0.0, 0.0, 3.0), (10.0, 6.0, 3.3)).placed.triangles
    front = triangles[np.all(triangles[:, :, 1] == 0.0, axis=1)]
    halves, _ = split(front, np.arange(len(front)))
    normals = np.tile([0.0, -1.0, 0.0], (len(halves), 1))
    spots = pattern_spots(halves, normals, np.full(len(halves), STRIPES, dtype=np.int8), np.zeros(len(halves)))
    corners = halves.reshape(-1, 3)
    assert (spots[:, 0] == STRIPES).all()
    assert np.allclose(spots[:, 1], corners[:, 0] + corners[:, 2], atol=1e-5)
