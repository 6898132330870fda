"""Textures of coloured meshes: only those that give colour are decoded, and only as many as the memory bears."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from PIL import Image

from capture.registration import mesh_textures
from capture.registration.coloured_mesh import Coloured, coloured
from scene.base.errors import SceneError

OBJ = "mtllib a.mtl\nv 0 0 0\nv 4 0 0\nv 4 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl skin\nf 1/1 2/2 3/3\n"
SKIN = "newmtl skin\nmap_Kd {}\n"


def read(path: Path) -> Coloured | None:
    return coloured(path, path.read_bytes(), 10_000)


def fault(path: Path) -> str:
    with pytest.raises(SceneError) as caught:
        read(path)
    (line,) = caught.value.faults
    assert line.startswith(f'mesh "{path.name}": ')
    return line


def picture(grey: int = 90, *, size: tuple[int, int] = (16, 8), mode: str = "RGB", kind: str = "PNG") -> Image.Image:
    """A picture as it comes out of a file, which trimesh stores as it is."""
    sink = io.BytesIO()
    Image.new("L", size, grey).convert(mode).save(sink, kind)
    return Image.open(sink)


def large_header(side: int) -> bytes:
    """A PNG that says that it has so many pixels a side, and holds none of them."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def glb(path: Path, *materials: Any) -> Path:  # noqa: ANN401 - trimesh comes with loose types
    """A box of each material."""
    scene = trimesh.Scene()
    for number, material in enumerate(materials):
        box = trimesh.creation.box().apply_translation([2 * number, 0, 0])
        box.visual = trimesh.visual.TextureVisuals(uv=np.full((8, 2), 0.5), material=material)  # type: ignore[no-untyped-call]
        scene.add_geometry(box)
    path.write_bytes(scene.export(file_type="glb"))  # type: ignore[no-untyped-call]
    return path


def skin(image: Image.Image, **others: Image.Image) -> Any:  # noqa: ANN401 - as above
    return trimesh.visual.material.PBRMaterial(baseColorTexture=image, **others)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("mode", "kind"), [*((mode, "PNG") for mode in ("RGB", "RGBA", "P", "L")), ("RGB", "JPEG"), ("L", "JPEG"), ("RGB", "WEBP")]
)
def test_textures_of_every_kind_give_their_grey(mode: str, kind: str, tmp_path: Path) -> None:
    picture(90, mode=mode, kind=kind).save(tmp_path / "skin.x", kind)
    (tmp_path / "a.mtl").write_text(SKIN.format("skin.x"))
    (tmp_path / "a.obj").write_text(OBJ)
    for scan in (read(tmp_path / "a.obj"), read(glb(tmp_path / "a.glb", skin(picture(90, mode=mode, kind=kind))))):
        assert scan is not None
        assert scan.grey(np.array([0]), np.array([[0.3, 0.3, 0.4]])) == pytest.approx(90, abs=1)


def test_deep_textures_are_scaled_and_not_cut_off_at_white(tmp_path: Path) -> None:
    Image.fromarray(np.full((8, 16), 90 * 257, dtype=np.uint16)).save(tmp_path / "skin.png")
    (tmp_path / "a.mtl").write_text(SKIN.format("skin.png"))
    (tmp_path / "a.obj").write_text(OBJ)
    scan = read(tmp_path / "a.obj")
    assert scan is not None
    assert scan.grey(np.array([0]), np.array([[0.3, 0.3, 0.4]])) == pytest.approx(90)


def test_what_gives_no_colour_is_not_decoded_and_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_textures, "MAX_PIXELS", 16 * 8)
    others = {"normalTexture": picture(1), "emissiveTexture": picture(2), "metallicRoughnessTexture": picture(3)}
    scan = read(glb(tmp_path / "a.glb", skin(picture(90), **others)))
    assert scan is not None
    assert scan.grey(np.array([0]), np.array([[0.3, 0.3, 0.4]])) == pytest.approx(90)


def test_textures_are_refused_by_their_sum_before_any_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = glb(tmp_path / "a.glb", *(skin(picture(grey)) for grey in (10, 90, 200)))
    monkeypatch.setattr(mesh_textures, "MAX_PIXELS", 3 * 16 * 8)
    assert read(path) is not None
    monkeypatch.setattr(mesh_textures, "MAX_PIXELS", 3 * 16 * 8 - 1)
    monkeypatch.setattr(Image.Image, "load", None)
    assert "its textures have more than 383 pixels together; make them smaller" in fault(path)


def test_a_huge_texture_is_refused_by_its_header(tmp_path: Path) -> None:
    (tmp_path / "skin.png").write_bytes(large_header(11_000))
    (tmp_path / "a.mtl").write_text(SKIN.format("skin.png"))
    (tmp_path / "a.obj").write_text(OBJ)
    assert fault(tmp_path / "a.obj").endswith("its texture is too large: 121 megapixels, and the limit is 120; make it smaller")


def test_many_small_textures_and_long_lists_of_materials_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture().save(tmp_path / "skin.png")
    (tmp_path / "a.obj").write_text(OBJ)
    monkeypatch.setattr(mesh_textures, "MOST_TEXTURES", 5)
    (tmp_path / "a.mtl").write_text("".join(SKIN.replace("skin\n", f"skin{i}\n").format("skin.png") for i in range(6)))
    assert "more than 5 textures" in fault(tmp_path / "a.obj")
    (tmp_path / "a.mtl").write_text(SKIN.format("skin.png") + "Ka 1 1 1\n" * 120_000)
    assert '"a.mtl" has 1,080,028 bytes, far more than materials need' in fault(tmp_path / "a.obj")
    uses = "".join(f"usemtl m{number}\nf 1/1 2/2 3/3\n" for number in range(1_001))
    (tmp_path / "b.obj").write_text(OBJ + uses)
    assert "more than 1,000 materials" in fault(tmp_path / "b.obj")


def test_a_broken_texture_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "skin.png").write_bytes(large_header(64))
    (tmp_path / "a.mtl").write_text(SKIN.format("skin.png"))
    (tmp_path / "a.obj").write_text(OBJ)
    assert "its texture is damaged or cut short" in fault(tmp_path / "a.obj")
    assert capfd.readouterr() == ("", "")
