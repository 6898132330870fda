"""Examples run as they stand: every page from top to bottom in one folder, and all that the help of a command shows."""

import hashlib
import io
import os
import re
import shlex
import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

from scene.base.disk_cache import VARIABLE
from sightline.cli.command_line import HELP, load, module_of, run
from sightline.cli.commands import COMMANDS
from tests.test_docs import ROOT, blocks

OWN_FILES = "[bold]With "
"""The heading in a help below which stands what needs files that only its reader has."""
BRING = {"card.md", "clicked-scenery.md", "dense.md", "import.md", "on-the-photo.md", "scanning.md", "tagged-pieces.md"}
"""Pages about photos and meshes that only their readers have; tests/test_docs.py reads their commands."""
DAMAGED = ("what-if.journal", "--rescue", "rescued.journal")
"""Of the page on battles: these go on with a copy that the reader has made, or with a journal that was damaged."""
PAGES = [
    page
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    if page.name not in BRING and any(re.search(r"^sightline ", block, re.MULTILINE) for block in blocks(page))
]


def commands_of(page: Path) -> list[list[str]]:
    lines = [line for block in blocks(page) for line in block.splitlines()]
    found = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("sightline ")]
    return [words for words in found if not any(name in word for word in words for name in DAMAGED)]


def examples_of(name: str) -> list[list[str]]:
    told = import_module(f"sightline.cli.commands.{module_of(name)}").command.__doc__ or ""
    lines = told.partition(OWN_FILES)[0].splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("      sightline ")]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coarse_pictures: None) -> Path:  # noqa: ARG001
    """A folder with nothing in it, and nobody who types; pictures are drawn coarsely: nobody looks at them."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


AGAIN = {"README.md", "table-files.md", "los", "place"}
"""What is run twice: it says what it writes over, and its second run finds what the first one has left."""

TYPED = {"crew": "The Tin Kites\n\nAda Finch\n" + 11 * "\n"}
"""What is typed for a command; others are left at once."""


def kept(what: str) -> Path:
    """Where all workers find that something has been asked, or its journal, if that was a battle."""
    folder = Path(os.environ[VARIABLE]) / "run"
    folder.mkdir(exist_ok=True)
    return folder / hashlib.sha256(what.encode()).hexdigest()


def played(words: list[str]) -> Path:
    """The journal of a battle that the program has played to its end, which takes half a minute."""
    return kept(f"journal {shlex.join(sorted(words))}")


def keep(words: list[str]) -> None:
    """What has been run: what it left for the next lines is taken for what the same leaves where its log is not told, too."""
    if "--auto" in words and "--journal" in words:
        for one in (words, [word for word in words if word != "--log"]):
            beside = played(one).with_suffix(f".{os.getpid()}")
            shutil.copy(words[words.index("--journal") + 1], beside)
            beside.replace(played(one))
    if same := asked(words):
        kept(same).touch()


def asked(words: list[str]) -> str:
    """What a command asks; of a journal that is verified, what is in it. Whatever else asks of files is asked every time."""
    if words[:2] == ["battle", "verify"]:
        return shlex.join(words) + hashlib.sha256(Path(words[2]).read_bytes()).hexdigest()
    return "" if any(re.search(r"\.[a-z]", word) for word in words) else shlex.join(words)


def known(words: list[str]) -> bool:
    """Whether another page has run the same already; what a battle leaves for the next lines is left here as well.

    That a battle which is over is told again, and none begun in its place, is for tests/sightline/cli/commands/test_battle.py.
    """
    if "--auto" in words and "--journal" in words:
        journal, whole = Path(words[words.index("--journal") + 1]), played(words)
        if whole.exists() and (not journal.exists() or journal.read_bytes() == whole.read_bytes()):
            shutil.copy(whole, journal)
            return True
    same = asked(words)
    return bool(same) and kept(same).exists()


def try_all(lines: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for words in lines:
        if words[0] in {"play", "serve"}:  # open a window or a server; tests/sightline/window and .../server try that
            assert load(words[0]).make_context(words[0], words[1:])
            continue
        if known(words):
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO(TYPED.get(words[0], "quit\n")))
        code = run(words)
        assert code == 0, f"{shlex.join(words)}: {capsys.readouterr().err}"
        keep(words)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_a_page_runs_from_top_to_bottom(
    page: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if page.name == "battle.md":
        (elsewhere / "valves.toml").write_text(blocks(page, "toml")[0], encoding="utf-8")
        (elsewhere / "set-up.txt").write_text(blocks(page, "text")[0], encoding="utf-8")
    if page.name == "house-rules.md":
        (elsewhere / "our-club.toml").write_text(blocks(page, "toml")[0], encoding="utf-8")
    for _ in range(2 if page.name in AGAIN else 1):
        (elsewhere / "valves.journal").unlink(missing_ok=True)  # its script sets up a new battle
        try_all(commands_of(page), monkeypatch, capsys)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in COMMANDS if examples_of(name)])
def test_the_examples_of_a_help_run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2 if name in AGAIN else 1):
        try_all(examples_of(name), monkeypatch, capsys)


@pytest.mark.long
def test_the_examples_of_the_whole_help_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [shlex.split(line)[1:] for line in HELP.splitlines() if line.startswith("  sightline ")]
    assert len(lines) > 10
    try_all(lines, monkeypatch, capsys)


def test_examples_that_need_nothing_are_found() -> None:
    """So that the long tests above cannot pass by looking at nothing."""
    assert {page.name for page in PAGES} >= {"README.md", "move.md", "settle-a-shot.md", "table-files.md", "battle.md"}
    assert sum(len(commands_of(page)) for page in PAGES) > 60
    assert {name for name in COMMANDS if not examples_of(name)} == {
        "calibrate", "card-photo", "import", "keep", "learn", "scan", "surface",
    }  # fmt: skip
