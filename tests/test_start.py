"""What start.py decides: when to install, when to open a page, what it says on an old Python, and whose code it runs."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from assets import tables

ROOT = Path(__file__).parents[1]


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """start.py as a module, for a project of its own that has a working .venv."""
    module = module_of(ROOT / "start.py")
    (tmp_path / ".venv").mkdir()
    for name in ("pyproject.toml", "requirements.lock"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(module, "BIN", str(tmp_path / "bin"))
    monkeypatch.setattr(module, "STAMP", str(tmp_path / ".venv" / "stamp.json"))
    monkeypatch.setattr(module, "works", lambda: True)
    return module


@pytest.fixture
def installs(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The extras of every installation that start.py makes."""
    extras: list[str] = []

    def install(extra: str) -> str:
        extras.append(extra)
        return "locked"

    monkeypatch.setattr(start, "install", install)
    return extras


@pytest.fixture
def folders() -> list[str | None]:
    """Where each of the `commands` is run; None is where start.py is."""
    return []


@pytest.fixture
def commands(start: ModuleType, folders: list[str | None], monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The words of every command that start.py runs in .venv, without its Python and -P; each of them succeeds."""
    seen: list[list[str]] = []

    def run(command: list[str], cwd: str | None = None) -> int:
        assert cwd in (None, start.ROOT)
        folders.append(cwd)
        assert command[1] == "-P", "or it would import from the current folder"
        seen.append(command[2:])
        return 0

    monkeypatch.setattr(start, "run", run)
    return seen


def test_an_older_python_can_read_it() -> None:
    ast.parse((ROOT / "start.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_an_older_python_is_told_what_is_needed(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 10, "final", 0))
    assert start.main([]) == 2
    assert "3.11 or newer; this is 3.8.10" in capsys.readouterr().err


def test_it_needs_the_python_that_the_project_needs(start: ModuleType) -> None:
    oldest = ".".join(map(str, start.OLDEST))
    assert f'requires-python = ">={oldest}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_it_installs_once(start: ModuleType, installs: list[str]) -> None:
    start.set_up("")
    start.set_up("")
    assert installs == [""]


def test_tests_need_more_and_what_is_there_stays(start: ModuleType, installs: list[str], tmp_path: Path) -> None:
    start.set_up("")
    start.set_up("test")
    start.set_up("")
    assert installs == ["", "test"]
    with (tmp_path / "pyproject.toml").open("a") as file:
        file.write("[tool.ruff.lint.isort]\n")
    start.set_up("")
    assert installs == ["", "test"]
    project = (tmp_path / "pyproject.toml").read_text().replace('"numpy>=2"', '"numpy>=2.1"')
    (tmp_path / "pyproject.toml").write_text(project)
    start.set_up("")
    assert installs == ["", "test", "test"]
    with (tmp_path / "requirements.lock").open("a") as file:
        file.write("one-more==1.0\n")
    start.set_up("")
    assert installs == ["", "test", "test", "test"]


def pip_that(monkeypatch: pytest.MonkeyPatch, *, locked: int, ranges: int) -> list[dict[str, Any]]:
    """The calls of pip that start.py makes; those with the lock and those without end with these codes."""
    calls: list[dict[str, Any]] = []

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401
        assert command[1:5] == ["-P", "-m", "pip", "install"]
        held = "PIP_CONSTRAINT" in (options.get("env") or {})
        calls.append({"words": command, "locked": held, **options})
        said = b"WARNING: slow\nERROR: one thing\nERROR: No matching distribution found for manifold3d==3.5.4\n"
        said += b"ERROR: ResolutionImpossible: read\n"
        return subprocess.CompletedProcess(command, locked if held else ranges, stderr=said)

    monkeypatch.setattr(subprocess, "run", run)
    return calls


def test_the_tested_versions_are_installed(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = pip_that(monkeypatch, locked=0, ranges=0)
    start.set_up("test")
    (call,) = calls
    assert call["cwd"] == start.ROOT
    assert (Path(start.ROOT) / call["env"]["PIP_CONSTRAINT"]).is_file()
    assert call["env"]["PIP_BUILD_CONSTRAINT"] == call["env"]["PIP_CONSTRAINT"]
    assert call["words"][-1] == f"{start.ROOT}[test]"
    assert start.read_stamp()["versions"] == "locked"
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_where_they_are_not_to_be_had_one_line_says_so_and_others_are_taken(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = pip_that(monkeypatch, locked=1, ranges=0)
    start.set_up("")
    assert [call["locked"] for call in calls] == [True, False]
    assert start.read_stamp()["versions"] == "ranges"
    (line,) = capsys.readouterr().err.splitlines()[1:]
    assert line.startswith("Not all of the tested versions can be had here")
    assert "(No matching distribution found for manifold3d==3.5.4)" in line


def test_where_nothing_can_be_installed_it_says_what_to_do(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pip_that(monkeypatch, locked=1, ranges=1)
    with pytest.raises(SystemExit) as stopped:
        start.set_up("")
    assert stopped.value.code == 2
    assert "check the network" in capsys.readouterr().err
    assert start.read_stamp() == {}


def test_words_go_to_sightline(start: ModuleType, installs: list[str], commands: list[list[str]]) -> None:
    assert start.main(["los", "t.json", "a", "b", "--json"]) == 0
    assert start.main(["help"]) == 0
    assert commands == [["-m", "sightline", "los", "t.json", "a", "b", "--json"], ["-m", "sightline", "help"]]
    assert installs == [""]


def test_test_runs_pytest_in_three_processes(
    start: ModuleType, installs: list[str], commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "install_for_tests", lambda: None)
    assert start.main(["test", "-k", "house"]) == 0
    assert commands == [["-m", "pytest", "-n", "3", "--dist", "worksteal", "-k", "house"]]
    assert installs == ["test"]


def test_without_words_it_settles_the_disputed_shot(
    start: ModuleType,
    installs: list[str],
    commands: list[list[str]],
    folders: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(start, "OUT", str(tmp_path / "out"))
    monkeypatch.setattr(start, "has_screen", lambda: True)
    assert start.main([]) == 0
    assert installs == [""]
    words, window = commands
    assert words[:4] == ["-m", "sightline", "los", start.TABLE]
    assert folders == [start.ROOT] * 2, "so that out/ is beside start.py"
    assert words[4:] == [
        *("jelena", "kruger", "--rules", "main-rulebook"),
        *("--picture", str(tmp_path / "out" / "disputed-shot.png")),
        *("--report", str(tmp_path / "out" / "disputed-shot.html"), "--overwrite"),
    ]
    assert window == ["-m", "sightline", "play", start.TABLE, "--shot", "jelena", "kruger"]


def test_the_disputed_table_is_there(start: ModuleType) -> None:
    assert start.TABLE in tables.names()


@pytest.mark.skipif(os.name == "nt", reason="the launcher for Windows is tried there")
def test_the_launcher_runs_from_any_folder_and_through_a_link(
    start: ModuleType, installs: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It runs the Python of .venv on the module, with nothing from where one is."""
    start.set_up("")
    assert installs == [""]
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@ [$PYTHONPATH]"\n')
    python.chmod(0o755)
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    link = elsewhere / "sl"
    link.symlink_to(tmp_path / "bin" / "sightline")
    monkeypatch.setenv("PYTHONPATH", str(elsewhere))
    for launcher in (tmp_path / "bin" / "sightline", link):
        told = subprocess.run([launcher, "los", "a b"], cwd=elsewhere, capture_output=True, text=True, check=True)
        assert told.stdout == "-P -m sightline los a b []\n"
    assert "\r\n" in (tmp_path / "bin" / "sightline.bat").read_bytes().decode()


@pytest.mark.parametrize(
    ("platform", "variables", "screen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "CI": "1"}, False),
        ("linux", {"SSH_CONNECTION": "x"}, False),
        ("win32", {}, True),
        ("darwin", {}, True),
        ("darwin", {"CI": "true"}, False),
        ("darwin", {"SSH_CONNECTION": "x"}, False),
    ],
)
def test_the_window_opens_only_before_a_screen(
    platform: str, variables: dict[str, str], screen: bool, start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert start.has_screen() is screen


STRANGERS = ("traceback", "json", "keyword", "pip", "venv", "encodings", "hashlib", "sightline", "sitecustomize")


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with modules from a stranger; each would leave a file there and fail."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name in STRANGERS:
        marked = f"open({str(folder / (name + '.ran'))!r}, 'w').close()"
        (folder / f"{name}.py").write_text(f"{marked}\nraise SystemExit('{name} of a stranger')\n")
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with start.py and a .venv that has all that this one has, by links; nothing is installed in it yet."""
    folder, here = tmp_path / "project", Path(sys.prefix)
    if os.name == "nt" or not (here / "pyvenv.cfg").is_file():
        pytest.skip("needs symbolic links, and a virtual environment to link to")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / ".venv" / "lib").symlink_to(here / "lib")
    (folder / ".venv" / "pyvenv.cfg").write_bytes((here / "pyvenv.cfg").read_bytes())
    for name in ("start.py", "pyproject.toml", "requirements.lock"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


def started(project: Path, cwd: Path, *words: str, python_path: str | None = None) -> subprocess.CompletedProcess[str]:
    """What comes of start.py in a process of its own that takes the project for installed."""
    stamp = "import json, start; json.dump({'project': start.fingerprint(), 'extra': 'test'}, open(start.STAMP, 'w'))"
    subprocess.run([sys.executable, "-c", stamp], cwd=project, check=True)
    environment = {**os.environ, **({"PYTHONPATH": python_path} if python_path is not None else {})}
    line = [sys.executable, str(project / "start.py"), *words]
    return subprocess.run(line, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_it_runs_nothing_from_the_current_folder(project: Path, foreign: Path) -> None:
    done = started(project, foreign, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sightline ")
    assert list(foreign.glob("*.ran")) == []


def test_nor_where_the_python_path_names_it(project: Path, foreign: Path) -> None:
    for name in ("encodings", "keyword", "sitecustomize", "traceback"):
        (foreign / f"{name}.py").unlink()  # Python itself may run these before anything of ours
    done = started(project, foreign, "--version", python_path=f"{os.pathsep}elsewhere")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(foreign.glob("*.ran")) == []


def test_an_environment_that_works_stays_whatever_the_current_folder_holds(
    project: Path, foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(foreign)
    assert module_of(project / "start.py").works()


def test_no_environment_is_removed_where_no_python_runs(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = module_of(project / "start.py")
    monkeypatch.setattr(start, "quietly", lambda _command: False)
    with pytest.raises(SystemExit) as stopped:
        start.works()
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("No Python can be started here now")


def test_an_environment_without_a_python_does_not_work(project: Path) -> None:
    start = module_of(project / "start.py")
    assert start.works()
    (project / ".venv" / "bin" / "python").unlink()
    (project / ".venv" / "bin" / "python").symlink_to(project / "gone")
    assert not start.works()
