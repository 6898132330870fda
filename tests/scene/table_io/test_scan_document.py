"""The scan in a table document: read strictly with all faults at once, written without loss."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scene.table.scan_measurements import Scan
from scene.table_io.table_bundle import pack
from scene.table_io.table_document import document_text, read_document, write_document
from scene.table_io.table_reading import load_document, load_table, table_digest
from tests.scene.plain_parts import PARTS
from tests.scene.table_texts import faults, jelena, load, make_folder, only_fault, table, tower, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


def lower(count: int, seed: int = 1) -> list[list[float]]:
    """The lower triangle of some covariance."""
    factor = np.random.default_rng(seed).standard_normal((count, count + 2))
    matrix = factor @ factor.T * 1e-3
    return [matrix[row, : row + 1].tolist() for row in range(count)]


SCAN: dict[str, Any] = {
    "things": [
        {"id": "tower", "of": "piece", "position": [24, 18, 0]},
        {"id": "jelena", "of": "figure", "position": [6, 18, 0]},
        {"id": "tag-7", "of": "tag", "position": [1.5, 2.25, 0]},
        {"id": "corner", "of": "point", "position": [0, 0, 0.125]},
        {"id": "gone", "of": "piece", "position": [1, 1, 1]},
    ],
    "covariance": lower(24),
    "size_sigma": [0.03, 0.02],
    "cameras": [
        {"size": [4032, 3024], "focal": [3010.5, 3011.25], "centre": [2015.5, 1511.5], "distortion": [0.1, -0.2, 1e-3, 0, 0.05]}
    ],
    "photos": [
        {
            "file": "IMG_0412.jpg",
            "sha256": "0123456789abcdef" * 4,
            "camera": 0,
            "position": [10, -8, 30],
            "rotation": [0, 1, 0, 0],
        }
    ],
    "notes": ["facing of ork-2 not measured"],
    "terrain_known": "all",
}  # fmt: skip


def scanned(**more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A table with the scan, with other fields; None leaves one out."""
    scan = {key: value for key, value in (copy.deepcopy(SCAN) | more).items() if value is not None}
    return table([tower()], [jelena()], scan=scan)


def test_all_that_a_scan_says_is_read(folder: Path) -> None:
    scan = load(folder, scanned()).scan
    assert scan is not None
    assert [(thing.id, thing.of) for thing in scan.things] == [
        ("tower", "piece"), ("jelena", "figure"), ("tag-7", "tag"), ("corner", "point"), ("gone", "piece"),
    ]  # fmt: skip
    assert scan.covariance.shape == (24, 24)
    assert (scan.covariance == scan.covariance.T).all()
    assert scan.covariance[23, 5] == SCAN["covariance"][23][5]
    assert scan.size_sigma == (0.03, 0.02)
    assert scan.marks == {"tag-7": (1.5, 2.25, 0), "corner": (0, 0, 0.125)}
    assert scan.notes == ("facing of ork-2 not measured",)
    assert scan.terrain_known == "all"
    view = scan.views["IMG_0412.jpg"]
    assert view.lens.size == (4032, 3024)
    # Turned half around x the camera looks straight down: what is below it is in the middle of the photo.
    assert view.project([10, -8, 0]) == pytest.approx([2015.5, 1511.5])
    assert load(folder, table()).scan is None


def test_things_and_covariance_are_enough(folder: Path) -> None:
    scan = load(folder, table(scan={"things": [], "covariance": []})).scan
    assert scan is not None
    assert (scan.things, scan.photos, scan.size_sigma) == ((), (), None)


def test_a_scan_that_does_not_say_so_knows_its_pieces_only(folder: Path) -> None:
    """Files that were written before have no such field; written anew they have it."""
    path = write(folder, scanned(terrain_known=None))
    document = load_document(path)
    assert document.scan is not None
    assert document.scan.terrain_known == "pieces"
    assert json.loads(document_text(document))["scan"]["terrain_known"] == "pieces"
    assert document.scan != replace(document.scan, terrain_known="all")
    assert load(folder, scanned(terrain_known="pieces")).scan == document.scan


EMPTY = {"things": [], "covariance": [], "terrain_known": "pieces"}


@pytest.mark.parametrize("content", [scanned(), table(scan=EMPTY)], ids=["full", "empty"])
def test_written_and_packed_it_is_the_same(folder: Path, content: dict[str, Any]) -> None:
    path = write(folder, content)
    document = load_document(path)
    again = folder / "again.json"
    write_document(document, again)
    assert load_document(again) == document
    assert json.loads(again.read_text(encoding="utf-8")) == json.loads(json.dumps(content))
    assert document_text(load_document(again)) == again.read_text(encoding="utf-8")
    bundle = folder / "sump.sightline"
    pack(path, bundle)
    assert load_document(bundle) == document
    assert load_table(bundle, PARTS).scan == load_table(path, PARTS).scan
    assert table_digest(bundle) == table_digest(path)
    other = copy.deepcopy(content)
    other["scan"]["notes"] = ["another"]
    assert table_digest(write(folder, other)) != table_digest(bundle)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 6), st.integers(0, 2**31), st.floats(1e-12, 1e3))
def test_any_covariance_is_written_without_loss(tags: int, seed: int, scale: float) -> None:
    """Also of less than full rank, and with parameters without any error."""
    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((3 * tags, 2)) * np.sqrt(scale) * rng.integers(0, 2, (3 * tags, 1))
    rows = [(factor @ factor.T)[row, : row + 1].tolist() for row in range(3 * tags)]
    things = [{"id": f"t{i}", "of": "tag", "position": rng.uniform(-5, 5, 3).tolist()} for i in range(tags)]
    first, wrong = read_document(json.dumps(table(scan={"things": things, "covariance": rows})).encode())
    assert wrong == []
    assert read_document(document_text(first).encode()) == (first, [])


def damaged(path: str, value: object) -> dict[str, Any]:
    """The table with another value at a place of the scan, such as "photos.0.camera"; `...` takes it away."""
    content = scanned()
    *way, last = path.split(".")
    at: Any = content["scan"]
    for step in way:
        at = at[int(step) if isinstance(at, list) else step]
    key: Any = int(last) if isinstance(at, list) else last
    if value is ...:
        del at[key]
    else:
        at[key] = value
    return content


DAMAGES: list[tuple[str, object, str]] = [
    ("things", ..., '"things" is missing'),
    ("things", 7, '"things" must be a list'),
    ("things", [{}] * 401, "the limit is 400"),
    ("things.0.id", "", 'thing[0]: "id" must be'),
    ("things.0.id", ..., '"id" is missing'),
    ("things.0.of", "tank", '"of" must be "piece" or "shape" or "figure"'),
    ("things.0.position", [1, 2], '"tower": "position" must be a list of 3 numbers'),
    ("things.0.position", [1, 2, 1e9], "from -10,000 to 10,000"),
    ("things.0.colour", "red", 'no field "colour"'),
    ("things.2.id", "tower", '"tower": the id of a tag is that of terrain already'),
    ("things.3.id", "jelena", "the id of a point is that of figures already"),
    ("things.3.id", "tag-7", '"tag-7" is given twice as a tag or point'),
    ("things.4.id", "tower", '"tower" is given twice as a piece'),
    ("covariance", ..., '"covariance" is missing'),
    ("covariance", "none", "must be a list of rows"),
    ("covariance", [[1]], "has 1 rows, and the things have 24 parameters"),
    ("covariance.3", [1, 2], "row [3] must be a list of 4 numbers"),
    ("covariance.3", None, "row [3] must be a list of 4 numbers"),
    ("covariance.3.1", "x", "row [3] must be numbers"),
    ("covariance.3.3", 2e6, "row [3] must be numbers from -1,000,000 to 1,000,000"),
    ("covariance.3.3", -0.5, "row [3] ends with a variance of -0.5"),
    ("covariance.3.1", 5.0, "row [3] has a number that is larger than the variances of its two parameters allow"),
    ("covariance.0.0", 0, "allow"),
    ("size_sigma", [1], "must be a list of 2 numbers"),
    ("size_sigma", [-1, 1], "must be a list of 2 numbers from 0"),
    ("cameras", [SCAN["cameras"][0]] * 201, "the limit is 200"),
    ("cameras.0.size", [0, 10], "[width, height] in pixels"),
    ("cameras.0.size", [10.5, 10], "[width, height] in pixels"),
    ("cameras.0.focal", [0, 10], 'camera[0]: "focal" must be'),
    ("cameras.0.distortion", [1], '"distortion" must be a list of 5 numbers'),
    ("cameras", [], 'there is no camera 0; "cameras" has 0'),
    ("photos", [SCAN["photos"][0]] * 201, "the limit is 200"),
    ("photos.0.file", "../IMG.jpg", 'photo "../IMG.jpg": "file" must be the name of a file without folders'),
    ("photos.0.file", "C:\\IMG.jpg", "without folders"),
    ("photos.0.file", "..", "without folders"),
    ("photos.0.sha256", "ABCD", "64 hexadecimal digits"),
    ("photos.0.camera", 1, "there is no camera 1"),
    ("photos.0.camera", 0.5, "a whole number"),
    ("photos.0.camera", "0", "a whole number"),
    ("photos.0.rotation", [0, 0, 0, 0], "quaternion"),
    ("notes", ["a\nb"], "printable"),
    ("notes", "text", "list of up to 100 texts"),
    ("terrain_known", "none", '"terrain_known" must be "pieces" or "all"'),
    ("terrain_known", True, '"terrain_known" must be "pieces" or "all"'),
    ("oops", 1, 'no field "oops"'),
]


@pytest.mark.parametrize(("path", "value", "words"), DAMAGES, ids=[f"{path}={value!r:.20}" for path, value, _ in DAMAGES])
def test_every_damage_is_told_in_its_place(folder: Path, path: str, value: object, words: str) -> None:
    lines = faults(folder, damaged(path, value))
    assert any(words in line for line in lines), lines
    assert all("scan" in line or "more of this kind" in line for line in lines)


@pytest.mark.parametrize("scan", [None, [], 5, "scan"])
def test_a_scan_that_is_none(folder: Path, scan: object) -> None:
    assert only_fault(folder, table(scan=scan)) == 'sump.json: "scan" must be an object in braces'


def test_numbers_that_are_none_are_refused(folder: Path) -> None:
    text = json.dumps(scanned()).replace("[0.03, 0.02]", "[NaN, 1e999]")
    assert '"size_sigma"' in only_fault(folder, text)
    number = repr(SCAN["covariance"][3][2])
    assert "row [3] must be numbers" in only_fault(folder, json.dumps(scanned()).replace(number, "NaN", 1))


def test_all_faults_come_at_once_with_those_of_the_table(folder: Path) -> None:
    content = damaged("things.0.of", "tank")
    content["scan"]["cameras"][0]["focal"] = [0, 0]
    content["scan"]["photos"][0]["sha256"] = ""
    content["scan"]["covariance"][2] = "row"
    content["scan"]["notes"] = 7
    content["scan"]["terrain_known"] = "some"
    content["size"] = [0, 0]
    content["terrain"][0]["units"] = "parsec"
    lines = faults(folder, content)
    for word in ("of", "focal", "sha256", "row [2]", "notes", "terrain_known", "size", "units"):
        assert any(word in line for line in lines), word


def test_what_no_errors_can_have_is_refused_however_it_hides(folder: Path) -> None:
    """Three parameters that are each 0.9 against the two others: every pair could be, all three cannot."""
    rows: list[list[float]] = [[1.0], [-0.9, 1.0], [-0.9, -0.9, 1.0]]
    things = [{"id": "t", "of": "tag", "position": [0, 0, 0]}]
    assert "positive semidefinite" in only_fault(folder, table(scan={"things": things, "covariance": rows}))
    # All errors of one cause are as far as it goes, and so is what rounding makes of them.
    rows = [[1.0], [-0.5, 1.0], [-0.5, -0.5, 1.0 - 1e-9]]
    scan = load(folder, table(scan={"things": things, "covariance": rows})).scan
    assert isinstance(scan, Scan)
    assert scan.draws(np.random.default_rng(1), 100).sum(axis=1) == pytest.approx(np.zeros(100), abs=1e-3)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=4)))
def test_any_value_anywhere_is_read_or_refused(value: Any) -> None:  # noqa: ANN401
    for path in (
        "things",
        "things.0",
        "covariance",
        "covariance.5",
        "cameras",
        "cameras.0",
        "photos",
        "photos.0",
        "notes",
        "size_sigma",
        "terrain_known",
    ):
        document, wrong = read_document(json.dumps(damaged(path, value)).encode())
        assert (document.scan is None) == bool(wrong)
