"""The command line: exit codes, one line for each fault, and the files that commands write."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest
import typer

from rules.errors import RulesError
from scene.errors import SceneError
from sightline import __version__
from sightline.cli import run
from sightline.commands import COMMANDS, options
from sightline.errors import CommandError

Pretend = Callable[[Callable[..., object]], None]


@pytest.fixture
def check_is(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Puts a function in the place of the command ``check``."""

    def pretend(command: Callable[..., object]) -> None:
        module = ModuleType("sightline.commands.check")
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
    check_is(lambda: options.print_json({"name": "Brücke", "share": 0.5}))
    assert run(["check"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"name": "Brücke", "share": 0.5}
    assert err == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chekc"], "'check'"),
        (["--jsno"], "--jsno"),
        (["check", "table.json", "--jsno"], "--json"),
        (["check"], "TABLE"),
        (["check", "table.json", "--rules", "chess"], "main-rulebook"),
        (["check", "table.json", "--seed", "many"], "--seed"),
        (["check", "table.json", "more"], "more"),
    ],
)
def test_a_wrong_word_is_one_line_that_names_it(
    words: list[str], says: str, check_is: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(
        *,
        table: options.TablePath,
        rules: options.Rules = options.RuleSystem.GEOMETRY,
        seed: options.Seed = 0,
        json: options.AsJson = False,
    ) -> None:
        raise AssertionError((table, rules, seed, json))

    check_is(command)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sightline: ")
    assert err.count("\n") == 1
    assert says in err


def test_shared_options_arrive_as_values(check_is: Pretend) -> None:
    seen: list[object] = []

    def command(
        table: options.TablePath,
        who: Annotated[str, typer.Argument()],
        *,
        rules: options.Rules,
        picture: options.PicturePath = None,
        overwrite: options.Overwrite = False,
    ) -> None:
        seen.extend([table, who, rules, picture, overwrite])

    check_is(command)
    assert run(["check", "t.json", "jelena", "--rules", "main-rulebook", "--picture", "p.png", "--overwrite"]) == 0
    assert seen == [Path("t.json"), "jelena", options.RuleSystem.MAIN_RULEBOOK, Path("p.png"), True]


def test_help_leads_with_examples_and_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    text = capsys.readouterr().out
    assert text.index("Examples") < text.index("Options") < text.index("Commands")
    listed = text[text.index("Commands") :]
    assert all(f" {name} " in listed for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"sightline {__version__}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("characters", [10, 1_000_000])
def test_a_reader_that_leaves_early_is_no_error(characters: int) -> None:
    program = f"""
import sys, types
module = types.ModuleType("sightline.commands.check")
module.command = lambda: print("x" * {characters})
sys.modules[module.__name__] = module
from sightline.cli import run
sys.stdin.read()
sys.exit(run(["check"]))
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_outputs_are_refused_before_the_work_all_faults_at_once(tmp_path: Path) -> None:
    old = tmp_path / "old.png"
    old.touch()
    nowhere = tmp_path / "nowhere" / "new.html"
    with pytest.raises(CommandError) as error:
        options.check_outputs(old, None, nowhere, tmp_path, overwrite=False)
    first, second, third = error.value.faults
    assert "old.png" in first
    assert "--overwrite" in first
    assert "new.html" in second
    assert "folder" in third
    options.check_outputs(old, None, overwrite=True)
    options.check_outputs(tmp_path / "new.png", None, overwrite=False)


def test_two_outputs_cannot_share_a_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="two outputs"):
        options.check_outputs(tmp_path / "a.png", tmp_path / "." / "a.png", overwrite=False)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    options.write_file(path, "first é")
    assert path.read_bytes() == "first é".encode()

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SceneError, match="No space"):
        options.write_file(path, b"second")
    assert path.read_bytes() == "first é".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="JSON"):
        options.print_json({"share": float("nan")})


def test_names_with_brackets_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    options.words().print("[bold]tower[/bold]")
    options.answers().print("[red]rail")
    assert capsys.readouterr() == ("[red]rail\n", "[bold]tower[/bold]\n")


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    options.answers().print("full", style="red")
    assert "\x1b[31m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    options.answers().print("full", style="red")
    assert capsys.readouterr().out == "full\n"
