"""The command line: exit codes, one line for each fault, and the files that commands write."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest
import typer

from rules.errors import RulesError
from rules.systems.registry import names
from scene.base.errors import SceneError
from sightline import __version__, console
from sightline.cli import options
from sightline.cli.command_line import run
from sightline.cli.commands import COMMANDS
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file

Pretend = Callable[[Callable[..., object]], None]


@pytest.fixture
def check_is(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Puts a function in the place of the command ``check``."""

    def pretend(command: Callable[..., object]) -> None:
        module = ModuleType("sightline.cli.commands.tables.check")
        vars(module)["command"] = command
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return pretend


def raising(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize("error_class", [SceneError, RulesError, CommandError])
def test_every_fault_is_one_line_and_the_code_is_2(
    error_class: type[SceneError | RulesError | CommandError], check_is: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    check_is(raising(error_class(["the tower floats", "the rail has no faces"])))
    assert run(["check"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "sightline: the tower floats\nsightline: the rail has no faces\n"


def test_a_name_from_a_file_cannot_break_the_line_or_reach_the_terminal(
    check_is: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    check_is(raising(SceneError('no "\x1b[31mred\nherring"')))
    assert run(["check"]) == 2
    assert capsys.readouterr().err == 'sightline: no "?[31mred herring"\n'


def test_a_missing_file_is_named(check_is: Pretend, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    check_is(lambda: (tmp_path / "gone.stl").read_bytes() and None)
    assert run(["check"]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f'sightline: "{tmp_path / "gone.stl"}": ')
    assert line.count("\n") == 1


def test_running_out_of_memory_is_one_line(check_is: Pretend, capsys: pytest.CaptureFixture[str]) -> None:
    check_is(raising(MemoryError()))
    assert run(["check"]) == 2
    assert capsys.readouterr().err.startswith("sightline: there is not enough memory")


def test_interrupted_is_130_without_a_traceback(check_is: Pretend, capsys: pytest.CaptureFixture[str]) -> None:
    check_is(raising(KeyboardInterrupt()))
    assert run(["check"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_bug_is_told_apart_from_bad_input_and_from_an_honest_no(
    check_is: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    check_is(raising(ZeroDivisionError("oops")))
    assert run(["check"]) not in (0, 1, 2)
    err = capsys.readouterr().err
    assert "ZeroDivisionError: oops" in err
    assert "fault of Sightline" in err


def test_a_command_can_answer_an_honest_no(check_is: Pretend) -> None:
    check_is(raising(typer.Exit(1)))
    assert run(["check"]) == 1


def test_done_is_0_and_output_is_untouched(check_is: Pretend, capsys: pytest.CaptureFixture[str]) -> None:
    check_is(lambda: console.print_json({"name": "Brücke", "share": 0.5}))
    assert run(["check"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"name": "Brücke", "share": 0.5}
    assert err == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chekc"], 'there is no command "chekc"; did you mean "check"?'),
        (["--jsno"], "--jsno"),
        (["check", "table.json", "--jsno"], "--json"),
        (["check"], "TABLE"),
        (
            ["check", "table.json", "--rules", "checkers"],
            f'--rules: "checkers" is not available; there are: {", ".join(names("falls"))}',
        ),
        (["check", "table.json", "--seed", "many"], '--seed: "many" is not a whole number of at least 0'),
        (["check", "table.json", "--seed", "-1"], '--seed: "-1" is not a whole number of at least 0'),
        (["check", "table.json", "--tolerance-mm", "few"], '--tolerance-mm: "few" is not a number from 0 to 100'),
        (["check", "table.json", "--tolerance-mm", "nan"], '--tolerance-mm: "nan" is not a number from 0 to 100'),
        (["check", "table.json", "--tolerance-mm", "100.1"], '--tolerance-mm: "100.1" is not a number from 0 to 100'),
        (["check", "table\0.json"], "TABLE: "),
        (["check", "-2.5,0,0"], "a place is X Y Z or X,Y,Z in numbers"),
        (["check", "table.json", "more"], "more"),
    ],
)
def test_a_wrong_word_is_one_line_that_names_it(
    words: list[str], says: str, check_is: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(
        *,
        table: options.TablePath,
        rules: options.FallRules = options.USUAL_RULES,
        seed: options.Seed = 0,
        tolerance_mm: options.ToleranceMm = 2.0,
        json: options.AsJson = False,
    ) -> None:
        raise AssertionError((table, rules, seed, tolerance_mm, json))

    check_is(command)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sightline: ")
    assert err.count("\n") == 1
    assert says in err
    assert "Input should" not in err
    assert "Value error" not in err


def test_shared_options_arrive_as_values(check_is: Pretend) -> None:
    seen: list[object] = []

    def command(
        table: options.TablePath,
        who: Annotated[str, typer.Argument()],
        *,
        rules: options.SightRules,
        picture: options.PicturePath = None,
        overwrite: options.Overwrite = False,
    ) -> None:
        seen.extend([table, who, rules, picture, overwrite])

    check_is(command)
    assert run(["check", "t.json", "jelena", "--rules", "main-rulebook", "--picture", "p.png", "--overwrite"]) == 0
    assert seen == [Path("t.json"), "jelena", "main-rulebook", Path("p.png"), True]


def test_help_leads_with_examples_and_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    text = capsys.readouterr().out
    assert text.index("Examples") < text.index("Options") < text.index("Commands")
    examples, listed = text[: text.index("Options")], text[text.index("Commands") :]
    assert all(f"sightline {name} " in examples for name in ("los", "path", "reach", "fall", "new", "place", "list"))
    assert all(f" {name} " in listed for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"sightline {__version__}\n"


PRINTS = {
    "little": "print('x')",
    "much": "print('x' * 1_000_000)",
    "as a person reads it": "answers().print('x' * 1_000_000)",
    "as JSON": "print_json('x' * 1_000_000)",
    "help": "help",
}


def started(does: str, before: str = "") -> list[str]:
    """The command line of a process that runs ``sightline check``, whose command does this, or the help."""
    words = ["--help"] if does == "help" else ["check"]
    program = f"""
import sys, types
from sightline.console import answers, print_json
module = types.ModuleType("sightline.cli.commands.tables.check")
module.command = lambda: {"None" if does == "help" else does}
sys.modules[module.__name__] = module
from sightline.cli.command_line import run
{before}
sys.exit(run({words}))
"""
    return [sys.executable, "-c", program]


@pytest.mark.parametrize(("asked", "shown"), [([], False), (["-W", "default"], True)])
def test_warnings_of_python_are_shown_only_to_those_who_ask_for_them(asked: list[str], *, shown: bool) -> None:
    program = started("warnings.warn('a word for programmers')", "import warnings; from sightline.__main__ import main")[-1]
    program = program.replace("sys.exit(run(['check']))", "main()")
    done = subprocess.run([sys.executable, *asked, "-c", program, "check"], capture_output=True, check=False, text=True)
    assert done.returncode == 0
    assert ("a word for programmers" in done.stderr) == shown
    assert shown or not done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("prints", PRINTS)
def test_a_reader_that_leaves_early_is_no_error_and_no_honest_no(prints: str) -> None:
    with subprocess.Popen(
        started(PRINTS[prints], "sys.stdin.read()"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("prints", PRINTS)
@pytest.mark.parametrize("closed", [">&-", pytest.param("2>&-", marks=pytest.mark.long), ">&- 2>&-"])
def test_closed_streams_are_no_error(prints: str, closed: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *started(PRINTS[prints])]
    done = subprocess.run(shell, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("prints", PRINTS)
def test_output_that_cannot_be_written_is_one_line(prints: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(started(PRINTS[prints]), stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("sightline: the answer could not be written to standard output: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_bad_input_has_its_code_even_where_it_cannot_be_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(started("open('nowhere')"), stdout=subprocess.PIPE, stderr=full, check=False)
    assert done.returncode == 2


def test_outputs_are_refused_before_the_work_all_faults_at_once(tmp_path: Path) -> None:
    old = tmp_path / "old.png"
    old.touch()
    nowhere, table = tmp_path / "nowhere" / "new.html", tmp_path / "table.json"
    with pytest.raises(CommandError) as error:
        check_outputs(table, picture=old, report=nowhere, overwrite=False)
    first, second = error.value.faults
    assert "old.png" in first
    assert "--overwrite" in first
    assert "new.html" in second
    assert "folder" in second
    check_outputs(table, picture=old, overwrite=True)
    check_outputs(table, picture=tmp_path / "new.PNG", report=tmp_path / "new.htm", overwrite=False)
    check_outputs(table, overwrite=False)


@pytest.mark.parametrize("name", ["why.txt", "why", "-", "why.html.json", ".html"])
def test_reports_are_html_and_pictures_are_png(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"with \.html or \.htm at its end"):
        check_outputs(tmp_path / "table.json", report=tmp_path / name, overwrite=False)
    with pytest.raises(CommandError, match=r"with \.png at its end"):
        check_outputs(tmp_path / "table.json", picture=tmp_path / name, overwrite=False)


def table_of_odd_names(folder: Path) -> Path:
    """A table whose file and meshes are called as reports and pictures are."""
    terrain = [{"id": "wall", "mesh": "meshes/wall.png", "units": "mm", "position": [1, 1, 0]}]
    body = {"mesh": "body.png", "parts": ["arm.html"], "insignificant": ["gun.png"], "units": "mm", "eye": [0, 0, 1]}
    figures = [{"id": "ada", "position": [2, 2, 0], "body": body}]
    document = {"format": "sightline-table", "version": 1, "size": [9, 9], "terrain": terrain, "figures": figures}
    (folder / "meshes").mkdir()
    for name in ("meshes/wall.png", "body.png", "arm.html", "gun.png"):
        (folder / name).write_text("a mesh")
    (folder / "table.html").write_text(json.dumps(document))
    return folder / "table.html"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("report", name) for name in ("table.html", "arm.html", "meshes/../table.html", "link/table.html", "link.html")),
        *(("picture", name) for name in ("meshes/wall.png", "body.png", "gun.png", "link/body.png", "hard.png")),
    ],
)
def test_no_output_replaces_the_table_or_its_meshes(kind: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    table = table_of_odd_names(folder)
    (folder / "link").symlink_to(folder)
    (folder / "link.html").symlink_to(table)
    (folder / "hard.png").hardlink_to(folder / "body.png")
    with pytest.raises(CommandError, match="or one of its meshes"):
        check_outputs(table, **{kind: folder / name}, overwrite=True)


def test_no_output_replaces_a_table_that_is_asked_for_by_a_link(tmp_path: Path) -> None:
    table = table_of_odd_names(tmp_path)
    (tmp_path / "today.json").symlink_to(table)
    with pytest.raises(CommandError, match="or one of its meshes"):
        check_outputs(tmp_path / "today.json", report=table, overwrite=True)
    check_outputs(tmp_path / "today.json", report=tmp_path / "why.html", overwrite=True)


def test_an_output_through_a_link_is_asked_of_the_folder_that_it_leads_to(tmp_path: Path) -> None:
    table = table_of_odd_names(tmp_path)
    (tmp_path / "new.html").symlink_to(tmp_path / "gone" / "why.html")
    with pytest.raises(CommandError, match=r'there is no folder ".*gone"; make it first'):
        check_outputs(table, report=tmp_path / "new.html", overwrite=True)
    (tmp_path / "gone").mkdir()
    check_outputs(table, report=tmp_path / "new.html", overwrite=True)


def test_no_output_replaces_what_is_not_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.html")
    with pytest.raises(CommandError, match=r'pipe\.html" is not a file; give another name'):
        check_outputs(table_of_odd_names(tmp_path), report=tmp_path / "pipe.html", overwrite=True)


def test_no_output_replaces_a_bundle(tmp_path: Path) -> None:
    bundle, link = tmp_path / "table.sightline", tmp_path / "why.html"
    bundle.write_bytes(b"PK")
    link.hardlink_to(bundle)
    with pytest.raises(CommandError, match="or one of its meshes"):
        check_outputs(bundle, report=link, overwrite=True)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    write_file(path, "first é")
    assert path.read_bytes() == "first é".encode()

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SceneError, match="No space"):
        write_file(path, b"second")
    assert path.read_bytes() == "first é".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="JSON"):
        console.print_json({"share": float("nan")})


def test_names_with_brackets_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    console.words().print("[bold]tower[/bold]")
    console.answers().print("[red]rail")
    assert capsys.readouterr() == ("[red]rail\n", "[bold]tower[/bold]\n")


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    console.answers().print("full", style="red")
    assert "\x1b[31m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    console.answers().print("full", style="red")
    assert capsys.readouterr().out == "full\n"
