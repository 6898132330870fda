"""A battle of three against three on a small yard with typed dice, script and log as text, read against the reference.

``yard/answers.txt`` says what is answered, ``yard/log.txt`` what is told. Where its words change on purpose, this writes it
anew: ``python -m tests.rules.systems.combat_pool.test_playthrough``.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from rules.systems.combat_pool.citations import OWN
from sightline.cli.command_line import run
from tests.rules.systems.citation_audit import there

HERE = Path(__file__).parent / "yard"
WORDS = ("--script", "answers.txt", "--dice", "typed", "--log")
PAGE = Path(__file__).parents[4] / "docs" / "rules-combat-pool.md"


def test_a_battle_as_it_is_written_down_and_its_journal_alone_tells_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(HERE, tmp_path / "yard")
    monkeypatch.chdir(folder)
    assert run(["battle", "yard-battle.toml", *WORDS]) == 0
    log = (HERE / "log.txt").read_text("utf-8")
    assert capsys.readouterr().out == log
    (journal,) = folder.glob("*.journal")
    assert run(["battle", journal.name, "--log"]) == 0
    assert capsys.readouterr().out == log


def test_a_hidden_draw_that_was_changed_by_hand_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(HERE, tmp_path / "yard"))
    assert run(["battle", "yard-battle.toml", *WORDS]) == 0
    capsys.readouterr()
    journal = Path("yard-battle.journal")
    lines = journal.read_text("utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.endswith(',"guard"]'))
    lines[place] = lines[place].replace('"guard"', '"attack"')
    journal.write_text("\n".join(lines) + "\n", "utf-8")
    assert run(["battle", journal.name, "--log"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert f"line {place + 1} is damaged or was changed" in told


def test_what_the_log_cites_is_in_the_reference_or_in_our_table_of_gaps() -> None:
    cited = set(re.findall(r"\[([^\]:]+): ([^\]]+)\]$", (HERE / "log.txt").read_text("utf-8"), re.MULTILINE))
    sections = {section for document, section in cited if document == "combat-pool"}
    assert len(sections) > 8
    assert {one for one in sections if not there("combat-pool", one)} == set()
    gaps = re.findall(r"^\| ([a-z ]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {section for document, section in cited if document == OWN} <= set(gaps)


def told() -> str:
    """The log of the script, played in a folder of its own."""
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(HERE, Path(place) / "yard")
        program = f"import sys; sys.path.insert(0, {str(Path.cwd())!r}); from sightline.cli.command_line import run; "
        words = ["battle", "yard-battle.toml", *WORDS]
        program += f"sys.exit(run({words!r}))"
        return subprocess.run([sys.executable, "-c", program], cwd=folder, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    (HERE / "log.txt").write_text(told(), "utf-8")
