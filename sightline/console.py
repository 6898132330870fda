"""The console: answers and JSON on standard output; progress, warnings and remarks on standard error."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

FULL = 1000
"""Steps of a progress bar that shows a share."""


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


def wrote(path: Path) -> None:
    """Says on standard error which file was written."""
    words().print(f"wrote {path}")


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
    from rich.progress import Progress, SpinnerColumn

    # Between steps that take long, a sign that it still works.
    with Progress(SpinnerColumn(), *Progress.get_default_columns(), console=console, transient=True) as bar:
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
