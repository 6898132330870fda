"""The import of mesh files: what is asked, and what is refused before it is read."""

import struct
from pathlib import Path

import pytest

from scene.base.errors import SceneError
from sightline.drafts.mesh_import import needs_units, question, read_own
from tests.sightline.window.drafts_to_test import block_file


@pytest.mark.parametrize(
    ("name", "asked"), [("a.stl", True), ("A.OBJ", True), ("a.ply", True), ("a.glb", False), ("a.3mf", False)]
)
def test_which_kinds_have_to_be_asked_about(name: str, asked: bool) -> None:
    assert needs_units(name) is asked


@pytest.mark.parametrize(("size", "units"), [(100.0, "mm"), (2.0, "inch"), (0.1, "m"), (26.0, "mm"), (1e6, "mm")])
def test_the_likely_units_are_those_that_make_a_piece_of_terrain_of_it(size: float, units: str, tmp_path: Path) -> None:
    found = question("block.obj", block_file(tmp_path, size=size).read_bytes())
    assert found.units == units
    assert found.up == "z"
    assert found.sizes["mm"] == pytest.approx(size / 25.4)


def test_a_mesh_of_ten_million_faces_is_refused_unread(tmp_path: Path) -> None:
    count = 10_000_000
    path = tmp_path / "huge.stl"
    with path.open("wb") as file:
        file.write(bytes(80) + struct.pack("<I", count))
        file.truncate(84 + 50 * count)
    with pytest.raises(SceneError, match="10,000,000 faces and the limit is 5,000,000") as error:
        read_own(path)
    assert len(error.value.faults) == 1


def test_a_ply_that_says_so_is_refused_as_well(tmp_path: Path) -> None:
    path = tmp_path / "huge.ply"
    path.write_bytes(b"ply\nformat ascii 1.0\nelement vertex 3\nelement face 6000000\nend_header\n")
    with pytest.raises(SceneError, match="6,000,000 faces"):
        read_own(path)


@pytest.mark.parametrize("name", ["notes.txt", "gone.stl", "mesh"])
def test_what_is_no_mesh_file_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    with pytest.raises(SceneError):
        read_own(tmp_path / name)


def test_no_message_tells_of_switches_that_the_window_does_not_have() -> None:
    for content in (b"", b"solid", b"\x00" * 90):
        with pytest.raises(SceneError) as error:
            question("a.stl", content)
        assert "--max-faces" not in str(error.value)


def test_what_is_read_is_the_file(tmp_path: Path) -> None:
    path = block_file(tmp_path)
    assert read_own(path) == path.read_bytes()
