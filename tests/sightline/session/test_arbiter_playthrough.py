"""arbiter: two rounds with typed dice, script and log as text, read against the document.

Three against three on a yard with a wall across: ``arbiter_playthrough/answers.txt`` says what is answered, ``log.txt`` what is
told. Where its words change on purpose, this writes it anew: ``python -m tests.sightline.session.test_arbiter_playthrough``.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sightline.cli.command_line import run

HERE = Path(__file__).parent / "arbiter_playthrough"
WORDS = ("--script", "answers.txt", "--dice", "typed", "--log")


def test_two_rounds_as_they_are_written_down_and_the_journal_alone_tells_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(HERE, tmp_path / "yard")
    monkeypatch.chdir(folder)
    assert run(["battle", "yard-battle.toml", *WORDS]) == 0
    assert capsys.readouterr().out == (HERE / "log.txt").read_text("utf-8")
    (journal,) = folder.glob("*.journal")
    assert run(["battle", journal.name, "--log"]) == 0
    assert capsys.readouterr().out == (HERE / "log.txt").read_text("utf-8")


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
