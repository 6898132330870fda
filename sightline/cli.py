"""The command line: finds the command, carries it out, and turns what went wrong into one line and an exit code.

Exit codes: 0 done, 1 an honest "no" where a command says so, 2 bad input, 70 a fault of Sightline itself,
130 interrupted, 141 whoever read the output has gone.
"""

import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from rules.errors import RulesError
from scene.errors import SceneError
from sightline import __version__
from sightline.commands import COMMANDS
from sightline.errors import CommandError

PROGRAM = "sightline"
BAD_INPUT = 2
OWN_FAULT = 70
INTERRUPTED = 130
READER_GONE = 141

FAULTS = (SceneError, RulesError, CommandError)
"""The errors that already say, in a line each, what a user can put right."""

HELP = """Settles disputed lines of sight on tables full of three-dimensional scenery, with evidence.

[bold]Examples[/bold]

  sightline los pit.json jelena kruger --rules main-rulebook
  sightline los pit.json jelena kruger --rules main-rulebook --report why.html
  sightline los pit.json --all --rules main-rulebook --json
  sightline check pit.json

[dim]sightline COMMAND --help tells what a command takes.[/dim]"""


class LazyCommand(TyperCommand):
    """Stands for a command in the help; its module is imported when the command is called."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the method that it overrides
        """The context of the real command, so that everything after this step is the real one's."""
        return load(str(self.name)).make_context(*args, **kwargs)


class CommandTable(TyperGroup):
    """All commands of `COMMANDS`, none of them imported yet."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401
        super().__init__(**attributes)
        for name, answers in COMMANDS.items():
            self.add_command(LazyCommand(name=name, help=answers))

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Runs the command; all that it prints has left when this returns, so that a lost reader shows here."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python flushes again when it ends; then there must be somewhere to flush to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(READER_GONE) from None
        return result


def load(name: str) -> Any:  # noqa: ANN401 - typer keeps the class of a command private
    """The command of that name, ready to parse its words."""
    single = typer.Typer(add_completion=False)
    single.command(name=name)(import_module(f"sightline.commands.{name}").command)
    return typer.main.get_command(single)


app = typer.Typer(cls=CommandTable, rich_markup_mode="rich", help=HELP, add_completion=False)


def show_version(*, wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    *,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What comes before the command's name."""


def run(words: Sequence[str]) -> int:
    """Carries out the command in ``words`` (without the program's name) and answers the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that the console cannot spell must not end the program
    try:
        code = typer.main.get_command(app).main(list(words) or ["--help"], prog_name=PROGRAM, standalone_mode=False)
    except (*FAULTS, typer.TyperException, MemoryError, OSError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:  # noqa: BLE001 - a bug must not end with the code of an honest "no"
        traceback.print_exc()
        tell("this is a fault of Sightline, not of what you asked; please report it with the lines above")
        return OWN_FAULT
    return code if isinstance(code, int) else 0


def refuse(error: BaseException) -> int:
    """Tells on standard error all that is wrong; the exit code of bad input."""
    for line in lines(error):
        tell(line)
    return BAD_INPUT


def lines(error: BaseException) -> Iterable[str]:
    """What is wrong, a line each."""
    if isinstance(error, FAULTS):
        return error.faults
    if isinstance(error, typer.TyperException):
        return [usage_line(error)]
    if isinstance(error, OSError):
        return [file_line(error)]
    return ["there is not enough memory for this; try a smaller table or simpler meshes"]


def tell(words: str) -> None:
    """One line on standard error. Names come from files, so line ends and escape codes are taken out."""
    line = " ".join(words.split())
    print(f"{PROGRAM}: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)  # noqa: T201


def usage_line(error: typer.TyperException) -> str:
    """What was wrong with the words of the command, and where its help is."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    where = context.command_path if context else PROGRAM
    return f"{message.strip().rstrip('.')} ({where} --help tells more)"


def file_line(error: OSError) -> str:
    """The operating system's complaint with the file that it is about."""
    what = error.strerror or str(error) or type(error).__name__
    return f'"{error.filename}": {what}' if error.filename else what
