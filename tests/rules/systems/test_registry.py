"""Rule systems are found by their packages, one more is a folder, and nobody else knows them by name."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import rules.systems
from rules.errors import RulesError
from rules.movement.path_rules import find_path
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.skirmish.state.skirmish_rules import SkirmishRules
from rules.systems import registry
from rules.systems.rule_system import Part
from scene.pathfinding.path_legs import Path as FigurePath
from sightline.answers.sight_answer import sight_rules
from sightline.errors import CommandError
from sightline.files.table_loading import load
from tests.sightline.tables import member, table_file

ROOT = Path(__file__).parents[3]
SYSTEMS = ROOT / "rules" / "systems"

TOY = {
    "__init__": """
from rules.systems.rule_system import RuleSystem

SYSTEM = RuleSystem("toy-rules", "toy rules")
""",
    "movement": """
from dataclasses import replace

from rules.systems.main_rulebook.movement import COSTS, MOVEMENT

MOVEMENT = replace(MOVEMENT, name="toy-rules", apart=3.0, costs=replace(COSTS, climb=5.0))
""",
    "sight": """
from dataclasses import replace

from rules.systems.geometry.sight import SIGHT as MEASURED

SIGHT = replace(MEASURED, name="toy-rules")
""",
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule system more, of which the program knows nothing but its folder."""
    folder = tmp_path / "more" / "toy_rules"
    folder.mkdir(parents=True)
    for name, text in TOY.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.setattr(rules.systems, "__path__", [*rules.systems.__path__, str(folder.parent)])


def test_what_there_is_and_what_it_settles() -> None:
    assert {"main-rulebook", "five-parsecs", "geometry"} <= set(registry.names())
    for part in (None, *get_args(Part)):
        module = f"{part or '__init__'}.py"
        there = sorted(folder.parent.name.replace("_", "-") for folder in SYSTEMS.glob(f"*/{module}"))
        assert registry.names(part) == tuple(sorted(there, key=lambda name: name != "main-rulebook"))
        assert there
        assert "main-rulebook" in there or part == "odds"
    assert "geometry" not in registry.names("movement")


@pytest.mark.parametrize("name", registry.names())
def test_all_that_a_system_has_is_there_and_is_its_own(name: str) -> None:
    system = registry.system(name)
    assert system.name == name
    for part in ("sight", "movement", "falls"):
        if system.has(part):
            value = getattr(system, part)
            assert value is None or value.name == name
    if system.has("movement"):
        assert system.movement.falls is system.falls
    if system.has("random_moves"):
        assert system.random_moves.movement is system.movement
    if system.has("battle"):
        family = [one for one in system.battle if isinstance(one, SkirmishRules)]
        assert family == ([system.numbers] if system.has("numbers") else [])


def test_what_a_system_does_not_settle_is_said() -> None:
    with pytest.raises(RulesError, match="geometry says nothing about moving here"):
        _ = registry.system("geometry").movement
    with pytest.raises(RulesError, match=f'no rules "checkers"; there are: {", ".join(registry.names())}$'):
        registry.system("checkers")


def test_names_are_told_without_loading_any_system() -> None:
    program = (
        "import sys; from rules.systems.registry import names; names('movement');"
        "print([name for name in sys.modules if name in {'numpy', 'shapely', 'scene.geometry', 'scene.table'}])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_numbers_are_told_without_loading_what_goes_by_them() -> None:
    assert registry.names("numbers") == ("main-rulebook", "arbiter", "yce")
    program = (
        "import sys; from rules.systems.registry import names, system; "
        "told = [system(name).numbers.shooting.mid_air for name in names('numbers')];"
        "print(told, [name for name in sys.modules if name == 'numpy' or name.startswith(('rules.skirmish.', 'scene.table'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    light = ["rules.skirmish.state", "rules.skirmish.state.skirmish_rules"]
    assert done.stdout.strip() == f"{['does no harm', 'does no harm', 'goes off']} {light}"


@pytest.mark.usefixtures("toy")
def test_one_more_system_answers_as_the_others_do(tmp_path: Path) -> None:
    assert registry.names("movement")[0] == "main-rulebook"
    assert "toy-rules" in registry.names("movement")
    assert "toy-rules" not in registry.names("falls")
    deck = {"id": "deck", "kit": "platform", "position": [16, 10, 0]}
    path = table_file(tmp_path, deck, member("ann", "red", 6, 10), member("bill", "blue", 20, 20), size=(24, 24))
    costs = {}
    whole, _ = load(Path(path), max_faces=10_000)
    for name in ("main-rulebook", "toy-rules"):
        found = find_path(whole, whole.figure("ann"), (16.0, 10.0, 3.0), rules=registry.system(name).movement)
        assert isinstance(found, FigurePath)
        costs[name] = {leg.kind: leg.cost for leg in found.legs}
    assert costs["toy-rules"]["climb"] == pytest.approx(2.5 * costs["main-rulebook"]["climb"])
    toys = registry.system("toy-rules")
    (verdict,) = settle_shots(whole, [SightQuestion(*whole.figures)], rules=sight_rules(toys, flat=False))
    assert (verdict.rules.name, verdict.line_of_sight) == ("toy-rules", True)
    with pytest.raises(CommandError, match=r"--flat is a variant of the main rulebook.*; give --rules main-rulebook"):
        sight_rules(toys, flat=True)


def test_no_branch_on_the_name_of_a_system_outside_its_package() -> None:
    """Names stand in citations, in help and in the registry's default, never in a comparison or as an argument."""
    known = set(registry.names())
    found = []
    for path in (
        file for package in ("scene", "rules", "capture", "assets", "sightline") for file in ROOT.glob(f"{package}/**/*.py")
    ):
        if path.is_relative_to(ROOT / "rules" / "systems"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in known:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []
