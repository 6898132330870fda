"""What the Tab key offers, asked as bash asks."""

from pathlib import Path

import pytest

from sightline.cli.command_line import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def offered(words: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> list[str]:
    for name, value in {
        "_SIGHTLINE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        run([])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.split()


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("sightline bl", "blast"),
        ("sightline los dis", "disputed-shot"),
        ("sightline los disputed-shot je", "jelena"),
        ("sightline los disputed-shot jelena kr", "kruger"),
        ("sightline measure disputed-shot feed", "feed-pipe"),
        ("sightline place t.json --kit walk", "walkway"),
        ("sightline place t.json --proxy br", "brute"),
        ("sightline odds disputed-shot jelena kruger --gang nin", "ninth-shift"),
        ("sightline battle gan", "gantry-standoff"),
        ("sightline battle ver", "verify"),
        ("sightline battle verify pl", "played.journal"),
        ("sightline battle verify --j", "--json"),
        ("sightline list wea", "weapons"),
    ],
)
def test_names_are_offered(words: str, first: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    (elsewhere / "played.journal").touch()
    assert offered(words, monkeypatch, capsys)[0] == first


def test_a_table_that_cannot_be_read_offers_nothing(elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    (elsewhere / "bad.json").write_text("{")
    assert offered("sightline los bad.json j", monkeypatch, capsys) == []
    assert offered("sightline los none.json j", monkeypatch, capsys) == []
    assert offered("sightline los ba", monkeypatch, capsys) == ["bad.json"]
