"""Five Parsecs: a crew led by the program against enemies by their tables, three against five on a yard, to the end."""

import re
import shutil
from pathlib import Path

import pytest

from sightline.cli.command_line import run
from tests.rules.systems.citation_audit import there

HERE = Path(__file__).parent / "crew_playthrough"


@pytest.mark.long
def test_a_whole_battle_cites_what_there_is_and_its_journal_tells_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(HERE, tmp_path / "yard")
    monkeypatch.chdir(folder)
    assert run(["battle", "yard-battle.toml", "--auto", "--seed", "4", "--log"]) == 0
    log = capsys.readouterr().out
    assert "the battle is over: " in log
    sections = set(re.findall(r"\[five-parsecs: ([^\]]+)\]$", log, re.MULTILINE))
    assert len(sections) > 8
    assert {one for one in sections if not there("five-parsecs", one)} == set()
    assert not re.findall(r"watch-hand|ada-finch", log)  # ids
    assert run(["battle", "yard-battle.journal", "--log"]) == 0
    assert capsys.readouterr().out == log
