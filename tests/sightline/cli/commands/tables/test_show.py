"""``sightline show``: where its picture goes."""

from pathlib import Path

import pytest

from sightline.cli.command_line import run
from tests.sightline.tables import json_answer, member, table_file

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return table_file(tmp_path, member("ann", "red", 2, 2), size=(6, 6))


def test_without_a_name_the_picture_takes_a_free_one(table: str, capsys: Capture) -> None:
    mine = Path("table.png")
    mine.write_text("mine")
    words = ("show", table, "--pixels", "400x400")
    assert [json_answer(capsys, *words)["picture"] for _ in range(2)] == ["table-2.png", "table-3.png"]
    assert run([*words, "--overwrite"]) == 2
    assert "--overwrite replaces the picture that -o names" in capsys.readouterr().err
    assert mine.read_text() == "mine"


def test_a_picture_that_is_named_is_replaced_only_if_told_so(table: str, capsys: Capture) -> None:
    words = ["show", table, "--pixels", "400x400", "-o", "plan.png"]
    assert run(words) == 0
    assert run(words) == 2
    assert 'sightline: "plan.png" exists; give --overwrite' in capsys.readouterr().err
    assert run([*words, "--overwrite"]) == 0
