"""Mesh files that are made to take gigabytes or minutes are refused at once, or read in little."""

import io
import json
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scene.base.errors import SceneError
from scene.mesh_io.mesh_reading import parse_mesh
from tests.peak import peaks

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
PLY = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""
STL = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"
FAR_MORE = "far more than"


def fault(name: str, data: bytes | str) -> str:
    with pytest.raises(SceneError) as caught:
        parse_mesh(data.encode() if isinstance(data, str) else data, name, units="mm")
    (line,) = caught.value.faults
    assert line.startswith(f'mesh "{name}": ')
    return line


def faces(name: str, data: bytes | str) -> int:
    return len(parse_mesh(data.encode() if isinstance(data, str) else data, name, units="mm").mesh.faces)


def glb(content: bytes, **changes: Any) -> bytes:  # noqa: ANN401 - as JSON is
    """A triangle of three points and three indices at the beginning of the content, with changes to its description."""
    header: Mapping[str, Any] = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(content)}],
        "bufferViews": [{"buffer": 0, "byteLength": len(content)}],
        "accessors": [{"componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    } | changes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(content), b"BIN\0") + content
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


CORNERS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)


@pytest.mark.long
def test_what_an_obj_holds_beside_points_and_faces_takes_no_memory(tmp_path: Path) -> None:
    """Four megabytes of each took up to 300 megabytes."""
    fillers = {"empty": "\n", "comments": "#\n", "normals": "vn\n", "others": "x\n", "returns": "\r"}
    files = {f"{name}.obj": (TRIANGLE + filler * (4_000_000 // len(filler))).encode() for name, filler in fillers.items()}
    imports = "from scene.mesh_io.mesh_reading import load_mesh"
    found = peaks(tmp_path, files, imports=imports, read='len(load_mesh(path, units="mm").faces)')
    assert {said for said, _, _ in found.values()} == {"1"}
    assert max(megabytes for _, megabytes, _ in found.values()) < 60


@pytest.mark.parametrize("statement", ["f 1 2 3 ", "v 0 0 0 ", "f"])
@pytest.mark.parametrize("more", ["\\\n", "\\\r\n", " 1", "\\\n 1"])
def test_a_line_of_an_obj_has_an_end(statement: str, more: str) -> None:
    assert "goes on for more than 1,000,000 bytes" in fault("a.obj", TRIANGLE + statement + more * (3_000_000 // len(more)))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("at_once", [1, 7, 1_000])
def test_statements_are_the_same_wherever_the_pieces_of_a_file_end(
    end: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scene.mesh_io.obj_reading.AT_ONCE", at_once)
    text = "# a \\\nv 0 0 0 # a point\n\tv 1 \\\n0 0\nvn 1 2 3\nv 0 1 0 0.5\nv 9 9 9\nf 1/1 2/2/2 3\\\n//3\nfoo\nf -4 -3 -1"
    mesh = parse_mesh(text.replace("\n", end).encode(), "a.obj", units="inch").mesh
    assert sorted(map(tuple, mesh.vertices)) == [(0, 0, 0), (0, 1, 0), (1, 0, 0), (9, 9, 9)]
    assert len(mesh.faces) == 2


def test_a_ply_of_something_else_than_faces_is_refused() -> None:
    head, body = PLY.split("end_header\n")
    assert FAR_MORE in fault("a.ply", PLY + "0 " * 3_000_000)
    assert FAR_MORE in fault("a.ply", PLY + "\n" * 5_000)
    assert FAR_MORE in fault("a.ply", head + "comment\n" * 40_000 + "end_header\n" + body)
    assert FAR_MORE in fault("a.ply", head.replace("face", "e 0\nelement " * 30_000 + "face") + "end_header\n" + body)
    points = "0 0 1\n" * 2_000_000
    assert FAR_MORE in fault("a.ply", head.replace("vertex 3", "vertex 2000003") + "end_header\n" + points + body)
    assert "only points" in fault("a.ply", head.replace("face 1", "face 0") + "end_header\n" + body)
    assert faces("a.ply", PLY) == 1


def test_an_ascii_stl_of_something_else_than_faces_is_refused() -> None:
    for filler in ("\n", "solid\n", "vertex 0 0 0\n"):
        assert FAR_MORE in fault("a.stl", STL.replace("endsolid", filler * (5_000_000 // len(filler)) + "endsolid"))
    assert faces("a.stl", STL) == 1


def test_what_a_glb_says_of_itself_is_short() -> None:
    assert FAR_MORE in fault("a.glb", glb(CORNERS, extras=" " * 2**24))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"nodes": [{"children": [at + 1]} for at in range(300)] + [{"mesh": 0}]}, id="deep"),
        pytest.param({"nodes": [{"mesh": 0, "children": [0]}]}, id="in itself"),
        pytest.param({"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 41_000}]}, id="parts"),
        pytest.param({"nodes": [{"mesh": 0}] * 41_000}, id="instances"),
        pytest.param({"accessors": [{"componentType": 5126, "type": "MAT4", "count": 100_000_000}]}, id="nothing at all"),
    ],
)
def test_a_glb_that_unfolds_without_end_is_refused(changes: dict[str, Any]) -> None:
    assert "it unfolds to far more than the file holds" in fault("a.glb", glb(CORNERS, **changes))


def test_points_that_a_glb_repeats_are_counted_before_they_are_laid_out() -> None:
    many = 100_000
    accessor = {"componentType": 5126, "type": "VEC3", "count": many, "bufferView": 0}
    part = {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}
    three = {"componentType": 5125, "type": "SCALAR", "count": 3, "bufferView": 1}
    content = CORNERS.ljust(12 * many, b"\0") + struct.pack("<3I", 0, 1, 2)
    views = [{"buffer": 0, "byteLength": 12 * many}, {"buffer": 0, "byteOffset": 12 * many, "byteLength": 12}]
    words = {"accessors": [accessor, three], "bufferViews": views, "meshes": [part], "scenes": [{"nodes": list(range(300))}]}
    assert "has more than 21,000,000 points" in fault("a.glb", glb(content, **words, nodes=[{"mesh": 0}] * 300))
    assert faces("a.glb", glb(content, **words | {"scenes": [{"nodes": [0]}]})) == 1


SPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
POINTS = '<vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/></vertices>'
MESH = f'<mesh>{POINTS}<triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>'
OBJECT = f'<object id="1">{MESH}</object>'
ITEM = '<item objectid="1"/>'


def model(resources: str = OBJECT, build: str = ITEM, *, before: str = "", more: str = "") -> str:
    return f'{before}<model xmlns="{SPACE}" {more}><resources>{resources}</resources><build>{build}</build></model>'


def threemf(xml: str | None = None, **others: str) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3D/3dmodel.model", model() if xml is None else xml)
        for name, text in others.items():
            archive.writestr(f"3D/{name}.model", text)
    return sink.getvalue()


def varied(*, count: int, words: str) -> str:
    """Elements that do not pack well, or the whole would be refused as a bomb."""
    before, after = words.split("{}")
    numbers = np.random.default_rng(1).integers(10**6, size=count).tolist()
    return before + f"{after}{before}".join(map(str, numbers)) + after


def test_a_3mf_is_read_as_the_format_says() -> None:
    """Objects in objects, moved; the same in another file of the archive, and with prefixes; items as often as they are."""
    moved = 'transform="0 1 0 -1 0 0 0 0 1 10 0 0"'
    inner = f'<object id="2"><components><component objectid="1" {moved}/></components></object>'
    both = '<item objectid="1"/><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 5 0"/>'
    read = parse_mesh(threemf(model(OBJECT + inner, both, more='unit="inch"')), "a.3mf").mesh
    first, second = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]]), np.array([[10, 5, 0], [10, 6, 0], [8, 5, 0]])
    assert sorted(map(tuple, read.vertices)) == sorted(map(tuple, np.concatenate([first, second])))
    other = f'<component xmlns:p="{PRODUCTION}" p:path="/3D/b.model" objectid="1"/>'
    around = model(f'<object id="2"><components>{other}</components></object>', '<item objectid="2"/>')
    assert faces("a.3mf", threemf(around, b=model(build=""))) == 1
    prefixed = model().replace("<", "<m:").replace("<m:/", "</m:").replace("xmlns=", "xmlns:m=")
    assert faces("a.3mf", threemf(prefixed)) == 1
    assert faces("a.3mf", threemf(model(build=ITEM * 3))) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("xml", "words"),
    [
        pytest.param(model(OBJECT + varied(count=101_000, words='<object id="a{}"/>')), FAR_MORE, id="empty objects"),
        pytest.param(model(build=varied(count=101_000, words='<item objectid="{}"/>')), FAR_MORE, id="items"),
        pytest.param(model(OBJECT + "<a>" * 60 + "</a>" * 60), FAR_MORE, id="elements in elements"),
        pytest.param(
            model(OBJECT + f'<a b="{varied(count=600_000, words="{}")}"/>'), "longer than 2,097,152 bytes", id="attribute"
        ),
        pytest.param(model(before="<!DOCTYPE m [<!ENTITY a 'aa'>]>"), "which 3MF forbids", id="entities"),
        pytest.param(model(build=ITEM * 20_001), "contain one another too often", id="built too often"),
        pytest.param(model("", ""), "no faces", id="nothing"),
        pytest.param("<svg/>", "something else", id="another kind"),
        pytest.param(model(OBJECT.replace('v3="2"', 'v3="3"')), "names a point that is not there", id="no such point"),
        pytest.param(model(build='<item objectid="1" transform="1 0"/>'), "damaged or of another kind", id="transform"),
        pytest.param(
            model(build=f'<item objectid="1" transform="{"1e308 " * 12}"/>'), "are no finite numbers", id="past all numbers"
        ),
    ],
)
def test_a_3mf_of_something_else_than_a_mesh_is_refused(xml: str, words: str) -> None:
    assert words in fault("a.3mf", threemf(xml))


def test_a_3mf_may_not_list_files_without_end() -> None:
    assert FAR_MORE in fault("a.3mf", threemf(None, **{f"a{number}": "" for number in range(5_001)}))


@pytest.mark.long
def test_many_triangles_of_a_3mf_take_little_memory(tmp_path: Path) -> None:
    """200,000 triangles in a megabyte took 250 megabytes."""
    triangles = '<triangle v1="0" v2="1" v3="2"/>' * 100_000 + varied(
        count=100_000, words='<triangle v1="1" v2="0" v3="2" p="{}"/>'
    )
    files = {"a.3mf": threemf(model(OBJECT.replace("</triangles>", triangles + "</triangles>")))}
    imports = "from scene.mesh_io.mesh_reading import load_mesh"
    said, megabytes, _ = peaks(tmp_path, files, imports=imports, read="len(load_mesh(path).faces)")["a.3mf"]
    assert said == "1"
    assert megabytes < 100
