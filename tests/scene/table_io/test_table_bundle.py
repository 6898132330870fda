"""Table bundles: the same table as its file, the same bytes each time, and no zip that can do harm."""

import json
import stat
import warnings
import zipfile
from pathlib import Path

import pytest
import trimesh

from scene.base.errors import SceneError
from scene.table_io.table_bundle import TABLE_NAME, pack
from scene.table_io.table_reading import load_document, load_table, table_digest
from tests.scene.plain_parts import PARTS

TERRAIN = [
    {"id": "tower", "mesh": "meshes/box.stl", "units": "inch", "position": [4, 4, 0]},
    {"id": "other", "mesh": "./meshes/box.stl", "units": "inch", "position": [9, 4, 0]},
]
FIGURES = [{"id": "a", "position": [1, 1, 0], "body": {"mesh": "a.obj", "units": "mm", "eye": [0, 0, 25]}}]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "meshes").mkdir()
    box = trimesh.creation.box(extents=[1, 2, 3])
    box.export(tmp_path / "meshes" / "box.stl")
    box.apply_scale(10).export(tmp_path / "a.obj")
    path = tmp_path / "sump.json"
    head = {"format": "sightline-table", "version": 1, "name": "Sump", "size": [48, 36]}
    path.write_text(json.dumps({**head, "terrain": TERRAIN, "figures": FIGURES}))
    return path


def zipped(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def fault(bundle: Path) -> str:
    with pytest.raises(SceneError) as caught:
        load_table(bundle, PARTS)
    assert len(caught.value.faults) == 1, caught.value.faults
    assert bundle.name in caught.value.faults[0]
    return caught.value.faults[0]


def test_a_bundle_is_the_same_table(table: Path) -> None:
    bundle = table.with_name("sump.sightline")
    pack(table, bundle)
    packed, loose = load_table(bundle, PARTS), load_table(table, PARTS)
    assert load_document(bundle) == load_document(table)
    assert packed.terrain.triangles == loose.terrain.triangles == 24
    assert table_digest(bundle) == table_digest(table)
    assert sorted(zipfile.ZipFile(bundle).namelist()) == ["a.obj", "meshes/box.stl", TABLE_NAME]


def test_the_same_table_makes_the_same_bundle(table: Path) -> None:
    one, two = table.with_name("one.sightline"), table.with_name("two.sightline")
    pack(table, one)
    pack(table, two)
    assert one.read_bytes() == two.read_bytes()


def test_a_bundle_is_not_overwritten_and_not_written_with_a_mesh_missing(table: Path) -> None:
    bundle = table.with_name("sump.sightline")
    bundle.write_bytes(b"mine")
    with pytest.raises(SceneError, match="--overwrite"):
        pack(table, bundle)
    assert bundle.read_bytes() == b"mine"
    table.with_name("a.obj").unlink()
    with pytest.raises(SceneError, match=r"a\.obj"):
        pack(table, table.with_name("new.sightline"))
    assert not table.with_name("new.sightline").exists()


def test_a_mesh_that_is_not_in_the_bundle(table: Path) -> None:
    line = fault(zipped(table.with_name("b.sightline"), {TABLE_NAME: table.read_bytes(), "meshes/box.stl": box_of(table)}))
    assert 'figure "a": mesh "a.obj"' in line


def box_of(table: Path) -> bytes:
    return (table.parent / "meshes" / "box.stl").read_bytes()


def test_what_is_no_bundle(tmp_path: Path) -> None:
    path = tmp_path / "b.sightline"
    path.write_bytes(b"PK no zip")
    assert "cannot be read as a zip" in fault(path)
    assert "table.json" in fault(zipped(path, {"folder/table.json": b"{}"}))
    with pytest.raises(SceneError, match="no such file"):
        load_table(tmp_path / "none.sightline", PARTS)


@pytest.mark.parametrize("name", ["../a.stl", "/etc/a.stl", "a/../../b.stl", "C:/a.stl", "a\\b.stl"])
def test_names_that_leave_the_bundle(tmp_path: Path, name: str) -> None:
    line = fault(zipped(tmp_path / "b.sightline", {TABLE_NAME: b"{}", name: b""}))
    assert f'"b.sightline": "{name}" is a path that leaves the bundle' in line


def test_many_bad_names_are_not_all_listed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "b.sightline", {TABLE_NAME: b"{}", **{f"../{i}\x1b.stl": b"" for i in range(100)}})
    with pytest.raises(SceneError) as caught:
        load_table(path, PARTS)
    assert len(caught.value.faults) == 21
    assert all(line.isprintable() for line in caught.value.faults)
    assert "and 80 more" in caught.value.faults[-1]


def test_a_zip_bomb_is_refused_before_it_unpacks(tmp_path: Path) -> None:
    assert "zip bomb" in fault(zipped(tmp_path / "b.sightline", {TABLE_NAME: b"{}", "a.stl": b" " * 300_000_000}))


def test_too_many_files(tmp_path: Path) -> None:
    entries = {f"{number}.stl": b"" for number in range(5001)}
    assert "5,001 files" in fault(zipped(tmp_path / "b.sightline", entries))


def test_the_same_name_twice(tmp_path: Path) -> None:
    path = tmp_path / "b.sightline"
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(TABLE_NAME, b"{}")
        archive.writestr("a.stl", b"1")
        archive.writestr("./a.stl", b"2")
    assert "twice" in fault(path)


def test_a_symbolic_link_in_a_bundle(tmp_path: Path) -> None:
    path = tmp_path / "b.sightline"
    link = zipfile.ZipInfo("a.stl")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(TABLE_NAME, b"{}")
        archive.writestr(link, "/etc/passwd")
    assert "symbolic link" in fault(path)


def test_encrypted_and_oddly_packed_entries(tmp_path: Path) -> None:
    path = tmp_path / "b.sightline"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(TABLE_NAME, b"{}")
    assert "use deflate" in fault(path)
    data = bytearray(zipped(path, {TABLE_NAME: b"{}"}).read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the bit that says so, in the central directory
    path.write_bytes(data)
    assert "encrypted" in fault(path)


def test_a_damaged_table_in_a_bundle_names_the_bundle(tmp_path: Path) -> None:
    path = zipped(tmp_path / "z_crc.sightline", {TABLE_NAME: b'{"format": "sightline-table"}' * 9})
    data = bytearray(path.read_bytes())
    start = data.index(TABLE_NAME.encode()) + len(TABLE_NAME)
    data[start : start + 8] = b"\xff" * 8
    path.write_bytes(data)
    assert '"z_crc.sightline": "table.json" is damaged' in fault(path)


def test_a_damaged_entry(table: Path) -> None:
    bundle = table.with_name("b.sightline")
    pack(table, bundle)
    data = bytearray(bundle.read_bytes())
    where = data.index(b"meshes/box.stl") + 40
    data[where : where + 20] = b"\xff" * 20
    bundle.write_bytes(data)
    with pytest.raises(SceneError, match="damaged in the bundle"):
        load_table(bundle, PARTS)
