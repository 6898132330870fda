"""``sightline markers``: a PDF where it is wanted, and one line for what cannot be."""

import json
from pathlib import Path

import pypdfium2
import pytest

from sightline.cli.command_line import run


def test_writes_the_sheets_and_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tags.pdf"
    assert run(["markers", "--paper", "letter", "-o", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "Print at 100 %" in out
    assert "Calibration board" in out
    assert err == f"wrote {path}\n"
    # Letter is 612 x 792 points.
    with pypdfium2.PdfDocument(path) as document:
        assert {tuple(round(side) for side in page.get_size()) for page in document} == {(612, 792)}


def test_chosen_sheets_and_ids_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["markers", "-o", str(tmp_path / "tags.pdf"), "--ids", "5, 300-302,301", "--json"]
    assert run(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["paper"] == "a4"
    assert answer["pages"] == [{"title": "Anchor tags", "tags": [5]}, {"title": "Base tags", "tags": [300, 301, 302]}]
    assert run(["markers", "-o", str(tmp_path / "board.pdf"), "--only", "board", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pages"] == [{"title": "Calibration board", "tags": []}]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--ids", "0-x"], '"0-x"'),
        (["--ids", "9-3"], "3-9"),
        (["--ids", "50"], "tag 50"),
        (["--ids", "0,300", "--only", "anchors"], "bases"),
        (["--ids", "-4"], "not a tag"),
        (["--only", "pictures"], "pictures"),
        (["--paper", "a5"], "a4, letter"),
    ],
)
def test_wrong_words_are_one_line(words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["markers", "-o", str(tmp_path / "tags.pdf"), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_replaced_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tags.pdf"
    path.write_text("mine")
    assert run(["markers", "-o", str(path), "--only", "board"]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert run(["markers", "-o", str(path), "--only", "board", "--overwrite"]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert run(["markers", "-o", str(tmp_path / "tags.png")]) == 2
    assert ".pdf" in capsys.readouterr().err
    assert run(["markers", "-o", str(tmp_path / "none" / "tags.pdf")]) == 2
    assert "make it first" in capsys.readouterr().err
    assert run(["markers"]) == 2
    assert "output" in capsys.readouterr().err.lower()
