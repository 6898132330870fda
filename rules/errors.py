"""Errors of the rules: the one that leaves this package, something a user can put right."""

from collections.abc import Iterable


class RulesError(Exception):
    """What a rule system cannot do with what it was asked, in the user's own words.

    ``faults`` holds one line each: what is wrong, where, and what to do. Everything that is wrong is reported at once.
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))
