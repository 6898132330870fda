"""Battles that are named at the command line and have no file yet."""

from pathlib import Path

import pytest

from sightline.cli.command_line import run

NAMED = ("--table", "disputed-shot", "--scenario", "beyond-the-gate")


def begun(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(["battle", "mine.toml", *words, "--json"])
    return code, capsys.readouterr().err


def test_a_battle_that_is_named_has_a_file_afterwards_and_can_be_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert begun(capsys, *NAMED, "--gang", "salt-meridian", "--gang", "toll-keepers")[0] == 0
    text = Path("mine.toml").read_text("utf-8")
    assert 'rules = "five-parsecs"' in text
    assert begun(capsys)[0] == 0
    code, said = begun(capsys, *NAMED, "--gang", "salt-meridian", "--gang", "pipe-stalkers")
    assert (code, Path("mine.toml").read_text("utf-8")) == (2, text)
    assert "is there already" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--gang", "salt-meridian", "--gang", "ninth-shift"), "ninth-shift.toml: is no file for battles by five-parsecs"),
        (("--gang", "salt-meridian", "--gang", "toll-kepers"), 'did you mean "toll-keepers"?'),
        ((), "give --gang too"),
        (("--gang", "kiln-vigil", "--gang", "salt-meridian"), "made for different rules, arbiter and five-parsecs"),
    ],
)
def test_what_does_not_go_together_leaves_no_file(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told = begun(capsys, *NAMED, *words)
    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert said in told
    assert len(told.strip().splitlines()) == 1
