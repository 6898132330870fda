"""The page on what is added where: its examples are sound as they stand, and the files that it names are there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rules.systems
from assets.kit import KitEntry
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, Verdict
from rules.systems import registry
from scene.base.errors import SceneError
from tests.assets.solids import MOST_FACES, corners, faults, page_row
from tests.plain_scenes import table
from tests.rules.shots import JELENA, KRUGER, giant, screen
from tests.rules.systems import test_registry
from tests.test_docs import blocks

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "extending.md"
PIECE, *SYSTEMS, COMMAND = blocks(PAGE, "python")
FILES = {re.match(r"# (\S+)\n", block)[1]: block for block in SYSTEMS}  # type: ignore[index]
MODULES = {
    "assets/kit/sandbags.py": PIECE,
    **{f"rules/systems/{name}": block for name, block in FILES.items()},
    "sightline/cli/commands/highest.py": COMMAND,
}


def run(block: str) -> dict[str, Any]:
    known: dict[str, Any] = {}
    exec(compile(block, str(PAGE), "exec"), known)
    return known


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's rule systems, in a folder of their own."""
    for name, block in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(block)
    monkeypatch.setattr(rules.systems, "__path__", [*rules.systems.__path__, str(tmp_path)])


@pytest.mark.parametrize("path", MODULES)
@pytest.mark.parametrize("words", [["check"], ["format", "--check"]], ids=" ".join)
def test_ruff_finds_nothing_in_a_module_of_the_page(path: str, words: list[str]) -> None:
    """Among others, that all is annotated and documented."""
    # The page's folders are not there, which ruff would take for somebody else's.
    ours = ["--config", 'lint.isort.known-first-party=["rules"]']
    asked = [sys.executable, "-m", "ruff", *words, *ours, "--stdin-filename", str(ROOT / path), "-"]
    done = subprocess.run(asked, input=MODULES[path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_terrain_piece_keeps_to_what_every_piece_must() -> None:
    entry = run(PIECE)["sandbags"]
    assert isinstance(entry, KitEntry)
    made = entry.make(length=4.0)
    assert made.bounds[1].tolist() == pytest.approx([2.0, 0.5, 0.95])
    assert len(made.faces) <= MOST_FACES
    assert [(given, wrong) for given, mesh in corners(entry) if (wrong := faults(mesh))] == []
    assert page_row(entry).startswith("| `sandbags` | obstacle | Two courses of sandbags | `length` 3 (1 to 8: along x), ")
    with pytest.raises(SceneError, match=r'kit piece "sandbags": width is 1\.5; give at most its length, 1'):
        entry.make(length=1.0, width=1.5)


@pytest.mark.usefixtures("systems")
def test_the_relative_is_a_system_of_its_own() -> None:
    test_registry.test_all_that_a_system_has_is_there_and_is_its_own("my-rules")
    found = registry.system("my-rules")
    assert (found.movement.apart, found.movement.costs.climb, found.sight.full_cover) == (2.0, 1.0, 0.4)
    verdict = shot(0.45, "my_rules/sight.py")
    assert verdict.ruling.cover == "full"
    said = {reason.text: reason.source for reason in verdict.because}
    assert any("40 % or more: full cover" in text and source == "my-rules: Cover" for text, source in said.items())


@pytest.mark.parametrize(("share", "cover"), [(0.1, "partial"), (0.39, "partial"), (0.41, "full")])
def test_the_system_that_judges_itself(share: float, cover: str) -> None:
    found = shot(share, "own_rules/sight.py")
    assert (found.ruling.cover, found.ruling.undecided) == (cover, False)
    assert {reason.source for reason in found.because} == {"own-rules: Sight", "own-rules: Arcs"}
    assert shot(0.4, "own_rules/sight.py").ruling.undecided
    assert shot(0.1, "own_rules/sight.py", giant(7)).ruling.cover == "none-seen"


def shot(share: float, name: str, *more: Any) -> Verdict:  # noqa: ANN401
    scene = table(JELENA, KRUGER, screen("crates", share), *more)
    return settle_shots(scene, [SightQuestion(JELENA, KRUGER)], rules=run(FILES[name])["SIGHT"])[0]


def test_the_command_answers(capsys: pytest.CaptureFixture[str]) -> None:
    run(COMMAND)["command"](ROOT / "assets" / "tables" / "gantry-town.json")
    assert re.fullmatch(r'[\w ]+ stands highest: \d\.\d\d" up\n', capsys.readouterr().out)


def test_files_that_are_named_for_what_is_added_are_there() -> None:
    named = set(
        re.findall(r"`((?:assets|rules|scene|capture|sightline|benchmarks|tests|docs)/[\w/.]+)`", PAGE.read_text("utf-8"))
    )
    assert len(named) > 60
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_names_that_are_to_be_changed_are_where_the_page_says() -> None:
    """A name in code, and the file that the same sentence says it is in."""
    text = " ".join(PAGE.read_text("utf-8").split())
    found = re.findall(r"`([A-Za-z_]+)`,? (?:in|of) `([\w/]+\.py)`", text)
    assert len(found) > 15
    missing = [(name, path) for name, path in found if not re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8"))]
    assert missing == []
