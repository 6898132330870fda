"""Two rounds by each relative, with typed dice, as they were read line by line against its document.

In a folder for each: the battle and its scenario, the script with remarks on what it shows, and the log that was read.
"""

import re
import shutil
from pathlib import Path

import pytest

from sightline.cli.command_line import run

FOLDER = Path(__file__).parent / "playthroughs"
EVIDENCE = re.compile(r': \d+\.\d" away; .*?(?=  \[)')
"""What is told of a choice beside what was chosen, distances and odds: other tests see to that."""


def plain(log: str) -> list[str]:
    return [EVIDENCE.sub("", line) for line in log.splitlines()]


@pytest.mark.parametrize("rules", sorted(path.name for path in FOLDER.iterdir()))
def test_two_rounds_are_played_as_the_document_says(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(FOLDER / rules, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    assert run(["battle", "battle.toml", "--dice", "typed", "--script", "script.txt", "--log"]) == 0
    played = plain(capsys.readouterr().out)
    assert played == (FOLDER / rules / "log.txt").read_text("utf-8").splitlines()
    assert run(["battle", "battle.journal", "--log"]) == 0
    assert plain(capsys.readouterr().out) == played, "the journal tells the same"
