"""The one error that leaves this package: something a user can put right."""

from collections.abc import Iterable


class SceneError(Exception):
    """What is wrong with a table, a mesh or a question, in the user's own words.

    ``faults`` holds one line each: what is wrong, where, and what to do. Everything that is wrong is reported at once.
    ``warnings`` holds a line for each thing that is no fault but may be what led to one.
    """

    def __init__(self, faults: str | Iterable[str], *, warnings: Iterable[str] = ()) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        self.warnings: tuple[str, ...] = tuple(warnings)
        super().__init__("\n".join(self.faults))
