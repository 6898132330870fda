"""The README and the pages: what they name is there, what they quote can be typed, what they promise is printed."""

import io
import json
import re
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from PIL import Image

from sightline.cli.command_line import load, run, two_words
from sightline.cli.commands import COMMANDS
from sightline.cli.typed_words import has_places, joined, taken_by
from sightline.session.people_play import HELP

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
IMAGES = sorted((ROOT / "docs" / "images").glob("*.png"))
FILMS = sorted((ROOT / "docs" / "images").glob("*.webp"))
LINK = re.compile(r"!?\[[^]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


def names(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(ROOT)) for page in pages]


def blocks(page: Path, language: str = "") -> list[str]:
    """The fenced blocks of a page in a language; without one, those of commands and of what is printed."""
    return [dedent(text) for kind, text in FENCE.findall(page.read_text("utf-8")) if kind == language]


def commands() -> list[list[str]]:
    """The words after ``sightline`` or ``python3 start.py`` of every command that a page quotes in a block."""
    lines = [line for page in PAGES for block in blocks(page) for line in block.splitlines()]
    quoted = [re.match(r"(?:sightline|python3 start\.py)\s+([a-z].*)", line) for line in lines]
    words = [shlex.split(found[1], comments=True) for found in quoted if found]
    return [line for line in words if line[0] != "test" and "..." not in line]


def image_maker() -> ModuleType:
    spec = spec_from_file_location("make_images", ROOT / "docs" / "make_images.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def test_every_page_can_be_reached_from_the_index() -> None:
    linked = set(LINK.findall((ROOT / "docs" / "README.md").read_text("utf-8")))
    assert {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")} - linked == {"README.md"}


def test_every_picture_is_shown_somewhere_and_made_by_the_script() -> None:
    targets = {Path(target).name for page in PAGES for target in LINK.findall(page.read_text("utf-8"))}
    for kind, there, made in ((".png", IMAGES, image_maker().PICTURES), (".webp", FILMS, image_maker().FILMS)):
        shown = {target for target in targets if target.endswith(kind)}
        assert {image.name for image in there} == shown
        assert {f"{name}{kind}" for name in made} == shown
    assert {image.suffix for image in (ROOT / "docs" / "images").iterdir()} == {".png", ".webp"}


@pytest.mark.parametrize("image", IMAGES, ids=names(IMAGES))
def test_pictures_are_of_modest_size(image: Path) -> None:
    assert image.stat().st_size < 400_000
    assert Image.open(image).width <= 1400


@pytest.mark.parametrize("film", FILMS, ids=names(FILMS))
def test_films_are_short_begin_anew_and_are_of_modest_size(film: Path) -> None:
    assert film.stat().st_size < 1_500_000
    with Image.open(film) as shown:
        assert shown.width <= 900
        assert shown.info["loop"] == 0
        seconds = 0.0
        for number in range(getattr(shown, "n_frames", 1)):
            shown.seek(number)
            shown.load()
            seconds += shown.info["duration"] / 1000.0
    assert 8.0 <= seconds <= 15.0


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_quoted_commands_can_be_typed(words: list[str]) -> None:
    name, *rest = two_words(words)
    assert name in COMMANDS
    command = load(name)
    joint = joined(taken_by(command), rest, places=has_places(command))
    command.make_context(name, joint)  # parses them, and refuses unknown options and values
    assert all((ROOT / word).exists() for word in rest if word.startswith("assets/"))


def test_modules_named_in_the_pages_exist() -> None:
    for page in PAGES:
        for module in re.findall(r"(?<![/\w])((?:scene|rules|assets|sightline|tests)/[a-z_/]+\.py)", page.read_text("utf-8")):
            assert (ROOT / module).is_file(), f"{page.name}: {module}"


def test_names_imported_in_the_pages_exist() -> None:
    for page in PAGES:
        for module, wanted in re.findall(r"^from ([a-z_.]+) import (.+)$", page.read_text("utf-8"), re.MULTILINE):
            if module.split(".")[0] in {"scene", "rules", "assets", "sightline"} and "my_rules" not in module:
                there = (hasattr(import_module(module), one) or find_spec(f"{module}.{one}") for one in wanted.split(", "))
                assert all(there), (page.name, module)


def own_table() -> list[list[str]]:
    """The commands of the README that make a table."""
    lines = [line for block in blocks(ROOT / "README.md") for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines if re.match(r"sightline (new|place) ", line)]


def test_the_readmes_table_works_when_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in own_table():
        assert run(words) == 0
    capsys.readouterr()
    assert run(["check", "yard.json"]) == 0
    assert "3 pieces" in (told := capsys.readouterr().out)
    assert "2 figures; no faults" in told
    assert run(["los", "yard.json", "ada", "bruno", "--tolerance-mm", "0"]) == 0
    assert capsys.readouterr().out.startswith("Ada sees Bruno")


@pytest.mark.parametrize(
    ("page", "words", "within"),
    [
        ("README.md", ["los", "disputed-shot", "jelena", "kruger"], 0.3),
        # One of the 40 shifts is 2.5 %.
        ("docs/settle-a-shot.md", ["los", "gantry-town", "vesna", "hadrik"], 5.0),
        ("docs/measure.md", ["measure", "disputed-shot", "jelena", "kruger"], 0.3),
        ("docs/odds.md", ["odds", "disputed-shot", "jelena", "kruger", "--weapon", "Beam rifle"], 0.0),
    ],
)
def test_what_is_printed_is_what_the_page_says(
    page: str, words: list[str], within: float, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(words) == 0
    printed = capsys.readouterr().out.splitlines()
    quoted = next(b.splitlines() for b in blocks(ROOT / page) if b.startswith(printed[0].split(" ")[0]))
    number = re.compile(r"\d+\.\d+")
    for line, said in zip(quoted, printed, strict=False):
        assert number.sub("#", line) == number.sub("#", said)
        for a, b in zip(number.findall(line), number.findall(said), strict=True):
            assert float(a) == pytest.approx(float(b), abs=within)


def examples(page: Path) -> list[tuple[str, list[str]]]:
    """What a page shows as printed: a block of one command, and the lines of the block after it."""
    found = []
    for block, after in pairwise(blocks(page)):
        command = re.fullmatch(r"sightline (.+)\n", block)
        if command and not after.startswith("sightline "):
            found.append((command[1], after.splitlines()))
    return found


def quoted_commands(page: Path) -> list[object]:
    """The examples of a page; those that take seconds are long."""
    slow = ("path high-foundry", "drift gantry-town")
    return [
        pytest.param(*example, id=example[0], marks=pytest.mark.long if example[0].startswith(slow) else ())
        for example in examples(page)
    ]


@pytest.mark.parametrize(("words", "quoted"), quoted_commands(ROOT / "docs" / "move.md"))
def test_the_page_on_moving_shows_what_is_printed(
    words: str, quoted: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last digit; lines that end in dots go on."""
    monkeypatch.chdir(ROOT)
    assert run(shlex.split(words)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(quoted) == len(printed)
    for shown, line in zip(quoted, printed, strict=True):
        assert line.startswith(shown.removesuffix("...")) if shown.endswith("...") else line == shown


def test_the_page_on_moving_shows_a_way_a_run_and_falls() -> None:
    assert {words.split()[0] for words, _ in examples(ROOT / "docs" / "move.md")} == {"path", "drift", "fall"}


def test_the_battle_page_can_be_played_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its battle file and its script give what the talk on it begins with; typed into that, its answers give its lines."""
    page = ROOT / "docs" / "battle.md"
    (battle,), (script,) = blocks(page, "toml"), blocks(page, "text")
    (tmp_path / "valves.toml").write_text(battle, encoding="utf-8")
    (tmp_path / "set-up.txt").write_text(script, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["battle", "valves.toml", "--dice", "typed", "--script", "set-up.txt"]) == 0
    talk = [line for block in blocks(page) if "\n> " in block for line in block.splitlines()]
    typed = [line.removeprefix("> ") for line in talk if line.startswith("> ")]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*typed, "quit"])))
    capsys.readouterr()
    assert run(["battle", "valves.toml", "--dice", "typed"]) == 0
    said = capsys.readouterr().out.splitlines()
    told = [line for line in talk if not line.startswith("> ")]
    assert said[: len(told)] == told


def test_the_battle_page_names_every_word_that_can_be_typed_and_every_key_that_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "battle.md").read_text("utf-8")
    for word in ("why", "undo", "redo", "log", "rule", "help", "quit"):
        assert re.search(rf"^\| `{word}`", text, re.MULTILINE), word
        assert word in HELP
    monkeypatch.chdir(tmp_path)
    (tmp_path / "valves.toml").write_text(blocks(ROOT / "docs" / "battle.md", "toml")[0], encoding="utf-8")
    assert run(["battle", "valves.toml", "--seed", "1", "--json", "--log"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for key in (*printed, *printed["pending"], *printed["fighters"][0]):
        assert f"`{key}`" in text, key


@pytest.mark.parametrize("whole", [pytest.param(True, marks=pytest.mark.long, id="whole"), pytest.param(False, id="no battle")])
def test_the_examples_for_programmers_run_as_they_stand(
    whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Of a battle, which works out the navmeshes of a whole town first, only in the long run; finely drawn as well."""
    monkeypatch.chdir(tmp_path)
    if not whole:
        request.getfixturevalue("coarse_pictures")
    known: dict[str, object] = {}
    for number, block in enumerate(blocks(ROOT / "docs" / "api.md", "python")):
        program = compile(block, f"docs/api.md, block {number + 1}", "exec")
        if whole or "sl.Battle" not in block:
            exec(program, known)
    written = {"eye.png", "plan.png", "way.png", "who-sees-whom.png", "yard.json", "oddo-moved.sightline"}
    assert written | ({"standoff.journal"} if whole else set()) <= {path.name for path in tmp_path.iterdir()}
