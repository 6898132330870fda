"""Mesh files of every kind read into inches; damaged, huge and hostile ones are one clear line."""

import io
import itertools
import json
import os
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh
from scene.mesh_io.mesh_reading import KNOWN_TYPES, Units, load_mesh, parse_mesh

SIDES = np.array([10.0, 20.0, 30.0])
"""A box of these sides; in STL, OBJ and PLY in millimetres."""


def exported(kind: str, box: trimesh.Trimesh | None = None) -> bytes:
    data = (box or trimesh.creation.box(extents=SIDES)).export(file_type=kind)
    return data.encode() if isinstance(data, str) else bytes(data)


def fault(data: bytes, name: str, *, units: Units | None = "mm", max_faces: int = 1000) -> str:
    with pytest.raises(SceneError) as caught:
        parse_mesh(data, name, units=units, max_faces=max_faces)
    assert len(caught.value.faults) == 1
    line = caught.value.faults[0]
    assert name in line
    assert "\n" not in line
    return line


def sides(mesh: Mesh) -> FloatArray:
    return np.asarray(mesh.bounds[1] - mesh.bounds[0])


def binary_stl(corners: FloatArray, *, header: bytes = b"", count: int | None = None) -> bytes:
    faces = b"".join(struct.pack("<12fH", 0, 0, 0, *triangle.reshape(-1), 0) for triangle in corners)
    return header.ljust(80) + struct.pack("<I", len(corners) if count is None else count) + faces


TRIANGLE = np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]])


@pytest.mark.parametrize("kind", ["stl", "stl_ascii", "obj", "ply", "3mf"])
def test_a_box_of_every_format_has_its_sides_in_inches(kind: str) -> None:
    mesh = parse_mesh(exported(kind), f"box.{kind[:3]}", units="mm").mesh
    np.testing.assert_allclose(sides(mesh), SIDES / 25.4, rtol=1e-6)
    assert len(mesh.faces) == 12
    assert len(mesh.vertices) == 8


def test_glb_is_metres_and_y_up_unless_said_otherwise() -> None:
    data = exported("glb", trimesh.creation.box(extents=[0.0254, 0.0508, 0.0762]))
    np.testing.assert_allclose(sides(parse_mesh(data, "box.glb").mesh), [1, 3, 2], rtol=1e-5)
    said = parse_mesh(data, "box.GLB", units="inch", up="z").mesh
    np.testing.assert_allclose(sides(said), [0.0254, 0.0508, 0.0762], rtol=1e-5)


def test_nodes_of_a_glb_stand_where_their_transforms_put_them() -> None:
    scene: Any = trimesh.Scene()
    box = trimesh.creation.box(extents=[1, 1, 1])
    for x in (0.0, 9.0):
        transform = np.eye(4)
        transform[0, 3] = x
        scene.add_geometry(box, transform=transform)
    mesh = parse_mesh(scene.export(file_type="glb"), "two.glb", units="inch").mesh
    np.testing.assert_allclose(sides(mesh), [10, 1, 1], atol=1e-6)
    assert len(mesh.faces) == 24


def test_3mf_is_in_the_units_that_it_names() -> None:
    plain = zipfile.ZipFile(io.BytesIO(exported("3mf")))
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name in plain.namelist():
            archive.writestr(name, plain.read(name).replace(b'unit="millimeter"', b'unit="inch"'))
    np.testing.assert_allclose(sides(parse_mesh(sink.getvalue(), "a.3mf").mesh), SIDES, rtol=1e-6)
    np.testing.assert_allclose(sides(parse_mesh(exported("3mf"), "a.3mf").mesh), SIDES / 25.4, rtol=1e-6)


@pytest.mark.parametrize(("units", "inches"), [("mm", 1 / 25.4), ("cm", 1 / 2.54), ("m", 100 / 2.54), ("inch", 1)])
def test_units(units: Units, inches: float) -> None:
    np.testing.assert_allclose(sides(parse_mesh(exported("stl"), "a.stl", units=units).mesh), SIDES * inches)


def test_y_up_brings_y_up_and_keeps_the_hand() -> None:
    file = parse_mesh(exported("stl"), "a.stl", units="inch", up="y")
    np.testing.assert_allclose(sides(file.mesh), [10, 30, 20])
    np.testing.assert_allclose(file.to_inches([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), [[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    assert np.linalg.det(file.frame) == pytest.approx(1.0)


def test_a_binary_stl_that_begins_with_solid_is_still_binary() -> None:
    assert len(parse_mesh(binary_stl(TRIANGLE, header=b"solid facet normal"), "a.stl", units="mm").mesh.faces) == 1


def test_bytes_after_the_last_face_of_a_binary_stl_do_not_matter() -> None:
    assert len(parse_mesh(binary_stl(TRIANGLE) + b"made by hand", "a.stl", units="mm").mesh.faces) == 1


def test_an_ascii_stl_in_capitals_of_several_solids() -> None:
    text = exported("stl_ascii").decode()
    taller = text.replace(" 15.0", " 99.0")
    mesh = parse_mesh(f"{text}\n{taller}".upper().encode(), "a.stl", units="inch").mesh
    assert sides(mesh)[2] == pytest.approx(15 + 99)
    assert len(mesh.vertices) == 12


def test_doubled_and_flat_faces_and_unused_points_go() -> None:
    a, b, c = TRIANGLE[0]
    corners = np.array([[a, b, c], [b, c, a], [c, b, a], [a, a, b], [a, b, a + 2 * (b - a)], [a, b, -c]])
    mesh = parse_mesh(binary_stl(corners), "a.stl", units="inch").mesh
    assert len(mesh.faces) == 2
    assert len(mesh.vertices) == 4
    assert mesh.areas == pytest.approx([0.5, 0.5])


def test_wrong_winding_and_holes_are_accepted() -> None:
    box = trimesh.creation.box(extents=SIDES)
    box.faces = np.where(np.arange(12)[:, None] % 2, box.faces, box.faces[:, ::-1])[:9]
    assert len(parse_mesh(exported("stl", box), "a.stl", units="mm").mesh.faces) == 9


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_points_that_are_no_numbers_are_refused(bad: float) -> None:
    corners = TRIANGLE.copy()
    corners[0, 1, 1] = bad
    assert "no finite numbers" in fault(binary_stl(corners), "a.stl")


def test_a_point_without_a_face_may_be_no_number() -> None:
    obj = b"v nan 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n"
    assert len(parse_mesh(obj, "a.obj", units="mm").mesh.vertices) == 3


@pytest.mark.parametrize("index", [7, 4_000_000_000])
def test_a_face_that_names_a_missing_point_is_refused(index: int) -> None:
    obj = f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {index}\n".encode()
    fault(obj, "a.obj")


OBJ_POINTS = b"v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\n"


def test_faces_of_an_obj_may_name_their_points_backwards() -> None:
    """A 2 x 3 rectangle and, two inches above it, its like: -1 is the last point above the face."""
    higher = OBJ_POINTS.replace(b" 0\n", b" 2\n")
    mesh = parse_mesh(OBJ_POINTS + b"f -4 -3 -2 -1\n" + higher + b"f -4/1/1 -3//1 -2/7 -1\n", "a.obj", units="inch").mesh
    np.testing.assert_allclose(mesh.bounds, [[0, 0, 0], [2, 3, 2]])
    assert mesh.areas == pytest.approx([3, 3, 3, 3])


def test_an_obj_with_comments_colours_continued_lines_and_large_faces() -> None:
    """A regular hexagon of side 1 has the area 3/2 times the root of 3."""
    turn = np.arange(6) * np.pi / 3
    points = "".join(f"  v\t{np.cos(t):.9f} {np.sin(t):.9f} 0 1 0.5 0.5 # red\r\n" for t in turn)
    obj = f"# made by hand\nmtllib a/b.mtl\no one\nvn 0 0 1\nvt 0 0\n{points}g top\nf 1/1/1 2 3 \\\r\n 4 5 6 # six\nl 1 2\n"
    mesh = parse_mesh(obj.encode(), "a.obj", units="inch").mesh
    assert len(mesh.faces) == 4
    assert mesh.areas.sum() == pytest.approx(1.5 * np.sqrt(3))
    assert "4 faces" in fault(obj.encode(), "a.obj", max_faces=3)


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        (b"v 1 2\nv 3 4\nv 5 6\nf 1 2 3\n", 'three numbers, and a line says "v 1 2"'),
        (OBJ_POINTS + b"v 1 2\nf 1 2 3\n", 'three numbers, and a line says "v 1 2"'),
        (OBJ_POINTS + b"v one two three\nf 1 2 3\n", '"v one two three"'),
        (OBJ_POINTS + b"v\nf 1 2 3\n", 'a line says "v"'),
        (OBJ_POINTS + b"f 0 1 2\n", "a face names a point that is not there"),
        (OBJ_POINTS + b"f 1 2 9\n", "a face names a point that is not there"),
        (OBJ_POINTS + b"f -1 -2 -9\n", "a face names a point that is not there"),
        (b"f -1 -2 -3\n" + OBJ_POINTS, "a face names a point that is not there"),
        (OBJ_POINTS + b"f 1 2 3\nf 1 2\n", 'three points, and a line says "f 1 2"'),
        (OBJ_POINTS + b"f 1 2 3\nf one two three\n", 'whole numbers, and a line says "f one two three"'),
        (OBJ_POINTS + b"f 1 2 99999999999999999999\n", "whole numbers"),
        (OBJ_POINTS + b"f 1 2 " + b"9" * 5000 + b"\n", "whole numbers"),
        (OBJ_POINTS + b"f 1 2 " + b"\xff\x1b" * 200 + b"\n", "whole numbers"),
        (b"f 1 2 3\n", "a face names a point that is not there"),
        (b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "no finite numbers"),
        (b"v 1e308 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "farther than"),
        (b"v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "no finite numbers"),
    ],
)
def test_a_damaged_obj_says_what_is_wrong(obj: bytes, words: str) -> None:
    line = fault(obj, "a.obj", units="m")
    assert words in line
    assert len(line) < 200


def test_no_word_of_python_reaches_the_user() -> None:
    """Whatever a parser stumbles over, the name of its exception says nothing to who made the file."""
    ply = exported("ply").replace(b"float x", b"float q")
    stl = exported("stl_ascii").replace(b"vertex 5", b"vertex five")
    for data, name in ((ply, "a.ply"), (stl, "a.stl"), (glb({"scenes": [{"nodes": [7]}]}), "a.glb"), (b"PK", "a.3mf")):
        assert "Error" not in fault(data, name)


def test_points_of_two_coordinates_in_any_kind_of_file_are_one_clear_line() -> None:
    corners = struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    header: dict[str, object] = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 24}],
        "bufferViews": [{"buffer": 0, "byteLength": 24}],
        "accessors": [{"componentType": 5126, "type": "VEC2", "count": 3, "bufferView": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }
    fault(glb(header, corners), "a.glb")
    ply = b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nelement face 1\n"
    ply += b"property list uchar int vertex_indices\nend_header\n0 0\n1 0\n0 1\n3 0 1 2\n"
    fault(ply, "a.ply")


def test_no_faces() -> None:
    fault(binary_stl(TRIANGLE[:0]), "a.stl")
    assert "no faces" in fault(b"v 0 0 0\nv 1 0 0\n", "a.obj")
    assert "flat" in fault(binary_stl(TRIANGLE * 0), "a.stl")


def test_a_header_that_promises_more_than_the_file_holds_is_damage_and_no_reason_to_raise_the_limit() -> None:
    claimed = 10_000_000
    ply = f"ply\nformat ascii 1.0\nelement vertex 3\nelement face {claimed}\nend_header\n".encode()
    for data, name in ((binary_stl(TRIANGLE, count=claimed), "a.stl"), (ply, "a.ply")):
        line = fault(data, name)
        assert "damaged" in line
        assert "10,000,000" in line
        assert "--max-faces" not in line
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
    accessor = {"componentType": 5126, "type": "VEC3", "count": claimed}
    assert "--max-faces" not in fault(glb({"accessors": [accessor], "meshes": [mesh]}), "a.glb")


def test_random_bytes_are_no_reason_to_raise_the_limit() -> None:
    data = np.random.default_rng(5).bytes(3_000)
    assert int.from_bytes(data[80:84], "little") > 1_000_000
    for kind in KNOWN_TYPES:
        assert "--max-faces" not in fault(data, f"a.{kind}")


@pytest.mark.parametrize("kind", ["stl", "stl_ascii", "obj", "ply", "glb", "3mf"])
def test_the_limit_of_faces_holds_for_every_format_and_can_be_raised(kind: str) -> None:
    data, name = exported(kind), f"a.{kind[:3]}"
    assert "12 faces" in fault(data, name, max_faces=11)
    assert len(parse_mesh(data, name, units="mm", max_faces=12).mesh.faces) == 12


def test_units_must_be_said_where_the_file_has_none() -> None:
    for kind in ("stl", "obj", "ply"):
        assert '"units"' in fault(exported(kind), f"a.{kind}", units=None)


@pytest.mark.parametrize("name", ["a.pickle", "a.gltf", "a", "a.stl.zip", "a.blend"])
def test_other_kinds_of_file_are_refused_with_the_known_ones(name: str) -> None:
    line = fault(b"x", name)
    assert all(kind.upper() in line for kind in KNOWN_TYPES)


@pytest.mark.parametrize("kind", KNOWN_TYPES)
def test_half_a_file_and_an_empty_file_are_refused(kind: str) -> None:
    data = exported(kind)
    fault(data[: len(data) // 2], f"a.{kind}") if kind != "obj" else None
    assert "empty" in fault(b"", f"a.{kind}")


def test_a_typing_error_in_an_ascii_stl_is_no_shorter_mesh() -> None:
    fault(exported("stl_ascii").replace(b"vertex 5", b"vertex 5x", 1).replace(b"vertex -5", b"vertex x-5", 1), "a.stl")


def test_missing_files_folders_and_files_without_permission(tmp_path: Path) -> None:
    for path in (tmp_path / "none.stl", tmp_path, tmp_path / "a\0.stl", tmp_path / ("x" * 5000)):
        with pytest.raises(SceneError):
            load_mesh(path, units="mm")
    os.mkfifo(tmp_path / "pipe.stl")
    with pytest.raises(SceneError, match="not a file"):
        load_mesh(tmp_path / "pipe.stl", units="mm")


def test_materials_are_not_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.mtl").write_text("newmtl a\nmap_Kd secret.png\n")
    opened: list[object] = []
    monkeypatch.setattr("builtins.open", lambda *args, **_: opened.append(args))
    obj = b"mtllib secret.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    assert len(parse_mesh(obj, "a.obj", units="mm").mesh.faces) == 1
    assert not opened


def glb(header: dict[str, object], content: bytes = b"\0" * 64) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(content), b"BIN\0") + content
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def test_a_glb_that_unfolds_to_more_than_it_holds_is_refused() -> None:
    accessor = {"componentType": 5126, "type": "MAT4", "count": 10**12}
    assert "unfolds" in fault(glb({"accessors": [accessor]}), "a.glb")
    views = [{"buffer": 0, "byteLength": 1_000_000}] * 100
    assert "unfolds" in fault(glb({"bufferViews": views, "accessors": []}, b"\0" * 1_000_000), "a.glb")


def test_a_glb_does_not_fetch_other_files() -> None:
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
    accessor = {"componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0}
    header: dict[str, object] = {
        "buffers": [{"uri": "/etc/passwd", "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [accessor],
        "meshes": [mesh],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }
    fault(glb(header), "a.glb")


def model_3mf(resources: str, build: str) -> bytes:
    space = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
    xml = f'<model unit="millimeter" xmlns="{space}"><resources>{resources}</resources><build>{build}</build></model>'
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3D/3dmodel.model", xml)
    return sink.getvalue()


def test_a_3mf_whose_parts_double_at_each_level_is_refused() -> None:
    part = '<component objectid="{0}"/><component objectid="{0}"/>'
    levels = [f'<object id="{i}"><components>{part.format(i + 1)}</components></object>' for i in range(40)]
    assert "too often" in fault(model_3mf("".join(levels), '<item objectid="0"/>'), "a.3mf")
    own = '<object id="0"><components><component objectid="0"/></components></object>'
    fault(model_3mf(own, '<item objectid="0"/>'), "a.3mf")


def test_a_3mf_bomb_is_refused() -> None:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3D/3dmodel.model", b" " * 50_000_000)
    assert "unpacks" in fault(sink.getvalue(), "a.3mf")


def test_nothing_is_said_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    for kind, cut in itertools.product(("stl", "obj", "ply", "glb", "3mf"), (0.3, 0.6, 0.95)):
        data = exported(kind)
        try:
            parse_mesh(data[: int(cut * len(data))], f"a.{kind}", units="mm")
        except SceneError:
            continue
    assert capfd.readouterr().err == ""


TEXTS: dict[str, bytes] = {
    "obj": exported("obj"),
    "ascii": exported("stl_ascii"),
    "ply_ascii": bytes(trimesh.creation.box(extents=SIDES).export(file_type="ply", encoding="ascii")),
}
SAMPLES = {kind: exported("stl_ascii" if kind == "ascii" else kind) for kind in (*KNOWN_TYPES, "ascii")}


@settings(max_examples=150, deadline=None)
@given(kind=st.sampled_from(sorted(SAMPLES)), where=st.floats(0, 1), junk=st.binary(max_size=12), cut=st.booleans())
def test_damaged_bytes_give_a_mesh_or_one_clear_line(kind: str, where: float, junk: bytes, *, cut: bool) -> None:
    data = SAMPLES[kind]
    start = int(where * len(data))
    damaged = data[:start] + junk + (b"" if cut else data[start + len(junk) :])
    name = "a.stl" if kind == "ascii" else f"a.{kind}"
    mesh = parsed_or_refused(damaged, name)
    if mesh is not None:
        assert np.isfinite(mesh.vertices).all()
        assert 0 <= mesh.faces.min() <= mesh.faces.max() < len(mesh.vertices)


def parsed_or_refused(data: bytes, name: str) -> Mesh | None:
    try:
        return parse_mesh(data, name, units="mm", max_faces=1000).mesh
    except SceneError as error:
        lines = error.faults
    assert len(lines) == 1
    assert name in lines[0]
    return None


WORDS = [b"0", b"-1", b"9", b"nan", b"1e400", b"x", b"", b" ", b"\n", b"v", b"f", b"/", b"3 0 1 2", b"element face 2", b"\\\n"]


@settings(max_examples=200, deadline=None)
@given(
    kind=st.sampled_from(["obj", "ply_ascii", "ascii"]),
    changes=st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(WORDS)), min_size=1, max_size=4),
)
def test_words_out_of_place_give_a_mesh_or_one_clear_line(kind: str, changes: list[tuple[float, bytes]]) -> None:
    words = TEXTS[kind].split(b" ")
    for where, word in changes:
        words[int(where * len(words))] = word
    parsed_or_refused(b" ".join(words), {"obj": "a.obj", "ply_ascii": "a.ply", "ascii": "a.stl"}[kind])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KNOWN_TYPES), st.binary(max_size=200))
def test_any_bytes_at_all(kind: str, data: bytes) -> None:
    parsed_or_refused(data, f"a.{kind}")
