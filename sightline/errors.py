"""The error of the program itself: a command that cannot be carried out as it was given."""

from collections.abc import Iterable


class CommandError(Exception):
    """What is wrong with a command or with the files that it should write, in the user's own words.

    ``faults`` holds one line each: what is wrong, where, and what to do. Everything that is wrong is reported at once.
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))
