"""``sightline check``: every fault of a table file, or a summary of it."""

import json
from pathlib import Path

import pytest
import trimesh

from sightline.cli.command_line import run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    trimesh.creation.box(extents=[50, 20, 25]).export(tmp_path / "barrier.stl")
    return tmp_path / "sump.json"


def write(path: Path, *, units: str = "mm", x: float = 6.0) -> str:
    piece = {"id": "barrier", "mesh": "barrier.stl", "units": units, "position": [20, 20, 0]}
    figure = {"id": "jelena", "proxy": "human", "position": [x, 18, 0]}
    head = {"format": "sightline-table", "version": 1, "name": "Sump [bridge]", "size": [48, 36]}
    path.write_text(json.dumps({**head, "terrain": [piece], "figures": [figure]}))
    return str(path)


def test_a_sound_table_is_summed_up(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", write(table)]) == 0
    out, err = capsys.readouterr()
    assert out == "Sump [bridge]: 48 x 36 inches, 1 piece, 12 triangles, 1 figure; no faults\n"
    assert err == ""


def test_the_summary_as_json(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", write(table), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "table": "Sump [bridge]",
        "size": [48, 36],
        "pieces": 1,
        "triangles": 12,
        "figures": 1,
        "faults": [],
        "warnings": [],
    }
    assert err == ""


def test_warnings_do_not_stop(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", write(table, units="inch", x=47.4)]) == 0
    out, err = capsys.readouterr()
    assert "; 1 warning" in out
    assert err.startswith('warning: sump.json: terrain "barrier"')
    assert err.count("\n") == 1


def test_every_fault_is_a_line_on_standard_error(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(table, x=99)
    table.write_text(table.read_text().replace('"mm"', '"furlong"'))
    assert run(["check", str(table)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 2
    assert 'figure "jelena": stands off the table' in err
    assert 'terrain "barrier": "units"' in err
    assert run(["check", str(table), "--json"]) == 2
    out, err = capsys.readouterr()
    assert len(json.loads(out)["faults"]) == 2
    assert err.count("\n") == 2


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["los", "jelena", "kruger"],
        ["los", "--all"],
        ["field", "jelena"],
        ["measure", "jelena", "barrier"],
        ["show", "-o", "never.png"],
    ],
    ids=" ".join,
)
def test_every_command_that_refuses_a_table_doubts_the_units(
    words: list[str], table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The barrier of 50 mm is 50 inches long, and jelena is in it."""
    monkeypatch.chdir(table.parent)
    path = write(table, units="inch", x=20)
    assert run([words[0], path, *words[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    doubt, fault = err.splitlines()
    assert doubt.startswith('warning: sump.json: terrain "barrier": is 50 x 20 x 25 inches large; are its units right?')
    assert 'sightline: sump.json: figure "jelena": stands inside terrain "barrier"' in fault


def test_a_missing_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(tmp_path / "none.json")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "none.json" in err


@pytest.mark.parametrize(
    ("name", "content"),
    [("none.json", None), ("b.sightline", b"PK no zip"), ("cut.json", b'{"name": "Sump", '), ("utf.json", b"\xff\xfe")],
)
def test_with_json_there_is_one_document_whatever_the_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes | None
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert run(["check", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert found["faults"]
    assert {**found, "faults": []} == {
        "table": name,
        "size": None,
        "pieces": 0,
        "triangles": 0,
        "figures": 0,
        "faults": [],
        "warnings": [],
    }
    assert err.count("\n") == len(found["faults"])
    assert name in err


def test_the_limit_of_faces_can_be_lowered_and_raised(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", write(table), "--max-faces", "11"]) == 2
    assert "--max-faces 12" in capsys.readouterr().err
    assert run(["check", str(table), "--max-faces", "12"]) == 0
