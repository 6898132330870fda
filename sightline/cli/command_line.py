"""The command line: finds the command, carries it out, and turns what went wrong into one line and an exit code.

Exit codes: 0 done, 1 an honest "no" where a command says so, 2 bad input, 70 a fault of Sightline itself,
130 interrupted, 141 whoever read the output has gone.
"""

import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperCommand, TyperGroup

from rules.errors import RulesError
from scene.base.errors import SceneError
from sightline.cli.commands import COMMANDS, FOLDERS
from sightline.cli.given_tables import with_tables
from sightline.cli.help_words import in_plain_words
from sightline.cli.typed_words import has_places, joined, taken_by
from sightline.cli.usage_errors import usage_line
from sightline.errors import CommandError, not_installed
from sightline.version import __version__

PROGRAM = "sightline"
BAD_INPUT = 2
OWN_FAULT = 70
INTERRUPTED = 130
READER_GONE = 141

HELP_NAMES = {"help_option_names": ["-h", "--help"]}

FAULTS = (SceneError, RulesError, CommandError)
"""The errors that already say, in a line each, what a user can put right."""

HELP = """Settles disputed lines of sight, moves and falls on tables full of three-dimensional scenery, with evidence.

[bold]Examples[/bold]

  sightline los disputed-shot jelena kruger
  sightline los disputed-shot jelena kruger --report why.html --overwrite
  sightline play disputed-shot
  sightline serve disputed-shot
  sightline path high-foundry sable 14.1 18 3
  sightline reach gantry-town vesna --inches 5
  sightline fall high-foundry 8.2 15.6 6
  sightline blast gantry-town gorm --at 24.2 9.2 3 --odds
  sightline odds disputed-shot jelena kruger --weapon "Beam rifle"
  sightline battle gantry-standoff
  sightline list
  sightline new my-table.json --size 48 36 --overwrite
  sightline place my-table.json --kit gantry --at 12 12
  sightline markers --paper a4 -o tags.pdf --overwrite

[dim]sightline help COMMAND tells what a command takes; sightline --install-completion lets the Tab key finish names.[/dim]"""


class LazyCommand(TyperCommand):
    """Stands for a command in the help; its module is imported when the command is called."""

    def make_context(self, info_name: Any, args: list[str], *others: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as overridden
        """The context of the real command, so that everything after this step is the real one's."""
        command = load(str(self.name))
        try:
            context = command.make_context(
                info_name, joined(taken_by(command), args, places=has_places(command)), *others, **kwargs
            )
        except typer.TyperException as error:
            raise CommandError(usage_line(error, f"{PROGRAM} {self.name}", command)) from error
        if not context.resilient_parsing:
            with_tables(context)
        return context


class CommandTable(TyperGroup):
    """All commands of `COMMANDS`, none of them imported yet."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401
        super().__init__(**attributes)
        for name, answers in COMMANDS.items():
            self.add_command(LazyCommand(name=name, help=answers))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as overridden
        """The command that the first word names, or the first two."""
        return super().resolve_command(ctx, two_words(args))


def two_words(words: Sequence[str]) -> list[str]:
    """Words with the first two made one where that is a command: ``battle verify JOURNAL``.

    A battle whose file has that name is played with ``battle verify`` and options alone, or as ``./verify``.
    """
    first, rest = " ".join(words[:2]), list(words[2:])
    if first not in COMMANDS or len(words) < 2:
        return list(words)
    is_file = Path(words[1]).exists() and all(word.startswith("-") for word in rest[:1])
    return list(words) if is_file else [first, *rest]


def module_of(name: str) -> str:
    """The module of a command: of its name, with an underscore after it where that is a word of Python's own."""
    leaf = f"{name}_" if iskeyword(name) else name.replace("-", "_").replace(" ", "_")
    return f"{FOLDERS[name]}.{leaf}" if name in FOLDERS else leaf


def load(name: str) -> Any:  # noqa: ANN401 - typer keeps the class of a command private
    """The command of that name, ready to parse its words."""
    single = typer.Typer(add_completion=False, context_settings=HELP_NAMES)
    single.command(name=name)(import_module(f"sightline.cli.commands.{module_of(name)}").command)
    return in_plain_words(typer.main.get_command(single))


app = typer.Typer(cls=CommandTable, rich_markup_mode="rich", help=HELP, context_settings=HELP_NAMES)


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
    _prepare_streams()
    words = list(words) or ["--help"]
    if words[0] == "help":
        words = [*two_words(words[1:])[:1], "--help"]
    try:
        code = typer.main.get_command(app).main(words, prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()  # so that a lost reader or a full disk shows here
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bug must not end with the code of an honest "no"
        return _ended(error)
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Both streams can take anything: a closed one leads nowhere, and letters that it cannot spell become others."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open for as long as the program runs


def _ended(error: BaseException) -> int:
    """What is told, and the exit code, where a command did not come to its end."""
    # The libraries that print turn a lost reader into SystemExit(1).
    lost = error.__context__ if isinstance(error, SystemExit) else error
    if isinstance(lost, BrokenPipeError):
        _give_up(sys.stdout)
        return READER_GONE
    error = not_installed(error) or error
    if isinstance(error, OSError) and not error.filename:
        _give_up(sys.stdout)
    if isinstance(error, (*FAULTS, typer.TyperException, MemoryError, OSError)):
        return refuse(error)
    if isinstance(error, SystemExit):
        raise error
    traceback.print_exception(error)
    tell("this is a fault of Sightline, not of what you asked; please report it with the lines above")
    return OWN_FAULT


def _give_up(stream: TextIO) -> None:
    """Python flushes its streams again when it ends; then there must be somewhere to flush to."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
        return [usage_line(error, PROGRAM)]
    if isinstance(error, OSError):
        return [file_line(error)]
    return ["there is not enough memory for this; try a smaller table or simpler meshes"]


def tell(words: str) -> None:
    """One line on standard error. Names come from files, so line ends and escape codes are taken out."""
    line = " ".join(words.split())
    try:
        print(f"{PROGRAM}: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)  # noqa: T201
    except OSError:  # there is nobody left to be told, and the exit code still says it
        _give_up(sys.stderr)


def file_line(error: OSError) -> str:
    """The operating system's complaint with the file that it is about; standard output is the one without a name."""
    what = error.strerror or str(error) or type(error).__name__
    return f'"{error.filename}": {what}' if error.filename else f"the answer could not be written to standard output: {what}"
