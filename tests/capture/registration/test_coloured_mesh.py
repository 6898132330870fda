"""Coloured meshes: textures beside them and in them, coloured points; nothing from elsewhere."""

from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from capture.registration.coloured_mesh import Coloured, coloured
from capture.registration.orthophoto import top_view
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh

SQUARE = "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl skin\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"


def squares() -> np.ndarray:
    """8 x 4 texels, each of its own grey; row 0 is the top."""
    return (8 * np.arange(32)).reshape(4, 8).astype(np.uint8)


def obj(folder: Path, texture: str) -> Path:
    (folder / "a.mtl").write_text(f"newmtl skin\nmap_Kd {texture}\n")
    path = folder / "a.obj"
    path.write_text("mtllib a.mtl\n" + SQUARE)
    return path


def read(path: Path) -> Coloured | None:
    return coloured(path, path.read_bytes(), 1000)


def test_a_texture_beside_an_obj_lies_as_the_format_says(tmp_path: Path) -> None:
    """u runs right and v up, so the first row of the picture is at the largest y."""
    Image.fromarray(squares()).save(tmp_path / "skin.png")
    scan = read(obj(tmp_path, "skin.png"))
    assert scan is not None
    x, y = (axis.reshape(-1) for axis in np.meshgrid(0.25 + 0.5 * np.arange(8), 1.75 - 0.5 * np.arange(4)))
    below = x / 4.0 > y / 2.0
    first = np.stack([1.0 - x / 4.0, x / 4.0 - y / 2.0, y / 2.0], axis=1)
    second = np.stack([1.0 - y / 2.0, x / 4.0, y / 2.0 - x / 4.0], axis=1)
    found = scan.grey(np.where(below, 0, 1), np.where(below[:, None], first, second))
    assert found.reshape(4, 8) == pytest.approx(squares().astype(float))
    assert scan.grain == pytest.approx(0.5)


def test_from_above_it_is_the_picture(tmp_path: Path) -> None:
    Image.fromarray(squares()).save(tmp_path / "skin.png")
    scan = read(obj(tmp_path, "skin.png"))
    assert scan is not None
    raised = Coloured(Mesh.of(scan.mesh.vertices + np.array([0.0, 0.0, 1.5]), scan.mesh.faces), scan.patches)
    view = top_view(raised, np.array([0.0, 0.0]), np.array([4.0, 2.0]), longest=8)
    assert np.abs(view.grey.astype(int) - squares()).max() <= 1
    assert view.depth == pytest.approx(1.5, abs=1e-5)
    assert view.places(np.array([[0.0, 0.0], [7.0, 3.0]])) == pytest.approx(np.array([[0.25, 1.75], [3.75, 0.25]]))


def test_a_texture_elsewhere_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    Image.fromarray(squares()).save(tmp_path / "secret.png")
    assert read(obj(folder, "../secret.png")) is None
    assert read(obj(folder, str(tmp_path / "secret.png"))) is None
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    assert read(obj(folder, "link.png")) is None


def test_coloured_points_and_none(tmp_path: Path) -> None:
    mesh = trimesh.creation.box()
    shades = np.repeat(np.arange(8, dtype=np.uint8)[:, None] * 30, 3, axis=1)
    trimesh.Trimesh(mesh.vertices, mesh.faces, vertex_colors=shades, process=False).export(tmp_path / "a.ply")
    scan = read(tmp_path / "a.ply")
    assert scan is not None
    corners = scan.grey(np.arange(12), np.tile([1.0, 0.0, 0.0], (12, 1)))
    # The weights of red, green and blue add up to one.
    assert corners == pytest.approx(30.0 * mesh.faces[:, 0])
    mesh.export(tmp_path / "b.ply")
    assert read(tmp_path / "b.ply") is None
    mesh.export(tmp_path / "c.stl")
    assert read(tmp_path / "c.stl") is None


def test_damaged_colours_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.glb"
    path.write_bytes(trimesh.Scene(trimesh.creation.box()).export(file_type="glb")[:-40])  # type: ignore[no-untyped-call]
    with pytest.raises(SceneError, match=r"a\.glb"):
        read(path)
