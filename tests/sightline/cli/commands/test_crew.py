"""``sightline crew``: a crew from answers that are typed or come from a file."""

import io
import json
import sys
from pathlib import Path

import pytest

from sightline.cli.command_line import run
from sightline.session.gang_loading import load_gang

ANSWERS = ["The Tin Kites", "", "Ada Finch", *[""] * 10, ""]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(ANSWERS) + "\n"))
    return tmp_path / "kites.toml"


def test_a_crew_is_shown_and_written(typed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crew", "kites.toml"]) == 0
    told = capsys.readouterr()
    assert "Ada Finch  human    1 " in told.out
    assert "The Tin Kites: write kites.toml? [yes]" in told.out
    assert "--gang kites.toml --gang toll-keepers" in told.out
    assert "wrote kites.toml" in told.err
    assert [one.name for one in load_gang(typed)[0].fighters] == ["Ada Finch"]


def test_json_alone_is_on_standard_output(typed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crew", "kites.toml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": "kites.toml", "name": "The Tin Kites", "members": ["Ada Finch"]}
    assert typed.exists()


def test_what_is_there_is_replaced_only_when_asked(typed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed.write_text("mine", encoding="utf-8")
    assert run(["crew", "kites.toml"]) == 2
    assert '"kites.toml" exists; give --overwrite' in capsys.readouterr().err
    assert typed.read_text("utf-8") == "mine"
    assert run(["crew", "kites.toml", "--overwrite"]) == 0
    assert "Ada Finch" in typed.read_text("utf-8")


def test_who_leaves_or_says_no_leaves_nothing_behind(
    typed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for last in (["quit"], [*ANSWERS, "", "no"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(last) + "\n"))
        assert run(["crew", "kites.toml"]) == 0
        assert capsys.readouterr().out.endswith("nothing is written\n")
        assert not typed.exists()
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run(["crew", "kites.toml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": None}


def test_an_answer_that_will_not_do_ends_it_where_nobody_types(
    typed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*ANSWERS[:4], "9"])))
    assert run(["crew", "kites.toml"]) == 2
    assert '"9" will not do for reactions, 1 to 6: it must be a whole number from 1 to 6' in capsys.readouterr().err
    assert not typed.exists()


@pytest.mark.parametrize(("name", "fault"), [("kites.json", "crews are TOML files"), ("no/kites.toml", "there is no folder")])
def test_where_no_crew_can_be_written_nothing_is_asked(
    name: str, fault: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["crew", name]) == 2
    told = capsys.readouterr()
    assert fault in told.err
    assert told.out == ""
