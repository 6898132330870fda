"""``sightline measure``."""

import json
from pathlib import Path

import pytest

from sightline.cli.command_line import run
from tests.sightline.tables import json_answer


@pytest.fixture
def table_path(tmp_path: Path) -> Path:
    """Two figures on 25.4 mm bases, 10 inches apart, and a barricade of 2 inches behind the first."""
    (tmp_path / "wall.obj").write_text("v 0 -3 0\nv 0 3 0\nv 0 3 3\nv 0 -3 3\nf 1 2 3\nf 1 3 4\n", encoding="utf-8")
    document = {
        "format": "sightline-table", "version": 1, "name": "Two", "size": [48, 36],
        "terrain": [{"id": "wall", "mesh": "wall.obj", "units": "inch", "position": [20, 18, 0], "kind": "wall"}],
        "figures": [
            {"id": "jelena", "proxy": "human", "base_mm": 25.4, "position": [15, 18, 0]},
            {"id": "kruger", "proxy": "human", "base_mm": 25.4, "position": [25, 18, 0]},
        ],
    }  # fmt: skip
    path = tmp_path / "two.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    return json_answer(capsys, "measure", *words)


def test_between_figures_through_a_wall(table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, str(table_path), "jelena", "kruger")
    assert list(found) == ["distance", "horizontal", "vertical", "blocked_by", "from", "to"]
    assert found["distance"] == pytest.approx(9)
    assert (found["vertical"], found["blocked_by"]) == (0, ["wall"])
    assert found["from"] == pytest.approx([15.5, 18, 1.5 / 25.4])


def test_to_terrain_and_to_places(table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, str(table_path), "jelena", "wall")["distance"] == pytest.approx(4.5)
    assert answer(capsys, str(table_path), "1,2,3", "1,5,7") == {
        "distance": 5.0, "horizontal": 3.0, "vertical": 4.0, "blocked_by": [], "from": [1, 2, 3], "to": [1, 5, 7],
    }  # fmt: skip


def test_in_words(table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measure", str(table_path), "jelena", "kruger"]) == 0
    assert capsys.readouterr().out == 'jelena to kruger: 9.00" (9.00" level, 0.00" in height), through wall\n'
    assert run(["measure", str(table_path), "--", "-1,0,0", "2,4,0"]) == 0
    assert capsys.readouterr().out == '-1,0,0 to 2,4,0: 5.00" (5.00" level, 0.00" in height), nothing in the way\n'


def test_unknown_names_are_all_told_with_the_nearest_known(table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measure", str(table_path), "jelana", "wal"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 2
    assert 'did you mean "jelena"?' in err
    assert 'did you mean "wall"?' in err


@pytest.mark.parametrize("place", ["10000.1,0,0", "0,-1e300,0", "0,0,inf"])
def test_a_place_that_is_too_far_off(place: str, table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measure", str(table_path), "jelena", place]) == 2
    err = capsys.readouterr().err
    assert "no place" in err
    assert "X Y Z" in err or "10,000" in err
    assert run(["measure", str(table_path), "jelena", "10000,-10000,0"]) == 0


def test_a_place_that_begins_with_a_minus(table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With -- before it, without, and with spaces for commas, it is the same place."""
    told = []
    for words in (["--", "jelena", "-2,0,0"], ["jelena", "-2,0,0"], ["jelena", "-2", "0", "0"]):
        assert run(["measure", str(table_path), *words]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("place", ["1,2", "1,2,nan", "1,2,3,4"])
def test_a_place_that_is_none(place: str, table_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measure", str(table_path), "jelena", place]) == 2
    assert "a place is X Y Z" in capsys.readouterr().err
