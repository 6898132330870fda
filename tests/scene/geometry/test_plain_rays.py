"""The three engines: the same answers in random scenes, and no ray slips through a seam where Embree is missing."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assets.tables import path
from scene.geometry import mesh_crossings, packet_rays, ray_casting
from scene.geometry.mesh import Mesh
from scene.geometry.mesh_crossings import crossing_counts
from scene.geometry.plain_rays import BUNDLE, PlainRayEngine
from scene.geometry.ray_casting import RayScene
from tests.scene.scenes import MANIKIN, ball, box, random_boxes

ROOT = Path(__file__).parents[3]


def scene_by(engine: str, meshes: list[Mesh], monkeypatch: pytest.MonkeyPatch) -> RayScene:
    if engine == "packets" and not packet_rays.available():
        pytest.skip("nothing is compiled here")
    with monkeypatch.context() as patch:
        patch.setattr(packet_rays, "available", lambda: engine == "packets")
        if engine == "plain":
            patch.setattr(ray_casting, "_device", lambda: None)
        scene = RayScene(meshes)
    assert isinstance(scene._scene, PlainRayEngine) == (engine == "plain")
    return scene


def random_scene(seed: int) -> list[Mesh]:
    rng = np.random.default_rng(seed)
    shapes = [*random_boxes(rng, 20), ball([0, 0, 0], 0.7), MANIKIN.counts, box([0, 0, 0], [20, 20, 0.01])]
    return [Mesh.of(mesh.vertices + rng.uniform(-3, 3, 3), mesh.faces) for mesh in shapes]


def lines(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    starts, ends = np.random.default_rng(seed).uniform(-4, 4, (2, count, 3))
    return starts, ends


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("engine", ["plain", "packets"])
def test_it_agrees_with_embreex_in_random_scenes(engine: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    meshes = random_scene(seed)
    embree, plain = (scene_by(one, meshes, monkeypatch) for one in ("embreex", engine))
    starts, ends = lines(5 * BUNDLE + 100, seed)
    reach = np.random.default_rng(seed).uniform(0, 2, len(starts))
    theirs, ours = (scene.first_hits(starts, ends - starts, reach) for scene in (embree, plain))
    assert (theirs.mesh >= 0).mean() > 0.1
    # A ray that grazes a rim may go either way in single precision, and no other ray may.
    same = np.isclose(ours.distance, theirs.distance, rtol=1e-4, atol=1e-5) | (ours.distance == theirs.distance)
    assert same.mean() > 0.9995
    alike = (ours.mesh == theirs.mesh) & (ours.face == theirs.face)
    assert alike.mean() > 0.999  # some boxes stand in one another, and two faces may be as near
    assert ours.normal[alike] == pytest.approx(theirs.normal[alike], abs=1e-4)
    assert (plain.blocked(starts, ends) == embree.blocked(starts, ends)).mean() > 0.9995
    assert (np.isclose(plain.distances(starts, ends), embree.distances(starts, ends), rtol=1e-4, atol=1e-5)).mean() > 0.9995


def test_all_crossings_of_a_ray_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for mesh in (MANIKIN.counts, ball([0, 0, 0], 1.0)):
        rng = np.random.default_rng(2)
        starts = rng.uniform(mesh.bounds[0] - 0.2, mesh.bounds[1] + 0.2, (3000, 3))
        ways = rng.normal(size=(3000, 3))
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        theirs = crossing_counts(mesh, starts, ways)
        plain = scene_by("plain", [mesh], monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(mesh_crossings, "mesh_rays", lambda _mesh, rays=plain: rays)
            ours = crossing_counts(mesh, starts, ways)
        assert theirs.max() >= 2
        assert (ours == theirs).mean() > 0.999


def test_no_ray_slips_through_a_seam() -> None:
    """Aimed at corners and at places on edges of a closed mesh, from outside."""
    mesh = ball([0, 0, 0], 1.0)
    corners = mesh.vertices.astype(np.float32)
    rng = np.random.default_rng(4)
    edges = corners[mesh.faces[:, :2]]
    share = rng.uniform(size=(len(edges), 1)).astype(np.float32)
    aims = np.concatenate([corners, edges[:, 0] * share + edges[:, 1] * (1 - share)]) * np.float32(0.99)
    starts = rng.normal(size=aims.shape).astype(np.float32)
    starts *= 3 / np.linalg.norm(starts, axis=1, keepdims=True).astype(np.float32)
    found = PlainRayEngine([(corners, mesh.faces)]).run(starts, aims - starts, output=1)
    assert isinstance(found, dict)
    assert (found["geomID"] == 0).all()
    straight = PlainRayEngine([(corners, mesh.faces)]).run(corners * 3, -corners, query="OCCLUDED")
    assert (np.asarray(straight) == 0).all()


def test_a_ray_starts_after_its_start_and_its_reach_counts_in() -> None:
    corners = np.array([[1, -1, -1], [1, 1, -1], [1, 0, 1]], dtype=np.float32)
    engine = PlainRayEngine([(corners, np.array([[0, 1, 2]]))])
    starts = np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]], dtype=np.float32)
    ways = np.array([[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=np.float32)
    limits = np.array([1.0, 0.999, 5.0, 5.0], dtype=np.float32)
    assert np.asarray(engine.run(starts, ways, dists=limits, query="OCCLUDED")).tolist() == [0, -1, -1, -1]


def test_what_is_no_ray_meets_nothing() -> None:
    corners = np.array([[1, -1, -1], [1, 1, -1], [1, 0, 1]], dtype=np.float32)
    engine = PlainRayEngine([(corners, np.array([[0, 1, 2]]))])
    ways = np.array([[np.nan, 0, 0], [0, 0, 0]], dtype=np.float32)
    assert np.isinf(np.asarray(engine.run(np.zeros_like(ways), ways, query="DISTANCE"))).all()


@pytest.mark.long
def test_a_command_answers_alike_where_embree_is_not_installed() -> None:
    words = ["fall", str(path("high-foundry")), "8.2", "15.6", "6", "--json"]
    block = "import sys; sys.modules['embreex'] = None; "
    said = [
        subprocess.run(
            [sys.executable, "-c", f"{before}from sightline.cli.command_line import run; run({words!r})"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for before in ("", block)
    ]
    assert said[0].stdout.startswith("{")
    assert said[0].stdout == said[1].stdout
