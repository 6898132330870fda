"""Two rounds by each relative, with typed dice, as they were read line by line against its document.

In a folder for each: the battle and its scenario, the script with remarks on what it shows, and the log that was read.
"""

import re
import shutil
from pathlib import Path

import pytest

from assets import battles
from rules.skirmish.state.scenario import Scenario
from rules.skirmish.state.skirmish_rules import SkirmishRules
from sightline.cli.command_line import run
from sightline.session.battle_loading import header_of, setting_of

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


def test_the_bundled_battle_by_yce_has_reinforcements_that_arrive_in_turn(tmp_path: Path) -> None:
    header = header_of(battles.path("foundry-valves"), tmp_path)
    assert header["rules"]["name"] == "yce"
    setting = setting_of(header, tmp_path)
    assert setting.part(SkirmishRules).reinforcements.in_turn
    assert isinstance(setting.scenario, Scenario)
    assert 0 < setting.scenario.crew < min(len(gang.fighters) for gang in setting.gangs)
    assert setting.scenario.reinforcements_from
