"""The terminal of people who play: what they type, what is taken off its screen again, and a screen beside it for one alone."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sightline.errors import CommandError
from sightline.session.journal_files import GoneOnMeanwhileError

if sys.platform != "win32":
    import termios

PROMPT = "> "
BETWEEN_LOOKS = 0.3
"""Seconds after which it is looked again whether others have answered."""
BESIDE, BACK = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[?1049l"
"""What brings up the other screen of a terminal, empty; and what brings the first one back as it was."""


def at_terminal() -> bool:
    """Whether somebody types, rather than a file or nobody at all."""
    return sys.stdin is not None and sys.stdin.isatty()


def from_terminal(gone_on: Callable[[], bool] = lambda: False) -> str | None:
    """A line that somebody types; None at the end.

    Args:
        gone_on: tells whether others have answered meanwhile; looked at while nobody types, where the terminal allows it.

    Raises:
        GoneOnMeanwhileError: they have; what was typed without Enter until then is forgotten.
    """
    sys.stderr.write(PROMPT)
    sys.stderr.flush()
    if at_terminal() and sys.platform != "win32":
        _wait_for_line(gone_on)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except UnicodeDecodeError:
        raise CommandError("what was typed is not text") from None
    return line or None


def _wait_for_line(gone_on: Callable[[], bool]) -> None:
    """Wait until a line is typed, unless others answer before: what was begun is no answer to what is asked then."""
    try:
        typed = sys.stdin.fileno()
    except OSError:
        return  # a terminal that is none of the system's, such as in IDLE
    while not select.select([typed], [], [], BETWEEN_LOOKS)[0]:
        if gone_on():
            termios.tcflush(typed, termios.TCIFLUSH)
            _send("\r\x1b[K" if _can() else "\n")
            raise GoneOnMeanwhileError


def off_screen(typed: str) -> None:
    """Take what was typed last off the screen, where that is a terminal that can."""
    if not _can():
        return
    width = max(os.get_terminal_size(sys.stderr.fileno()).columns, 1)
    _send(f"\x1b[{1 + (len(PROMPT) + len(typed)) // width}A\r\x1b[J")


@contextmanager
def beside_screen() -> Iterator[None]:
    """A screen of its own, of which nothing is left afterwards, neither there nor when one scrolls back.

    A terminal that has none is filled with empty lines afterwards, so that what was shown is out of sight.
    """
    if not _can():
        yield
        _send("\n" * _height())
        return
    _send(BESIDE)
    try:
        yield
    finally:
        _send(BACK)


def _can() -> bool:
    """Whether the screen is that of a terminal which takes things off again."""
    return at_terminal() and sys.stderr.isatty() and os.environ.get("TERM", "") not in {"", "dumb"}


def _height() -> int:
    """How many lines the terminal has; none where it is no terminal."""
    return os.get_terminal_size(sys.stderr.fileno()).lines if at_terminal() and sys.stderr.isatty() else 0


def _send(codes: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(codes)
    sys.stderr.flush()
