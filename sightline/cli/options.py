"""What commands share: their options, each with one meaning everywhere, and how they print."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rules.movement.movement_prices import MoveSystem
from sightline.errors import CommandError

FULL = 1000
"""Steps of a progress bar that shows a share."""

if TYPE_CHECKING:
    from rich.console import Console


class RuleSystem(StrEnum):
    """Whose rules make the verdict."""

    MAIN_RULEBOOK = "main-rulebook"
    FIVE_PARSECS = "five-parsecs"
    GEOMETRY = "geometry"


def sight_system(rules: RuleSystem) -> Literal["main-rulebook", "geometry"]:
    """The rule system for questions of sight; a `CommandError` for one that does not answer these."""
    if rules is RuleSystem.FIVE_PARSECS:
        raise CommandError(
            "five-parsecs does not settle sight yet, only moves and falls; give --rules main-rulebook or geometry"
        )
    return "geometry" if rules is RuleSystem.GEOMETRY else "main-rulebook"


def move_system(rules: RuleSystem) -> MoveSystem:
    """The rule system for questions of moving; a `CommandError` for one that sets no prices."""
    if rules is RuleSystem.GEOMETRY:
        raise CommandError("what moving costs depends on the rules; give --rules main-rulebook or five-parsecs")
    return "five-parsecs" if rules is RuleSystem.FIVE_PARSECS else "main-rulebook"


TablePath = Annotated[
    Path, typer.Argument(metavar="TABLE", help="The table: a .json file or a .sightline bundle.", show_default=False)
]
MoverId = Annotated[str, typer.Argument(metavar="FIGURE", help="Who moves, from where it stands.", show_default=False)]
Rules = Annotated[RuleSystem, typer.Option("--rules", help="Whose rules make the verdict; geometry answers without any.")]
MoveRules = Annotated[RuleSystem, typer.Option("--rules", help="Whose rules say what moving costs.")]
Move = Annotated[
    float,
    typer.Option("--move", min=0.5, max=100.0, help="The movement characteristic: how far a fighter leaps depends on it."),
]
Safe = Annotated[bool, typer.Option("--safe", help="Only ways without any dice check, and without harm.")]
Flat = Annotated[bool, typer.Option("--flat", help="The rulebook's variant for flat tables of walls and doors.")]
ToleranceMm = Annotated[
    float | None,
    typer.Option(
        "--tolerance-mm",
        min=0.0,
        max=100.0,
        help="How far both figures may stand from where the file says.",
        show_default="2, and on a scanned table 0 beyond the scan's own errors",
    ),
]
TOLERANCE_MM = 2.0
"""Of tables that were not scanned, unless told otherwise."""
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same random draws.")]
PicturePath = Annotated[
    Path | None, typer.Option("--picture", metavar="P.png", help="Write a picture here.", show_default=False)
]
PhotoPath = Annotated[
    Path | None,
    typer.Option("--photo", metavar="PHOTO", help="Draw --picture on this photo of the table's scan.", show_default=False),
]
ReportPath = Annotated[
    Path | None, typer.Option("--report", metavar="P.html", help="Write a report here, one page.", show_default=False)
]
MaxFaces = Annotated[int, typer.Option("--max-faces", min=1, help="Refuse meshes and tables of more triangles than this.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace files that exist.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else on standard output.")]


def print_json(document: Any) -> None:  # noqa: ANN401 - anything that JSON can say
    """One JSON document and a line end on standard output. NaN and infinity, which JSON does not know, are refused."""
    sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")


def answers() -> "Console":
    """Where a person reads the answer: standard output, in colour on a terminal unless ``NO_COLOR`` is set."""
    return _console(stderr=False)


def tell(lines: Iterable[str]) -> None:
    """The answer for a person, a line each, the first in bold."""
    for number, line in enumerate(lines):
        answers().print(line, style="bold" if number == 0 else None)


def words() -> "Console":
    """Where progress, warnings and remarks go: standard error."""
    return _console(stderr=True)


def warn(warnings: Iterable[str]) -> None:
    """A line each on standard error: what makes the answer doubtful."""
    for warning in warnings:
        words().print(f"warning: {warning}")


def _console(*, stderr: bool) -> "Console":
    from rich.console import Console

    # Names from a file may hold square brackets: no markup, only styles that the caller gives.
    return Console(stderr=stderr, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Says on standard error, on a terminal only, what is being worked on until it is done."""
    console = words()
    if console.is_terminal:
        with console.status(what):
            yield
    else:
        yield


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, on a terminal only; yields what to call with the number of steps done."""
    console = words()
    if not console.is_terminal:
        yield lambda _steps: None
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


@contextmanager
def progress_share(what: str) -> Iterator[Callable[[float], None]]:
    """The same bar; yields what to call with the share of the work that is done, 0 to 1."""
    with progress(what, FULL) as advance:
        shown = 0

        def tell(share: float) -> None:
            nonlocal shown
            now = round(FULL * share)
            advance(now - shown)
            shown = now

        yield tell
