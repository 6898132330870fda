"""The house: who imports whom, what is documented, and that the parts agree with each other."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sightline import __version__
from sightline.cli.command_line import load, module_of
from sightline.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGES = ["scene", "rules", "capture", "assets", "sightline"]
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
HEAVY = {"numpy", "scipy", "trimesh", "embreex", "shapely", "manifold3d", "PIL", "pyrender", "OpenGL", "pyglet", "cv2"}


def test_import_contracts() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run([sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_contract_ignores_an_import() -> None:
    assert "ignore_imports" not in (ROOT / "pyproject.toml").read_text("utf-8")


def imported_by(words: list[str]) -> set[str]:
    """The modules that ``sightline`` with these words has imported when it is done."""
    program = f"""
import json, sys
from sightline.cli.command_line import run
code = run({words!r})
print(json.dumps([code, *sys.modules]), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    code, *modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0
    return set(modules)


def test_help_imports_nothing_heavy_and_no_command() -> None:
    modules = imported_by(["--help"])
    assert not modules & HEAVY
    assert not modules & {command_module(name) for name in COMMANDS}


NO_WINDOW = {"pyrender", "OpenGL", "pyglet", "cv2"}


def command_module(name: str) -> str:
    return f"sightline.cli.commands.{module_of(name)}"


def test_commands_in_turn_import_no_other_and_no_window() -> None:
    """All in one process, which forgets the command before."""
    program = f"""
import json, sys
from sightline.cli.command_line import load
told = {{}}
for name in {list(COMMANDS)!r}:
    for module in [one for one in sys.modules if one.startswith("sightline.cli.commands.")]:
        del sys.modules[module]
    load(name)
    told[name] = list(sys.modules)
print(json.dumps(told))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    told: dict[str, list[str]] = json.loads(done.stdout)
    for name, modules in told.items():
        assert command_module(name) in modules
        others = {command_module(other) for other in COMMANDS if other != name}
        assert not set(modules) & (others | NO_WINDOW), name


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_imports_no_other_and_no_window(name: str) -> None:
    """As people start it: nothing is there yet."""
    modules = imported_by([name, "--help"])
    others = {command_module(other) for other in COMMANDS if other != name}
    assert not modules & (others | NO_WINDOW)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_that_tells_what_it_does(name: str) -> None:
    assert (ROOT / "sightline" / "cli" / "commands" / f"{module_of(name).replace('.', '/')}.py").is_file()
    command = load(name)
    assert command.name == name
    assert command.help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    unexplained = [parameter.name for parameter in load(name).params if not parameter.help]
    assert unexplained == []


def test_every_command_module_is_listed() -> None:
    folder = ROOT / "sightline" / "cli" / "commands"
    paths = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*.py") if path.stem != "__init__"]
    assert {".".join(path.parts) for path in paths} == {module_of(name) for name in COMMANDS}


def test_every_module_says_what_it_is() -> None:
    silent = [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert [str(path.relative_to(ROOT)) for path in silent] == []


def test_version_is_the_newest_in_the_changelog() -> None:
    released = re.findall(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert released[0] == __version__


def test_pages_link_only_to_what_is_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    dead = [
        (page.name, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert dead == []
