"""``sightline import``: scans and meshes on tables, by every way, and what is told where none will do."""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy.ndimage import uniform_filter
from scipy.spatial.transform import Rotation

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from scene.geometry.mesh import joined
from scene.table_io.table_reading import load_table
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.scanned_board import BLOCKS, MM, SIZE, TEXEL, Frame, glb, picture, random_frame, surface, textured
from tests.sightline.tables import obj

LEVELLED = Rotation.from_euler("xyz", [-86.0, 7.0, -11.0], degrees=True).as_matrix()
"""Roughly y up, as GLB files are."""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The JSON answer of a command that may warn."""
    assert run([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert all(line.startswith("wrote ") for line in err.splitlines())
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(["import", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def board(path: Path, frame: Frame, *, noise: float = 0.0) -> Path:
    points, faces = surface(noise=noise)
    trimesh.Trimesh(frame.own(points), faces, process=False).export(path)
    return path


def words_of(frame: Frame, *points: tuple[float, float, float]) -> list[str]:
    own = frame.own(np.array(points))
    return [f"{' '.join(map(repr, a.tolist()))} = {' '.join(map(str, b))}" for a, b in zip(own, points, strict=True)]


def by_points(frame: Frame, *points: tuple[float, float, float]) -> list[str]:
    return [word for words in words_of(frame, *points) for word in ("--point", words)]


CORNERS = ((0.0, 0.0, 0.0), (SIZE[0], 0.0, 0.0), (SIZE[0], SIZE[1], 0.0), (BLOCKS[0][1][0], BLOCKS[0][1][1], BLOCKS[0][2]))


def highest(table: Path) -> np.ndarray:
    """The box around all terrain."""
    boxes = load_table(table, LIBRARY).terrain.boxes
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


@pytest.mark.parametrize("kind", ["ply", "stl", "obj"])
def test_points_put_a_scan_of_unknown_units_in_its_place(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = random_frame(3)
    scan, table = board(tmp_path / f"scan.{kind}", frame), tmp_path / "t.json"
    answer = told(capsys, "import", str(scan), "-o", str(table), *by_points(frame, *CORNERS), "--size", "30", "22")
    assert answer["by"] == "points"
    assert answer["scale"] == pytest.approx(MM / frame.scale, rel=1e-5)
    assert answer["rms_mm"] < 0.01
    assert [point["name"] for point in answer["points"]] == ["point 1", "point 2", "point 3", "point 4"]
    assert answer["size"] == [30, 22]
    low, high = highest(table)
    # What is left of the scan are the blocks, which slope over one step of the surface, a third of an inch.
    assert low == pytest.approx([BLOCKS[0][0][0] - 1 / 3, BLOCKS[0][0][1] - 1 / 3, 0.0], abs=2e-3)
    assert high == pytest.approx([BLOCKS[1][1][0] + 1 / 3, BLOCKS[1][1][1] + 1 / 3, BLOCKS[0][2]], abs=2e-3)
    whole = load_table(table, LIBRARY)
    assert whole.scan is not None
    assert set(whole.scan.marks) == {f"scan-point-{number}" for number in (1, 2, 3, 4)}


@pytest.mark.long
def test_the_same_table_comes_back_through_a_scan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ready-made table as one mesh in another program's frame, registered by three points: sights and distances agree."""
    source = bundled("disputed-shot")
    before = load_table(source, LIBRARY)
    mesh = joined(*(piece.placed for piece in before.terrain.pieces))
    rotation = np.asarray(Rotation.from_euler("xyz", [-88.0, 20.0, 5.0], degrees=True).as_matrix())
    frame = Frame(0.0123, rotation, (0.3, -0.7, 0.2))
    trimesh.Trimesh(frame.own(mesh.vertices), mesh.faces, process=False).export(tmp_path / "whole.ply")
    written = json.loads(source.read_text("utf-8"))
    (tmp_path / "t.json").write_text(json.dumps({**written, "terrain": []}), encoding="utf-8")
    (x, y) = before.size
    points = by_points(frame, (0.0, 0.0, 0.0), (x, 0.0, 0.0), (x, y, 2.0))
    table = str(tmp_path / "t.json")
    assert told(capsys, "import", str(tmp_path / "whole.ply"), "--into", table, *points, "--nothing-else")["rms_mm"] < 0.01
    sight = ["jelena", "kruger", "--rules", "main-rulebook", "--tolerance-mm", "0"]
    old, new = (told(capsys, "los", where, *sight) for where in (str(source), table))
    assert new["line_of_sight"] == old["line_of_sight"]
    assert new["cover"] == old["cover"]
    # Both shares hold their bounds, and 2 mm of the ground are gone.
    assert new["hidden"]["low"] - 0.005 <= old["hidden"]["share"] <= new["hidden"]["high"] + 0.005
    for a, b in (("jelena", "kruger"), ("jelena", "12,9.5,3")):
        one, other = (told(capsys, "measure", where, a, b) for where in (str(source), table))
        assert other["distance"] == pytest.approx(one["distance"], abs=1e-3)
    near = told(capsys, "measure", table, "12,-5,3", "whole")
    assert near["low"] < near["distance"] < near["high"]
    # About a millimetre a coordinate: no less, and no more than a few.
    assert 1.0 / MM < near["high"] - near["low"] < 12.0 / MM
    wanted = min(told(capsys, "measure", str(source), "12,-5,3", piece.id)["distance"] for piece in before.terrain.pieces)
    assert near["distance"] == pytest.approx(wanted, abs=0.1)


@pytest.mark.long
def test_tags_in_the_texture_say_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(0.0174, LEVELLED, (1.0, -2.0, 0.5))
    scan, table = glb(tmp_path / "scan.glb", textured(frame, noise=0.005)), tmp_path / "t.json"
    answer = told(capsys, "import", str(scan), "-o", str(table))
    assert answer["by"] == "tags"
    assert answer["tags"] == [0, 1, 2, 3, 9]
    # The cards are drawn to half a millimetre; tags of 60 mm tell the scale to a few parts in a thousand.
    assert answer["scale"] == pytest.approx(MM / frame.scale, rel=2e-3)
    assert answer["size"] == pytest.approx(SIZE, abs=0.06)
    assert highest(table)[1] == pytest.approx([BLOCKS[1][1][0] + 1 / 3, BLOCKS[1][1][1] + 1 / 3, BLOCKS[0][2]], abs=0.06)
    whole = load_table(table, LIBRARY)
    assert whole.scan is not None
    assert whole.scan.marks["tag-9"] == pytest.approx((14.0, 4.0, 0.0), abs=0.04)
    assert 0.001 < answer["sigma"]["scale"] < 0.01
    assert 0.2 < max(answer["sigma"]["position_mm"]) < 3.0
    # Another scan of the same table, in another frame, goes onto it by the tags that both have.
    other = Frame(0.9, np.asarray(Rotation.from_euler("y", 140.0, degrees=True).as_matrix()) @ LEVELLED, (4.0, 0.0, 9.0))
    glb(tmp_path / "more.glb", textured(other))
    more = told(capsys, "import", str(tmp_path / "more.glb"), "--into", str(table), "--up", "y")
    assert more["by"] == "tags"
    assert more["rms_mm"] < 1.0
    one, two = load_table(table, LIBRARY).terrain.pieces
    assert np.allclose(one.placed.bounds, two.placed.bounds, atol=0.05)
    # Both hang on the same tags: what lies between them is known better than either of them alone.
    scan_ = load_table(table, LIBRARY).scan
    assert scan_ is not None
    a, b = scan_.slots[0], scan_.slots[[thing.id for thing in scan_.things].index("more")]
    between = scan_.covariance[a, a] + scan_.covariance[b, b] - scan_.covariance[a, b] - scan_.covariance[b, a]
    assert between[0, 0] < scan_.covariance[a, a][0, 0] + scan_.covariance[b, b][0, 0]
    assert np.linalg.eigvalsh(scan_.covariance).min() > -1e-12


@pytest.mark.long
def test_coloured_points_tell_as_textures_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    points, faces = surface((390, 286))
    # A point has the colour of the 2 mm around it, as a scanner sees them.
    colours = uniform_filter(picture(), 4)
    rows = np.clip(((SIZE[1] - points[:, 1]) * MM / TEXEL).astype(int), 0, colours.shape[0] - 1)
    columns = np.clip((points[:, 0] * MM / TEXEL).astype(int), 0, colours.shape[1] - 1)
    shown = np.repeat(colours[rows, columns][:, None], 3, axis=1)
    trimesh.Trimesh(points * 10.0, faces, vertex_colors=shown, process=False).export(tmp_path / "scan.ply")
    answer = told(capsys, "import", str(tmp_path / "scan.ply"), "-o", str(tmp_path / "t.json"))
    assert answer["tags"] == [0, 1, 2, 3, 9]
    assert answer["scale"] == pytest.approx(2.54, rel=3.0 * answer["sigma"]["scale"])
    # Points 2 mm apart on tags of 60 mm.
    assert 0.003 < answer["sigma"]["scale"] < 0.02


@pytest.mark.long
def test_a_mirrored_scan_is_told_and_can_be_turned_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan = str(glb(tmp_path / "scan.glb", textured(Frame(0.02, LEVELLED), mirrored=True)))
    assert "the scan is mirrored" in refused(capsys, scan, "-o", str(tmp_path / "t.json"))
    assert not (tmp_path / "t.json").exists()
    assert told(capsys, "import", scan, "-o", str(tmp_path / "t.json"), "--mirrored")["tags"] == [0, 1, 2, 3, 9]
    assert highest(tmp_path / "t.json")[0] == pytest.approx([BLOCKS[0][0][0] - 1 / 3, BLOCKS[0][0][1] - 1 / 3, 0], abs=0.06)


def test_the_ground_and_two_lengths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lean = np.asarray(Rotation.from_euler("xyz", [6.0, -3.0, 25.0], degrees=True).as_matrix())
    frame = Frame(0.05, lean, (1.0, 2.0, 3.0))
    scan, table = board(tmp_path / "scan.obj", frame, noise=0.01), tmp_path / "t.sightline"
    a, b, c = frame.own(np.array(CORNERS[:3])).tolist()
    a, b, c = (",".join(map(repr, one)) for one in (a, b, c))
    words = ["--level", "--known-length", a, b, f"{SIZE[0] * MM}", "--known-length", f"{b} {c} {SIZE[1] * MM}mm"]
    answer = told(capsys, "import", str(scan), "-o", str(table), *words)
    assert answer["by"] == "ground"
    assert answer["size"] == pytest.approx(SIZE, abs=0.1)
    assert answer["levelled"]["flatness_mm"] == pytest.approx(0.01 * MM * np.sqrt(0.5), rel=0.15)
    assert answer["levelled"]["rectangle"] == pytest.approx(SIZE, abs=0.1)
    assert sorted(zipfile.ZipFile(table).namelist()) == ["scan.ply", "table.json"]
    low, high = highest(table)
    assert low[2] == 0.0
    assert high[2] == pytest.approx(BLOCKS[0][2], abs=0.06)
    # A table that is there has its own size, which says nothing of the scan's.
    told(capsys, "import", str(scan), "--into", str(table), "--id", "b", "--level", "--units", "inch", "--drop-ground", "0")
    small = load_table(table, LIBRARY).piece("b").placed.bounds
    assert small.mean(axis=0)[:2] == pytest.approx(np.array(answer["size"]) / 2.0, abs=0.05)
    assert (small[1] - small[0])[0] == pytest.approx(SIZE[0] * 0.05, abs=0.02)
    # The size alone says the scale as well, and which way round.
    turned = told(capsys, "import", str(scan), "-o", str(tmp_path / "u.json"), "--level", "--size", "22", "30")
    assert turned["scale"] == pytest.approx(MM / 0.05, rel=0.01)
    assert highest(tmp_path / "u.json")[1, 1] > 22.0 - 12.0
    disagree = [*words[:6], f"{b} {c} {1.2 * SIZE[1] * MM}"]
    assert "do not agree" in refused(capsys, str(scan), "-o", str(tmp_path / "v.json"), *disagree)
    assert "not the shape" in refused(capsys, str(scan), "-o", str(tmp_path / "v.json"), "--level", "--size", "30", "30")
    assert "nothing says how large" in refused(capsys, str(scan), "-o", str(tmp_path / "v.json"), "--level")


def test_colours_without_tags_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan = glb(tmp_path / "scan.glb", textured(Frame(0.0254, LEVELLED), tags=False))
    answer = told(capsys, "import", str(scan), "-o", str(tmp_path / "t.json"), "--kind", "scatter")
    assert answer["by"] == "units"
    assert answer["scale"] == pytest.approx(1000.0)
    assert "no tags were found in its colours" in answer["warnings"][0]


def test_a_model_in_known_units_stands_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    tower, table = tmp_path / "my tower.obj", folder / "t.json"
    obj(tower, box((-1.0, 4.0, 7.0), (3.0, 6.0, 12.0)))
    answer = told(capsys, "import", str(tower), "--units", "inch", "-o", str(table), "--kind", "wall")
    assert (answer["by"], answer["piece"], answer["mesh"], answer["size"]) == ("units", "my-tower", "my-tower.obj", [22, 22])
    assert (folder / "my-tower.obj").read_bytes() == tower.read_bytes()
    assert highest(table) == pytest.approx(np.array([[9.0, 10.0, 0.0], [13.0, 12.0, 5.0]]))
    assert load_table(table, LIBRARY).piece("my-tower").kind == "wall"
    # Another one of it, elsewhere and turned; and one of a bundle.
    again = [
        "import",
        str(tower),
        "--units",
        "inch",
        "--into",
        str(table),
        "--id",
        "twin",
        "--at",
        "10",
        "20",
        "3",
        "--turn",
        "90",
    ]
    told(capsys, *again)
    twin = load_table(table, LIBRARY).piece("twin").placed.bounds
    assert twin == pytest.approx(np.array([[9.0, 18.0, 3.0], [11.0, 22.0, 8.0]]))
    assert "already; give another --id" in refused(capsys, *again[1:])
    bundle = tmp_path / "b.sightline"
    for name in ("one", "two"):
        words = ["--into", str(bundle)] if bundle.exists() else ["-o", str(bundle), "--size", "30", "20", "--name", "Yard"]
        told(capsys, "import", str(tower), "--units", "cm", "--id", name, *words)
    whole = load_table(bundle, LIBRARY)
    assert (whole.size, whole.name, [piece.id for piece in whole.terrain.pieces]) == ((30, 20), "Yard", ["one", "two"])
    assert whole.scan is None


def test_nothing_is_replaced_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(2.0)
    scan, table = board(tmp_path / "scan.ply", frame), tmp_path / "t.json"
    before = scan.read_bytes()
    table.write_text("mine")
    words = [str(scan), "-o", str(table), *by_points(frame, *CORNERS)]
    assert "--overwrite" in refused(capsys, *words)
    assert table.read_text() == "mine"
    # Even then not the file that it is made of.
    assert run(["import", *words, "--overwrite"]) == 0
    assert scan.read_bytes() == before
    assert load_table(table, LIBRARY).terrain.triangles > 500


def test_a_mesh_takes_a_free_name_beside_the_table_whatever_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The raw scan of a phone lies where the mesh would go: as the input itself, or copied from elsewhere before."""
    frame = Frame(2.0)
    (tmp_path / "phone").mkdir()
    scan, raw, table = board(tmp_path / "phone" / "scan.ply", frame), tmp_path / "scan.ply", tmp_path / "t.json"
    raw.write_bytes(scan.read_bytes() + b" ")
    (tmp_path / "scan-2.ply").symlink_to(tmp_path / "gone.ply")
    before, words = raw.read_bytes(), ["import", str(scan), "-o", str(table), *by_points(frame, *CORNERS)]
    first = told(capsys, *words)
    assert first["mesh"] == "scan-3.ply"
    assert first["notes"][-1] == 'there is a "scan.ply" already, which stays as it is; the new mesh is "scan-3.ply"'
    assert "scan-3.ply" in table.read_text()
    # The same again is the same file; another mesh is another file, and the earlier one may be of other tables as well.
    assert told(capsys, *words, "--overwrite")["mesh"] == "scan-3.ply"
    earlier = (tmp_path / "scan-3.ply").read_bytes()
    assert told(capsys, *words, "--overwrite", "--drop-ground", "0")["mesh"] == "scan-4.ply"
    assert raw.read_bytes() == before
    assert (tmp_path / "scan-3.ply").read_bytes() == earlier
    assert load_table(table, LIBRARY).terrain.triangles == 11_880


def test_meshes_of_one_name_go_into_a_bundle_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tower, bundle = tmp_path / "tower.obj", tmp_path / "b.sightline"
    obj(tower, box((0.0, 0.0, 0.0), (1.0, 1.0, 2.0)))
    told(capsys, "import", str(tower), "--units", "inch", "-o", str(bundle), "--size", "9", "9")
    document = json.loads(zipfile.ZipFile(bundle).read("table.json"))
    document["terrain"][0]["id"] = "old"
    with zipfile.ZipFile(bundle, "w") as packed:
        packed.writestr("table.json", json.dumps(document))
        packed.write(tower, "tower.obj")
    again = told(capsys, "import", str(tower), "--units", "cm", "--into", str(bundle))
    assert again["mesh"] == "tower-2.obj"
    assert {piece.id for piece in load_table(bundle, LIBRARY).terrain.pieces} == {"old", "tower"}


def test_a_mesh_is_not_written_through_a_link_that_leads_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(2.0)
    scan, outside, folder = board(tmp_path / "scan.ply", frame), tmp_path / "outside", tmp_path / "table"
    outside.write_text("mine")
    folder.mkdir()
    (folder / "new.ply").symlink_to(outside)
    words = ["import", str(scan), "-o", str(folder / "t.json"), *by_points(frame, *CORNERS), "--id", "new", "--overwrite"]
    assert told(capsys, *words)["mesh"] == "new-2.ply"
    assert outside.read_text() == "mine"
    assert (folder / "new.ply").is_symlink()
    # Nor read through one, though it be the same mesh: no table may name what lies elsewhere.
    (folder / "new-2.ply").rename(tmp_path / "other.ply")
    (folder / "new-2.ply").symlink_to(tmp_path / "other.ply")
    assert told(capsys, *words)["mesh"] == "new-3.ply"
    assert load_table(folder / "t.json", LIBRARY).terrain.triangles > 500


def test_a_mesh_that_is_named_by_a_link_from_elsewhere_has_its_own_name_on_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    obj(folder / "tower.obj", box((0.0, 0.0, 0.0), (1.0, 1.0, 2.0)))
    (tmp_path / "link.obj").symlink_to(folder / "tower.obj")
    words = ["import", str(tmp_path / "link.obj"), "--units", "inch", "-o", str(folder / "t.json")]
    assert told(capsys, *words)["mesh"] == "tower.obj"
    assert len(load_table(folder / "t.json", LIBRARY).terrain.pieces) == 1


def test_large_scans_are_refused_or_thinned_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(1.0)
    scan, table = board(tmp_path / "scan.ply", frame), tmp_path / "t.json"
    words = [str(scan), "-o", str(table), "--id", "s", *by_points(frame, *CORNERS), "--drop-ground", "0"]
    assert "11,880 faces and the limit is 5,000" in refused(capsys, *words, "--max-faces", "5000")
    answer = told(capsys, "import", *words, "--max-faces", "5000", "--thin", "4000")
    assert 2_000 <= answer["triangles"] <= 4_000
    assert any("thinned out from 11,880" in note for note in answer["notes"])
    assert "limit is 5,000" in refused(capsys, *words, "--max-faces", "5000", "--thin", "6000", "--overwrite")


def test_what_stands_on_the_ground_still_does_when_that_is_cut_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(1.0)
    scan, table = board(tmp_path / "scan.ply", frame, noise=0.02), tmp_path / "t.json"
    words = ["import", str(scan), "-o", str(table), "--id", "s", "--size", "30", "22"]
    answer = told(capsys, *words, *by_points(frame, *CORNERS))
    assert "cut away" in answer["notes"][-1]
    placed = load_table(table, LIBRARY).terrain.pieces[0].placed
    assert placed.bounds[0, 2] == 0.0
    # No crack under the walls: all edges that only one face has lie on the ground.
    edges = np.sort(np.concatenate([placed.faces[:, [0, 1]], placed.faces[:, [1, 2]], placed.faces[:, [2, 0]]]), axis=1)
    found, count = np.unique(edges, axis=0, return_counts=True)
    assert np.abs(placed.vertices[found[count == 1], 2]).max() == 0.0
    kept = told(capsys, *words, *by_points(frame, *CORNERS), "--overwrite", "--drop-ground", "0")
    assert kept["triangles"] == 11_880


def test_what_looks_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(25.4)
    scan = str(board(tmp_path / "scan.ply", frame))

    def warnings(*words: str, table: str) -> str:
        return "\n".join(told(capsys, "import", scan, "-o", str(tmp_path / table), "--id", table[0], *words)["warnings"])

    exact = by_points(frame, *CORNERS)
    assert warnings(*exact, "--units", "mm", "--size", "30", "22", table="a.json") == ""
    stretched = by_points(Frame(25.4 / 0.98), *CORNERS)
    assert "the points say the scale is 0.98" in warnings(*stretched, "--units", "mm", table="b.json")
    turned = [
        f"{words.partition('=')[0]} = {x} {y} 0"
        for words, (x, y) in zip(words_of(frame, *CORNERS[:3]), ((0, 0), (0, 30), (22, 30)), strict=True)
    ]
    assert "upside down" in warnings(*[w for words in turned for w in ("--point", words)], table="c.json")
    off = words_of(Frame(25.4, shift=(9000.0, 0.0, 0.0)), *CORNERS[:3])
    assert "point 1 lies beside the mesh" in warnings(*[w for words in off for w in ("--point", words)], table="d.json")
    bad = [*exact[:-1], exact[-1].replace("11.0 10.0", "11.9 10.4")]
    assert "without point 4 the rest agree to 0 mm" in warnings(*bad, table="e.json")
    assert "are its units right" in refused(capsys, scan, "-o", str(tmp_path / "f.json"), "--units", "m", "--size", "30", "22")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "say where it goes"),
        (["-o", "t.json", "--into", "u.json"], "say where it goes"),
        (["-o", "t.png"], ".json or .sightline"),
        (["-o", "t.json"], "nothing says how large it is"),
        (["-o", "t.json", "--tags"], "no tags were found"),
        (["-o", "t.json", "--point", "1 2 3 = 4 5 6"], "three times or more"),
        (["-o", "t.json", "--point", "1 2 = 4 5 6"], '"1 2 = 4 5 6" is not a point'),
        (["-o", "t.json", "--point", "1 2 inf = 4 5 6"], "is not a point"),
        (["-o", "t.json", "--known-length", "1 2 3 = 4"], "is no length"),
        (["-o", "t.json", "--level", "--at", "1", "2", "3"], "--level and --at are different ways"),
        (["-o", "t.json", "--units", "mm", "--size", "0", "4"], "--size"),
        (["-o", "t.json", "--units", "feet"], "feet"),
        (["-o", "t.json", "--units", "mm", "--id", "../x"], "--id"),
        (["--into", "none.json", "--units", "mm"], "there is no table"),
        (["-o", "t.json", *[w for p in "123" for w in ("--point", f"{p} 0 0 = tag-{p}")]], 'no tag or point "tag-1"'),
    ],
)  # fmt: skip
def test_wrong_words_are_lines(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    board(tmp_path / "scan.ply", Frame(1.0))
    assert why in refused(capsys, "scan.ply", *words)
    assert [path.name for path in tmp_path.iterdir()] == ["scan.ply"]


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    err = refused(capsys, str(tmp_path / "x.ply"), "--point", "1", "--known-length", "2", "--size", "-1", "4", "--level")
    assert err.count("\n") >= 5


def test_clouds_of_points_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trimesh.PointCloud(surface()[0]).export(tmp_path / "cloud.ply")  # type: ignore[no-untyped-call]
    assert "only points" in refused(capsys, str(tmp_path / "cloud.ply"), "--units", "mm", "-o", str(tmp_path / "t.json"))


def test_people_read_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = Frame(0.5)
    scan = board(tmp_path / "scan.ply", frame)
    assert run(["import", str(scan), "-o", str(tmp_path / "t.json"), "--id", "yard", *by_points(frame, *CORNERS[:3])]) == 0
    out, err = capsys.readouterr()
    assert "registered by points" in out
    assert "1 of the file's units is 50.8 mm" in out
    assert "misses: point 1 0.00 mm" in out
    assert "1 mm of error was assumed" in out
    assert "next: sightline play" in out
    assert err == f"wrote {tmp_path / 'yard.ply'}\nwrote {tmp_path / 't.json'}\n"


def test_another_piece_does_not_make_the_scenery_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scanned table goes on knowing what it knew, whatever is put on it, until it is said that nothing else stands there."""
    frame = random_frame(3)
    scan, table = board(tmp_path / "scan.ply", frame), tmp_path / "t.json"
    crate = tmp_path / "crate.obj"
    obj(crate, box((-1, -1, 0), (1, 1, 2)))

    def known() -> str | None:
        return load_table(table, LIBRARY).terrain_known

    points = by_points(frame, *CORNERS)
    assert told(capsys, "import", str(scan), "-o", str(table), *points, "--size", "30", "22")["terrain_known"] == "pieces"
    assert known() == "pieces"
    onto = ("import", str(crate), "--units", "inch", "--into", str(table))
    assert told(capsys, *onto, "--id", "one")["terrain_known"] == "pieces"
    assert known() == "pieces"
    assert run([*onto, "--id", "two", "--nothing-else"]) == 0
    assert "scenery" not in capsys.readouterr().out
    assert known() == "all"
    assert told(capsys, "import", str(scan), "--into", str(table), *points, "--id", "again")["terrain_known"] == "all"
    assert known() == "all"
    assert run([*onto, "--id", "three"]) == 0
    capsys.readouterr()


def test_what_is_said_of_a_scan_needs_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crate, table = tmp_path / "crate.obj", tmp_path / "t.json"
    obj(crate, box((-1, -1, 0), (1, 1, 2)))
    words = [str(crate), "--units", "inch", "-o", str(table)]
    assert "--nothing-else" in refused(capsys, *words, "--nothing-else")
    assert not table.exists()
    assert told(capsys, "import", *words)["terrain_known"] is None


def test_people_are_told_that_the_scenery_is_not_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = random_frame(3)
    scan = board(tmp_path / "scan.ply", frame)
    words = ["import", str(scan), "-o", str(tmp_path / "t.json"), *by_points(frame, *CORNERS), "--size", "30", "22"]
    assert run(words) == 0
    assert "scenery without tags is not known (if there is none, give --nothing-else)" in capsys.readouterr().out
