"""Large meshes: cut or whole, they are what the same file gives when it is cleaned at once."""

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.mesh_crossings import crossing_counts, heights
from scene.geometry.rigid_transform import RigidTransform
from scene.mesh_io import mesh_reading
from scene.mesh_io.mesh_reading import parse_mesh
from scene.table.mesh_placement import anchored
from scene.table.table import Piece
from tests.scene.mesh_io.test_mesh_reading import binary_stl


def soup(seed: int) -> FloatArray:
    """(m, 3, 3) triangles whose corners are shared, with some doubled, and flat ones that reach farthest of all."""
    rng = np.random.default_rng(seed)
    points = rng.uniform(-400.0, 400.0, (300, 3)).astype(np.float32)
    corners = points[rng.integers(300, size=(900, 3))]
    flat = np.repeat(points[:2, None] * 3.0, 3, axis=1)
    return np.concatenate([corners, corners[:40, [1, 2, 0]], flat if seed % 2 else corners[:1]])


def read(data: bytes, *, large: bool, pose: RigidTransform) -> Piece:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mesh_reading, "LARGE", 1 if large else 10**9)
        return Piece("rock", anchored(parse_mesh(data, "rock.stl", units="mm", up="y").mesh), pose)


def shown(mesh: Mesh) -> tuple[bytes, bytes]:
    return mesh.vertices.tobytes(), mesh.faces.tobytes()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pose", [RigidTransform((7.1, 3.3, 0.4)), RigidTransform.turned((7.1, 3.3, 0.4), 33.0)])
def test_the_whole_its_box_and_its_parts_are_those_of_the_clean_mesh(seed: int, pose: RigidTransform) -> None:
    data = binary_stl(soup(seed))
    plain, large = (read(data, large=big, pose=pose) for big in (False, True))
    assert np.array_equal(large.placed.bounds, plain.placed.bounds)
    places = np.random.default_rng(1).uniform(-20.0, 20.0, (20, 2))
    for found, wanted in zip(heights(large.placed, places), heights(plain.placed, places), strict=True):
        assert sorted(found) == pytest.approx(sorted(wanted), abs=0.0)
    starts, ways = np.random.default_rng(2).uniform((-20, -20, -20), (20, 20, 20), (2, 200, 3))
    rays = starts, np.where(np.abs(ways) < 5.0, 0.0, ways) / np.linalg.norm(ways, axis=1, keepdims=True)
    found, wanted = (crossing_counts(piece.placed, *rays) for piece in (large, plain))
    assert np.array_equal(found, wanted)
    assert not getattr(large.placed, "is_whole", False)
    assert shown(large.placed) == shown(plain.placed)
    assert shown(large.shape) == shown(plain.shape)


def test_a_part_has_all_triangles_that_reach_into_a_box_and_few_others() -> None:
    data = binary_stl(soup(0))
    plain, large = (read(data, large=big, pose=RigidTransform.turned((5, 5, 0), 70.0)).placed for big in (False, True))
    low, high = np.array([2.0, 2.0, 1.0]), np.array([4.0, 5.0, 3.0])
    part = large.part(large.near(low, high))  # type: ignore[attr-defined]
    corners = plain.triangles
    inside = corners[((corners.min(axis=1) <= high) & (corners.max(axis=1) >= low)).all(axis=1)]
    rows = {triangle.tobytes() for triangle in part.triangles}
    assert {triangle.tobytes() for triangle in inside} <= rows <= {triangle.tobytes() for triangle in corners}
    assert len(rows) <= len(inside) + 6
    assert np.array_equal(part.bounds, plain.bounds)
