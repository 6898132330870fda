"""Ray casting with each engine against the plain reference: what is met first, how far off, and what is in between."""

import subprocess
import sys

import numpy as np
import pytest

from scene.base.memo import memoized
from scene.geometry import packet_rays, ray_casting
from scene.geometry.mesh import EMPTY, Mesh
from scene.geometry.ray_casting import MANY_RAYS, RayScene, mesh_rays
from tests.scene import reference
from tests.scene.scenes import BLOCK, MANIKIN, ball, box, plate, random_boxes


@pytest.fixture(autouse=True, params=["packets", "embree", "plain"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test is for all engines; nothing that was built with another is used."""
    if request.param == "packets" and not packet_rays.available():
        pytest.skip("nothing is compiled here")
    monkeypatch.setattr(packet_rays, "available", lambda: request.param == "packets")
    if request.param == "plain":
        monkeypatch.setattr(ray_casting, "_device", lambda: None)
    monkeypatch.setattr(sys.modules[__name__], "mesh_rays", memoized(scene_of))


def scene_of(mesh: Mesh) -> RayScene:
    return RayScene([mesh])


def random_rays(count: int, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-3, 3, (count, 3)), rng.normal(size=(count, 3))


@pytest.mark.parametrize("away", [0.0, 48.0, 10_000.0])
def test_distances_and_meshes_are_those_of_the_plain_reference_wherever_the_scene_lies(away: float) -> None:
    rng = np.random.default_rng(5)
    shift = np.array([away, -away, 0.0])
    meshes = [Mesh.of(mesh.vertices + rng.uniform(-2, 2, 3) + shift, mesh.faces) for mesh in random_boxes(rng, 12)]
    origins, ways = random_rays(4000)
    origins += shift
    each = np.stack([reference.distances([mesh], origins, ways) for mesh in meshes])
    hits = RayScene(meshes).first_hits(origins, ways)
    # A ray through a rim may go either way in single precision, and no other ray may.
    same = np.isclose(hits.distance, each.min(axis=0), rtol=1e-4, atol=1e-4)
    assert same.mean() > 0.999
    met = same & (hits.mesh >= 0)
    assert met.sum() > 200
    assert np.allclose(each[hits.mesh[met], np.flatnonzero(met)], each.min(axis=0)[met], atol=1e-4)


def test_faces_and_normals_are_those_met() -> None:
    scene = RayScene([box([0, 0, 0], [1, 1, 1])])
    hits = scene.first_hits(np.array([[0.3, 0.6, 5.0], [-4.0, 0.3, 0.6]]), np.array([[0.0, 0.0, -1.0], [2.0, 0.0, 0.0]]))
    assert hits.distance == pytest.approx([4.0, 2.0])
    normals = hits.normal / np.linalg.norm(hits.normal, axis=1, keepdims=True)
    assert np.abs(normals) == pytest.approx(np.array([[0, 0, 1], [1, 0, 0]]), abs=1e-6)


def test_numbers_are_places_in_the_list_also_beside_empty_meshes() -> None:
    scene = RayScene([EMPTY, plate((-1, 1), (-1, 1), x=2.0), EMPTY, plate((-1, 1), (-1, 1), x=-2.0)])
    hits = scene.first_hits(np.zeros((3, 3)), np.array([[1.0, 0, 0], [-1.0, 0, 0], [0, 1.0, 0]]))
    assert hits.mesh.tolist() == [1, 3, -1]
    # To one step of 32 bits: Embree divides by reciprocals, which some processors round down.
    assert hits.distance.tolist() == pytest.approx([2.0, 2.0, np.inf], rel=2.0**-23)


def test_an_empty_scene_stops_nothing() -> None:
    scene = RayScene([EMPTY])
    origins, ways = random_rays(10)
    assert np.isinf(scene.first_hits(origins, ways).distance).all()
    assert (scene.first_hits(origins, ways).mesh == -1).all()
    assert np.isinf(scene.distances(origins, ways)).all()
    assert not scene.blocked(origins, origins + ways).any()


def test_what_lies_beyond_the_reach_is_not_met_and_the_reach_is_left_alone() -> None:
    scene = RayScene([plate((-1, 1), (-1, 1), x=2.0)])
    reach = np.array([1.0, 3.0, 0.0], dtype=np.float32)
    hits = scene.first_hits(np.zeros((3, 3)), np.tile([1.0, 0.0, 0.0], (3, 1)), reach)
    assert hits.mesh.tolist() == [-1, 0, -1]
    assert reach.tolist() == [1.0, 3.0, 0.0]


def test_blocked_asks_for_what_is_between_only() -> None:
    scene = RayScene([plate((-1, 1), (-1, 1), x=2.0)])
    starts = np.array([[0.0, 0, 0], [0, 0, 0], [3, 0, 0], [0, 0, 5]])
    ends = np.array([[1.9, 0, 0], [2.1, 0, 0], [9, 0, 0], [4, 0, 5]])
    assert scene.blocked(starts, ends).tolist() == [False, True, False, False]


def test_many_starts_share_one_way() -> None:
    scene = RayScene([plate((-1, 1), (-1, 1), x=2.0)])
    starts = np.stack(np.meshgrid([0.0, 1.5], [-3.0, -0.5, 0.5]), axis=-1)
    starts = np.concatenate([starts, np.zeros((3, 2, 1))], axis=-1)
    way = np.array([1.0, 0.0, 0.0])
    assert scene.meets(starts, way).tolist() == [[False, False], [False, True], [False, True]]
    assert (scene.blocked(starts, starts + way) == scene.meets(starts, way)).all()


def test_many_rays_at_once_answer_like_few() -> None:
    scene = mesh_rays(MANIKIN.counts)
    origins, ways = random_rays(MANY_RAYS + 7, seed=1)
    ways = np.array([0.0, 0.0, 0.7]) - origins + 0.2 * ways
    whole = scene.first_hits(origins, ways)
    parts = [scene.first_hits(origins[i : i + 1000], ways[i : i + 1000]) for i in range(0, len(ways), 1000)]
    assert (whole.distance == np.concatenate([part.distance for part in parts])).all()
    assert (whole.face == np.concatenate([part.face for part in parts])).all()
    assert (whole.distance == scene.distances(origins, ways)).all()


def test_winding_does_not_matter() -> None:
    mesh = ball([0, 0, 0], 1.0)
    inside_out = Mesh.of(mesh.vertices, mesh.faces[:, ::-1])
    origins, ways = random_rays(500)
    assert np.allclose(mesh_rays(mesh).distances(origins, ways), mesh_rays(inside_out).distances(origins, ways), rtol=1e-5)


def test_the_scene_of_a_mesh_is_built_once() -> None:
    assert mesh_rays(BLOCK.counts) is mesh_rays(BLOCK.counts)


def test_thousands_of_scenes_live_side_by_side() -> None:
    """In a process of its own: with a device for each scene Embree brings it down at about a thousand."""
    script = (
        "import numpy as np; from scene.geometry.mesh import Mesh; from scene.geometry.ray_casting import RayScene; "
        "plate = Mesh.of(np.eye(3), np.array([[0, 1, 2]])); kept = [RayScene([plate]) for _ in range(3000)]; "
        "print(sum(bool(one.blocked(np.zeros((1, 3)), np.ones((1, 3)))[0]) for one in kept))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert (told.returncode, told.stdout.strip()) == (0, "3000"), told.stderr
