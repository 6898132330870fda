"""Messages of a seat that nobody asked it for: forged, repeated, late, foreign. They are refused, and told at the computer."""

from collections.abc import Iterator
from contextlib import contextmanager

from rules.errors import RulesError
from sightline.console import warn

MOST_TOLD = 100
"""Lines at the computer; whoever sends more fills no terminal and no disk."""
MOST_LETTERS = 200


class UninvitedError(RulesError):
    """An answer of somebody who is not asked, or to what is asked no longer."""


class RefusedMessages:
    """Tells them while the server runs."""

    def __init__(self) -> None:
        """None yet."""
        self._count = 0

    @contextmanager
    def told(self, seat: str, what: str, *, always: bool) -> Iterator[None]:
        """Whatever is refused in the meantime is told.

        Args:
            seat: whose message it is.
            what: the kind of message.
            always: whether all that is refused is told, as among dice, which a page sends by itself; else only what nobody had
                asked that seat for, as players often try what the rules forbid.
        """
        try:
            yield
        except RulesError as error:
            if always or isinstance(error, UninvitedError):
                self._tell(f"refused from {seat}, {what}: {'; '.join(error.faults)}")
            raise

    def _tell(self, line: str) -> None:
        self._count += 1
        if self._count > MOST_TOLD:
            return
        # It may quote what was sent, which has no say in what a terminal does.
        warn(["".join(letter if letter.isprintable() else "?" for letter in line[:MOST_LETTERS])])
        if self._count == MOST_TOLD:
            warn(["what else is refused is not told"])
